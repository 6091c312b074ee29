/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Finds a step's writes to a register, for figures such as writes:imc0.PMON_CTL0. */
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
    for (place->block = 0; place->block < model->end_block; place->block++) {
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
    place->block = access_block_named(
        model, (const struct trace_record *)(const void *)records->data, records->len, block, place->block);
    return TRUE;
}

/* Counts writes in @step and notes the value of number @wanted, or of the last one for 0. */
static guint64 count_writes(
    const GArray *records, unsigned step, const struct place *place, guint64 wanted, guint64 *value)
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
            *value = record->value;
    }
    return n;
}

gboolean step_writes_figure(
    const struct machine_model *model, const GArray *records, unsigned step, const char *name, gint64 *figure)
{
    gboolean counts = g_str_has_prefix(name, "writes:");
    g_auto(GStrv) parts = NULL;
    guint64 wanted = 0, value = 0, n;
    struct place place;

    if (!counts && !g_str_has_prefix(name, "write:"))
        return FALSE;
    parts = g_strsplit(strchr(name, ':') + 1, "#", 2);
    if (!parts[0] || !find_place(model, records, parts[0], &place) ||
        (parts[1] && (counts || !g_ascii_string_to_unsigned(parts[1], 10, 1, G_MAXUINT, &wanted, NULL))))
        return FALSE;
    n = count_writes(records, step, &place, wanted, &value);
    *figure = (gint64)(counts ? n : value);
    return counts || n >= MAX(wanted, 1);
}
