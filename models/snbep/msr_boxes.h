/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The monitors that are reached by model-specific registers, as kinds of boxes; and PLATFORM_INFO, by which
 * collectors know the TSC. Their banks' offsets are relative to the box's first register. */
#ifndef PMULAB_MODELS_SNBEP_MSR_BOXES_H
#define PMULAB_MODELS_SNBEP_MSR_BOXES_H

#include "models/snbep/box.h"

extern const struct reg_bank cbo_bank, pcu_bank, ubox_msr_bank;
extern const struct box_type cbo_type, pcu_type, ubox_type;

/* Registers of a socket that belong to no box; register number is the offset. */
extern const struct reg_bank snbep_package_bank;

#define SNBEP_PACKAGE_REGS 1

#endif
