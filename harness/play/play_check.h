/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Compares a program's reads of perf events with the amounts that the scenario
 * injected while the events were on. The comparison is from end to end: it
 * ignores registers and drivers.
 *
 * The trace has the begin and end time of each operation. An event that is on
 * before and after a time span must count in it. In an operation that puts
 * events on or off the hardware, it may count or not, since the operation also
 * freezes the other events. So a count is between two amounts, which differ
 * only by the amount injected during such operations. Members of a group that
 * count the same event in one place, and that only their leader puts on and
 * off, must have exactly equal counts.
 */
#ifndef PMULAB_HARNESS_PLAY_PLAY_CHECK_H
#define PMULAB_HARNESS_PLAY_PLAY_CHECK_H

#include "harness/play/play_events.h"

struct play_result {
    guint ops;
    guint known;   /* operations whose result the contract defines (play_contract.h) */
    guint reads;   /* completed reads of this machine's events */
    guint between; /* of those, compared with both amounts */
    /* compared only with the upper one: the event was not always on the
     * hardware */
    guint below;
    guint unknown;    /* completed reads of this machine's events with an unknown injected amount */
    guint unmodelled; /* of those, of events that no table has */
    guint others;     /* completed reads of other events, which no play judges */
    guint pairs;      /* compared counts of two members of a group */
    GPtrArray *wrong; /* of char *: one line each */
};

/* Judges the operations in @text, the output of step where->step. NULL with
 * HARNESS_ERROR_FAILED if it has none, or if they differ from the trace's. Free
 * with play_result_free(). */
struct play_result *play_check(const struct play_where *where, const char *text, GError **error);

void play_result_free(struct play_result *result);

#endif
