/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Keeps the words of one counter memory during a replay: sources, bases, postings and zeroing. */
#include "harness/truth/power9/memory.h"

#include "harness/truth/power9/traffic.h"
#include "harness/truth/truth.h"

static void source_free(gpointer data)
{
    struct truth_source *source = data;

    truth_traffic_free(source->traffic);
    g_free(source);
}

void truth_memory_init(struct truth_memory *memory, unsigned block, unsigned smt, unsigned summed)
{
    *memory = (struct truth_memory){.block = block, .live = {.smt = smt, .summed = summed}};
    memory->posted = memory->live;
    memory->sources = g_ptr_array_new_with_free_func(source_free);
    memory->cells = g_ptr_array_new_with_free_func(g_free);
}

void truth_memory_clear(struct truth_memory *memory)
{
    g_ptr_array_unref(memory->sources);
    g_ptr_array_unref(memory->cells);
}

struct truth_source *truth_memory_source(struct truth_memory *memory, const struct p9_action *action)
{
    struct truth_source *source;

    for (guint i = 0; i < memory->sources->len; i++) {
        source = g_ptr_array_index(memory->sources, i);
        if (source->offset == action->offset && source->scale == action->scale &&
            source->units == action->units)
            return source;
    }
    source = g_new0(struct truth_source, 1);
    source->offset = action->offset;
    source->scale = action->scale;
    source->units = action->units;
    source->traffic = truth_traffic_new(P9_TRAFFIC_HZ);
    g_ptr_array_add(memory->sources, source);
    return source;
}

struct truth_cell *truth_memory_cell(struct truth_memory *memory, guint32 offset)
{
    struct truth_cell *cell;

    for (guint i = 0; i < memory->cells->len; i++) {
        cell = g_ptr_array_index(memory->cells, i);
        if (cell->offset == offset)
            return cell;
    }
    cell = g_new0(struct truth_cell, 1);
    cell->offset = offset;
    cell->read = TRUTH_NONE;
    g_ptr_array_add(memory->cells, cell);
    return cell;
}

void truth_source_count(struct truth_source *source, guint64 events)
{
    guint64 before = source->counted / source->scale;

    source->counted += events;
    source->live += source->counted / source->scale - before;
}

guint64 truth_memory_count(const struct truth_memory *memory, guint32 offset, gboolean posted)
{
    guint64 count = 0;

    if (memory->live.smt && truth_executed_counts(offset))
        return truth_executed_word(posted ? &memory->posted : &memory->live, offset);
    for (guint i = 0; i < memory->sources->len; i++) {
        const struct truth_source *source = g_ptr_array_index(memory->sources, i);

        if (source->offset == offset)
            count += posted ? source->posted : source->live;
    }
    return count;
}

guint64 truth_memory_zeroed(const struct truth_memory *memory, guint32 offset)
{
    guint64 count = 0;

    for (guint i = 0; i < memory->sources->len; i++) {
        const struct truth_source *source = g_ptr_array_index(memory->sources, i);

        if (source->offset == offset)
            count += source->zeroed;
    }
    return count;
}

void truth_memory_post(struct truth_memory *memory)
{
    memory->posted = memory->live;
    for (guint i = 0; i < memory->sources->len; i++) {
        struct truth_source *source = g_ptr_array_index(memory->sources, i);
        source->posted = source->live;
    }
    for (guint i = 0; i < memory->cells->len; i++) {
        struct truth_cell *cell = g_ptr_array_index(memory->cells, i);
        cell->posted_base = cell->base;
    }
}
