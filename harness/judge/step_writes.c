/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Finds a step's writes to a register, for figures such as
 * writes:imc0.PMON_CTL0. */
#include "harness/judge/step_writes.h"

#include "harness/trace/accesses.h"

#include <stdlib.h>
#include <string.h>

struct place {
    unsigned block;
    guint32 offset;
};

static gboolean find_register(
    const struct machine_model *model, const char *block, const char *reg, struct place *place)
{
    for (place->block = 0; place->block < model->end_block;
         place->block = machine_block_after(model, place->block)) {
        char name[MACHINE_BLOCK_NAME];
        const struct reg_bank *bank = NULL;
        int index;

        if (!model->block(place->block, name, sizeof(name), &bank) || !bank || strcmp(name, block))
            continue;
        index = reg_bank_named(bank, reg);
        if (index < 0)
            continue;
        place->offset = bank->regs[index].offset;
        return TRUE;
    }
    return FALSE;
}

/* "pmcu0.FSM_CFG": a block's name may contain dots, a register's does not. */
static gboolean find_place(
    const struct machine_model *model, const GArray *records, const char *path, struct place *place)
{
    const char *dot = strrchr(path, '.');
    g_autofree char *block = dot ? g_strndup(path, (gsize)(dot - path)) : NULL;

    if (!dot || !find_register(model, block, dot + 1, place))
        return FALSE;
    place->block =
        access_block_named(model, (const struct trace_record *)(const void *)records->data,
            records->len, block, place->block);
    return TRUE;
}

/* Counts writes in @step and finds number @wanted, or the last one for 0. */
static guint64 count_writes(const GArray *records, unsigned step, const struct place *place,
    guint64 wanted, const struct trace_record **found)
{
    gboolean inside = FALSE;
    guint64 n = 0;

    for (guint i = 0; i < records->len; i++) {
        const struct trace_record *record = &g_array_index(records, struct trace_record, i);

        if (record->kind == TRACE_STEP_BEGIN || record->kind == TRACE_STEP_END)
            inside = record->kind == TRACE_STEP_BEGIN && record->value == step;
        if (!inside || record->kind != TRACE_WRITE || record->block != place->block ||
            record->offset != place->offset)
            continue;
        n++;
        if (!wanted || n == wanted)
            *found = record;
    }
    return n;
}

/* The parts of a figure's name. */
struct asked {
    gboolean counts;
    guint64 wanted; /* the number of the write; 0: the last */
    struct place place;
};

static gboolean parse(
    const struct machine_model *model, const GArray *records, const char *name, struct asked *asked)
{
    g_auto(GStrv) parts = NULL;

    *asked = (struct asked){.counts = g_str_has_prefix(name, "writes:")};
    if (!asked->counts && !g_str_has_prefix(name, "write:"))
        return FALSE;
    parts = g_strsplit(strchr(name, ':') + 1, "#", 2);
    return parts[0] && find_place(model, records, parts[0], &asked->place) &&
           (!parts[1] || (!asked->counts && g_ascii_string_to_unsigned(
                                                parts[1], 10, 1, G_MAXUINT, &asked->wanted, NULL)));
}

gboolean step_writes_figure(const struct machine_model *model, const GArray *records, unsigned step,
    const char *name, gint64 *figure)
{
    const struct trace_record *found = NULL;
    struct asked asked;
    guint64 n;

    if (!parse(model, records, name, &asked))
        return FALSE;
    n = count_writes(records, step, &asked.place, asked.wanted, &found);
    if (!asked.counts && n < MAX(asked.wanted, 1))
        return FALSE;
    *figure = (gint64)(asked.counts ? n : found->value);
    return TRUE;
}

char *step_writes_text(const struct machine_model *model, const GArray *records, unsigned step,
    const char *name, const guint64 *wanted)
{
    const struct trace_record *found = NULL;
    g_autoptr(GString) fields = g_string_new(NULL);
    g_autofree char *access = NULL;
    struct access_place place;
    const struct reg *reg;
    struct asked asked;

    if (!parse(model, records, name, &asked))
        return NULL;
    count_writes(records, step, &asked.place, asked.wanted, &found);
    if (!found)
        return NULL;
    access = access_text(model, found);
    if (wanted && !asked.counts && access_place_find(model, found, &place) &&
        (reg = access_register(&place)) &&
        access_append_differences(fields, reg, found->value, *wanted, "expected"))
        return g_strdup_printf("%s: %s", access, fields->str);
    return g_steal_pointer(&access);
}
