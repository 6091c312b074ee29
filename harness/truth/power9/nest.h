/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What the microcode of a `power9` chip should have posted: each word of the chip's counter memory. */
#ifndef PMULAB_HARNESS_TRUTH_POWER9_NEST_H
#define PMULAB_HARNESS_TRUTH_POWER9_NEST_H

#include "harness/truth/power9/memory.h"
#include "models/power9/nest.h"

#include <glib.h>

/* Groups of words that begin and end with a count of postings: OCC gpe1_24x7.h. */
#define TRUTH_NEST_GROUPS 7

struct truth_nest {
    struct truth_memory memory;
    /* The units that are there, since @changed (ns), and those that were there before. */
    guint64 availability, availability_before, changed;
    guint64 mode;     /* that the microcode has accepted */
    guint64 upto;     /* ns: posted until then */
    guint64 postings; /* since the memory was zeroed */
    guint64 updates[TRUTH_NEST_GROUPS],
        zeroed[TRUTH_NEST_GROUPS]; /* of the groups, since boot; before zeroing */
};

/* A chip whose units are those of @availability. */
void truth_nest_init(struct truth_nest *nest, unsigned chip, guint64 availability);

/* The control block's word at @offset of memory is @value from @ns on. FALSE: that is no word of it. */
gboolean truth_nest_control(struct truth_nest *nest, guint32 offset, guint64 value, guint64 ns);

/* A TRACE_POST. Returns NULL, or a new string: what is wrong with the time that it accounts for. */
char *truth_nest_post(struct truth_nest *nest, const struct trace_record *record);

/* As of truth_memory_count() and truth_memory_zeroed(). */
guint64 truth_nest_count(const struct truth_nest *nest, guint32 offset);
guint64 truth_nest_zeroed(const struct truth_nest *nest, guint32 offset);

#endif
