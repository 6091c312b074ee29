/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Figures that any program prints: a scenario's words for them, how they are
 * compared, and the verdicts. */
#include "harness/scenario/figure.h"

#include "tests/judged_run.h"

/* ---- words ---- */

static void test_all_words(void)
{
    char *wrong = NULL;
    struct figure *f = figure_parse(
        "/a b\\/(\\d+)/ = uncore_imc/event=4,umask=3/ +  S1:unc_m_cas_count.wr * 64e-6 "
        "per second over reads 2 to 11 within 1.5 ms + 200 us + 0.005 + 0.1 % + 2 + 3 %",
        &wrong);
    const struct figure_term *term;

    ok(f != NULL, "all words together");
    if (!f)
        return;
    is_str(g_regex_get_pattern(f->regex), "a b\\/(\\d+)",
        "an expression has blanks and escaped slashes");
    is_u64(f->terms->len, 2, "two events");
    term = &g_array_index(f->terms, struct figure_term, 0);
    is_str(term->event, "uncore_imc/event=4,umask=3/", "an event as perf names it");
    ok(term->socket == -1, "... of all sockets");
    term = &g_array_index(f->terms, struct figure_term, 1);
    is_str(term->event, "unc_m_cas_count.wr", "another");
    ok(term->socket == 1, "... of socket 1");
    ok(f->scale == 64e-6, "a scale");
    ok(f->per == FIGURE_PER_SECOND, "per second");
    is_u64(f->from, 2, "from read 2");
    is_u64(f->to, 11, "to read 11");
    ok(f->within == 2.005, "tolerances in the figure's unit add up");
    ok(f->within_percent == 3.1, "... and in percent");
    ok(f->within_ns == 1700000, "... and in time");
    figure_free(f);
}

static void test_fewest_words(void)
{
    char *wrong = NULL;
    struct figure *f = figure_parse("/(x)/ = unc_m_clockticks", &wrong);

    ok(f != NULL, "an expression and an event suffice");
    if (!f)
        return;
    ok(f->scale == 1 && f->per == FIGURE_PER_NOTHING && !f->from && !f->to, "the count itself");
    ok(f->within == 0 && f->within_percent == 0 && f->within_ns == 0, "without tolerance");
    figure_free(f);
    f = figure_parse("/(x)/ = e per /(y) s/ within 1", &wrong);
    ok(f && f->per == FIGURE_PER_PRINTED && !strcmp(g_regex_get_pattern(f->divisor), "(y) s"),
        "divided by another figure");
    figure_free(f);
}

static void is_wrong(const char *text, const char *expected)
{
    g_autofree char *wrong = NULL;
    struct figure *f = figure_parse(text, &wrong);

    ok(!f, "not a figure: %s", text);
    is_str(wrong, expected, "... and the expected form");
}

#define GROUP "expected a group (...) in it, which is the figure"

static void test_mistakes(void)
{
    is_wrong("", "figure: nothing more; expected a regular expression /.../ whose first group is "
                 "the figure");
    is_wrong(
        "x", "figure: 'x'; expected a regular expression /.../ whose first group is the figure");
    is_wrong("/x/ = e", "figure: '/x/'; " GROUP);
    is_wrong("/(x/ = e", "figure: '/(x/'; expected a regular expression in Perl's syntax");
    is_wrong("/(x)/ > e", "figure: '>'; expected '=' after the expression");
    is_wrong("/(x)/ =", "figure: nothing more; expected an event as perf names it");
    is_wrong("/(x)/ = 5", "figure: '5'; expected an event as perf names it");
    is_wrong("/(x)/ = e + ", "figure: nothing more; expected an event as perf names it");
    is_wrong("/(x)/ = e * x", "figure: 'x'; expected a number");
    is_wrong("/(x)/ = e * -1", "figure: '-1'; expected a number");
    is_wrong("/(x)/ = e * inf", "figure: 'inf'; expected a number");
    is_wrong("/(x)/ = e per minute", "figure: 'minute'; expected 'second' or /REGEX/ after 'per'");
    is_wrong("/(x)/ = e per /y/", "figure: '/y/'; " GROUP);
    is_wrong("/(x)/ = e over reads 0 to 2", "figure: '0'; expected the number of a read, from 1");
    is_wrong("/(x)/ = e over reads 2 to 2", "figure: '2'; expected a read after the first one");
    is_wrong("/(x)/ = e over 2 to 3", "figure: '2'; expected 'reads N to N' after 'over'");
    is_wrong("/(x)/ = e within", "figure: nothing more; expected a number");
    is_wrong(
        "/(x)/ = e within 1 ms", "figure: 'ms'; expected 'per second' before a tolerance in time");
    is_wrong("/(x)/ = e per /(y)/ within 1 us",
        "figure: 'us'; expected 'per second' before a tolerance in time");
    is_wrong("/(x)/ = e within 1 MB", "figure: 'MB'; expected 'figure /REGEX/ = EVENT + EVENT * N "
                                      "per second over reads N to N within N', "
                                      "where all after the first EVENT can be left out");
}

/* ---- comparing ---- */

static const struct {
    const char *text;
    struct figure_facts facts;
    gboolean holds;
} compared[] = {
    {"/(x)/ = e", {100, 0, 100}, TRUE},
    {"/(x)/ = e", {100, 0, 101}, FALSE},
    {"/(x)/ = e", {101, 0, 100}, FALSE},
    {"/(x)/ = e", {9007199254740991, 0, 9007199254740991}, TRUE},
    {"/(x)/ = e", {9007199254740991, 0, 9007199254740990}, FALSE},
    {"/(x)/ = e within 1", {101, 0, 100}, TRUE},
    {"/(x)/ = e within 1", {98, 0, 100}, FALSE},
    {"/(x)/ = e * 0.5", {50, 0, 100}, TRUE},
    {"/(x)/ = e * 0.5 within 1 %", {50.5, 0, 100}, TRUE}, /* 1 % of 50 */
    {"/(x)/ = e * 0.5 within 1 %", {50.51, 0, 100}, FALSE},
    {"/(x)/ = e per second", {50, 2, 100}, TRUE},
    {"/(x)/ = e per second", {50, 2.001, 100}, FALSE},
    {"/(x)/ = e per second within 1 ms", {50.02, 2, 100}, TRUE}, /* 1 ms of 2 s is 0.05 %, 0.025 */
    {"/(x)/ = e per second within 1 ms", {50.03, 2, 100}, FALSE},
    {"/(x)/ = e per second within 1 ms + 0.01", {50.03, 2, 100}, TRUE},
    {"/(x)/ = e per /(y)/", {25, 4, 100}, TRUE},
};

static void test_compared(void)
{
    for (gsize i = 0; i < G_N_ELEMENTS(compared); i++) {
        char *wrong = NULL;
        struct figure *f = figure_parse(compared[i].text, &wrong);
        double truth, allowed;

        ok(figure_holds(f, &compared[i].facts, &truth, &allowed) == compared[i].holds,
            "%s: %.16g, %g, %" PRIu64 " events", compared[i].text, compared[i].facts.printed,
            compared[i].facts.divisor, compared[i].facts.events);
        figure_free(f);
    }
}

/* ---- verdicts: a guest that counts 123179 reads from 1.000005848 s to
 * 1.001011696 s ---- */

#define COUNTER                                                                                    \
    "imc0 counter 0: 123179 injected from 1.000005848 s, where the program read it, to "           \
    "1.001011696 s, "                                                                              \
    "where "                                                                                       \
    "it read 123179"

static void judged(const char *expect, const char *printed, gboolean holds, const char *note)
{
    g_autofree char *text = g_strdup_printf(HEAD STEP " expect figure %s\n", expect);
    g_autofree char *what = g_strdup_printf("step s: figure %s", expect);
    struct run run = run_snbep(text, &(struct given){.text = printed});

    verdict_is(&run, what, holds, note);
    only_fails(&run, holds ? "" : what);
    run_free(&run);
}

static void test_verdicts(void)
{
    judged("/reads (\\d+)/ = " EVENT, "reads 123179\n", TRUE, COUNTER);
    judged("/reads (\\d+)/ = " EVENT, "reads 123179\n", TRUE,
        "printed 123179, truth 123179 (123179 events), difference 0, allowed 0");
    judged("/reads (\\d+)/ = " EVENT, "reads 123180\n", FALSE,
        "printed 123180, truth 123179 (123179 events), difference 1, allowed 0");
    judged(
        "/reads (\\S+)/ = uncore_imc_0/cas_count_read/ * 64e-6", "reads 7.883456\n", TRUE, COUNTER);
    judged("/reads (\\S+)/ = " EVENT " over reads 1 to 2", "reads 123179\n", TRUE, COUNTER);
    judged("/reads (\\S+)/ = " EVENT " + " EVENT, "reads 246358\n", TRUE, COUNTER);
    judged("/reads (\\S+)/ = S0:" EVENT, "reads 123179\n", TRUE, COUNTER);
    /* 123179 in 1.005848 ms */
    judged("/rate (\\S+)/ = " EVENT " per second within 1", "rate 122462837\n", TRUE, COUNTER);
    judged("/rate (\\S+)/ = " EVENT " per second within 1", "rate 122462839\n", FALSE, COUNTER);
    judged("/n (\\S+)/ = " EVENT " per /^(\\S+) s/", "2 s: n 61589.5\n", TRUE, COUNTER);
    judged("/n (\\S+)/ = " EVENT, "n 12x\n", FALSE, "'12x' is not a number");
    judged("/n (\\S+)/ = " EVENT, "", FALSE, "nothing that was printed matches /n (\\S+)/");
    judged("/n (\\S+)/ = " EVENT " over reads 1 to 3", "n 1\n", FALSE,
        "imc0: " EVENT ": the step has 2 reads of the counter");
    judged("/n (\\S+)/ = uncore_imc_0/cas_count_write/", "n 1\n", FALSE,
        "imc0: uncore_imc_0/cas_count_write/: no counter counted it in this step");
    judged("/n (\\S+)/ = uncore_imc/cas_count_read/", "n 1\n", FALSE,
        "imc1: uncore_imc/cas_count_read/: no counter counted it in this step");
    judged("/n (\\S+)/ = S1:" EVENT, "n 1\n", FALSE, "there is no socket 1 to count " EVENT);
    judged("/n (\\S+)/ = other", "n 1\n", FALSE, "event 'other' is not of this machine's hardware");
}

/* Traffic of 124.23 M/s instead of 123 M/s, 1 % more: 124411 in 1001.462 us,
 * and the figure is the old one. */
static void test_wrong_traffic(void)
{
    struct run run =
        run_snbep("machine snbep\ntraffic\n at boot\n imc0 CAS_COUNT.RD_REG 124230k/s\n" STEP
                  " expect figure /reads (\\d+)/ = " EVENT " within 0.9 %\n",
            &(struct given){.text = "reads 123179\n"});

    verdict_is(&run, "step s: figure /reads (\\d+)/ = " EVENT " within 0.9 %", FALSE,
        "printed 123179, truth 124411 (124411 events), difference -1232, allowed 1119.7");
    run_free(&run);
}

static void scenario_is_wrong(const char *machine, const char *line, const char *expected)
{
    g_autofree char *text =
        g_strdup_printf("machine %s\n" STEP " expect figure %s\n", machine, line);
    g_autoptr(GError) error = NULL;
    struct scenario *s = scenario_parse("x.scn", text, &error);

    is_str(error ? error->message : NULL, expected, "%s", line);
    scenario_free(s);
}

static void test_scenario_mistakes(void)
{
    scenario_is_wrong("snbep", "/(x)/ = uncore_imc_9/event=4/",
        e5_text("x.scn:4: there is no 'uncore_imc_9'; expected PMUS"));
    scenario_is_wrong("snbep", "/(x)/ = e within 1 s",
        "x.scn:4: figure: 's'; expected 'figure /REGEX/ = EVENT + "
        "EVENT * N per second over reads N to N within N', where all after the first EVENT can be "
        "left out");
    scenario_is_wrong("kunpeng", "/(x)/ = e",
        "x.scn:4: 'figure /(x)/ = e'; expected no figure, as programs' figures cannot be proved on "
        "kunpeng");
    scenario_is_wrong("power9", "/(x)/ = e",
        "x.scn:4: 'figure /(x)/ = e'; expected no figure, as programs' figures cannot be proved on "
        "power9");
}

int main(void)
{
    test_all_words();
    test_fewest_words();
    test_mistakes();
    test_compared();
    test_verdicts();
    test_wrong_traffic();
    test_scenario_mistakes();
    return done_testing();
}
