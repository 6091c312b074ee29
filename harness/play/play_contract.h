/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Compares the results of a plan's operations with the contract: the results
 * that the manual pages of perf_event_open(2), mmap(2), munmap(2) and
 * delete_module(2), and the driver's own rules, require. Skips operations whose
 * result they leave open.
 */
#ifndef PMULAB_HARNESS_PLAY_PLAY_CONTRACT_H
#define PMULAB_HARNESS_PLAY_PLAY_CONTRACT_H

#include "harness/play/play_events.h"

/* Judges @ops (of struct play_op). Adds a line to @wrong for each operation
 * with a different result. Returns the number of operations whose result the
 * contract defines. */
guint play_contract_check(const struct play_where *where, const GPtrArray *ops, GPtrArray *wrong);

#endif
