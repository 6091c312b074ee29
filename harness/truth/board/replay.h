/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The second hop of `board`: replays the accesses to a file's PMUs with the
 * oracle. */
#ifndef PMULAB_HARNESS_TRUTH_BOARD_REPLAY_H
#define PMULAB_HARNESS_TRUTH_BOARD_REPLAY_H

#include "harness/truth/truth.h"
#include "oracle/board/machine.h"

/* Replays @n records of a machine with @plan. The truth's oracle is a struct
 * oracle_board. Free with truth_free(). */
struct truth *truth_replay_board(
    const struct oracle_board_plan *plan, const struct trace_record *records, gsize n);

extern const struct truth_lines board_lines;

#endif
