/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Writes the user's actions on a running guest as a scenario that repeats
 * them. */
#ifndef PMULAB_HARNESS_LIVE_LIVE_SCENARIO_H
#define PMULAB_HARNESS_LIVE_LIVE_SCENARIO_H

#include "harness/live/live.h"

/*
 * Appends the scenario, with every line of the plan that took effect. Moments
 * count from the start of the command or the shell. A shell's input is unknown:
 * a `sleep` of the shell's whole duration replaces it. The caller holds
 * live->lock.
 */
void live_scenario_append(GString *text, const struct live *live);

#endif
