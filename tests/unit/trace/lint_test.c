/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Lint's rules of epyc and power9, from traces written by hand (snbep's: one
 * here, the others in expect_trace_test.c), and the rules of each machine. */
#include "harness/machine/machines.h"
#include "harness/trace/lint.h"
#include "models/epyc/epyc.h"
#include "models/epyc/epyc_blocks.h"
#include "models/power9/power9.h"
#include "models/power9/power9_blocks.h"
#include "models/snbep/snbep.h"
#include "tests/tap.h"

static void is_lint_of(struct planned planned, unsigned rule, const struct trace_record *record,
    gsize from, gsize n, const char *expected)
{
    GPtrArray *lines = lint(planned, rule, record, from, n);
    GString *text = g_string_new(NULL);

    for (guint i = 0; i < lines->len; i++)
        g_string_append_printf(text, "%s\n", (const char *)g_ptr_array_index(lines, i));
    is_str(text->str, expected, "records %zu to %zu", from, n);
    g_string_free(text, TRUE);
    g_ptr_array_unref(lines);
}

static void is_lint(const struct machine_model *model, unsigned rule,
    const struct trace_record *record, gsize from, gsize n, const char *expected)
{
    is_lint_of((struct planned){model, NULL, NULL}, rule, record, from, n, expected);
}

#define AT " (0.000000000 s, CPU 0)"

/* ---- snbep: Linux, IVBEP_PMON_BOX_CTL_INT ---- */

/* Since Ivy Bridge-EP frz alone freezes, and both resets initialise a box
 * without frz_en. */
static void test_init(void)
{
    static struct snbep machine = {.config = {.variant = VARIANT_SKX, .n_sockets = 1}};
    const unsigned cha0 = snbep_block_number(VARIANT_SKX, 0, BOX_CHA, 0);
    const struct trace_record records[] = {
        {.kind = TRACE_WRITE, .size = 8, .block = cha0, .offset = 0x1, .value = 0x50},
        {.kind = TRACE_WRITE, .size = 8, .block = cha0, .offset = 0x0, .value = 0x1},
        {.kind = TRACE_WRITE, .size = 8, .block = cha0, .offset = 0x1, .value = 0x51},
        {.kind = TRACE_WRITE, .size = 8, .block = cha0, .offset = 0x0, .value = 0x3},
        {.kind = TRACE_WRITE, .size = 8, .block = cha0, .offset = 0x1, .value = 0x52}};

    is_lint_of((struct planned){&snbep_model, &machine, NULL}, LINT_INIT, records, 0, 5,
        "init: written in a box that was never reset: cha0.CTL0 <- 0x50" AT ", and once more\n");
    is_lint_of((struct planned){&snbep_model, &machine, NULL}, LINT_INIT, records, 3, 5, "");
}

static void test_left(void)
{
    static struct snbep machine = {.config = {.variant = VARIANT_SKX, .n_sockets = 1}};
    const unsigned cha0 = snbep_block_number(VARIANT_SKX, 0, BOX_CHA, 0);
    const struct trace_record records[] = {
        {.kind = TRACE_WRITE, .size = 8, .block = cha0, .offset = 0x1, .value = 0x400050},
        {.kind = TRACE_CLOSED},
        {.kind = TRACE_WRITE, .size = 8, .block = cha0, .offset = 0x1, .value = 0x50},
        {.kind = TRACE_CLOSED}};
    const struct planned planned = {&snbep_model, &machine, NULL};

    is_lint_of(planned, LINT_LEFT, records, 0, 1, "");
    is_lint_of(planned, LINT_LEFT, records, 0, 2,
        "left: still on when the machine was switched off: cha0.CTL0 <- 0x400050" AT "\n");
    is_lint_of(planned, LINT_LEFT, records + 1, 0, 3, "");
}

/* ---- epyc: AMD64 APM volume 2, 13.3; MSRs c0011030 and c0011033 ---- */

enum { FETCH_CTL = 0xc0011030, OP_CTL = 0xc0011033, OP_RIP = 0xc0011034 };

static void is_period(unsigned variant, uint32_t msr, uint64_t value, const char *what)
{
    struct trace_record record = {.kind = TRACE_WRITE, .size = 8, .offset = msr, .value = value};
    g_autofree char *expected = NULL;

    record.block = epyc_block(EPYC_IBS, (enum ibs_variant)variant, 0);
    expected = *what ? g_strdup_printf("period: MaxCnt of %s: cpu0.%s <- 0x%" G_GINT64_MODIFIER
                                       "x" AT "\n",
                           what, msr == OP_CTL ? "IBS_OP_CTL" : "IBS_FETCH_CTL", value)
                     : g_strdup("");
    is_lint(&epyc_model, LINT_PERIOD, &record, 0, 1, expected);
}

static void test_period(void)
{
    const uint64_t fetch = UINT64_C(1) << 48, op = 1 << 17;

    is_period(IBS_ZEN4, OP_CTL, op | 9, "");
    is_period(IBS_ZEN4, OP_CTL, op | 8, "8 is undefined, the least is 9");
    is_period(IBS_ZEN4, OP_CTL, 8, "");
    is_period(IBS_ZEN4, OP_CTL, op, "0 is undefined, the least is 9");
    is_period(IBS_ZEN4, OP_CTL, op | 1 << 20, "");
    is_period(IBS_FAM10H, OP_CTL, op | 8, "8 is undefined, the least is 9");
    is_period(IBS_FAM10H, FETCH_CTL, fetch, "0 is undefined, the least is 1");
    is_period(IBS_ZEN5, FETCH_CTL, fetch | 1, "");
    is_period(IBS_ZEN5, FETCH_CTL, 0, "");
    is_period(IBS_ZEN5, OP_RIP, op, "");
}

static void test_engine_left(void)
{
    struct trace_record records[] = {
        {.kind = TRACE_WRITE, .size = 8, .offset = OP_CTL, .value = 1 << 17 | 0x40},
        {.kind = TRACE_CLOSED}, {.kind = TRACE_WRITE, .size = 8, .offset = OP_CTL, .value = 0x40},
        {.kind = TRACE_CLOSED}};

    records[0].block = records[2].block = epyc_block(EPYC_IBS, IBS_ZEN4, 0);
    is_lint(&epyc_model, LINT_LEFT, records, 0, 2,
        "left: still on when the machine was switched off: cpu0.IBS_OP_CTL <- 0x20040" AT "\n");
    is_lint(&epyc_model, LINT_LEFT, records, 2, 4, "");
    /* Zen6: Dis of IBS_OP_CTL2 switches it off, whatever En is. */
    records[1] =
        (struct trace_record){.kind = TRACE_WRITE, .size = 8, .offset = 0xc001103e, .value = 1};
    records[2].value = records[0].value;
    for (gsize i = 0; i < 3; i++)
        records[i].block = epyc_block(EPYC_IBS, IBS_ZEN6, 0);
    is_lint(&epyc_model, LINT_LEFT, records, 0, 4, "");
    records[1].value = 0;
    is_lint(&epyc_model, LINT_LEFT, records, 0, 4,
        "left: still on when the machine was switched off: cpu0.IBS_OP_CTL <- 0x20040" AT "\n");
}

static void test_period_read(void)
{
    struct trace_record record = {
        .kind = TRACE_READ, .size = 8, .offset = OP_CTL, .value = 1 << 17};

    is_lint(&epyc_model, LINT_PERIOD, &record, 0, 1, "");
    record.kind = TRACE_WRITE;
    is_lint(&epyc_model, LINT_PERIOD, &record, 1, 1, "");
}

/* Two accesses to IBS_OP_CTL: a read, and a write that continues its count. */
static void is_random(uint64_t read, uint64_t write, const char *what)
{
    struct trace_record records[] = {
        {.kind = TRACE_READ, .size = 8, .offset = OP_CTL, .value = read},
        {.kind = TRACE_WRITE, .size = 8, .offset = OP_CTL, .value = write}};
    g_autofree char *expected =
        *what ? g_strdup_printf("random: random bits of CurCnt are %s: cpu0.IBS_OP_CTL "
                                "<- 0x%" G_GINT64_MODIFIER "x" AT "\n",
                    what, write)
              : g_strdup("");

    records[0].block = records[1].block = epyc_block(EPYC_IBS, IBS_ZEN4, 0);
    is_lint(&epyc_model, LINT_RANDOM, records, 0, 2, expected);
}

/* En is bit 17, Val 18, CntCtl 19; CurCnt begins at bit 32, and its lowest
 * seven bits are random. */
static void test_random(void)
{
    const uint64_t on = 1 << 17 | 0x40, val = 1 << 18, ops = 1 << 19, left = UINT64_C(0x55) << 32;

    is_random(on | val | ops | left, on | ops | left, "");
    is_random(on | val | ops | left, on | ops, "0x0, the sample left 0x55");
    is_random(on | val | ops | left, on | ops | UINT64_C(0x7f) << 32, "0x7f, the sample left 0x55");
    is_random(
        /* bits above are the driver's */
        on | val | ops | left | UINT64_C(0x80) << 32, on | ops | left, "");
    is_random(on | val | left, on, ""); /* cycles are counted */
    /* no sample was there */
    is_random(on | ops | left, on | ops, "");
    is_random(on | val | ops | left, ops, "");            /* off */
    is_random(on | val | ops | left, on | val | ops, ""); /* still stopped */
    /* continues with cycles */
    is_random(on | val | ops | left, on, "");
    /* was off, and starts anew */
    is_random(val | ops | left, on | ops, "");
}

/* A read applies to one write, on its own CPU. */
static void test_random_once(void)
{
    const uint64_t on = 1 << 17 | 1 << 19 | 0x40, read = on | 1 << 18 | UINT64_C(0x55) << 32;
    struct trace_record records[] = {
        {.kind = TRACE_READ, .size = 8, .offset = OP_CTL, .value = read},
        {.kind = TRACE_WRITE, .size = 8, .offset = OP_CTL, .value = on},
        {.kind = TRACE_WRITE, .size = 8, .offset = OP_RIP, .value = 0},
        {.kind = TRACE_WRITE, .size = 8, .offset = OP_CTL, .value = 0},
        {.kind = TRACE_WRITE, .size = 8, .offset = OP_CTL, .value = on}};

    for (gsize i = 0; i < G_N_ELEMENTS(records); i++)
        records[i].block = epyc_block(EPYC_IBS, IBS_ZEN4, 0);
    records[1].block = epyc_block(EPYC_IBS, IBS_ZEN4, 1);
    is_lint(&epyc_model, LINT_RANDOM, records, 0, 5, "");
    records[3].value = on;
    is_lint(&epyc_model, LINT_RANDOM, records, 0, 5,
        "random: random bits of CurCnt are 0x0, the sample left 0x55: cpu0.IBS_OP_CTL <- 0xa0040" AT
        "\n");
}

/* CPUID Fn8000_001B, EAX bit 3: software can write the counter. */
static void test_random_caps(void)
{
    static struct epyc machine;
    const struct planned planned = {&epyc_model, &machine, NULL};
    const uint64_t on = 1 << 17 | 1 << 19 | 0x40, read = on | 1 << 18 | UINT64_C(0x55) << 32;
    const struct trace_record records[] = {{.kind = TRACE_READ,
                                               .size = 8,
                                               .offset = OP_CTL,
                                               .value = read,
                                               .block = epyc_block(EPYC_IBS, IBS_ZEN4, 0)},
        {.kind = TRACE_WRITE,
            .size = 8,
            .offset = OP_CTL,
            .value = on,
            .block = epyc_block(EPYC_IBS, IBS_ZEN4, 0)}};

    machine.config.has_caps = true;
    machine.config.caps = 0xbff & ~8u;
    is_lint_of(planned, LINT_RANDOM, records, 0, 2, "");
    machine.config.caps = 8;
    is_lint_of(planned, LINT_RANDOM, records, 0, 2,
        "random: random bits of CurCnt are 0x0, the sample left 0x55: cpu0.IBS_OP_CTL <- 0xa0040" AT
        "\n");
}

/* A handler that reads @n registers of a sample, and enables the engine
 * again. */
static void is_valid(enum ibs_variant variant, uint64_t ctl, unsigned n, const uint32_t *registers,
    const char *expected)
{
    struct trace_record records[8] = {{.kind = TRACE_READ, .size = 8, .offset = OP_CTL}};

    records[0].value = ctl;
    for (unsigned i = 0; i < n; i++)
        records[i + 1] =
            (struct trace_record){.kind = TRACE_READ, .size = 8, .offset = registers[i]};
    records[n + 1] =
        (struct trace_record){.kind = TRACE_WRITE, .size = 8, .offset = OP_CTL, .value = 0x20040};
    for (gsize i = 0; i < n + 2; i++)
        records[i].block = (uint16_t)epyc_block(EPYC_IBS, variant, 0);
    is_lint(&epyc_model, LINT_VALID, records, 0, n + 2, expected);
}

#define WITHOUT(REG, HOLDER)                                                                       \
    "valid: " REG " was read without " HOLDER ", its valid bit's: cpu0.IBS_OP_CTL <- 0x20040" AT   \
    "\n"

/* IBS_OP_DATA 1035, 2 1036, 3 1037, IBS_DC_LINADDR 1038, IBS_DC_PHYSADDR 1039,
 * IBS_BR_TARGET 103b. IBS_OP_CTL's Val is bit 18. */
static void test_valid(void)
{
    const uint64_t val = 0x60040;
    static const uint32_t rip[] = {OP_RIP}, rip_data[] = {OP_RIP, 0xc0011035},
                          address[] = {0xc0011038, OP_CTL, 0xc0011037, 0xc0011039},
                          linear[] = {0xc0011038, 0xc0011035}, physical[] = {0xc0011039},
                          source[] = {0xc0011036}, target[] = {0xc001103b, 0xc0011037};

    is_valid(IBS_ZEN4, val, 1, rip, WITHOUT("IBS_OP_RIP", "IBS_OP_DATA"));
    is_valid(IBS_FAM10H, val, 1, rip, ""); /* no RipInvalid */
    is_valid(IBS_ZEN4, val, 2, rip_data, "");
    is_valid(IBS_ZEN4, val, 4, address, "");
    is_valid(IBS_ZEN4, val, 2, linear, WITHOUT("IBS_DC_LINADDR", "IBS_OP_DATA3"));
    is_valid(IBS_ZEN4, val, 1, physical, WITHOUT("IBS_DC_PHYSADDR", "IBS_OP_DATA3"));
    is_valid(IBS_ZEN4, val, 1, source, WITHOUT("IBS_OP_DATA2", "IBS_OP_DATA3"));
    is_valid(IBS_ZEN4, val, 2, target, WITHOUT("IBS_BR_TARGET", "IBS_OP_DATA"));
    is_valid(IBS_ZEN4, 0x20040, 2, linear, ""); /* no sample */
    is_valid(IBS_ZEN4, val, 0, NULL, "");
}

/* The registers of one sample are not the next one's. */
static void test_valid_next(void)
{
    struct trace_record records[] = {{.kind = TRACE_READ, .offset = OP_CTL, .value = 0x60040},
        {.kind = TRACE_READ, .offset = 0xc0011037},
        {.kind = TRACE_WRITE, .offset = OP_CTL, .value = 0x20040},
        {.kind = TRACE_READ, .offset = 0xc0011038},
        {.kind = TRACE_READ, .offset = OP_CTL, .value = 0x60040},
        {.kind = TRACE_WRITE, .offset = 0xc0011037}, {.kind = TRACE_READ, .offset = 0xc0011038},
        {.kind = TRACE_WRITE, .offset = OP_CTL, .value = 0x20040}};

    for (gsize i = 0; i < G_N_ELEMENTS(records); i++) {
        records[i].size = 8;
        records[i].block = (uint16_t)epyc_block(EPYC_IBS, IBS_ZEN4, 0);
    }
    is_lint(&epyc_model, LINT_VALID, records, 0, 5, "");
    is_lint(&epyc_model, LINT_VALID, records, 0, 8, WITHOUT("IBS_DC_LINADDR", "IBS_OP_DATA3"));
}

/* ---- power9: LDBAR, bit 0 accumulates, bit 1 traces (IBM's numbering) ---- */

#define ACCUMULATES (UINT64_C(1) << 63)
#define TRACES      (UINT64_C(1) << 62)
#define MEMORY      UINT64_C(0x2000)

static struct trace_record ldbar(unsigned cpu, uint64_t value)
{
    return (struct trace_record){.kind = TRACE_WRITE,
        .size = 8,
        .offset = 850,
        .block = p9_block(P9_CPU, cpu),
        .value = value};
}

static void test_mode(void)
{
    const struct trace_record records[] = {
        ldbar(0, ACCUMULATES | MEMORY), ldbar(1, TRACES | MEMORY), /* another thread */
        /* as Linux leaves it: 3 */
        ldbar(0, ACCUMULATES | 2 * MEMORY), ldbar(0, MEMORY), ldbar(0, TRACES | MEMORY),
        ldbar(0, ACCUMULATES | MEMORY),                                         /* 5 */
        ldbar(1, 0), ldbar(1, ACCUMULATES | MEMORY), ldbar(1, TRACES | MEMORY), /* 8 */
    };

    is_lint(&power9_model, LINT_MODE, records, 0, 5, "");
    is_lint(&power9_model, LINT_MODE, records, 0, 8,
        "mode: from trace mode to accumulation at once: cpu0.LDBAR <- 0x8000000000002000" AT "\n");
    is_lint(&power9_model, LINT_MODE, records, 6, 9,
        "mode: from accumulation to trace mode at once: cpu1.LDBAR <- 0x4000000000002000" AT "\n");
    is_lint(&power9_model, LINT_RESERVED, records, 0, 9, "");
}

/* ---- rules of each machine ---- */

/* AMD 41322, erratum 420: MaxCnt is cleared before En. On other machines, and
 * for an engine that is off, that is wrong. */
static void test_erratum(void)
{
    struct trace_record records[] = {
        {.kind = TRACE_WRITE, .size = 8, .offset = OP_CTL, .value = 1 << 17 | 0x100},
        {.kind = TRACE_WRITE, .size = 8, .offset = OP_CTL, .value = 1 << 17},
        {.kind = TRACE_WRITE, .size = 8, .offset = OP_CTL, .value = 0},
        {.kind = TRACE_WRITE, .size = 8, .offset = OP_CTL, .value = 1 << 17},
    };

    for (gsize i = 0; i < G_N_ELEMENTS(records); i++)
        records[i].block = epyc_block(EPYC_IBS, IBS_FAM10H, 0);
    is_lint(&epyc_model, LINT_PERIOD, records, 0, 3, "");
    is_lint(&epyc_model, LINT_PERIOD, records, 0, 4,
        "period: MaxCnt of 0 is undefined, the least is 9: cpu0.IBS_OP_CTL <- 0x20000" AT "\n");
    records[1].value |= 1;
    is_lint(&epyc_model, LINT_PERIOD, records, 0, 3,
        "period: MaxCnt of 1 is undefined, the least is 9: cpu0.IBS_OP_CTL <- 0x20001" AT "\n");
    records[1].value &= ~UINT64_C(1);
    for (gsize i = 0; i < G_N_ELEMENTS(records); i++)
        records[i].block = epyc_block(EPYC_IBS, IBS_ZEN4, 0);
    is_lint(&epyc_model, LINT_PERIOD, records, 0, 3,
        "period: MaxCnt of 0 is undefined, the least is 9: cpu0.IBS_OP_CTL <- 0x20000" AT "\n");
}

/* AMD 24593, 13.2: C000_0301 to C000_0303. Bits 57:6 are reserved in each. */
static void test_stateless(void)
{
    static const struct {
        uint32_t msr;
        const char *expected;
    } written[] = {
        {0xc0000301,
            "reserved: reserved bits 0x40 written: cpu0.core.PERF_CNTR_GLOBAL_CTL <- 0x41" AT "\n"},
        {0xc0000302, ""},
        {0xc0000303,
            "reserved: reserved bits 0x40 written: cpu0.core.PERF_CNTR_GLOBAL_STATUS_SET <- 0x41" AT
            "\n"},
    };

    for (gsize i = 0; i < G_N_ELEMENTS(written); i++) {
        const struct trace_record record = {.kind = TRACE_WRITE,
            .size = 8,
            .offset = written[i].msr,
            .value = 0x41,
            .block = epyc_block(EPYC_CORE, IBS_ZEN4, 0)};

        is_lint(&epyc_model, LINT_RESERVED, &record, 0, 1, written[i].expected);
    }
}

static void test_rules(void)
{
    static const struct {
        const char *machine;
        unsigned rules;
    } rows[] = {{"snbep", LINT_RESERVED | LINT_RUNNING | LINT_UNFROZEN | LINT_FREEZE | LINT_INIT |
                              LINT_LEFT},
        {"epyc", LINT_RESERVED | LINT_PERIOD | LINT_RANDOM | LINT_VALID | LINT_LEFT},
        {"power9", LINT_RESERVED | LINT_MODE}, {"kunpeng", LINT_RESERVED}};
    static const char *const names[] = {"reserved", "running", "unfrozen", "freeze", "period",
        "mode", "init", "random", "valid", "left"};

    for (gsize i = 0; i < G_N_ELEMENTS(rows); i++)
        is_u64(lint_rules(machine_find(rows[i].machine, NULL)->model), rows[i].rules, "rules of %s",
            rows[i].machine);
    for (gsize i = 0; i < G_N_ELEMENTS(names); i++) {
        is_u64(lint_rule_named(names[i]), UINT64_C(1) << i, "'%s' is a rule", names[i]);
        ok(strstr(LINT_NAMES, names[i]), "... named in messages");
    }
    is_u64(lint_rule_named("none"), 0, "no other rule applies");
}

int main(void)
{
    test_stateless();
    test_erratum();
    test_init();
    test_left();
    test_engine_left();
    test_period();
    test_period_read();
    test_random();
    test_random_once();
    test_valid();
    test_valid_next();
    test_random_caps();
    test_mode();
    test_rules();
    return done_testing();
}
