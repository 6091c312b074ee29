/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Replays the microcode of a `power9` chip: the value of each word in the chip's counter memory after each
 * posting. */
#ifndef PMULAB_HARNESS_TRUTH_POWER9_NEST_H
#define PMULAB_HARNESS_TRUTH_POWER9_NEST_H

#include "harness/truth/power9/memory.h"
#include "models/power9/nest.h"

#include <glib.h>

/* Groups of words that begin and end with a count of postings: OCC gpe1_24x7.h. */
#define TRUTH_NEST_GROUPS 7

struct truth_nest {
    struct truth_memory memory;
    /* The units available since @changed (ns), and those available before. */
    guint64 availability, availability_before, changed;
    guint64 mode;     /* accepted by the microcode */
    guint64 upto;     /* ns: posted until here */
    guint64 postings; /* since the memory was zeroed */
    guint64 updates[TRUTH_NEST_GROUPS],
        zeroed[TRUTH_NEST_GROUPS]; /* of the groups, since boot; the part before zeroing */
};

/* Initialises a chip whose available units are @availability. */
void truth_nest_init(struct truth_nest *nest, unsigned chip, guint64 availability);

/*
 * Sets the control block's word at @offset of memory to @value from @ns on. FALSE if @offset is no such word.
 */
gboolean truth_nest_control(struct truth_nest *nest, guint32 offset, guint64 value, guint64 ns);

/* Handles a TRACE_POST. Returns NULL, or a new string that says what is wrong with the time it covers. */
char *truth_nest_post(struct truth_nest *nest, const struct trace_record *record);

/* As truth_memory_count() and truth_memory_zeroed(). */
guint64 truth_nest_count(const struct truth_nest *nest, guint32 offset);
guint64 truth_nest_zeroed(const struct truth_nest *nest, guint32 offset);

#endif
