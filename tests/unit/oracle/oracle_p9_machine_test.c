/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Model and oracle of POWER9 and POWER10 under the same random configurations,
 * plans, commands and accesses. Each word and register that is read, each
 * posting and each entry of the plan must be equal. */
#include "harness/truth/power9/replay.h"
#include "tests/linux_imc.h"
#include "tests/rng.h"
#include "tests/tap.h"
#include "tests/truth_notes.h"

enum { CASES = 2000, OPERATIONS = 70, LINES = 24, TEXT = 8192, LINE = 200 };

/* The place of trace mode's records: neither counter memory nor any other
 * memory. */
#define RECORDS UINT64_C(0x10000000)

/* ---- plans ---- */

/* A case is about few events, so that reads meet traffic. */
static struct {
    unsigned pmu, event;
} favourites[6];

static const struct p9_generation *generation; /* of the running case */

static const struct p9_catalogue *catalogue(void)
{
    return generation->catalogue();
}

static unsigned any_event(struct rng *rng, const struct p9_pmu *pmu)
{
    return pmu->first_event + (unsigned)rng_below(rng, pmu->n_events);
}

static void choose_favourites(struct rng *rng)
{
    for (unsigned i = 0; i < 6; i++) {
        const struct p9_pmu *pmu =
            i < 4 ? &catalogue()->pmus[rng_below(rng, catalogue()->n_pmus)]
                  : p9_catalogue_first(catalogue(), i == 4 ? P9_PMU_CORE : P9_PMU_THREAD);

        if (rng_one_in(rng, 4) && i < 4)
            pmu = p9_catalogue_pmu(catalogue(), "mcs01");
        favourites[i].pmu = (unsigned)(pmu - catalogue()->pmus);
        favourites[i].event = any_event(rng, pmu);
    }
}

/* "chip0.mcs01", "core1", "cpu3" for @pmu. */
static void unit_text(
    struct rng *rng, const struct p9_config *config, const struct p9_pmu *pmu, char *text)
{
    unsigned cores = config->cpus / config->threads;

    if (pmu->type == P9_PMU_NEST)
        snprintf(text, LINE, "chip%u.%s", (unsigned)rng_below(rng, config->sockets), pmu->name);
    else if (pmu->type == P9_PMU_CORE)
        snprintf(text, LINE, "core%u", (unsigned)rng_below(rng, cores));
    else
        snprintf(text, LINE, "cpu%u", (unsigned)rng_below(rng, config->cpus));
}

/* An event with its unit, and @between them. */
static void event_text(
    struct rng *rng, const struct p9_config *config, const char *between, char *text)
{
    unsigned i = (unsigned)rng_below(rng, 6);
    const struct p9_pmu *pmu = &catalogue()->pmus[favourites[i].pmu];
    unsigned event = rng_one_in(rng, 3) ? any_event(rng, pmu) : favourites[i].event;
    char unit[LINE];

    unit_text(rng, config, pmu, unit);
    snprintf(
        text, LINE, "%.60s%s%s%s", unit, between, pmu->prefix, catalogue()->events[event].name);
}

static void register_text(struct rng *rng, const struct p9_config *config, char *text)
{
    static const char *const names[] = {"PDBAR", "HTM_MODE", "EVENT_MASK", "TRACE_IMC"};

    if (rng_one_in(rng, 2))
        snprintf(text, LINE, "cpu%u.LDBAR", (unsigned)rng_below(rng, config->cpus));
    else
        snprintf(text, LINE, "core%u.%s", (unsigned)rng_below(rng, config->cpus / config->threads),
            names[rng_below(rng, 4)]);
}

static void amount_text(struct rng *rng, char *text)
{
    switch (rng_below(rng, 6)) {
    case 0:
        snprintf(text, LINE, "off");
        break;
    case 1:
        snprintf(text, LINE, "%u/s", (unsigned)rng_below(rng, 2000000001));
        break;
    case 2:
        snprintf(text, LINE, "%u.%04u%%", (unsigned)rng_below(rng, 100),
            (unsigned)rng_below(rng, 10000));
        break;
    case 3:
        snprintf(text, LINE, "%u MiB/s", (unsigned)rng_below(rng, 4000));
        break;
    case 4:
        snprintf(text, LINE, "level %u", (unsigned)rng_below(rng, 256));
        break;
    default:
        snprintf(text, LINE, "level %u for %u of %u cycles", (unsigned)rng_below(rng, 256),
            (unsigned)rng_below(rng, 50), 50 + (unsigned)rng_below(rng, 100000));
    }
}

static void moment_text(struct rng *rng, const struct p9_config *config, char *text)
{
    static const char *const delays[] = {"", "", " + 1ns", " + 700us", " + 3ms", " + 11ms"};
    const char *delay = delays[rng_below(rng, 6)];
    unsigned step = 1 + (unsigned)rng_below(rng, 3), n = 1 + (unsigned)rng_below(rng, 3);
    char what[LINE];

    switch (rng_below(rng, 5)) {
    case 0:
        snprintf(text, LINE, "at boot%s", delay);
        break;
    case 1:
        snprintf(text, LINE, "at end of step %u%s", step, delay);
        break;
    case 2:
        event_text(rng, config, ".", what);
        snprintf(text, LINE, "at read %u of %.120s%s", n, what, delay);
        break;
    case 3:
        register_text(rng, config, what);
        snprintf(text, LINE, "at write %u of %.120s in step %u%s", n, what, step, delay);
        break;
    default:
        snprintf(text, LINE, "at step %u%s", step, delay);
    }
}

/* Either the host or the plan stores commands. With both, the order seen by the
 * microcode would be unknown. */
static void control_text(struct rng *rng, const struct p9_config *config, char *text)
{
    unsigned chip = (unsigned)rng_below(rng, config->sockets);

    switch (rng_below(rng, 4)) {
    case 0:
        snprintf(text, LINE, "chip%u.SPEED = %u", chip, (unsigned)rng_below(rng, 14) % 12 / 3);
        break;
    case 1:
        snprintf(text, LINE, "chip%u.AVAILABILITY = 0x%016" PRIx64, chip,
            (rng_next(rng) | UINT64_C(0x6000000000000000)) & ~UINT64_C(0x1fff));
        break;
    case 2:
        snprintf(text, LINE, "chip%u.MODE = %u", chip, (unsigned)rng_below(rng, 3));
        break;
    default:
        snprintf(text, LINE, "chip%u.COMMAND = %u", chip, (unsigned)rng_below(rng, 5));
    }
}

static void entry_text(struct rng *rng, const struct p9_config *config, bool control, char *text)
{
    char what[LINE], amount[LINE];

    if (control && rng_one_in(rng, 3)) {
        control_text(rng, config, text);
    } else if (rng_one_in(rng, 8)) {
        event_text(rng, config, ".", what);
        snprintf(text, LINE, "%.120s = 0x%" PRIx64, what, rng_bits(rng, 64));
    } else if (rng_one_in(rng, 16)) {
        register_text(rng, config, what);
        snprintf(text, LINE, "fault %.40s %s", what,
            rng_one_in(rng, 2) ? "drops writes 1 time" : "reads 0 2 times");
    } else {
        event_text(rng, config, " ", what);
        amount_text(rng, amount);
        snprintf(text, LINE, "%.120s %.70s", what, amount);
    }
}

/* Lines that the model accepts. The microcode's settings come while the guest
 * runs, not at boot. */
static void make_plan(struct rng *rng, const struct p9_config *config, bool control, char *plan)
{
    static struct p9_plan_text reader;
    static struct p9 m;
    const struct sim_host none = {0};
    char line[LINE], wrong[PLAN_TEXT_WRONG];
    size_t n = 0;
    bool boot = true;

    p9_reset(&m, config, &none);
    p9_plan_begin(&reader, &m);
    for (unsigned i = 0; i < LINES; i++) {
        if (i % 3)
            entry_text(rng, config, control && !boot, line);
        else
            moment_text(rng, config, line);
        if (!p9_plan_line(&reader, line, wrong))
            continue;
        if (!(i % 3))
            boot = !strncmp(line, "at boot", 7);
        n += (size_t)snprintf(plan + n, TEXT - n, "%s\n", line);
    }
}

/* ---- the guest ---- */

static void read_once(struct rng *rng, struct li *li)
{
    unsigned i = (unsigned)rng_below(rng, 6);
    const struct p9_pmu *pmu = &catalogue()->pmus[favourites[i].pmu];
    unsigned event = rng_one_in(rng, 3) ? any_event(rng, pmu) : favourites[i].event;
    struct li_event e = {LI_NEST, (unsigned)rng_below(rng, li->m->config.sockets),
        p9_event_offset(pmu, &catalogue()->events[event]), 0, 0};
    struct sim_access stale = {.now = li->now + 5 * MS, .pc = 1};

    if (pmu->type == P9_PMU_TRACE)
        return;
    if (pmu->type == P9_PMU_CORE)
        e = (struct li_event){
            LI_CORE, (unsigned)rng_below(rng, p9_n_cores(&li->m->config)), e.word, 0, 0};
    if (pmu->type == P9_PMU_THREAD)
        e = (struct li_event){
            LI_THREAD, (unsigned)rng_below(rng, li->m->config.cpus), e.word, 0, 0};
    if (e.kind != LI_NEST && rng_one_in(rng, 2))
        e.word = slots_offset(&generation->slots->words[rng_below(rng, generation->slots->n)]);
    if (e.kind == LI_NEST && rng_one_in(rng, 8))
        e.word = (uint32_t)rng_below(rng, generation->microcode.groups) * 0x110 +
                 (rng_one_in(rng, 2) ? 0x108 : 0);
    if (!rng_one_in(rng, 10)) {
        li_read(li, &e);
        return;
    }
    /* Software reads the current contents while the model's work is overdue. */
    p9_loaded(li->m, &stale, li_address(&e), 8, peek(&li->h->fake, li_address(&e)));
    li->now += 5 * MS;
}

static void write_once(struct rng *rng, struct li *li)
{
    static const uint64_t htm[] = {LI_HTM_STOPPED, LI_HTM_STARTED, LI_HTM_STARTED, 0};
    unsigned cpu = (unsigned)rng_below(rng, li->m->config.cpus);
    unsigned core = (unsigned)rng_below(rng, p9_n_cores(&li->m->config));
    uint64_t mode = rng_below(rng, 4);
    uint64_t ldbar = (mode & 1 ? RECORDS : li_thread_memory(cpu)) | mode << 62;

    switch (rng_below(rng, 6)) {
    case 0:
        li_scom(
            li, cpu, core, CORE_PDBAR, rng_one_in(rng, 4) ? 0x1fff : li_core_memory(core) | 0x1001);
        break;
    case 1:
    case 2:
        li_scom(li, cpu, core, CORE_HTM_MODE, htm[rng_below(rng, 4)] | rng_bits(rng, 59));
        break;
    case 3:
        li_scom(li, cpu, core, CORE_TRACE_IMC,
            rng_one_in(rng, 2) ? rng_next(rng) : UINT64_C(0x7fffffc142020000));
        break;
    default:
        li_ldbar(
            li, cpu, rng_one_in(rng, 6) ? rng_next(rng) & UINT64_C(0xc000000000001fff) : ldbar);
    }
}

static void read_register(struct rng *rng, struct li *li)
{
    unsigned core = (unsigned)rng_below(rng, li_cores_of_chip(li));
    struct sim_access access = {
        .now = li->now, .pc = 1, .cpu = (unsigned)rng_below(rng, li->m->config.cpus)};
    uint64_t value;

    if (rng_one_in(rng, 2))
        p9_ldbar_read(li->m, &access);
    else
        p9_scom_read(li->m, &access, (unsigned)rng_below(rng, li->m->config.sockets),
            scom_number(generation->scoms, core, (enum core_reg)rng_below(rng, CORE_N_REGS)),
            &value);
}

/* The thread executes until its next sample, if it takes any. */
static void sample_once(struct li *li, unsigned cpu)
{
    uint64_t left = p9_sampling(li->m, cpu);

    if (!left || left > 100000)
        return;
    li_execute(li, cpu, left, 0);
    p9_sample(li->m, cpu, 0x10000000, true, li->now * 512 / 1000);
}

static void sample(struct rng *rng, struct li *li)
{
    unsigned cpu = (unsigned)rng_below(rng, li->m->config.cpus), core = cpu / li->m->config.threads;

    if (rng_one_in(rng, 2)) {
        li_scom(li, cpu, core, CORE_TRACE_IMC, UINT64_C(0x7fffffc142020000));
        li_scom(li, cpu, core, CORE_HTM_MODE, LI_HTM_STARTED);
        li_ldbar(li, cpu, UINT64_C(0x4000000000000000) | RECORDS);
    }
    for (unsigned i = 0; i < 4; i++)
        sample_once(li, cpu);
}

static void command_once(struct rng *rng, struct li *li)
{
    unsigned chip = (unsigned)rng_below(rng, li->m->config.sockets);

    if (rng_one_in(rng, 4))
        poke(&li->h->fake, (chip ? COUNTERS1 : COUNTERS0) + nest_bank.regs[NEST_MODE].offset,
            rng_one_in(rng, 4) ? 7 : rng_below(rng, 2));
    else
        li_command(li, chip, 1 + (enum nest_command)rng_below(rng, 3));
    /* The trace does not show a mode that comes while the microcode
     * configures. */
    li_pass(li, (2 + generation->microcode.configuring / 2) * MS);
}

static void operate(struct rng *rng, struct li *li, bool control)
{
    static unsigned step;

    switch (rng_below(rng, 12)) {
    case 0:
        li_pass(li, rng_bits(rng, 25));
        break;
    case 1: /* the model learns late of the elapsed time */
        li->now += rng_bits(rng, 28);
        p9_advance(li->m, li->now);
        break;
    case 2:
    case 3:
        li_execute(
            li, (unsigned)rng_below(rng, li->m->config.cpus), rng_bits(rng, 20), rng_bits(rng, 20));
        break;
    case 4:
    case 5:
        write_once(rng, li);
        break;
    case 6:
        read_register(rng, li);
        break;
    case 7:
        sample(rng, li);
        break;
    case 8:
        if (!control)
            command_once(rng, li);
        else
            li_step(li, 1 + step / 2 % 3, step % 2);
        step++;
        break;
    default:
        read_once(rng, li);
    }
}

/* ---- both ---- */

struct stats {
    unsigned reads, nonzero, entries, samples, wrong;
};

/* The oracle counts in two ways: at each read, and later between any two
 * reads. */
static void check_injected(const struct truth *t, const struct li *li, struct stats *stats)
{
    for (guint i = 0; i < t->reads->len; i++) {
        const struct truth_read *read = &g_array_index(t->reads, struct truth_read, i), *before;
        struct oracle_p9_place place;

        stats->reads++;
        stats->nonzero += read->value != 0;
        if (read->previous == TRUTH_NONE)
            continue;
        before = &g_array_index(t->reads, struct truth_read, read->previous);
        truth_place_power9(read->block, read->counter, &place);
        stats->wrong +=
            oracle_p9_injected(t->oracle, &place, li_record(li, (guint)before->low)->time,
                li_record(li, (guint)read->low)->time) != read->total - before->total;
    }
}

static void run_case(unsigned seed, struct stats *stats)
{
    generation = seed % 2 ? &generation_power9 : &generation_power10;

    struct rng rng = {seed};
    struct p9_config config = {.generation = generation,
        .sockets = 1 + (unsigned)rng_below(&rng, 2),
        .threads = 1u << rng_below(&rng, 3),
        .availability = rng_one_in(&rng, 2) ? generation->availability : ~UINT64_C(0x1fff)};
    bool control = rng_one_in(&rng, 2);
    char plan[TEXT] = "";
    struct truth *t;
    struct li li;

    config.cpus = config.sockets * config.threads *
                  (1 + (unsigned)rng_below(&rng, 8 / config.threads / config.sockets));
    config.dead[0] = rng_one_in(&rng, 20);
    choose_favourites(&rng);
    make_plan(&rng, &config, control, plan);
    li = li_new(&config, plan);
    li_boot(&li);
    li_step(&li, 1, false);
    for (unsigned i = 0; !control && i < config.sockets; i++)
        li_open(&li, LI_NEST, i);
    for (unsigned i = 0; i < OPERATIONS; i++)
        operate(&rng, &li, control);
    t = truth_replay_power9(&config, li.oracle, li_records(&li), li_n(&li));
    if (count_notes(t, TRUTH_WRONG)) {
        ok(false, "seed %u: %s", seed, first_note(t, TRUTH_WRONG));
        stats->wrong++;
    }
    check_injected(t, &li, stats);
    for (guint i = 0; i < li_n(&li); i++) {
        stats->entries += li_record(&li, i)->kind == TRACE_PLAN;
        stats->samples += li_record(&li, i)->kind == TRACE_SAMPLE;
    }
    truth_free(t);
    li_free(&li);
}

/* ---- bytes ---- */

/* Whether both the model and the oracle accept an amount of an event. */
static bool model_reads(const char *unit, const char *event, const char *amount, uint64_t *rate)
{
    const struct p9_config config = {
        .generation = generation, .cpus = 1, .sockets = 1, .threads = 1, .availability = 1};
    static struct p9_plan_text reader;
    static struct p9 m;
    const struct sim_host none = {0};
    char line[2 * LINE], wrong[PLAN_TEXT_WRONG];

    p9_reset(&m, &config, &none);
    p9_plan_begin(&reader, &m);
    snprintf(line, sizeof(line), "%.40s %.150s %.40s", unit, event, amount);
    p9_plan_line(&reader, "at boot", wrong);
    if (!p9_plan_line(&reader, line, wrong))
        return false;
    *rate = m.actions[0].amount.rate;
    return true;
}

static bool oracle_reads(const char *unit, const char *event, const char *amount, uint64_t *rate)
{
    static struct oracle_p9_plan plan;
    char line[2 * LINE];

    memset(&plan.moments, 0, sizeof(plan.moments));
    if (plan.generation != li_oracle_of(generation))
        oracle_p9_plan_begin(&plan, li_oracle_of(generation), generation->list);
    snprintf(line, sizeof(line), "%.40s %.150s %.40s", unit, event, amount);
    if (oracle_p9_plan_line(&plan, "at boot") || oracle_p9_plan_line(&plan, line))
        return false;
    *rate = plan.entries[0].amount.rate;
    return true;
}

/* A burst that is longer than its period is refused. */
static void bursts(const struct p9_generation *of)
{
    static const struct {
        const char *amount;
        bool fits;
    } rows[] = {{"level 3 for 6 of 6 cycles", true}, {"level 3 for 7 of 6 cycles", false},
        {"level 3 for 0 of 0 cycles", false}};
    char unit[LINE], event[LINE];

    generation = of;
    snprintf(unit, sizeof(unit), "chip0.%s", catalogue()->pmus[0].name);
    snprintf(event, sizeof(event), "%s%s", catalogue()->pmus[0].prefix,
        catalogue()->events[catalogue()->pmus[0].first_event].name);
    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
        uint64_t rate;

        is_u64(model_reads(unit, event, rows[i].amount, &rate), rows[i].fits, "model: %s",
            rows[i].amount);
        is_u64(oracle_reads(unit, event, rows[i].amount, &rate), rows[i].fits, "oracle: %s",
            rows[i].amount);
    }
}

/* The events counted in bytes, and their bytes per count, of all events that
 * can have traffic. */
static void bytes(const struct p9_generation *of, unsigned expected)
{
    static const char *const units[] = {[P9_PMU_CORE] = "core0", [P9_PMU_THREAD] = "cpu0"};
    unsigned wrong = 0, counted = 0;

    generation = of;
    for (unsigned i = 0; i < catalogue()->n_pmus; i++) {
        const struct p9_pmu *pmu = &catalogue()->pmus[i];
        char unit[LINE], event[LINE];

        if (pmu->type == P9_PMU_TRACE)
            continue;
        snprintf(unit, sizeof(unit), "chip0.%s", pmu->name);
        for (unsigned k = pmu->first_event; k < pmu->first_event + pmu->n_events; k++) {
            const char *where = pmu->type == P9_PMU_NEST ? unit : units[pmu->type];
            uint64_t rate = 0, other = 0;
            bool there;

            snprintf(event, sizeof(event), "%s%s", pmu->prefix, catalogue()->events[k].name);
            if (!model_reads(where, event, "1/s", &rate))
                continue;
            there = model_reads(where, event, "128 kB/s", &rate);
            counted += there;
            wrong +=
                there != oracle_reads(where, event, "128 kB/s", &other) || (there && rate != other);
        }
    }
    is_u64(wrong, 0, "both count the same events in bytes, and as many bytes");
    is_u64(counted, expected, "%u of them on %s", expected, of->machine);
}

int main(void)
{
    struct stats stats = {0};

    /* mcs: 6 of 2 PMUs; mba: 2 of 8; centaur: 4 of 8, by 81E00612.4E0200.dts */
    bursts(&generation_power9);
    bytes(&generation_power9, 60);
    ok(model_reads("chip0.mba0", "PM_MBA0_READ_BYTES", "256 MB/s", &(uint64_t){0}),
        "READ_BYTES are bytes");
    /* mcs: 4 of 2 PMUs; pec: 1 of 2, by 81E00612.800200.dts */
    bytes(&generation_power10, 10);
    for (unsigned seed = 1; seed <= CASES && stats.wrong < 10; seed++)
        run_case(seed, &stats);
    is_u64(stats.wrong, 0, "model and oracle agree in %u cases", CASES);
    ok(stats.reads > CASES * 8 && stats.nonzero > stats.reads / 6, "%u reads, %u of them not 0",
        stats.reads, stats.nonzero);
    ok(stats.entries > CASES * 3, "%u entries took effect", stats.entries);
    ok(stats.samples > CASES / 4, "%u samples", stats.samples);
    return done_testing();
}
