/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Finds registers by the names that users type, and prints values as fields,
 * for `describe`, `decode`, `encode`, scenarios and traces. */
#include "harness/hardware/registers.h"

#include "harness/base/append.h"
#include "harness/base/did_you_mean.h"
#include "harness/base/error.h"
#include "harness/base/hash.h"
#include "harness/hardware/blocks.h"

#include <string.h>

/* The rest of @path after "@name." ("" if it is just @name), or NULL if @path
 * does not begin with @name. */
static const char *after(const char *path, const char *name)
{
    size_t n = strlen(name);

    if (g_ascii_strncasecmp(path, name, n) != 0 || (path[n] && path[n] != '.'))
        return NULL;
    return path + n + (path[n] == '.');
}

/* The bank of the block at the start of @path; *@rest is the rest. */
static const struct reg_bank *find_bank(
    const struct machine_model *model, const char *path, const char **rest)
{
    const struct reg_bank *bank, *found = NULL;
    const char *after_name;
    char name[MACHINE_BLOCK_NAME];

    for (const struct reg_bank *const *b = model->banks; *b; b++)
        if ((*rest = after(path, (*b)->name)))
            return *b;
    /* "cpu0" and "cpu0.apic" can both be blocks. */
    for (unsigned i = 0; i < model->end_block; i = machine_block_after(model, i))
        if (model->block(i, name, sizeof(name), &bank) && bank &&
            (after_name = after(path, name)) && (!found || after_name > *rest)) {
            found = bank;
            *rest = after_name;
        }
    return found;
}

/* @list lacks @word. */
static gboolean usage(GError **error, const char *complaint, const char *word, GString *list)
{
    g_autofree char *hint = did_you_mean(word, list->str);

    return error_usage(error, "%s%s", complaint, hint);
}

static void list_name(GString *list, const char *prefix, const char *name)
{
    g_string_append_printf(list, "%s%s%s", list->len ? ", " : "", prefix, name);
}

static gboolean fail_register(const struct register_place *place, const char *name, GError **error)
{
    g_autoptr(GString) list = g_string_new(NULL);
    g_autofree char *block = register_place_name(place);
    g_autofree char *complaint = g_strdup_printf("%s has no register '%s'", block, name);

    for (unsigned i = 0; i < place->bank->n_regs; i++)
        list_name(list, "", place->bank->regs[i].name);
    return usage(error, complaint, name, list);
}

static gboolean fail_block(const struct machine *machine, const char *path, GError **error)
{
    g_autoptr(GString) list = g_string_new(NULL);
    g_autofree char *word = g_strndup(path, strcspn(path, "."));
    g_autofree char *complaint = g_strdup_printf("%s has no block '%s'", machine->name, word);

    for (const struct reg_bank *const *b = machine->model->banks; *b; b++)
        list_name(list, "", (*b)->name);
    return usage(error, complaint, word, list);
}

/* Suggests a machine, or a block or register of any machine. */
static gboolean fail_anything(const char *path, GError **error)
{
    g_autoptr(GString) list = g_string_new(NULL);
    g_autofree char *word = g_strndup(path, strcspn(path, "."));
    g_autofree char *machines = machine_names();
    g_autofree char *meant = NULL;
    const struct machine *machine;

    for (unsigned i = 0; (machine = machine_number(i)); i++) {
        list_name(list, "", machine->name);
        for (const struct reg_bank *const *b = machine->model->banks; *b; b++) {
            list_name(list, "", (*b)->name);
            for (unsigned r = 0; r < (*b)->n_regs; r++)
                list_name(list, "", (*b)->regs[r].name);
        }
    }
    meant = did_you_mean_word(word, list->str);
    return error_usage(error,
        "no machine, block or register '%s'%s%s%s machines: %s; `pmulab describe MACHINE` lists "
        "blocks",
        word, meant ? "; did you mean " : "", meant ? meant : "", meant ? "? The" : "; the",
        machines);
}

/* Finds block and register of a known machine. */
static gboolean find_in_machine(const char *path, struct register_place *place, GError **error)
{
    const char *rest;
    int reg;

    place->bank = find_bank(place->machine->model, path, &rest);
    if (!place->bank)
        return fail_block(place->machine, path, error);
    if (!*rest)
        return TRUE;
    reg = reg_bank_named(place->bank, rest);
    if (reg < 0)
        return fail_register(place, rest, error);
    place->reg = &place->bank->regs[reg];
    return TRUE;
}

/* Whether @bank is a variant of another block with a register called @name, and
 * is listed as that one. */
static gboolean stands_for_other(
    const struct machine_model *model, const struct reg_bank *bank, const char *name)
{
    const struct reg_bank *of = block_variant_of(model, bank);

    return of && reg_bank_named(of, name) >= 0;
}

/*
 * Finds the register called @name if one kind of block has it. TRUE with an
 * @error that lists the places if several have it; FALSE if none has.
 */
static gboolean find_by_own_name(const char *name, struct register_place *place, GError **error)
{
    g_autoptr(GString) list = g_string_new(NULL);
    const struct machine *machine;
    unsigned n = 0;

    for (unsigned i = 0; (machine = machine_number(i)); i++)
        for (const struct reg_bank *const *b = machine->model->banks; *b; b++) {
            int reg = reg_bank_named(*b, name);

            if (reg < 0 || stands_for_other(machine->model, *b, name))
                continue;
            *place = (struct register_place){machine, *b, &(*b)->regs[reg]};
            g_autofree char *path = register_place_name(place);
            list_name(list, "", path);
            n++;
        }
    if (n > 1)
        error_usage(
            error, "several blocks have a register '%s': expected one of %s", name, list->str);
    return n > 0;
}

/* Whether @machine has the block at the start of @path, and the register in
 * it. */
static gboolean has_path(const struct machine *machine, const char *path)
{
    struct register_place place = {.machine = machine};

    return find_in_machine(path, &place, NULL);
}

/* The machine that has the block at the start of @path; if several have it, the
 * one that has the register. */
static const struct machine *machine_with_block(const char *path, GError **error)
{
    const struct machine *machine, *found = NULL;
    const char *rest;

    for (unsigned i = 0; (machine = machine_number(i)); i++) {
        if (!find_bank(machine->model, path, &rest) || (found && !has_path(machine, path)))
            continue;
        if (found && has_path(found, path)) {
            error_usage(error, "'%s' could be %s.%s or %s.%s: name the machine", path, found->name,
                path, machine->name, path);
            return NULL;
        }
        found = machine;
    }
    if (!found)
        fail_anything(path, error);
    return found;
}

static gboolean is_block(const char *path)
{
    const struct machine *machine;
    const char *rest;

    for (unsigned i = 0; (machine = machine_number(i)); i++)
        if (find_bank(machine->model, path, &rest))
            return TRUE;
    return FALSE;
}

gboolean register_place_find(const char *path, struct register_place *place, GError **error)
{
    const struct machine *machine;
    const char *rest = NULL;
    GError *several = NULL;

    for (unsigned i = 0; (machine = machine_number(i)); i++)
        if ((rest = after(path, machine->name)))
            break;
    *place = (struct register_place){.machine = machine};
    if (machine && rest)
        return !*rest || find_in_machine(rest, place, error);
    if (!is_block(path) && find_by_own_name(path, place, &several)) {
        if (several)
            g_propagate_error(error, several);
        return !several;
    }
    *place = (struct register_place){.machine = NULL};
    place->machine = machine_with_block(path, error);
    return place->machine && find_in_machine(path, place, error);
}

static void fail_no_register(const char *path, const struct register_place *place, GError **error)
{
    struct register_place example = {place->machine, place->bank, NULL};
    g_autofree char *name = NULL;

    if (!example.bank)
        example.bank = example.machine->model->banks[0];
    example.reg = &example.bank->regs[0];
    name = register_place_name(&example);
    error_usage(error, "'%s' is a %s: expected a register, such as %s", path,
        place->bank ? "block" : "machine", name);
}

gboolean register_find(const char *path, struct register_place *place, GError **error)
{
    if (!register_place_find(path, place, error))
        return FALSE;
    if (!place->reg)
        fail_no_register(path, place, error);
    return place->reg != NULL;
}

char *register_place_name(const struct register_place *place)
{
    const char *block = place->bank ? place->bank->name : NULL;

    return g_strjoin(".", place->machine->name, block, place->reg ? place->reg->name : NULL, NULL);
}

/* A cached name. Models search tables of events, and a trace repeats few
 * values. */
struct named {
    const struct machine_model *model;
    const struct reg *reg;
    uint64_t value;
    unsigned field;
    const char *name;
};

enum { NAMED_BITS = 12 };

const char *register_value_name(
    const struct machine_model *model, const struct reg *reg, unsigned field, uint64_t value)
{
    static _Thread_local struct named latest[1 << NAMED_BITS];
    struct named *named =
        &latest[hash_top(value ^ (uintptr_t)reg ^ (uint64_t)field << 40, NAMED_BITS)];

    if (!model->value_name)
        return NULL;
    if (named->model != model || named->reg != reg || named->value != value ||
        named->field != field)
        *named = (struct named){model, reg, value, field, model->value_name(reg, field, value)};
    return named->name;
}

const char *register_access_word(enum reg_access access)
{
    return reg_access_word(access == REG_ACTION ? REG_WO : access);
}

char *register_hex(unsigned bits, guint64 value)
{
    return g_strdup_printf("0x%0*" G_GINT64_MODIFIER "x", (int)(bits + 3) / 4, value);
}

gboolean register_parse_number(const char *text, guint64 *value)
{
    gboolean hex = g_ascii_strncasecmp(text, "0x", 2) == 0;
    const char *digits = hex ? text + 2 : text;

    /* strtoull() would also accept a sign, blanks, or no digits. */
    if (!*digits || digits[strspn(digits, hex ? "0123456789abcdefABCDEF" : "0123456789")])
        return FALSE;
    return g_ascii_string_to_unsigned(digits, hex ? 16 : 10, 0, G_MAXUINT64, value, NULL);
}

static unsigned low_bit(guint64 mask)
{
    return (unsigned)__builtin_ctzll(mask);
}

static unsigned high_bit(guint64 mask)
{
    return 63u - (unsigned)__builtin_clzll(mask);
}

void register_append_bits(GString *text, const struct reg *reg, guint64 mask)
{
    unsigned first = high_bit(mask), last = low_bit(mask);

    if (reg->numbering == REG_MSB0) {
        first = reg->width - 1u - first;
        last = reg->width - 1u - last;
    }
    append_decimal(text, first, 0);
    if (first == last)
        return;
    g_string_append_c(text, ':');
    append_decimal(text, last, 0);
}

/* Wide fields are counts, which people read in decimal; narrow ones are codes
 * and masks. */
static gboolean is_wide(guint64 field_mask)
{
    return high_bit(field_mask) - low_bit(field_mask) >= 32;
}

gboolean register_counts(const struct reg *reg)
{
    guint64 fields = 0;
    unsigned n = 0;

    for (unsigned i = 0; i < reg->n_fields; i++)
        if (reg->fields[i].access != REG_RV) {
            fields |= reg_field_mask(reg, &reg->fields[i]);
            n++;
        }
    return n == 1 && is_wide(fields);
}

static void append_number(GString *text, guint64 field_mask, guint64 number)
{
    if (number < 10 || is_wide(field_mask)) {
        append_decimal(text, number, 0);
        return;
    }
    g_string_append(text, "0x");
    append_hex(text, number, 0);
}

/* Appends the value of field number @field in @value: its name if it has one,
 * else a number. */
static void append_value(GString *text, const struct machine_model *model, const struct reg *reg,
    unsigned field, guint64 value)
{
    const char *name = register_value_name(model, reg, field, value);

    if (name)
        g_string_append(text, name);
    else
        append_number(text, reg_field_mask(reg, &reg->fields[field]), reg_get(reg, field, value));
}

/* Appends one field for register_append_fields(), which covers @lanes of it. */
static void append_field(GString *text, const struct machine_model *model, const struct reg *reg,
    unsigned field, guint64 value, guint64 lanes)
{
    guint64 mask = reg_field_mask(reg, &reg->fields[field]);

    g_string_append(text, reg->fields[field].name);
    if (lanes != mask || reg->fields[field].access == REG_RV) {
        g_string_append_c(text, '[');
        register_append_bits(text, reg, lanes);
        g_string_append_c(text, ']');
    }
    g_string_append_c(text, '=');
    if (lanes == mask)
        append_value(text, model, reg, field, value);
    else
        append_number(text, mask, (value & lanes) >> low_bit(lanes));
}

void register_append_fields(GString *text, const struct machine_model *model, const struct reg *reg,
    guint64 value, guint64 lanes)
{
    gboolean any = FALSE;

    value &= lanes;
    if (!value || reg->n_fields == 1)
        return;
    for (unsigned i = 0; i < reg->n_fields; i++) {
        guint64 covered = reg_field_mask(reg, &reg->fields[i]) & lanes;
        if (!(value & covered) && !(covered && register_value_name(model, reg, i, value)))
            continue;
        if (any)
            g_string_append_c(text, ' ');
        append_field(text, model, reg, i, value, covered);
        any = TRUE;
    }
}
