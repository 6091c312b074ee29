/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Chooses accesses, and prints them with their neighbours. */
#include "harness/trace/excerpt.h"

#include "harness/trace/accesses.h"
#include "harness/trace/trace_text.h"

enum { AROUND = 2 }; /* accesses before and after */

struct excerpts {
    GHashTable *best; /* struct reg to struct excerpt */
};

/* The best access of a trace to a register so far. */
struct choice {
    gsize at;
    unsigned score, step;
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
    return 1 + (record->way != 0) * 8 + (step != 0) * 4 + (record->kind == TRACE_WRITE) * 2 +
           (record->value != 0);
}

static void choose(GHashTable *choices, const struct reg *reg, const struct choice *candidate)
{
    struct choice *known = g_hash_table_lookup(choices, reg);

    if (!known) {
        known = g_new0(struct choice, 1);
        g_hash_table_insert(choices, (gpointer)(guintptr)reg, known);
    }
    if (candidate->score > known->score)
        *known = *candidate;
}

static GHashTable *choices_of(const struct machine_model *model, const struct trace_record *records, gsize n)
{
    GHashTable *choices = g_hash_table_new_full(NULL, NULL, NULL, g_free);
    unsigned step = 0;

    for (gsize i = 0; i < n; i++) {
        struct access_place place;
        const struct reg *reg;

        if (records[i].kind == TRACE_STEP_BEGIN)
            step = (unsigned)records[i].value;
        if (!is_access(&records[i]) || !access_place_find(model, &records[i], &place))
            continue;
        reg = access_register(&place);
        if (reg)
            choose(choices, reg, &(struct choice){i, score_of(&records[i], step), step});
    }
    return choices;
}

/* The place of the access to the block of record @at that is @count before it; @at itself if there are less.
 */
static gsize before(const struct trace_record *records, gsize at, unsigned count)
{
    gsize found = at;

    for (gsize i = at; i && count; i--)
        if (is_access(&records[i - 1]) && records[i - 1].block == records[at].block) {
            found = i - 1;
            count--;
        }
    return found;
}

static char *lines_around(
    const struct machine_model *model, const struct trace_record *records, gsize n, gsize at)
{
    struct output out = {.text = g_string_new(NULL), .columns = OUTPUT_COLUMNS};
    unsigned after = 0;

    for (gsize i = before(records, at, AROUND); i < n && after <= AROUND; i++) {
        if (!is_access(&records[i]) || records[i].block != records[at].block)
            continue;
        trace_text_add(&out, model, &records[i]);
        after += i >= at;
    }
    return g_string_free(out.text, FALSE);
}

void excerpts_add(struct excerpts *excerpts, const struct machine_model *model, const char *run,
    const struct trace_record *records, gsize n)
{
    g_autoptr(GHashTable) choices = choices_of(model, records, n);
    GHashTableIter iter;
    gpointer reg, value;

    g_hash_table_iter_init(&iter, choices);
    while (g_hash_table_iter_next(&iter, &reg, &value)) {
        const struct choice *choice = value;
        const struct excerpt *known = g_hash_table_lookup(excerpts->best, reg);
        struct excerpt *fresh;

        if (known && known->score >= choice->score)
            continue;
        fresh = g_new0(struct excerpt, 1);
        *fresh = (struct excerpt){.run = g_intern_string(run),
            .step = choice->step,
            .text = lines_around(model, records, n, choice->at),
            .score = choice->score};
        g_hash_table_insert(excerpts->best, reg, fresh);
    }
}
