/* SPDX-License-Identifier: GPL-2.0-or-later */
/* A PMCU's rounds: their times, their stored data, their ends, and how a PMCU
 * and the guest interfere. */
#include "tests/kunpeng_machine.h"
#include "tests/tap.h"

static const uint16_t slide_events[6] = {0x11, 0x8, 0xb, 0x3c, 0x24, 0x23};

static struct kunpeng_config small(void)
{
    struct kunpeng_config config = KUNPENG_DEFAULTS;

    config.cpus = 8;
    config.clusters = 1;
    return config;
}

/* All CPUs work, each at a different rate. */
static struct lab *working(const struct kunpeng_config *config)
{
    struct lab *lab = lab_new(config);

    for (unsigned cpu = 0; cpu < config->cpus; cpu++) {
        lab->user_rate[cpu] = (struct sim_work){200 + cpu, 50, 20, 10, 0, 0};
        lab->kernel_rate[cpu] = (struct sim_work){100, 7, 5, 3, 2, 1};
    }
    lab_probe(lab);
    return lab;
}

/* ---- the trace's truth against memory ---- */

struct traced {
    uint64_t now[KUNPENG_N_COUNTED], began[KUNPENG_N_COUNTED], ended[KUNPENG_N_COUNTED];
};

/* Returns one CPU's count of @event between a round's two ends, users and
 * kernel together. */
static uint64_t expected(const struct traced *t, uint16_t event)
{
    uint64_t d[KUNPENG_N_TRUTHS];

    for (unsigned i = 0; i < KUNPENG_N_TRUTHS; i++)
        d[i] = t->ended[2 * i] - t->began[2 * i] + t->ended[2 * i + 1] - t->began[2 * i + 1];
    switch (event) {
    case 0x11:
        return 4 * d[KUNPENG_INSTRUCTIONS];
    case 0x08:
        return d[KUNPENG_INSTRUCTIONS];
    case 0x0b:
        return d[KUNPENG_CONTEXTS];
    case 0x3c:
        return 3 * d[KUNPENG_INSTRUCTIONS];
    case 0x24:
        return 3 * d[KUNPENG_LOADS];
    case 0x23:
        return 3 * (d[KUNPENG_INSTRUCTIONS] - d[KUNPENG_LOADS]);
    default:
        return 0;
    }
}

/* Compares the subsample of @post with the truth. Returns the number of values
 * that differ. */
static unsigned wrong_values(const struct lab *lab, const struct trace_record *post,
    const struct traced *traced, const uint16_t *events, unsigned n)
{
    const struct subsample_layout layout = {lab->m.config.clusters, n, true};
    unsigned wrong = 0;

    for (unsigned cpu = 0; cpu < lab->m.config.cpus; cpu++)
        for (unsigned e = 0; e < n; e++)
            wrong += lab_word(lab, post->pc + subsample_event(&layout, e, cpu), 8) !=
                     expected(&traced[cpu], events[e]);
    return wrong;
}

/* Compares all rounds in the trace. Returns the number of values that differ,
 * and sets the number of rounds. */
static unsigned check_truth(
    const struct lab *lab, const uint16_t *events, unsigned n, unsigned *rounds)
{
    static struct traced traced[KUNPENG_MAX_CPUS];
    unsigned wrong = 0;

    memset(traced, 0, sizeof(traced));
    *rounds = 0;
    for (unsigned i = 0; i < lab->n_records; i++) {
        const struct trace_record *r = &lab->records[i];
        if (r->kind == TRACE_COUNTED)
            traced[r->cpu].now[r->offset] = r->value;
        for (unsigned cpu = 0; r->kind == TRACE_ROUND && cpu < KUNPENG_MAX_CPUS; cpu++)
            memcpy(r->offset ? traced[cpu].ended : traced[cpu].began, traced[cpu].now,
                sizeof(traced[cpu].now));
        if (r->kind == TRACE_POST) {
            ++*rounds;
            wrong += wrong_values(lab, r, traced, events, n);
        }
    }
    return wrong;
}

/* ---- the slides' demo ---- */

static void test_demo(void)
{
    struct lab *lab = working(&KUNPENG_DEFAULTS);
    unsigned rounds;

    lab->user_rate[31] = lab->kernel_rate[31] = (struct sim_work){0};
    lab_list(lab, slide_events, 6);
    lab_start(lab, 0x00060a06, 0x30d40, OUT + 0x40, OUT + 0x400000 - 0x100000);
    is_u64(lab_peek(lab, 0), 1, "TRIGGER sets up a round");
    lab_run(lab, 39 * MS);
    ok(!lab->irq[0] && !lab_peek(lab, 0x108), "not done after 39 ms");
    is_u64(lab_peek(lab, 0), 2, "... it still counts");
    lab_run(lab, 41 * MS);
    ok(lab->irq[0] && lab_peek(lab, 0x108) == 1,
        "done after ten rounds of 4 ms and their blind windows");
    is_u64(lab_nth(lab, TRACE_POST, 9)->time, 10 * (4 * MS + 10 * US), "... which are 10 us each");
    is_u64(lab->lowest, OUT + 0x40, "stored from STORE_BASE on");
    is_u64(lab->highest, OUT + 0x7840, "0x7840 bytes with the header");
    is_u64(lab->wrote_within, 0, "nothing happens within a write");
    is_u64(lab_word(lab, OUT + 0x300, 8), 4 * (200 + 38 + 100) * 4000,
        "the slides' first line: cycles of CPU 38");
    is_u64(lab_word(lab, OUT + 0x328, 8), 0, "CPU 31 is idle, as in the slides");
    is_u64(lab_word(lab, OUT + 0x340, 8), 300 * 4000, "instructions of CPU 0");
    is_u64(lab_word(lab, OUT + 0x388, 8), 325 * 4000, "... of CPU 25");
    is_u64(lab_word(lab, OUT + 0x640 + 7 * 8, 8), 3 * 309 * 4000, "stalls of CPU 9");
    is_u64(lab_word(lab, OUT + 0x7c0, 8), 3 * 57 * 4000, "... of CPU 0 for data");
    is_u64(lab_word(lab, OUT + 0x940, 8), 3 * 243 * 4000, "... for instructions");
    for (unsigned i = 0; i < 48; i++)
        if (lab_word(lab, OUT + 0xac0 + 8 * i, 8) != 8000000)
            ok(false, "cycles of place %u: 4 ms of 2 GHz", i);
    is_u64(lab_word(lab, OUT + 0x783f - 7, 8), 8000000, "the last word");
    for (unsigned i = 0; i < lab->n_records; i++)
        if (lab->records[i].kind == TRACE_COUNTED && lab->records[i].cpu == 31 &&
            lab->records[i].offset != KUNPENG_SWITCHED)
            ok(false, "unchanged counts are not traced");
    is_u64(check_truth(lab, slide_events, 6, &rounds), 0, "each value is the work of its round");
    is_u64(rounds, 10, "... in ten rounds");
    lab_free(lab);
}

/* All time belongs to rounds or blind windows. */
static void test_sums(void)
{
    const struct kunpeng_config config = small();
    struct lab *lab = working(&config);
    uint64_t counted = 0, before, after, blind;

    lab_list(lab, slide_events, 6);
    before = lab->activity[3].user.instructions + lab->activity[3].kernel.instructions;
    lab_start(lab, 0x00060a06, 50000, OUT, OUT + 0x10000);
    lab_run(lab, 20 * MS);
    after = lab->activity[3].user.instructions + lab->activity[3].kernel.instructions;
    for (unsigned i = 0; i < 10; i++)
        counted += lab_word(lab, OUT + 512 * i + 64 + 64 + 24, 8);
    blind = (20 * MS - 10 * MS) / US * 303;
    is_u64(counted, 10 * 1000 * 303, "ten rounds of 1 ms");
    is_u64(counted + blind, after - before, "rounds, gaps and the rest add up to the total");
    lab_free(lab);
}

/* ---- sizes of runs ---- */

/* The driver's FSM_CFG for events and samples (facts 5), and the resulting
 * number of subsamples. */
static void test_runs(void)
{
    static const struct {
        uint32_t cfg;
        unsigned compatible, rounds, size;
    } known[] = {{0x00060a06, 0, 10, 512}, {0x0002ff06, 0, 765, 256}, {0x0002eb02, 0, 235, 256},
        {0x0008fff0, 0, 7650, 640}, {0x000101ff, 0, 255, 192}, {0x00050af0, 1, 480, 384},
        {0x00080110, 0, 2, 640}};

    for (unsigned i = 0; i < sizeof(known) / sizeof(known[0]); i++) {
        const struct kunpeng_config config = small();
        struct lab *lab = lab_new(&config);
        lab->m.host.trace = NULL;
        lab_probe(lab);
        lab_poke(lab, 0x44, known[i].compatible);
        lab_start(lab, known[i].cfg, 50, OUT - 0xf0000, RAM_BASE + RAM_SIZE);
        uint64_t end = OUT - 0xf0000 + (uint64_t)known[i].rounds * known[i].size;
        lab_run(lab, 200 * MS);
        is_u64(lab->m.pmcus[0].stored,
            end > RAM_BASE + RAM_SIZE ? (RAM_SIZE - 0x10000) / known[i].size : known[i].rounds,
            "FSM_CFG %08x makes %u subsamples", known[i].cfg, known[i].rounds);
        is_u64(lab->highest, OUT - 0xf0000 + lab->m.pmcus[0].stored * known[i].size,
            "... of %u bytes", known[i].size);
        lab_free(lab);
    }
}

/* INST_RETIRED is entry @entry of a list of @n, all others null. Checks where
 * it appears. */
static void is_at(unsigned n, unsigned nr_pmu, unsigned entry, unsigned subsample, unsigned event)
{
    const struct kunpeng_config config = small();
    struct lab *lab = working(&config);
    uint16_t events[256];
    unsigned others = 0, size = 64 * (nr_pmu + 2);

    for (unsigned i = 0; i < 256; i++)
        events[i] = i == entry || i >= n ? 8 : 0xc000;
    lab_list(lab, events, 256);
    lab_start(lab, nr_pmu << 16 | 2 << 8 | n, 50000, OUT, OUT + 0x100000);
    lab_run(lab, 200 * MS);
    unsigned per_loop = (n + nr_pmu - 1) / nr_pmu;
    is_u64(lab->m.pmcus[0].stored, 2 * per_loop, "%u events, %u at a time: two loops", n, nr_pmu);
    for (unsigned s = 0; s < 2 * per_loop; s++)
        for (unsigned e = 0; e < nr_pmu; e++)
            if (s % per_loop != subsample || e != event)
                others += lab_word(lab, OUT + size * s + 64 + 64 * e, 8) != 0;
    is_u64(lab_word(lab, OUT + size * subsample + 64 + 64 * event, 8), 300 * 1000,
        "entry %u is stored", entry);
    is_u64(lab_word(lab, OUT + size * (subsample + per_loop) + 64 + 64 * event, 8), 300 * 1000,
        "... twice");
    is_u64(others, 0, "... and nowhere else");
    lab_free(lab);
}

static void test_order(void)
{
    is_at(16, 8, 0, 0, 0);
    is_at(16, 8, 9, 1, 1);
    is_at(16, 8, 15, 1, 7);
    is_at(6, 2, 5, 2, 1);
    is_at(7, 5, 6, 1, 1); /* the rest of the last round is unused */
    is_at(1, 1, 0, 0, 0);
}

/* ---- interrupts ---- */

static void test_line(void)
{
    const struct kunpeng_config config = small();
    struct lab *lab = working(&config);

    lab_start(lab, 0x00010101, 50, OUT, OUT + 0x1000);
    lab_run(lab, MS);
    ok(lab->irq[0], "done: the line is high");
    lab_poke(lab, 0x104, 1);
    ok(!lab->irq[0] && lab_peek(lab, 0x108) == 1, "masked: the line is low, the status stays");
    lab_poke(lab, 0x104, 2);
    ok(lab->irq[0], "another status bit's mask has no effect");
    lab_poke(lab, 0x100, 2);
    ok(!lab->irq[0], "not enabled: the line is low");
    lab_poke(lab, 0x100, 3);
    lab_poke(lab, 0x10c, 2);
    ok(lab->irq[0], "clearing the other status has no effect");
    lab_poke(lab, 0x108, 1);
    ok(lab->irq[0], "writing the status has no effect");
    lab_poke(lab, 0x10c, 1);
    ok(!lab->irq[0] && !lab_peek(lab, 0x108), "cleared");
    is_u64(
        lab_peek(lab, 0x10c) | lab_peek(lab, 0x38) | lab_peek(lab, 0x3c), 0, "actions read as 0");
    lab_poke(lab, 0x100, 0);
    lab_start(lab, 0x00010101, 50, OUT, OUT + 0x1000);
    lab_run(lab, 2 * MS);
    ok(!lab->irq[0] && lab_peek(lab, 0x108) == 1,
        "the status is set even with no interrupt enabled");
    lab_free(lab);
}

/* The driver's handler: starts the next run first, then clears DONE. */
static void test_handler_order(void)
{
    const struct kunpeng_config config = small();
    struct lab *lab = working(&config);

    lab_start(lab, 0x00010101, 0, OUT, OUT + 0x1000);
    for (unsigned i = 1; i <= 3; i++) {
        lab_run(lab, i * 100 * US);
        is_u64(lab_peek(lab, 0x108), 1, "run %u is done", i);
        lab_start(lab, 0x00010101, 0, OUT, OUT + 0x1000);
        lab_poke(lab, 0x10c, 1);
        is_u64(lab_peek(lab, 0x108), 0, "... the next one is not, even with WAIT_CNT 0");
    }
    lab_free(lab);
}

static void test_retrigger(void)
{
    const struct kunpeng_config config = small();
    struct lab *lab = working(&config);

    lab_list(lab, slide_events, 6);
    lab_start(lab, 0x00060206, 50000, OUT, OUT + 0x1000);
    lab_run(lab, MS / 2);
    lab_start(lab, 0x00060906, 1, OUT + 0x8000, OUT + 0x10000);
    lab_run(lab, 10 * MS);
    is_u64(lab->m.pmcus[0].stored, 2, "TRIGGER has no effect while it runs");
    is_u64(lab->highest, OUT + 2 * 512, "... and later writes apply to the next run");
    lab_free(lab);
}

/* ---- breaking off ---- */

static void test_break(void)
{
    const struct kunpeng_config config = small();
    struct lab *lab = working(&config);

    lab_list(lab, slide_events, 6);
    lab_start(lab, 0x00060a06, 50000, OUT, OUT + 0x10000);
    lab_run(lab, 2500 * US);
    lab_poke(lab, 0x3c, 1);
    is_u64(lab_peek(lab, 0x108), 0, "BRK is not set at once");
    ok(!arm_pmu_runs(&lab->m.cpus[0].pmu), "... counters have stopped");
    lab_run(lab, 2510 * US);
    is_u64(lab_peek(lab, 0x108), 2, "... but within 10 us, without DONE");
    ok(lab->irq[0], "... it interrupts");
    is_u64(lab->highest, OUT + 2 * 512, "the current round is not stored");
    lab_run(lab, 20 * MS);
    is_u64(lab->highest, OUT + 2 * 512, "... nor is anything else");
    lab_poke(lab, 0x10c, 2);
    lab_poke(lab, 0x3c, 1);
    lab_run(lab, 21 * MS);
    is_u64(lab_peek(lab, 0x108), 0, "BRK has no effect on an idle PMCU");
    lab_start(lab, 0x00060106, 50000, OUT + 0x2000, OUT + 0x10000);
    lab_run(lab, 30 * MS);
    ok(lab_peek(lab, 0x108) == 1 && lab->highest == OUT + 0x2200, "a new run starts afresh");
    lab_free(lab);
}

/* The end of the output: bytes of room, and the resulting subsamples of 512. */
static void is_room(uint64_t store, uint64_t kill, unsigned stored, unsigned status)
{
    const struct kunpeng_config config = small();
    struct lab *lab = working(&config);

    lab_list(lab, slide_events, 6);
    lab_start(lab, 0x00060206, 50, store, kill);
    lab_run(lab, MS);
    is_u64(lab->m.pmcus[0].stored, stored, "from %llx to %llx fit %u", (unsigned long long)store,
        (unsigned long long)kill, stored);
    is_u64(lab_peek(lab, 0x108), status, "... status %u", status);
    ok(lab->highest <= kill || !stored, "... and nothing past them");
    lab_free(lab);
}

static void test_kill(void)
{
    is_room(OUT, OUT + 1024, 2, 1);
    is_room(OUT, OUT + 1023, 1, 2);
    is_room(OUT, OUT + 512, 1, 2);
    is_room(OUT, OUT + 511, 0, 2);
    is_room(OUT, OUT, 0, 2);
    is_room(OUT, OUT - 1, 0, 2);
    is_room(OUT, 0, 0, 2);
    is_room(OUT + 3, OUT + 3 + 1024, 2, 1);
    is_room(UINT64_MAX - 511, UINT64_MAX, 0, 2);
    is_room(UINT64_MAX - 600, 100, 0, 2);
    is_room(0x1000, 0x100000, 0, 2); /* no memory there */
    is_room(RAM_BASE + RAM_SIZE - 600, UINT64_MAX, 1, 2);
}

static void test_no_list(void)
{
    const struct kunpeng_config config = small();
    struct lab *lab = working(&config);

    lab_start(lab, 0x00060206, 50, OUT, OUT + 0x1000);
    lab_poke(lab, 0x3c, 1);
    lab_run(lab, MS);
    lab_poke(lab, 0x10c, 3);
    lab_poke(lab, 0x8, 0xffffffff);
    lab_poke(lab, 0xc, 0xfffffff0);
    lab_poke(lab, 0x38, 1);
    lab_run(lab, 2 * MS);
    ok(lab_peek(lab, 0x108) == 2 && lab->lowest == UINT64_MAX, "an unreadable list ends the run");
    lab_free(lab);
}

/* ---- nonsense ---- */

static void test_nonsense(void)
{
    static const uint32_t nothing[] = {
        0, 0x00060a00, 0x00060006, 0x00000a06, 0x00060000, 0xfff00000};
    const struct kunpeng_config config = small();

    for (unsigned i = 0; i < sizeof(nothing) / sizeof(nothing[0]); i++) {
        struct lab *lab = working(&config);
        lab_start(lab, nothing[i], 50, OUT, OUT + 0x10000);
        is_u64(lab_peek(lab, 0x108), 0, "FSM_CFG %08x: not done at once", nothing[i]);
        lab_run(lab, MS);
        ok(lab_peek(lab, 0x108) == 1 && lab->lowest == UINT64_MAX,
            "... but done soon, with nothing stored");
        lab_free(lab);
    }
    struct lab *lab = working(&config);
    lab_start(lab, 0x000f0108, 50, OUT, OUT + 0x10000);
    lab_run(lab, MS);
    is_u64(lab->highest, OUT + 640, "a setting of 15 counters means 8");
    lab_poke(lab, 0x44, 0xffffffff);
    lab_poke(lab, 0x10c, 3);
    lab_poke(lab, 0x38, 1);
    lab_run(lab, 2 * MS);
    is_u64(
        lab->m.pmcus[0].stored, 1 + 2, "... in compatibility mode for 5: two rounds for 8 events");
    lab_free(lab);
}

static void test_accesses(void)
{
    const struct kunpeng_config config = small();
    struct lab *lab = lab_new(&config);
    struct sim_access access = lab_by(lab, 0);

    kunpeng_mmio_write(&lab->m, &access, 0, 0x20, 4, UINT32_MAX);
    kunpeng_mmio_write(&lab->m, &access, 0, 0x20, 1, 0x12);
    is_u64(lab_peek(lab, 0x20), 0xffffff12, "bytes of a register");
    kunpeng_mmio_write(&lab->m, &access, 0, 0x24, 8, UINT64_MAX);
    is_u64(kunpeng_mmio_read(&lab->m, &access, 0, 0x20, 8), 0xffffff12,
        "offsets without a register read as 0");
    is_u64(kunpeng_mmio_read(&lab->m, &access, 0, 0xffc, 8), 0, "... up to the end, and past it");
    is_u64(lab_n_of(lab, TRACE_WRITE), 3, "accesses are in the trace");
    is_u64(lab_nth(lab, TRACE_WRITE, 1)->size, 1, "... with their size");
    lab_free(lab);
}

/* ---- CPUs ---- */

static void test_offline(void)
{
    const struct kunpeng_config config = small();
    struct lab *lab = working(&config);
    static const uint16_t events[1] = {8};
    struct sim_access access;
    uint64_t at = OUT + 64;

    lab_list(lab, events, 1);
    lab_start(lab, 0x00010501, 50000, OUT, OUT + 0x10000);
    lab_run(lab, 1500 * US);
    access = lab_by(lab, 2);
    kunpeng_power(&lab->m, &access, false);
    lab_run(lab, 2500 * US);
    access = lab_by(lab, 2);
    kunpeng_power(&lab->m, &access, true);
    lab_run(lab, 10 * MS);
    is_u64(lab_word(lab, at + 16, 8), 302 * 1000, "on: it counts");
    is_u64(lab_word(lab, at + 192 + 16, 8), 0, "off at the end of the round: 0");
    is_u64(lab_word(lab, at + 192 + 64 + 16, 8), 0, "... also cycles");
    is_u64(lab_word(lab, at + 2 * 192 + 16, 8), 0,
        "switched on within a round: 0, because it was not set up");
    is_u64(lab_word(lab, at + 3 * 192 + 16, 8), 302 * 1000, "from the next round on it counts");
    is_u64(lab_word(lab, at + 192 + 8, 8), 301 * 1000, "other CPUs continue");
    lab_free(lab);
}

static void test_absent(void)
{
    struct kunpeng_config config = small();

    config.cpus = 3;
    config.clusters = 2;
    struct lab *lab = working(&config);
    lab_list(lab, slide_events, 6);
    lab_start(lab, 0x00060106, 50000, OUT, OUT + 0x10000);
    lab_run(lab, 10 * MS);
    is_u64(lab->highest - OUT, 1024, "absent CPUs keep their places");
    is_u64(lab_word(lab, OUT + 0x80 + 8 * 4, 8), 4 * 302 * 1000,
        "CPU 2 of two clusters is at place 4");
    is_u64(lab_word(lab, OUT + 0x80 + 8 * 5, 8), 0, "... CPU 10 after it reads 0");
    lab_free(lab);
}

static void test_dies(void)
{
    struct kunpeng_config config = small();

    config.dies = 2;
    config.cpus = 12;
    struct lab *lab = working(&config);
    struct sim_access access = lab_by(lab, 0);
    lab_list(lab, slide_events, 6);
    kunpeng_mmio_write(&lab->m, &access, 1, 0x100, 4, 3);
    kunpeng_mmio_write(&lab->m, &access, 1, 0x200, 4, 0xc1);
    for (unsigned offset = 0x8; offset <= 0x1c; offset += 4)
        kunpeng_mmio_write(&lab->m, &access, 1, offset, 4,
            (uint32_t)(offset == 0x8 || offset == 0x18 ? OUT >> 32
                       : offset == 0xc                 ? LIST
                       : offset == 0x1c                ? OUT
                       : offset == 0x10                ? UINT32_MAX
                                                       : 0));
    kunpeng_mmio_write(&lab->m, &access, 1, 0x4, 4, 0x00060106);
    kunpeng_mmio_write(&lab->m, &access, 1, 0x20, 4, 50000);
    kunpeng_mmio_write(&lab->m, &access, 1, 0x38, 4, 1);
    lab_run(lab, 10 * MS);
    ok(lab->irq[1] && !lab->irq[0], "the second die's PMCU has its own line");
    is_u64(lab_word(lab, OUT + 0x40 + 64 + 8, 8), 309 * 1000,
        "it reads its own CPUs: its CPU 1 is CPU 9");
    is_u64(lab_word(lab, OUT + 0x40 + 64 + 32, 8), 0, "... which are four");
    is_u64(kunpeng_mpidr(&config, 9), 0x50001, "die 5, cluster 0, CPU 1");
    is_u64(kunpeng_mpidr(&KUNPENG_DEFAULTS, 47), 0x30507, "the slides' die 3: its last CPU");
    lab_free(lab);
}

static bool sysreg(struct lab *lab, unsigned cpu, enum arm_reg reg, uint64_t value)
{
    struct sim_access access = lab_by(lab, cpu);

    return kunpeng_sysreg_write(&lab->m, &access, arm_bank.regs[reg].offset, value);
}

static uint64_t sysreg_read(struct lab *lab, unsigned cpu, enum arm_reg reg)
{
    struct sim_access access = lab_by(lab, cpu);
    uint64_t value = UINT64_MAX;

    kunpeng_sysreg_read(&lab->m, &access, arm_bank.regs[reg].offset, &value);
    return value;
}

static void test_context(void)
{
    static const uint16_t events[1] = {0xb};

    for (unsigned el = 1; el <= 2; el++) {
        struct kunpeng_config config = small();
        config.kernel_el = el;
        struct lab *lab = working(&config);
        lab_list(lab, events, 1);
        sysreg(lab, 2, ARM_CONTEXTIDR_EL1, 0x77);
        is_u64(
            lab_nth(lab, TRACE_WRITE, lab_n_of(lab, TRACE_WRITE) - 1)->size, 8, "it has 8 bytes");
        struct sim_access access = lab_by(lab, 2);
        kunpeng_power(&lab->m, &access, false);
        kunpeng_power(&lab->m, &access, true);
        lab_start(lab, 0x00010201, 50000, OUT, OUT + 0x10000);
        lab_run(lab, 500 * US);
        ok(!sysreg(lab, 3, ARM_CONTEXTIDR_EL1, 0x56fe), "QEMU also sees writes of CONTEXTIDR");
        sysreg(lab, 3, ARM_CONTEXTIDR_EL1, 0xba);
        ok(!sysreg(lab, 4, ARM_CONTEXTIDR_EL12, 0x195), "... under any name");
        lab_run(lab, 10 * MS);
        is_u64(lab_word(lab, OUT + 4 * 4, 4), el == 2 ? 0x195 : 0, "EL2's kernel can set EL1's");
        is_u64(
            lab_word(lab, OUT + 3 * 4, 4), el == 1 ? 0xba : 0, "EL%u: the first context IDs", el);
        is_u64(lab_word(lab, OUT + 32 + 3 * 4, 4), el == 2 ? 0xba : 0, "... and the second");
        is_u64(
            lab_word(lab, OUT + 2 * 4, 4), 0, "a CPU that was off has lost its first context ID");
        is_u64(lab_word(lab, OUT + 32 + 2 * 4, 4), 0, "... and its second");
        is_u64(lab_word(lab, OUT + 64 + 3 * 8, 8), 2, "two writes of CPU 3 in the first round");
        is_u64(lab_word(lab, OUT + 192 + 64 + 3 * 8, 8), 0, "... none in the second");
        lab_free(lab);
    }
}

/* The slot of CPU 0 in the only subsample: event 0, and cycles. */
static void is_filtered(bool copied, uint32_t filter, uint64_t instructions, uint64_t cycles)
{
    static const uint16_t events[1] = {8};
    struct kunpeng_config config = small();

    config.copies_filter = copied;
    struct lab *lab = working(&config);
    lab_list(lab, events, 1);
    lab_poke(lab, 0x204, filter);
    lab_start(lab, 0x00010101, 50000, OUT, OUT + 0x10000);
    lab_run(lab, 10 * MS);
    is_u64(lab_word(lab, OUT + 64, 8), instructions, "%s, filter %08x: instructions",
        copied ? "copied" : "NSH added", filter);
    is_u64(lab_word(lab, OUT + 128, 8), cycles, "... and cycles");
    lab_free(lab);
}

static void test_filter(void)
{
    is_filtered(false, 0, 300000, 2000000);
    is_filtered(false, 0x40000000, 300000, 2000000 - 4 * 200000);
    is_filtered(true, 0, 200000, 4 * 200000);
    is_filtered(true, 0x08000000, 200000, 2000000);
    is_filtered(true, 0x40000000, 200000, 0);
}

/* ---- two masters ---- */

/* The guest's perf counts instructions on counter 0, all the time. */
static void perf_starts(struct lab *lab, unsigned cpu)
{
    sysreg(lab, cpu, ARM_PMEVTYPER0, 0x08000008);
    sysreg(lab, cpu, ARM_PMEVCNTR0, 0);
    sysreg(lab, cpu, ARM_PMCNTENSET, 1);
    sysreg(lab, cpu, ARM_PMCR, 0xc1);
}

static void test_disturbed(void)
{
    const struct kunpeng_config config = small();
    struct lab *lab = working(&config);
    static const uint16_t events[1] = {0x21};

    perf_starts(lab, 0);
    lab_run(lab, MS);
    is_u64(sysreg_read(lab, 0, ARM_PMEVCNTR0), 300 * 1000, "perf counts alone");
    lab_list(lab, events, 1);
    lab_start(lab, 0x00010201, 50000, OUT, OUT + 0x10000);
    lab_run(lab, 2 * MS);
    is_u64(sysreg_read(lab, 0, ARM_PMEVTYPER0), 0x08000021,
        "the PMCU puts its event into perf's counter");
    is_u64(sysreg_read(lab, 0, ARM_PMEVCNTR0), 13 * 995, "... whose count perf reads");
    lab_run(lab, 5 * MS);
    is_u64(sysreg_read(lab, 0, ARM_PMEVCNTR0), 0, "after the run it is 0");
    is_u64(sysreg_read(lab, 0, ARM_PMCR) & 1, 0, "... and PMCR.E is also off for perf");
    is_u64(lab_word(lab, OUT + 64, 8), 13 * 1000, "the PMCU itself was not disturbed");
    lab_free(lab);
}

static void test_disturbing(void)
{
    const struct kunpeng_config config = small();
    struct lab *lab = working(&config);
    static const uint16_t events[1] = {8};

    lab_list(lab, events, 1);
    lab_start(lab, 0x00010201, 50000, OUT, OUT + 0x10000);
    lab_run(lab, 255 * US);
    sysreg(lab, 1, ARM_PMCR, 0);
    lab_run(lab, 5 * MS);
    is_u64(lab_word(lab, OUT + 64 + 8, 8), 301 * 250,
        "perf stops the PMU, which also ends the PMCU's counts");
    is_u64(lab_word(lab, OUT + 192 + 64 + 8, 8), 301 * 1000, "... until the next round");
    is_u64(lab_word(lab, OUT + 64, 8), 300 * 1000, "other CPUs continue");
    lab_free(lab);
}

static void test_compatible(void)
{
    struct kunpeng_config config = small();

    config.hpmn = 3;
    struct lab *lab = working(&config);
    lab_list(lab, slide_events, 5);
    lab_poke(lab, 0x44, 1);
    perf_starts(lab, 0);
    sysreg(lab, 0, ARM_PMCR, 0x41);
    lab_start(lab, 0x00050205, 50000, OUT, OUT + 0x10000);
    lab_run(lab, 5 * MS);
    is_u64(lab->highest, OUT + 2 * 384, "five events, no cycles");
    is_u64(lab_word(lab, OUT + 64, 8), 0, "counters of EL2 do not run without HPME");
    is_u64(sysreg_read(lab, 0, ARM_MDCR_EL2), 3, "HPMN has firmware's value");
    for (unsigned cpu = 0; cpu < 8; cpu++)
        ok(!sysreg(lab, cpu, ARM_MDCR_EL2, 0x83), "HPME is set on CPU %u, and QEMU sees it", cpu);
    lab_poke(lab, 0x10c, 3);
    lab_poke(lab, 0x38, 1);
    lab_run(lab, 10 * MS);
    is_u64(lab_word(lab, OUT + 64, 8), 4 * 300 * 1000, "with HPME they run");
    is_u64(lab_word(lab, OUT + 64 + 64 * 4 + 56, 8), 3 * 57 * 1000, "... also the fifth");
    is_u64(sysreg_read(lab, 0, ARM_PMEVCNTR0), 300 * 10 * 1000,
        "perf has counted all the time, undisturbed");
    is_u64(sysreg_read(lab, 0, ARM_PMEVTYPER0 + 3), 0x08000011, "counter 3 has the first event");
    is_u64(sysreg_read(lab, 0, ARM_PMCNTENSET), 1, "they are disabled after the run");
    is_u64(sysreg_read(lab, 0, ARM_PMCR) & 0xff, 0x41, "... and PMCR is as perf wrote it");
    lab_free(lab);
}

static void test_overflow(void)
{
    const struct kunpeng_config config = small();
    struct lab *lab = working(&config);

    perf_starts(lab, 4);
    sysreg(lab, 4, ARM_PMCR, 1);
    sysreg(lab, 4, ARM_PMEVCNTR0, 0xffffffff - 304 * 1000);
    sysreg(lab, 4, ARM_PMINTENSET, 1);
    lab_run(lab, 900 * US);
    ok(!lab->irq[KUNPENG_IRQ_CPU(4)], "perf waits for an overflow");
    lab_run(lab, 1200 * US);
    ok(lab->irq[KUNPENG_IRQ_CPU(4)], "it comes soon after");
    sysreg(lab, 4, ARM_PMOVSCLR, 1);
    ok(!lab->irq[KUNPENG_IRQ_CPU(4)], "... and ends");
    sysreg(lab, 4, ARM_PMEVCNTR0, 0xfffffffe);
    is_u64(kunpeng_deadline(&lab->m), lab->now + 100 * US, "looks are at least 100 us apart");
    lab_free(lab);
}

static void test_counts(void)
{
    const struct kunpeng_config config = small();
    struct lab *lab = working(&config);

    ok(!kunpeng_counts(&lab->m), "no counter runs");
    is_u64(kunpeng_deadline(&lab->m), SIM_NEVER, "... and nothing is due");
    lab_start(lab, 0x00010101, 50, OUT, OUT + 0x10000);
    ok(kunpeng_counts(&lab->m), "a run needs the counts");
    lab_run(lab, MS);
    ok(!kunpeng_counts(&lab->m), "... until it is done");
    perf_starts(lab, 1);
    ok(kunpeng_counts(&lab->m), "perf needs the counts");
    lab_free(lab);
}

/* PMCR's P and C reset counters at a round's start, but not its counts. */
static void test_resetting_image(void)
{
    const struct kunpeng_config config = small();
    struct lab *lab = working(&config);
    unsigned rounds;

    lab_list(lab, slide_events, 6);
    lab_poke(lab, 0x200, 0xc7);
    lab_start(lab, 0x00060306, 50000, OUT, OUT + 0x10000);
    lab_run(lab, 4 * MS);
    is_u64(check_truth(lab, slide_events, 6, &rounds), 0,
        "PMCR 0xc7: values are the work of their rounds");
    is_u64(rounds, 3, "... in all");
    is_u64(lab_word(lab, OUT + 64 + 64, 8), 300 * 1000, "... which is not 0");
    ok(lab_word(lab, OUT + 64 + 64 * 6, 8), "... also of cycles");
    lab_free(lab);
}

/* A late machine stops late. Its stored data is still true. */
static void test_late(void)
{
    const struct kunpeng_config config = small();
    struct lab *lab = working(&config);
    unsigned rounds;

    lab_list(lab, slide_events, 6);
    lab_start(lab, 0x00060306, 50000, OUT, OUT + 0x10000);
    for (unsigned i = 0; i < 20; i++) {
        lab_work(lab, 700);
        kunpeng_advance(&lab->m, lab->now);
    }
    is_u64(check_truth(lab, slide_events, 6, &rounds), 0,
        "values are the work between start and stop");
    is_u64(rounds, 3, "... in all rounds");
    is_u64(lab_word(lab, OUT + 64 + 64, 8), 300 * 1400, "... which were longer");
    lab_free(lab);
}

int main(void)
{
    test_demo();
    test_sums();
    test_runs();
    test_order();
    test_line();
    test_handler_order();
    test_retrigger();
    test_break();
    test_kill();
    test_no_list();
    test_nonsense();
    test_accesses();
    test_offline();
    test_absent();
    test_dies();
    test_context();
    test_filter();
    test_disturbed();
    test_disturbing();
    test_compatible();
    test_overflow();
    test_counts();
    test_resetting_image();
    test_late();
    return done_testing();
}
