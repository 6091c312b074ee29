/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Model and oracle of the uncore PMUs under the same random plans and accesses:
 * each value that is read and each interrupt must be equal. Also the meaning of
 * events' names, typed from the drivers. */
#include "models/kunpeng/kunpeng_plan.h"
#include "oracle/kunpeng/machine.h"
#include "tests/kunpeng_machine.h"
#include "tests/rng.h"
#include "tests/tap.h"

enum { CASES = 600, ACTIONS = 200, LINES = 12 };

struct bench {
    struct rng rng;
    struct lab *lab;
    struct kunpeng_plan_text reader;
    struct oracle_kunpeng_plan plan;
    struct oracle_kunpeng *oracle;
    struct oracle_uncore_chip chip;
    unsigned numbers[ORACLE_UNCORE_BOXES]; /* the model's number of each of the oracle's PMUs */
    unsigned n, favourite;
    unsigned reads, nonzero, overflows, wrong;
};

static struct bench *b;

/* ---- plans ---- */

static const char *const events[ORACLE_FAMILIES][4] = {
    [ORACLE_DDRC] = {"flux_wr", "flux_rd", "0x02", "rw_chg"},
    [ORACLE_HHA] = {"rx_sccl", "rx_sccl.srcid=0x65", "rx_sccl.srcid=0x65,tag=1", "0x02.tag=1"},
    [ORACLE_L3C] = {"0x02", "0x02.core=3", "0x02.core=1,req=4", "0x02.datasrc=14"},
    [ORACLE_DMC] = {"flux_wr", "0x01", "0x02", "flux_rd"},
    [ORACLE_SLLC] = {"rx_req", "0x02.srcid=3", "0x02.tgtid=7,tag=1", "0x02"},
    [ORACLE_PA] = {"0x02", "0x02.srcid=3", "0x02.tgtid=7,tag=1", "tx_req"},
    [ORACLE_CPA] = {"0x02", "0x01", "cpa_p0_rd_dat", "0x02"},
    [ORACLE_UC] = {"0x02", "0x47.channel=1", "0x47.channel=2,req=4", "0x02.req=4,srcid=9"},
};

static struct oracle_uncore *box(unsigned i)
{
    return oracle_kunpeng_box(b->oracle, i);
}

static unsigned some_box(void)
{
    return rng_one_in(&b->rng, 4) ? (unsigned)rng_below(&b->rng, b->n) : b->favourite;
}

static bool plan_line(const char *line)
{
    char wrong[PLAN_TEXT_WRONG];

    return kunpeng_plan_line(&b->reader, line, wrong) && !oracle_kunpeng_plan_line(&b->plan, line);
}

/* Version 1 has no attributes. */
static bool make_plan(void)
{
    static const char *const amounts[] = {
        "off", "3M/s", "777777/s", "1000M/s", "level 255", "12.5%", "level 9 for 3 of 1000 cycles"};
    struct oracle_uncore_place place;
    bool good = plan_line("at boot") && plan_line("memory guest");

    for (unsigned i = 0; i < LINES; i++) {
        char line[96], block[32], event[32];

        oracle_uncore_place(&b->chip, some_box(), &place);
        oracle_uncore_block(&place, block, sizeof(block));
        snprintf(event, sizeof(event), "%s", events[place.family][rng_below(&b->rng, 4)]);
        if (b->chip.version == 1)
            event[strcspn(event, ".")] = '\0';
        snprintf(line, sizeof(line), "at boot + %uus", (unsigned)rng_below(&b->rng, 3000));
        good &= plan_line(line);
        snprintf(line, sizeof(line), "%s %s %s", block, event, amounts[rng_below(&b->rng, 7)]);
        good &= plan_line(line);
    }
    return good;
}

/* ---- accesses ---- */

static uint64_t random_value(const struct oracle_uncore_register *reg, uint64_t held)
{
    static const uint64_t types[] = {0x02020202, 0x01020247, 0x83020001, 0x47030202};
    uint64_t flipped = held ^ UINT64_C(1) << rng_below(&b->rng, 8 * reg->bytes);

    if (!strncmp(reg->name, "EVENT_TYPE", 10))
        return types[rng_below(&b->rng, 4)];
    if (reg->bytes == 8 || strstr(reg->name, "FLUX") || strstr(reg->name, "CMD"))
        return UINT64_MAX - rng_below(&b->rng, rng_one_in(&b->rng, 2) ? 1000 : 1000000);
    if (!strcmp(reg->name, "EVENT_CTRL") || !strcmp(reg->name, "PERF_CTRL"))
        return rng_one_in(&b->rng, 3) ? flipped : UINT64_C(0x040100ff) | reg->held;
    return rng_one_in(&b->rng, 2) ? rng_below(&b->rng, UINT64_C(1) << 32) : flipped;
}

static void differs(const char *what, unsigned i, uint64_t model, uint64_t oracle)
{
    if (b->wrong++ < 5)
        printf("# %s of PMU %u of family %u: model 0x%" PRIx64 ", oracle 0x%" PRIx64 "\n", what, i,
            (unsigned)box(i)->family, model, oracle);
}

static void take_entries(void)
{
    struct oracle_kunpeng_due due;

    while (oracle_kunpeng_entry(b->oracle, b->lab->now, &due))
        ;
}

static void access_one(unsigned i)
{
    const struct oracle_family_manual *family = &oracle_families[box(i)->family];
    const struct oracle_uncore_register *reg = &family->regs[rng_below(&b->rng, family->n_regs)];
    const unsigned size = reg->bytes == 8 && rng_one_in(&b->rng, 4) ? 4 : reg->bytes;
    const struct sim_access access = lab_by(b->lab, 0);
    uint64_t model, oracle;

    if (rng_one_in(&b->rng, 2)) {
        uint64_t value = random_value(reg, oracle_uncore_read(box(i), reg->offset, reg->bytes));

        kunpeng_uncore_write(&b->lab->m, &access, b->numbers[i], reg->offset, size, value);
        oracle_kunpeng_box_write(b->oracle, b->lab->now, i, reg->offset, size, value);
        return;
    }
    model = kunpeng_uncore_read(&b->lab->m, &access, b->numbers[i], reg->offset, size);
    oracle = oracle_kunpeng_box_read(b->oracle, b->lab->now, i, reg->offset, size);
    b->reads++;
    b->nonzero += oracle != 0;
    b->overflows += !strcmp(reg->name, "INT_STATUS") && oracle;
    if (model != oracle)
        differs(reg->name, i, model, oracle);
}

/* The line, also at each moment at which the model wants to be called. */
static void check_line(unsigned i)
{
    const int status = oracle_uncore_reg(box(i)->family, "INT_STATUS");
    const int mask = oracle_uncore_reg(box(i)->family, "INT_MASK");
    bool up;

    oracle_uncore_advance(box(i), b->lab->now);
    up = box(i)->held[status] & ~box(i)->held[mask];
    if (up != b->lab->irq[KUNPENG_IRQ_UNCORE(b->numbers[i])])
        differs("the line", i, !up, up);
}

/* Some of the guest's own cachelines, which the controllers take in turn. */
static void lines_go(void)
{
    static const char *const directions[CACHELINES_N_DIRECTIONS] = {"read", "written"};

    for (unsigned n = (unsigned)rng_below(&b->rng, 1000); n; n--) {
        const unsigned line = (unsigned)rng_below(&b->rng, 1 << 20);
        const enum cachelines_direction direction =
            (enum cachelines_direction)rng_below(&b->rng, CACHELINES_N_DIRECTIONS);
        unsigned controllers = 0, boxes[ORACLE_UNCORE_BOXES];

        for (unsigned i = 0; i < b->n; i++)
            if (box(i)->family == ORACLE_DDRC || box(i)->family == ORACLE_DMC)
                boxes[controllers++] = i;
        if (!controllers)
            return;
        kunpeng_cacheline(&b->lab->m, line, direction);
        if (!oracle_kunpeng_cachelines(b->oracle, b->lab->now, boxes[line % controllers],
                direction == CACHELINES_WRITTEN, 1))
            differs(directions[direction], boxes[line % controllers], 1, 0);
    }
    kunpeng_advance(&b->lab->m, b->lab->now);
}

static void later(void)
{
    uint64_t until = b->lab->now +
                     (rng_one_in(&b->rng, 2) ? rng_below(&b->rng, 300) : rng_below(&b->rng, 40000));

    while (b->lab->now < until) {
        uint64_t due = kunpeng_deadline(&b->lab->m);

        b->lab->now = due < until && due > b->lab->now ? due : until;
        kunpeng_advance(&b->lab->m, b->lab->now);
        take_entries();
        check_line(b->favourite);
    }
}

/* ---- cases ---- */

static void find_numbers(const struct kunpeng_config *config)
{
    struct oracle_uncore_place of_oracle;
    struct uncore_place place;
    char name[32], other[32];

    for (b->n = 0; oracle_uncore_place(&b->chip, b->n, &of_oracle); b->n++) {
        oracle_uncore_block(&of_oracle, name, sizeof(name));
        for (unsigned number = 0; number < UNCORE_PLACES; number++) {
            if (!uncore_place(config, number, &place))
                continue;
            uncore_block_name(&place, other, sizeof(other));
            if (!strcmp(name, other))
                b->numbers[b->n] = number;
        }
    }
}

static bool run_case(unsigned seed)
{
    struct kunpeng_config config = KUNPENG_DEFAULTS;
    struct oracle_kunpeng_config same = {
        .core = {.hz = 2000000000, .events = 8, .hpmn = 8, .kernel_el = 2}};
    bool planned;

    b->rng = (struct rng){seed};
    config.dies = 1 + (unsigned)rng_below(&b->rng, 4);
    config.clusters = 1 + (unsigned)rng_below(&b->rng, 2);
    config.clusters_given = true;
    config.uncore = rng_one_in(&b->rng, 3) ? KUNPENG_HIP08 : KUNPENG_HIP09;
    kunpeng_config_cpus(&config, 1);
    same.cpus = 1;
    same.dies = config.dies;
    same.clusters = config.clusters;
    same.sccl = config.sccl;
    same.uncore = config.uncore;
    b->chip = (struct oracle_uncore_chip){same.uncore, same.dies, same.clusters, same.sccl};
    b->lab = lab_new(&config);
    find_numbers(&config);
    b->favourite = (unsigned)rng_below(&b->rng, b->n);
    kunpeng_plan_begin(&b->reader, &b->lab->m);
    memset(&b->plan, 0, sizeof(b->plan));
    planned = make_plan();
    b->oracle = oracle_kunpeng_new(&same, &b->plan);
    for (unsigned i = 0; i < ACTIONS; i++) {
        take_entries();
        access_one(some_box());
        if (rng_one_in(&b->rng, 8))
            lines_go();
        check_line(b->favourite);
        later();
    }
    oracle_kunpeng_free(b->oracle);
    lab_free(b->lab);
    return planned;
}

static void test_random(void)
{
    unsigned planned = 0;

    b = calloc(1, sizeof(*b));
    for (unsigned seed = 1; seed <= CASES; seed++)
        planned += run_case(seed);
    is_u64(planned, CASES, "both read the same plans");
    is_u64(b->wrong, 0, "model and oracle agree: %u reads", b->reads);
    ok(b->nonzero > b->reads / 4 && b->overflows > 200, "%u of them were not 0, %u had overflows",
        b->nonzero, b->overflows);
    free(b);
}

/* ---- names ---- */

static void asked(unsigned version, const char *name, const char *expected)
{
    const struct oracle_uncore_chip chip = {version, 2, 2, 3};
    struct oracle_uncore_place place;
    struct oracle_uncore_ask ask;
    char why[ORACLE_WHY], text[512] = "other", pmu[32];
    size_t at;

    switch (oracle_uncore_what_is_asked(&chip, name, &ask, why)) {
    case ORACLE_UNCORE_ASKED:
        at = (size_t)snprintf(text, sizeof(text), "%x %" PRIx64 ":", ask.event, ask.config1);
        for (unsigned i = 0; i < ask.n; i++) {
            oracle_uncore_place(&chip, ask.places[i], &place);
            oracle_uncore_pmu(&chip, &place, pmu, sizeof(pmu));
            at += (size_t)snprintf(text + at, sizeof(text) - at, " %s", pmu + strlen("hisi_"));
        }
        break;
    case ORACLE_UNCORE_REFUSED:
        snprintf(text, sizeof(text), "refused: %s", why);
        break;
    default:
        break;
    }
    is_str(text, expected, "%s", name);
}

static void test_names(void)
{
    asked(1, "hisi_sccl5_ddrc3/flux_rd/", "1 0: sccl5_ddrc3");
    asked(2, "hisi_sccl3_ddrc1_1/flux_rd/", "84 0: sccl3_ddrc1_1");
    asked(1, "hisi_sccl*_l3c1/event=0x29/", "29 0: sccl3_l3c1 sccl5_l3c1");
    asked(1, "hisi_sccl3_hha/rx_wbi/", "4 0: sccl3_hha0 sccl3_hha1");
    asked(1, "flux_rd",
        "1 0: sccl3_ddrc0 sccl3_ddrc1 sccl3_ddrc2 sccl3_ddrc3 sccl5_ddrc0 sccl5_ddrc1 sccl5_ddrc2 "
        "sccl5_ddrc3");
    asked(2, "cpa_p1_wr_dat", "61 0: sicl4_cpa0 sicl4_cpa1 sicl6_cpa0 sicl6_cpa1");
    asked(2, "hisi_sicl6_pa0/cycle/", "78 0: sicl6_pa0");
    asked(
        2, "hisi_sccl3_l3c0/l3c_ref,tt_core=0x3,tt_req=4,datasrc_cfg=0xe/", "b8 7403: sccl3_l3c0");
    asked(2, "hisi_sccl3_sllc1/rx_req,srcid_cmd=1,srcid_msk=0x7ff,tracetag_en/",
        "30 1ffe00400000: sccl3_sllc1");
    asked(2, "hisi_sccl3_uc0_1/config=0x17,config1=0x41/", "17 41: sccl3_uc0_1");
    asked(1, "hisi_sccl3_l3c0/rd_cpipe,tt_core=1/",
        "refused: term 'tt_core': expected one of its formats, config or an event's name");
    asked(1, "hisi_sccl3_hha0/event=0x66/", "refused: the driver takes no event above 0x65");
    asked(1, "hisi_sccl4_hha0/rx_wbi/", "refused: there is no such PMU");
    asked(1, "hisi_sccl3_hha0/rx_wbi/k",
        "refused: modifiers have no meaning for counters that no CPU owns");
    asked(1, "hisi_pmcu_sccl3/nr_sample=1/", "other");
    asked(1, "cycles", "other");
    asked(2, "flux_rd", "other");
}

/* Both lists were typed from the drivers, separately: a row lost in one is
 * found. */
static void test_lists(void)
{
    static const struct {
        const struct uncore_events *events;
        enum oracle_family family;
        unsigned versions;
    } lists[] = {{&uncore_ddrc_events, ORACLE_DDRC, 1}, {&uncore_ddrc2_events, ORACLE_DMC, 2},
        {&uncore_hha_events, ORACLE_HHA, 1}, {&uncore_hha2_events, ORACLE_HHA, 2},
        {&uncore_l3c_events, ORACLE_L3C, 1}, {&uncore_l3c2_events, ORACLE_L3C, 2},
        {&uncore_sllc_events, ORACLE_SLLC, 2}, {&uncore_pa_events, ORACLE_PA, 2},
        {&uncore_cpa_events, ORACLE_CPA, 2}, {&uncore_uc_events, ORACLE_UC, 2}};

    for (size_t l = 0; l < sizeof(lists) / sizeof(lists[0]); l++) {
        const struct oracle_family_manual *manual = &oracle_families[lists[l].family];
        unsigned n = 0;

        for (unsigned i = 0; i < manual->n_events; i++)
            n += manual->events[i].versions & lists[l].versions ? 1 : 0;
        is_u64(n, lists[l].events->n, "%s: the number of events", lists[l].events->name);
        for (unsigned i = 0; i < lists[l].events->n; i++) {
            const struct uncore_event *event = &lists[l].events->event[i];
            const struct oracle_uncore_event *same =
                oracle_uncore_event(lists[l].family, lists[l].versions, event->name);

            ok(same && same->code == event->code && same->clock == event->clock, "... %s is 0x%x%s",
                event->name, event->code, event->clock ? ", a clock" : "");
        }
    }
}

/* The same of registers. Random accesses have the oracle's sizes, so they
 * cannot show a wrong one. */
static void test_registers(void)
{
    struct kunpeng_config config = KUNPENG_DEFAULTS;
    struct uncore_place place;
    unsigned registers = 0;

    for (unsigned version = 1; version <= 2; version++) {
        b = calloc(1, sizeof(*b));
        config.uncore = version == 1 ? KUNPENG_HIP08 : KUNPENG_HIP09;
        b->chip = (struct oracle_uncore_chip){version, config.dies, config.clusters, config.sccl};
        find_numbers(&config);
        for (unsigned i = 0; i < b->n; i++) {
            struct oracle_uncore_place of_oracle;
            unsigned same = 0;

            oracle_uncore_place(&b->chip, i, &of_oracle);
            uncore_place(&config, b->numbers[i], &place);
            const struct oracle_family_manual *family = &oracle_families[of_oracle.family];
            for (unsigned r = 0; r < family->n_regs; r++) {
                const int at = reg_bank_at(place.type->bank, family->regs[r].offset);

                same += at >= 0 && place.type->bank->regs[at].width == 8 * family->regs[r].bytes;
            }
            is_u64(same, place.type->bank->n_regs, "version %u, %s: registers", version,
                place.type->bank->name);
            registers += same;
        }
        free(b);
    }
    ok(registers > 500, "... %u of all PMUs", registers);
}

int main(void)
{
    test_random();
    test_names();
    test_lists();
    test_registers();
    return done_testing();
}
