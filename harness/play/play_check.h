/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Holds what a program read of perf events against what the scenario injected while they were on, from end to
 * end: registers and drivers play no part in it.
 *
 * The trace has the moments at which each operation began and ended. In the time between, an event that was
 * on before and after must have counted; in an operation that puts events on or off the hardware it may have,
 * since that freezes the others, too. So a count lies between two amounts, which are equal but for what is
 * injected within such operations. And members of a group that count the same in one place, and that their
 * leader alone puts on and off, have the same count to the last event.
 */
#ifndef PMULAB_HARNESS_PLAY_PLAY_CHECK_H
#define PMULAB_HARNESS_PLAY_PLAY_CHECK_H

#include "harness/play/play_events.h"

struct play_result {
    guint ops;
    guint known;      /* those whose result the contract tells (play_contract.h) */
    guint reads;      /* that were done, of events of this machine */
    guint between;    /* of those, held against both amounts */
    guint below;      /* against the upper one alone: the event was not always on the hardware */
    guint unknown;    /* that were done, of events of this machine of which nothing says what was injected */
    guint others;     /* that were done, of other events, which no play judges */
    guint pairs;      /* counts of two members of a group that were compared */
    GPtrArray *wrong; /* of char *: one line each */
};

/* Judges the operations in @text, the output of step where->step. NULL with HARNESS_ERROR_FAILED if it has
 * none, or others than the trace. Free with play_result_free(). */
struct play_result *play_check(const struct play_where *where, const char *text, GError **error);

void play_result_free(struct play_result *result);

#endif
