/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The monitors of Ivy Bridge-EP besides the memory channels, a file each.
 * Codes, umasks, counters and the extended bit: Intel's event list for the
 * product (IVT, version 24). The list omits maxima. They are the E5-2600's for
 * events that it has; otherwise 1, or the row's for levels. Places, widths and
 * filters: Linux, ivbep_uncore_*.
 */
#ifndef PMULAB_ORACLE_SNBEP_IVT_IVT_H
#define PMULAB_ORACLE_SNBEP_IVT_IVT_H

#include "oracle/snbep/kinds/kinds.h"

#endif
