/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Turns bytes into a plan and a guest's actions: options and plan lines first,
 * then register accesses, instructions in and outside of windows, steps, time.
 * Two machines get the same, one of them in smaller portions. They must agree.
 * No register may hold an impossible value, and no interrupt may be early.
 */
#include "models/epyc/epyc_cpuid.h"
#include "models/epyc/epyc_plan.h"
#include "models/sim/trace_frame.h"
#include "tests/fuzz/fuzz.h"

#include <stdio.h>
#include <string.h>

#define MAX_OPS  600
#define MAX_LINE 128

/* ---- invariants ---- */

/* A machine's reports to the outside. */
struct watch {
    const struct epyc *m;
    uint64_t time, sum; /* of the latest record; of all records */
    uint64_t samples, nmis;
    unsigned stray; /* interrupts without a sample that are allowed: writes on family 10h */
};

static void add_to_sum(struct watch *watch, uint64_t value)
{
    watch->sum = (watch->sum ^ value) * UINT64_C(0x100000001b3);
}

static void watch_trace(void *self, const struct trace_record *record)
{
    struct watch *watch = self;
    struct trace_record read;
    uint8_t bytes[TRACE_COLUMNS * TRACE_COLUMN_SIZE + TRACE_RECORD_MAX];
    size_t n = trace_frame_encode(record, 1, bytes);

    MUST(record->time >= watch->time, "the trace goes forward");
    MUST(trace_frame_decode(&read, 1, bytes, n) && read.value == record->value &&
             read.offset == record->offset,
        "each record can be written and read");
    MUST(record->kind == TRACE_PLAN || record->kind == TRACE_STEP_BEGIN ||
             record->kind == TRACE_STEP_END || epyc_bank(record->block),
        "each block is one");
    watch->time = record->time;
    watch->samples += record->kind == TRACE_SAMPLE;
    add_to_sum(watch, record->kind);
    add_to_sum(watch, record->time);
    add_to_sum(watch, (uint64_t)record->block << 32 | record->offset);
    add_to_sum(watch, record->value);
}

static void watch_nmi(void *self, unsigned cpu)
{
    struct watch *watch = self;
    const struct epyc_cpu *c = &watch->m->cpus[cpu];
    uint64_t ctl = c->ibs.values[IBS_CTL];

    MUST(ctl & 0x100 && (ctl & 15) < APIC_N_EILVTS, "an interrupt has an entry");
    MUST((c->apic.values[APIC_EILVT0 + (ctl & 15)] & 0x10700) == 0x400, "... which lets NMIs pass");
    MUST(c->apic.enabled, "... and an APIC that is on");
    watch->nmis++;
    MUST(watch->nmis <= watch->samples + watch->stray, "... and a cause");
    add_to_sum(watch, cpu);
}

static void check_bank(const struct reg_bank *bank, const uint64_t *values)
{
    for (unsigned i = 0; i < bank->n_regs; i++) {
        const struct reg *reg = &bank->regs[i];
        MUST(!(values[i] & reg_access_mask(reg, REG_RV)), "reserved bits are not held");
        MUST(reg->width == 64 || values[i] >> reg->width == 0, "values fit their register");
    }
}

static void check_machine(const struct epyc *m)
{
    for (unsigned i = 0; i < m->config.cpus; i++) {
        const struct epyc_cpu *c = &m->cpus[i];
        uint64_t ops = ibs_op_left(&c->ibs), fetches = ibs_fetch_left(&c->ibs),
                 ahead = epyc_countdown(m, i);
        check_bank(ibs_bank_of(m->config.variant), c->ibs.values);
        check_bank(&apic_bank, c->apic.values);
        MUST(c->ibs.fetch_low < 16, "four bits of the fetch counter are hidden");
        MUST(ops == IBS_NEVER || ibs_op_counts(&c->ibs), "only what counts is awaited");
        struct ibs copy = c->ibs;
        MUST(ibs_op_due(&copy) == !ops,
            "what was remembered of the control registers is what they say");
        MUST(ops == IBS_NEVER || ops < 1 << 27, "no sample is further than a counter reaches");
        MUST(fetches == IBS_NEVER || fetches < 1 << 20, "...");
        MUST(!ahead == (ops == IBS_NEVER && fetches == IBS_NEVER),
            "a window is awaited if a sample is");
        MUST(ahead <= ops || ops <= m->config.window, "... and begins before it");
    }
}

/* ---- configuration and plan ---- */

static struct epyc_config some_config(struct input *in)
{
    static const char *const faults[] = {"lvt=1", "lvt=invalid", "lvt=busy", "val=stuck",
        "nmi=lost:2", "nmi=lost:1", "caps=0x7ff", "window=1", "window=300", "fetch-ops=1",
        "sockets=2", "l1d=64/1"};
    static const char *const small[] = {"l1d=512/2", "l1i=512/2", "l2=2K/4", "l3=4K/4", "dtlb=2/2",
        "dtlb2=8/2", "itlb=2/1", "itlb2=8/2", "opcache=4/2", "bht=16", "btb=8", "ras=2"};
    struct epyc_config config = EPYC_DEFAULTS;
    unsigned which = (unsigned)take(in, 1);

    for (unsigned i = 0; i < sizeof(small) / sizeof(small[0]); i++)
        MUST(!config_parse(epyc_options, &config, small[i]), "small tables are sound");
    config.variant = (enum ibs_variant)(which % IBS_N_VARIANTS);
    if (which & 0x80)
        MUST(!config_parse(
                 epyc_options, &config, faults[take(in, 1) % (sizeof(faults) / sizeof(faults[0]))]),
            "faults are options");
    return config;
}

/* An option from the input, accepted or refused. */
static void any_option(struct input *in)
{
    struct epyc_config config = EPYC_DEFAULTS;
    char option[48], text[CONFIG_TEXT];

    take_line(in, option, sizeof(option));
    if (config_parse(epyc_options, &config, option)) {
        MUST(!memcmp(&config, &EPYC_DEFAULTS, sizeof(config)), "what is refused changes nothing");
        return;
    }
    config_print(epyc_options, &config, text);
    struct memory_config memory = epyc_config_memory(&config);
    for (unsigned t = 0; t < MEMORY_N_TABLES; t++)
        MUST(ways_sound(memory.tables[t], memory_most((enum memory_table)t)), "tables are sound");
}

static void make_line(struct input *in, enum ibs_variant variant, char line[MAX_LINE])
{
    unsigned kind = (unsigned)take(in, 1) % 6, a = (unsigned)take(in, 1), b = (unsigned)take(in, 2);
    const struct reg_bank *bank = a & 0x80 ? &apic_bank : ibs_bank_of(variant);
    const char *const dot = a & 0x80 ? ".apic" : "", *const reg = bank->regs[a % bank->n_regs].name;

    switch (kind) {
    case 0:
        snprintf(line, MAX_LINE, "at boot + %uns", b);
        break;
    case 1:
        snprintf(line, MAX_LINE, "at %sstep %u + %uns", a % 2 ? "end of " : "", a % 4, b);
        break;
    case 2:
        snprintf(line, MAX_LINE, "at %s %u of cpu%u%s.%s", a % 2 ? "read" : "write", 1 + b % 3,
            b % 3, dot, reg);
        break;
    case 3:
    case 4:
        snprintf(line, MAX_LINE, "cpu%u%s.%s = 0x%llx", b % 3, dot, reg,
            (unsigned long long)take(in, a % 9));
        break;
    default:
        take_line(in, line, MAX_LINE);
    }
}

static void read_plan(struct input *in, struct epyc *a, struct epyc *b)
{
    static struct epyc_plan_text text_a, text_b;
    char line[MAX_LINE], wrong[PLAN_TEXT_WRONG];

    epyc_plan_begin(&text_a, a);
    epyc_plan_begin(&text_b, b);
    for (unsigned n = (unsigned)take(in, 1) % 12; n; n--) {
        unsigned anchors = a->plan.n_anchors, entries = a->plan.n_entries;
        make_line(in, a->config.variant, line);
        memset(wrong, 0xff, sizeof(wrong));
        bool good = epyc_plan_line(&text_a, line, wrong);
        MUST(good == epyc_plan_line(&text_b, line, wrong), "a line is good or not");
        if (!good) {
            MUST(memchr(wrong, 0, sizeof(wrong)) && *wrong, "a bad line has a complaint");
            MUST(a->plan.n_anchors == anchors && a->plan.n_entries == entries,
                "... and changes nothing");
        }
    }
}

struct pair {
    struct epyc whole, parts;
    struct watch watch_whole, watch_parts;
    uint64_t now;
    bool window[EPYC_MAX_CPUS];
    uint64_t pc;
};

static unsigned some_cpu(struct input *in, const struct pair *p)
{
    return (unsigned)take(in, 1) % p->whole.config.cpus;
}

/* Makes both controls, good periods and Val common. */
static uint64_t some_control(struct input *in, bool fetch)
{
    unsigned which = (unsigned)take(in, 1);
    uint64_t value = take(in, 1) + (which & 1 ? 0 : take(in, 1) << 8);

    if (fetch) {
        value |= which & 2 ? UINT64_C(1) << 48 : 0;
        value |= which & 4 ? UINT64_C(1) << 57 : 0;
        value |= which & 8 ? UINT64_C(1) << 59 : 0;
        value |= which & 16 ? take(in, 2) << 16 : 0;
        return value | (which & 32 ? UINT64_C(1) << 49 : 0);
    }
    value |= (which & 14) << 16;
    value |= which & 16 ? take(in, 4) << 32 : 0;
    value |= which & 32 ? UINT64_C(1) << 16 : 0;
    value |= which & 64 ? take(in, 1) << 20 : 0;
    return value | (which & 128 ? UINT64_C(1) << 63 | take(in, 1) << 59 : 0);
}

static void write_msr(struct pair *p, unsigned cpu, uint32_t msr, uint64_t value)
{
    struct sim_access access = {.now = p->now, .cpu = cpu};
    bool stray = p->whole.config.variant == IBS_FAM10H;

    if (!epyc_has_msr(&p->whole, msr))
        return;
    p->watch_whole.stray += stray;
    p->watch_parts.stray += stray;
    epyc_msr_write(&p->whole, &access, msr, value);
    epyc_msr_write(&p->parts, &access, msr, value);
}

static void read_msr(struct pair *p, unsigned cpu, uint32_t msr)
{
    struct sim_access access = {.now = p->now, .cpu = cpu};

    if (epyc_has_msr(&p->whole, msr))
        MUST(epyc_msr_read(&p->whole, &access, msr) == epyc_msr_read(&p->parts, &access, msr),
            "both read the same");
}

static uint32_t some_msr(struct input *in)
{
    unsigned which = (unsigned)take(in, 1);

    return which & 0x80 ? 0x840 + which % 0x18 : UINT32_C(0xc0011030) + which % 0x10;
}

static void any_apic(struct input *in, struct pair *p)
{
    static const uint32_t entries[] = {0x400, 0x10400, 0x10000, 0xf9};
    struct sim_access access = {.now = p->now, .cpu = some_cpu(in, p)};
    unsigned which = (unsigned)take(in, 1);
    uint32_t offset = which & 1 ? 0x500 : (which & 0x7e) << 4,
             value = which & 1 ? entries[take(in, 1) % 4] : 0;
    uint32_t other = value;

    if (which & 0x80) {
        value = which & 1 ? value : (uint32_t)take(in, 4);
        MUST(epyc_apic_write(&p->whole, &access, offset, value) ==
                 epyc_apic_write(&p->parts, &access, offset, value),
            "both take the write or not");
        return;
    }
    MUST(epyc_apic_read(&p->whole, &access, offset, &value) ==
                 epyc_apic_read(&p->parts, &access, offset, &other) &&
             value == other,
        "both read the same");
}

static void some_access(struct input *in, struct sim_op_access *a)
{
    unsigned which = (unsigned)take(in, 1);

    a->linear = which & 1 ? take(in, 8) : take(in, 2);
    a->physical = which & 2 ? SIM_OP_NO_PHYSICAL : which & 4 ? take(in, 8) : a->linear & 0xffff;
    a->size = (uint8_t)(which & 8 ? take(in, 1) : 8);
    a->page_shift = (uint8_t)(which & 16 ? take(in, 1) % 64 : 12);
    a->store = which & 32;
    a->io = which & 64;
}

static struct sim_op some_op(struct input *in, struct pair *p)
{
    unsigned which = (unsigned)take(in, 1), more = which & 1 ? (unsigned)take(in, 1) : 0;
    struct sim_op op = {.now = p->now, .pc = p->pc, .length = 4, .retired = !(more & 1)};

    op.pc_physical = more & 2 ? SIM_OP_NO_PHYSICAL : p->pc & 0xffff;
    op.page_shift = more & 4 ? 21 : 12;
    op.locked = more & 8;
    op.streaming = more & 16;
    op.branch = (enum sim_branch)(which >> 1 & 7) % (SIM_RETURN + 1);
    op.target = which & 16 ? take(in, 1 + (which & 7)) : p->pc - 32;
    op.next_pc = op.branch != SIM_NO_BRANCH && which & 32 ? op.target : op.pc + op.length;
    op.n_accesses = which & 64 ? 1 + (more >> 6) : 0;
    for (unsigned i = 0; i < op.n_accesses; i++)
        some_access(in, &op.accesses[i]);
    p->pc = op.next_pc;
    return op;
}

/* One op in the window, or the beginning of a window. */
static void show(struct input *in, struct pair *p, unsigned cpu)
{
    struct sim_op op = some_op(in, p);
    uint64_t samples = p->watch_whole.samples;
    enum epyc_window on = epyc_op(&p->whole, cpu, &op);

    MUST(on == epyc_op(&p->parts, cpu, &op), "both go on or not");
    MUST(p->watch_whole.samples - samples <= 2, "an op is one sample of each engine at most");
    p->window[cpu] = on == EPYC_WINDOW_ON;
}

/* Executes ops outside of a window: at once or in two portions, sometimes past
 * the window's start. */
static void pass(struct input *in, struct pair *p, unsigned cpu)
{
    uint64_t n = epyc_countdown(&p->whole, cpu), part = take(in, 2);

    MUST(n == epyc_countdown(&p->parts, cpu), "both await the same");
    if (!n || part & 1)
        n = part * 17;
    epyc_executed(&p->whole, cpu, n);
    part = part < n ? part : n / 2;
    epyc_executed(&p->parts, cpu, part);
    epyc_executed(&p->parts, cpu, n - part);
    p->window[cpu] = true;
}

static void do_something(struct input *in, struct pair *p)
{
    unsigned op = (unsigned)take(in, 1), cpu = some_cpu(in, p);
    struct sim_access access = {.now = p->now, .cpu = cpu};

    if (op < 30)
        write_msr(p, cpu, some_msr(in), take(in, 8));
    else if (op < 60)
        write_msr(p, cpu, 0xc0011030, some_control(in, true));
    else if (op < 90)
        write_msr(p, cpu, 0xc0011033, some_control(in, false));
    else if (op < 110)
        read_msr(p, cpu, some_msr(in));
    else if (op < 130)
        any_apic(in, p);
    else if (op < 180 && !p->window[cpu])
        pass(in, p, cpu);
    else if (op < 235)
        show(in, p, cpu);
    else if (op < 245) {
        epyc_step(&p->whole, &access, op % 4, op & 1);
        epyc_step(&p->parts, &access, op % 4, op & 1);
    } else {
        p->now += take(in, 2);
        epyc_advance(&p->parts, p->now);
        epyc_advance(&p->whole, p->now);
    }
}

static void watch_reset(struct watch *watch, struct epyc *m, const struct epyc_config *config)
{
    *watch = (struct watch){.m = m};
    epyc_reset(
        m, config, &(struct sim_host){.self = watch, .trace = watch_trace, .nmi = watch_nmi});
}

static void any_cpuid(struct input *in, const struct epyc *m)
{
    uint32_t leaf = (uint32_t)take(in, 4), regs[4] = {1, 2, 3, 4};

    epyc_cpuid(m, leaf, 0, regs);
    MUST(epyc_has_leaf(leaf) || (regs[0] == 1 && regs[1] == 2 && regs[2] == 3 && regs[3] == 4),
        "leaves that are not ours stay as they are");
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static struct pair p;
    struct input in = {data, size};
    struct epyc_config config = some_config(&in);

    any_option(&in);
    watch_reset(&p.watch_whole, &p.whole, &config);
    watch_reset(&p.watch_parts, &p.parts, &config);
    memset(p.window, 0, sizeof(p.window));
    p.now = 0;
    p.pc = 0x401000;
    read_plan(&in, &p.whole, &p.parts);
    any_cpuid(&in, &p.whole);
    for (unsigned ops = 0; in.left && ops < MAX_OPS; ops++) {
        do_something(&in, &p);
        check_machine(&p.whole);
    }
    MUST(p.watch_whole.sum == p.watch_parts.sum, "both left the same trace");
    MUST(p.watch_whole.nmis == p.watch_parts.nmis, "... and the same interrupts");
    for (unsigned c = 0; c < config.cpus; c++)
        MUST(!memcmp(p.whole.cpus[c].ibs.values, p.parts.cpus[c].ibs.values,
                 sizeof(p.whole.cpus[c].ibs.values)),
            "... and hold the same");
    return 0;
}
