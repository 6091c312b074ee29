/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Expectations of effects: their words, and whether a step met them. The driver
 * is Linux's, on the model. */
#include "tests/judged_run.h"

/* 0x1000 before the end of 48 bits, which 123179 reads pass. */
#define NEAR_END "at step s\n imc0.PMON_CTR0 = 0xfffffffff000\n"

/* ---- the driver's accesses in the only step ---- */

static void measures(struct lx *lx)
{
    struct lx_event e = {.control = READS};

    lx_start(lx, &e);
    lx->now += MS;
    lx_stop(lx, &e);
}

/* The counter runs and wraps, and the driver's first read comes later: it sees
 * a small number twice. */
static void comes_late(struct lx *lx)
{
    struct lx_event e = {.control = READS};

    lx_switch(lx, &e, true);
    lx_box(lx, &e, true);
    lx->now += MS;
    lx_update(lx, &e);
    lx->now += MS;
    lx_update(lx, &e);
}

/* The driver leaves the counter alone, as it would if the step's begin had set
 * it. */
static void idles(struct lx *lx)
{
    lx->now += MS;
}

static void turns(struct lx *lx)
{
    struct lx_event other = {.control = 0x1};

    measures(lx);
    lx_start(lx, &other);
    lx->now += MS;
    lx_stop(lx, &other);
    measures(lx);
}

/* Adds a record after the latest access of @kind to @offset of channel 0. */
static void add_after(
    struct lx *lx, enum trace_kind kind, unsigned offset, enum trace_kind fresh, unsigned cpu)
{
    for (guint i = lx->records->len; i; i--) {
        struct trace_record record = *lx_record_at(lx, i - 1);

        if (record.kind != kind || record.offset != offset)
            continue;
        record.kind = fresh;
        record.cpu = (uint16_t)cpu;
        g_array_insert_val(lx->records, i, record);
        return;
    }
}

static void loses_write(struct lx *lx)
{
    measures(lx);
    add_after(lx, TRACE_WRITE, lx_offset(IMC_CTL0), TRACE_DROPPED, 0);
}

static void misreads(struct lx *lx)
{
    measures(lx);
    add_after(lx, TRACE_READ, lx_offset(IMC_CTR0), TRACE_MASKED, 0);
}

/* CPU 1 reads the low half between the halves of CPU 0's read. */
static void races(struct lx *lx)
{
    measures(lx);
    add_after(lx, TRACE_READ, lx_offset(IMC_CTR0), TRACE_READ, 1);
}

/* The counter's low half is all ones when it is read, and 0 when the high half
 * is. */
static void tears(struct lx *lx)
{
    struct lx_event e = {.control = READS};

    lx_start(lx, &e);
    lx_counter(lx, &e);
    lx_stop(lx, &e);
}

/* ---- judging ---- */

#define TORN                                                                                       \
    "at step s\n imc0.PMON_CTR0 = 0xffffffff\n imc0 CAS_COUNT.RD_REG off\n"                        \
    "at read 3 of imc0.PMON_CTR0\n imc0 CAS_COUNT.RD_REG 123M/s\n"

struct effect_case {
    const char *plan, *expect;
    void (*acts)(struct lx *lx);
    gboolean ok;
    const char *note;
};

static const struct effect_case cases[] = {
    {NEAR_END, "wraps imc0.PMON_CTR0 1", measures, TRUE, "imc0.PMON_CTR0: wraps: 1"},
    {NEAR_END, "wraps imc0.PMON_CTR0 = 1", measures, TRUE, "imc0.PMON_CTR0: wraps: 1"},
    {NEAR_END, "wraps imc0.PMON_CTR0 > 1", measures, FALSE, "expected > 1 in this step"},
    {NEAR_END, "wraps imc0.PMON_CTR0 0", measures, FALSE, "expected = 0 in this step"},
    {"", "wraps imc0.PMON_CTR0 1", measures, FALSE, "imc0.PMON_CTR0: wraps: 0"},
    {"", "wraps imc0.PMON_CTR0 0", measures, TRUE, "imc0.PMON_CTR0: wraps: 0"},
    {NEAR_END, "wraps imc0.PMON_CTR0 1", comes_late, FALSE, "imc0.PMON_CTR0: wraps: 0"},
    {NEAR_END, "wraps imc0.PMON_CTR0 1", idles, FALSE,
        "expected = 1 in this step; no driver read the counter"},
    {NEAR_END, "wraps imc0.PMON_CTR1 1", measures, FALSE,
        "expected = 1 in this step; no driver read the counter"},
    /* Set during the measurement: the count is off, and the counter has
     * wrapped. */
    {"at write 1 of imc0.PMON_CTL0 + 500us\n imc0.PMON_CTR0 = 0xffffffffff00\n",
        "wraps imc0.PMON_CTR0 1", measures, TRUE, "imc0.PMON_CTR0: wraps: 1"},
    {"at write 1 of imc0.PMON_CTL0 + 500us\n imc0.PMON_CTR0 = 0\n", "wraps imc0.PMON_CTR0 0",
        measures, TRUE, "imc0.PMON_CTR0: wraps: 0"},
    {NEAR_END, "overflows imc0.PMON_CTR0 1", measures, TRUE, "imc0.PMON_CTR0: overflows: 1"},
    {NEAR_END, "overflows imc0.PMON_CTR1 > 0", measures, FALSE, "imc0.PMON_CTR1: overflows: 0"},
    {"", "overflows imc0.PMON_CTR0 0", measures, TRUE, "imc0.PMON_CTR0: overflows: 0"},
    {"", "met turns imc0.PMON_CTR0", turns, TRUE, "imc0.PMON_CTR0: turns: 2"},
    {"", "met turns imc0.PMON_CTR0 = 2", turns, TRUE, "imc0.PMON_CTR0: turns: 2"},
    {"", "met turns imc0.PMON_CTR0", measures, FALSE, "expected > 0 in this step"},
    {"", "met dropped imc0.PMON_CTL0", loses_write, TRUE, "imc0.PMON_CTL0: dropped writes: 1"},
    {"", "met dropped imc0.PMON_CTL1", loses_write, FALSE, "imc0.PMON_CTL1: dropped writes: 0"},
    {"", "met masked imc0.PMON_CTR0", misreads, TRUE, "imc0.PMON_CTR0: masked reads: 1"},
    {"", "met masked imc0.PMON_CTR0", measures, FALSE, "imc0.PMON_CTR0: masked reads: 0"},
    {"", "met raced imc0.PMON_CTR0", races, TRUE, "imc0.PMON_CTR0: raced reads: 1"},
    {"", "met raced imc0.PMON_CTR0", measures, FALSE, "imc0.PMON_CTR0: raced reads: 0"},
    /* The two reads of lx_start() come first; then the low half is read, and an
     * event follows. */
    {TORN, "met torn imc0.PMON_CTR0", tears, TRUE, "imc0.PMON_CTR0: torn reads: 1"},
    {"", "met torn imc0.PMON_CTR0", measures, FALSE, "imc0.PMON_CTR0: torn reads: 0"},
};

/* The effects of step s, expected in step t, which has none of them. */
static const struct effect_case elsewhere[] = {
    {NEAR_END, "wraps imc0.PMON_CTR0 0", measures, TRUE, "imc0.PMON_CTR0: wraps: 0"},
    {NEAR_END, "overflows imc0.PMON_CTR0 0", measures, TRUE, "imc0.PMON_CTR0: overflows: 0"},
    {"", "met turns imc0.PMON_CTR0", turns, FALSE, "imc0.PMON_CTR0: turns: 0"},
    {"", "met dropped imc0.PMON_CTL0", loses_write, FALSE, "imc0.PMON_CTL0: dropped writes: 0"},
    {"", "met masked imc0.PMON_CTR0", misreads, FALSE, "imc0.PMON_CTR0: masked reads: 0"},
    {"", "met raced imc0.PMON_CTR0", races, FALSE, "imc0.PMON_CTR0: raced reads: 0"},
    {TORN, "met torn imc0.PMON_CTR0", tears, FALSE, "imc0.PMON_CTR0: torn reads: 0"},
};

/* @next: the expectation is of a step after the effect's. */
static void judged(const struct effect_case *effect, gboolean next)
{
    static const struct snbep_config one = SNBEP_DEFAULTS;
    g_autofree char *text = g_strdup_printf(HEAD "%s" STEP "%s expect %s\n", effect->plan,
        next ? "step t\n run true\n" : "", effect->expect);
    g_autofree char *what = g_strdup_printf("step %s: %s", next ? "t" : "s", effect->expect);
    struct run run = {.scenario = parse(text)};
    struct lx lx = lx_new(&one, run.scenario->plan->str);

    begin_record(&run);
    for (unsigned c = 0; c < SNBEP_CHANNELS; c++)
        lx_init(&lx, 0, c);
    lx_step(&lx, 1, false);
    effect->acts(&lx);
    lx_step(&lx, 1, true);
    if (next) {
        lx_step(&lx, 2, false);
        lx_step(&lx, 2, true);
    }
    close_trace(lx.records);
    run.record.records = g_array_ref(lx.records);
    run.judgement = judge(&run.record);
    verdict_is(&run, what, effect->ok, effect->note);
    run_free(&run);
    lx_free(&lx);
}

/* ---- words ---- */

static void is_wrong(const char *expect, const char *expected)
{
    g_autofree char *text = g_strdup_printf("machine snbep\n" STEP " expect %s\n", expect);
    g_autoptr(GError) error = NULL;
    struct scenario *scenario = scenario_parse("x.scn", text, &error);

    ok(!scenario, "'%s' is refused", expect);
    is_str(error ? error->message : "", expected, "... because");
    scenario_free(scenario);
}

static void words(void)
{
    static const char counts[] =
        "expected BLOCK.REGISTER N, or BLOCK.REGISTER SIGN N as in 'imc0.PMON_CTR0 > 0'";
    static const char *const counted[] = {"imc0.PMON_CTR0", "imc0.PMON_CTR0 one",
        "imc0.PMON_CTR0 -1", "imc0.PMON_CTR0 = 1 2", "imc0.PMON_CTR0 == 1", "imc0.PMON_CTR0 1 2"};
    static const char *const met[] = {"torn", "broken imc0.PMON_CTR0", "torn imc0.PMON_CTR0 1",
        "torn imc0.PMON_CTR0 > x", "torn imc0.PMON_CTR0 > 1 2"};

    for (gsize i = 0; i < G_N_ELEMENTS(counted); i++) {
        g_autofree char *expect = g_strdup_printf("wraps %s", counted[i]);
        g_autofree char *why = g_strdup_printf("x.scn:4: wraps '%s'; %s", counted[i], counts);

        is_wrong(expect, why);
    }
    for (gsize i = 0; i < G_N_ELEMENTS(met); i++) {
        g_autofree char *expect = g_strdup_printf("met %s", met[i]);
        g_autofree char *why =
            g_strdup_printf("x.scn:4: met '%s'; expected torn, raced, turns, dropped or masked, "
                            "then BLOCK.REGISTER, maybe with SIGN N after it",
                met[i]);

        is_wrong(expect, why);
    }
    is_wrong("overflows imc0.PMON_CTL0.en 1",
        "x.scn:4: 'imc0.PMON_CTL0.en'; expected a register without a field");
    is_wrong("overflows imc99.PMON_CTR0 1", "x.scn:4: no register 'imc99.PMON_CTR0'; expected "
                                            "BLOCK.REGISTER or BLOCK.REGISTER.FIELD, and "
                                            "`pmulab describe snbep` lists them");
}

int main(void)
{
    for (gsize i = 0; i < G_N_ELEMENTS(cases); i++)
        judged(&cases[i], FALSE);
    for (gsize i = 0; i < G_N_ELEMENTS(elsewhere); i++)
        judged(&elsewhere[i], TRUE);
    words();
    return done_testing();
}
