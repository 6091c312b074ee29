/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Compares the PMCU values that pmcu-report printed with what each CPU executed in the round. */
#include "harness/proof/kunpeng/rounds.h"

#include "harness/proof/kunpeng/pmcu_text.h"

/* Enough to see the problem. */
#define COMPLAINTS_MAX 20

struct comparing {
    const struct perf_samples_step *step;
    struct perf_check_samples *out;
    const struct pmcu_text *text;
    GPtrArray *taken; /* struct truth_round */
};

__attribute__((format(printf, 2, 3))) static void complain(struct comparing *c, const char *format, ...)
{
    va_list args;

    if (c->out->wrong->len >= COMPLAINTS_MAX)
        return;
    va_start(args, format);
    g_ptr_array_add(c->out->wrong, g_strdup_vprintf(format, args));
    va_end(args);
}

static gboolean is_within(const struct perf_samples_step *step, gsize record)
{
    return record != TRUTH_NONE && record > step->begin && record < step->end;
}

static void collect(struct comparing *c, unsigned die)
{
    for (guint i = 0; i < c->step->truth->rounds->len; i++) {
        struct truth_round *round = g_ptr_array_index(c->step->truth->rounds, i);

        c->out->latched += round->die == die && is_within(c->step, round->stored);
        if (round->die == die && is_within(c->step, round->taken))
            g_ptr_array_add(c->taken, round);
    }
}

/* Two context IDs of 4 bytes, and the counts of 8 bytes. */
static guint expected_values(const struct truth_round *round)
{
    return round->slots * (2 + round->events + !round->compatible);
}

static void compare_value(
    struct comparing *c, const struct truth_round *round, const struct pmcu_text_value *value)
{
    guint64 expected;

    c->out->values++;
    if (value->cpu >= round->slots || value->place >= round->events)
        complain(c, "line %u: the PMCU has no such counter", value->line);
    else if (!truth_round_value(planned_as(c->step->planned, &kunpeng_model), round, value->kind, value->cpu,
                 value->place, value->event, &expected)) {
        c->out->disturbed++;
        complain(c, "line %u: the guest itself changed this counter of CPU %u during the round", value->line,
            value->cpu);
    } else if (value->value != expected)
        complain(c, "line %u: 0x%" G_GINT64_MODIFIER "x, but CPU %u's round gives 0x%" G_GINT64_MODIFIER "x",
            value->line, value->value, value->cpu, expected);
}

/* Offset within its page. Pages of the buffer may lie anywhere. */
static guint64 in_page(guint64 address)
{
    return address % 4096;
}

static void compare_round(
    struct comparing *c, const struct truth_round *round, const struct pmcu_text_subsample *subsample)
{
    const struct pmcu_text_value *values =
        &g_array_index(c->text->values, struct pmcu_text_value, subsample->first);

    if (subsample->n != expected_values(round))
        complain(
            c, "line %u: %u values, the PMCU stored %u", values->line, subsample->n, expected_values(round));
    if (in_page(values->offset) != in_page(round->address))
        complain(c, "line %u: offset 0x%" G_GINT64_MODIFIER "x, the PMCU stored to 0x%" G_GINT64_MODIFIER "x",
            values->line, values->offset, round->address);
    for (guint i = 0; i < subsample->n; i++)
        compare_value(c, round, &values[i]);
}

/* Instructions from the first round's start to the last one's end, and how many of them between rounds. With
 * several dies, those of the first die. */
static void sum_up(struct comparing *c)
{
    const struct truth_round *first = c->taken->len ? g_ptr_array_index(c->taken, 0) : NULL;
    const struct truth_round *before = first;

    for (guint i = 0; i < c->taken->len; i++) {
        const struct truth_round *round = g_ptr_array_index(c->taken, i);

        c->out->ns += round->ns;
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
    struct comparing c = {step, out, text, g_ptr_array_new()};

    for (unsigned die = 0; die < KUNPENG_MAX_DIES; die++)
        collect(&c, die);
    out->taken = c.taken->len;
    out->printed = text->subsamples->len;
    for (guint i = 0; i < MIN(out->taken, out->printed); i++)
        compare_round(&c, g_ptr_array_index(c.taken, i),
            &g_array_index(text->subsamples, struct pmcu_text_subsample, i));
    if (out->taken != out->printed)
        complain(&c, "the driver took %u subsamples in this step, %u were printed", out->taken, out->printed);
    sum_up(&c);
    g_ptr_array_unref(c.taken);
    pmcu_text_free(text);
}
