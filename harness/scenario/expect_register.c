/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Finds the registers that expectations name, and their values in a trace. */
#include "harness/scenario/expect_register.h"

#include "harness/base/did_you_mean.h"
#include "harness/trace/accesses.h"

#include <string.h>

/* Finds "REGISTER" or "REGISTER.FIELD" in @bank. */
static gboolean find_in_bank(
    const struct reg_bank *bank, const char *name, struct expect_register *at)
{
    const char *dot = strchr(name, '.');
    g_autofree char *stem = dot ? g_strndup(name, (gsize)(dot - name)) : g_strdup(name);
    int reg = reg_bank_named(bank, stem);

    if (reg < 0)
        return FALSE;
    at->reg = &bank->regs[reg];
    at->field = dot ? reg_field_named(at->reg, dot + 1) : -1;
    return !dot || at->field >= 0;
}

/* A block with many functions has no register that such a name could mean. */
gboolean expect_register_next(
    struct expect_register *at, const struct machine_model *model, unsigned from)
{
    char name[MACHINE_BLOCK_NAME], function[8];
    const struct reg_bank *bank;

    for (at->block = from; at->block < model->end_block;
         at->block = machine_block_after(model, at->block)) {
        guint32 offset = 0;
        gsize n;

        if (!model->block(at->block, name, sizeof(name), &bank) || !bank)
            continue;
        if (model->function && model->function(bank, &offset, function, sizeof(function)))
            continue;
        n = strlen(name);
        if (!strncmp(at->path, name, n) && at->path[n] == '.' &&
            find_in_bank(bank, at->path + n + 1, at))
            return TRUE;
    }
    return FALSE;
}

/* The block with the longest name that @path begins with, and its registers;
 * NULL: there is none. */
static const struct reg_bank *find_block(
    const struct machine_model *model, const char *path, char name[MACHINE_BLOCK_NAME])
{
    const struct reg_bank *bank, *found = NULL;
    char other[MACHINE_BLOCK_NAME];

    *name = '\0';
    for (unsigned block = 0; block < model->end_block; block = machine_block_after(model, block)) {
        if (!model->block(block, other, sizeof(other), &bank) || !bank)
            continue;
        gsize n = strlen(other);
        if (n <= strlen(name) || strncmp(path, other, n) || path[n] != '.')
            continue;
        g_strlcpy(name, other, MACHINE_BLOCK_NAME);
        found = bank;
    }
    return found;
}

static void list_name(GString *list, const char *name)
{
    g_string_append_printf(list, "%s%s", list->len ? ", " : "", name);
}

/* The error in @path: the register or the field, with a suggestion. */
static char *describe_wrong(const struct machine *machine, const char *path)
{
    char block[MACHINE_BLOCK_NAME];
    const struct reg_bank *bank = find_block(machine->model, path, block);
    g_autoptr(GString) names = g_string_new(NULL);
    g_auto(GStrv) words = bank ? g_strsplit(path + strlen(block) + 1, ".", 2) : NULL;
    g_autofree char *hint = NULL;
    int reg;

    if (!words || !words[0])
        return g_strdup_printf(
            "no register '%s'; expected BLOCK.REGISTER or BLOCK.REGISTER.FIELD, and "
            "`pmulab describe %s` lists them",
            path, machine->name);
    reg = reg_bank_named(bank, words[0]);
    if (reg < 0) {
        for (unsigned i = 0; i < bank->n_regs; i++)
            list_name(names, bank->regs[i].name);
        hint = did_you_mean(words[0], names->str);
        return g_strdup_printf("%s has no register '%s'%s", block, words[0], hint);
    }
    for (unsigned i = 0; i < bank->regs[reg].n_fields; i++)
        if (bank->regs[reg].fields[i].access != REG_RV)
            list_name(names, bank->regs[reg].fields[i].name);
    hint = did_you_mean(words[1] ? words[1] : "", names->str);
    return g_strdup_printf(
        "%s.%s has no field '%s'%s", block, words[0], words[1] ? words[1] : "", hint);
}

gboolean expect_register_find(
    struct expect_register *at, const struct machine *machine, char **wrong)
{
    if (expect_register_next(at, machine->model, 0))
        return TRUE;
    *wrong = describe_wrong(machine, at->path);
    return FALSE;
}

/* ---- in a trace ---- */

gboolean expect_register_bind(struct expect_register *at, const struct expect_register *named,
    const struct trace_part *part, char **why)
{
    char name[MACHINE_BLOCK_NAME];
    const struct reg_bank *bank;

    *at = *named;
    part->model->block(named->block, name, sizeof(name), &bank);
    at->block = access_block_named(part->model, part->records, part->to, name, named->block);
    part->model->block(at->block, name, sizeof(name), &bank);
    if (find_in_bank(bank, at->path + strlen(name) + 1, at))
        return TRUE;
    *why = g_strdup_printf("%s: the run's hardware has no such register, or field", at->path);
    return FALSE;
}

guint64 expect_register_covers(const struct expect_register *at, const struct machine_model *model,
    const struct trace_record *record, guint64 *value)
{
    struct access_place place;
    guint64 lanes;

    *value = 0;
    if (record->block != at->block || !access_place_find(model, record, &place) || !place.bank)
        return 0;
    lanes = access_lanes(&place, at->reg);
    if (lanes)
        *value = access_value(&place, at->reg, record->value);
    return lanes;
}

guint64 expect_register_field(const struct expect_register *at, guint64 value)
{
    return at->field < 0 ? value : reg_get(at->reg, (unsigned)at->field, value);
}

guint64 expect_register_bits(const struct expect_register *at)
{
    return at->field < 0 ? reg_low_bits(at->reg->width)
                         : reg_field_mask(at->reg, &at->reg->fields[at->field]);
}

void expect_register_show(struct expect_shown *shown, const struct expect_register *at,
    const struct trace_part *part, gsize i)
{
    const struct trace_record *record = &part->records[i];
    gboolean write = record->kind == TRACE_WRITE;
    guint64 value, lanes;

    if (!write && record->kind != TRACE_READ && record->kind != TRACE_MASKED)
        return;
    if (write && i + 1 < part->to && record[1].kind == TRACE_DROPPED)
        return;
    lanes = expect_register_covers(at, part->model, record, &value);
    if (!lanes)
        return;
    if (write)
        value = reg_write(at->reg, shown->value, value, lanes);
    shown->value = (shown->value & ~lanes) | (value & lanes);
    shown->known |= lanes;
}
