/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The replay of PMCUs: which rounds each run stored, what every CPU did in each of them, and which of them
 * the driver took. What a counter should have come to follows from that (round.h).
 */
#ifndef PMULAB_HARNESS_TRUTH_KUNPENG_REPLAY_H
#define PMULAB_HARNESS_TRUTH_KUNPENG_REPLAY_H

#include "harness/truth/kunpeng/round.h"

/* Replays @n @records of a machine as @planned. truth_free() frees the result. */
struct truth *truth_replay_kunpeng(
    const struct kunpeng *planned, const struct trace_record *records, gsize n);

#endif
