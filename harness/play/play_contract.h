/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Holds the results of a plan's operations against the contract: what the manual pages of
 * perf_event_open(2), mmap(2), munmap(2) and delete_module(2), and the driver's own rules, say must come. An
 * operation of which they do not say it is left alone.
 */
#ifndef PMULAB_HARNESS_PLAY_PLAY_CONTRACT_H
#define PMULAB_HARNESS_PLAY_PLAY_CONTRACT_H

#include "harness/play/play_events.h"

/* Judges @ops, which are of struct play_op. Adds a line to @wrong for each that came to something else.
 * Returns of how many the contract tells the result. */
guint play_contract_check(const struct play_where *where, const GPtrArray *ops, GPtrArray *wrong);

#endif
