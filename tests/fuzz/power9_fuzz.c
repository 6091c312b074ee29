/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Turns bytes into a plan and a guest's actions: plan lines first, then
 * accesses, stores to control blocks, samples, steps and time. Two machines get
 * the same. One is advanced whenever time passes, the other only when the
 * difference is visible. They must agree.
 */
#include "models/power9/power9_blocks.h"
#include "models/power9/power9_plan.h"
#include "models/sim/trace_frame.h"
#include "tests/fuzz/fuzz.h"

#include <stdio.h>
#include <string.h>

#define MAX_OPS  300 /* up to 2^38 ns each, far from overflowing 64 bits of ns */
#define MAX_LINE 128

/* ---- the host ---- */

#define COUNTERS(chip) (UINT64_C(0x3f980000) + (chip)*UINT64_C(0x400000))
enum { CONTROL = 0x3fc00, WORDS = 0x2000 /* no words follow */, RAM = 0x20000 };

struct fake_host {
    const struct sim_executed *executed; /* the same for both machines */
    bool homer;
    uint64_t time; /* of the latest record */
    uint8_t words[P9_MAX_CHIPS][WORDS], control[P9_MAX_CHIPS][0x400], ram[RAM];
};

static uint8_t *within(uint8_t *bytes, uint64_t at, uint64_t address, unsigned room, unsigned size)
{
    return address >= at && address - at < room && size <= room - (address - at)
               ? bytes + (address - at)
               : NULL;
}

static uint8_t *bytes_at(struct fake_host *h, uint64_t address, unsigned size)
{
    uint8_t *found = within(h->ram, 0, address, RAM, size);

    for (unsigned chip = 0; h->homer && !found && chip < P9_MAX_CHIPS; chip++) {
        found = within(h->words[chip], COUNTERS(chip), address, WORDS, size);
        if (!found)
            found = within(h->control[chip], COUNTERS(chip) + CONTROL, address, 0x400, size);
    }
    return found;
}

static bool host_read(void *self, uint64_t address, void *bytes, unsigned size)
{
    const uint8_t *at = bytes_at(self, address, size);

    if (at)
        memcpy(bytes, at, size);
    return at;
}

static bool host_write(void *self, uint64_t address, const void *bytes, unsigned size)
{
    uint8_t *at = bytes_at(self, address, size);

    if (at)
        memcpy(at, bytes, size);
    return at;
}

static struct sim_executed host_executed(void *self, unsigned cpu)
{
    return ((const struct fake_host *)self)->executed[cpu];
}

static void host_trace(void *self, const struct trace_record *record)
{
    struct fake_host *h = self;
    struct trace_record read;
    uint8_t bytes[TRACE_COLUMNS * TRACE_COLUMN_SIZE + TRACE_RECORD_MAX];
    size_t n = trace_frame_encode(record, 1, bytes);

    MUST(record->time >= h->time, "the trace goes forward");
    h->time = record->time;
    MUST(trace_frame_decode(&read, 1, bytes, n) && read.value == record->value &&
             read.time == record->time,
        "each record can be written and read");
}

/* The two machines, and the next access to both. */
struct pair {
    struct p9 eager, lazy;
    struct fake_host host_e, host_l;
    struct sim_executed executed[P9_MAX_CPUS];
    uint64_t now;
    struct sim_access access;
};

/* ---- invariants ---- */

static void check_machine(const struct p9 *m)
{
    for (unsigned chip = 0; chip < m->config.sockets; chip++) {
        const struct nest *n = &m->nest[chip];
        MUST(n->poll > m->now, "every poll up to now has been done");
        MUST(n->poll == SIM_NEVER || n->poll - m->now <= NEST_POLL_NS, "the next is soon");
        MUST(n->state != NEST_RUNS || (n->speed < NEST_SPEED_END && n->mode < NEST_MODE_END),
            "only good settings run");
        MUST(n->state != NEST_CONFIGURES || n->configuring, "configuring ends");
    }
    MUST(p9_deadline(m) > m->now || m->plan.next <= m->now, "deadlines lie ahead");
    for (unsigned i = 0; i < m->traffic.n; i++)
        MUST(m->traffic.entry[i].counted <= m->traffic.entry[i].seen, "what counts has been seen");
}

static bool same_totals(const struct accumulator *a, const struct accumulator *b)
{
    return a->running == b->running && a->address == b->address &&
           a->totals.user == b->totals.user && a->totals.kernel == b->totals.kernel &&
           a->totals.ns == b->totals.ns;
}

static void check_same(const struct pair *p)
{
    const struct p9 *a = &p->eager, *b = &p->lazy;

    MUST(a->now == b->now && a->plan.next == b->plan.next,
        "both have seen the same time, and wait for the same");
    MUST(!memcmp(a->nest, b->nest, sizeof(a->nest)), "their microcode is in the same state");
    MUST(!memcmp(p->host_e.words, p->host_l.words, sizeof(p->host_e.words)),
        "... and has posted the same");
    MUST(!memcmp(p->host_e.control, p->host_l.control, sizeof(p->host_e.control)),
        "... and said the same");
    MUST(a->traffic.n == b->traffic.n, "the same words see traffic");
    for (unsigned i = 0; i < a->traffic.n; i++)
        MUST(a->traffic.entry[i].counted == b->traffic.entry[i].counted, "... and count the same");
    for (unsigned i = 0; i < P9_MAX_CPUS; i++) {
        MUST(same_totals(&a->cores[i].memory, &b->cores[i].memory), "cores have counted the same");
        MUST(same_totals(&a->threads[i].memory, &b->threads[i].memory),
            "threads have counted the same");
    }
}

/* ---- plans ---- */

static const struct p9_pmu *some_pmu(unsigned which, enum p9_pmu_type type)
{
    const struct p9_catalogue *catalogue = power9_catalogue();
    const struct p9_pmu *found;

    do
        found = &catalogue->pmus[which++ % catalogue->n_pmus];
    while (found->type != type);
    return found;
}

/* "chip0.mcs01" with " " or "." and an event's name. */
static int make_word(char *line, unsigned a, unsigned b, const char *between)
{
    static const enum p9_pmu_type types[4] = {P9_PMU_NEST, P9_PMU_NEST, P9_PMU_CORE, P9_PMU_THREAD};
    const struct p9_pmu *pmu = some_pmu(b, types[a % 4]);
    const struct p9_pmu_event *event =
        &power9_catalogue()->events[pmu->first_event + b / 8 % pmu->n_events];
    char block[48];

    if (pmu->type == P9_PMU_NEST)
        snprintf(block, sizeof(block), "chip%u.%s", a / 4 % 3, pmu->name);
    else
        snprintf(
            block, sizeof(block), "%s%u", pmu->type == P9_PMU_CORE ? "core" : "cpu", a / 4 % 5);
    return snprintf(line, MAX_LINE, "%s%s%s%s", block, between, pmu->prefix, event->name);
}

/* A line from a pattern, which makes valid lines common, or the input's own
 * text. */
static void make_line(struct input *in, char line[MAX_LINE])
{
    static const char *const amounts[] = {"off", "level 1", "50%", "120M/s", "64 MB/s", "2G/s",
        "1/s", "level 255 for 7 of 1000 cycles"};
    static const char *const registers[] = {"chip0.COMMAND", "chip0.SPEED", "chip1.MODE",
        "chip0.STATUS", "chip0.AVAILABILITY", "core0.HTM_MODE", "core1.PDBAR", "core0.TRACE_IMC",
        "cpu0.LDBAR", "cpu3.LDBAR"};
    unsigned kind = (unsigned)take(in, 1) % 8, a = (unsigned)take(in, 1), b = (unsigned)take(in, 2);
    int n;

    switch (kind) {
    case 0:
        snprintf(line, MAX_LINE, "at boot + %uus", b * (1 + a % 8));
        break;
    case 1:
        snprintf(line, MAX_LINE, "at %sstep %u + %uns", a % 2 ? "end of " : "", a % 4, b);
        break;
    case 2:
        snprintf(line, MAX_LINE, "at %s %u of %s", a % 2 ? "read" : "write", 1 + a % 3,
            registers[b % 10]);
        break;
    case 3:
        snprintf(line, MAX_LINE, "%s = 0x%llx", registers[a % 10],
            (unsigned long long)(a % 32 < 16 ? b % 16
                                             : take(in, 8) & UINT64_C(0xe80000000001e000)));
        break;
    case 4:
    case 5:
        n = make_word(line, a, b, " ");
        snprintf(line + n, MAX_LINE - (size_t)n, " %s", amounts[b % 8]);
        break;
    case 6:
        n = make_word(line, a, b, ".");
        snprintf(line + n, MAX_LINE - (size_t)n, " = %u", b);
        break;
    default:
        take_line(in, line, MAX_LINE);
    }
}

/* Both machines get the same plan. */
static void read_plan(struct input *in, struct p9 *a, struct p9 *b)
{
    static struct p9_plan_text text_a, text_b;
    char line[MAX_LINE], wrong[PLAN_TEXT_WRONG];

    p9_plan_begin(&text_a, a);
    p9_plan_begin(&text_b, b);
    for (unsigned n = (unsigned)take(in, 1) % 24; n; n--) {
        unsigned anchors = a->plan.n_anchors, entries = a->plan.n_entries;
        make_line(in, line);
        memset(wrong, 0xff, sizeof(wrong));
        bool good = p9_plan_line(&text_a, line, wrong);
        MUST(good == p9_plan_line(&text_b, line, wrong), "a line is good or not");
        if (!good) {
            MUST(memchr(wrong, 0, sizeof(wrong)) && *wrong, "a bad line has a complaint");
            MUST(a->plan.n_anchors == anchors && a->plan.n_entries == entries,
                "... and changes nothing");
        }
    }
}

/* ---- the guest's actions ---- */

static void any_scom(struct input *in, struct pair *p)
{
    static const uint32_t quads[4] = {0x10012200, 0x10012300, 0x10012600, 0x10012700};
    static const uint64_t modes[4] = {
        UINT64_C(0xe000000000000000), UINT64_C(0xe800000000000000), 0, UINT64_MAX};
    unsigned which = (unsigned)take(in, 1), core = which % 8, chip = which / 8 % 3;
    uint64_t value = take(in, 1), read_e = 0, read_l = 0;
    uint32_t pcba = quads[core % 4] + (core / 4 << 24);

    if (which < 128) {
        value = modes[value % 4];
    } else if (which < 192) {
        pcba += 0xb;
        value = value % 12 * 0x2000;
    } else {
        pcba = (0x20u + core) << 24 | (which % 2 ? 0x10aa9 : 0x10aa8);
        value = take(in, 8);
    }
    bool ours = p9_scom_write(&p->eager, &p->access, chip, pcba, value);
    MUST(ours == p9_scom_write(&p->lazy, &p->access, chip, pcba, value), "a SCOM is ours or not");
    MUST(ours == p9_scom_read(&p->eager, &p->access, chip, pcba, &read_e) &&
             ours == p9_scom_read(&p->lazy, &p->access, chip, pcba, &read_l) && read_e == read_l,
        "... and reads the same");
}

static void set_ldbar(struct input *in, struct pair *p)
{
    uint64_t which = take(in, 1), value = which / 64 << 62 | which % 16 * 0x2000;

    p9_ldbar_write(&p->eager, &p->access, value);
    p9_ldbar_write(&p->lazy, &p->access, value);
    MUST(p9_ldbar_read(&p->eager, &p->access) == p9_ldbar_read(&p->lazy, &p->access),
        "LDBAR reads the same");
}

static void any_step(struct input *in, struct pair *p)
{
    unsigned which = (unsigned)take(in, 1);

    p9_step(&p->eager, &p->access, which / 2 % 4, which % 2);
    p9_step(&p->lazy, &p->access, which / 2 % 4, which % 2);
}

/* At its polls so far, the microcode has seen the old contents. */
static void store_control(struct input *in, struct pair *p)
{
    unsigned which = (unsigned)take(in, 1), word = which % 6;
    uint64_t value = take(in, 1) % 16;
    uint8_t *e = p->host_e.control[which / 8 % 2] + 8 * word,
            *l = p->host_l.control[which / 8 % 2] + 8 * word;

    p9_advance(&p->eager, p->now);
    p9_advance(&p->lazy, p->now);
    if (which >= 192)
        value = take(in, 8);
    for (unsigned i = 0; i < 8; i++)
        e[i] = l[i] = (uint8_t)(value >> (56 - 8 * i));
}

static void any_load(struct input *in, struct pair *p)
{
    unsigned which = (unsigned)take(in, 1);
    uint64_t offset = take(in, 2),
             address = which % 4 == 3 ? COUNTERS(which / 4 % 3) + offset : offset * 2;

    if (which % 4 == 2)
        address = COUNTERS(which / 4 % 2) + CONTROL + offset % 6 * 8;
    p9_advance(&p->eager, p->now);
    p9_advance(&p->lazy, p->now);
    p9_loaded(&p->eager, &p->access, address, 1u << which / 64, 7);
    p9_loaded(&p->lazy, &p->access, address, 1u << which / 64, 7);
}

static void sample(struct input *in, struct pair *p)
{
    unsigned cpu = p->access.cpu;
    uint64_t left = p9_sampling(&p->eager, cpu), ip = take(in, 1);
    bool user = ip & 1;

    MUST(left == p9_sampling(&p->lazy, cpu), "both sample at the same instruction");
    if (!left || left > UINT32_MAX)
        return;
    *(user ? &p->executed[cpu].user : &p->executed[cpu].kernel) += left;
    uint64_t next = p9_sample(&p->eager, cpu, ip, user, p->now / 2);
    MUST(next == p9_sample(&p->lazy, cpu, ip, user, p->now / 2), "... and go on alike");
    MUST(next == p9_sampling(&p->eager, cpu), "the next sample is what is said");
}

/* Both see past actions of the plan equally late. Otherwise the lazy one waits
 * for the next access. */
static void pass_time(struct input *in, struct pair *p, unsigned op)
{
    unsigned cpu = p->access.cpu;

    p->now += (take(in, 1) + 1) << op % 31;
    p->executed[cpu].user += take(in, 1) << op % 7;
    p->executed[cpu].kernel += op;
    if (p->lazy.plan.next <= p->now)
        p9_advance(&p->lazy, p->now);
    p9_advance(&p->eager, p->now);
}

static void do_something(struct input *in, struct pair *p)
{
    unsigned op = (unsigned)take(in, 1);

    p->access = (struct sim_access){.now = p->now, .cpu = op % p->eager.config.cpus};
    if (op % 29 == 0) { /* an unknown time means the latest */
        p9_advance(&p->lazy, p->now);
        p->access.now = 0;
    }
    if (op < 50)
        any_scom(in, p);
    else if (op < 80)
        set_ldbar(in, p);
    else if (op < 120)
        store_control(in, p);
    else if (op < 150)
        any_load(in, p);
    else if (op < 170)
        any_step(in, p);
    else if (op < 190)
        sample(in, p);
    else
        pass_time(in, p, op);
}

static struct p9_config some_config(struct input *in)
{
    unsigned which = (unsigned)take(in, 1), smt = 1u << which % 3, sockets = 1 + which / 4 % 2;

    return (struct p9_config){.generation = &generation_power9,
        .cpus = smt * sockets * (1 + which / 8 % 4),
        .sockets = sockets,
        .threads = smt,
        .availability = which & 64 ? UINT64_MAX << 13 : generation_power9.availability,
        .dead = {which >= 224, which >= 240 && sockets > 1}};
}

static void begin(struct fake_host *h, struct p9 *m, const struct p9_config *config, struct pair *p)
{
    struct sim_host host = {.self = h,
        .trace = host_trace,
        .read = host_read,
        .write = host_write,
        .executed = host_executed};

    memset(h, 0, sizeof(*h));
    h->executed = p->executed;
    h->homer = true;
    p9_reset(m, config, &host);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static struct pair p;
    struct input in = {data, size};
    struct p9_config config = some_config(&in);

    p.now = 0;
    memset(p.executed, 0, sizeof(p.executed));
    begin(&p.host_e, &p.eager, &config, &p);
    begin(&p.host_l, &p.lazy, &config, &p);
    read_plan(&in, &p.eager, &p.lazy);
    for (unsigned ops = 0; in.left && ops < MAX_OPS; ops++) {
        do_something(&in, &p);
        check_machine(&p.eager);
    }
    p.access = (struct sim_access){.now = p.now};
    p9_step(&p.eager, &p.access, 1, true);
    p9_step(&p.lazy, &p.access, 1, true);
    check_machine(&p.lazy);
    check_same(&p);
    return 0;
}
