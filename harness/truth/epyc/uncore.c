/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Passes accesses to the uncore, and the moments that the plan waits for, to
 * the oracle. */
#include "harness/truth/epyc/uncore.h"

#include "harness/trace/accesses.h"
#include "harness/truth/track.h"
#include "oracle/epyc/manual.h"

enum { NOWHERE = G_MAXINT };

/* The tracks of one block's counters. */
struct tracks {
    struct truth_track counters[ORACLE_AMD_UNCORE_COUNTERS];
};

struct truth_amd_uncore {
    const struct trace_record *records;
    gsize now;
    gboolean dropped; /* the previous record was a write that a fault kept from the hardware */
    struct oracle_amd_uncore *oracle;
    enum ibs_variant variant;
    gboolean planned;   /* the oracle knows the plan */
    GHashTable *tracks; /* block number in the trace: struct tracks */
    struct truth *out;
};

/* A block of the uncore: its number in the trace, and its place in the
 * oracle. */
struct place {
    unsigned block;
    struct oracle_amd_uncore_box *box;
    struct truth_track *tracks;
};

static const struct trace_record *present(const struct truth_amd_uncore *u)
{
    return &u->records[u->now];
}

/* ---- which block ---- */

/* Kinds of blocks in the trace, and in the oracle, which distinguishes
 * generations. */
static const struct {
    enum epyc_block_kind block;
    enum oracle_amd_uncore_kind kind;
} kinds[] = {{EPYC_UMC, ORACLE_UMC}, {EPYC_L3, ORACLE_L3_ZEN1}, {EPYC_L3, ORACLE_L3_ZEN3},
    {EPYC_L3, ORACLE_L3_ZEN4}, {EPYC_DF, ORACLE_DF_ZEN1}, {EPYC_DF, ORACLE_DF_ZEN4}};

unsigned truth_amd_uncore_block(unsigned block)
{
    enum epyc_block_kind kind = (enum epyc_block_kind)epyc_block_kind(block);
    enum oracle_part part = (enum oracle_part)epyc_block_variant(block);
    enum amd_uncore_kind uncore;
    unsigned number = epyc_block_cpu(block), slots;

    for (gsize i = 0; i < G_N_ELEMENTS(kinds); i++)
        if (kinds[i].block == kind && oracle_amd_uncore_has(part, kinds[i].kind) &&
            epyc_uncore_kind(block, &uncore, &slots))
            return oracle_epyc_uncore(kinds[i].kind, number / slots, number % slots);
    return kind == EPYC_APIC ? oracle_epyc_apic(number) : oracle_epyc_cpu(number);
}

static struct tracks *tracks_of(struct truth_amd_uncore *u, unsigned block)
{
    struct tracks *tracks = g_hash_table_lookup(u->tracks, GUINT_TO_POINTER(block));

    if (tracks)
        return tracks;
    tracks = g_new(struct tracks, 1);
    for (unsigned i = 0; i < ORACLE_AMD_UNCORE_COUNTERS; i++)
        truth_track_begin(&tracks->counters[i]);
    g_hash_table_insert(u->tracks, GUINT_TO_POINTER(block), tracks);
    return tracks;
}

static struct place place_of(struct truth_amd_uncore *u, unsigned block)
{
    struct place at = {
        block, oracle_amd_uncore_box(u->oracle, truth_amd_uncore_block(block)), NULL};

    if (at.box)
        at.tracks = tracks_of(u, block)->counters;
    return at;
}

/* ---- notes ---- */

static void note(const struct truth_amd_uncore *u, enum truth_note_kind kind, unsigned block,
    unsigned counter, char *text)
{
    truth_add_note(u->out, &(struct truth_note){kind, u->now, block, counter, text});
}

static void note_plan(
    const struct truth_amd_uncore *u, const char *what, unsigned entry, guint64 ns)
{
    g_autofree char *time = access_time_text(ns);

    note(u, TRUTH_WRONG, NOWHERE, NOWHERE,
        g_strdup_printf("entry %u of the plan %s (%s)", entry, what, time));
}

/* ---- the driver's measurements ---- */

/* The driver read @value of counter @i, or set it to that and continues from
 * there. */
static void add_read(const struct truth_amd_uncore *u, const struct place *at, unsigned i,
    guint64 value, gboolean written)
{
    const struct oracle_amd_uncore_row *row = &oracle_amd_uncore_rows[at->box->kind];
    /* Linux takes the difference of two reads of a memory controller's counter
     * modulo 2^47 (amd_uncore_umc_read()). */
    const struct truth_read read = {.block = at->block,
        .counter = i,
        .low = u->now,
        .high = u->now,
        .value = value,
        .total = at->box->counters[i].total,
        .mask = row->beyond ? row->full >> 1 : row->full,
        .written = written};

    truth_track_read(&at->tracks[i], u->out, u->records, &read);
}

/* Opens and closes intervals after a control changed; @was: it was on. */
static void switched(
    const struct truth_amd_uncore *u, const struct place *at, unsigned i, guint64 was)
{
    const struct oracle_amd_uncore_row *row = &oracle_amd_uncore_rows[at->box->kind];
    const struct truth_interval what = {
        .block = at->block, .counter = i, .control = at->box->counters[i].control & row->selects};
    gboolean on = oracle_amd_uncore_on(at->box, i), same = was == at->box->counters[i].control;

    if (same)
        return;
    if (was & row->enable)
        truth_track_close(&at->tracks[i], u->out, u->now);
    if (on)
        truth_track_open(&at->tracks[i], u->out, u->records, u->now, &what);
}

static void written(const struct truth_amd_uncore *u, const struct place *at, unsigned reg)
{
    guint64 was = at->box->counters[reg / 2].control;

    oracle_amd_uncore_software(at->box, reg, present(u)->value);
    if (reg % 2)
        add_read(u, at, reg / 2, present(u)->value, TRUE);
    else
        switched(u, at, reg / 2, was);
}

/* A wrong read is noted once: the driver continues from the value it got, and
 * so does the oracle. */
static void was_read(const struct truth_amd_uncore *u, const struct place *at, unsigned reg)
{
    guint64 expected = oracle_amd_uncore_read(at->box, reg), got = present(u)->value;

    if (reg % 2)
        add_read(u, at, reg / 2, got, FALSE);
    if (got == expected)
        return;
    g_autofree char *access = access_text(&epyc_model, present(u));
    note(u, TRUTH_WRONG, at->block, reg % 2 ? reg / 2 : NOWHERE,
        g_strdup_printf("%s: expected 0x%" G_GINT64_MODIFIER "x", access, expected));
    if (reg % 2)
        oracle_amd_uncore_write(at->box, reg, got);
}

/* ---- records ---- */

/* Notes entries of the plan that are due now and missing from the trace. */
static void overdue(const struct truth_amd_uncore *u)
{
    struct oracle_amd_uncore_due due;

    while (oracle_amd_uncore_entry(u->oracle, present(u)->time, &due))
        note_plan(u, "was due, and did not take effect", due.entry, due.ns);
}

static void accessed(struct truth_amd_uncore *u)
{
    const struct trace_record *record = present(u);
    const struct place at = place_of(u, record->block);
    /* A CPU's register, as in the plan's moments: an APIC's by its offset. */
    unsigned number = epyc_block_kind(record->block) == EPYC_IBS ? record->offset - ORACLE_IBS_MSR
                                                                 : record->offset;

    overdue(u);
    if (at.box) {
        oracle_amd_uncore_advance(at.box, record->time);
        if (record->kind == TRACE_READ)
            was_read(u, &at, record->offset);
        else if (record->kind == TRACE_WRITE)
            written(u, &at, record->offset);
    }
    oracle_amd_uncore_accessed(u->oracle, record->time, truth_amd_uncore_block(record->block),
        number, record->kind != TRACE_READ);
}

/* The place of a block that the plan names. */
static struct place planned_place(struct truth_amd_uncore *u, unsigned block)
{
    enum oracle_amd_uncore_kind kind;
    unsigned socket, number, slots;
    enum amd_uncore_kind uncore;

    for (gsize i = 0;
         oracle_epyc_uncore_block(block, &kind, &socket, &number) && i < G_N_ELEMENTS(kinds); i++) {
        unsigned first = epyc_block(kinds[i].block, u->variant, 0);

        if (kinds[i].kind == kind && epyc_uncore_kind(first, &uncore, &slots))
            return place_of(u, first + socket * slots + number);
    }
    return (struct place){NOWHERE, NULL, NULL};
}

/* A driver does not know the values that the plan sets. */
static void preset(struct truth_amd_uncore *u, const struct oracle_amd_uncore_due *due)
{
    const struct place at = planned_place(u, due->line->block);
    unsigned reg = due->line->reg;
    g_autofree char *time = access_time_text(due->ns);

    if (!at.box)
        return;
    if (reg % 2 == 0) {
        switched(u, &at, reg / 2, due->was);
    } else if (due->was != at.box->counters[reg / 2].value) {
        const struct truth_set set = {u->now, at.block, reg / 2, at.box->counters[reg / 2].value,
            at.box->counters[reg / 2].total};

        g_array_append_val(u->out->sets, set);
        note(u, TRUTH_SET, at.block, reg / 2,
            g_strdup_printf("the plan set counter %u from 0x%" G_GINT64_MODIFIER
                            "x to 0x%" G_GINT64_MODIFIER "x (%s)",
                reg / 2, due->was, at.box->counters[reg / 2].value, time));
    }
}

/* Compares an entry of the plan in the trace with the oracle's. */
static void plan_entry(struct truth_amd_uncore *u)
{
    const struct trace_record *record = present(u);
    struct oracle_amd_uncore_due due;
    gboolean known = oracle_amd_uncore_entry(u->oracle, record->time, &due);

    if (!u->planned)
        return;
    if (!known || due.entry != record->value || due.ns != record->time ||
        record->kind == TRACE_REFUSED)
        note_plan(u, "took effect, unlike in the scenario", (unsigned)record->value, record->time);
    else if (due.line->kind == ORACLE_EPYC_PRESET || due.line->kind == ORACLE_EPYC_JUMP)
        preset(u, &due);
}

/* The guest's own traffic. Its record has no time: the traffic came after the
 * previous record and before the next. */
static void cachelines_moved(struct truth_amd_uncore *u)
{
    const struct trace_record *record = present(u);

    if (!oracle_amd_uncore_cachelines(u->oracle, record->time,
            truth_amd_uncore_block(record->block), record->offset == CACHELINES_WRITTEN,
            record->value) &&
        u->planned)
        note(u, TRUTH_WRONG, record->block, NOWHERE, g_strdup(TRUTH_CACHELINES_UNASKED));
}

void truth_amd_uncore_record(struct truth_amd_uncore *u, gsize now)
{
    const struct trace_record *record = &u->records[now];
    gboolean dropped = record->kind == TRACE_DROPPED && !u->dropped;

    u->now = now;
    switch (record->kind) {
    case TRACE_READ:
    case TRACE_WRITE:
        accessed(u);
        break;
    case TRACE_DROPPED: /* first the access, then its fate */
        if (dropped)
            accessed(u);
        break;
    case TRACE_CACHELINES:
        cachelines_moved(u);
        break;
    case TRACE_STEP_BEGIN:
    case TRACE_STEP_END:
        overdue(u);
        oracle_amd_uncore_step(
            u->oracle, record->time, (unsigned)record->value, record->kind == TRACE_STEP_END);
        break;
    case TRACE_PLAN:
    case TRACE_REFUSED:
    case TRACE_FAULT:
        plan_entry(u);
        break;
    default:
        break;
    }
    u->dropped = dropped;
}

/* ---- begin and end ---- */

struct truth_amd_uncore *truth_amd_uncore_new(const struct epyc_config *config,
    const struct oracle_epyc_plan *plan, const struct trace_record *records, struct truth *out)
{
    struct oracle_amd_uncore_config same = {.sockets = config->sockets,
        .cpus = config->cpus / config->sockets,
        .gate = (enum oracle_umc_gate)config->umc_gate};
    struct truth_amd_uncore *u = g_new0(struct truth_amd_uncore, 1);

    for (unsigned k = 0; k < ORACLE_AMD_UNCORE_KINDS; k++) {
        const enum oracle_amd_uncore_kind kind = (enum oracle_amd_uncore_kind)k;
        const unsigned mhz = kind == ORACLE_UMC ? config->mclk_mhz : config->fclk_mhz;

        /* docs/hardware/epyc.md: an L3's cycles take 0.5 ns. */
        same.hz[k] = oracle_is_l3(kind) ? 2000000000u : mhz * 1000000u;
        if (oracle_amd_uncore_has((enum oracle_part)config->variant, kind))
            same.blocks[k] = kind == ORACLE_UMC ? epyc_config_umcs(config) : 1;
    }
    *u = (struct truth_amd_uncore){.records = records,
        .variant = config->variant,
        .planned = plan != NULL,
        .oracle = oracle_amd_uncore_new(&same, plan),
        .tracks = g_hash_table_new_full(NULL, NULL, NULL, g_free),
        .out = out};
    return u;
}

struct oracle_amd_uncore *truth_amd_uncore_oracle(const struct truth_amd_uncore *u)
{
    return u->oracle;
}

void truth_amd_uncore_free(struct truth_amd_uncore *u)
{
    g_hash_table_unref(u->tracks);
    g_free(u);
}
