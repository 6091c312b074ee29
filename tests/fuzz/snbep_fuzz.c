/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Turns bytes into a plan and a guest's actions: plan lines first, then
 * accesses, steps and time. Two machines get the same. One is advanced whenever
 * time passes, the other only by accesses. They must agree, and no register may
 * hold an impossible value.
 */
#include "models/sim/trace_frame.h"
#include "models/snbep/imc.h"
#include "models/snbep/snbep_plan.h"
#include "tests/fuzz/fuzz.h"

#include <stdio.h>
#include <string.h>

#define MAX_OPS  400 /* up to 2^38 ns each, far from overflowing 64 bits of ns */
#define MAX_LINE 128

/* ---- invariants ---- */

struct watch {
    uint64_t time; /* of the latest record */
    uint64_t sum;  /* over all records */
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
    watch->time = record->time;
    MUST(trace_frame_decode(&read, 1, bytes, n) && read.value == record->value &&
             read.time == record->time,
        "each record can be written and read");
    add_to_sum(watch, record->kind);
    add_to_sum(watch, record->time);
    add_to_sum(watch, (uint64_t)record->block << 32 | record->offset);
    add_to_sum(watch, record->value);
}

static void check_box(const struct box *box)
{
    const struct box_type *type = box_type_of(box);
    const struct reg_bank *bank = box_bank(box);

    for (unsigned i = 0; i < bank->n_regs; i++) {
        const struct reg *reg = &bank->regs[i];
        uint64_t never = reg_access_mask(reg, REG_RV) | reg_access_mask(reg, REG_ACTION);
        MUST(!(box->values[i] & never), "reserved and action bits are not held");
        MUST(reg->width == 64 || box->values[i] >> reg->width == 0, "values fit their register");
    }
    for (unsigned i = 0; i < box_n_counters(type); i++)
        MUST(box->values[box_counter_reg(type, i)] < UINT64_C(1) << 48,
            "counters have 48 bits at most");
}

static void check_machine(const struct snbep *m)
{
    for (unsigned i = 0; i < m->n_boxes; i++)
        MUST(m->overflow[i] > m->now && m->overflow[i] >= m->next,
            "every overflow up to now has been dealt with");
    MUST(snbep_deadline(m) >= m->now || m->plan.next <= m->now, "deadlines lie ahead");
}

/* Checks one box closely. This is slow, so each operation checks another
 * box. */
static void check_one(const struct snbep *m, unsigned i)
{
    static struct box copy;

    check_box(&m->boxes[i]);
    copy = m->boxes[i];
    memset(copy.overflow, 0, sizeof(copy.overflow));
    MUST(m->overflow[i] <= box_next_overflow(&copy, &m->signals, m->now + SIM_NS_PER_S),
        "the next overflow, searched anew, is awaited");
}

static void check_same(const struct snbep *a, const struct snbep *b)
{
    MUST(a->now == b->now, "both machines have seen the same time");
    MUST(a->plan.next == b->plan.next, "... and wait for the same");
    for (unsigned i = 0; i < a->n_boxes; i++) {
        struct box box_a = a->boxes[i], box_b = b->boxes[i];

        box_advance(&box_a, &a->signals, a->now);
        box_advance(&box_b, &b->signals, b->now);
        MUST(!memcmp(box_a.values, box_b.values, sizeof(box_a.values)), "... and hold the same");
    }
}

/* ---- plans ---- */

/* A line from a pattern, which makes valid lines common, or the input's own
 * text. */
static void make_line(struct input *in, char line[MAX_LINE])
{
    static const char *const amounts[] = {
        "off", "level 1", "50%", "120M/s", "64 MB/s", "800M/s", "1/s"};
    static const char *const faults[] = {"drops writes", "drops writes 3 times", "reads 0x12345678",
        "freezes", "flips 0x80000001", "flips 5 bits", "flips 1 bit seed 9 2 times", "is sound",
        "reads", "flips 65 bits"};
    unsigned kind = (unsigned)take(in, 1) % 10, channel = (unsigned)take(in, 1) % 5;
    unsigned a = (unsigned)take(in, 1), b = (unsigned)take(in, 2);
    const struct box_event *event = &imc_type.events->rows[a % imc_type.events->n];
    const char *const sub = event->subs ? event->subs[b % event->n_subs].name : "";
    const char *const dot = event->subs ? "." : "";
    const char *const reg = imc_bank.regs[a % IMC_N_REGS].name;

    switch (kind) {
    case 0:
        snprintf(line, MAX_LINE, "at boot + %uus", b);
        break;
    case 1:
        snprintf(line, MAX_LINE, "at %sstep %u + %uns", a % 2 ? "end of " : "", a % 4, b);
        break;
    case 2:
        snprintf(line, MAX_LINE, "at %s %u of imc%u.%s%s", a % 2 ? "read" : "write", 1 + a % 3,
            channel, reg, b % 2 ? " in step 1" : "");
        break;
    case 3:
        snprintf(line, MAX_LINE, "%simc%u.%s = 0x%llx", a % 3 ? "" : "s1.", channel, reg,
            (unsigned long long)(take(in, 6) | (a & 16 ? 0xfffffffff000 : 0)));
        break;
    case 4:
    case 5:
        snprintf(line, MAX_LINE, "%simc%u %s%s%s %s", b % 3 ? "" : "s1.", channel, event->name, dot,
            sub, amounts[b % 7]);
        break;
    case 6:
        snprintf(line, MAX_LINE, "imc%u %s%s%s level %u for %u of %u cycles", channel, event->name,
            dot, sub, b % 34, b >> 8, a);
        break;
    case 7:
        snprintf(line, MAX_LINE, "fault imc%u.%s %s", channel, reg,
            faults[b % (sizeof(faults) / sizeof(faults[0]))]);
        break;
    case 8:
        snprintf(line, MAX_LINE, "memory %s", a % 4 ? "guest" : "off");
        break;
    default:
        take_line(in, line, MAX_LINE);
    }
}

/* Both machines get the same plan. */
static void read_plan(struct input *in, struct snbep *a, struct snbep *b)
{
    static struct snbep_plan_text text_a, text_b;
    char line[MAX_LINE], wrong[PLAN_TEXT_WRONG];

    snbep_plan_begin(&text_a, a);
    snbep_plan_begin(&text_b, b);
    for (unsigned n = (unsigned)take(in, 1) % 24; n; n--) {
        unsigned anchors = a->plan.n_anchors, entries = a->plan.n_entries;
        make_line(in, line);
        memset(wrong, 0xff, sizeof(wrong));
        bool good = snbep_plan_line(&text_a, line, wrong);
        MUST(good == snbep_plan_line(&text_b, line, wrong), "a line is good or not");
        if (!good) {
            MUST(memchr(wrong, 0, sizeof(wrong)) && *wrong, "a bad line has a complaint");
            MUST(a->plan.n_anchors == anchors && a->plan.n_entries == entries,
                "... and changes nothing");
        }
    }
}

/* ---- accesses ---- */

/* The two machines, and the next access to both. */
struct pair {
    struct snbep eager, lazy;
    uint64_t now;
    uint64_t clock; /* of the accessing CPU: now or slightly earlier */
    unsigned bus, devfn;
};

static void pci_read(struct pair *p, unsigned offset, unsigned size)
{
    struct sim_access access = {.now = p->clock};

    MUST(snbep_pci_read(&p->eager, &access, p->bus, p->devfn, offset, size) ==
             snbep_pci_read(&p->lazy, &access, p->bus, p->devfn, offset, size),
        "both read the same");
}

static void pci_write(struct pair *p, unsigned offset, unsigned size, uint32_t value)
{
    struct sim_access access = {.now = p->clock};

    snbep_pci_write(&p->eager, &access, p->bus, p->devfn, offset, size, value);
    snbep_pci_write(&p->lazy, &access, p->bus, p->devfn, offset, size, value);
}

static void any_msr(struct input *in, struct pair *p)
{
    struct sim_access access = {.now = p->clock};
    uint32_t msr = 0xc00 + (uint32_t)take(in, 2) % 0x200;
    uint64_t value = take(in, 2) * UINT64_C(0x1000100010001);
    unsigned socket = p->bus == 0xff;

    if (!snbep_has_msr(&p->eager, msr))
        return;
    snbep_msr_write(&p->eager, &access, socket, msr, value);
    snbep_msr_write(&p->lazy, &access, socket, msr, value);
    MUST(snbep_msr_read(&p->eager, &access, socket, msr) ==
             snbep_msr_read(&p->lazy, &access, socket, msr),
        "both read the same");
}

static void any_step(struct input *in, struct pair *p)
{
    struct sim_access access = {.now = p->clock};
    unsigned which = (unsigned)take(in, 1);

    snbep_step(&p->eager, &access, which / 2 % 4, which % 2);
    snbep_step(&p->lazy, &access, which / 2 % 4, which % 2);
}

/* Any function, any aligned offset. */
static void any_access(struct input *in, struct pair *p)
{
    unsigned which = (unsigned)take(in, 1), size = 1u << which % 3;
    unsigned offset = (unsigned)take(in, 1) & ~(size - 1);

    if (which & 0x40)
        p->devfn = (unsigned)take(in, 1);
    if (which & 0x80)
        pci_write(p, offset, size, (uint32_t)take(in, size));
    else
        pci_read(p, offset, size);
}

static void set_control(struct input *in, struct pair *p)
{
    unsigned which = (unsigned)take(in, 1), event = (unsigned)take(in, 1);
    uint32_t ctl = imc_type.events->rows[event % imc_type.events->n].code | 0x0f00;

    ctl |= which & 0x80 ? 0 : 0x400000;                    /* en */
    ctl |= which & 0x40 ? (uint32_t)take(in, 1) << 24 : 0; /* thresh */
    ctl |= which & 0x20 ? 0x800000 : 0;                    /* invert */
    ctl |= which & 0x10 ? 0x040000 : 0;                    /* edge_det */
    pci_write(p, 0xd8 + 4 * (which % 4), 4, ctl);
}

/* Makes it wrap soon. */
static void set_counter(struct input *in, struct pair *p)
{
    unsigned which = (unsigned)take(in, 1) % 5, offset = which == 4 ? 0xd0 : 0xa0 + 8 * which;
    uint64_t value = UINT64_MAX - (take(in, 1) << take(in, 1) % 32);

    pci_write(p, offset, 4, (uint32_t)value);
    pci_write(p, offset + 4, 4, (uint32_t)(value >> 32));
}

/* ---- time ---- */

/* Advances the eager machine and all its boxes to the present. */
static void be_eager(struct snbep *m, uint64_t now)
{
    snbep_advance(m, now);
    for (unsigned i = 0; i < m->n_boxes; i++)
        box_advance(&m->boxes[i], &m->signals, m->now);
}

/* A frozen channel that no plan touches until @now counts nothing. */
static void pass_time(struct input *in, struct pair *p, unsigned op)
{
    static struct box before[SNBEP_ALL_BOXES];
    struct snbep *m = &p->eager;
    bool planned;

    be_eager(m, p->now);
    memcpy(before, m->boxes, sizeof(before));
    p->now += (take(in, 1) + 1) << op % 31;
    planned = m->plan.next <= p->now;
    be_eager(m, p->now);
    for (unsigned i = 0; i < m->n_boxes; i++)
        if (box_type_of(&m->boxes[i]) == &imc_type &&
            (before[i].values[IMC_BOX_CTL] & 0x10100) == 0x10100 && !planned)
            MUST(!memcmp(&before[i].values[IMC_CTR0], &m->boxes[i].values[IMC_CTR0],
                     (IMC_N_COUNTERS + 1) * sizeof(uint64_t)),
                "frozen counters do not move");
}

/* The guest's own traffic: a few cache lines, which both machines see at the
 * same time. */
static void any_lines(struct input *in, struct pair *p)
{
    unsigned which = (unsigned)take(in, 1);

    snbep_advance(&p->eager, p->now);
    snbep_advance(&p->lazy, p->now);
    for (unsigned i = 0; i < which && p->eager.cachelines.on; i++) {
        snbep_cacheline(
            &p->eager, which * i, (enum cachelines_direction)(i / 3 % CACHELINES_N_DIRECTIONS));
        snbep_cacheline(
            &p->lazy, which * i, (enum cachelines_direction)(i / 3 % CACHELINES_N_DIRECTIONS));
    }
}

static void do_something(struct input *in, struct pair *p)
{
    static const unsigned channels[4] = {0x80, 0x81, 0x84, 0x85};
    static const uint32_t freezes[] = {0x10000, 0x10100, 0x00100, 0x10003, 0};
    unsigned op = (unsigned)take(in, 1);

    p->clock = p->now;
    if (op % 29 == 0) { /* another CPU has already shown the machine the present */
        snbep_advance(&p->lazy, p->now);
        p->clock -= p->now / 256;
    }
    p->devfn = channels[op % 4];
    p->bus = op % 3 || p->eager.config.n_sockets == 1 ? 0x7f : 0xff;
    if (op < 30)
        any_access(in, p);
    else if (op < 60)
        pci_read(p, 0xa0 + (unsigned)take(in, 1) % 24 * 4, 4);
    else if (op < 110)
        set_control(in, p);
    else if (op < 140)
        set_counter(in, p);
    else if (op < 160)
        pci_write(p, 0xf4, 4, freezes[take(in, 1) % 5]);
    else if (op < 180)
        pci_write(p, 0xf0, 4, op & 4 ? 0x480000 : 0x400000);
    else if (op < 190)
        any_msr(in, p);
    else if (op < 210)
        any_step(in, p);
    else if (op < 218)
        any_lines(in, p);
    else
        pass_time(in, p, op);
}

enum { N_CLOCKS = 6, N_CONFIGS = 2 * 2 * N_CLOCKS };

/* Includes 800 MHz and 1 GHz. */
static struct snbep_config config_of(unsigned which)
{
    static const uint32_t clocks[N_CLOCKS] = {
        800000000, 1000000000, 666666667, UINT32_MAX, 1000, 1};

    return (struct snbep_config){.box_ctl = which % 2 ? IMC_GUIDE : IMC_SILICON,
        .dclk_hz = clocks[which / 4 % N_CLOCKS],
        .n_sockets = 1 + which / 2 % 2};
}

/* A machine is a value: copying a reset one is much faster than a reset. */
static void fresh(struct snbep *m, unsigned which, struct watch *watch)
{
    static struct snbep *machines[N_CONFIGS];
    struct snbep_config config = config_of(which);

    if (!machines[which]) {
        machines[which] = malloc(sizeof(*m));
        snbep_reset(machines[which], &config, &(struct sim_host){.trace = NULL});
    }
    memcpy(m, machines[which], sizeof(*m));
    m->host = (struct sim_host){.self = watch, .trace = watch_trace};
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static struct pair p;
    struct input in = {data, size};
    unsigned which = (unsigned)take(&in, 1) % N_CONFIGS;
    struct watch watch_a = {0}, watch_b = {0};

    p.now = 0;
    fresh(&p.eager, which, &watch_a);
    fresh(&p.lazy, which, &watch_b);
    read_plan(&in, &p.eager, &p.lazy);
    for (unsigned ops = 0; in.left && ops < MAX_OPS; ops++) {
        do_something(&in, &p);
        check_machine(&p.eager);
        check_one(&p.eager, ops % p.eager.n_boxes);
    }
    be_eager(&p.eager, p.now);
    snbep_advance(&p.lazy, p.now);
    for (unsigned i = 0; i < p.eager.n_boxes; i++) {
        check_one(&p.eager, i);
        check_one(&p.lazy, i);
    }
    check_same(&p.eager, &p.lazy);
    MUST(watch_a.sum == watch_b.sum, "both left the same trace");
    return 0;
}
