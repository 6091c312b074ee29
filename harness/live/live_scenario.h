/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What was done to a running guest, as a scenario that does it again. */
#ifndef PMULAB_HARNESS_LIVE_LIVE_SCENARIO_H
#define PMULAB_HARNESS_LIVE_LIVE_SCENARIO_H

#include "harness/live/live.h"

/*
 * Appends the scenario, with every line of the plan that took effect. Moments count from where the command,
 * or the shell, began. What was typed into a shell is not known: a `sleep` as long as all of it stands in its
 * place. The caller holds live->lock.
 */
void live_scenario_append(GString *text, const struct live *live);

#endif
