/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The monitors beside the memory channels of Ivy Bridge-EP, a file each. Codes, umasks, counters, the
 * extended bit: Intel's event list for the product (IVT, version 24). It gives no maxima: where the E5-2600
 * has the event its maximum is taken, otherwise 1, or of levels what the row has. Places, widths, filters:
 * Linux, ivbep_uncore_*.
 */
#ifndef PMULAB_ORACLE_SNBEP_IVT_IVT_H
#define PMULAB_ORACLE_SNBEP_IVT_IVT_H

#include "oracle/snbep/kinds/kinds.h"

#endif
