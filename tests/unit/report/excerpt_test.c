/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The chosen access to a register, and its neighbours. */
#include "harness/trace/excerpt.h"

#include "models/snbep/snbep.h"
#include "tests/tap.h"

enum { CTR0 = 0xa0, CTR1 = 0xa8, CTL0 = 0xd8, CALL_PATH = 1 };

#define ACCESS(what, where, at, content)                                                           \
    {                                                                                              \
        .kind = (what), .block = (where), .offset = (at), .size = 4, .value = (content)            \
    }

static const struct reg *imc(enum imc_reg reg)
{
    return &imc_bank.regs[reg];
}

static void add_run(
    struct excerpts *excerpts, const char *run, const struct trace_record *records, size_t n)
{
    struct excerpting *e = excerpting_new(excerpts, &snbep_model, run);

    for (size_t i = 0; i < n; i++)
        excerpting_add(e, &records[i]);
    excerpting_end(e);
}

/* The values in the lines on CTL0 or CTR0, as "5, 304". */
static void values(
    const struct excerpts *excerpts, enum imc_reg reg, const char *expected, const char *what)
{
    const struct excerpt *excerpt = excerpts_find(excerpts, imc(reg));
    g_auto(GStrv) lines = g_strsplit(excerpt ? excerpt->text : "", "\n", -1);
    g_autoptr(GString) got = g_string_new(NULL);

    for (char **line = lines; *line; line++) {
        g_autoptr(GMatchInfo) match = NULL;
        g_autoptr(GRegex) value = g_regex_new("\\b0x0*([0-9a-f]+)\\b", 0, 0, NULL);

        if (g_regex_match(value, *line, 0, &match)) {
            g_autofree char *number = g_match_info_fetch(match, 1);
            g_string_append_printf(got, "%s%s", got->len ? ", " : "", number);
        }
    }
    is_str(got->str, expected, "%s", what);
}

/* Two accesses to the same channel before it, and two after it. */
static void test_around(void)
{
    static const struct trace_record records[] = {ACCESS(TRACE_WRITE, 0, CTL0, 0),
        ACCESS(TRACE_READ, 0, CTR1, 5), ACCESS(TRACE_WRITE, 1, CTL0, 0),
        ACCESS(TRACE_READ, 0, CTR1, 6), ACCESS(TRACE_WRITE, 0, CTL0, 0x304),
        ACCESS(TRACE_READ, 1, CTR1, 0x11),
        {.kind = TRACE_LATCH, .offset = CTL0, .size = 4, .value = 0x12},
        ACCESS(TRACE_READ, 0, CTR1, 7), ACCESS(TRACE_READ, 0, CTR0, 8),
        ACCESS(TRACE_READ, 0, CTR1, 9)};
    struct excerpts *excerpts = excerpts_new();

    add_run(excerpts, "first", records, G_N_ELEMENTS(records));
    values(excerpts, IMC_CTL0, "5, 6, 304, 7, 8", "the write, with its neighbours");
    values(excerpts, IMC_CTR0, "304, 7, 8, 9", "a read near the end has fewer");
    ok(!excerpts_find(excerpts, imc(IMC_UNIT_STATUS)), "without an access there are no lines");
    is_str(excerpts_find(excerpts, imc(IMC_CTL0))->run, "first", "the run");
    is_u64(excerpts_find(excerpts, imc(IMC_CTL0))->step, 0, "... before its first step");
    excerpts_free(excerpts);
    excerpts_free(NULL);
}

/* From the least to the most telling access, each in a step or not. */
static const struct {
    struct trace_record record;
    bool in_step;
    const char *what;
} ranks[] = {
    {ACCESS(TRACE_READ, 0, CTL0, 0), false, "a read of 0"},
    {ACCESS(TRACE_READ, 0, CTL0, 0xa1), false, "a read of something"},
    {ACCESS(TRACE_WRITE, 0, CTL0, 0), false, "a write of 0"},
    {ACCESS(TRACE_WRITE, 0, CTL0, 0xa2), false, "a write"},
    {ACCESS(TRACE_READ, 0, CTL0, 0), true, "a read in a step"},
    {ACCESS(TRACE_WRITE, 0, CTL0, 0xa3), true, "a write in a step"},
    {{.kind = TRACE_READ, .offset = CTL0, .size = 4, .call_path = CALL_PATH}, false,
        "a driver's read"},
    {{.kind = TRACE_WRITE, .offset = CTL0, .size = 4, .value = 0xa4, .call_path = CALL_PATH}, true,
        "a driver's write in a step"},
};

static guint score_of(size_t rank)
{
    const struct trace_record step = {.kind = TRACE_STEP_BEGIN, .value = 3};
    struct excerpts *excerpts = excerpts_new();
    struct excerpting *e = excerpting_new(excerpts, &snbep_model, "run");
    const struct excerpt *excerpt;
    guint score;

    if (ranks[rank].in_step)
        excerpting_add(e, &step);
    excerpting_add(e, &ranks[rank].record);
    excerpting_end(e);
    excerpt = excerpts_find(excerpts, imc(IMC_CTL0));
    score = excerpt ? excerpt->score : 0;
    is_u64(excerpt ? excerpt->step : 99, ranks[rank].in_step ? 3 : 0, "%s", ranks[rank].what);
    excerpts_free(excerpts);
    return score;
}

static void test_ranks(void)
{
    guint before = 0;

    for (size_t i = 0; i < G_N_ELEMENTS(ranks); i++) {
        guint score = score_of(i);

        ok(score > before, "... tells more than the one before");
        before = score;
    }
}

/* The first of equal ones stays, in a run and among runs. */
static void test_best(void)
{
    static const struct trace_record equal[] = {ACCESS(TRACE_WRITE, 0, CTL0, 1),
        ACCESS(TRACE_READ, 0, CTR1, 5), ACCESS(TRACE_READ, 0, CTR1, 6),
        ACCESS(TRACE_READ, 0, CTR1, 7), ACCESS(TRACE_WRITE, 0, CTL0, 2)};
    static const struct trace_record soon[] = {{.kind = TRACE_STEP_BEGIN, .value = 8},
        ACCESS(TRACE_WRITE, 0, CTL0, 0), ACCESS(TRACE_WRITE, 0, CTL0, 0x20),
        ACCESS(TRACE_READ, 0, CTR1, 0x21), ACCESS(TRACE_READ, 0, CTR1, 0x22),
        ACCESS(TRACE_READ, 0, CTR1, 0x23)};
    static const struct trace_record same[] = {ACCESS(TRACE_WRITE, 0, CTL0, 3)};
    static const struct trace_record better[] = {
        {.kind = TRACE_STEP_BEGIN, .value = 7}, ACCESS(TRACE_WRITE, 0, CTL0, 4)};
    struct excerpts *excerpts = excerpts_new();

    add_run(excerpts, "first", equal, G_N_ELEMENTS(equal));
    values(excerpts, IMC_CTL0, "1, 5, 6", "the first of two equal accesses");
    add_run(excerpts, "second", same, 1);
    values(excerpts, IMC_CTL0, "1, 5, 6", "... also of two equal runs");
    add_run(excerpts, "third", better, 2);
    values(excerpts, IMC_CTL0, "4", "a better access replaces it");
    is_str(excerpts_find(excerpts, imc(IMC_CTL0))->run, "third", "... with its run");
    is_u64(excerpts_find(excerpts, imc(IMC_CTL0))->step, 7, "... and its step");
    excerpts_free(excerpts);
    excerpts = excerpts_new();
    add_run(excerpts, "soon", soon, G_N_ELEMENTS(soon));
    values(excerpts, IMC_CTL0, "0, 20, 21, 22", "a better access right after another");
    excerpts_free(excerpts);
}

int main(void)
{
    test_around();
    test_ranks();
    test_best();
    return done_testing();
}
