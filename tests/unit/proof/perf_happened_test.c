/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The samples of perf against the executed instructions: data sources, each
 * register, and the match of whole samples. */
#include "harness/machine/machines.h"
#include "harness/proof/epyc/access.h"
#include "harness/proof/epyc/samples.h"
#include "harness/proof/machine_proof.h"
#include "harness/proof/perf_sample_match.h"
#include "harness/proof/perf_samples.h"
#include "harness/truth/epyc/replay.h"
#include "models/epyc/epyc.h"
#include "oracle/epyc/sample.h"
#include "tests/tap.h"

/* ---- data sources ---- */

static struct perf_sample_text perf_of(
    const struct epyc_config *config, const char *release, uint64_t data2, uint64_t data3)
{
    const struct truth_sample sample = {
        .engine = 0xc0011033, .n = 2, .regs = {{0xc0011036, data2}, {0xc0011037, data3}}};
    struct perf_sample_text text;

    perf_access_epyc(config, release, &sample, &text);
    return text;
}

/* Facts 3.9. The first is measured: a load, L2Miss, DataSrc 3, the TLB's first
 * level. The others replace its levels by those of
 * include/uapi/linux/perf_event.h, worked out by hand. */
enum {
    LOAD = 1,
    STORE = 2,
    TLB1 = 4,
    TLB2 = 8,
    MISS = 0x80,
    LOCK = 1 << 15,
    NO_MAB = 1 << 16,
    LIN = 3 << 17,
    L2 = 1 << 20,
    PREFETCH = 1 << 21
};

static void test_data_src(void)
{
    static const struct {
        const char *variant;
        uint64_t data2, data3, expected;
        const char *what;
    } cases[] = {
        {"variant=zen4", 3, LOAD | LIN | MISS | L2, 0x1a29081042, "a load from memory"},
        {"variant=zen4", 0, LOAD | LIN, 0x229080142, "a load that hit the L1"},
        {"variant=zen4", 0, STORE | LIN | MISS, 0x429080444, "a store that hit the L2"},
        {"variant=zen4", 0, STORE | LIN | MISS | L2, 0x1e29080024, "a store that missed it"},
        {"variant=zen4", 0, 0, 0x1e05080021, "neither load nor store"},
        {"variant=zen4", 1, LOAD | LIN | MISS | L2, 0x629800842,
            "a line that a neighbour had modified"},
        {"variant=zen4", 0x21, LOAD | LIN | MISS | L2, 0x629080842, "a line of the L3"},
        {"variant=zen4", 3, LOAD | LIN | MISS | L2 | TLB1, 0x1a49081042, "the TLB's second level"},
        {"variant=zen4", 3, LOAD | LIN | MISS | L2 | TLB1 | TLB2, 0x1a51081042, "a walk"},
        {"variant=zen4", 3, LOAD | LIN | MISS | L2 | LOCK, 0x1a2a081042, "a locked load"},
        {"variant=zen3", 2, LOAD | LIN | MISS | L2, 0x81629088842, "zen3: the state is ignored"},
        {"variant=zen2", 2, LOAD | LIN | MISS | L2, 0x81629808842, "zen2: a neighbour's line"},
        {"variant=zen2", 3, LOAD | LIN | MISS | PREFETCH, 0x429080442,
            "zen2: a prefetch that hit the L2"},
        {"variant=zen3", 3, LOAD | LIN | MISS, 0x429080442, "zen3: a load that hit the L2"},
        {"variant=zen3", 3, LOAD | LIN | MISS | PREFETCH, 0x1e29080022,
            "zen3: a prefetch, erratum 1293"},
        {"variant=zen3", 3, LOAD | LIN | MISS | L2 | NO_MAB, 0x1829080242,
            "zen3: a miss without a MAB has no source either"},
    };

    for (unsigned i = 0; i < G_N_ELEMENTS(cases); i++) {
        struct epyc_config config = EPYC_DEFAULTS;

        config_parse(epyc_options, &config, cases[i].variant);
        is_u64(perf_of(&config, NULL, cases[i].data2, cases[i].data3).data_src, cases[i].expected,
            "%s", cases[i].what);
    }
    is_u64(perf_of(&EPYC_DEFAULTS, NULL, 3, LOAD | MISS | (uint64_t)300 << 32).weight, 300,
        "a load's weight");
    is_u64(perf_of(&EPYC_DEFAULTS, NULL, 3, STORE | MISS | (uint64_t)300 << 32).weight, 0,
        "a store has no weight");
    is_u64(perf_of(&EPYC_DEFAULTS, NULL, 0, LOAD | (uint64_t)4 << 32).weight, 0,
        "neither has a hit in the L1");
}

/* Linux before 6.5 gives no numbers. The first is measured (facts 3.9). */
static void test_older_data_src(void)
{
    static const struct {
        const char *variant;
        uint64_t data2, data3, old, new;
        const char *what;
    } cases[] = {
        {"variant=zen4", 3, LOAD | LIN | MISS | L2, 0x29081042, 0x1a29081042, "memory"},
        {"variant=zen4", 0, LOAD | LIN, 0x29080142, 0x229080142, "the L1"},
        {"variant=zen4", 0, STORE | LIN | MISS | L2, 0x29080024, 0x1e29080024, "a store"},
        {"variant=zen4", 0, 0, 0x05080021, 0x1e05080021, "neither load nor store"},
        {"variant=zen4", 0x16, LOAD | LIN | MISS | L2, 0x103c29080002, 0x103c29080002, "PMEM, far"},
        {"variant=zen4", 7, LOAD | LIN | MISS | L2, 0x14290a0002, 0x14290a0042, "I/O"},
        {"variant=zen4", 0x17, LOAD | LIN | MISS | L2, 0x1034290a0002, 0x14290a0042, "I/O, far"},
        {"variant=zen2", 2, LOAD | LIN | MISS | L2, 0x29808842, 0x81629808842,
            "a neighbour's line"},
    };
    static const char *const before[] = {"6.1.0-50-amd64", "6.4.16"}, *const since[] = {
                                                                          "6.5.0", "7.3.4", NULL};

    for (unsigned i = 0; i < G_N_ELEMENTS(cases); i++) {
        struct epyc_config config = EPYC_DEFAULTS;

        config_parse(epyc_options, &config, cases[i].variant);
        for (unsigned k = 0; k < G_N_ELEMENTS(before); k++)
            is_u64(perf_of(&config, before[k], cases[i].data2, cases[i].data3).data_src,
                cases[i].old, "%s: %s", before[k], cases[i].what);
        for (unsigned k = 0; k < G_N_ELEMENTS(since); k++)
            is_u64(perf_of(&config, since[k], cases[i].data2, cases[i].data3).data_src,
                cases[i].new, "%s: %s", since[k] ? since[k] : "unknown", cases[i].what);
    }
}

/* ---- the third hop ---- */

/* @printed is right for @happened, wrong because of @expected, or unknown. */
static void is_happened(const struct oracle_sample *happened,
    const struct perf_sample_text *printed, gboolean known, const char *expected, const char *what)
{
    struct epyc_happened all = {.hardware = truth_hardware_epyc(&EPYC_DEFAULTS),
        .samples = g_array_new(FALSE, FALSE, sizeof(*happened))};
    const struct truth truth = {.oracle = &all};
    const struct perf_samples_step step = {.truth = &truth};
    char not_set[] = "not set", *why = not_set;

    g_array_append_vals(all.samples, happened, 1);
    ok(perf_happened_epyc(&step, 0, printed, &why) == known, "%s: known", what);
    is_str(why, expected, "... the error");
    g_free(why);
    g_array_unref(all.samples);
}

/* The store of test_data_src() that hit the L2, at the address of
 * STORE_HEAD. */
static void test_happened_access(void)
{
    struct oracle_sample happened = {.regs = {[ORACLE_OP_RIP] = 0x401018,
                                         [ORACLE_OP_DATA3] = 0x60082,
                                         [ORACLE_DC_LIN_AD] = 0x7fd8521f5a80},
        .known = {[ORACLE_OP_RIP] = ~UINT64_C(0)},
        .has = 1 << ORACLE_OP_RIP};
    const struct perf_sample_text good = {.form = PERF_SAMPLE_ACCESS,
        .ip = 0x401018,
        .address = 0x7fd8521f5a80,
        .data_src = 0x429080444};
    static const char *const wrong = "expected ip 0x401018, address "
                                     "0x7fd8521f5a80, weight 0, source 0x429080444";
    struct perf_sample_text other = good;

    is_happened(&happened, &good, TRUE, NULL, "an access");
    other.ip++;
    is_happened(&happened, &other, TRUE, wrong, "another instruction");
    other = good;
    other.address++;
    is_happened(&happened, &other, TRUE, wrong, "another address");
    other = good;
    other.weight++;
    is_happened(&happened, &other, TRUE, wrong, "another weight");
    other = good;
    other.data_src++;
    is_happened(&happened, &other, TRUE, wrong, "another source");
    happened.has = 0;
    is_happened(&happened, &other, FALSE, NULL, "an access with an unknown result");
}

static void test_happened_registers(void)
{
    struct oracle_sample happened = {.regs = {[ORACLE_OP_CTL] = 5, [ORACLE_OP_RIP] = 0x401018},
        .known = {[ORACLE_OP_CTL] = 7, [ORACLE_OP_RIP] = ~UINT64_C(0)},
        .has = 1 << ORACLE_OP_CTL | 1 << ORACLE_OP_RIP};
    struct perf_sample_text text = {.form = PERF_SAMPLE_REGISTERS,
        .n = 2,
        .regs = {{0xc0011033, 0x105}, {0xc0011034, 0x401018}}};

    is_happened(&happened, &text, TRUE, NULL, "registers, except unknown ones");
    text.regs[1].value++;
    is_happened(
        &happened, &text, TRUE, "IBS_OP_RIP is 0x401019, expected 0x401018", "another address");
    happened.known[0] = 9; /* nothing after the registers */
    text.regs[1].offset = 0xc0011fff;
    is_happened(&happened, &text, TRUE, "a register is 0x401019, expected 0x0",
        "a register of something else");
    text.regs[1] = (struct truth_sample_reg){ORACLE_IBS_MSR + ORACLE_IBS_REGS, 0};
    is_happened(
        &happened, &text, TRUE, "a register is 0x0, expected 0x0", "the one after the last");
    text.regs[1].offset = 0xc0011034;
    text.regs[1].value = 0x401018;
    text.regs[0].value = 0x104;
    is_happened(&happened, &text, TRUE, "IBS_OP_CTL is 0x104, expected 0x5",
        "another value of the first register");
    text.regs[0].value = 0x105;
    text.n = 0;
    is_happened(&happened, &text, FALSE, NULL, "no register");
    text.n = 2;
    happened.has = 0;
    is_happened(&happened, &text, FALSE, NULL, "registers with unknown values");
}

/* ---- matching with the third hop ---- */

/* The numbers of the samples that were compared with executed instructions, in
 * that order. */
static GString *held;

static gboolean tell_held(const struct perf_samples_step *step, guint sample,
    const struct perf_sample_text *printed, char **why)
{
    (void)step;
    g_string_append_printf(held, "%u", sample);
    *why = printed->regs[0].value == 0xbad ? g_strdup("not so") : NULL;
    return printed->regs[0].value != 0xdab;
}

static bool no_bank(unsigned block, char *name, size_t size, const struct reg_bank **bank)
{
    *bank = NULL;
    g_snprintf(name, size, "box%u", block);
    return true;
}

/* Samples of MSRC001_1034 that the driver took on CPU 3; their values. */
static struct truth *truth_of(const guint64 *values, guint n)
{
    struct truth *truth = truth_new();

    for (guint i = 0; i < n; i++) {
        const struct truth_sample one = {.cpu = 3,
            .engine = 0xc0011033,
            .taken = TRUTH_NONE,
            .n = 1,
            .regs = {{0xc0011034, values[i]}, {0xc0011035, 7}}};

        g_array_append_val(truth->samples, one);
    }
    return truth;
}

static struct truth_sample *in_truth(const struct truth *truth, guint i)
{
    return &g_array_index(truth->samples, struct truth_sample, i);
}

/* The errors of the rows @csv, a line each, and the number of compared rows. */
static void is_matched(const struct truth *truth, const struct truth *sound, const char *csv,
    const char *numbers, guint happened, const char *expected, const char *what)
{
    const struct machine_model model = {.name = "epyc", .block = no_bank};
    struct machine_proof proof = *epyc_machine.proof;
    const struct machine machine = {.name = "epyc", .model = &model, .proof = &proof};
    const struct perf_samples_step step = {.machine = &machine, .truth = truth, .sound = sound};
    g_autofree char *text = g_strconcat("engine,cpu,IBS_OP_RIP\n", csv, NULL);
    struct perf_samples *printed = perf_samples_epyc(text);
    g_autoptr(GPtrArray) list = g_ptr_array_new();
    g_autoptr(GString) lines = g_string_new(NULL);
    GPtrArray *wrong;
    guint n = 99;

    proof.happened = tell_held;
    held = g_string_new(NULL);
    for (guint i = 0; i < truth->samples->len; i++)
        g_ptr_array_add(list, in_truth(truth, i));
    wrong = perf_sample_match(&step, printed, list, &n);
    for (guint i = 0; i < wrong->len; i++)
        g_string_append_printf(lines, "%s\n", (const char *)g_ptr_array_index(wrong, i));
    is_str(lines->str, expected, "%s: the errors", what);
    is_str(held->str, numbers, "... which are compared with the executed instructions");
    is_u64(n, happened, "... and the number of known ones");
    g_string_free(held, TRUE);
    g_ptr_array_unref(wrong);
    perf_samples_free(printed);
}

static void test_held(void)
{
    static const guint64 values[] = {0x10, 0xbad, 0xdab, 0x10};
    struct truth *truth = truth_of(values, 4), *sound = truth_of(values, 4);

    is_matched(truth, NULL, "op,3,10\nop,3,bad\nop,3,dab\nop,3,10\n", "0123", 3,
        "hop three: line 3 of the output: not so\n", "all in order");
    is_matched(truth, NULL, "op,3,bad\nop,3,10\nop,3,10\nop,3,dab\n", "1302", 3,
        "hop three: line 2 of the output: not so\n", "the next of equal ones");
    is_matched(truth, sound, "op,3,10\nop,3,bad\nop,3,dab\nop,3,10\n", "0123", 3,
        "hop three: line 3 of the output: not so\n", "no fault");
    in_truth(sound, 0)->regs[1].value = 8;
    is_matched(truth, sound, "op,3,10\nop,3,bad\nop,3,dab\nop,3,10\n", "0123", 3,
        "hop three: line 3 of the output: not so\n", "a value that no sample has");
    in_truth(sound, 0)->regs[0].value = 0x11;
    in_truth(sound, 1)->regs[0].offset++;
    in_truth(sound, 2)->n = 2;
    is_matched(truth, sound, "op,3,10\nop,3,bad\nop,3,dab\nop,3,10\n", "3", 1, "",
        "faults of a value, a register, a number of registers");
    is_matched(truth, NULL, "op,0,10\nop,3,bad\nop,3,dab\nop,3,10\n", "123", 2,
        "hop one: line 2 of the output: the driver took no such sample: ?=0x10\n"
        "hop three: line 3 of the output: not so\n"
        "hop one: CPU 3: taken by the driver and not printed: ?=0x10\n",
        "printed on CPU 0");
    truth_free(truth);
    truth_free(sound);
}

/* The parser complains before the match does. */
static void test_complaints(void)
{
    struct perf_samples *printed = perf_samples_new();
    const struct perf_samples_step step = {.machine = &epyc_machine};
    g_autoptr(GPtrArray) none = g_ptr_array_new();
    GPtrArray *wrong;
    guint happened = 99;

    g_ptr_array_add(printed->wrong, g_strdup("one"));
    g_ptr_array_add(printed->wrong, g_strdup("two"));
    wrong = perf_sample_match(&step, printed, none, &happened);
    is_u64(wrong->len, 2, "two complaints");
    is_str(wrong->len ? g_ptr_array_index(wrong, 0) : NULL, "one", "the first");
    is_str(wrong->len > 1 ? g_ptr_array_index(wrong, 1) : NULL, "two", "the second");
    is_u64(happened, 0, "nothing was compared");
    g_ptr_array_unref(wrong);
    perf_samples_free(printed);
}

/* A step's samples are the samples that the driver took between its begin and
 * its end. */
static void test_step(void)
{
    static const guint64 values[] = {1, 2, 3, 4, 5, 6};
    static const gsize taken[] = {10, 11, 19, 20, TRUTH_NONE, 9};
    static struct epyc machine;
    struct truth *truth = truth_of(values, 6);
    const struct perf_samples_step step = {.machine = &epyc_machine,
        .planned = {&epyc_model, &machine, NULL},
        .truth = truth,
        .begin = 10,
        .end = 20,
        .text = "engine,cpu,IBS_OP_RIP\nop,3,2\n"};
    struct machine_proof proof = *epyc_machine.proof;
    struct machine same = epyc_machine;
    struct perf_samples_step own = step;
    struct perf_check_samples out = {.wrong = g_ptr_array_new()};

    machine.config = EPYC_DEFAULTS;
    proof.happened = NULL;
    same.proof = &proof;
    own.machine = &same;
    for (guint i = 0; i < 6; i++) {
        in_truth(truth, i)->taken = taken[i];
        in_truth(truth, i)->latched = 12;
    }
    in_truth(truth, 0)->latched = 10;
    perf_sample_compare(&own, &out);
    is_u64(out.latched, 5, "latched in the step");
    is_u64(out.taken, 2, "taken in it");
    is_u64(out.printed, 1, "printed");
    is_u64(out.dropped, 0, "dropped");
    ok(!out.has_happened, "no third hop");
    is_u64(out.wrong->len, 1, "one was not printed");
    is_str(out.wrong->len ? g_ptr_array_index(out.wrong, 0) : NULL,
        "hop one: CPU 3: taken by the driver and not printed: IBS_OP_RIP=0x3",
        "... the step's last sample");
    g_ptr_array_unref(out.wrong);
    truth_free(truth);
}

int main(void)
{
    test_data_src();
    test_older_data_src();
    test_happened_access();
    test_happened_registers();
    test_held();
    test_complaints();
    test_step();
    return done_testing();
}
