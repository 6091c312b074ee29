/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Turns a record into words: an access by its register and fields, any other
 * record by its event. */
#include "harness/trace/trace_words.h"

#include "harness/base/append.h"
#include "harness/hardware/registers.h"
#include "harness/trace/accesses.h"
#include "harness/trace/plan_lines.h"
#include "models/sim/cachelines.h"
#include "models/sim/step.h"

/* ---- places ---- */

/* The properties shared by all records of one kind at one place. */
struct trace_place {
    gboolean used;
    enum trace_kind kind;
    guint32 block;
    guint8 size;
    guint32 offset;
    char *name;             /* of the access, or the caches' response */
    char *event;            /* the event counted there, in memory, or NULL */
    struct access_place at; /* of an access, if @known */
    gboolean known;
    guint touched;         /* number of registers */
    const struct reg *reg; /* the first of them, or NULL */
    guint64 lanes;         /* of @reg */
    guint bits;            /* of the value */
};

enum { PLACES = 8192 }; /* a power of two; more than a scan of configuration space touches */

static gboolean is_of(const struct trace_place *place, const struct trace_record *record)
{
    return place->used && place->kind == record->kind && place->block == record->block &&
           place->size == record->size && place->offset == record->offset;
}

static void find_registers(struct trace_place *place)
{
    const struct reg_bank *bank = place->at.bank;

    for (unsigned i = 0; bank && i < bank->n_regs; i++) {
        guint64 lanes = access_lanes(&place->at, &bank->regs[i]);

        if (!lanes)
            continue;
        if (!place->touched++) {
            place->reg = &bank->regs[i];
            place->lanes = lanes;
        }
    }
}

static void fill_access(
    struct trace_place *place, const struct machine_model *model, const struct trace_record *record)
{
    GString *name = g_string_new(NULL), *event = g_string_new(NULL);

    place->bits = record->size * 8u;
    place->known = access_place_find(model, record, &place->at);
    if (place->known) {
        access_append_name(name, &place->at);
        find_registers(place);
        /* A numbered register is accessed whole, whatever the instruction's
         * size. */
        if (place->reg && reg_bank_numbered(place->at.bank))
            place->bits = place->reg->width;
    } else {
        g_string_printf(name, "block%u+0x%02x", record->block, record->offset);
    }
    place->name = g_string_free(name, FALSE);
    place->event = g_string_free(event, !access_append_event(event, model, record));
}

static void fill_cache(
    struct trace_place *place, const struct machine_model *model, const struct trace_record *record)
{
    char how[MACHINE_EVENT_NAME];

    place->name = model->cache_text && model->cache_text(record->offset, how, sizeof(how))
                      ? g_strdup(how)
                      : g_strdup_printf("0x%02x", record->offset);
}

static void place_set(
    struct trace_place *place, const struct machine_model *model, const struct trace_record *record)
{
    *place = (struct trace_place){.used = TRUE,
        .kind = record->kind,
        .block = record->block,
        .size = record->size,
        .offset = record->offset};
    (access_is_record(record) ? fill_access : fill_cache)(place, model, record);
}

static void place_clear(struct trace_place *place)
{
    g_free(place->name);
    g_free(place->event);
}

/* The record's place, in @own unless @words remember places. */
static const struct trace_place *place_of(const struct trace_words *words, struct trace_place *own,
    const struct machine_model *model, const struct trace_record *record)
{
    struct trace_place *place =
        words->places ? &words->places[access_place_hash(record) % PLACES] : own;

    if (is_of(place, record))
        return place;
    place_clear(place);
    place_set(place, model, record);
    return place;
}

/* ---- words ---- */

static void append_value(GString *text, unsigned bits, guint64 value)
{
    append_text(text, "0x");
    append_hex(text, value, (bits + 3) / 4);
}

/* Appends the fields of the register that the access touches, or whole
 * registers if it touches several. */
static void append_fields(GString *text, const struct machine_model *model,
    const struct trace_place *place, guint64 value)
{
    const struct reg_bank *bank = place->at.bank;

    if (place->touched == 1)
        register_append_fields(
            text, model, place->reg, access_value(&place->at, place->reg, value), place->lanes);
    for (unsigned i = 0; place->touched > 1 && i < bank->n_regs; i++) {
        const struct reg *reg = &bank->regs[i];

        if (!access_lanes(&place->at, reg))
            continue;
        g_string_append_printf(text, "%s%s=", text->len ? " " : "", reg->name);
        append_value(text, reg->width, access_value(&place->at, reg, value));
    }
}

static void set_access(
    struct trace_words *words, const struct machine_model *model, const struct trace_record *record)
{
    struct trace_place own = {0};
    const struct trace_place *place = place_of(words, &own, model, record);

    append_text(words->name, place->name);
    append_value(words->value, place->bits, record->value);
    append_fields(words->fields, model, place, record->value);
    /* In memory: the event whose count the access transfers. */
    if (place->event) {
        append_text(words->fields, place->event);
        g_string_append_c(words->fields, '=');
        append_decimal(words->fields, record->value, 0);
    }
    place_clear(&own);
}

static void set_cache(
    struct trace_words *words, const struct machine_model *model, const struct trace_record *record)
{
    struct trace_place own = {0};

    append_text(words->name, "caches: 0x");
    append_hex(words->name, record->value, 0);
    append_text(words->name, ", ");
    append_text(words->name, place_of(words, &own, model, record)->name);
    place_clear(&own);
}

static void append_step(
    GString *text, const struct machine_model *model, const struct trace_record *record)
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
        append_text(text, name);
    else
        g_string_append_printf(text, "block %u", block);
}

static void append_sample(
    GString *text, const struct machine_model *model, const struct trace_record *record)
{
    char which[MACHINE_EVENT_NAME];

    g_string_append_printf(text, "sample of 0x%" G_GINT64_MODIFIER "x -> ", (guint64)record->pc);
    append_block(text, model, record->block);
    if (model->sample_text &&
        model->sample_text(record->offset, record->value, which, sizeof(which)))
        g_string_append_printf(text, ": %s", which);
}

/* Register number @record->offset of the block overflowed. */
static void append_overflow(
    GString *text, const struct machine_model *model, const struct trace_record *record)
{
    const struct reg_bank *bank;
    char block[MACHINE_BLOCK_NAME];

    if (model->block(record->block, block, sizeof(block), &bank) && bank &&
        record->offset < bank->n_regs)
        g_string_append_printf(text, "%s.%s", block, bank->regs[record->offset].name);
    else
        g_string_append_printf(text, "register %u of block %u", record->offset, record->block);
    append_text(text, " overflows");
}

static void append_op(
    GString *text, const struct machine_model *model, const struct trace_record *record)
{
    const char *fact = model->op_text ? model->op_text(record->offset) : NULL;

    append_text(text, "executed: ");
    if (fact) {
        append_text(text, fact);
    } else {
        append_text(text, "fact 0x");
        append_hex(text, record->offset, 2);
        append_text(text, " is");
    }
    append_text(text, " 0x");
    append_hex(text, record->value, 0);
}

static const char *ordinal_suffix(guint64 n)
{
    static const char *const suffixes[] = {"th", "st", "nd", "rd"};

    return n % 10 > 3 || n / 10 % 10 == 1 ? "th" : suffixes[n % 10];
}

static void append_post(
    GString *text, const struct machine_model *model, const struct trace_record *record)
{
    append_block(text, model, record->block);
    g_string_append_printf(text, " posted for the %" G_GUINT64_FORMAT "%s time",
        (guint64)record->value, ordinal_suffix(record->value));
}

static void append_executed(
    GString *text, const struct machine_model *model, const struct trace_record *record)
{
    (void)model;
    append_text(text, "executed ");
    append_decimal(text, record->value, 0);
    append_text(text, record->offset ? " kernel instruction" : " user instruction");
    if (record->value != 1)
        g_string_append_c(text, 's');
}

static void append_counted(
    GString *text, const struct machine_model *model, const struct trace_record *record)
{
    const char *what = model->counted_text ? model->counted_text(record->offset) : NULL;

    append_decimal(text, record->value, 0);
    g_string_append_c(text, ' ');
    if (what)
        append_text(text, what);
    else
        g_string_append_printf(text, "of number %u", record->offset);
    append_text(text, " so far");
}

static void append_round(
    GString *text, const struct machine_model *model, const struct trace_record *record)
{
    append_block(text, model, record->block);
    g_string_append_printf(text, ": round %" G_GUINT64_FORMAT " %s", (guint64)record->value,
        record->offset ? "has counted" : "begins to count");
}

/* The fault hit the access of the previous record. */
static void append_met_fault(
    GString *text, const struct machine_model *model, const struct trace_record *record)
{
    struct access_place place;

    append_text(text, "fault: ");
    if (access_place_find(model, record, &place))
        access_append_name(text, &place);
    if (record->kind == TRACE_HANG)
        append_text(text, " does not answer: the CPU hangs");
    else if (record->kind == TRACE_MASKED)
        g_string_append_printf(text, " returned 0x%" G_GINT64_MODIFIER "x", (guint64)record->value);
    else
        append_text(text, " ignored the write");
}

static void append_plan(
    GString *text, const struct machine_model *model, const struct trace_record *record)
{
    const char *line = plan_lines_text(record);

    (void)model;
    g_string_append_printf(text, "plan entry %" G_GUINT64_FORMAT "%s %s%s%s",
        (guint64)record->value, record->kind == TRACE_FAULT ? ", a fault," : "",
        record->kind == TRACE_REFUSED ? "is refused: it conflicts with the current traffic"
                                      : "takes effect",
        line ? ": " : "", line ? line : "");
}

static void append_lines(
    GString *text, const struct machine_model *model, const struct trace_record *record)
{
    append_block(text, model, record->block);
    g_string_append_printf(text, ": the guest's caches have %s %" G_GUINT64_FORMAT " line%s since",
        record->offset == CACHELINES_WRITTEN ? "written" : "read", (guint64)record->value,
        record->value == 1 ? "" : "s");
}

static void append_interrupt(
    GString *text, const struct machine_model *model, const struct trace_record *record)
{
    (void)model;
    g_string_append_printf(text, "an interrupt goes out on line %u", record->offset);
    if (record->value)
        g_string_append_printf(
            text, ", after %" G_GUINT64_FORMAT " instructions of the CPU", (guint64)record->value);
}

static void append_audit(
    GString *text, const struct machine_model *model, const struct trace_record *record)
{
    static const char *const names[AUDIT_N] = {
        [AUDIT_READS] = "reads", [AUDIT_WRITES] = "writes", [AUDIT_RECORDS] = "records"};
    const char *name = record->offset < AUDIT_N ? names[record->offset] : NULL;

    (void)model;
    if (record->offset == AUDIT_VALUES)
        g_string_append_printf(
            text, "audit: 0x%" G_GINT64_MODIFIER "x for all values", (guint64)record->value);
    else if (record->offset >= AUDIT_SENT && record->offset < AUDIT_N)
        g_string_append_printf(text, "audit: %" G_GUINT64_FORMAT " interrupts of kind %u sent",
            (guint64)record->value, record->offset - AUDIT_SENT);
    else if (name)
        g_string_append_printf(
            text, "audit: %" G_GUINT64_FORMAT " %s", (guint64)record->value, name);
    else
        g_string_append_printf(text, "audit: %" G_GUINT64_FORMAT " of number %u",
            (guint64)record->value, record->offset);
}

static void append_recount(
    GString *text, const struct machine_model *model, const struct trace_record *record)
{
    static const char *const names[] = {"loads", "stores", "branches"};

    append_block(text, model, record->block);
    if (record->offset < RECOUNT_SUM)
        g_string_append_printf(text, ": counted again: %s %s: %" G_GUINT64_FORMAT,
            record->offset % 2 ? "kernel" : "user", names[record->offset / 2],
            (guint64)record->value);
    else
        g_string_append_printf(
            text, ": counted again: %" G_GUINT64_FORMAT " in sum", (guint64)record->value);
}

static void append_branch(
    GString *text, const struct machine_model *model, const struct trace_record *record)
{
    static const char *const kinds[BRANCH_N_KINDS] = {[BRANCH_CONDITIONAL] = "conditional branch",
        [BRANCH_JUMP] = "jump",
        [BRANCH_INDIRECT_JUMP] = "indirect jump",
        [BRANCH_CALL] = "call",
        [BRANCH_INDIRECT_CALL] = "indirect call",
        [BRANCH_RETURN] = "return",
        [BRANCH_FAR] = "far branch",
        [BRANCH_INTERRUPT] = "interrupt"};
    const char *kind = kinds[record->offset % BRANCH_N_KINDS];
    const char *where = record->offset & BRANCH_TO_USER ? "user" : "kernel";

    append_block(text, model, record->block);
    if (record->offset & BRANCH_EARLIER)
        g_string_append_printf(text, ": %" G_GUINT64_FORMAT " earlier to the %s: %s",
            (guint64)record->value, where, kind);
    else
        g_string_append_printf(text, ": %s to the %s at 0x%" G_GINT64_MODIFIER "x%s", kind, where,
            (guint64)record->value, record->offset & BRANCH_MISPREDICTED ? ", mispredicted" : "");
}

static void append_closed(
    GString *text, const struct machine_model *model, const struct trace_record *record)
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
        g_string_append_printf(text, "%u: %" G_GUINT64_FORMAT,
            (unsigned)(value >> SIM_WITNESS_KIND_SHIFT),
            value & ((G_GUINT64_CONSTANT(1) << SIM_WITNESS_KIND_SHIFT) - 1));
    else if (record->offset == WITNESS_PLAY)
        g_string_append_printf(
            text, "%" G_GUINT64_FORMAT " %s", value >> 1, value & 1 ? "ends" : "begins");
    else
        g_string_append_printf(text, "%" G_GUINT64_FORMAT, value);
}

/* The actor of a record. */
enum who {
    HARDWARE,
    A_CPU,          /* as a whole */
    AN_INSTRUCTION, /* of that CPU, at the record's PC */
};

/* By enum trace_kind. */
static const struct {
    const char *name;
    enum who who;
    /* The event in words; NULL: an access, or the caches' response to one. */
    void (*append)(
        GString *text, const struct machine_model *model, const struct trace_record *record);
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
    [TRACE_CACHE] = {"cache", AN_INSTRUCTION, NULL},
    [TRACE_COUNTED] = {"counted", A_CPU, append_counted},
    [TRACE_ROUND] = {"round", HARDWARE, append_round},
    [TRACE_FAULT] = {"fault", HARDWARE, append_plan},
    [TRACE_MASKED] = {"masked", AN_INSTRUCTION, append_met_fault},
    [TRACE_DROPPED] = {"dropped", AN_INSTRUCTION, append_met_fault},
    [TRACE_AUDIT] = {"audit", A_CPU, append_audit},
    [TRACE_CLOSED] = {"closed", HARDWARE, append_closed},
    [TRACE_OP] = {"op", AN_INSTRUCTION, append_op},
    [TRACE_WITNESS] = {"witness", AN_INSTRUCTION, append_witness},
    [TRACE_CACHELINES] = {"lines", HARDWARE, append_lines},
    [TRACE_INTERRUPT] = {"interrupt", A_CPU, append_interrupt},
    [TRACE_RECOUNT] = {"recount", A_CPU, append_recount},
    [TRACE_BRANCH] = {"branch", AN_INSTRUCTION, append_branch},
    [TRACE_HANG] = {"hang", AN_INSTRUCTION, append_met_fault},
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
    words->places = NULL;
}

void trace_words_remember(struct trace_words *words)
{
    words->places = g_new0(struct trace_place, PLACES);
}

void trace_words_clear(struct trace_words *words)
{
    g_string_free(words->name, TRUE);
    g_string_free(words->value, TRUE);
    g_string_free(words->fields, TRUE);
    for (unsigned i = 0; words->places && i < PLACES; i++)
        place_clear(&words->places[i]);
    g_free(words->places);
}

void trace_words_set(
    struct trace_words *words, const struct machine_model *model, const struct trace_record *record)
{
    g_string_truncate(words->name, 0);
    g_string_truncate(words->value, 0);
    g_string_truncate(words->fields, 0);
    if (kinds[record->kind].append)
        kinds[record->kind].append(words->name, model, record);
    else if (record->kind == TRACE_CACHE)
        set_cache(words, model, record);
    else
        set_access(words, model, record);
}
