/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Bytes as what a plan and a guest do to the machine: plan lines first, then accesses, steps and the passing
 * of time. Two machines see the same, of which one is advanced at every passing of time and the other only by
 * accesses: whatever comes in, they must agree, and no register may hold what it cannot.
 */
#include "models/uncore/snbep_plan.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MAX_OPS  400 /* of at most 2^38 ns each, so far from where nanoseconds leave 64 bits */
#define MAX_LINE 128

struct input {
    const uint8_t *at;
    size_t left;
};

static uint64_t take(struct input *in, unsigned bytes)
{
    uint64_t value = 0;

    while (bytes-- && in->left) {
        value = value << 8 | *in->at++;
        in->left--;
    }
    return value;
}

#define MUST(condition, what)                                                                                \
    do {                                                                                                     \
        if (!(condition)) {                                                                                  \
            fprintf(stderr, "%s:%d: %s: %s\n", __FILE__, __LINE__, what, #condition);                        \
            abort();                                                                                         \
        }                                                                                                    \
    } while (0)

/* ---- what must always hold ---- */

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
    struct trace_state to = {0}, from = {0};
    struct trace_record read;
    uint8_t bytes[TRACE_RECORD_MAX];
    size_t n = trace_encode(&to, record, bytes);

    MUST(record->time >= watch->time, "the trace goes forward");
    watch->time = record->time;
    MUST(
        trace_decode(&from, bytes, n, &read) == n && read.value == record->value && read.time == record->time,
        "each record can be written and read");
    add_to_sum(watch, record->kind);
    add_to_sum(watch, record->time);
    add_to_sum(watch, (uint64_t)record->block << 32 | record->offset);
    add_to_sum(watch, record->value);
}

static void check_box(const struct imc_box *box)
{
    const struct reg_bank *bank = imc_bank(box->mode);

    for (unsigned i = 0; i < bank->n_regs; i++) {
        const struct reg *reg = &bank->regs[i];
        uint64_t never = reg_access_mask(reg, REG_RV) | reg_access_mask(reg, REG_ACTION);
        MUST(!(box->values[i] & never), "reserved and action bits are not held");
        MUST(reg->width == 64 || box->values[i] >> reg->width == 0, "values fit their register");
    }
    for (unsigned i = 0; i <= IMC_N_COUNTERS; i++)
        MUST(box->values[IMC_CTR0 + i] < UINT64_C(1) << 48, "counters have 48 bits");
}

static void check_machine(const struct snbep *m, uint64_t now)
{
    MUST(m->now >= now, "the machine has seen this moment");
    for (unsigned s = 0; s < m->config.n_sockets; s++)
        for (unsigned c = 0; c < SNBEP_CHANNELS; c++) {
            check_box(&m->imc[s][c]);
            MUST(m->overflow[s][c] > m->now, "every overflow up to now has been dealt with");
        }
    MUST(snbep_deadline(m) >= m->now || m->plan.next <= m->now, "deadlines lie ahead");
}

static void check_same(const struct snbep *a, const struct snbep *b)
{
    MUST(a->now == b->now, "both machines have seen the same time");
    MUST(a->plan.next == b->plan.next, "... and wait for the same");
    for (unsigned s = 0; s < a->config.n_sockets; s++)
        for (unsigned c = 0; c < SNBEP_CHANNELS; c++) {
            struct imc_box box_a = a->imc[s][c], box_b = b->imc[s][c];
            imc_advance(&box_a, a->now);
            imc_advance(&box_b, b->now);
            MUST(!memcmp(box_a.values, box_b.values, sizeof(box_a.values)), "... and hold the same");
        }
}

/* ---- plans ---- */

/* A line from a pattern, so that good lines are common; or the input's own text. */
static void make_line(struct input *in, char line[MAX_LINE])
{
    static const char *const amounts[] = {"off", "level 1", "50%", "120M/s", "64 MB/s", "800M/s", "1/s"};
    unsigned kind = (unsigned)take(in, 1) % 8, channel = (unsigned)take(in, 1) % 5, i = 0;
    unsigned a = (unsigned)take(in, 1), b = (unsigned)take(in, 2);
    const struct imc_event *event = &imc_events[a % imc_n_events];
    const char *const sub = event->subs ? event->subs[b % event->n_subs].name : "";
    const char *const dot = event->subs ? "." : "";
    const char *const reg = imc_bank(IMC_SILICON)->regs[a % IMC_N_REGS].name;

    switch (kind) {
    case 0:
        snprintf(line, MAX_LINE, "at boot + %uus", b);
        break;
    case 1:
        snprintf(line, MAX_LINE, "at %sstep %u + %uns", a % 2 ? "end of " : "", a % 4, b);
        break;
    case 2:
        snprintf(line, MAX_LINE, "at %s %u of imc%u.%s%s", a % 2 ? "read" : "write", 1 + a % 3, channel, reg,
            b % 2 ? " in step 1" : "");
        break;
    case 3:
        snprintf(line, MAX_LINE, "%simc%u.%s = 0x%llx", a % 3 ? "" : "s1.", channel, reg,
            (unsigned long long)(take(in, 6) | (a & 16 ? 0xfffffffff000 : 0)));
        break;
    case 4:
    case 5:
        snprintf(line, MAX_LINE, "%simc%u %s%s%s %s", b % 3 ? "" : "s1.", channel, event->name, dot, sub,
            amounts[b % 7]);
        break;
    case 6:
        snprintf(line, MAX_LINE, "imc%u %s%s%s level %u for %u of %u cycles", channel, event->name, dot, sub,
            b % 34, b >> 8, a);
        break;
    default:
        while (i + 1 < MAX_LINE && in->left && (line[i] = (char)take(in, 1)) && line[i] != '\n')
            i++;
        line[i] = 0;
    }
}

/* Both machines get the same plan; one of the texts at least stays readable for the other. */
static void read_plan(struct input *in, struct snbep *a, struct snbep *b)
{
    static struct snbep_plan_text text_a, text_b;
    char line[MAX_LINE], wrong[SNBEP_PLAN_WRONG];

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
            MUST(a->plan.n_anchors == anchors && a->plan.n_entries == entries, "... and changes nothing");
        }
    }
}

/* ---- accesses ---- */

static unsigned some_devfn(struct input *in)
{
    static const unsigned channels[4] = {0x80, 0x81, 0x84, 0x85};
    unsigned which = (unsigned)take(in, 1);

    return which < 0xe0 ? channels[which % 4] : (unsigned)take(in, 1);
}

/* Does one thing to both machines; what they answer must be the same. */
static void access_both(struct input *in, struct snbep *a, struct snbep *b, uint64_t now, unsigned op)
{
    struct sim_access access = {now, take(in, 1), (unsigned)(op & 1)};
    unsigned size = 1u << op % 3, socket = (unsigned)take(in, 1) % a->config.n_sockets;
    unsigned bus = socket ? 0xff : 0x7f, devfn = some_devfn(in);
    unsigned offset = (unsigned)take(in, 1) & ~(size - 1);
    uint32_t value = (uint32_t)take(in, 4), msr = 0xc00 + value % 0x200;

    if (op < 60) {
        MUST(snbep_pci_read(a, &access, bus, devfn, offset, size) ==
                 snbep_pci_read(b, &access, bus, devfn, offset, size),
            "both read the same");
    } else if (op < 200) {
        snbep_pci_write(a, &access, bus, devfn, offset, size, value);
        snbep_pci_write(b, &access, bus, devfn, offset, size, value);
    } else if (op < 220) {
        if (!snbep_has_msr(msr))
            return;
        snbep_msr_write(a, &access, socket, msr, value * UINT64_C(0x100010001));
        snbep_msr_write(b, &access, socket, msr, value * UINT64_C(0x100010001));
        MUST(snbep_msr_read(a, &access, socket, msr) == snbep_msr_read(b, &access, socket, msr),
            "both read the same");
    } else {
        snbep_step(a, &access, value % 4, op & 1);
        snbep_step(b, &access, value % 4, op & 1);
    }
}

/* A box that is frozen and will stay so until @now counts nothing. */
static void advance(struct snbep *m, uint64_t now)
{
    struct imc_box box = m->imc[0][0];
    bool still = imc_frozen(&box) && m->plan.next > now;

    imc_advance(&box, m->now);
    snbep_advance(m, now);
    if (still) {
        imc_advance(&m->imc[0][0], now);
        MUST(!memcmp(box.values, m->imc[0][0].values, sizeof(box.values)), "frozen counters do not move");
    }
}

/* Alike for both; 800 MHz and 1 GHz among them. */
static struct snbep_config some_config(struct input *in)
{
    static const uint32_t clocks[] = {800000000, 1000000000, 666666667, UINT32_MAX, 1000, 1};
    unsigned which = (unsigned)take(in, 1);

    return (struct snbep_config){
        which & 1 ? IMC_GUIDE : IMC_SILICON, clocks[(which >> 2) % 6], 1 + (which >> 1) % 2};
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static struct snbep eager, lazy;
    struct input in = {data, size};
    struct snbep_config config = some_config(&in);
    struct watch watch_a = {0}, watch_b = {0};
    uint64_t now = 0;

    snbep_reset(&eager, &config, &(struct sim_host){&watch_a, watch_trace});
    snbep_reset(&lazy, &config, &(struct sim_host){&watch_b, watch_trace});
    read_plan(&in, &eager, &lazy);
    for (unsigned ops = 0; in.left && ops < MAX_OPS; ops++) {
        unsigned op = (unsigned)take(&in, 1);
        if (op < 230) {
            access_both(&in, &eager, &lazy, now, op);
        } else {
            now += (take(&in, 1) + 1) << op % 31;
            advance(&eager, now);
        }
        check_machine(&eager, op < 230 ? 0 : now);
    }
    now = now > eager.now ? now : eager.now;
    snbep_advance(&eager, now);
    snbep_advance(&lazy, now);
    check_machine(&lazy, now);
    check_same(&eager, &lazy);
    MUST(watch_a.sum == watch_b.sum, "both left the same trace");
    return 0;
}
