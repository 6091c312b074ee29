/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Tells a trace to the oracle, and notes each read that gave something else than the oracle says. */
#include "harness/truth/snbep/replay.h"

#include "harness/trace/accesses.h"
#include "harness/truth/track.h"
#include "harness/truth/x86/replay.h"
#include "models/snbep/snbep_cpu.h"

enum { HALF_BYTES = 4, NOWHERE = G_MAXINT };

/* A read of half a counter. */
struct half {
    gsize record;
    unsigned block, counter;
    gboolean high;
    gboolean used; /* part of a whole read */
    guint64 held;  /* the whole register, as the traffic makes it at that moment */
    guint64 total;
};

/* A counter before something happened. */
struct before {
    gboolean enabled;
    guint64 selects, value, total;
};

struct replay {
    const struct trace_record *records;
    gsize now;        /* index of the record that is being replayed */
    gboolean dropped; /* the record before was a write that a fault kept from the hardware */
    guint64 mask;     /* of a counter's width */
    unsigned n_sockets;
    struct oracle_machine *oracle;
    struct truth_track tracks[ORACLE_SOCKETS][ORACLE_CHANNELS][ORACLE_COUNTERS];
    GArray *halves; /* struct half */
    struct x86_replay *core;
    struct truth *out;
};

/* Where a record's access goes. */
struct place {
    unsigned socket, channel, block;
    struct oracle_box *box;
};

static const struct trace_record *present(const struct replay *r)
{
    return &r->records[r->now];
}

static struct place place_at(const struct replay *r, unsigned socket, unsigned channel)
{
    return (struct place){socket, channel, socket * SNBEP_N_BLOCKS + SNBEP_BLOCK_IMC0 + channel,
        oracle_machine_box(r->oracle, socket, channel)};
}

/* ---- texts ---- */

static char *register_text(unsigned block, unsigned reg)
{
    const struct reg_bank *bank;
    char name[16];

    if (!snbep_model.block(block, name, sizeof(name), &bank) || reg >= ORACLE_N_REGS)
        return g_strdup_printf("block %u", block);
    return g_strdup_printf("%s.%s", name, oracle_registers[reg].name);
}

static void note(
    struct replay *r, enum truth_note_kind kind, gsize record, unsigned block, unsigned counter, char *text)
{
    truth_add_note(r->out, &(struct truth_note){kind, record, block, counter, text});
}

/* ---- what changes ---- */

static void look(const struct place *at, struct before before[ORACLE_COUNTERS])
{
    for (unsigned i = 0; i < ORACLE_COUNTERS; i++)
        before[i] = (struct before){oracle_box_enabled(at->box, i), oracle_box_selects(at->box, i),
            at->box->counters[i].value, at->box->counters[i].total};
}

static void note_set(struct replay *r, const struct place *at, unsigned i, guint64 from, const char *by)
{
    g_autofree char *name = register_text(at->block, i);
    g_autofree char *time = access_time_text(present(r)->time);

    note(r, TRUTH_SET, r->now, at->block, i,
        g_strdup_printf("%s set %s from 0x%" G_GINT64_MODIFIER "x to 0x%" G_GINT64_MODIFIER "x (%s)", by,
            name, from, at->box->counters[i].value, time));
}

/* The intervals that end and begin with what @by did, and the counters that it set. */
static void compare(
    struct replay *r, const struct place *at, const struct before before[ORACLE_COUNTERS], const char *by)
{
    for (unsigned i = 0; i < ORACLE_COUNTERS; i++) {
        const struct before *was = &before[i];
        const struct truth_interval what = {.block = at->block,
            .counter = i,
            .fixed = i == ORACLE_FIXED_CTR,
            .control = oracle_box_selects(at->box, i)};
        struct truth_track *track = &r->tracks[at->socket][at->channel][i];
        gboolean is = oracle_box_enabled(at->box, i), same = was->selects == what.control;
        guint64 counted = (was->value + at->box->counters[i].total - was->total) & r->mask;

        if (counted != at->box->counters[i].value)
            note_set(r, at, i, counted, by);
        if (was->enabled && (!is || !same))
            truth_track_close(track, r->out, r->now);
        if (is && (!was->enabled || !same))
            truth_track_open(track, r->out, r->records, r->now, &what);
    }
}

/* ---- reads ---- */

/* The accesses are @first and, of a read in two halves, @second. */
static void note_wrong(
    struct replay *r, const struct half *half, guint64 got, guint64 expected, gsize first, gsize second)
{
    g_autofree char *name = register_text(half->block, half->counter);
    g_autofree char *access = access_text(&snbep_model, &r->records[first]);
    g_autofree char *other = first == second ? NULL : access_text(&snbep_model, &r->records[second]);

    note(r, TRUTH_WRONG, MAX(first, second), half->block, half->counter,
        g_strdup_printf("%s was read as 0x%" G_GINT64_MODIFIER "x, the traffic makes it 0x%" G_GINT64_MODIFIER
                        "x: %s%s%s",
            name, got, expected, access, other ? ", " : "", other ? other : ""));
}

static void note_torn(struct replay *r, const struct half *low, const struct half *high)
{
    g_autofree char *first = access_text(&snbep_model, &r->records[MIN(low->record, high->record)]);
    g_autofree char *second = access_text(&snbep_model, &r->records[MAX(low->record, high->record)]);

    note(r, TRUTH_TORN, MAX(low->record, high->record), low->block, low->counter,
        g_strdup_printf(
            "torn read: %s, then %s: a carry into the high half passed between them", first, second));
}

/* Notes the whole read and compares it. A wrong one is said once: what follows is measured from it. */
static void whole_read(
    struct replay *r, const struct place *at, const struct half *low, const struct half *high, guint64 value)
{
    guint64 low_ones = G_MAXUINT32, expected = (high->held & ~low_ones) | (low->held & low_ones);
    struct truth_read read = {.block = low->block,
        .counter = low->counter,
        .low = low->record,
        .high = high->record,
        .value = value & r->mask,
        .total = low->total};

    if (read.value != expected) {
        note_wrong(r, low, read.value, expected, low->record, high->record);
        oracle_box_set(at->box, (enum oracle_reg)low->counter,
            at->box->counters[low->counter].value + read.value - expected);
    } else if ((low->held ^ high->held) & ~low_ones)
        note_torn(r, low, high);
    truth_track_read(&r->tracks[at->socket][at->channel][low->counter], r->out, r->records, &read);
}

/* The half that @half makes whole: the latest unused read of the same counter's other half by the same CPU.
 */
static struct half *other_half(struct replay *r, const struct half *half)
{
    for (gsize i = r->halves->len; i; i--) {
        struct half *other = &g_array_index(r->halves, struct half, i - 1);
        if (other->block != half->block || other->counter != half->counter ||
            r->records[other->record].cpu != r->records[half->record].cpu)
            continue;
        return other->used || other->high == half->high ? NULL : other;
    }
    return NULL;
}

static void half_read(struct replay *r, const struct place *at, struct half *half)
{
    struct half *other = other_half(r, half);

    if (other) {
        const struct half *low = half->high ? other : half, *high = half->high ? half : other;
        guint64 upper = r->records[high->record].value, lower = r->records[low->record].value;

        half->used = other->used = TRUE;
        whole_read(r, at, low, high, upper << 8 * HALF_BYTES | lower);
    }
    g_array_append_val(r->halves, *half);
}

/* A read that makes no whole counter, which is compared and nothing is made of it. */
static void part_read(struct replay *r, const struct place *at, unsigned reg, guint64 expected)
{
    const struct half part = {.block = at->block, .counter = reg};

    if (present(r)->value != expected)
        note_wrong(r, &part, present(r)->value, expected, r->now, r->now);
}

static void counter_read(struct replay *r, const struct place *at, unsigned i, guint64 expected)
{
    const struct trace_record *record = present(r);
    unsigned into = record->offset - oracle_registers[i].offset;
    struct half half = {.record = r->now,
        .block = at->block,
        .counter = i,
        .high = into == HALF_BYTES,
        .held = at->box->counters[i].value,
        .total = at->box->counters[i].total};

    if (record->size == HALF_BYTES && into % HALF_BYTES == 0)
        half_read(r, at, &half);
    else if (record->size == 2 * HALF_BYTES && into == 0)
        whole_read(r, at, &half, &half, record->value);
    else
        part_read(r, at, i, expected);
}

/* Halves that stayed alone: there is no difference to look at, so the half itself must be right. */
static void check_lone_halves(struct replay *r)
{
    for (gsize i = 0; i < r->halves->len; i++) {
        const struct half *half = &g_array_index(r->halves, struct half, i);
        guint64 expected = (half->high ? half->held >> 8 * HALF_BYTES : half->held) & G_MAXUINT32;

        if (!half->used && r->records[half->record].value != expected)
            note_wrong(r, half, r->records[half->record].value, expected, half->record, half->record);
    }
}

/* Bus 7f's and ff's headers, as far as they say which function is which channel. */
static void header_read(struct replay *r)
{
    const struct trace_record *record = present(r);
    uint64_t expected;
    int channel = oracle_function_at(record->offset, record->size, &expected);

    if (channel >= 0 && record->value != expected) {
        g_autofree char *access = access_text(&snbep_model, record);

        note(r, TRUTH_WRONG, r->now, record->block, NOWHERE,
            g_strdup_printf("channel %d's function reads as 0x%x: %s", channel, (unsigned)expected, access));
    }
}

/* ---- records ---- */

/* Entries of the plan that are due now, of which the trace has said nothing. */
static void overdue(struct replay *r)
{
    struct oracle_due due;

    while (oracle_machine_entry(r->oracle, present(r)->time, &due)) {
        g_autofree char *time = access_time_text(due.ns);

        note(r, TRUTH_WRONG, r->now, NOWHERE, NOWHERE,
            g_strdup_printf("entry %u of the plan was due at %s, and did not take effect", due.entry, time));
    }
}

/* The register that an access is about: the one that its first byte is in; or ORACLE_N_REGS. */
static unsigned register_of(const struct trace_record *record)
{
    for (unsigned i = 0; i < ORACLE_N_REGS; i++)
        if (record->offset >= oracle_registers[i].offset &&
            record->offset - oracle_registers[i].offset < oracle_registers[i].bytes)
            return i;
    return ORACLE_N_REGS;
}

static const char *writer(const struct trace_record *record)
{
    unsigned reg = register_of(record);

    return reg == ORACLE_FIXED_CTL ? "rst" : reg == ORACLE_BOX_CTL ? "rst_ctrs" : "a write";
}

static void written(struct replay *r, const struct place *at, const struct oracle_access *access)
{
    struct before before[ORACLE_COUNTERS];

    look(at, before);
    oracle_machine_write(r->oracle, access, present(r)->value);
    compare(r, at, before, writer(present(r)));
}

static void was_read(struct replay *r, const struct place *at, const struct oracle_access *access)
{
    guint64 expected = oracle_machine_read(r->oracle, access);
    unsigned reg = register_of(present(r));

    if (reg <= ORACLE_FIXED_CTR)
        counter_read(r, at, reg, expected);
    else
        part_read(r, at, reg, expected);
}

static void accessed(struct replay *r)
{
    const struct trace_record *record = present(r);
    unsigned channel = record->block % SNBEP_N_BLOCKS - SNBEP_BLOCK_IMC0;
    const struct place at = place_at(r, record->block / SNBEP_N_BLOCKS, channel);
    const struct oracle_access access = {record->time, at.socket, at.channel, record->offset, record->size};

    overdue(r);
    if (record->kind == TRACE_READ && record->block % SNBEP_N_BLOCKS == SNBEP_BLOCK_PCI)
        header_read(r);
    if (!at.box)
        return;
    if (record->kind == TRACE_WRITE)
        written(r, &at, &access);
    else if (record->kind == TRACE_READ)
        was_read(r, &at, &access);
    else
        oracle_machine_dropped(r->oracle, &access);
}

/* What the trace says of the plan, against what the oracle makes of the scenario. */
static void plan_entry(struct replay *r)
{
    const struct trace_record *record = present(r);
    struct before before[ORACLE_SOCKETS][ORACLE_CHANNELS][ORACLE_COUNTERS];
    struct oracle_due due = {0};
    g_autofree char *time = access_time_text(record->time);

    for (unsigned s = 0; s < r->n_sockets; s++)
        for (unsigned c = 0; c < ORACLE_CHANNELS; c++) {
            const struct place at = place_at(r, s, c);
            look(&at, before[s][c]);
        }
    if (!oracle_machine_entry(r->oracle, record->time, &due) || due.entry != record->value ||
        due.ns != record->time || due.refused != (record->kind == TRACE_REFUSED))
        note(r, TRUTH_WRONG, r->now, NOWHERE, NOWHERE,
            g_strdup_printf("entry %u of the plan took effect at %s, which is not what the scenario says",
                (unsigned)record->value, time));
    for (unsigned s = 0; s < r->n_sockets; s++)
        for (unsigned c = 0; c < ORACLE_CHANNELS; c++) {
            const struct place at = place_at(r, s, c);
            compare(r, &at, before[s][c], "the plan");
        }
}

static void replay_record(struct replay *r)
{
    const struct trace_record *record = present(r);
    gboolean dropped = record->kind == TRACE_DROPPED && !r->dropped;

    if (x86_replay_record(r->core, r->now))
        return;
    switch (record->kind) {
    case TRACE_READ:
    case TRACE_WRITE:
        accessed(r);
        break;
    case TRACE_DROPPED: /* the access, and then what became of it */
        if (dropped)
            accessed(r);
        break;
    case TRACE_STEP_BEGIN:
    case TRACE_STEP_END:
        overdue(r);
        oracle_machine_step(r->oracle, record->time, (unsigned)record->value, record->kind == TRACE_STEP_END);
        break;
    case TRACE_PLAN:
    case TRACE_REFUSED:
    case TRACE_FAULT:
        plan_entry(r);
        break;
    default:
        break;
    }
    r->dropped = dropped;
}

/* Sandy Bridge's, with Hyper-Threading: SDM volume 3, "Sandy Bridge microarchitecture". */
const struct x86_replay_of truth_core_snbep = {
    .model = &snbep_model,
    .pmu = {.part = ORACLE_X86_SNB, .version = 3, .general = 4, .fixed = 3},
    .cpus = SNBEP_MAX_CPUS,
    .block = SNBEP_BLOCK_CORE,
};

static void free_oracle(void *oracle)
{
    oracle_machine_free(oracle);
}

struct truth *truth_replay_snbep(const struct snbep_config *config, const struct oracle_plan *plan,
    const struct trace_record *records, gsize n)
{
    const struct oracle_config same = {config->dclk_hz, config->n_sockets, config->box_ctl == IMC_GUIDE};
    struct replay r = {
        .records = records,
        .mask = ORACLE_COUNT,
        .n_sockets = config->n_sockets,
        .oracle = oracle_machine_new(&same, plan),
        .halves = g_array_new(FALSE, FALSE, sizeof(struct half)),
        .out = truth_new(),
    };

    for (unsigned s = 0; s < ORACLE_SOCKETS; s++)
        for (unsigned c = 0; c < ORACLE_CHANNELS; c++)
            for (unsigned i = 0; i < ORACLE_COUNTERS; i++)
                truth_track_begin(&r.tracks[s][c][i]);
    r.out->mask = r.mask;
    r.out->oracle = r.oracle;
    r.out->oracle_free = free_oracle;
    r.core = x86_replay_new(&truth_core_snbep, r.out, records);
    for (r.now = 0; r.now < n; r.now++)
        replay_record(&r);
    x86_replay_free(r.core);
    check_lone_halves(&r);
    g_array_unref(r.halves);
    return r.out;
}
