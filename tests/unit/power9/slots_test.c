/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The slots of counter memory: the place of each word, and its count under the
 * clock model. */
#include "models/power9/catalogue.h"
#include "models/power9/slots.h"
#include "tests/rng.h"
#include "tests/tap.h"

static const struct slots *slots = &slots_power9; /* of the running test */

static int word_named(const char *name)
{
    for (unsigned i = 0; i < slots->n; i++)
        if (!strcmp(slots->words[i].name, name))
            return (int)i;
    return -1;
}

static uint64_t events(const char *name, const struct slots_totals *totals)
{
    int word = word_named(name);

    return word < 0 ? UINT64_MAX : slots_events(&slots->words[word], totals);
}

/* ---- places ---- */

static void test_anchors(void)
{
    static const struct {
        const char *name;
        uint32_t offset;
    } anchors[] = {
        {"PCYC", 0x18},
        {"INST", 0x20},
        {"NON_IDLE_INST", 0x28},
        {"NON_IDLE_PCYC", 0x30},
        {"ANY_THRD_NON_IDLE_PCYC", 0x58},
        {"CCYC", 0x98},
        {"32MHZ_CYC", 0xa0},
        {"0THRD_NON_IDLE_PCYC", 0xe0},
        {"1THRD_NON_IDLE_INST", 0x118},
        {"MSR_HV_INST", 0x698},
        {"CS_PCYC", 0x818},
        {"CS_INST", 0x820},
        {"CS_PCYC_USER", 0x1018},
        {"CS_INST_USER", 0x1020},
        {"CS_PCYC_KERNEL", 0x1818},
        {"CS_INST_KERNEL", 0x1820},
    };

    for (unsigned i = 0; i < sizeof(anchors) / sizeof(anchors[0]); i++) {
        int word = slots_at(slots, anchors[i].offset);
        is_str(word < 0 ? NULL : slots->words[word].name, anchors[i].name, "word at 0x%x",
            anchors[i].offset);
    }
    ok(slots_at(slots, 0x1c) < 0 && slots_at(slots, 0) < 0 && slots_at(slots, 0x158) < 0 &&
            slots_at(slots, UINT32_MAX) < 0,
        "no words that overlap, are in a header, need two threads at once, or are out of range");
}

/* Each word is in the catalogue under its name, with its scale. */
static void test_catalogue(void)
{
    const struct p9_catalogue *catalogue = power9_catalogue();
    const struct p9_pmu *core = p9_catalogue_pmu(catalogue, "core");
    bool there = true, scaled = true;

    for (unsigned i = 0; i < slots->n; i++) {
        char name[80];
        snprintf(name, sizeof(name), "CPM_%s", slots->words[i].name);
        const struct p9_pmu_event *event = p9_catalogue_event(catalogue, core, name);
        there &= event && p9_event_offset(core, event) == slots_offset(&slots->words[i]);
        scaled &= event && p9_event_scale(core, event) == slots->scale;
        if (!event)
            printf("# %s\n", name);
    }
    ok(there, "the catalogue has every word at the slot's offset");
    ok(scaled, "... with a scale of 512");
}

static unsigned n_derived(const char *pmu_name)
{
    const struct p9_catalogue *catalogue =
        slots == &slots_power9 ? power9_catalogue() : power10_catalogue();
    const struct p9_pmu *pmu = p9_catalogue_pmu(catalogue, pmu_name);
    unsigned n = 0;

    for (unsigned i = 0; i < pmu->n_events; i++)
        n += slots_at(slots, p9_event_offset(pmu, &catalogue->events[pmu->first_event + i])) >= 0;
    return n;
}

static void test_selection(void)
{
    is_u64((uint64_t)slots_selected(slots, 2, 1), (uint64_t)word_named("32MHZ_CYC"),
        "slot 2, second: the 32 MHz clock");
    is_u64((uint64_t)slots_selected(slots, 4, 0), (uint64_t)word_named("1THRD_NON_IDLE_INST"),
        "slot 4, first: instructions of one thread");
    is_u64((uint64_t)slots_selected(slots, 0, 2), (uint64_t)word_named("NON_IDLE_INST"),
        "slot 0 has a third");
    is_u64((uint64_t)slots_selected(slots, 0, 3), (uint64_t)word_named("NON_IDLE_PCYC"),
        "... and a fourth");
    is_u64((uint64_t)slots_selected(slots, 96, 1), (uint64_t)word_named("CS_INST_KERNEL"),
        "slot 96: the kernel");
    ok(slots_selected(slots, 2, 2) < 0 && slots_selected(slots, 127, 1) < 0,
        "other slots' counters are not the model's");
    is_u64(n_derived("core"), 36, "36 of the core's 249 events count execution");
    is_u64(n_derived("thread"), 7, "7 of the thread's 61");
}

/* ---- counts ---- */

/* 10 us of a core with four threads: 300 user and 700 kernel instructions. All
 * counts by hand. */
static void test_core_counts(void)
{
    static const struct {
        const char *name;
        uint64_t events;
    } counts[] = {
        {"PCYC", 80000},
        {"CS_PCYC", 80000},
        {"INST", 1000},
        {"NON_IDLE_INST", 1000},
        {"NON_IDLE_PCYC", 4000},
        {"ANY_THRD_NON_IDLE_PCYC", 4000},
        {"CORE_ALL_THRD_NON_IDLE_PCYC", 0},
        {"0THRD_NON_IDLE_PCYC", 16000},
        {"1THRD_NON_IDLE_INST", 1000},
        {"1THRD_NON_IDLE_PCYC", 4000},
        {"CCYC", 320},
        {"32MHZ_CYC", 320},
        {"CS_32MHZ_CYC", 320},
        {"CS_CORE_PCYC", 20000},
        {"CS_CORE_MODE_ST_CCYC", 0},
        {"CS_CORE_MODE_SMT2_CCYC", 0},
        {"CS_CORE_MODE_SMT4_CCYC", 320},
        {"CS_INST", 1000},
        {"CS_INST_USER", 300},
        {"CS_INST_KERNEL", 700},
        {"CS_PCYC_USER", 1200},
        {"CS_PCYC_KERNEL", 2800},
        {"CS_32MHZ_CYC_USER", 19},
        {"CS_32MHZ_CYC_KERNEL", 44},
        {"CS_CORE_MODE_SMT4_CCYC_USER", 19},
        {"CS_CORE_MODE_ST_CCYC_KERNEL", 0},
        {"MSR_HV_INST", 700},
        {"MSR_HV_PCYC", 2800},
        {"MSR_AJUNCT_INST", 300},
        {"MSR_ADJUNCT_PCYC", 1200},
    };
    struct slots_totals totals = {.smt = 4, .summed = 4};

    slots_add(&totals, 300, 700, 10000);
    for (unsigned i = 0; i < sizeof(counts) / sizeof(counts[0]); i++)
        is_u64(events(counts[i].name, &totals), counts[i].events, "core: %s", counts[i].name);
}

static void test_thread_counts(void)
{
    struct slots_totals totals = {.smt = 1, .summed = 1};

    slots_add(&totals, 1000, 0, 10000);
    is_u64(events("PCYC", &totals), 20000, "a thread's own cycles, idle or not");
    is_u64(
        events("CORE_ALL_THRD_NON_IDLE_PCYC", &totals), 4000, "a thread of a core with no other");
    is_u64(events("CS_CORE_MODE_ST_CCYC_USER", &totals), 64, "... and so is in ST mode");
    is_u64(events("CS_CORE_MODE_SMT4_CCYC_USER", &totals), 0, "... and in no other mode");
}

static void test_seconds(void)
{
    struct slots_totals totals = {.smt = 1, .summed = 1};

    slots_add(&totals, 500000000, 0, UINT64_C(1000000000));
    is_u64(events("32MHZ_CYC", &totals), 32000000, "a second has 32 M ticks");
    is_u64(events("PCYC", &totals), UINT64_C(2000000000), "... and 2 G cycles");
    is_u64(events("CS_32MHZ_CYC_USER", &totals), 32000000, "... filled by 500 M instructions");
    is_u64(events("0THRD_NON_IDLE_PCYC", &totals), 0, "... so that nothing is idle");
    slots_add(&totals, 0, 0, UINT64_C(1000000000) * 86400 * 365);
    is_u64(events("32MHZ_CYC", &totals), UINT64_C(32000000) * (86400 * 365 + 1),
        "a year is also exact");
}

/* Instructions faster than the clock model never reduce a count. */
static void test_idle(void)
{
    struct slots_totals totals = {.smt = 1, .summed = 1};

    slots_add(&totals, 0, 0, 1000);
    is_u64(events("0THRD_NON_IDLE_PCYC", &totals), 2000, "idle for 1 us");
    slots_add(&totals, 400, 0, 100);
    is_u64(events("0THRD_NON_IDLE_PCYC", &totals), 2000,
        "800 ns of instructions in 100 ns: idle time stops");
    slots_add(&totals, 0, 0, 700);
    is_u64(events("0THRD_NON_IDLE_PCYC", &totals), 2000, "... until time has caught up");
    slots_add(&totals, 0, 0, 1);
    is_u64(events("0THRD_NON_IDLE_PCYC", &totals), 2002, "... then continues");
}

/* ---- from events to instructions ---- */

static struct slots_totals executing(
    const struct slots_word *word, unsigned smt, uint64_t instructions)
{
    struct slots_totals totals = {.smt = smt, .summed = 1};

    if (word->when == SLOTS_KERNEL)
        totals.kernel = instructions;
    else
        totals.user = instructions;
    totals.ns = 2 * instructions;
    return totals;
}

static void test_instructions(void)
{
    struct rng rng = {5};
    bool least = true, enough = true;

    for (unsigned i = 0; i < 20000; i++) {
        const struct slots_word *word = &slots->words[rng_below(&rng, slots->n)];
        unsigned smt = 1u << rng_below(&rng, 3);
        uint64_t wanted = 1 + rng_bits(&rng, 40), n = slots_instructions(word, smt, wanted);
        if (n == UINT64_MAX) {
            struct slots_totals long_run = executing(word, smt, UINT64_C(1) << 50);
            enough &= slots_events(word, &long_run) == 0;
            continue;
        }
        struct slots_totals at = executing(word, smt, n), before = executing(word, smt, n - 1);
        enough &= slots_events(word, &at) >= wanted;
        least &= slots_events(word, &before) < wanted;
    }
    ok(enough, "the returned number of instructions makes the events, or none does");
    ok(least, "... and one less does not");
}

static void test_ticks(void)
{
    is_u64(slots_instructions(&slots->words[word_named("32MHZ_CYC")], 1, 251), 3922,
        "251 ticks: 3921.875, so 3922");
}

static void test_privilege(void)
{
    is_u64(slots_of_privilege(&slots->words[word_named("INST")], 3, 4), 7, "both");
    is_u64(slots_of_privilege(&slots->words[word_named("CS_INST_USER")], 3, 4), 3, "users'");
    is_u64(
        slots_of_privilege(&slots->words[word_named("CS_INST_KERNEL")], 3, 4), 4, "the kernel's");
}

/* 10 us of a core of one thread: 300 user and 700 kernel instructions, by
 * hand. */
static void test_power10_counts(void)
{
    static const struct {
        const char *name;
        uint64_t events;
    } counts[] = {
        {"RUN_CYC_ST_MODE", 4000},
        {"RUN_CYC_SMT2_MODE", 0},
        {"RUN_CYC_SMT4_MODE", 0},
        {"NON_IDLE_INST", 1000},
        {"NON_IDLE_PCYC", 4000},
        {"NEST_REF_CLK", 5000},
        {"HV_INST", 700},
        {"HV_PCYC", 2800},
        {"ADJUNCT_INST", 300},
        {"ADJUNCT_PCYC", 1200},
    };
    struct slots_totals totals = {.smt = 1, .summed = 1};

    slots_add(&totals, 300, 700, 10000);
    is_u64(slots->n, 10, "POWER10: ten words");
    is_u64(slots->scale, 1, "... in single events");
    for (unsigned i = 0; i < 10; i++)
        is_u64(events(counts[i].name, &totals), counts[i].events, "%s", counts[i].name);
    ok(slots_at(slots, 0x118) == word_named("NEST_REF_CLK"), "the reference clock is at 0x118");
    ok(slots_selected(slots, 4, 0) == word_named("NEST_REF_CLK"), "... the first of slot 4");
    ok(slots_selected(slots, 2, 1) < 0, "slot 2 has no clock");
    is_u64(n_derived("core"), 10, "10 of the core's 50 events count execution");
}

int main(void)
{
    test_anchors();
    test_catalogue();
    test_selection();
    test_core_counts();
    test_thread_counts();
    test_seconds();
    test_idle();
    test_instructions();
    test_ticks();
    test_privilege();
    slots = &slots_power10;
    test_power10_counts();
    test_instructions();
    return done_testing();
}
