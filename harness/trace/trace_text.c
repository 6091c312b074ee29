/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The words and lines of `pmulab trace`, also used for verdicts and the report. */
#include "harness/trace/trace_text.h"

#include "harness/hardware/registers.h"
#include "harness/trace/accesses.h"
#include "harness/trace/plan_lines.h"
#include "harness/trace/ways.h"
#include "models/sim/clock.h"
#include "models/sim/lines.h"
#include "models/sim/step.h"

#include <string.h>

/* Widths of columns; lines of the usual registers fit OUTPUT_COLUMNS. */
enum { TIME = 14, CPU = 3, PC = 16, NAME = 26, VALUE = 10 };

/* Columns where the event begins, after who caused it, and where a register's name begins, after R or W. */
enum { EVENT_AT = TIME + 1 + CPU + 1 + PC + 1, NAME_AT = EVENT_AT + 2 };

static void append_whole(
    GString *text, const struct access_place *place, const struct reg *reg, guint64 value)
{
    g_autofree char *hex = register_hex(reg->width, access_value(place, reg, value));

    g_string_append_printf(text, "%s%s=%s", text->len ? " " : "", reg->name, hex);
}

/* Appends the fields of the register that the access touches; of several registers, each as a whole. */
static void append_fields(
    GString *text, const struct machine_model *model, const struct access_place *place, guint64 value)
{
    const struct reg *regs = place->bank ? place->bank->regs : NULL;
    unsigned touched = 0;

    for (unsigned i = 0; regs && i < place->bank->n_regs; i++)
        touched += access_lanes(place, &regs[i]) != 0;
    for (unsigned i = 0; touched && i < place->bank->n_regs; i++) {
        guint64 lanes = access_lanes(place, &regs[i]);
        if (lanes && touched > 1)
            append_whole(text, place, &regs[i], value);
        else if (lanes)
            register_append_fields(text, model, &regs[i], access_value(place, &regs[i], value), lanes);
    }
}

/* In memory: appends the event whose count the access transfers. */
static void append_count(GString *text, const struct machine_model *model, const struct trace_record *record)
{
    if (access_append_event(text, model, record))
        g_string_append_printf(text, "=%" G_GUINT64_FORMAT, (guint64)record->value);
}

static unsigned value_bits(const struct access_place *place, const struct trace_record *record)
{
    const struct reg *reg = access_register(place);

    /* A numbered register is accessed whole, whatever the instruction's size. */
    return reg && reg_bank_numbered(place->bank) ? reg->width : record->size * 8u;
}

static void set_access(
    struct trace_words *words, const struct machine_model *model, const struct trace_record *record)
{
    struct access_place place;
    unsigned bits = record->size * 8u;
    g_autofree char *hex = NULL;

    if (access_place_find(model, record, &place)) {
        access_append_name(words->name, &place);
        append_fields(words->fields, model, &place, record->value);
        append_count(words->fields, model, record);
        bits = value_bits(&place, record);
    } else {
        g_string_printf(words->name, "block%u+0x%02x", record->block, record->offset);
    }
    hex = register_hex(bits, record->value);
    g_string_assign(words->value, hex);
}

static void append_step(GString *text, const struct machine_model *model, const struct trace_record *record)
{
    (void)model;
    g_string_append_printf(text, "step %" G_GUINT64_FORMAT " %s", (guint64)record->value,
        record->kind == TRACE_STEP_BEGIN ? "begins" : "ends");
}

static void append_block(GString *text, const struct machine_model *model, unsigned block)
{
    const struct reg_bank *bank;
    char name[MACHINE_BLOCK_NAME];

    if (model->block(block, name, sizeof(name), &bank))
        g_string_append(text, name);
    else
        g_string_append_printf(text, "block %u", block);
}

static void append_sample(GString *text, const struct machine_model *model, const struct trace_record *record)
{
    char which[MACHINE_EVENT_NAME];

    g_string_append_printf(text, "sample of 0x%" G_GINT64_MODIFIER "x -> ", (guint64)record->pc);
    append_block(text, model, record->block);
    if (model->sample_text && model->sample_text(record->offset, record->value, which, sizeof(which)))
        g_string_append_printf(text, ": %s", which);
}

/* Register number @record->offset of the block overflowed. */
static void append_overflow(
    GString *text, const struct machine_model *model, const struct trace_record *record)
{
    const struct reg_bank *bank;
    char block[MACHINE_BLOCK_NAME];

    if (model->block(record->block, block, sizeof(block), &bank) && bank && record->offset < bank->n_regs)
        g_string_append_printf(text, "%s.%s", block, bank->regs[record->offset].name);
    else
        g_string_append_printf(text, "register %u of block %u", record->offset, record->block);
    g_string_append(text, " overflows");
}

static void append_cache(GString *text, const struct machine_model *model, const struct trace_record *record)
{
    char how[MACHINE_EVENT_NAME];

    g_string_append_printf(text, "caches: 0x%" G_GINT64_MODIFIER "x, ", (guint64)record->value);
    if (model->cache_text && model->cache_text(record->offset, how, sizeof(how)))
        g_string_append(text, how);
    else
        g_string_append_printf(text, "0x%02x", record->offset);
}

static void append_op(GString *text, const struct machine_model *model, const struct trace_record *record)
{
    const char *fact = model->op_text ? model->op_text(record->offset) : NULL;

    g_string_append(text, "executed: ");
    if (fact)
        g_string_append_printf(text, "%s 0x%" G_GINT64_MODIFIER "x", fact, (guint64)record->value);
    else
        g_string_append_printf(
            text, "fact 0x%02x is 0x%" G_GINT64_MODIFIER "x", record->offset, (guint64)record->value);
}

static const char *ordinal_suffix(guint64 n)
{
    static const char *const suffixes[] = {"th", "st", "nd", "rd"};

    return n % 10 > 3 || n / 10 % 10 == 1 ? "th" : suffixes[n % 10];
}

static void append_post(GString *text, const struct machine_model *model, const struct trace_record *record)
{
    append_block(text, model, record->block);
    g_string_append_printf(text, " posted for the %" G_GUINT64_FORMAT "%s time", (guint64)record->value,
        ordinal_suffix(record->value));
}

static void append_executed(
    GString *text, const struct machine_model *model, const struct trace_record *record)
{
    (void)model;
    g_string_append_printf(text, "executed %" G_GUINT64_FORMAT " %s instruction%s", (guint64)record->value,
        record->offset ? "kernel" : "user", record->value == 1 ? "" : "s");
}

static void append_counted(
    GString *text, const struct machine_model *model, const struct trace_record *record)
{
    const char *what = model->counted_text ? model->counted_text(record->offset) : NULL;

    g_string_append_printf(text, "%" G_GUINT64_FORMAT " ", (guint64)record->value);
    if (what)
        g_string_append(text, what);
    else
        g_string_append_printf(text, "of number %u", record->offset);
    g_string_append(text, " so far");
}

static void append_round(GString *text, const struct machine_model *model, const struct trace_record *record)
{
    append_block(text, model, record->block);
    g_string_append_printf(text, ": round %" G_GUINT64_FORMAT " %s", (guint64)record->value,
        record->offset ? "has counted" : "begins to count");
}

/* The fault hit the access in the record before. */
static void append_met_fault(
    GString *text, const struct machine_model *model, const struct trace_record *record)
{
    struct access_place place;

    g_string_append(text, "fault: ");
    if (access_place_find(model, record, &place))
        access_append_name(text, &place);
    if (record->kind == TRACE_MASKED)
        g_string_append_printf(text, " returned 0x%" G_GINT64_MODIFIER "x", (guint64)record->value);
    else
        g_string_append(text, " ignored the write");
}

static void append_plan(GString *text, const struct machine_model *model, const struct trace_record *record)
{
    const char *line = plan_lines_text(record);

    (void)model;
    g_string_append_printf(text, "plan entry %" G_GUINT64_FORMAT "%s %s%s%s", (guint64)record->value,
        record->kind == TRACE_FAULT ? ", a fault," : "",
        record->kind == TRACE_REFUSED ? "is refused: it conflicts with the current traffic" : "takes effect",
        line ? ": " : "", line ? line : "");
}

static void append_lines(GString *text, const struct machine_model *model, const struct trace_record *record)
{
    append_block(text, model, record->block);
    g_string_append_printf(text, ": the guest's caches have %s %" G_GUINT64_FORMAT " line%s since",
        record->offset == LINES_WRITTEN ? "written" : "read", (guint64)record->value,
        record->value == 1 ? "" : "s");
}

static void append_tally(GString *text, const struct machine_model *model, const struct trace_record *record)
{
    static const char *const names[TALLY_N] = {
        [TALLY_READS] = "reads", [TALLY_WRITES] = "writes", [TALLY_RECORDS] = "records"};
    const char *name = record->offset < TALLY_N ? names[record->offset] : NULL;

    (void)model;
    if (record->offset == TALLY_VALUES)
        g_string_append_printf(
            text, "tally: 0x%" G_GINT64_MODIFIER "x for all values", (guint64)record->value);
    else if (record->offset >= TALLY_SENT && record->offset < TALLY_N)
        g_string_append_printf(text, "tally: %" G_GUINT64_FORMAT " interrupts of kind %u sent",
            (guint64)record->value, record->offset - TALLY_SENT);
    else if (name)
        g_string_append_printf(text, "tally: %" G_GUINT64_FORMAT " %s", (guint64)record->value, name);
    else
        g_string_append_printf(
            text, "tally: %" G_GUINT64_FORMAT " of number %u", (guint64)record->value, record->offset);
}

static void append_closed(GString *text, const struct machine_model *model, const struct trace_record *record)
{
    (void)model;
    g_string_append_printf(
        text, "the trace ends after %" G_GUINT64_FORMAT " records", (guint64)record->value);
}

static void append_witness(
    GString *text, const struct machine_model *model, const struct trace_record *record)
{
    static const char *const names[WITNESS_END] = {[WITNESS_CPU] = "CPU",
        [WITNESS_BEFORE] = "clock before",
        [WITNESS_AFTER] = "clock after",
        [WITNESS_HZ] = "ticks a second",
        [WITNESS_TAKEN] = "interrupts of kind",
        [WITNESS_PLAY] = "operation"};
    const char *name = record->offset < WITNESS_END ? names[record->offset] : NULL;
    guint64 value = record->value;

    (void)model;
    g_string_append_printf(text, "the guest says: %s ", name ? name : "an unknown word:");
    if (record->offset == WITNESS_CPU)
        g_string_append_printf(text, "%u of socket %u", (unsigned)(value & 0xffff),
            (unsigned)(value >> SIM_WITNESS_SOCKET_SHIFT));
    else if (record->offset == WITNESS_TAKEN)
        g_string_append_printf(text, "%u: %" G_GUINT64_FORMAT, (unsigned)(value >> SIM_WITNESS_KIND_SHIFT),
            value & ((G_GUINT64_CONSTANT(1) << SIM_WITNESS_KIND_SHIFT) - 1));
    else if (record->offset == WITNESS_PLAY)
        g_string_append_printf(text, "%" G_GUINT64_FORMAT " %s", value >> 1, value & 1 ? "ends" : "begins");
    else
        g_string_append_printf(text, "%" G_GUINT64_FORMAT, value);
}

/* Whose doing a record is. */
enum who {
    HARDWARE,
    A_CPU,          /* as a whole */
    AN_INSTRUCTION, /* of that CPU, at the record's PC */
};

/* By enum trace_kind. */
static const struct {
    const char *name;
    enum who who;
    /* What happened, in words; NULL: it is an access. */
    void (*append)(GString *text, const struct machine_model *model, const struct trace_record *record);
} kinds[TRACE_N_KINDS] = {
    [TRACE_READ] = {"read", AN_INSTRUCTION, NULL},
    [TRACE_WRITE] = {"write", AN_INSTRUCTION, NULL},
    [TRACE_STEP_BEGIN] = {"step-begin", AN_INSTRUCTION, append_step},
    [TRACE_STEP_END] = {"step-end", AN_INSTRUCTION, append_step},
    [TRACE_PLAN] = {"plan", HARDWARE, append_plan},
    [TRACE_OVERFLOW] = {"overflow", HARDWARE, append_overflow},
    [TRACE_REFUSED] = {"refused", HARDWARE, append_plan},
    [TRACE_POST] = {"post", HARDWARE, append_post},
    [TRACE_EXECUTED] = {"executed", A_CPU, append_executed},
    [TRACE_SAMPLE] = {"sample", AN_INSTRUCTION, append_sample},
    [TRACE_LATCH] = {"latch", AN_INSTRUCTION, NULL},
    [TRACE_CACHE] = {"cache", AN_INSTRUCTION, append_cache},
    [TRACE_COUNTED] = {"counted", A_CPU, append_counted},
    [TRACE_ROUND] = {"round", HARDWARE, append_round},
    [TRACE_FAULT] = {"fault", HARDWARE, append_plan},
    [TRACE_MASKED] = {"masked", AN_INSTRUCTION, append_met_fault},
    [TRACE_DROPPED] = {"dropped", AN_INSTRUCTION, append_met_fault},
    [TRACE_TALLY] = {"tally", A_CPU, append_tally},
    [TRACE_CLOSED] = {"closed", HARDWARE, append_closed},
    [TRACE_OP] = {"op", AN_INSTRUCTION, append_op},
    [TRACE_WITNESS] = {"witness", AN_INSTRUCTION, append_witness},
    [TRACE_LINES] = {"lines", HARDWARE, append_lines},
};

const char *trace_kind_name(enum trace_kind kind)
{
    return kinds[kind].name;
}

gboolean trace_has_pc(const struct trace_record *record)
{
    return kinds[record->kind].who == AN_INSTRUCTION;
}

gboolean trace_has_cpu(const struct trace_record *record)
{
    return kinds[record->kind].who != HARDWARE;
}

void trace_words_init(struct trace_words *words)
{
    words->name = g_string_new(NULL);
    words->value = g_string_new(NULL);
    words->fields = g_string_new(NULL);
}

void trace_words_clear(struct trace_words *words)
{
    g_string_free(words->name, TRUE);
    g_string_free(words->value, TRUE);
    g_string_free(words->fields, TRUE);
}

void trace_words_set(
    struct trace_words *words, const struct machine_model *model, const struct trace_record *record)
{
    g_string_truncate(words->name, 0);
    g_string_truncate(words->value, 0);
    g_string_truncate(words->fields, 0);
    if (kinds[record->kind].append)
        kinds[record->kind].append(words->name, model, record);
    else
        set_access(words, model, record);
}

void trace_text_headings(struct output *out)
{
    g_autofree char *line = g_strdup_printf("%*s %*s %*s    %-*s %-*s %s", TIME, "seconds", CPU, "cpu", PC,
        "pc", NAME, "register", VALUE, "value", "fields");

    if (out->terminal && out->terminal < strlen(line))
        line[out->terminal] = '\0';
    output_add(out, OUTPUT_BOLD, g_strchomp(line));
    output_add(out, OUTPUT_PLAIN, "\n");
}

/* Adds who: the CPU if one is involved, and its PC if an instruction caused the record. */
static void add_who(struct output *out, const struct trace_record *record)
{
    if (trace_has_pc(record))
        output_printf(out, " %*u %016" G_GINT64_MODIFIER "x ", CPU, record->cpu, (guint64)record->pc);
    else if (trace_has_cpu(record))
        output_printf(out, " %*u %*s ", CPU, record->cpu, PC, "-");
    else
        output_printf(out, " %*s %*s ", CPU, "-", PC, "-");
}

/* Appends @text, which should begin in column @at; if the terminal has no room there, it goes below the name.
 * In a pipe a record stays one line, however long. Returns the column after it. */
static gsize add_part(struct output *out, const GString *text, gsize at)
{
    if (!out->terminal || at + text->len <= out->terminal) {
        output_add(out, OUTPUT_PLAIN, text->str);
        return at + text->len;
    }
    while (g_str_has_suffix(out->text->str, " "))
        g_string_truncate(out->text, out->text->len - 1);
    output_printf(out, "\n%*s", NAME_AT, "");
    output_append_wrapped(out->text, text->str, NAME_AT, out->terminal - NAME_AT);
    return NAME_AT + text->len;
}

static void add_access(struct output *out, const struct trace_record *record, const struct trace_words *words)
{
    int padding = MAX(VALUE - (int)words->value->len, 0);
    gsize at;

    /* Software reads and writes, hardware latches. */
    output_add(out, OUTPUT_BOLD, record->kind == TRACE_READ ? "R" : record->kind == TRACE_WRITE ? "W" : "L");
    output_printf(out, " %-*s ", NAME, words->name->str);
    at = add_part(out, words->value, NAME_AT + MAX(NAME, words->name->len) + 1);
    if (!words->fields->len)
        return;
    output_printf(out, "%*s ", padding, "");
    add_part(out, words->fields, at + (gsize)padding + 1);
}

static void add_event(struct output *out, const struct trace_record *record, const char *words)
{
    enum output_style style = record->kind == TRACE_REFUSED ? OUTPUT_WARNING : OUTPUT_BOLD;
    g_autoptr(GString) broken = NULL;

    if (out->terminal && EVENT_AT + strlen(words) > out->terminal) {
        broken = g_string_new(NULL);
        output_append_wrapped(broken, words, NAME_AT, out->terminal - NAME_AT);
        words = broken->str;
    }
    output_add(out, style, words);
}

void trace_text_add(struct output *out, const struct machine_model *model, const struct trace_record *record)
{
    struct trace_words words;

    trace_words_init(&words);
    trace_words_set(&words, model, record);
    output_printf(out, "%*" G_GUINT64_FORMAT ".%09" G_GUINT64_FORMAT, TIME - 10,
        (guint64)(record->time / SIM_NS_PER_S), (guint64)(record->time % SIM_NS_PER_S));
    add_who(out, record);
    if (access_is_record(record)) {
        g_autofree char *way = way_text(record);

        add_access(out, record, &words);
        if (way)
            output_printf(out, "  by %s", way);
    } else
        add_event(out, record, words.name->str);
    output_add(out, OUTPUT_PLAIN, "\n");
    trace_words_clear(&words);
}

void trace_text_add_raw(struct output *out, const struct trace_record *record)
{
    g_autofree char *way = way_text(record);

    output_printf(out,
        "%" G_GUINT64_FORMAT "\t%u\t%" G_GINT64_MODIFIER "x\t%s\t%u\t%x\t%u\t%" G_GINT64_MODIFIER "x%s%s\n",
        (guint64)record->time, record->cpu, (guint64)record->pc, trace_kind_name(record->kind), record->block,
        record->offset, record->size, (guint64)record->value, way ? "\t" : "", way ? way : "");
}
