/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Chooses accesses, and prints them with their neighbours. */
#include "harness/trace/excerpt.h"

#include "harness/trace/accesses.h"
#include "harness/trace/trace_text.h"

#include <string.h>

enum { AROUND = 2 }; /* accesses before and after */

struct excerpts {
    GHashTable *best; /* struct reg to struct excerpt */
};

/* The best access of a trace to a register so far, with its neighbours in the
 * same block. */
struct choice {
    unsigned score, step;
    struct trace_record records[2 * AROUND + 1];
    unsigned n, after; /* number of records; how many of them came after the access */
    GPtrArray *open;   /* its block's list while later records are missing; or NULL */
};

/* The latest records of a block. */
struct block {
    struct trace_record before[AROUND];
    unsigned n;
    GPtrArray *open; /* of struct choice */
};

struct excerpting {
    struct excerpts *excerpts;
    const struct machine_model *model;
    const char *run; /* interned */
    unsigned step;
    GHashTable *choices; /* struct reg to struct choice */
    GHashTable *blocks;  /* number to struct block */
};

static void excerpt_free(gpointer data)
{
    struct excerpt *excerpt = data;

    g_free(excerpt->text);
    g_free(excerpt);
}

struct excerpts *excerpts_new(void)
{
    struct excerpts *excerpts = g_new0(struct excerpts, 1);

    excerpts->best = g_hash_table_new_full(NULL, NULL, NULL, excerpt_free);
    return excerpts;
}

void excerpts_free(struct excerpts *excerpts)
{
    if (excerpts)
        g_hash_table_unref(excerpts->best);
    g_free(excerpts);
}

const struct excerpt *excerpts_find(const struct excerpts *excerpts, const struct reg *reg)
{
    return g_hash_table_lookup(excerpts->best, reg);
}

static gboolean is_access(const struct trace_record *record)
{
    return record->kind == TRACE_READ || record->kind == TRACE_WRITE;
}

/* At least 1. */
static unsigned score_of(const struct trace_record *record, unsigned step)
{
    return 1 + (record->call_path != 0) * 8 + (step != 0) * 4 + (record->kind == TRACE_WRITE) * 2 +
           (record->value != 0);
}

static void block_free(gpointer data)
{
    struct block *block = data;

    g_ptr_array_unref(block->open);
    g_free(block);
}

struct excerpting *excerpting_new(
    struct excerpts *excerpts, const struct machine_model *model, const char *run)
{
    struct excerpting *e = g_new0(struct excerpting, 1);

    e->excerpts = excerpts;
    e->model = model;
    e->run = g_intern_string(run);
    e->choices = g_hash_table_new_full(NULL, NULL, NULL, g_free);
    e->blocks = g_hash_table_new_full(NULL, NULL, NULL, block_free);
    return e;
}

static struct block *block_of(const struct excerpting *e, unsigned number)
{
    struct block *block = g_hash_table_lookup(e->blocks, GUINT_TO_POINTER(number));

    if (!block) {
        block = g_new0(struct block, 1);
        block->open = g_ptr_array_new();
        g_hash_table_insert(e->blocks, GUINT_TO_POINTER(number), block);
    }
    return block;
}

/* Appends @record to all accesses of the block that still lack later
 * records. */
static void add_after(struct block *block, const struct trace_record *record)
{
    for (guint i = block->open->len; i--;) {
        struct choice *choice = g_ptr_array_index(block->open, i);

        choice->records[choice->n++] = *record;
        if (++choice->after == AROUND) {
            choice->open = NULL;
            g_ptr_array_remove_index_fast(block->open, i);
        }
    }
}

static struct choice *choice_of(const struct excerpting *e, const struct reg *reg)
{
    struct choice *choice = g_hash_table_lookup(e->choices, reg);

    if (!choice) {
        choice = g_new0(struct choice, 1);
        g_hash_table_insert(e->choices, (gpointer)(guintptr)reg, choice);
    }
    return choice;
}

static void choose(const struct excerpting *e, struct block *block, const struct reg *reg,
    const struct trace_record *record)
{
    struct choice *choice = choice_of(e, reg);
    unsigned score = score_of(record, e->step);

    if (score <= choice->score)
        return;
    if (choice->open)
        g_ptr_array_remove_fast(choice->open, choice);
    *choice = (struct choice){.score = score, .step = e->step, .open = block->open};
    for (unsigned i = 0; i < block->n; i++)
        choice->records[choice->n++] = block->before[i];
    choice->records[choice->n++] = *record;
    g_ptr_array_add(block->open, choice);
}

static void note_before(struct block *block, const struct trace_record *record)
{
    if (block->n == AROUND)
        memmove(block->before, block->before + 1, (AROUND - 1) * sizeof(*record));
    else
        block->n++;
    block->before[block->n - 1] = *record;
}

void excerpting_add(struct excerpting *e, const struct trace_record *record)
{
    struct access_place place;
    struct block *block;

    if (record->kind == TRACE_STEP_BEGIN)
        e->step = (unsigned)record->value;
    if (!is_access(record))
        return;
    block = block_of(e, record->block);
    add_after(block, record);
    if (access_place_find(e->model, record, &place) && access_register(&place))
        choose(e, block, access_register(&place), record);
    note_before(block, record);
}

static char *lines_of(const struct excerpting *e, const struct choice *choice)
{
    struct output out = {.text = g_string_new(NULL), .columns = OUTPUT_COLUMNS};

    for (unsigned i = 0; i < choice->n; i++)
        trace_text_add(&out, e->model, &choice->records[i]);
    return g_string_free(out.text, FALSE);
}

static void keep_best(const struct excerpting *e)
{
    GHashTableIter iter;
    gpointer reg, value;

    g_hash_table_iter_init(&iter, e->choices);
    while (g_hash_table_iter_next(&iter, &reg, &value)) {
        const struct choice *choice = value;
        const struct excerpt *known = g_hash_table_lookup(e->excerpts->best, reg);
        struct excerpt *fresh;

        if (known && known->score >= choice->score)
            continue;
        fresh = g_new0(struct excerpt, 1);
        *fresh = (struct excerpt){.run = e->run,
            .step = choice->step,
            .text = lines_of(e, choice),
            .score = choice->score};
        g_hash_table_insert(e->excerpts->best, reg, fresh);
    }
}

void excerpting_end(struct excerpting *e)
{
    keep_best(e);
    g_hash_table_unref(e->choices);
    g_hash_table_unref(e->blocks);
    g_free(e);
}
