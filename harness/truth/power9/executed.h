/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The clock model of `power9` (docs/hardware/power9.md), implemented independently: what words of core and
 * thread memory count of executed instructions. Only the table of words is the model's. */
#ifndef PMULAB_HARNESS_TRUTH_POWER9_EXECUTED_H
#define PMULAB_HARNESS_TRUTH_POWER9_EXECUTED_H

#include <glib.h>

/* The work done while a core or a thread counted, and the time it took. */
struct truth_executed {
    unsigned smt;         /* threads of the core */
    unsigned summed;      /* threads whose counts are summed */
    guint64 user, kernel; /* instructions */
    guint64 ns;           /* of virtual time */
    guint64 idle;         /* ns without any execution */
};

/* Adds the work of one thread over one span of time. */
void truth_executed_add(struct truth_executed *executed, guint64 user, guint64 kernel, guint64 ns);

/* Whether the word at @offset counts execution; otherwise it counts traffic. */
gboolean truth_executed_counts(guint32 offset);

/* The value of the word at @offset, which must count execution. */
guint64 truth_executed_word(const struct truth_executed *executed, guint32 offset);

#endif
