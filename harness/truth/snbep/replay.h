/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What the counters of `snbep` should have given: those that control registers switch on and off. */
#ifndef PMULAB_HARNESS_TRUTH_SNBEP_REPLAY_H
#define PMULAB_HARNESS_TRUTH_SNBEP_REPLAY_H

#include "harness/truth/truth.h"
#include "models/snbep/snbep.h"

/*
 * Replays @n records from boot on of a run that @planned describes: its config, and its actions, one for each
 * entry of the plan. Always succeeds. Free with truth_free().
 */
struct truth *truth_replay_snbep(const struct snbep *planned, const struct trace_record *records, gsize n);

#endif
