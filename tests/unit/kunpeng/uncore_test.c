/* SPDX-License-Identifier: GPL-2.0-or-later */
/* HiSilicon's uncore PMUs: offsets and bits typed from Linux's drivers, and
 * counts by hand. */
#include "models/kunpeng/kunpeng_plan.h"
#include "models/kunpeng/uncore_filter.h"
#include "tests/kunpeng_machine.h"
#include "tests/tap.h"

/* Place numbers of a die: uncore_types.c. */
enum { DDRC0 = 0, HHA0 = 4, L3C0 = 6, SLLC0 = 14, PA0 = 16, CPA0 = 18, UC0 = 20, A_DIE = 22 };

static struct lab *chip(enum kunpeng_uncore uncore, unsigned dies)
{
    struct kunpeng_config config = KUNPENG_DEFAULTS;

    config.dies = dies;
    config.uncore = uncore;
    config.clusters = 1;
    config.clusters_given = true;
    kunpeng_config_cpus(&config, 8);
    return lab_new(&config);
}

static uint64_t get(struct lab *lab, unsigned number, uint32_t offset, unsigned size)
{
    const struct sim_access access = lab_by(lab, 0);

    return kunpeng_uncore_read(&lab->m, &access, number, offset, size);
}

static bool put(struct lab *lab, unsigned number, uint32_t offset, unsigned size, uint64_t value)
{
    const struct sim_access access = lab_by(lab, 0);

    return kunpeng_uncore_write(&lab->m, &access, number, offset, size, value);
}

static void later(struct lab *lab, uint64_t ns)
{
    lab->now += ns;
    kunpeng_advance(&lab->m, lab->now);
}

static void plan(struct lab *lab, const char *lines)
{
    static struct kunpeng_plan_text text;
    char wrong[PLAN_TEXT_WRONG] = "", *copy = strdup(lines);

    kunpeng_plan_begin(&text, &lab->m);
    ok(kunpeng_plan_line(&text, "at boot", wrong), "a plan");
    for (char *line = strtok(copy, "\n"); line; line = strtok(NULL, "\n"))
        ok(kunpeng_plan_line(&text, line, wrong), "%s: %s", line, wrong);
    free(copy);
}

/* As hisi_uncore_pmu_add() and _enable() do for one event: stop, start value,
 * event, unmask, select, start. */
struct registers {
    uint32_t run, run_bits, select, counter0, type0, mask, status, clear, version;
    unsigned bytes, bits, counters, types;
};

static void one_event(
    struct lab *lab, unsigned number, const struct registers *r, unsigned counter, unsigned event)
{
    uint32_t type = r->type0 + 4 * (counter / (r->types ? r->types : 1));
    unsigned shift = r->types > 1 ? 8 * (counter % 4) : 0;

    put(lab, number, r->run, 4, get(lab, number, r->run, 4) & ~r->run_bits);
    put(lab, number, r->run, 4, get(lab, number, r->run, 4) | r->run_bits); /* for UC's erratum */
    put(lab, number, r->counter0 + r->bytes * counter, r->bytes, UINT64_C(1) << (r->bits - 1));
    put(lab, number, r->run, 4, get(lab, number, r->run, 4) & ~r->run_bits);
    if (r->types)
        put(lab, number, type, 4,
            (get(lab, number, type, 4) & ~(UINT64_C(0xff) << shift)) | (uint64_t)event << shift);
    put(lab, number, r->mask, 4, get(lab, number, r->mask, 4) & ~(UINT64_C(1) << counter));
    put(lab, number, r->select, 4, get(lab, number, r->select, 4) | UINT64_C(1) << counter);
    put(lab, number, r->run, 4, get(lab, number, r->run, 4) | r->run_bits);
}

static const struct {
    const char *name, *traffic;
    enum kunpeng_uncore uncore;
    unsigned number, event;
    uint32_t version;
    struct registers r;
} kinds[] = {
    {"DDRC", "ddrc0 pre_cmd level 3", KUNPENG_HIP08, DDRC0, 4, 0x20,
        {0x010, 2, 0x6c0, 0x3c0 - 16, 0, 0x6c8, 0x6cc, 0x6d0, 0x710, 4, 32, 8, 0}},
    {"HHA", "hha0 spill_num level 3", KUNPENG_HIP08, HHA0, 0x20, 0x20,
        {0x1e00, 1, 0x1e04, 0x1f00, 0x1e80, 0x804, 0x808, 0x80c, 0x1cf0, 8, 48, 16, 4}},
    {"L3C", "l3c0 victim_num level 3", KUNPENG_HIP08, L3C0, 4, 0x20,
        {0x408, 0x10000, 0x1c00, 0x1e00, 0x1d00, 0x800, 0x808, 0x80c, 0x1cf0, 8, 48, 8, 4}},
    {"DDRC 2", "ddrc0_0 flux_rd level 3", KUNPENG_HIP09, DDRC0, 0x84, 0x30,
        {0xea0, 1, 0xe70, 0xe00, 0xe74, 0x528, 0x52c, 0x530, 0x710, 8, 48, 8, 1}},
    {"HHA 2", "hha0 hha_retry level 3", KUNPENG_HIP09, HHA0, 0x2e, 0x30,
        {0x1e00, 1, 0x1e04, 0x1f00, 0x1e80, 0x804, 0x808, 0x80c, 0x1cf0, 8, 64, 8, 4}},
    {"L3C 2", "l3c0 l3c_ref level 3", KUNPENG_HIP09, L3C0, 0xb8, 0x30,
        {0x408, 0x10000, 0x1c00, 0x1e00, 0x1d00, 0x800, 0x808, 0x80c, 0x1cf0, 8, 64, 8, 4}},
    {"SLLC", "sllc0 tx_data level 3", KUNPENG_HIP09, SLLC0, 0x35, 0x30,
        {0x1c00, 1, 0x1c14, 0x1d00, 0x1c18, 0x814, 0x818, 0x81c, 0x1cf0, 8, 64, 8, 4}},
    {"PA", "pa0 tx_req level 3", KUNPENG_HIP09, PA0, 0x5c, 0x30,
        {0x1c00, 1, 0x1c04, 0x1d00, 0x1c80, 0x1c70, 0x1c78, 0x1c7c, 0x1cf0, 8, 64, 8, 4}},
    {"CPA", "cpa0 cpa_p0_wr_dat level 3", KUNPENG_HIP09, CPA0, 0xe1, 0x30,
        {0x1c00, 1, 0x1c04, 0x1d00, 0x1c80, 0x1c70, 0x1c78, 0x1c7c, 0x1cf0, 8, 64, 8, 4}},
    {"UC", "uc0_0 cpu_rd64 level 3", KUNPENG_HIP09, UC0, 0x17, 0x30,
        {0x1c00, 1 << 26, 0x1c00, 0x1e00, 0x1d00, 0x800, 0x808, 0x80c, 0x1cf0, 8, 64, 8, 4}},
};

/* Counter 4 gets 3 events per ns. It overflows in the first ns in which the sum
 * passes the limit. */
static void test_kinds(void)
{
    for (size_t i = 0; i < sizeof(kinds) / sizeof(kinds[0]); i++) {
        const struct registers *r = &kinds[i].r;
        struct lab *lab = chip(kinds[i].uncore, 1);
        const uint64_t half = UINT64_C(1) << (r->bits - 1);
        const uint32_t counter = r->counter0 + 4 * r->bytes;
        const unsigned n = kinds[i].number, line = KUNPENG_IRQ_UNCORE(n);

        plan(lab, kinds[i].traffic);
        is_u64(get(lab, n, r->version, 4), kinds[i].version, "%s: version", kinds[i].name);
        is_u64(get(lab, n, r->mask, 4),
            r->counters == 16 || kinds[i].number == HHA0 ? 0xffff : 0xff, "... all masked");
        if (n == CPA0)
            put(lab, n, 0x534, 4, 0x200);
        one_event(lab, n, r, 4, kinds[i].event);
        later(lab, 1000);
        is_u64(get(lab, n, counter, r->bytes), half + 3000, "... 1000 ns");
        put(lab, n, r->run, 4, get(lab, n, r->run, 4) & ~r->run_bits);
        later(lab, 1000);
        is_u64(get(lab, n, counter, r->bytes), half + 3000, "... and stopped");
        /* 7 before overflow: 3, 6, 9 */
        put(lab, n, r->run, 4, get(lab, n, r->run, 4) | r->run_bits);
        put(lab, n, counter, r->bytes, half - 7 + half);
        is_u64(kunpeng_deadline(&lab->m), lab->now + 3, "... it overflows in 3 ns");
        later(lab, 2);
        ok(!lab->irq[line] && !get(lab, n, r->status, 4), "... not in 2 ns");
        later(lab, 1);
        ok(lab->irq[line], "... in 3 ns it interrupts");
        is_u64(get(lab, n, r->status, 4), 1 << 4, "... its status");
        is_u64(get(lab, n, counter, r->bytes), 2, "... and continues from 0");
        put(lab, n, r->clear, 4, 1 << 3);
        ok(lab->irq[line], "... another counter's bit clears nothing");
        ok(!put(lab, n, r->clear, 4, 1 << 4) && !lab->irq[line], "... its own bit does");
        is_u64(get(lab, n, r->status, 4), 0, "... also the status");
        lab_free(lab);
    }
}

/* Two overflows, a mask, and the rest after one is cleared. */
static void test_interrupts(void)
{
    const struct registers *r = &kinds[0].r;
    struct lab *lab = chip(KUNPENG_HIP08, 2);
    const unsigned n = A_DIE + DDRC0 + 1, line = KUNPENG_IRQ_UNCORE(n);

    plan(lab, "d1.ddrc1 flux_wr level 1\nd1.ddrc1 rw_chg level 2");
    one_event(lab, n, r, 0, 0);
    one_event(lab, n, r, 7, 7);
    put(lab, n, 0x380, 4, 0xfffffff6); /* 10 to go */
    put(lab, n, 0x3d0, 4, 0xfffffff4); /* 12, two at a time */
    put(lab, n, 0x6c8, 4, 0x7f);       /* the first is masked again */
    is_u64(kunpeng_deadline(&lab->m), lab->now + 6, "a masked counter has no deadline");
    later(lab, 5);
    ok(!lab->irq[line], "5 ns");
    later(lab, 5);
    is_u64(get(lab, n, 0x6cc, 4), 0x81, "both overflow");
    ok(!put(lab, n, 0x6d0, 4, 0x80) && !lab->irq[line], "a masked overflow is not pending");
    put(lab, n, 0x6c8, 4, 0xfe);
    ok(lab->irq[line], "it interrupts when unmasked");
    put(lab, n, 0x3d0, 4, 0xffffffff);
    put(lab, n, 0x6c8, 4, 0x7e);
    later(lab, 1);
    ok(put(lab, n, 0x6d0, 4, 0x01) && lab->irq[line], "one is cleared, the other is pending");
    lab->m.config.edges = true;
    ok(!put(lab, n, 0x6d0, 4, 0x01) && lab->irq[line], "... but an edge does not come again");
    is_u64(get(lab, DDRC0 + 1, 0x380, 4), 0, "the other die is unaffected");
    lab_free(lab);
}

/* A masked counter needs no look until software reads it, however often it
 * wraps. DDRC's have 32 bits. */
static void test_wrap_unseen(void)
{
    const struct registers *r = &kinds[0].r;
    struct lab *lab = chip(KUNPENG_HIP08, 1);

    plan(lab, "ddrc0 flux_wr level 1");
    one_event(lab, DDRC0, r, 0, 0);
    put(lab, DDRC0, r->mask, 4, 0xff);
    put(lab, DDRC0, 0x380, 4, 0);
    later(lab, UINT32_MAX);
    is_u64(get(lab, DDRC0, 0x380, 4), UINT32_MAX, "from 0 to the maximum");
    is_u64(get(lab, DDRC0, r->status, 4), 0, "... is no overflow");
    put(lab, DDRC0, 0x380, 4, 0);
    later(lab, (UINT64_C(1) << 32) + 5);
    is_u64(get(lab, DDRC0, 0x380, 4), 5, "from 0 past the maximum");
    is_u64(get(lab, DDRC0, r->status, 4), 1, "... is an overflow");
    lab_free(lab);
}

/* A counter of 48 bits keeps no higher bits of a write. 64 bits can also be
 * read in halves. */
static void test_widths(void)
{
    struct lab *lab = chip(KUNPENG_HIP08, 1);

    put(lab, L3C0, 0x1e08, 8, UINT64_C(0xabcd123456789abc));
    is_u64(get(lab, L3C0, 0x1e08, 8), UINT64_C(0x0000123456789abc), "bits 63:48 read as 0");
    is_u64(get(lab, L3C0, 0x1e0c, 4), 0x1234, "the upper half");
    put(lab, HHA0, 0x1f78, 8, UINT64_MAX);
    is_u64(get(lab, HHA0, 0x1f78, 8), UINT64_C(0xffffffffffff), "counter 15 of HHA");
    is_u64(get(lab, L3C0, 0x408, 4), 0x10000, "L3C has started");
    is_u64(get(lab, L3C0, 0x700, 8), 0, "no register");
    lab_free(lab);
    lab = chip(KUNPENG_NO_UNCORE, 1);
    is_u64(lab->m.n_uncore, 0, "a chip without");
    lab_free(lab);
    lab = chip(KUNPENG_HIP09, 1);
    is_u64(lab->m.n_uncore, 4 + 2 + 1 + 2 + 2 + 2 + 2, "hip09 with a cluster");
    lab_free(lab);
}

/* UC's counters cannot be set while all are stopped (erratum 162700402). CPA
 * has no clock. */
static void test_clocks(void)
{
    struct lab *lab = chip(KUNPENG_HIP09, 1);

    put(lab, UC0, 0x1e10, 8, 5);
    is_u64(get(lab, UC0, 0x1e10, 8), 0, "UC: counters cannot be set while stopped");
    put(lab, UC0, 0x1c00, 4, 1 << 26);
    put(lab, UC0, 0x1e10, 8, 5);
    put(lab, UC0, 0x1c00, 4, 0);
    is_u64(get(lab, UC0, 0x1e10, 8), 5, "... but can while running, and keep the value");
    one_event(lab, CPA0, &kinds[8].r, 0, 0);
    later(lab, 100);
    is_u64(get(lab, CPA0, 0x1d00, 8), UINT64_C(1) << 63, "CPA: power management stops its clock");
    put(lab, CPA0, 0x534, 4, 0x200);
    later(lab, 100);
    is_u64(get(lab, CPA0, 0x1d00, 8), (UINT64_C(1) << 63) + 100, "... 100 without");
    lab_free(lab);
}

/* ---- filters ---- */

static const struct uncore_type *type_of(const char *hid)
{
    for (unsigned i = 0; i < uncore_n_types; i++)
        if (!strcmp(uncore_types[i].hid, hid))
            return &uncore_types[i];
    return NULL;
}

struct setting {
    uint32_t offset, value;
};

static void passes(const char *hid, const struct setting *settings, const char *word, bool expected)
{
    const struct uncore_type *type = type_of(hid);
    uint64_t values[UNCORE_MAX_REGS];
    uint32_t number;

    reg_bank_reset(type->bank, values);
    for (; settings->offset; settings++)
        reg_bank_write(type->bank, values, settings->offset, 4, settings->value, NULL, NULL);
    is_str(uncore_word(type, word, &number), NULL, "%s", word);
    is_u64(uncore_passes(type, values, 5, number), expected, "... %s",
        expected ? "counts" : "does not count");
}

static void test_filters(void)
{
    static const struct setting req[] = {{0x1b20, 4 << 7 | 5}, {0x408, 0x80010000}, {0}};
    static const struct setting req_off[] = {{0x1b20, 4 << 7 | 4}, {0x408, 0x80010000}, {0}};
    static const struct setting core[] = {{0x1b04, 6}, {0x1b20, 9}, {0x408, 0x110000}, {0}};
    static const struct setting source[] = {{0x1b4c, 0x0e00}, {0}}; /* counter 5 */
    static const struct setting hha[] = {{0x1e08, 0x60 << 6 | 0x1f << 20 | 4}, {0}};
    static const struct setting tag[] = {{0x1e08, 1u << 31}, {0}};
    static const struct setting sllc[] = {{0x1c08, 0x2f << 12 | 0x20 << 1}, {0x1c00, 0x22}, {0}};
    static const struct setting sllc_off[] = {
        {0x1c08, 0x2f << 12 | 0x20 << 1}, {0x1c00, 0x20}, {0}};
    static const struct setting pa[] = {{0x1c14, 0x65 | 1 << 11 | 1 << 12}, {0}};
    static const struct setting uc[] = {{0x1b2c, 4 << 7 | 0xd}, {0x1b40, 0x123 << 1}, {0}};
    static const struct setting channel[] = {{0x1c00, 3u << 27}, {0}};
    static const struct setting uring[] = {{0x1c00, 2u << 27}, {0}};

    passes("HISI0214", req, "l3c_ref.req=4", true);
    passes("HISI0214", req, "l3c_ref.req=5", false);
    passes("HISI0214", req, "l3c_ref", false);
    passes("HISI0214", req_off, "l3c_ref", true);
    passes("HISI0214", core, "l3c_ref.core=2", true);
    passes("HISI0214", core, "l3c_ref.core=0", false);
    passes("HISI0214", source, "0xb9.datasrc=14", true);
    passes("HISI0214", source, "0xb9.datasrc=15", false);
    passes("HISI0244", hha, "rx_sccl.srcid=0x7f", true);
    passes("HISI0244", hha, "rx_sccl.srcid=0x80", false);
    passes("HISI0244", tag, "rx_sccl.tag=1", true);
    passes("HISI0244", tag, "rx_sccl", false);
    passes("HISI0263", sllc, "rx_req.tgtid=0x20", true);
    passes("HISI0263", sllc, "rx_req.tgtid=0x2f", true);
    passes("HISI0263", sllc, "rx_req.tgtid=0x30", false);
    passes("HISI0263", sllc, "rx_req.tgtid=0x1f", false);
    passes("HISI0263", sllc_off, "rx_req.tgtid=0x1f", true);
    passes("HISI0273", pa, "tx_req.tgtid=0x64", true);
    passes("HISI0273", pa, "tx_req.tgtid=0x67", false);
    passes("HISI0291", uc, "cpu_rd.req=4,srcid=0x123", true);
    passes("HISI0291", uc, "cpu_rd.req=4,srcid=0x122", false);
    passes("HISI0291", uc, "cpu_rd.srcid=0x123", false);
    passes("HISI0291", channel, "0x47.channel=1", true);
    passes("HISI0291", channel, "0x59.channel=2", false);
    passes("HISI0291", channel, "0x5a.channel=2", true);
    passes("HISI0291", uring, "0x47.channel=2", true);
    passes("HISI0291", uring, "0x47", false);
}

static void test_words(void)
{
    static const struct {
        const char *hid, *word, *wrong;
    } cases[] = {
        {"HISI0233", "flux_xx", "expected a number such as 0x1c, or a name"},
        {"HISI0233", "0x100", "expected a number such as 0x1c, or a name"},
        {"HISI0234", "cycles", "it counts cycles"},
        {"HISI0213", "rd_cpipe.core=1",
            "expected attributes that this PMU filters by, core=1,req=4"},
        {"HISI0214", "l3c_ref.core=8",
            "expected attributes that this PMU filters by, core=1,req=4"},
        {"HISI0214", "l3c_ref.core", "expected attributes that this PMU filters by, core=1,req=4"},
    };
    uint32_t word;

    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++)
        is_str(uncore_word(type_of(cases[i].hid), cases[i].word, &word), cases[i].wrong, "%s",
            cases[i].word);
}

/* Reading does not change counts, nor does copying. */
static void test_peek(void)
{
    struct lab *lab = chip(KUNPENG_HIP08, 1);
    uint64_t value = 0;

    plan(lab, "ddrc0 flux_rd 333333333/s");
    one_event(lab, DDRC0, &kinds[0].r, 1, 1);
    later(lab, 1000000);
    ok(kunpeng_peek(&lab->m, kunpeng_block(KUNPENG_DDRC, 0), 0x384, 4, &value), "a look");
    is_u64(value, get(lab, DDRC0, 0x384, 4), "... reads the same");
    is_u64(value, 333333, "... a third of a million");
    ok(!kunpeng_peek(&lab->m, kunpeng_block(KUNPENG_UC, 0), 0x1c00, 4, &value), "hip08 has no UC");
    lab_free(lab);
}

/* Lines go to four controllers round-robin. flux_wr is counter 0, flux_rd 1. */
static void test_lines(void)
{
    struct lab *lab = chip(KUNPENG_HIP08, 1);
    unsigned soon = 0;
    uint64_t found[2] = {0};

    plan(lab, "memory guest");
    one_event(lab, DDRC0 + 2, &kinds[0].r, 0, 0);
    one_event(lab, DDRC0 + 2, &kinds[0].r, 1, 1);
    put(lab, DDRC0 + 2, 0x384, 4, UINT32_MAX - 6);
    for (unsigned line = 0; line < 24; line++)
        soon += kunpeng_cacheline(&lab->m, line, CACHELINES_READ);
    is_u64(soon, 0, "six lines do not overflow");
    is_u64(get(lab, DDRC0 + 2, 0x384, 4), UINT32_MAX, "... a counter that is then full");
    is_u64(get(lab, DDRC0 + 2, 0x380, 4), 0, "... and no write was included");
    ok(kunpeng_cacheline(&lab->m, 2, CACHELINES_READ), "one more line does");
    ok(!lab->irq[KUNPENG_IRQ_UNCORE(DDRC0 + 2)], "... and the interrupt line rises");
    later(lab, 1);
    ok(lab->irq[KUNPENG_IRQ_UNCORE(DDRC0 + 2)], "... with the next call");
    is_u64(get(lab, DDRC0 + 2, 0x6cc, 4), 2, "... as in the status");
    ok(!kunpeng_cacheline(&lab->m, 2, CACHELINES_WRITTEN), "a high line needs no call");
    is_u64(get(lab, DDRC0 + 2, 0x380, 4), 1, "a write");
    is_u64(get(lab, DDRC0 + 1, 0x384, 4), 0, "a controller that does not count");
    for (unsigned i = 0; i < lab->n_records; i++)
        if (lab->records[i].kind == TRACE_CACHELINES &&
            lab->records[i].block == kunpeng_block(KUNPENG_DDRC, 2))
            found[lab->records[i].offset == CACHELINES_WRITTEN] += lab->records[i].value;
    ok(found[0] == 7 && found[1] == 1, "the trace has seven lines read and one written");
    lab_free(lab);
}

int main(void)
{
    test_kinds();
    test_interrupts();
    test_wrap_unseen();
    test_widths();
    test_clocks();
    test_filters();
    test_words();
    test_peek();
    test_lines();
    return done_testing();
}
