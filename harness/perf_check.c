/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "harness/perf_check.h"

#include "harness/command.h"
#include "harness/perf_event.h"
#include "harness/perf_measure.h"
#include "harness/perf_output.h"
#include "harness/truth.h"

#include <stdio.h>
#include <string.h>

/* What a machine brings to the proof. A new machine is a new row below. */
struct proof_machine {
    const char *name;
    struct truth *(*replay)(const void *planned, const struct trace_record *records, gsize n);
    enum perf_event_kind (*event)(
        const void *planned, const char *name, struct perf_event *event, GError **error);
};

static struct truth *replay_snbep(const void *planned, const struct trace_record *records, gsize n)
{
    return truth_replay_snbep(planned, records, n);
}

static enum perf_event_kind event_snbep(
    const void *planned, const char *name, struct perf_event *event, GError **error)
{
    const struct snbep *m = planned;

    return perf_event_snbep(&m->config, name, event, error);
}

static const struct proof_machine machines[] = {{"snbep", replay_snbep, event_snbep}};

struct perf_check {
    struct perf_check_run run;
    const struct proof_machine *machine;
    struct truth *truth;
    GPtrArray *faults;
};

/* A row of perf's and the measurements that it may be made of. */
struct claim {
    const struct perf_row *row;
    struct perf_event event;
    unsigned run;        /* ordinal among the runs that have measurements */
    gboolean understood; /* else @refusal */
    char *refusal;
    struct measurement *found[PERF_EVENT_PLACES]; /* one for each place, or NULL */
};

/* One step being proved. */
struct proof {
    struct perf_check *check;
    unsigned step;
    struct perf_output *output;
    GPtrArray *claims;       /* struct claim */
    GPtrArray *measurements; /* struct measurement */
    gboolean *used;          /* which of the output's counts are taken */
    GPtrArray *rows;         /* the result */
};

/* ---- the run ---- */

static GPtrArray *find_faults(const struct truth *truth)
{
    GPtrArray *faults = g_ptr_array_new();

    for (guint i = 0; i < truth->notes->len; i++) {
        struct truth_note *note = g_ptr_array_index(truth->notes, i);
        if (note->kind == TRUTH_WRONG)
            g_ptr_array_add(faults, note->text);
    }
    return faults;
}

struct perf_check *perf_check_new(const struct perf_check_run *run, GError **error)
{
    for (gsize i = 0; i < G_N_ELEMENTS(machines); i++) {
        struct perf_check *check;

        if (strcmp(machines[i].name, run->machine))
            continue;
        check = g_new0(struct perf_check, 1);
        check->run = *run;
        check->machine = &machines[i];
        check->truth = machines[i].replay(run->planned, run->records, run->n_records);
        check->faults = find_faults(check->truth);
        return check;
    }
    g_set_error(error, HARNESS_ERROR, HARNESS_ERROR_FAILED,
        "machine %s: what perf prints about it cannot be proved", run->machine);
    return NULL;
}

guint64 perf_check_n_reads(const struct perf_check *check)
{
    return check->truth->reads->len;
}

const GPtrArray *perf_check_faults(const struct perf_check *check)
{
    return check->faults;
}

void perf_check_free(struct perf_check *check)
{
    if (!check)
        return;
    g_ptr_array_unref(check->faults);
    truth_free(check->truth);
    g_free(check);
}

static void row_free(gpointer data)
{
    struct perf_check_row *row = data;

    g_free(row->event);
    g_free(row->printed);
    g_free(row->unit);
    g_free(row->why);
    g_free(row);
}

gboolean perf_check_all_hold(const GPtrArray *rows)
{
    for (guint i = 0; i < rows->len; i++) {
        const struct perf_check_row *row = g_ptr_array_index(rows, i);
        if (!row->hop_one || !row->hop_two)
            return FALSE;
    }
    return TRUE;
}

/* ---- figures ---- */

/*
 * What perf makes of an event that ran for a part of the time, in its own arithmetic:
 * perf_counts_values__scale() in tools/lib/perf/evsel.c works in doubles and cuts the fraction off.
 */
static guint64 scaled(guint64 value, const struct perf_count *count)
{
    if (count->running == 0 || count->running >= count->enabled)
        return value;
    return (guint64)((double)value * (double)count->enabled / (double)count->running);
}

/* @total as perf prints it, with as many digits behind the point as @figure has. */
static char *figure_of(guint64 total, double scale, const char *figure)
{
    const char *point = strchr(figure, '.');
    char buffer[G_ASCII_DTOSTR_BUF_SIZE * 2];

    g_snprintf(buffer, sizeof(buffer), "%.*f", point ? (int)strlen(point + 1) : 0, (double)total * scale);
    return g_strdelimit(g_strdup(buffer), ",", '.');
}

static char *without_commas(const char *figure)
{
    g_auto(GStrv) parts = g_strsplit(figure, ",", -1);

    return g_strjoinv("", parts);
}

/* ---- claims ---- */

static gboolean at_socket(const struct claim *claim, const struct perf_event_place *place)
{
    return claim->row->socket < 0 || claim->row->socket == place->socket;
}

static struct measure_key key_of(const struct claim *claim, unsigned place)
{
    return (struct measure_key){
        claim->run, claim->event.places[place].block, claim->event.fixed, claim->event.control};
}

/* How many figures of a run stand for events with one key: a measure_claims_fn. */
static unsigned count_claims(const struct measure_key *key, gconstpointer data)
{
    const struct proof *p = data;
    unsigned n = 0;

    for (guint i = 0; i < p->claims->len; i++) {
        const struct claim *claim = g_ptr_array_index(p->claims, i);
        for (unsigned j = 0; claim->understood && j < claim->event.n_places; j++) {
            struct measure_key own = key_of(claim, j);
            n += at_socket(claim, &claim->event.places[j]) && measure_key_equal(&own, key);
        }
    }
    return n;
}

static void claim_free(gpointer data)
{
    struct claim *claim = data;

    g_free(claim->refusal);
    g_free(claim);
}

static void add_claim(struct proof *p, const struct perf_row *row)
{
    struct claim *claim = g_new0(struct claim, 1);
    g_autoptr(GError) error = NULL;
    enum perf_event_kind kind =
        p->check->machine->event(p->check->run.planned, row->event, &claim->event, &error);

    claim->row = row;
    claim->understood = kind == PERF_EVENT_OURS;
    if (kind == PERF_EVENT_OTHER) {
        claim_free(claim);
        return;
    }
    if (kind == PERF_EVENT_REFUSED)
        claim->refusal = g_strdup(error->message);
    g_ptr_array_add(p->claims, claim);
}

/* Numbers the runs that have figures: one in which perf counted nothing has left no measurements. Returns how
 * many. */
static unsigned number_runs(struct proof *p)
{
    gboolean *counted = g_new0(gboolean, p->output->n_runs + 1);
    unsigned n = 0;

    for (guint i = 0; i < p->claims->len; i++) {
        const struct claim *claim = g_ptr_array_index(p->claims, i);
        if (claim->understood && claim->row->state == PERF_COUNTED)
            counted[claim->row->run] = TRUE;
    }
    for (unsigned run = 0; run < p->output->n_runs; run++) {
        for (guint i = 0; i < p->claims->len; i++) {
            struct claim *claim = g_ptr_array_index(p->claims, i);
            if (claim->row->run == run)
                claim->run = counted[run] ? n : G_MAXUINT;
        }
        n += counted[run] ? 1 : 0;
    }
    g_free(counted);
    return n;
}

/* ---- hop one ---- */

/* perf's -v lines that a figure has been matched with. */
struct matched {
    guint index[PERF_EVENT_PLACES];
    unsigned n;
};

static gboolean is_matched(const struct matched *matched, guint index)
{
    for (unsigned i = 0; i < matched->n; i++)
        if (matched->index[i] == index)
            return TRUE;
    return FALSE;
}

static gboolean has_counts(const struct proof *p, const struct claim *claim, gboolean per_cpu)
{
    for (guint i = 0; i < p->output->counts->len; i++) {
        const struct perf_count *count = g_ptr_array_index(p->output->counts, i);
        if (count->run == claim->row->run && !strcmp(count->event, claim->row->event) &&
            (count->cpu >= 0) == per_cpu)
            return TRUE;
    }
    return FALSE;
}

/* Whether perf prints @count for what the driver read as @driver: -vv before perf scales, -v after. */
static gboolean stems_from(const struct perf_count *count, guint64 driver)
{
    return count->value == (count->cpu < 0 ? scaled(driver, count) : driver);
}

/* The first line of @claim's event on @cpu (-1: of -v), not taken yet, that stems from @driver; NULL: none,
 * and @why says so. */
static const struct perf_count *match_count(
    struct proof *p, const struct claim *claim, guint64 driver, int cpu, struct matched *matched, char **why)
{
    const struct perf_count *last = NULL;

    for (guint i = 0; i < p->output->counts->len; i++) {
        const struct perf_count *count = g_ptr_array_index(p->output->counts, i);

        if (count->run != claim->row->run || strcmp(count->event, claim->row->event) || p->used[i] ||
            is_matched(matched, i) || count->cpu != cpu)
            continue;
        last = count;
        if (!stems_from(count, driver))
            continue;
        matched->index[matched->n++] = i;
        return count;
    }
    if (!last)
        *why = g_strdup_printf(
            "perf's verbose lines have no count for what the driver read as %" G_GUINT64_FORMAT, driver);
    else
        *why = g_strdup_printf("perf's verbose line says %" G_GUINT64_FORMAT
                               " where the driver read %" G_GUINT64_FORMAT,
            last->value, driver);
    return NULL;
}

/* Sum and number of the measurements of one PMU of @claim, over sockets. */
static unsigned sum_of_pmu(const struct claim *claim, unsigned pmu, guint64 *sum)
{
    unsigned n = 0;

    *sum = 0;
    for (unsigned i = 0; i < claim->event.n_places; i++)
        if (claim->found[i] && claim->event.places[i].pmu == pmu) {
            *sum += claim->found[i]->driver;
            n++;
        }
    return n;
}

/* -vv: one line for each monitor, before perf scales. */
static char *total_from_cpus(
    struct proof *p, const struct claim *claim, struct matched *matched, guint64 *total)
{
    char *why = NULL;

    for (unsigned i = 0; i < claim->event.n_places; i++) {
        const struct measurement *m = claim->found[i];
        const struct perf_count *count;

        if (!m)
            continue;
        count = match_count(p, claim, m->driver, (int)m->cpu, matched, &why);
        if (!count)
            return why;
        *total += scaled(m->driver, count);
    }
    return NULL;
}

/* -v: one line for each PMU, after perf has scaled what came from each CPU by itself and added it up. */
static char *total_from_pmus(
    struct proof *p, const struct claim *claim, struct matched *matched, guint64 *total)
{
    char *why = NULL;

    for (unsigned i = 0; i < claim->event.n_places; i++) {
        const struct perf_count *count;
        guint64 sum;
        unsigned n = sum_of_pmu(claim, claim->event.places[i].pmu, &sum);

        /* A PMU has one place a socket: it is met at the first. */
        if (!n || claim->event.places[i].socket != claim->event.places[0].socket)
            continue;
        if (n > 1 && claim->row->scaled)
            return g_strdup(
                "perf scaled the figure on each socket by itself: it can be proved only with -vv");
        count = match_count(p, claim, sum, -1, matched, &why);
        if (!count)
            return why;
        *total += count->value;
    }
    return NULL;
}

static guint64 sum_driver(const struct claim *claim)
{
    guint64 sum = 0;

    for (unsigned i = 0; i < claim->event.n_places; i++)
        sum += claim->found[i] ? claim->found[i]->driver : 0;
    return sum;
}

/* What perf must have added up. Returns NULL or why that cannot be known. */
static char *find_total(struct proof *p, const struct claim *claim, struct matched *matched, guint64 *total)
{
    *total = 0;
    if (has_counts(p, claim, TRUE))
        return total_from_cpus(p, claim, matched, total);
    if (has_counts(p, claim, FALSE))
        return total_from_pmus(p, claim, matched, total);
    if (claim->row->scaled)
        return g_strdup(
            "perf scaled the figure, since the event ran for a part of the time: it can be proved only "
            "with -v");
    *total = sum_driver(claim);
    return NULL;
}

/* Measurements have been found; does the figure say what they do? Returns NULL or why not. */
static char *compare_figure(struct proof *p, const struct claim *claim, struct matched *matched)
{
    g_autofree char *printed = without_commas(claim->row->figure);
    g_autofree char *expected = NULL;
    guint64 total;
    char *why = find_total(p, claim, matched, &total);

    if (why)
        return why;
    expected = figure_of(total, claim->event.scale, printed);
    if (!strcmp(expected, printed))
        return NULL;
    if (!*claim->event.unit)
        return g_strdup_printf("perf printed %s, what the driver read comes to %s", printed, expected);
    return g_strdup_printf("perf printed %s %s, what the driver read comes to %s %s (%" G_GUINT64_FORMAT
                           " events)",
        printed, claim->event.unit, expected, claim->event.unit, total);
}

/* Reasons why a row cannot stand for any measurement at all. */
static char *unprovable(const struct claim *claim)
{
    const struct perf_row *row = claim->row;

    if (!claim->understood)
        return g_strdup(claim->refusal);
    if (row->part)
        return g_strdup_printf(
            "figures of %s cannot be proved: expected --per-socket or no restriction", row->part);
    if (row->mean)
        return g_strdup("means of several repetitions cannot be proved: run perf stat without -r");
    if (row->state == PERF_NOT_SUPPORTED)
        return g_strdup("perf or the kernel refused the event");
    if (row->state == PERF_NOT_COUNTED)
        return g_strdup("perf says that the event never ran");
    if (strcmp(row->unit, claim->event.unit))
        return g_strdup_printf("the unit is '%s', expected '%s'", row->unit, claim->event.unit);
    return NULL;
}

/* ---- which measurements a row is made of ---- */

static gboolean fits(struct proof *p, const struct claim *claim, struct matched *matched)
{
    char *why;

    matched->n = 0;
    why = compare_figure(p, claim, matched);
    g_free(why);
    return !why;
}

static struct measurement *untaken(
    const struct proof *p, const struct claim *claim, unsigned place, guint *from)
{
    const struct measure_key key = key_of(claim, place);

    for (; *from < p->measurements->len; ++*from) {
        struct measurement *m = g_ptr_array_index(p->measurements, *from);
        if (!m->taken && measure_key_equal(&m->key, &key))
            return m;
    }
    return NULL;
}

/* Tries all choices of one measurement a place, from @place on; most often there is one each. */
static gboolean choose(struct proof *p, struct claim *claim, unsigned place, struct matched *matched)
{
    guint from = 0;

    if (place == claim->event.n_places)
        return fits(p, claim, matched);
    claim->found[place] = NULL;
    if (!at_socket(claim, &claim->event.places[place]) || !untaken(p, claim, place, &from))
        return choose(p, claim, place + 1, matched);
    for (; (claim->found[place] = untaken(p, claim, place, &from)); from++)
        if (choose(p, claim, place + 1, matched))
            return TRUE;
    return FALSE;
}

/* For the account of a failure: whatever is there. */
static void choose_any(struct proof *p, struct claim *claim)
{
    for (unsigned i = 0; i < claim->event.n_places; i++) {
        guint from = 0;
        claim->found[i] = at_socket(claim, &claim->event.places[i]) ? untaken(p, claim, i, &from) : NULL;
    }
}

/* Sets claim->found. Returns NULL, or why the figure is not that of any choice of measurements. */
static char *find_measurements(struct proof *p, struct claim *claim)
{
    struct matched matched = {.n = 0};
    char *why = NULL;

    if (!choose(p, claim, 0, &matched)) {
        choose_any(p, claim);
        matched.n = 0;
        why = compare_figure(p, claim, &matched);
    }
    for (unsigned i = 0; i < matched.n; i++)
        p->used[matched.index[i]] = TRUE;
    return why;
}

/* ---- rows ---- */

static void append_why(struct perf_check_row *row, char *more)
{
    char *old = row->why;

    if (!more)
        return;
    row->why = old ? g_strdup_printf("%s; %s", old, more) : g_strdup(more);
    g_free(old);
    g_free(more);
}

static char *hop_two_difference(const struct measurement *m)
{
    if (m->driver == m->truth)
        return NULL;
    return g_strdup_printf("the driver read %" G_GUINT64_FORMAT
                           ", the hardware was made to see %" G_GUINT64_FORMAT,
        m->driver, m->truth);
}

/* Takes @m into @row, and checks hop two of it. */
static void take_measurement(struct proof *p, struct perf_check_row *row, struct measurement *m)
{
    const struct truth *truth = p->check->truth;
    g_autofree char *wrong = measurement_notes(m, truth, 1u << TRUTH_WRONG);

    m->taken = TRUE;
    row->driver += m->driver;
    row->truth += m->truth;
    if (!m->whole) {
        row->hop_one = row->hop_two = FALSE;
        append_why(row, g_strdup("the driver did not read the counter both before and after"));
    } else if (m->driver != m->truth || wrong) {
        row->hop_two = FALSE;
        append_why(row, hop_two_difference(m));
        append_why(row, measurement_notes(m, truth, 1u << TRUTH_WRONG | 1u << TRUTH_TORN | 1u << TRUTH_SET));
    }
}

static void explain(struct proof *p, struct perf_check_row *row, const struct measurement *m)
{
    if (row->why)
        append_why(row, measurement_text(m, p->check->truth, p->check->run.records));
}

static struct perf_check_row *row_new(const struct perf_row *from)
{
    struct perf_check_row *row = g_new0(struct perf_check_row, 1);

    row->event = g_strdup(from->event);
    row->socket = from->socket;
    row->printed = g_strdup(from->figure);
    row->unit = g_strdup(from->unit);
    row->multiplexed = from->scaled;
    return row;
}

/* How many measurements a claim has found. */
static unsigned n_found(const struct claim *claim)
{
    unsigned n = 0;

    for (unsigned i = 0; i < claim->event.n_places; i++)
        n += claim->found[i] != NULL;
    return n;
}

static gboolean is_one_of_several(const struct proof *p, const struct claim *claim)
{
    for (unsigned i = 0; i < claim->event.n_places; i++) {
        const struct measure_key key = key_of(claim, i);
        if (count_claims(&key, p) > 1)
            return TRUE;
    }
    return FALSE;
}

static void take_measurements(struct proof *p, const struct claim *claim, struct perf_check_row *row)
{
    for (unsigned i = 0; i < claim->event.n_places; i++)
        if (claim->found[i])
            take_measurement(p, row, claim->found[i]);
    for (unsigned i = 0; i < claim->event.n_places; i++)
        if (claim->found[i])
            explain(p, row, claim->found[i]);
}

/* Both hops of a row that can stand for measurements. */
static void prove_measured(struct proof *p, struct claim *claim, struct perf_check_row *row)
{
    char *why = find_measurements(p, claim);

    if (!n_found(claim)) {
        g_free(why);
        append_why(row, g_strdup("the driver never switched the event on in this step"));
        return;
    }
    row->hop_one = !why;
    row->hop_two = TRUE;
    append_why(row, why);
    if (!row->hop_one && is_one_of_several(p, claim))
        append_why(row, g_strdup("several figures ask for the same event of one monitor, and what the driver "
                                 "read fits them in no order"));
    take_measurements(p, claim, row);
}

/* A row that cannot be proved for the reason @why. What it may stand for still has its second hop. */
static void give_up(struct proof *p, struct claim *claim, struct perf_check_row *row, char *why)
{
    if (claim->understood && claim->row->state == PERF_COUNTED)
        choose_any(p, claim);
    row->hop_two = n_found(claim) > 0;
    take_measurements(p, claim, row);
    append_why(row, why);
}

static void prove(struct proof *p, struct claim *claim)
{
    struct perf_check_row *row = row_new(claim->row);
    char *why = unprovable(claim);

    g_ptr_array_add(p->rows, row);
    if (why)
        give_up(p, claim, row, why);
    else
        prove_measured(p, claim, row);
}

/* What the driver measured and no figure speaks of. */
static void report_unclaimed(struct proof *p, struct measurement *m)
{
    const struct truth_interval *first = g_ptr_array_index(m->intervals, 0);
    struct perf_check_row *row = g_new0(struct perf_check_row, 1);

    row->event = truth_access_text(&p->check->run.records[first->on]);
    row->socket = -1;
    row->printed = g_strdup("");
    row->unit = g_strdup("");
    row->hop_two = TRUE;
    append_why(row,
        g_strdup_printf(
            "the driver counted %" G_GUINT64_FORMAT " here and perf printed no figure for it", m->driver));
    take_measurement(p, row, m);
    row->hop_one = FALSE;
    explain(p, row, m);
    g_ptr_array_add(p->rows, row);
}

/* ---- the step ---- */

static gboolean fail_step(unsigned step, GError **error, const char *what)
{
    g_set_error(error, HARNESS_ERROR, HARNESS_ERROR_FAILED, "step %u: %s", step, what);
    return FALSE;
}

/* The records between the step's begin and its end. */
static gboolean find_step(
    const struct perf_check_run *run, unsigned step, gsize *begin, gsize *end, GError **error)
{
    unsigned n_begins = 0, n_ends = 0;

    for (gsize i = 0; i < run->n_records; i++) {
        const struct trace_record *record = &run->records[i];
        if (record->value != step)
            continue;
        if (record->kind == TRACE_STEP_BEGIN && !n_begins++)
            *begin = i;
        if (record->kind == TRACE_STEP_END && !n_ends++)
            *end = i;
    }
    if (!n_begins || !n_ends)
        return fail_step(step, error, "the trace has no such step from begin to end");
    if (n_begins > 1 || n_ends > 1)
        return fail_step(step, error, "the trace has it more than once, expected once");
    return TRUE;
}

static gboolean find_claims(struct proof *p, GError **error)
{
    if (p->output->intervals)
        return fail_step(
            p->step, error, "perf stat -I prints what cannot be proved: expected one figure an event");
    for (guint i = 0; i < p->output->rows->len; i++)
        add_claim(p, g_ptr_array_index(p->output->rows, i));
    if (!p->claims->len)
        return fail_step(p->step, error, "the output has no figure of perf's for an event of this machine");
    return TRUE;
}

static void prove_all(struct proof *p)
{
    for (guint i = 0; i < p->claims->len; i++)
        prove(p, g_ptr_array_index(p->claims, i));
    for (guint i = 0; i < p->measurements->len; i++) {
        struct measurement *m = g_ptr_array_index(p->measurements, i);
        if (!m->taken)
            report_unclaimed(p, m);
    }
}

static gboolean prove_step(struct proof *p, GError **error)
{
    const struct perf_check_run *run = &p->check->run;
    gsize begin = 0, end = 0;

    if (!find_step(run, p->step, &begin, &end, error) || !find_claims(p, error))
        return FALSE;
    p->measurements =
        perf_measure(p->check->truth, run->records, begin, end, number_runs(p), count_claims, p);
    p->rows = g_ptr_array_new_with_free_func(row_free);
    prove_all(p);
    return TRUE;
}

GPtrArray *perf_check_step(struct perf_check *check, unsigned step, const char *text, GError **error)
{
    struct proof p = {.check = check, .step = step, .output = perf_output_parse(text)};

    p.claims = g_ptr_array_new_with_free_func(claim_free);
    p.used = g_new0(gboolean, p.output->counts->len + 1);
    prove_step(&p, error);
    g_ptr_array_unref(p.claims);
    if (p.measurements)
        g_ptr_array_unref(p.measurements);
    g_free(p.used);
    perf_output_free(p.output);
    return p.rows;
}
