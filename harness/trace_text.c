/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "harness/trace_text.h"

#include "harness/accesses.h"
#include "harness/registers.h"
#include "models/sim/clock.h"

/* Columns, so that lines of the usual registers keep within OUTPUT_COLUMNS. */
enum { TIME = 14, CPU = 3, PC = 16, NAME = 26, VALUE = 10 };

static const char *kind_name(enum trace_kind kind)
{
    static const char *const names[TRACE_N_KINDS] = {
        [TRACE_READ] = "read",
        [TRACE_WRITE] = "write",
        [TRACE_STEP_BEGIN] = "step-begin",
        [TRACE_STEP_END] = "step-end",
        [TRACE_PLAN] = "plan",
        [TRACE_OVERFLOW] = "overflow",
        [TRACE_REFUSED] = "refused",
    };

    return names[kind];
}

void trace_text_headings(struct output *out)
{
    g_autofree char *line = g_strdup_printf("%*s %*s %*s    %-*s %-*s %s\n", TIME, "seconds", CPU, "cpu", PC,
        "pc", NAME, "register", VALUE, "value", "fields");

    output_add(out, OUTPUT_BOLD, line);
}

static void add_time(struct output *out, const struct trace_record *record)
{
    output_printf(out, "%*" G_GUINT64_FORMAT ".%09" G_GUINT64_FORMAT, TIME - 10,
        (guint64)(record->time / SIM_NS_PER_S), (guint64)(record->time % SIM_NS_PER_S));
}

static void add_cpu(struct output *out, const struct trace_record *record)
{
    output_printf(out, " %*u %016" G_GINT64_MODIFIER "x ", CPU, record->cpu, (guint64)record->pc);
}

static void append_whole(
    GString *text, const struct access_place *place, const struct reg *reg, guint64 value)
{
    g_autofree char *hex = register_hex(reg->width, access_value(place, reg, value));

    g_string_append_printf(text, "%s%s=%s", text->len ? " " : "", reg->name, hex);
}

/* The fields of the register that the access touches; if it touches several, these, each as a whole. */
static void append_fields(
    GString *text, const struct machine_model *model, const struct access_place *place, guint64 value)
{
    const struct reg *regs = place->bank->regs;
    unsigned touched = 0;

    for (unsigned i = 0; i < place->bank->n_regs; i++)
        touched += access_lanes(place, &regs[i]) != 0;
    for (unsigned i = 0; i < place->bank->n_regs; i++) {
        guint64 lanes = access_lanes(place, &regs[i]);
        if (lanes && touched > 1)
            append_whole(text, place, &regs[i], value);
        else if (lanes)
            register_append_fields(text, model, &regs[i], access_value(place, &regs[i], value), lanes);
    }
}

static unsigned value_bits(const struct access_place *place, const struct trace_record *record)
{
    const struct reg *reg = access_register(place);

    /* A numbered register is accessed whole, whatever the instruction could carry. */
    return place->bank->numbered && reg ? reg->width : record->size * 8u;
}

static void add_access(
    struct output *out, const struct machine_model *model, const struct trace_record *record)
{
    struct access_place place;
    g_autoptr(GString) name = g_string_new(NULL);
    g_autoptr(GString) fields = g_string_new(NULL);
    g_autofree char *value = NULL;

    if (access_place_find(model, record, &place)) {
        access_append_name(name, &place);
        append_fields(fields, model, &place, record->value);
        value = register_hex(value_bits(&place, record), record->value);
    } else {
        g_string_printf(name, "block%u+0x%02x", record->block, record->offset);
        value = register_hex(record->size * 8u, record->value);
    }
    add_time(out, record);
    add_cpu(out, record);
    output_add(out, OUTPUT_BOLD, record->kind == TRACE_WRITE ? "W" : "R");
    output_printf(out, " %-*s ", NAME, name->str);
    if (fields->len)
        output_printf(out, "%-*s %s\n", VALUE, value, fields->str);
    else
        output_printf(out, "%s\n", value);
}

static void add_step(struct output *out, const struct trace_record *record)
{
    g_autofree char *what = g_strdup_printf("step %" G_GUINT64_FORMAT " %s", (guint64)record->value,
        record->kind == TRACE_STEP_BEGIN ? "begins" : "ends");

    add_time(out, record);
    add_cpu(out, record);
    output_add(out, OUTPUT_BOLD, what);
    output_add(out, OUTPUT_PLAIN, "\n");
}

/* The register number @record->offset of the block has passed its last value. */
static void append_overflow(
    GString *text, const struct machine_model *model, const struct trace_record *record)
{
    const struct reg_bank *bank;
    char block[24];

    if (model->block(record->block, block, sizeof(block), &bank) && record->offset < bank->n_regs)
        g_string_append_printf(text, "%s.%s", block, bank->regs[record->offset].name);
    else
        g_string_append_printf(text, "register %u of block %u", record->offset, record->block);
    g_string_append(text, " passes its last value");
}

/* What no CPU did. */
static void add_event(
    struct output *out, const struct machine_model *model, const struct trace_record *record)
{
    g_autoptr(GString) what = g_string_new(NULL);
    gboolean refused = record->kind == TRACE_REFUSED;

    if (record->kind == TRACE_OVERFLOW)
        append_overflow(what, model, record);
    else
        g_string_printf(what, "plan entry %" G_GUINT64_FORMAT " %s", (guint64)record->value,
            refused ? "is refused: it does not fit beside the traffic of the moment" : "takes effect");
    add_time(out, record);
    output_printf(out, " %*s %*s ", CPU, "-", PC, "-");
    output_add(out, refused ? OUTPUT_WARNING : OUTPUT_BOLD, what->str);
    output_add(out, OUTPUT_PLAIN, "\n");
}

void trace_text_add(struct output *out, const struct machine_model *model, const struct trace_record *record)
{
    switch (record->kind) {
    case TRACE_READ:
    case TRACE_WRITE:
        add_access(out, model, record);
        break;
    case TRACE_STEP_BEGIN:
    case TRACE_STEP_END:
        add_step(out, record);
        break;
    default:
        add_event(out, model, record);
        break;
    }
}

void trace_text_add_raw(struct output *out, const struct trace_record *record)
{
    output_printf(out,
        "%" G_GUINT64_FORMAT "\t%u\t%" G_GINT64_MODIFIER "x\t%s\t%u\t%x\t%u\t%" G_GINT64_MODIFIER "x\n",
        (guint64)record->time, record->cpu, (guint64)record->pc, kind_name(record->kind), record->block,
        record->offset, record->size, (guint64)record->value);
}
