/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Counter memory of `power9` according to the trace: the value of each word since it was last posted. A word
 * is a count, which only grows, plus a base, which presets and zeroing move. */
#ifndef PMULAB_HARNESS_TRUTH_POWER9_MEMORY_H
#define PMULAB_HARNESS_TRUTH_POWER9_MEMORY_H

#include "harness/truth/power9/executed.h"
#include "models/power9/power9.h"

#include <glib.h>

/* Traffic that one word counts; a word may have several sources. */
struct truth_source {
    guint32 offset;
    unsigned scale; /* events per count */
    guint64 units;  /* availability bits; one of them must be set */
    struct truth_traffic *traffic;
    guint64 counted;      /* events since the memory was zeroed */
    guint64 live, posted; /* counts added to the word since boot: now, and as memory shows it */
    guint64 zeroed;       /* the part of @live before the memory was zeroed */
};

/* A word that was read or preset. */
struct truth_cell {
    guint32 offset;
    guint64 base, posted_base; /* now, and as memory shows it */
    gsize read;                /* index of the latest read, or TRUTH_NONE */
    unsigned open;             /* of a thread: events that have begun and not ended */
};

struct truth_memory {
    unsigned block;
    GPtrArray *sources; /* struct truth_source */
    GPtrArray *cells;   /* struct truth_cell */
    /* For a core or a thread: */
    gboolean counts;
    guint64 upto;         /* ns: accounted for until here */
    guint64 user, kernel; /* likewise; instructions since the machine began */
    struct truth_executed live, posted;
};

void truth_memory_init(struct truth_memory *memory, unsigned block, unsigned smt, unsigned summed);
void truth_memory_clear(struct truth_memory *memory);

/* Return the existing source or cell, or a new one. */
struct truth_source *truth_memory_source(struct truth_memory *memory, const struct p9_action *action);
struct truth_cell *truth_memory_cell(struct truth_memory *memory, guint32 offset);

/* Adds @events to @source. */
void truth_source_count(struct truth_source *source, guint64 events);

/* The counts of the word at @offset since boot: now, and as memory shows it; and the part of that before the
 * memory was zeroed. */
guint64 truth_memory_count(const struct truth_memory *memory, guint32 offset, gboolean posted);
guint64 truth_memory_zeroed(const struct truth_memory *memory, guint32 offset);

/* Posts: memory shows everything counted so far. */
void truth_memory_post(struct truth_memory *memory);

#endif
