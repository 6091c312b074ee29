/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Passes a trace to the oracle of `board`, notes each read that differs from
 * the oracle's value, and follows the measurements of the drivers. */
#include "harness/truth/board/replay.h"

#include "harness/trace/accesses.h"
#include "harness/truth/track.h"
#include "models/board/board.h"

#define BIT(n) (G_GUINT64_CONSTANT(1) << (n))

enum { NOWHERE = G_MAXINT };

/* A handler runs within microseconds; this is ample on a busy host (ns). */
#define LATE_NS 1000000

/* A counter's activity. */
struct doing {
    gboolean enabled;
    guint64 event;
};

struct replay {
    const struct trace_record *records;
    gsize now;        /* index of the record that is being replayed */
    gboolean dropped; /* the previous record was a write that a fault kept from the hardware */
    gboolean up[ORACLE_PMUS];
    struct oracle_board *oracle;
    struct measuring {
        struct truth_track track;
        /* the writes that switched it on and off, if they are not yet in the
         * track; or TRUTH_NONE */
        gsize on, off;
        guint64 event;
        /* the latest read of its upper bits alone: from bit @first on */
        struct {
            gsize record; /* or TRUTH_NONE */
            unsigned first;
            guint64 value;
        } upper;
    } counters[ORACLE_PMUS][ORACLE_PMU_COUNTERS];
    struct truth *out;
};

static const struct trace_record *present(const struct replay *r)
{
    return &r->records[r->now];
}

static void note(
    const struct replay *r, enum truth_note_kind kind, unsigned block, unsigned counter, char *text)
{
    truth_add_note(r->out, &(struct truth_note){kind, r->now, block, counter, text});
}

/* ---- interrupts ---- */

static void add_interrupt(
    const struct replay *r, unsigned line, gboolean fell, gboolean again, guint64 since)
{
    const struct truth_interrupt interrupt = {.record = r->now,
        .line = line,
        .fell = fell,
        .again = again,
        .since = since,
        .ns = fell ? 0 : (since ? since : present(r)->time) + LATE_NS};

    g_array_append_val(r->out->interrupts, interrupt);
}

/* Compares the level with the one before: @rose is the time at which it rose
 * without software, or UINT64_MAX. */
static void follow_level(struct replay *r, unsigned pmu, guint64 rose, gboolean again)
{
    const gboolean up = r->oracle->pmus[pmu].asserted != UINT64_MAX;

    if (up && !r->up[pmu])
        add_interrupt(r, pmu, FALSE, FALSE, rose == UINT64_MAX ? 0 : rose);
    else if (!up && r->up[pmu])
        add_interrupt(r, pmu, TRUE, FALSE, 0);
    else if (up && again)
        add_interrupt(r, pmu, FALSE, TRUE, 0);
    r->up[pmu] = up;
}

static void advance(struct replay *r, guint64 ns)
{
    for (unsigned i = 0; i < r->oracle->plan.manual.n; i++)
        follow_level(r, i, oracle_pmu_advance(&r->oracle->pmus[i], ns), FALSE);
}

static char *line_name(unsigned line)
{
    return g_strdup_printf("interrupt of PMU %u", line);
}

static gboolean line_cpu(unsigned line, guint *cpu)
{
    (void)line;
    *cpu = 0;
    return FALSE;
}

const struct truth_lines board_lines = {line_name, line_cpu};

/* ---- measurements ---- */

/* A counter that nothing enables is switched on and off by its event. */
static void save_counters(const struct oracle_pmu *pmu, struct doing doing[ORACLE_PMU_COUNTERS])
{
    for (unsigned i = 0; i < pmu->manual->n_counters; i++) {
        const guint64 event = oracle_pmu_selects(pmu, i);
        const gboolean counts = !oracle_pmu_is_free(pmu, i) || oracle_pmu_knows(pmu, event);

        doing[i] = (struct doing){oracle_pmu_enables(pmu, i) && counts, event};
    }
}

static gboolean is_free(const struct replay *r, unsigned number, unsigned i)
{
    return oracle_pmu_is_free(&r->oracle->pmus[number], i);
}

static void open_interval(struct replay *r, unsigned number, unsigned i)
{
    struct measuring *m = &r->counters[number][i];
    const struct truth_interval what = {.block = number, .counter = i, .control = m->event};

    if (m->on != TRUTH_NONE)
        truth_track_open(&m->track, r->out, r->records, m->on, &what);
    m->on = TRUTH_NONE;
}

static void close_interval(struct replay *r, struct measuring *m)
{
    if (m->off != TRUTH_NONE && truth_track_is_open(&m->track))
        truth_track_close(&m->track, r->out, m->off);
    m->off = TRUTH_NONE;
}

/* A counter that is switched on anew with its event, and was neither read nor
 * set since it was switched off, continues. One that nothing enables also
 * counts for the sake of others: it is measured once the driver reads it. */
static void switched_on(struct replay *r, unsigned number, unsigned i, guint64 event)
{
    struct measuring *m = &r->counters[number][i];

    const gboolean waits = is_free(r, number, i) && m->on != TRUTH_NONE;

    if (m->off != TRUTH_NONE && (waits || truth_track_is_open(&m->track)) && m->event == event) {
        m->off = TRUTH_NONE;
        return;
    }
    close_interval(r, m);
    m->on = r->now;
    m->event = event;
}

/* A driver may switch a counter on twice, each time after it has set it to 0:
 * the first time measures nothing. */
static void switched_off(struct replay *r, unsigned number, unsigned i, gboolean set)
{
    struct measuring *m = &r->counters[number][i];

    if (is_free(r, number, i)) {
        m->off = r->now;
        return;
    }
    if (!set)
        open_interval(r, number, i);
    m->on = TRUTH_NONE;
    m->off = r->now;
    if (set)
        close_interval(r, m);
}

/* @set: the counters whose value the write has set, bit by bit. */
static void follow_counters(
    struct replay *r, unsigned number, const struct doing before[ORACLE_PMU_COUNTERS], guint64 set)
{
    struct doing after[ORACLE_PMU_COUNTERS] = {0};

    save_counters(&r->oracle->pmus[number], after);
    for (unsigned i = 0; i < r->oracle->pmus[number].manual->n_counters; i++) {
        const gboolean other = before[i].event != after[i].event;

        if (before[i].enabled && (!after[i].enabled || other))
            switched_off(r, number, i, (set & BIT(i)) != 0);
        if (after[i].enabled && (!before[i].enabled || other))
            switched_on(r, number, i, after[i].event);
    }
}

/* The driver read @value, of which access @high has the upper bits, or set the
 * counter to it and continues from there. */
static void add_read(struct replay *r, unsigned number, unsigned counter, guint64 value, gsize high,
    gboolean written)
{
    const struct oracle_pmu *pmu = &r->oracle->pmus[number];
    struct measuring *m = &r->counters[number][counter];
    const struct truth_read read = {.block = number,
        .counter = counter,
        .low = r->now,
        .high = high,
        .value = value,
        .mask = G_MAXUINT64 >> (64 - oracle_pmu_bits(pmu, counter)),
        .total = pmu->counters[counter].total,
        .written = written};

    if (!written)
        open_interval(r, number, counter);
    else if (is_free(r, number, counter) && m->on != TRUTH_NONE)
        m->on = m->off == TRUTH_NONE ? r->now : TRUTH_NONE;
    close_interval(r, m);
    truth_track_read(&r->counters[number][counter].track, r->out, r->records, &read);
}

/* ---- accesses ---- */

static void was_written(struct replay *r, unsigned number)
{
    const struct trace_record *record = present(r);
    struct oracle_pmu *pmu = &r->oracle->pmus[number];
    struct doing before[ORACLE_PMU_COUNTERS] = {0};
    guint64 flags = oracle_pmu_overflows(pmu), set;

    save_counters(pmu, before);
    set = oracle_pmu_write(pmu, record->offset, record->size, record->value);
    for (unsigned i = 0; i < pmu->manual->n_counters; i++) {
        if (!(set & BIT(i)))
            continue;
        /* it loses its count */
        if (before[i].enabled && oracle_pmu_enables(pmu, i) && !oracle_pmu_is_free(pmu, i))
            open_interval(r, number, i);
        add_read(r, number, i, pmu->counters[i].value, r->now, TRUE);
    }
    follow_counters(r, number, before, set);
    follow_level(r, number, UINT64_MAX, (flags & ~oracle_pmu_overflows(pmu)) != 0);
}

/* A counter is read as a whole, or its upper bits and then its lower ones:
 * drivers that may meet a carry read the upper ones once more. */
static void piece_read(struct replay *r, unsigned number, const struct oracle_pmu_piece *piece)
{
    struct measuring *m = &r->counters[number][piece->counter];
    const unsigned bits = oracle_pmu_bits(&r->oracle->pmus[number], piece->counter);
    const guint64 value = present(r)->value >> piece->shift & G_MAXUINT64 >> (64 - piece->bits);

    if (piece->first) {
        m->upper.record = r->now;
        m->upper.first = piece->first;
        m->upper.value = value << piece->first;
    } else if (piece->bits == bits) {
        add_read(r, number, piece->counter, value, r->now, FALSE);
    } else if (m->upper.record != TRUTH_NONE && m->upper.first == piece->bits) {
        add_read(r, number, piece->counter, m->upper.value | value, m->upper.record, FALSE);
    }
}

static void was_read(struct replay *r, unsigned number)
{
    const struct trace_record *record = present(r);
    const struct oracle_pmu *pmu = &r->oracle->pmus[number];
    const guint64 expected = oracle_pmu_read(pmu, record->offset, record->size);
    struct oracle_pmu_piece piece;
    const gboolean counts = oracle_pmu_piece_at(pmu, record->offset, record->size, &piece);

    if (counts)
        piece_read(r, number, &piece);
    if (record->value == expected)
        return;
    g_autofree char *access = access_text(&board_model, record);
    note(r, TRUTH_WRONG, number, counts ? piece.counter : NOWHERE,
        g_strdup_printf("%s: expected 0x%" G_GINT64_MODIFIER "x", access, expected));
}

/* Notes entries of the plan that are due now and missing from the trace. */
static void overdue(struct replay *r)
{
    struct oracle_board_due due;

    while (oracle_board_entry(r->oracle, present(r)->time, &due)) {
        g_autofree char *time = access_time_text(due.ns);

        note(r, TRUTH_WRONG, NOWHERE, NOWHERE,
            g_strdup_printf(
                "entry %u of the plan was due at %s, and did not take effect", due.entry, time));
    }
    advance(r, present(r)->time);
}

static void accessed(struct replay *r)
{
    const struct trace_record *record = present(r);

    overdue(r);
    if (record->block >= r->oracle->plan.manual.n)
        return;
    if (record->kind == TRACE_READ)
        was_read(r, record->block);
    else if (record->kind == TRACE_WRITE)
        was_written(r, record->block);
    oracle_board_accessed(
        r->oracle, record->time, record->block, record->offset, record->kind != TRACE_READ);
}

/* ---- the plan ---- */

static void note_set(struct replay *r, const struct oracle_board_due *due)
{
    const unsigned number = due->line->pmu;
    const struct oracle_pmu *pmu = &r->oracle->pmus[number];

    for (unsigned i = 0; i < pmu->manual->n_counters; i++) {
        const struct truth_set set = {
            r->now, number, i, pmu->counters[i].value, pmu->counters[i].total};

        if (!(due->set & BIT(i)))
            continue;
        g_array_append_val(r->out->sets, set);
        note(r, TRUTH_SET, number, i,
            g_strdup_printf("the plan set counter %u to 0x%" G_GINT64_MODIFIER "x", i, set.value));
    }
    if (!due->set)
        note(r, TRUTH_SET, number, NOWHERE, g_strdup("the plan set a control register"));
}

/* Compares an entry of the plan in the trace with the oracle's. */
static void plan_entry(struct replay *r)
{
    const struct trace_record *record = present(r);
    struct oracle_board_due due;
    gboolean known;

    advance(r, record->time);
    known = oracle_board_entry(r->oracle, record->time, &due);
    if (!known || due.entry != record->value || due.ns != record->time ||
        record->kind == TRACE_REFUSED) {
        g_autofree char *time = access_time_text(record->time);

        note(r, TRUTH_WRONG, NOWHERE, NOWHERE,
            g_strdup_printf("entry %u of the plan took effect at %s, unlike in the scenario",
                (unsigned)record->value, time));
    } else if (due.line->kind == ORACLE_BOARD_PRESET) {
        note_set(r, &due);
        follow_level(r, due.line->pmu, UINT64_MAX, FALSE);
    }
}

static void replay_record(struct replay *r)
{
    const struct trace_record *record = present(r);
    const gboolean dropped = record->kind == TRACE_DROPPED && !r->dropped;

    switch (record->kind) {
    case TRACE_READ:
    case TRACE_WRITE:
        accessed(r);
        break;
    case TRACE_DROPPED: /* first the access, then its fate */
        if (dropped)
            accessed(r);
        break;
    case TRACE_STEP_BEGIN:
    case TRACE_STEP_END:
        overdue(r);
        oracle_board_step(
            r->oracle, record->time, (unsigned)record->value, record->kind == TRACE_STEP_END);
        break;
    case TRACE_PLAN:
    case TRACE_REFUSED:
    case TRACE_FAULT:
        plan_entry(r);
        break;
    case TRACE_INTERRUPT:
        advance(r, record->time);
        break;
    default:
        break;
    }
    r->dropped = dropped;
}

static gint by_on(gconstpointer a, gconstpointer b)
{
    const struct truth_interval *one = a, *two = b;

    return one->on < two->on ? -1 : one->on > two->on;
}

static void free_oracle(void *oracle)
{
    oracle_board_free(oracle);
}

struct truth *truth_replay_board(
    const struct oracle_board_plan *plan, const struct trace_record *records, gsize n)
{
    struct replay *r = g_new0(struct replay, 1);
    struct truth *out;

    r->records = records;
    r->oracle = oracle_board_new(plan);
    r->out = out = truth_new();
    out->oracle = r->oracle;
    out->oracle_free = free_oracle;
    for (unsigned i = 0; i < ORACLE_PMUS; i++)
        for (unsigned c = 0; c < ORACLE_PMU_COUNTERS; c++) {
            truth_track_begin(&r->counters[i][c].track);
            r->counters[i][c].on = r->counters[i][c].off = TRUTH_NONE;
            r->counters[i][c].upper.record = TRUTH_NONE;
        }
    for (r->now = 0; r->now < n; r->now++)
        replay_record(r);
    for (unsigned i = 0; i < ORACLE_PMUS; i++)
        for (unsigned c = 0; c < ORACLE_PMU_COUNTERS; c++)
            close_interval(r, &r->counters[i][c]);
    g_array_sort(out->intervals, by_on);
    g_free(r);
    return out;
}
