/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Registers' state, order of accesses and lint, from traces written by hand. */
#include "harness/scenario/expect_trace.h"
#include "harness/trace/lint.h"
#include "models/snbep/snbep.h"
#include "tests/snbep_blocks.h"
#include "tests/tap.h"

/* Offsets of a channel's registers: 325462, section 2.5.4. */
enum { CTR0 = 0xa0, CTL0 = 0xd8, CTL1 = 0xdc, BOX_CTL = 0xf4, EN = 1 << 22 };

#define W(at, v)                                                                                   \
    {                                                                                              \
        .kind = TRACE_WRITE, .size = 4, .offset = (at), .value = (v)                               \
    }
#define R(at, v)                                                                                   \
    {                                                                                              \
        .kind = TRACE_READ, .size = 4, .offset = (at), .value = (v)                                \
    }
#define DROPPED                                                                                    \
    {                                                                                              \
        .kind = TRACE_DROPPED, .size = 4, .offset = CTL0                                           \
    }

static const struct trace_record records[] = {
    W(BOX_CTL, 0x10003),  /* 0: before the step */
    W(CTL0, 0x304),       /* 1 */
    W(CTL0, EN | 0x304),  /* 2 */
    R(CTR0, 0x9abcdef0),  /* 3 */
    R(CTR0 + 4, 0x5678),  /* 4 */
    W(CTL0, 0),           /* 5: dropped */
    DROPPED,              /* 6 */
    W(CTL0, EN | 0xc04),  /* 7: to the software it did not count */
    W(CTL0, EN | 0xc05),  /* 8: changed while it counts */
    W(BOX_CTL, 0x10100),  /* 9 */
    R(CTR0, 0x11),        /* 10: frozen */
    W(CTL0, 0x20000 | 5), /* 11: a reserved bit */
    R(CTR0, 0x12),        /* 12 */
};

static struct snbep machine;

static struct trace_part part_from(gsize from)
{
    return (struct trace_part){.model = &snbep_model, .records = records, .begin = from, .to = 13};
}

static struct expect_trace *resolved(const char *text, gboolean state)
{
    g_autofree char *wrong = NULL;
    const struct machine *snbep = machine_find("snbep", NULL);
    struct expect_trace *expect =
        state ? expect_trace_state(text, &wrong) : expect_trace_order(text, &wrong);

    if (expect && expect_trace_resolve(expect, snbep, &wrong))
        return expect;
    ok(false, "'%s': %s", text, wrong);
    expect_trace_free(expect);
    return NULL;
}

static void is_state(const char *text, gboolean holds, const char *expected)
{
    struct expect_trace *expect = resolved(text, TRUE);
    const struct trace_part part = part_from(1);
    g_autofree char *why = NULL;

    if (!expect)
        return;
    ok(expect_trace_judge_state(expect, &part, &why) == holds, "%s %s", text,
        holds ? "holds" : "does not");
    is_str(why, expected, "... and why");
    expect_trace_free(expect);
}

static void test_state(void)
{
    is_state("imc0.PMON_CTR0 = 0x567800000012", TRUE,
        "imc0.PMON_CTR0 holds 0x567800000012, by its last accesses");
    is_state(
        "imc0.PMON_CTL0.ev_sel = 5", TRUE, "imc0.PMON_CTL0.ev_sel holds 0x5, by its last accesses");
    is_state("imc0.PMON_CTL0.ev_sel >= 6", FALSE,
        "imc0.PMON_CTL0.ev_sel holds 0x5, by its last accesses; expected >= 0x6");
    is_state("imc0.PMON_CTL0 = 5", TRUE, "imc0.PMON_CTL0 holds 0x5, by its last accesses");
    is_state("imc0.PMON_CTL1 != 5", FALSE,
        "imc0.PMON_CTL1: unknown: no access up to the step's end shows its value");
    is_state("imc1.PMON_CTL0 != 5", FALSE,
        "imc1.PMON_CTL0: unknown: no access up to the step's end shows its value");
}

static void test_dropped(void)
{
    struct expect_trace *expect = resolved("imc0.PMON_CTL0 = 0x400304", TRUE);
    struct trace_part part = part_from(1);
    g_autofree char *why = NULL;

    part.to = 7;
    ok(expect && expect_trace_judge_state(expect, &part, &why),
        "a dropped write does not reach the register");
    expect_trace_free(expect);
}

static void is_order(const char *text, gboolean holds, const char *expected)
{
    struct expect_trace *expect = resolved(text, FALSE);
    const struct trace_part part = part_from(1);
    g_autofree char *why = NULL;

    if (!expect)
        return;
    ok(expect_trace_judge_order(expect, &part, &why) == holds, "%s: %s", text,
        holds ? "found" : "not found");
    is_str(why, expected, "... and why");
    expect_trace_free(expect);
}

/* The most frequent value comes first, and each has its last function. */
static void test_functions(void)
{
    struct trace_record named[G_N_ELEMENTS(records)];
    struct expect_trace *expect = resolved("write imc0.PMON_CTL0.ev_sel = 6", FALSE);
    struct trace_part part = part_from(1);
    g_autofree char *why = NULL;

    memcpy(named, records, sizeof(named));
    for (size_t i = 0; i < G_N_ELEMENTS(named); i++)
        named[i].call_path = g_quark_from_static_string("enable_event+0x22 [driver]");
    part.records = named;
    ok(expect && !expect_trace_judge_order(expect, &part, &why), "a value that was not written");
    ok(why && strstr(why,
                  "it wrote 0x4 (3 times, by enable_event()), 0x5 (2 times, by enable_event())"),
        "... and the functions: %s", why);
    expect_trace_free(expect);
}

static void test_order(void)
{
    is_order("write imc0.PMON_BOX_CTL, read imc0.PMON_CTR0", TRUE,
        "found imc0.PMON_BOX_CTL <- 0x10100 (0.000000000 s, CPU 0); found imc0.PMON_CTR0 = 0x11 "
        "(0.000000000 "
        "s, CPU 0)");
    is_order("write imc0.PMON_BOX_CTL = 0x10100, write imc0.PMON_CTL0 = 0xc04", FALSE,
        "found imc0.PMON_BOX_CTL <- 0x10100 (0.000000000 s, CPU 0); after that no write "
        "imc0.PMON_CTL0 = "
        "0xc04; it wrote 0x20005 (1 time), the last as imc0.PMON_CTL0 <- 0x20005 (0.000000000 s, "
        "CPU 0)");
    is_order("write imc0.PMON_CTL0.en = 0, write imc0.PMON_CTL0.en = 1", TRUE,
        "found imc0.PMON_CTL0 <- 0x304 (0.000000000 s, CPU 0); found imc0.PMON_CTL0 <- 0x400304 "
        "(0.000000000 "
        "s, CPU 0)");
    is_order("write imc0.PMON_CTR0", FALSE, "no write imc0.PMON_CTR0");
    is_order("write imc0.PMON_BOX_CTL = 0x10003", FALSE,
        "no write imc0.PMON_BOX_CTL = 0x10003; it wrote 0x10100 (1 time), the last as "
        "imc0.PMON_BOX_CTL <- "
        "0x10100 (0.000000000 s, CPU 0)");
    is_order("since boot write imc0.PMON_BOX_CTL = 0x10003", TRUE,
        "found imc0.PMON_BOX_CTL <- 0x10003 (0.000000000 s, CPU 0)");
    is_order("write imc0.PMON_CTL0.ev_sel = 6", FALSE,
        "no write imc0.PMON_CTL0.ev_sel = 0x6; it wrote 0x4 (3 times), 0x5 (2 times), 0x0 "
        "(1 time), the last as imc0.PMON_CTL0 <- 0x20005 (0.000000000 s, CPU 0)");
    is_order("write imc0.PMON_CTL0 = 6", FALSE,
        "no write imc0.PMON_CTL0 = 0x6; it wrote 0x304 (1 time), 0x400304 (1 time), 0x0 (1 time), "
        "0x400c04 "
        "(1 time), and 2 more values, the last as imc0.PMON_CTL0 <- 0x20005 (0.000000000 s, CPU "
        "0)");
}

/* ---- lint ---- */

static void is_found(
    unsigned rules, const struct trace_record *all, gsize from, gsize to, const char *expected)
{
    GPtrArray *lines = lint((struct planned){&snbep_model, &machine, NULL}, rules, all, from, to);
    GString *text = g_string_new(NULL);

    for (guint i = 0; i < lines->len; i++)
        g_string_append_printf(text, "%s\n", (const char *)g_ptr_array_index(lines, i));
    is_str(text->str, expected, "lint %u, records %zu to %zu", rules, from, to);
    g_string_free(text, TRUE);
    g_ptr_array_unref(lines);
}

static void is_lint(unsigned rules, gsize from, const char *expected)
{
    is_found(rules, records, from, 13, expected);
}

#define AT " (0.000000000 s, CPU 0)"

static void test_lint(void)
{
    machine.config = SNBEP_DEFAULTS;
    is_lint(LINT_RESERVED, 0,
        "reserved: reserved bits 0x20000 written: imc0.PMON_CTL0 <- 0x20005" AT "\n");
    is_lint(LINT_RUNNING, 0,
        "running: event changed while the counter ran: imc0.PMON_CTL0 <- 0x400c05" AT "\n");
    is_lint(LINT_UNFROZEN, 0,
        "unfrozen: counter read while it ran: imc0.PMON_CTR0 = 0x9abcdef0" AT ", and once more\n");
    is_lint(LINT_FREEZE, 0,
        "freeze: control written in a box that is not frozen: imc0.PMON_CTL0 <- 0x304" AT
        ", and 4 more times\n");
    is_lint(LINT_ALL, 12, "");
    machine.config.box_ctl = IMC_GUIDE;
    is_lint(LINT_RESERVED, 0,
        "reserved: reserved bits 0x3 written: imc0.PMON_BOX_CTL <- 0x10003" AT "\n"
        "reserved: reserved bits 0x20000 written: imc0.PMON_CTL0 <- 0x20005" AT "\n");
}

/* Box control of a CBO: D04; bits 16, 1 and 0 are frz_en and the resets
 * (327043, 2.3.3.2). */
static const struct trace_record cbo[] = {
    /* 0 into the filter */
    {.kind = TRACE_WRITE, .size = 8, .offset = 0x14, .block = E5_BLOCK(BOX_CBO, 0)},
    {.kind = TRACE_WRITE,
        .size = 8,
        .offset = 0x4,
        .block = E5_BLOCK(BOX_CBO, 0),
        .value = 0x10100},
    /* 2 */
    {.kind = TRACE_WRITE, .size = 8, .offset = 0x10, .block = E5_BLOCK(BOX_CBO, 0), .value = 0x11f},
    {.kind = TRACE_WRITE,
        .size = 8,
        .offset = 0x4,
        .block = E5_BLOCK(BOX_CBO, 1),
        .value = 0x10003},
    /* again */
    {.kind = TRACE_WRITE, .size = 8, .offset = 0x10, .block = E5_BLOCK(BOX_CBO, 0), .value = 0x11f},
    {.kind = TRACE_WRITE, .size = 8, .offset = 0x4, .block = E5_BLOCK(BOX_CBO, 0), .value = 0x3},
    /* 6 */
    {.kind = TRACE_WRITE, .size = 8, .offset = 0x11, .block = E5_BLOCK(BOX_CBO, 0), .value = 0x11f},
    {.kind = TRACE_WRITE,
        .size = 8,
        .offset = 0x4,
        .block = E5_BLOCK(BOX_CBO, 0),
        .value = 0x10003},
    {.kind = TRACE_WRITE,
        .size = 8,
        .offset = 0x12,
        .block = E5_BLOCK(BOX_CBO, 0),
        .value = 0x11f}, /* 8: ready */
    {.kind = TRACE_WRITE,
        .size = 8,
        .offset = 0x10,
        .block = E5_BLOCK(BOX_CBO, 1),
        .value = 0x11f}, /* this one also */
    {.kind = TRACE_WRITE,
        .size = 8,
        .offset = 0x10,
        .block = E5_BLOCK(BOX_UBOX, 0),
        .value = 0x11f}, /* UBOX */
};

static void test_init(void)
{
    machine.config = SNBEP_DEFAULTS;
    is_found(LINT_INIT, cbo, 0, G_N_ELEMENTS(cbo),
        "init: written in a box that was never reset: cbo0.CTL0 <- 0x11f" AT ", and once more\n"
        "init: written in a box that was never reset: cbo0.CTL1 <- 0x11f" AT "\n");
    is_found(LINT_INIT, cbo, 8, G_N_ELEMENTS(cbo), "");
    is_found(LINT_INIT, records, 0, 13, "");
    is_found(LINT_INIT, records + 1, 0, 2,
        "init: written in a box that was never reset: imc0.PMON_CTL0 <- 0x304" AT
        ", and once more\n");
    machine.config.box_ctl = IMC_GUIDE;
    is_found(LINT_INIT, records + 9, 0, 3, ""); /* the guide has no resets */
}

/* Zen5's registers of CPU 0: the generation after the default one. */
enum { ZEN5_CPU0 = 0x100, OP_CTL = 0xc0011033 };

/* cpu0 has other registers in each generation; the run's generation is
 * meant. */
static void test_generations(void)
{
    static const struct trace_record zen5[] = {{.kind = TRACE_WRITE,
        .size = 8,
        .block = ZEN5_CPU0,
        .offset = OP_CTL,
        .value = 0x88000000000b003f}};
    const struct machine *epyc = machine_find("epyc", NULL);
    const struct trace_part part = {.model = epyc->model, .records = zen5, .to = 1};
    static const struct {
        const char *text;
        gboolean found;
    } cases[] = {
        {"write cpu0.IBS_OP_CTL = 0x88000000000b003f", TRUE},
        {"write cpu0.IBS_OP_CTL.LdLatThrsh = 1", TRUE},
        {"write cpu0.IBS_OP_CTL.L3MissOnly = 0", FALSE},
        {"write cpu0.IBS_OP_CTL2", FALSE},
        {"write cpu1.IBS_OP_CTL", FALSE},
    };

    for (size_t i = 0; i < G_N_ELEMENTS(cases); i++) {
        struct expect_trace *expect = expect_trace_order(cases[i].text, NULL);
        g_autofree char *why = NULL, *wrong = NULL;

        ok(expect_trace_resolve(expect, epyc, &wrong), "%s: epyc has it", cases[i].text);
        ok(expect_trace_judge_order(expect, &part, &why) == cases[i].found, "... %s",
            cases[i].found ? "found" : "not found");
        expect_trace_free(expect);
    }
}

int main(void)
{
    test_state();
    test_dropped();
    test_functions();
    test_order();
    test_lint();
    test_init();
    test_generations();
    return done_testing();
}
