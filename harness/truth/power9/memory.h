/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Counter memory of `power9` as the trace makes it: what each word holds since it was last posted. Words are
 * counts, which only grow, on top of a base, which presets and zeroing move.
 */
#ifndef PMULAB_HARNESS_TRUTH_POWER9_MEMORY_H
#define PMULAB_HARNESS_TRUTH_POWER9_MEMORY_H

#include "harness/truth/power9/executed.h"
#include "models/power9/power9.h"

#include <glib.h>

/* Traffic that one word counts; several can be of one word. */
struct truth_source {
    guint32 offset;
    unsigned scale; /* events that make 1 */
    guint64 units;  /* availability bits, of which it needs one */
    struct truth_traffic *traffic;
    guint64 counted;      /* events, since the memory was zeroed */
    guint64 live, posted; /* what it has added to the word since boot; what of that memory shows */
    guint64 zeroed;       /* what of @live came before the memory was zeroed */
};

/* A word that was read or preset. */
struct truth_cell {
    guint32 offset;
    guint64 base, posted_base; /* as of now; as memory shows it */
    gsize read;                /* index of the latest read, or TRUTH_NONE */
    unsigned open;             /* of a thread: events that have begun to count and not ended */
};

struct truth_memory {
    unsigned block;
    GPtrArray *sources; /* struct truth_source */
    GPtrArray *cells;   /* struct truth_cell */
    /* Of a core or a thread: */
    gboolean counts;
    guint64 upto;         /* ns: accounted for until then */
    guint64 user, kernel; /* likewise, instructions since the machine began */
    struct truth_executed live, posted;
};

void truth_memory_init(struct truth_memory *memory, unsigned block, unsigned smt, unsigned summed);
void truth_memory_clear(struct truth_memory *memory);

/* The source or the cell that there is, or a new one. */
struct truth_source *truth_memory_source(struct truth_memory *memory, const struct p9_action *action);
struct truth_cell *truth_memory_cell(struct truth_memory *memory, guint32 offset);

/* Has @source count @events more. */
void truth_source_count(struct truth_source *source, guint64 events);

/* All that the word at @offset has counted since boot: as of now, or as memory shows it; and how much of that
 * came before the memory was zeroed. */
guint64 truth_memory_count(const struct truth_memory *memory, guint32 offset, gboolean posted);
guint64 truth_memory_zeroed(const struct truth_memory *memory, guint32 offset);

/* Memory shows what has been counted. */
void truth_memory_post(struct truth_memory *memory);

#endif
