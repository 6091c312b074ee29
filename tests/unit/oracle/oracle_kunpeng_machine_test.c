/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Model and oracle of `kunpeng` under the same random plans, accesses, PMCU
 * runs and CPUs that switch on and off. Each value that is read or stored and
 * each entry of the plan must be equal. */
#include "models/kunpeng/kunpeng_plan.h"
#include "oracle/kunpeng/machine.h"
#include "tests/kunpeng_machine.h"
#include "tests/rng.h"
#include "tests/tap.h"

enum { CASES = 1500, ACTIONS = 120, LINES = 16, EVENTS = 24 };

/* Events favoured in lists and types, so that counters meet traffic: some are
 * caused by the guest, some by plans. */
static const uint16_t some_events[] = {0x08, 0x11, 0x06, 0x3c, 0x24, 0x23, 0x00, 0x03, 0x17, 0x110};

enum { N_SOME = sizeof(some_events) / sizeof(some_events[0]) };

/* A machine, and its stored data as it was in memory at the time. */
struct bench {
    struct rng rng;
    struct lab *lab;
    struct kunpeng_plan_text reader;
    struct oracle_kunpeng_plan plan;
    uint16_t list[256];
    uint8_t *stored; /* SUBSAMPLE_MAX bytes for each TRACE_POST */
    unsigned n_stored;
};

struct stats {
    unsigned reads, nonzero, unknown, entries, rounds, values, overflows, wrong;
};

static struct bench *bench;

static void note_record(void *self, const struct trace_record *record)
{
    lab_trace(self, record);
    if (record->kind != TRACE_POST)
        return;
    bench->stored = realloc(bench->stored, (bench->n_stored + 1) * (size_t)SUBSAMPLE_MAX);
    memcpy(bench->stored + bench->n_stored++ * (size_t)SUBSAMPLE_MAX,
        bench->lab->ram + (record->pc - RAM_BASE), record->offset);
}

static uint16_t random_event(struct rng *rng)
{
    return some_events[rng_below(rng, N_SOME)];
}

/* ---- plans ---- */

static const char *const core_names[] = {
    "PMCR_EL0", "PMCNTENSET_EL0", "PMEVCNTR1_EL0", "PMEVTYPER0_EL0", "MDCR_EL2", "PMOVSCLR_EL0"};

static void moment_text(struct rng *rng, char *text, size_t size)
{
    static const char *const ends[] = {"", " + 7us", " + 33us", " + 3ms"};
    const char *end = ends[rng_below(rng, 4)];

    switch (rng_below(rng, 4)) {
    case 0:
        snprintf(text, size, "at boot + %uus", (unsigned)rng_below(rng, 20000));
        break;
    case 1:
        snprintf(text, size, "at %sstep %u%s", rng_one_in(rng, 2) ? "end of " : "",
            1 + (unsigned)rng_below(rng, 3), end);
        break;
    case 2:
        snprintf(
            text, size, "at write %u of pmcu0.FSM_CTRL%s", 1 + (unsigned)rng_below(rng, 3), end);
        break;
    default:
        snprintf(text, size, "at read %u of cpu0.%s in step 1%s", 1 + (unsigned)rng_below(rng, 2),
            core_names[rng_below(rng, 6)], end);
    }
}

static void entry_text(struct rng *rng, char *text, size_t size)
{
    static const char *const amounts[] = {
        "off", "3M/s", "777/s", "1900M/s", "level 200", "12.5%", "level 9 for 3 of 1000 cycles"};
    unsigned cpu = (unsigned)rng_below(rng, 2);

    if (rng_one_in(rng, 4))
        snprintf(text, size, "cpu%u.%s = 0x%x", cpu, core_names[rng_below(rng, 5)],
            (unsigned)rng_bits(rng, rng_one_in(rng, 2) ? 8 : 28));
    else if (rng_one_in(rng, 8))
        snprintf(text, size, "pmcu0.WAIT_CNT = %u", (unsigned)rng_below(rng, 60000));
    else
        snprintf(text, size, "cpu%u 0x%04x %s", cpu, some_events[7 + rng_below(rng, 3)],
            amounts[rng_below(rng, 7)]);
}

/* Lines that the model accepts; the oracle must accept all of them. */
static bool make_plan(void)
{
    char line[256], wrong[PLAN_TEXT_WRONG];
    const struct plan *plan = &bench->lab->m.plan;

    kunpeng_plan_begin(&bench->reader, &bench->lab->m);
    for (unsigned i = 0; i < LINES; i++) {
        if (i % 4 == 0)
            moment_text(&bench->rng, line, sizeof(line));
        else
            entry_text(&bench->rng, line, sizeof(line));
        if (!kunpeng_plan_line(&bench->reader, line, wrong))
            continue;
        const char *expected = oracle_kunpeng_plan_line(&bench->plan, line);
        if (expected) {
            printf("# the oracle does not take '%s': %s\n", line, expected);
            return false;
        }
    }
    return bench->plan.moments.n_entries == plan->n_entries &&
           bench->plan.moments.n_anchors == plan->n_anchors;
}

/* ---- the guest ---- */

static uint64_t random_count(struct rng *rng)
{
    static const uint64_t near[] = {0, UINT64_C(1) << 32, 0, UINT64_C(1) << 31, UINT64_C(3) << 32};

    return near[rng_below(rng, 5)] - rng_bits(rng, 20);
}

static uint64_t random_value(struct rng *rng, enum oracle_arm_reg reg)
{
    if (rng_one_in(rng, 12))
        return rng_next(rng);
    if (reg == ORACLE_PMCR)
        return rng_one_in(rng, 3) ? rng_below(rng, 256) : (rng_below(rng, 256) & 0xf8) | 1;
    if (reg == ORACLE_MDCR_EL2)
        return rng_below(rng, 10) | (rng_one_in(rng, 2) ? 0x80 : 0) |
               (rng_one_in(rng, 2) ? 1u << 26 : 0);
    if (reg == ORACLE_PMCCFILTR || reg == ORACLE_PMXEVTYPER || reg >= ORACLE_PMEVTYPER0)
        return random_event(rng) | (rng_one_in(rng, 2) ? 1u << 27 : 0) |
               (rng_one_in(rng, 2) ? 0 : rng_below(rng, 32) << 27);
    if (reg == ORACLE_PMCCNTR || reg == ORACLE_PMXEVCNTR || reg >= ORACLE_PMEVCNTR0)
        return random_count(rng);
    return rng_below(rng, 512) | (rng_one_in(rng, 2) ? UINT32_C(1) << 31 : 0);
}

static enum oracle_arm_reg random_register(struct rng *rng)
{
    switch (rng_below(rng, 5)) {
    case 0:
        return (enum oracle_arm_reg)(ORACLE_PMEVCNTR0 + (int)rng_below(rng, 9));
    case 1:
        return (enum oracle_arm_reg)(ORACLE_PMEVTYPER0 + (int)rng_below(rng, 9));
    case 2:
        return rng_one_in(rng, 2) ? ORACLE_PMCNTENSET : ORACLE_PMOVSCLR;
    default:
        return (enum oracle_arm_reg)rng_below(rng, ORACLE_PMEVCNTR0);
    }
}

static void access_core(struct rng *rng, struct lab *lab)
{
    struct sim_access access =
        lab_by(lab, (unsigned)rng_below(rng, lab->m.config.cpus > 1 ? 2 : 1));
    enum oracle_arm_reg reg = random_register(rng);
    uint64_t value;

    if (rng_one_in(rng, 2))
        kunpeng_sysreg_read(&lab->m, &access, oracle_arm_code(reg), &value);
    else
        kunpeng_sysreg_write(&lab->m, &access, oracle_arm_code(reg), random_value(rng, reg));
}

static void access_unit(struct rng *rng, struct lab *lab)
{
    static const uint32_t offsets[] = {
        0x100, 0x104, 0x108, 0x10c, 0x3c, 0x0, 0x200, 0x204, 0x44, 0x20};
    struct sim_access access = lab_by(lab, 0);
    unsigned size = rng_one_in(rng, 6) ? 1u << rng_below(rng, 4) : 4;
    uint32_t offset = rng_one_in(rng, 8) ? (uint32_t)rng_below(rng, 0x210) & ~(size - 1)
                                         : offsets[rng_below(rng, 10)];
    unsigned die = (unsigned)rng_below(rng, lab->m.config.dies);

    if (rng_one_in(rng, 2))
        kunpeng_mmio_read(&lab->m, &access, die, offset, size);
    else
        kunpeng_mmio_write(&lab->m, &access, die, offset, size,
            offset == 0x20       ? rng_below(rng, 60000)
            : rng_one_in(rng, 6) ? rng_next(rng)
                                 : rng_below(rng, 4));
}

static void start_unit(struct rng *rng, struct lab *lab)
{
    unsigned events = (unsigned)rng_below(rng, 10), length = (unsigned)rng_below(rng, EVENTS);
    uint64_t store = OUT + rng_below(rng, 1000) * 16;
    uint64_t kill = rng_one_in(rng, 5) ? store + rng_below(rng, 8000) : OUT + 0x80000;

    if (rng_one_in(rng, 12))
        store = 0x1000; /* no memory */
    if (rng_one_in(rng, 4))
        lab_poke(lab, 0x44, (uint32_t)rng_below(rng, 2));
    lab_poke(lab, 0x100, 3);
    lab_poke(lab, 0x200, rng_one_in(rng, 4) ? (uint32_t)rng_below(rng, 256) : 0xc1);
    lab_start(lab, events << 16 | (uint32_t)rng_below(rng, 4) << 8 | length,
        (uint32_t)rng_below(rng, 30000), store, kill);
}

static void switch_cpu(struct rng *rng, struct lab *lab)
{
    struct sim_access access = lab_by(lab, (unsigned)rng_below(rng, lab->m.config.cpus));

    kunpeng_power(&lab->m, &access, rng_one_in(rng, 3) ? false : true);
}

/* A PMCU may be late, but an entry of the plan may not. CPUs first do their
 * work in whole microseconds, and only that work is counted before the
 * entry. */
static void work_late(struct lab *lab, uint64_t us)
{
    if (lab->m.plan.next > lab->now + us * US)
        lab_work(lab, us);
}

static void act(struct rng *rng, struct lab *lab)
{
    struct sim_access access = lab_by(lab, 0);

    switch (rng_below(rng, 10)) {
    case 0:
        access_unit(rng, lab);
        break;
    case 1:
        if (rng_one_in(rng, 3))
            start_unit(rng, lab);
        break;
    case 2:
        if (rng_one_in(rng, 4))
            switch_cpu(rng, lab);
        break;
    case 3:
        kunpeng_step(&lab->m, &access, 1 + (unsigned)rng_below(rng, 3), rng_one_in(rng, 2));
        break;
    case 4:
        lab_run(lab, lab->now + rng_below(rng, 3000) * US);
        break;
    case 5:
        work_late(lab, rng_below(rng, 20));
        break;
    default:
        access_core(rng, lab);
    }
}

/* ---- both ---- */

static bool differ(const char *what, uint64_t model, uint64_t oracle)
{
    printf("# %s: 0x%llx, the oracle says 0x%llx\n", what, (unsigned long long)model,
        (unsigned long long)oracle);
    return false;
}

static uint64_t bytes_at(const uint8_t *bytes, uint32_t offset, unsigned n)
{
    uint64_t value = 0;

    while (n--)
        value = value << 8 | bytes[offset + n];
    return value;
}

static bool value_agrees(const struct oracle_pmcu *unit, const uint8_t *bytes,
    enum oracle_block block, unsigned event, unsigned slot, struct stats *stats)
{
    const struct oracle_round *round = unit->done[unit->n_done - 1];
    unsigned place = round->first + event, size = block <= ORACLE_BLOCK_CONTEXT_2 ? 4 : 8;
    uint16_t code = place < round->length ? bench->list[place] : ORACLE_NULL_EVENT;
    uint64_t expected,
        stored = bytes_at(bytes, oracle_subsample_offset(&round->layout, block, event, slot), size);

    if (!oracle_pmcu_value(unit, round, block, event, code, slot, &expected)) {
        stats->unknown++;
        return true;
    }
    stats->values++;
    stats->nonzero += expected != 0;
    if (stored == expected)
        return true;
    printf("# block %d, event %u (%04x), slot %u\n", block, event, code, slot);
    return differ("a stored value", stored, expected);
}

static bool subsample_agrees(const struct oracle_pmcu *unit, unsigned nth, struct stats *stats)
{
    const struct oracle_layout *layout = &unit->done[unit->n_done - 1]->layout;
    const uint8_t *bytes = bench->stored + nth * (size_t)SUBSAMPLE_MAX;
    bool same = true;

    for (unsigned slot = 0; slot < layout->clusters * ORACLE_CLUSTER && same; slot++) {
        same =
            value_agrees(unit, bytes, ORACLE_BLOCK_CONTEXT_1, 0, slot, stats) &&
            value_agrees(unit, bytes, ORACLE_BLOCK_CONTEXT_2, 0, slot, stats) &&
            (layout->compatible || value_agrees(unit, bytes, ORACLE_BLOCK_CYCLES, 0, slot, stats));
        for (unsigned i = 0; i < layout->events && same; i++)
            same = value_agrees(unit, bytes, ORACLE_BLOCK_EVENT, i, slot, stats);
    }
    return same;
}

static bool core_agrees(
    struct oracle_kunpeng *oracle, const struct trace_record *r, struct stats *stats)
{
    uint64_t value = 0, known = 0;

    if (r->kind == TRACE_WRITE) {
        oracle_kunpeng_core_write(oracle, r->time, r->cpu, r->offset, r->value);
        return true;
    }
    stats->reads++;
    if (!oracle_kunpeng_core_read(oracle, r->time, r->cpu, r->offset, &value, &known))
        return differ("a register that the oracle lacks", r->offset, 0);
    stats->nonzero += value != 0;
    stats->unknown += known != UINT64_MAX;
    stats->overflows += oracle_arm_coded(r->offset) == ORACLE_PMOVSCLR && value & known;
    return (value & known) == (r->value & known) ||
           differ(
               oracle_arm_name((enum oracle_arm_reg)oracle_arm_coded(r->offset)), r->value, value);
}

static bool unit_agrees(
    struct oracle_kunpeng *oracle, const struct trace_record *r, size_t mark, struct stats *stats)
{
    unsigned die = kunpeng_block_index(r->block);
    uint64_t value;

    if (r->kind == TRACE_WRITE) {
        oracle_kunpeng_unit_write(oracle, r->time, die, r->offset, r->size, r->value);
        return true;
    }
    stats->reads++;
    value = oracle_kunpeng_unit_read(oracle, r->time, mark, die, r->offset, r->size);
    return value == r->value || differ("a PMCU's register", r->value, value);
}

static bool round_agrees(
    struct oracle_kunpeng *oracle, const struct trace_record *r, size_t mark, struct stats *stats)
{
    struct oracle_pmcu *unit = oracle_kunpeng_unit(oracle, kunpeng_block_index(r->block));
    uint64_t at = oracle_kunpeng_instructions(oracle);
    const char *wrong;

    if (r->kind == TRACE_POST)
        wrong = oracle_pmcu_stores(unit, r->time, mark, r->value, r->pc, r->offset);
    else if (r->offset)
        wrong = oracle_pmcu_round_stops(unit, r->time, mark, r->value, at);
    else
        wrong = oracle_pmcu_round_begins(unit, r->time, mark, r->value, at);
    if (wrong) {
        printf("# %s\n", wrong);
        return false;
    }
    if (r->kind != TRACE_POST)
        return true;
    return subsample_agrees(unit, stats->rounds++, stats);
}

/* No entry of the plan and no PMCU's run is due that is missing from the
 * trace. */
static bool nothing_due(struct oracle_kunpeng *oracle, const struct trace_record *r)
{
    struct oracle_kunpeng_due due;
    unsigned die;
    const char *wrong;

    if (oracle_kunpeng_entry(oracle, r->time, &due))
        return differ("an entry of the plan is due", 0, due.entry);
    wrong = oracle_kunpeng_overdue(oracle, r->time, &die);
    if (wrong && !strstr(wrong, "no CPU"))
        printf("# %s\n", wrong);
    return !wrong || strstr(wrong, "no CPU");
}

static bool agrees(
    struct oracle_kunpeng *oracle, const struct trace_record *r, size_t mark, struct stats *stats)
{
    struct oracle_kunpeng_due due;

    switch (r->kind) {
    case TRACE_PLAN:
        stats->entries++;
        return oracle_kunpeng_entry(oracle, r->time, &due) && due.entry == r->value &&
               due.ns == r->time;
    case TRACE_COUNTED:
        oracle_kunpeng_counted(oracle, r->time, r->cpu, r->offset, r->value);
        return true;
    case TRACE_ROUND:
    case TRACE_POST:
        return round_agrees(oracle, r, mark, stats);
    case TRACE_READ:
    case TRACE_WRITE:
        if (!nothing_due(oracle, r))
            return false;
        return kunpeng_block_kind(r->block) == KUNPENG_PMCU ? unit_agrees(oracle, r, mark, stats)
                                                            : core_agrees(oracle, r, stats);
    case TRACE_STEP_BEGIN:
    case TRACE_STEP_END:
        if (!nothing_due(oracle, r))
            return false;
        oracle_kunpeng_step(oracle, r->time, (unsigned)r->value, r->kind == TRACE_STEP_END);
        return true;
    default:
        return true;
    }
}

static struct oracle_kunpeng_config same_config(const struct kunpeng_config *config)
{
    return (struct oracle_kunpeng_config){.cpus = config->cpus,
        .dies = config->dies,
        .clusters = config->clusters,
        .core = {.hz = config->clock_mhz * 1000000u,
            .events = config->counters,
            .hpmn = config->hpmn ? config->hpmn : config->counters,
            .kernel_el = config->kernel_el},
        .blind_ns = config->blind_ns,
        .copies_filter = config->copies_filter};
}

static struct kunpeng_config random_config(struct rng *rng)
{
    static const unsigned clocks[] = {2000, 1000, 2600, 800};
    struct kunpeng_config config = KUNPENG_DEFAULTS;

    config.dies = rng_one_in(rng, 4) ? 2 : 1;
    config.clusters = 1 + (unsigned)rng_below(rng, 2);
    config.cpus = 1 + (unsigned)rng_below(rng, 8 * config.clusters * config.dies);
    config.counters = 8;
    config.hpmn = (unsigned)rng_below(rng, 9);
    config.kernel_el = rng_one_in(rng, 3) ? 1 : 2;
    config.clock_mhz = clocks[rng_below(rng, 4)];
    config.blind_ns = 2000 + (unsigned)rng_below(rng, 20000);
    config.copies_filter = rng_one_in(rng, 3);
    return config;
}

/* An instruction takes at least four cycles of a clock of 800 MHz, so at most
 * 200 fit into a microsecond. */
static struct sim_work random_rate(struct rng *rng)
{
    return (struct sim_work){.instructions = 50 + rng_below(rng, 140),
        .loads = rng_below(rng, 40),
        .stores = rng_below(rng, 20),
        .branches = rng_below(rng, 50),
        .exceptions = rng_below(rng, 3),
        .returns = rng_below(rng, 3)};
}

static void prepare(unsigned seed)
{
    struct kunpeng_config config;

    bench->rng = (struct rng){seed};
    config = random_config(&bench->rng);
    bench->lab = lab_new(&config);
    bench->lab->m.host.trace = note_record;
    /* drops the records of CPUs that switch on, which the oracle gets again */
    bench->lab->n_records = 0;
    for (unsigned cpu = 0; cpu < config.cpus; cpu++) {
        bench->lab->user_rate[cpu] = random_rate(&bench->rng);
        bench->lab->kernel_rate[cpu] = random_rate(&bench->rng);
    }
    for (unsigned i = 0; i < 256; i++)
        bench->list[i] = random_event(&bench->rng);
    lab_list(bench->lab, bench->list, 256);
}

static void run_case(unsigned seed, struct stats *stats)
{
    struct oracle_kunpeng *oracle;
    struct oracle_kunpeng_config same;

    prepare(seed);
    same = same_config(&bench->lab->m.config);
    if (!ok(make_plan(), "seed %u: one plan for both", seed))
        stats->wrong++;
    for (unsigned i = 0; i < ACTIONS; i++)
        act(&bench->rng, bench->lab);
    oracle = oracle_kunpeng_new(&same, &bench->plan);
    for (unsigned cpu = 0; cpu < same.cpus; cpu++)
        oracle_kunpeng_counted(oracle, 0, cpu, KUNPENG_SWITCHED, 1);
    stats->rounds = 0;
    for (unsigned i = 0; i < bench->lab->n_records; i++) {
        const struct trace_record *r = &bench->lab->records[i];

        if (agrees(oracle, r, i, stats))
            continue;
        ok(false,
            "seed %u: record %u of kind %d, block 0x%x, offset 0x%x, value 0x%llx, at %llu ns",
            seed, i, r->kind, r->block, (unsigned)r->offset, (unsigned long long)r->value,
            (unsigned long long)r->time);
        stats->wrong++;
        break;
    }
    oracle_kunpeng_free(oracle);
    lab_free(bench->lab);
    free(bench->stored);
}

int main(void)
{
    struct stats stats = {0};
    unsigned rounds = 0;

    for (unsigned seed = 1; seed <= CASES && stats.wrong < 10; seed++) {
        bench = calloc(1, sizeof(*bench));
        run_case(seed, &stats);
        rounds += stats.rounds;
        free(bench);
    }
    is_u64(stats.wrong, 0, "model and oracle agree in %u cases", CASES);
    printf("# %u reads, %u values, %u not 0, %u unknown, %u rounds, %u overflows, %u entries\n",
        stats.reads, stats.values, stats.nonzero, stats.unknown, rounds, stats.overflows,
        stats.entries);
    ok(stats.reads > CASES * 20 && stats.values > CASES * 100, "reads and values were compared");
    ok(stats.nonzero > CASES * 50, "... many of them not 0");
    ok(rounds > CASES && stats.overflows > CASES / 10, "rounds were stored, counters overflowed");
    ok(stats.entries > CASES, "entries took effect");
    return done_testing();
}
