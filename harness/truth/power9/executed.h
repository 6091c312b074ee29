/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The clock model of `power9` (docs/hardware/power9.md) once more: what the words of core and thread memory
 * count of what was executed. Only the table of words is the model's.
 */
#ifndef PMULAB_HARNESS_TRUTH_POWER9_EXECUTED_H
#define PMULAB_HARNESS_TRUTH_POWER9_EXECUTED_H

#include <glib.h>

/* What was executed, and how long that took, while a core or a thread counted. */
struct truth_executed {
    unsigned smt;         /* threads of the core */
    unsigned summed;      /* of them, those that the counts are a sum of */
    guint64 user, kernel; /* instructions */
    guint64 ns;           /* of virtual time */
    guint64 idle;         /* ns in which nothing was executed */
};

/* Adds what belongs together. */
void truth_executed_add(struct truth_executed *executed, guint64 user, guint64 kernel, guint64 ns);

/* Whether the word at @offset counts what is executed; else it counts traffic. */
gboolean truth_executed_counts(guint32 offset);

/* What the word at @offset, for which that holds, has come to. */
guint64 truth_executed_word(const struct truth_executed *executed, guint32 offset);

#endif
