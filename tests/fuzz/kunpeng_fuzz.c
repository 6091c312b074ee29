/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Turns bytes into a plan and a guest's actions: plan lines first, then
 * accesses to PMCUs, uncore PMUs and core PMUs, CPU hotplug, and time. A PMCU
 * must write whole subsamples, in order, only between the STORE_BASE and
 * KILL_BASE latched by TRIGGER, and never during a register write. Its
 * interrupt line must match its registers.
 */
#include "models/kunpeng/kunpeng_plan.h"
#include "models/sim/clock.h"
#include "models/sim/trace_frame.h"
#include "tests/fuzz/fuzz.h"

#include <stdio.h>
#include <string.h>

#define MAX_OPS  400
#define MAX_LINE 128

/* ---- the host ---- */

enum { RAM = 0x20000 };

/* The memory that a die's next output may write, by the registers latched by
 * TRIGGER. */
struct window {
    uint64_t next, kill;
    bool running;
};

struct fake {
    struct kunpeng m;
    struct sim_activity activity[KUNPENG_MAX_CPUS];
    struct window window[KUNPENG_MAX_DIES];
    bool irq[KUNPENG_N_IRQS];
    bool in_write;
    uint64_t now, time; /* time: of the latest record */
    uint8_t ram[RAM];
};

static bool host_read(void *self, uint64_t address, void *bytes, unsigned size)
{
    struct fake *f = self;

    MUST(size <= 4 * SUBSAMPLE_MAX_EVENTS, "a round fetches its own events");
    if (address >= RAM || size > RAM - address)
        return false;
    memcpy(bytes, f->ram + address, size);
    return true;
}

/* The die that may write there. The hook does not name the die, so one that is
 * reading out must match. */
static struct window *window_of(struct fake *f, uint64_t address, unsigned size)
{
    for (unsigned die = 0; die < f->m.config.dies; die++) {
        struct window *w = &f->window[die];
        const struct pmcu *p = &f->m.pmcus[die];
        bool reads = p->state == PMCU_READS && p->due <= f->m.now;
        if (reads && w->running && address == w->next && address < w->kill &&
            size <= w->kill - address)
            return w;
    }
    return NULL;
}

static bool host_write(void *self, uint64_t address, const void *bytes, unsigned size)
{
    struct fake *f = self;
    struct window *w = window_of(f, address, size);

    MUST(!f->in_write, "no output within a write of a register");
    MUST(w, "output goes where the last left off, before KILL_BASE");
    MUST(
        size && size <= SUBSAMPLE_MAX && size % f->m.config.clusters == 0, "... a whole subsample");
    if (address >= RAM || size > RAM - address)
        return false;
    memcpy(f->ram + address, bytes, size);
    w->next += size;
    return true;
}

static struct sim_activity host_activity(void *self, unsigned cpu)
{
    struct fake *f = self;

    MUST(cpu < f->m.config.cpus, "only CPUs that there are");
    return f->activity[cpu];
}

static void host_irq(void *self, unsigned line, bool high)
{
    struct fake *f = self;

    MUST(line < KUNPENG_N_IRQS && f->irq[line] != high, "lines change, or nothing is said");
    f->irq[line] = high;
}

static void host_trace(void *self, const struct trace_record *record)
{
    struct fake *f = self;
    struct trace_record read;
    uint8_t bytes[TRACE_COLUMNS * TRACE_COLUMN_SIZE + TRACE_RECORD_MAX];
    size_t n = trace_frame_encode(record, 1, bytes);

    MUST(record->time >= f->time, "the trace goes forward");
    f->time = record->time;
    MUST(trace_frame_decode(&read, 1, bytes, n) && read.value == record->value &&
             read.time == record->time,
        "each record can be written and read");
}

/* ---- invariants ---- */

static void check_uncore(const struct fake *f)
{
    for (unsigned i = 0; i < f->m.n_uncore; i++) {
        const struct uncore_box *box = &f->m.uncore[i];
        const struct uncore_type *type = uncore_box_type(box);
        uint64_t line = box->values[type->status] & ~box->values[type->mask];

        MUST(f->irq[box->irq] == (line != 0), "uncore PMUs' lines too");
        MUST(box->due > f->m.now, "what is due has been done");
        for (unsigned k = 0; k < type->counters; k++)
            MUST(!(box->values[type->counter0 + k] & ~reg_low_bits(type->bits)),
                "a counter has its width");
    }
}

static void check(const struct fake *f)
{
    const struct kunpeng *m = &f->m;

    for (unsigned die = 0; die < m->config.dies; die++) {
        const struct pmcu *p = &m->pmcus[die];
        uint64_t line =
            p->values[PMCU_INT_STAT] & p->values[PMCU_INT_EN] & ~p->values[PMCU_INT_MSK];
        MUST(f->irq[KUNPENG_IRQ_PMCU(die)] == (line != 0), "the line is what the registers say");
        MUST(p->state <= PMCU_BREAKS, "there is a state");
        MUST(p->state == PMCU_IDLE || p->due > m->now || f->in_write, "what is due has been done");
        MUST(p->stored <= p->rounds, "what is stored has been counted");
        MUST(p->run.events <= SUBSAMPLE_MAX_EVENTS, "a round has eight events at most");
    }
    for (unsigned cpu = 0; cpu < m->config.cpus; cpu++) {
        const struct kunpeng_cpu *c = &m->cpus[cpu];
        uint64_t there = reg_low_bits(m->config.counters) | UINT64_C(1) << ARM_PMU_CYCLES;
        MUST(!((c->pmu.enabled | c->pmu.interrupts | c->pmu.overflowed) & ~there),
            "no counter that is not");
        MUST(f->irq[KUNPENG_IRQ_CPU(cpu)] == (c->on && arm_pmu_interrupts(&c->pmu)),
            "CPUs' lines too");
    }
    check_uncore(f);
}

/* ---- plans ---- */

static void make_line(struct input *in, char line[MAX_LINE])
{
    static const char *const amounts[] = {
        "off", "level 1", "50%", "120M/s", "1/s", "level 9 for 7 of 1000 cycles"};
    static const char *const events[] = {
        "L1D_CACHE", "0x110", "LL_CACHE_MISS", "INST_RETIRED", "0xffff"};
    static const char *const registers[] = {"pmcu0.WAIT_CNT", "pmcu0.INT_MSK", "pmcu1.COMP",
        "cpu0.PMCR_EL0", "cpu1.MDCR_EL2", "cpu2.PMEVCNTR3_EL0", "ddrc0.PERF_CTRL",
        "d1.hha0.EVENT_CNT1"};
    static const char *const boxes[] = {"ddrc0", "hha1", "d1.l3c0", "uc0_0", "ddrc0_1"};
    static const char *const seen[] = {
        "0x01", "flux_rd", "0x02.srcid=7", "0x48.channel=1,req=4", "rx_sccl"};
    unsigned kind = (unsigned)take(in, 1) % 8, a = (unsigned)take(in, 1), b = (unsigned)take(in, 2);

    switch (kind) {
    case 0:
        snprintf(line, MAX_LINE, "at boot + %uus", b * (1 + a % 8));
        break;
    case 1:
        snprintf(line, MAX_LINE, "at step %u + %uns", a % 4, b);
        break;
    case 2:
        snprintf(line, MAX_LINE, "at write %u of %s", 1 + a % 3, registers[b % 8]);
        break;
    case 3:
        snprintf(line, MAX_LINE, "%s = 0x%x", registers[a % 8], a % 16 < 8 ? b : b % 8);
        break;
    case 4:
        snprintf(line, MAX_LINE, "cpu%u %s %s", a % 10, events[b % 5], amounts[b / 8 % 6]);
        break;
    case 5:
        snprintf(line, MAX_LINE, "%s %s %s", boxes[a % 5], seen[b % 5], amounts[b / 8 % 6]);
        break;
    case 6:
        snprintf(line, MAX_LINE, "memory %s", a % 4 ? "guest" : "off");
        break;
    default:
        take_line(in, line, MAX_LINE);
    }
}

static void read_plan(struct input *in, struct kunpeng *m)
{
    static struct kunpeng_plan_text text;
    char line[MAX_LINE], wrong[PLAN_TEXT_WRONG];

    kunpeng_plan_begin(&text, m);
    for (unsigned n = (unsigned)take(in, 1) % 24; n; n--) {
        unsigned anchors = m->plan.n_anchors, entries = m->plan.n_entries;
        make_line(in, line);
        memset(wrong, 0xff, sizeof(wrong));
        if (kunpeng_plan_line(&text, line, wrong))
            continue;
        MUST(memchr(wrong, 0, sizeof(wrong)) && *wrong, "a bad line has a complaint");
        MUST(m->plan.n_anchors == anchors && m->plan.n_entries == entries,
            "... and changes nothing");
    }
}

/* ---- the guest's actions ---- */

static struct sim_access by(const struct fake *f, unsigned cpu)
{
    return (struct sim_access){.now = f->now, .pc = 0x1234, .cpu = cpu % f->m.config.cpus};
}

static uint64_t address_at(struct fake *f, unsigned die, uint32_t offset)
{
    struct sim_access access = by(f, die);
    uint64_t high = kunpeng_mmio_read(&f->m, &access, die, offset, 4);

    return high << 32 | kunpeng_mmio_read(&f->m, &access, die, offset + 4, 4);
}

static void poke(struct fake *f, unsigned die, uint32_t offset, unsigned size, uint64_t value)
{
    struct sim_access access = by(f, die);
    bool triggers = offset <= 0x38 && offset + size > 0x38 && (value >> (0x38 - offset) * 8 & 1);

    kunpeng_advance(&f->m, f->now);
    if (f->m.pmcus[die].state == PMCU_IDLE)
        f->window[die].running = false;
    if (triggers && f->m.pmcus[die].state == PMCU_IDLE)
        f->window[die] = (struct window){address_at(f, die, 0x18), address_at(f, die, 0x10), true};
    f->in_write = true;
    kunpeng_mmio_write(&f->m, &access, die, offset, size, value);
    f->in_write = false;
}

static void any_register(struct input *in, struct fake *f)
{
    static const uint16_t offsets[] = {0x0, 0x4, 0x8, 0xc, 0x10, 0x14, 0x18, 0x1c, 0x20, 0x24, 0x38,
        0x3c, 0x44, 0x100, 0x104, 0x108, 0x10c, 0x200, 0x204};
    unsigned which = (unsigned)take(in, 1), die = which / 128 % f->m.config.dies;
    uint32_t offset = which % 32 < 19 ? offsets[which % 32] : (uint32_t)take(in, 2) % PMCU_WINDOW;
    unsigned size = which & 64 ? 1 + which % 8 : 4;
    struct sim_access access = by(f, which);

    poke(f, die, offset, size, take(in, size));
    kunpeng_mmio_read(&f->m, &access, die, offset, size);
}

/* A driver's writes, with existing memory. */
static void a_start(struct input *in, struct fake *f)
{
    unsigned which = (unsigned)take(in, 1), die = which % f->m.config.dies;
    uint64_t store = take(in, 2), room = take(in, 2);

    poke(f, die, 0x4, 4, take(in, 3));
    poke(f, die, 0x20, 4, take(in, 2));
    poke(f, die, 0x8, 8, 0);
    poke(f, die, 0x18, 4, 0);
    poke(f, die, 0x1c, 4, store);
    poke(f, die, 0x10, 4, 0);
    poke(f, die, 0x14, 4, store + room);
    poke(f, die, 0x44, 4, which / 4);
    poke(f, die, 0x200, 4, which & 8 ? 0xc1 : take(in, 1));
    poke(f, die, 0x38, 4, 1);
}

static void any_uncore(struct input *in, struct fake *f)
{
    unsigned which = (unsigned)take(in, 1), size = which & 64 ? 1 + which % 8 : 4;
    const struct uncore_box *box = f->m.n_uncore ? &f->m.uncore[which % f->m.n_uncore] : NULL;
    struct sim_access access = by(f, which);
    uint32_t offset;
    uint64_t read;

    if (!box)
        return;
    const struct reg_bank *bank = uncore_box_type(box)->bank;
    unsigned number = box->irq - KUNPENG_IRQ_UNCORE(0);
    offset = which & 128 ? (uint32_t)take(in, 2) % UNCORE_WINDOW
                         : bank->regs[take(in, 1) % bank->n_regs].offset;
    kunpeng_uncore_write(&f->m, &access, number, offset, size, take(in, size));
    read = kunpeng_uncore_read(&f->m, &access, number, offset, size);
    MUST(read == kunpeng_uncore_read(&f->m, &access, number, offset, size),
        "reading changes nothing");
}

static void any_sysreg(struct input *in, struct fake *f)
{
    unsigned which = (unsigned)take(in, 1);
    struct sim_access access = by(f, which);
    uint32_t number = arm_bank.regs[take(in, 1) % ARM_N_REGS].offset;
    uint64_t value = which & 32 ? take(in, 8) : take(in, 2), read = 0, again = 0;

    if (which % 16 == 15)
        number = (uint32_t)take(in, 2);
    kunpeng_sysreg_write(&f->m, &access, number, value);
    bool ours = kunpeng_sysreg_read(&f->m, &access, number, &read);
    MUST(ours == kunpeng_sysreg_read(&f->m, &access, number, &again) && read == again,
        "reading changes nothing");
    MUST(!ours || kunpeng_has_sysreg(number), "only registers that it has");
}

static void any_power(struct input *in, struct fake *f)
{
    unsigned which = (unsigned)take(in, 1);
    struct sim_access access = by(f, which / 2);

    kunpeng_power(&f->m, &access, which & 1);
}

static void work(struct sim_work *w, unsigned n)
{
    w->instructions += n;
    w->loads += n / 2;
    w->stores += n / 3;
    w->branches += n / 5;
    w->exceptions += n / 64;
    w->returns += n / 64;
}

static void pass_time(struct input *in, struct fake *f, unsigned op)
{
    unsigned cpu = op % f->m.config.cpus;

    f->now += (take(in, 1) + 1) << op % 26;
    work(&f->activity[cpu].user, (unsigned)take(in, 1) << op % 9);
    work(&f->activity[cpu].kernel, op);
    kunpeng_advance(&f->m, f->now);
    for (unsigned i = 0; i < 4 && op & 1 && kunpeng_deadline(&f->m) != SIM_NEVER; i++) {
        uint64_t deadline = kunpeng_deadline(&f->m);
        if (deadline > f->now && deadline - f->now < UINT64_C(1) << 40)
            f->now = deadline;
        kunpeng_advance(&f->m, f->now);
    }
}

/* The guest's own traffic: a few lines. */
static void any_lines(struct input *in, struct fake *f)
{
    unsigned which = (unsigned)take(in, 1);

    for (unsigned i = 0; i < which && f->m.cachelines.on; i++)
        kunpeng_cacheline(
            &f->m, which * i, (enum cachelines_direction)(i / 3 % CACHELINES_N_DIRECTIONS));
}

static void do_something(struct input *in, struct fake *f)
{
    unsigned op = (unsigned)take(in, 1);
    struct sim_access access = by(f, op);

    if (op < 60)
        any_register(in, f);
    else if (op < 90)
        a_start(in, f);
    else if (op < 140)
        any_sysreg(in, f);
    else if (op < 150)
        any_power(in, f);
    else if (op < 190)
        any_uncore(in, f);
    else if (op < 200)
        kunpeng_step(&f->m, &access, op / 2 % 4, op % 2);
    else if (op < 206)
        any_lines(in, f);
    else
        pass_time(in, f, op);
}

static struct kunpeng_config some_config(struct input *in)
{
    unsigned which = (unsigned)take(in, 1);
    struct kunpeng_config config = KUNPENG_DEFAULTS;

    config.dies = 1 + which % 2;
    config.clusters = 1 + which / 2 % 3;
    config.cpus = 1 + which % (config.dies * config.clusters * KUNPENG_CLUSTER);
    config.counters = 1 + which * 7 % 31;
    config.hpmn = which % 4 ? 0 : which % config.counters;
    config.kernel_el = 1 + which / 16 % 2;
    config.copies_filter = which & 32;
    config.blind_ns = which & 64 ? 0 : 10000;
    config.uncore = which % 3;
    return config;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static struct fake f;
    struct input in = {data, size};
    const struct sim_host host = {.self = &f,
        .trace = host_trace,
        .read = host_read,
        .write = host_write,
        .activity = host_activity,
        .irq = host_irq};
    struct kunpeng_config config = some_config(&in);

    memset(&f, 0, sizeof(f));
    for (unsigned i = 0; i < 256; i++)
        f.ram[4 * i] = (uint8_t)(i * 37);
    kunpeng_reset(&f.m, &config, &host);
    read_plan(&in, &f.m);
    for (unsigned cpu = 0; cpu < config.cpus; cpu++) {
        struct sim_access access = by(&f, cpu);
        kunpeng_power(&f.m, &access, true);
    }
    for (unsigned i = 0; i < MAX_OPS && in.left; i++) {
        do_something(&in, &f);
        check(&f);
    }
    return 0;
}
