/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The control block of a chip's nest microcode: nest.rdl; and the units that
 * each PMU watches. */
#ifndef PMULAB_MODELS_POWER9_NEST_REGS_H
#define PMULAB_MODELS_POWER9_NEST_REGS_H

#include "models/power9/nest.rdl.h"

/*
 * Returns the availability bits of the units that the PMU called @pmu watches
 * ("mcs01" has two), or 0 if there are none. The PMU counts while one of these
 * bits is set. If *@exactly is not 0, it counts only while the bits have
 * exactly this value.
 */
uint64_t nest_units_power9(const char *pmu, uint64_t *exactly);
uint64_t nest_units_power10(const char *pmu, uint64_t *exactly);

#endif
