/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Compares the PMCU values printed by pmcu-report with each CPU's work in the
 * round. */
#include "harness/proof/kunpeng/rounds.h"

#include "harness/hardware/registers.h"
#include "harness/proof/kunpeng/pmcu_text.h"
#include "models/kunpeng/kunpeng.h"
#include "oracle/kunpeng/machine.h"
#include "oracle/kunpeng/recording.h"

/* Enough to show the problem. */
#define COMPLAINTS_MAX 20

enum { PAGE = 4096 };

struct comparing {
    const struct perf_samples_step *step;
    struct perf_check_samples *out;
    const struct pmcu_text *text;
    GPtrArray *taken; /* struct oracle_round */
    struct oracle_recording asked[ORACLE_MAX_DIES];
    guint first[ORACLE_MAX_DIES]; /* the die's first taken round */
};

__attribute__((format(printf, 2, 3))) static void complain(
    struct comparing *c, const char *format, ...)
{
    va_list args;

    if (c->out->wrong->len >= COMPLAINTS_MAX)
        return;
    va_start(args, format);
    g_ptr_array_add(c->out->wrong, g_strdup_vprintf(format, args));
    va_end(args);
}

static const struct oracle_pmcu *unit_of(const struct comparing *c, unsigned die)
{
    return oracle_kunpeng_unit(c->step->truth->oracle, die);
}

static unsigned n_slots(const struct oracle_round *round)
{
    return round->layout.clusters * ORACLE_CLUSTER;
}

/* Two context IDs, the counts, and the cycles. */
static guint expected_values(const struct oracle_round *round)
{
    return n_slots(round) * (2 + round->layout.events + !round->layout.compatible);
}

/* The guest writes to a core's PMU during a round in two cases. Its own driver
 * uses the counters, or a CPU comes back and the kernel resets the PMU. The
 * value is then unknown, neither right nor wrong. */
static void compare_value(
    struct comparing *c, const struct oracle_round *round, const struct pmcu_text_value *value)
{
    uint64_t expected;

    c->out->values++;
    if (value->cpu >= n_slots(round) || value->place >= round->layout.events)
        complain(c, "line %u: the PMCU has no such counter", value->line);
    else if (!oracle_pmcu_value(unit_of(c, round->die), round, value->kind, value->place,
                 value->event, value->cpu, &expected))
        c->out->disturbed++;
    else if (value->value != expected)
        complain(c,
            "line %u: 0x%" G_GINT64_MODIFIER "x, but CPU %u's round gives 0x%" G_GINT64_MODIFIER
            "x",
            value->line, value->value, value->cpu, (guint64)expected);
}

/* ---- the third hop: the script's request ---- */

/* A counter that the guest itself changed does not hold the requested count. */
static gboolean value_as_asked(struct comparing *c, const struct oracle_round *round, guint number,
    const struct pmcu_text_value *value, gboolean *known)
{
    const struct oracle_recording *asked = &c->asked[round->die];
    unsigned most = round->layout.compatible ? ORACLE_ROUND_EVENTS_COMP : ORACLE_ROUND_EVENTS;
    uint16_t event = oracle_recording_event(asked, most, number, value->place);
    const struct oracle_pmcu *unit = unit_of(c, round->die);
    struct oracle_round as_asked = *round;
    uint64_t expected;

    as_asked.filter = oracle_pmcu_filter(unit, asked->filter);
    if (!oracle_pmcu_value(
            unit, &as_asked, value->kind, value->place, event, value->cpu, &expected)) {
        *known = FALSE;
        return TRUE;
    }
    return value->value == expected && (value->kind != ORACLE_BLOCK_EVENT || value->event == event);
}

/* Compares subsample number @number of its die's recording. Only subsamples
 * that the oracle can follow are counted. */
static void compare_asked(struct comparing *c, const struct oracle_round *round, guint number,
    const struct pmcu_text_value *values, guint n)
{
    const struct oracle_recording *asked = &c->asked[round->die];
    unsigned most = round->layout.compatible ? ORACLE_ROUND_EVENTS_COMP : ORACLE_ROUND_EVENTS;
    gboolean known = TRUE;
    guint wrong = 0;

    if (asked->unknown) {
        c->out->not_happened = asked->unknown;
        return;
    }
    if (number >= oracle_recording_subsamples(asked, most))
        complain(c,
            "line %u: hop three fails: the script asked for %" G_GUINT64_FORMAT " subsamples",
            values->line, (guint64)oracle_recording_subsamples(asked, most));
    if (round->layout.events != oracle_recording_counters(asked, most))
        complain(c, "line %u: hop three fails: a round of %u events, the script asked for %u",
            values->line, round->layout.events, oracle_recording_counters(asked, most));
    if (round->ceased_ns - round->began_ns < G_GUINT64_CONSTANT(1000000) * asked->period_ms)
        complain(c,
            "line %u: hop three fails: the round took %" G_GUINT64_FORMAT
            " ns, the script asked for %u ms",
            values->line, (guint64)(round->ceased_ns - round->began_ns), asked->period_ms);
    for (guint i = 0; i < n; i++)
        if (values[i].cpu < n_slots(round) && values[i].place < round->layout.events &&
            !value_as_asked(c, round, number, &values[i], &known) && !wrong++)
            complain(c,
                "line %u: hop three fails: event 0x%04x of CPU %u is not an event of the script",
                values[i].line, values[i].event, values[i].cpu);
    if (known)
        c->out->happened++;
    else
        c->out->not_happened = "the guest itself changed a counter during the round";
}

static void read_scripts(struct comparing *c)
{
    const struct kunpeng *m = planned_as(c->step->planned, &kunpeng_model);

    for (unsigned die = 0; die < ORACLE_MAX_DIES; die++) {
        oracle_recording_begin(&c->asked[die]);
        for (unsigned i = 0; c->step->scripts && i < c->step->n_scripts; i++)
            oracle_recording_script(
                &c->asked[die], c->step->scripts[i], kunpeng_sccl(&m->config, die));
    }
    c->out->has_happened = TRUE;
}

/* ---- all of them ---- */

static void compare_round(struct comparing *c, const struct oracle_round *round,
    const struct pmcu_text_subsample *subsample)
{
    const struct pmcu_text_value *values =
        &g_array_index(c->text->values, struct pmcu_text_value, subsample->first);
    guint disturbed = c->out->disturbed;

    if (subsample->n != expected_values(round))
        complain(c, "line %u: %u values, the PMCU stored %u", values->line, subsample->n,
            expected_values(round));
    /* The buffer's pages may have any address. */
    if (values->offset % PAGE != round->address % PAGE)
        complain(c,
            "line %u: offset 0x%" G_GINT64_MODIFIER "x, the PMCU stored to 0x%" G_GINT64_MODIFIER
            "x",
            values->line, values->offset, round->address);
    for (guint i = 0; i < subsample->n; i++) {
        compare_value(c, round, &values[i]);
        if (values[i].cpu < n_slots(round) && values[i].place < round->layout.events &&
            values[i].offset != values->offset + oracle_subsample_offset(&round->layout,
                                                     values[i].kind, values[i].place,
                                                     values[i].cpu))
            complain(c, "line %u: offset 0x%" G_GINT64_MODIFIER "x is not that of CPU %u's value",
                values[i].line, values[i].offset, values[i].cpu);
    }
    c->out->spoilt += c->out->disturbed > disturbed;
}

/* Instructions from the first round's start to the last one's end, and the part
 * between rounds. With several dies, only the first die's. */
static void sum_up(struct comparing *c)
{
    const struct oracle_round *first = c->taken->len ? g_ptr_array_index(c->taken, 0) : NULL;
    const struct oracle_round *before = first;

    for (guint i = 0; i < c->taken->len; i++) {
        const struct oracle_round *round = g_ptr_array_index(c->taken, i);

        c->out->ns += round->ceased_ns - round->began_ns;
        if (round->die != first->die)
            continue;
        c->out->between += i ? round->began_at - before->ceased_at : 0;
        c->out->total = round->ceased_at - first->began_at;
        before = round;
    }
}

void perf_rounds_compare(const struct perf_samples_step *step, struct perf_check_samples *out)
{
    struct pmcu_text *text = pmcu_text_parse(step->text);
    struct comparing c = {.step = step, .out = out, .text = text, .taken = g_ptr_array_new()};

    read_scripts(&c);
    for (unsigned die = 0; unit_of(&c, die); die++) {
        c.first[die] = c.taken->len;
        for (unsigned i = 0; i < unit_of(&c, die)->n_done; i++) {
            struct oracle_round *round = unit_of(&c, die)->done[i];

            out->latched += perf_samples_within(step, round->stored);
            if (perf_samples_within(step, round->taken))
                g_ptr_array_add(c.taken, round);
        }
    }
    out->taken = c.taken->len;
    out->printed = text->subsamples->len;
    for (guint i = 0; i < MIN(out->taken, out->printed); i++) {
        const struct oracle_round *round = g_ptr_array_index(c.taken, i);
        const struct pmcu_text_subsample *subsample =
            &g_array_index(text->subsamples, struct pmcu_text_subsample, i);

        compare_round(&c, round, subsample);
        compare_asked(&c, round, i - c.first[round->die],
            &g_array_index(text->values, struct pmcu_text_value, subsample->first), subsample->n);
    }
    if (out->taken != out->printed)
        complain(&c, "the driver took %u subsamples in this step, %u were printed", out->taken,
            out->printed);
    sum_up(&c);
    g_ptr_array_unref(c.taken);
    pmcu_text_free(text);
}

/* ---- one value ---- */

gboolean perf_rounds_value(const struct perf_samples_step *step, const char *name, guint64 *value)
{
    const struct oracle_pmcu *unit = oracle_kunpeng_unit(step->truth->oracle, 0);
    const struct oracle_round *round = NULL; /* the first die's last one taken in the step */
    g_auto(GStrv) words = g_strsplit(name, ":", -1);
    guint64 event, cpu;
    uint64_t expected;

    for (unsigned i = 0; i < unit->n_done; i++)
        if (perf_samples_within(step, unit->done[i]->taken))
            round = unit->done[i];
    if (!round || g_strv_length(words) != 2 || !register_parse_number(words[0], &event) ||
        event > G_MAXUINT16 || !register_parse_number(words[1], &cpu) || cpu >= n_slots(round) ||
        !oracle_pmcu_value(
            unit, round, ORACLE_BLOCK_EVENT, 0, (uint16_t)event, (unsigned)cpu, &expected))
        return FALSE;
    *value = expected;
    return TRUE;
}
