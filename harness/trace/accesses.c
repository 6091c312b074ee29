/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Maps accesses of a trace to registers, bits and names, for `pmulab trace`,
 * lint and the verdicts. */
#include "harness/trace/accesses.h"

#include "harness/hardware/registers.h"
#include "harness/trace/call_paths.h"
#include "models/sim/clock.h"

#include <string.h>

gboolean access_is_record(const struct trace_record *record)
{
    return record->kind == TRACE_READ || record->kind == TRACE_WRITE || record->kind == TRACE_LATCH;
}

gboolean access_place_find(const struct machine_model *model, const struct trace_record *record,
    struct access_place *place)
{
    *place = (struct access_place){.offset = record->offset, .size = record->size};
    if (!model->block(record->block, place->block, sizeof(place->block), &place->bank))
        return FALSE;
    if (place->bank && model->function)
        model->function(place->bank, &place->offset, place->function, sizeof(place->function));
    return TRUE;
}

gboolean access_append_event(
    GString *text, const struct machine_model *model, const struct trace_record *record)
{
    struct access_place place;
    char name[MACHINE_EVENT_NAME];

    if (!model->word_name || !access_place_find(model, record, &place) || access_register(&place) ||
        !model->word_name(record->block, record->offset, name, sizeof(name)))
        return FALSE;
    g_string_append(text, name);
    return TRUE;
}

unsigned access_block_named(const struct machine_model *model, const struct trace_record *records,
    gsize n, const char *name, unsigned otherwise)
{
    unsigned looked_at = model->end_block;

    for (gsize i = 0; i < n; i++) {
        char found[MACHINE_BLOCK_NAME];
        const struct reg_bank *bank;

        if (!access_is_record(&records[i]) || records[i].block == looked_at)
            continue;
        looked_at = records[i].block;
        if (model->block(looked_at, found, sizeof(found), &bank) && !strcmp(found, name))
            return looked_at;
    }
    return otherwise;
}

guint64 access_lanes(const struct access_place *place, const struct reg *reg)
{
    guint64 from = MAX(place->offset, reg->offset);
    guint64 to = MIN((guint64)place->offset + place->size, reg->offset + reg->width / 8u);

    if (reg_bank_numbered(place->bank))
        return place->offset == reg->offset ? reg_low_bits(reg->width) : 0;
    if (from >= to)
        return 0;
    return reg_low_bits((unsigned)(to - from) * 8) << (from - reg->offset) * 8;
}

guint64 access_value(const struct access_place *place, const struct reg *reg, guint64 value)
{
    guint64 lanes = access_lanes(place, reg);

    if (!lanes || reg_bank_numbered(place->bank))
        return value & lanes;
    if (place->offset >= reg->offset)
        return value << (place->offset - reg->offset) * 8 & lanes;
    return value >> (reg->offset - place->offset) * 8 & lanes;
}

/* The next register after number @i that the access touches, or -1. Begin with
 * -1. */
static int next_register(const struct access_place *place, int i)
{
    for (i++; place->bank && i < (int)place->bank->n_regs; i++)
        if (access_lanes(place, &place->bank->regs[i]))
            return i;
    return -1;
}

const struct reg *access_register(const struct access_place *place)
{
    int i = next_register(place, -1);

    return i < 0 ? NULL : &place->bank->regs[i];
}

void access_append_name(GString *text, const struct access_place *place)
{
    int i = next_register(place, -1);
    const struct reg *reg = i < 0 ? NULL : &place->bank->regs[i];

    g_string_append(text, place->block);
    if (*place->function)
        g_string_append_printf(text, " %s", place->function);
    if (!reg) {
        g_string_append_printf(text, "+0x%02x", place->offset);
        return;
    }
    g_string_append_printf(text, "%s%s", *place->function ? " " : ".", reg->name);
    if (next_register(place, i) >= 0) {
        g_string_append(text, "..");
    } else if (access_lanes(place, reg) != reg_low_bits(reg->width)) {
        g_string_append_c(text, '[');
        register_append_bits(text, reg, access_lanes(place, reg));
        g_string_append_c(text, ']');
    }
}

guint access_append_differences(
    GString *text, const struct reg *reg, guint64 found, guint64 wanted, const char *whose)
{
    guint n = 0;

    for (unsigned i = 0; i < reg->n_fields; i++) {
        const guint64 is = reg_get(reg, i, found), has = reg_get(reg, i, wanted);

        if (is == has)
            continue;
        g_string_append_printf(text,
            "%s%s is 0x%" G_GINT64_MODIFIER "x, %s 0x%" G_GINT64_MODIFIER "x", n++ ? "; " : "",
            reg->fields[i].name, is, whose, has);
    }
    return n;
}

char *access_time_text(guint64 ns)
{
    return g_strdup_printf("%" G_GUINT64_FORMAT ".%09" G_GUINT64_FORMAT " s",
        (guint64)(ns / SIM_NS_PER_S), (guint64)(ns % SIM_NS_PER_S));
}

char *access_place_text(const struct machine_model *model, const struct trace_record *record)
{
    char name[MACHINE_BLOCK_NAME], word[MACHINE_EVENT_NAME];
    const struct reg_bank *bank = NULL;
    int reg;

    if (!model->block(record->block, name, sizeof(name), &bank))
        return g_strdup_printf("block %u+0x%x", record->block, record->offset);
    reg = bank ? reg_bank_at(bank, record->offset) : -1;
    if (reg < 0 && model->word_name &&
        model->word_name(record->block, record->offset, word, sizeof(word)))
        return g_strdup_printf("%s.%s", name, word);
    if (reg < 0)
        return g_strdup_printf("%s+0x%x", name, record->offset);
    return g_strdup_printf("%s.%s%s", name, bank->regs[reg].name,
        record->offset == bank->regs[reg].offset ? "" : "+4");
}

char *access_text(const struct machine_model *model, const struct trace_record *record)
{
    g_autofree char *time = access_time_text(record->time);
    g_autofree char *place = access_place_text(model, record);
    g_autofree char *call_path = call_path_text(record);

    return g_strdup_printf("%s %s 0x%" G_GINT64_MODIFIER "x (%s, CPU %u%s%s)", place,
        record->kind == TRACE_WRITE ? "<-" : "=", (guint64)record->value, time, record->cpu,
        call_path ? ", by " : "", call_path ? call_path : "");
}
