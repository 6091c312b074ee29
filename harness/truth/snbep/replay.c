/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Passes a trace to the oracle, and notes each read that differs from the
 * oracle's value. */
#include "harness/truth/snbep/replay.h"

#include "harness/trace/accesses.h"
#include "harness/trace/call_paths.h"
#include "harness/truth/track.h"
#include "harness/truth/x86/replay.h"
#include "models/snbep/snbep_cpu.h"
#include "oracle/snbep/listed/tables.h"

enum { HALF_BYTES = 4, NOWHERE = G_MAXINT };

/* The place of a record's access. */
struct place {
    unsigned socket, number, block; /* the oracle's number */
    const struct oracle_kind *kind;
    struct oracle_box *box; /* NULL: unknown to the oracle */
};

/* A read of half a counter. */
struct half {
    gsize record;
    struct place at;
    unsigned block, counter;
    gboolean high;
    gboolean used; /* part of a whole read */
    guint64 held;  /* the whole register as expected at that moment */
    guint64 total;
};

/* The state of a counter before a change. */
struct before {
    gboolean enabled;
    guint64 selects, value, total;
};

/* A driver's measurement with a free-running counter. */
struct measured {
    gsize step;      /* replay.step at its latest read, */
    unsigned cpu;    /* by this CPU */
    gboolean begun;  /* a measurement began with that read */
    guint64 ns;      /* the read's time */
    guint64 total;   /* the counter's total at that read */
    guint64 skipped; /* the part of it that is not measured */
};

struct replay {
    const struct trace_record *records;
    gsize now;        /* index of the record that is being replayed */
    gboolean dropped; /* the previous record was a write that a fault kept from the hardware */
    enum snbep_variant_number number;
    const struct oracle_variant *variant;
    int boxes[SNBEP_MAX_BOXES]; /* the oracle's number of each block of a socket, or -1 */
    unsigned n_sockets;
    struct oracle_machine *oracle;
    struct truth_track tracks[ORACLE_SOCKETS][ORACLE_MAX_BOXES][ORACLE_COUNTERS];
    GArray *halves; /* struct half */
    gsize step;     /* reads before the step began */
    struct measured measured[ORACLE_SOCKETS][ORACLE_MAX_BOXES][ORACLE_COUNTERS];
    /* for an entry of the plan */
    struct before before_plan[ORACLE_SOCKETS][SNBEP_MAX_BOXES][ORACLE_COUNTERS];
    struct x86_replay *core;
    struct truth *out;
};

static const struct trace_record *present(const struct replay *r)
{
    return &r->records[r->now];
}

/* Box number @index of @socket, which has at most SNBEP_MAX_BOXES. */
static struct place place_of(const struct replay *r, unsigned socket, unsigned index)
{
    int number = r->boxes[index];
    struct place place = {.socket = socket};

    if (number < 0)
        return place;
    place.block = snbep_box_block(snbep_variants[r->number], socket, index);
    place.number = (unsigned)number;
    place.kind = r->variant->boxes[number].kind;
    place.box = oracle_machine_box(r->oracle, socket, place.number);
    return place;
}

/* ---- texts ---- */

static char *register_text(const struct place *at, unsigned reg)
{
    const struct reg_bank *bank;
    char name[MACHINE_BLOCK_NAME];

    if (!snbep_model.block(at->block, name, sizeof(name), &bank))
        return g_strdup_printf("block %u", at->block);
    return g_strdup_printf("%s.%s", name, at->kind->registers[reg].name);
}

/* The index of counter @i among the registers. */
static unsigned counter_register(const struct place *at, unsigned i)
{
    gboolean general = i < at->kind->general;

    return (unsigned)oracle_register_is(
        at->kind, general ? ORACLE_IS_CTR : ORACLE_IS_FIXED_CTR, general ? i : 0);
}

static void note(struct replay *r, enum truth_note_kind kind, gsize record, unsigned block,
    unsigned counter, char *text)
{
    truth_add_note(r->out, &(struct truth_note){kind, record, block, counter, text});
}

/* ---- what changes ---- */

static void save_counters(const struct place *at, struct before before[ORACLE_COUNTERS])
{
    for (unsigned i = 0; i < oracle_n_counters(at->kind); i++)
        before[i] = (struct before){oracle_box_enabled(at->box, i), oracle_box_selects(at->box, i),
            at->box->counters[i].value, at->box->counters[i].total};
}

static void note_set(
    struct replay *r, const struct place *at, unsigned i, guint64 from, const char *by)
{
    g_autofree char *name = register_text(at, counter_register(at, i));
    g_autofree char *time = access_time_text(present(r)->time);
    g_autofree char *writer = call_path_by(present(r));
    const struct truth_set set = {
        r->now, at->block, i, at->box->counters[i].value, at->box->counters[i].total};

    g_array_append_val(r->out->sets, set);
    note(r, TRUTH_SET, r->now, at->block, i,
        g_strdup_printf("%s set %s from 0x%" G_GINT64_MODIFIER "x to 0x%" G_GINT64_MODIFIER
                        "x%s (%s)",
            by, name, from, at->box->counters[i].value, writer, time));
}

/* Ends and begins intervals after record @by, and notes the counters that it
 * set. */
static void compare(struct replay *r, const struct place *at,
    const struct before before[ORACLE_COUNTERS], const char *by)
{
    for (unsigned i = 0; i < oracle_n_counters(at->kind); i++) {
        const struct before *was = &before[i];
        const struct truth_interval what = {.block = at->block,
            .counter = i,
            .fixed = i == at->kind->general,
            .control = oracle_box_selects(at->box, i)};
        struct truth_track *track = &r->tracks[at->socket][at->number][i];
        gboolean is = oracle_box_enabled(at->box, i), same = was->selects == what.control;
        guint64 counted =
            (was->value + at->box->counters[i].total - was->total) & oracle_count_mask(at->kind, i);

        if (counted != at->box->counters[i].value)
            note_set(r, at, i, counted, by);
        if (was->enabled && (!is || !same))
            truth_track_close(track, r->out, r->now);
        if (is && (!was->enabled || !same))
            truth_track_open(track, r->out, r->records, r->now, &what);
    }
}

/* ---- reads ---- */

/* A wrong register. The accesses are @first and, for a read in two halves,
 * @second. */
struct wrong {
    struct place at;
    unsigned reg, counter;
    gsize first, second;
};

static void note_wrong(struct replay *r, const struct wrong *w, guint64 got, guint64 expected)
{
    gsize first = w->first, second = w->second;
    g_autofree char *name = register_text(&w->at, w->reg);
    g_autofree char *access = access_text(&snbep_model, &r->records[first]);
    g_autofree char *other =
        first == second ? NULL : access_text(&snbep_model, &r->records[second]);

    note(r, TRUTH_WRONG, MAX(first, second), w->at.block, w->counter,
        g_strdup_printf("%s returned 0x%" G_GINT64_MODIFIER "x, expected 0x%" G_GINT64_MODIFIER
                        "x: %s%s%s",
            name, got, expected, access, other ? ", " : "", other ? other : ""));
}

/*
 * When an event is added, the kernel takes the others off their counters and
 * puts them on again. It reads a free-running counter both times; the counts in
 * between are not measured. The trace does not show the purpose of a read. The
 * first read of a step begins a measurement, and the next belongs to it. A read
 * less than ONE_CALL later begins another measurement. Both reads are of one
 * call, which takes microseconds; perf's shortest interval is ten milliseconds.
 */
enum { ONE_CALL = 20 * 1000 /* ns */ };

/* Finds the purpose of @read, and subtracts the counts that are not
 * measured. */
static void measure(struct replay *r, const struct place *at, struct truth_read *read)
{
    struct measured *m = &r->measured[at->socket][at->number][read->counter];
    const struct trace_record *record = &r->records[read->low];
    gboolean first = m->step != r->step + 1 || m->cpu != record->cpu;
    gboolean again = !first && !m->begun && record->time - m->ns < ONE_CALL;

    if (again) {
        read->written = TRUE;
        m->skipped += read->total - m->total;
        oracle_box_unmeasured(at->box, read->counter, m->ns);
    }
    *m = (struct measured){
        r->step + 1, record->cpu, first || again, record->time, read->total, m->skipped};
    read->total -= m->skipped;
}

/* Notes the whole read and compares it. A wrong read is noted once: later reads
 * are measured from it. */
static void whole_read(struct replay *r, const struct place *at, const struct half *low,
    const struct half *high, guint64 value)
{
    guint64 low_ones = G_MAXUINT32, expected = (high->held & ~low_ones) | (low->held & low_ones);
    struct truth_read read = {.block = low->block,
        .counter = low->counter,
        .low = low->record,
        .high = high->record,
        .value = value & oracle_count_mask(at->kind, low->counter),
        .total = low->total,
        .mask = oracle_count_mask(at->kind, low->counter)};
    unsigned reg = counter_register(at, low->counter);

    if (value != expected) { /* the counter's upper bits read as 0 */
        note_wrong(
            r, &(struct wrong){*at, reg, low->counter, low->record, high->record}, value, expected);
        oracle_box_set(at->box, reg, at->box->counters[low->counter].value + read.value - expected);
    } else if ((low->held ^ high->held) & ~low_ones) {
        gsize first = MIN(low->record, high->record), second = MAX(low->record, high->record);
        g_autofree char *one = access_text(&snbep_model, &r->records[first]);
        g_autofree char *then = access_text(&snbep_model, &r->records[second]);

        note(r, TRUTH_TORN, second, low->block, low->counter,
            g_strdup_printf(
                "torn read: %s, then %s: a carry into the high half passed between them", one,
                then));
    }
    if (at->kind->free)
        measure(r, at, &read);
    truth_track_read(&r->tracks[at->socket][at->number][low->counter], r->out, r->records, &read);
}

/* The other half for @half: the latest unused read of the same counter's other
 * half by the same CPU. */
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

/* A read of some other part of a counter is only compared. */
static void part_read(
    struct replay *r, const struct place *at, unsigned reg, unsigned counter, guint64 expected)
{
    if (present(r)->value != expected)
        note_wrong(
            r, &(struct wrong){*at, reg, counter, r->now, r->now}, present(r)->value, expected);
}

static void counter_read(struct replay *r, const struct place *at, unsigned i, guint64 expected)
{
    const struct trace_record *record = present(r);
    unsigned reg = counter_register(at, i), into = record->offset - at->kind->registers[reg].offset;
    struct half half = {.record = r->now,
        .at = *at,
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
        part_read(r, at, reg, i, expected);
}

/* A lone half has no difference to check, so the half itself must be right. */
static void check_lone_halves(struct replay *r)
{
    for (gsize i = 0; i < r->halves->len; i++) {
        const struct half *half = &g_array_index(r->halves, struct half, i);
        guint64 expected = (half->high ? half->held >> 8 * HALF_BYTES : half->held) & G_MAXUINT32;

        if (!half->used && r->records[half->record].value != expected)
            note_wrong(r,
                &(struct wrong){half->at, counter_register(&half->at, half->counter), half->counter,
                    half->record, half->record},
                r->records[half->record].value, expected);
    }
}

/* The headers on the sockets' buses that show which function is which
 * monitor. */
static void header_read(struct replay *r)
{
    const struct trace_record *record = present(r);
    uint64_t expected;
    int box = oracle_function_at(r->variant, record->offset, record->size, &expected);

    if (box >= 0 && record->value != expected) {
        g_autofree char *access = access_text(&snbep_model, record);

        note(r, TRUTH_WRONG, r->now, record->block, NOWHERE,
            g_strdup_printf("%s's function reads as 0x%x: %s", r->variant->boxes[box].name,
                (unsigned)expected, access));
    }
}

/* The tables of a socket's units, in which a driver finds its monitors. */
static void tables_read(struct replay *r, unsigned socket)
{
    const struct trace_record *record = present(r);
    uint64_t expected;

    if (oracle_tables_read(r->variant, socket, record->offset, record->size, &expected) &&
        record->value != expected) {
        g_autofree char *access = access_text(&snbep_model, record);

        note(r, TRUTH_WRONG, r->now, record->block, NOWHERE,
            g_strdup_printf("the table of units reads as 0x%" G_GINT64_MODIFIER "x: %s",
                (guint64)expected, access));
    }
}

/* ---- records ---- */

/* Notes entries of the plan that are due now and missing from the trace. */
static void overdue(struct replay *r)
{
    struct oracle_due due;

    while (oracle_machine_entry(r->oracle, present(r)->time, &due)) {
        g_autofree char *time = access_time_text(due.ns);

        note(r, TRUTH_WRONG, r->now, NOWHERE, NOWHERE,
            g_strdup_printf(
                "entry %u of the plan was due at %s, and did not take effect", due.entry, time));
    }
}

/* The register of an access, by its first byte; -1: none. */
static int register_of(const struct place *at, const struct trace_record *record)
{
    unsigned byte;

    return oracle_register_at(at->kind, record->offset, &byte);
}

static void written(struct replay *r, const struct place *at, const struct oracle_access *access)
{
    struct before before[ORACLE_COUNTERS];
    int reg = register_of(at, present(r));
    enum oracle_role role = reg < 0 ? ORACLE_IS_CTR : at->kind->registers[reg].role;

    save_counters(at, before);
    oracle_machine_write(r->oracle, access, present(r)->value);
    compare(r, at, before,
        role == ORACLE_IS_FIXED_CTL ? "rst"
        : role == ORACLE_IS_BOX_CTL ? "rst_ctrs"
                                    : "a write");
}

static void was_read(struct replay *r, const struct place *at, const struct oracle_access *access)
{
    const struct trace_record *record = present(r);
    guint64 expected = oracle_machine_read(r->oracle, access);
    int reg = register_of(at, record);
    enum oracle_role role = reg < 0 ? ORACLE_IS_CTL : at->kind->registers[reg].role;

    if (reg < 0 && record->value != expected) {
        g_autofree char *text = access_text(&snbep_model, record);

        note(r, TRUTH_WRONG, r->now, at->block, NOWHERE,
            g_strdup_printf("there is no register, so 0x%" G_GINT64_MODIFIER "x was expected: %s",
                expected, text));
    }
    if (reg < 0)
        return;
    if (role == ORACLE_IS_CTR || role == ORACLE_IS_FIXED_CTR)
        counter_read(r, at, role == ORACLE_IS_CTR ? at->kind->registers[reg].nr : at->kind->general,
            expected);
    else
        part_read(r, at, (unsigned)reg, NOWHERE, expected);
}

static void accessed(struct replay *r)
{
    const struct trace_record *record = present(r);
    struct snbep_block block;
    struct place at;

    overdue(r);
    if (!snbep_block_find(record->block, &block))
        return;
    if (record->kind == TRACE_READ && block.kind == SNBEP_BLOCK_PCI)
        header_read(r);
    if (record->kind == TRACE_READ && block.kind == SNBEP_BLOCK_UNITS)
        tables_read(r, block.socket);
    if (!block.place)
        return;
    at = place_of(r, block.socket, block.box);
    if (!at.box)
        return;
    const struct oracle_access access = {
        record->time, at.socket, at.number, record->offset, record->size};

    if (record->kind == TRACE_WRITE)
        written(r, &at, &access);
    else if (record->kind == TRACE_READ)
        was_read(r, &at, &access);
    else
        oracle_machine_dropped(r->oracle, &access);
}

/* Compares an entry of the plan in the trace with the oracle's. */
static void plan_entry(struct replay *r)
{
    const struct trace_record *record = present(r);
    struct oracle_due due = {0};
    g_autofree char *time = access_time_text(record->time);

    for (unsigned s = 0; s < r->n_sockets; s++)
        for (unsigned i = 0; i < SNBEP_MAX_BOXES; i++) {
            const struct place at = place_of(r, s, i);
            if (at.box)
                save_counters(&at, r->before_plan[s][i]);
        }
    if (!oracle_machine_entry(r->oracle, record->time, &due) || due.entry != record->value ||
        due.ns != record->time || due.refused != (record->kind == TRACE_REFUSED))
        note(r, TRUTH_WRONG, r->now, NOWHERE, NOWHERE,
            g_strdup_printf("entry %u of the plan took effect at %s, unlike in the scenario",
                (unsigned)record->value, time));
    for (unsigned s = 0; s < r->n_sockets; s++)
        for (unsigned i = 0; i < SNBEP_MAX_BOXES; i++) {
            const struct place at = place_of(r, s, i);
            if (at.box)
                compare(r, &at, r->before_plan[s][i], "the plan");
        }
}

/* The guest's own traffic. Its record has no time: the traffic came after the
 * previous record and before the next. */
static void cachelines_moved(struct replay *r)
{
    const struct trace_record *record = present(r);
    struct snbep_block block;
    struct place at = {.box = NULL};

    if (snbep_block_find(record->block, &block) && block.place)
        at = place_of(r, block.socket, block.box);
    if (!at.box || !oracle_machine_cachelines(r->oracle, record->time, at.socket, at.number,
                       record->offset == CACHELINES_WRITTEN, record->value))
        note(r, TRUTH_WRONG, r->now, record->block, NOWHERE, g_strdup(TRUTH_CACHELINES_UNASKED));
}

/* Free-running counters are never switched: a driver measures from its first
 * read in a step to its last. */
static void step_passed(struct replay *r, gboolean end)
{
    for (unsigned s = 0; end && s < r->n_sockets; s++)
        for (unsigned b = 0; b < SNBEP_MAX_BOXES; b++) {
            const struct place at = place_of(r, s, b);

            for (unsigned i = 0; at.box && at.kind->free && i < at.kind->general; i++)
                truth_track_span(&r->tracks[at.socket][at.number][i], r->out, r->records, r->step,
                    &(struct truth_interval){
                        .block = at.block, .counter = i, .control = oracle_box_selects(at.box, i)});
        }
    r->step = r->out->reads->len;
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
    case TRACE_DROPPED: /* first the access, then its fate */
        if (dropped)
            accessed(r);
        break;
    case TRACE_CACHELINES:
        cachelines_moved(r);
        break;
    case TRACE_STEP_BEGIN:
    case TRACE_STEP_END:
        overdue(r);
        oracle_machine_step(
            r->oracle, record->time, (unsigned)record->value, record->kind == TRACE_STEP_END);
        step_passed(r, record->kind == TRACE_STEP_END);
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

struct x86_replay_of truth_core_snbep(const struct snbep_config *config)
{
    const struct oracle_variant *variant = oracle_variant_named(snbep_variant_of(config)->name);
    struct oracle_x86_pmu pmu = oracle_x86_intel(variant->core, config->ht == SNBEP_HT_OFF);

    pmu.free_running = config->aperf;
    return (struct x86_replay_of){
        .model = &snbep_model,
        .pmu = pmu,
        .cpus = SNBEP_MAX_CPUS,
        .block = snbep_core_block(config->variant, 0),
        .apic = snbep_apic_block(0),
        .lbr = config->lbr ? oracle_lbr_intel(variant->core) : ORACLE_LBR_NONE,
        .lbr_block = snbep_lbr_block(config->variant, 0),
    };
}

static void free_oracle(void *oracle)
{
    oracle_machine_free(oracle);
}

struct truth *truth_replay_snbep(const struct snbep_config *config, const struct oracle_plan *plan,
    const struct trace_record *records, gsize n)
{
    const struct oracle_config same = {snbep_clock(config, BOX_DCLK), config->n_sockets,
        config->box_ctl == IMC_GUIDE, config->uclk_hz, config->qfclk_hz, config->uclk_gate};
    struct replay r = {
        .records = records,
        .number = config->variant,
        .variant = oracle_plan_variant(plan),
        .n_sockets = config->n_sockets,
        .oracle = oracle_machine_new(&same, plan),
        .halves = g_array_new(FALSE, FALSE, sizeof(struct half)),
        .out = truth_new(),
    };
    const struct snbep_variant *variant = snbep_variant_of(config);
    const struct x86_replay_of core = truth_core_snbep(config);
    unsigned socket;

    /* The oracle's box for each block of a socket, by the scenario's names. */
    for (unsigned i = 0; i < SNBEP_MAX_BOXES; i++)
        r.boxes[i] = i < variant->n_boxes
                         ? oracle_box_named(r.variant, variant->boxes[i].name, &socket)
                         : -1;
    for (unsigned s = 0; s < ORACLE_SOCKETS; s++)
        for (unsigned b = 0; b < ORACLE_MAX_BOXES; b++)
            for (unsigned i = 0; i < ORACLE_COUNTERS; i++)
                truth_track_begin(&r.tracks[s][b][i]);
    r.out->oracle = r.oracle;
    r.out->oracle_free = free_oracle;
    r.out->mask = ORACLE_X86_COUNT;
    r.core = x86_replay_new(&core, r.out, records);
    for (r.now = 0; r.now < n; r.now++)
        replay_record(&r);
    x86_replay_free(r.core);
    check_lone_halves(&r);
    g_array_unref(r.halves);
    return r.out;
}
