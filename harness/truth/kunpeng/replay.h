/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Replays PMCUs: the rounds that each run stored, the work of every CPU in each round, and the rounds that
 * the driver took. round.h derives each counter's value from that. */
#ifndef PMULAB_HARNESS_TRUTH_KUNPENG_REPLAY_H
#define PMULAB_HARNESS_TRUTH_KUNPENG_REPLAY_H

#include "harness/truth/kunpeng/round.h"

/* Replays @n @records of a machine as @planned. Never fails. Free with truth_free(). */
struct truth *truth_replay_kunpeng(
    const struct kunpeng *planned, const struct trace_record *records, gsize n);

#endif
