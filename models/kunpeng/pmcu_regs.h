/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Constants of a PMCU, beside its registers: pmcu.rdl. */
#ifndef PMULAB_MODELS_KUNPENG_PMCU_REGS_H
#define PMULAB_MODELS_KUNPENG_PMCU_REGS_H

#include "models/kunpeng/pmcu.rdl.h"

#define PMCU_WINDOW  0x400     /* bytes of a PMCU's address window */
#define PMCU_TICK_HZ 50000000u /* clock of WAIT_CNT */

#endif
