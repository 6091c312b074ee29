/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Computes the postings of a chip's microcode: groups, modes and availability of units. */
#include "harness/truth/power9/nest.h"

#include "harness/truth/power9/traffic.h"
#include "harness/truth/truth.h"
#include "models/power9/homer.h"
#include "models/power9/power9_blocks.h"

/* Bytes of a group, and the offset of its last word. The microcode keeps the groups back to back, and nothing
 * after them. */
enum { GROUP = 0x110, GROUP_END = 0x108, KEPT = TRUTH_NEST_GROUPS * GROUP };

void truth_nest_init(struct truth_nest *nest, unsigned chip, guint64 availability)
{
    *nest = (struct truth_nest){.availability = availability};
    truth_memory_init(&nest->memory, p9_block(P9_CHIP_MEMORY, chip), 0, 0);
}

/* The group whose updates the word at @offset counts, or -1. */
static int group_at(guint32 offset)
{
    gboolean counts = offset % GROUP == 0 || offset % GROUP == GROUP_END;

    return counts && offset < KEPT ? (int)(offset / GROUP) : -1;
}

guint64 truth_nest_count(const struct truth_nest *nest, guint32 offset)
{
    int group = group_at(offset);

    return truth_memory_count(&nest->memory, offset, TRUE) + (group < 0 ? 0 : nest->updates[group]);
}

guint64 truth_nest_zeroed(const struct truth_nest *nest, guint32 offset)
{
    int group = group_at(offset);

    return truth_memory_zeroed(&nest->memory, offset) + (group < 0 ? 0 : nest->zeroed[group]);
}

gboolean truth_nest_control(struct truth_nest *nest, guint32 offset, guint64 value, guint64 ns)
{
    int reg = offset < P9_IMC_CONTROL_BLOCK ? -1 : reg_bank_at(&nest_bank, offset);

    if (reg == NEST_AVAILABILITY && value != nest->availability) {
        nest->availability_before = nest->availability;
        nest->availability = value;
        nest->changed = ns;
    } else if (reg == NEST_MODE_STATE) {
        nest->mode = value;
    } else if (reg == NEST_STATUS && value == NEST_STATUS_RUN) {
        nest->upto = ns;
    }
    return offset >= P9_IMC_CONTROL_BLOCK;
}

static void zero(struct truth_nest *nest)
{
    struct truth_memory *memory = &nest->memory;

    for (guint i = 0; i < memory->sources->len; i++) {
        struct truth_source *source = g_ptr_array_index(memory->sources, i);

        source->counted = 0;
        source->zeroed = source->live;
        truth_memory_cell(memory, source->offset)->base = 0;
    }
    for (guint i = 0; i < memory->cells->len; i++) {
        struct truth_cell *cell = g_ptr_array_index(memory->cells, i);
        if (cell->offset < KEPT)
            cell->base = 0;
    }
    for (guint i = 0; i < TRUTH_NEST_GROUPS; i++)
        nest->zeroed[i] = nest->updates[i];
    nest->postings = 0;
}

/* In debug mode the first group does not count. */
static gboolean stands_still(const struct truth_nest *nest, guint32 offset)
{
    return nest->mode == NEST_DEBUG1 && offset < GROUP;
}

static gboolean is_there(const struct truth_nest *nest, const struct truth_source *source, guint64 when)
{
    guint64 units = when < nest->changed ? nest->availability_before : nest->availability;

    return !source->units || (units & source->units);
}

static void count(struct truth_nest *nest, guint64 from, guint64 to)
{
    for (guint i = 0; i < nest->memory.sources->len; i++) {
        struct truth_source *source = g_ptr_array_index(nest->memory.sources, i);

        if (is_there(nest, source, from) && !stands_still(nest, source->offset))
            truth_source_count(source, truth_traffic_events(source->traffic, from, to));
    }
}

static void count_updates(struct truth_nest *nest, guint64 postings)
{
    for (guint i = 0; i < TRUTH_NEST_GROUPS; i++)
        if (!stands_still(nest, i * GROUP))
            nest->updates[i] += postings - nest->postings;
    nest->postings = postings;
}

char *truth_nest_post(struct truth_nest *nest, const struct trace_record *record)
{
    guint64 from = record->time - record->offset * NEST_POLL_NS;
    char *wrong = NULL;

    if (!record->offset) {
        zero(nest);
    } else {
        if (from != nest->upto)
            wrong = g_strdup_printf("chip%u: a posting covers counts from %.9f s on, but the "
                                    "previous one ended at %.9f s",
                p9_block_index(record->block), (double)from / 1e9, (double)nest->upto / 1e9);
        count(nest, from, record->time);
        count_updates(nest, record->value);
        nest->upto = record->time;
    }
    truth_memory_post(&nest->memory);
    return wrong;
}
