/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Turns bytes into traffic and a plan of perf events, and lets Linux's uncore driver carry it out on the
 * model, as tests/linux_uncore.h has that driver: groups that go on and off together, multiplexing, reads
 * while others change, the timer. Each read must be what the oracle says, and what the driver's events have
 * counted must be what the oracle's counters added while these were on. No guest is needed, so a plan takes
 * microseconds.
 */
#include "models/snbep/imc.h"
#include "oracle/snbep/traffic.h"
#include "tests/fuzz/fuzz.h"
#include "tests/linux_uncore.h"

#include <inttypes.h>

enum { MAX_OPS = 60, MAX_LINES = 8, EVENTS = 12, COUNTERS = IMC_FIXED_CTR - IMC_CTR0 + 1 };

enum { FIRST_STEP = 1, N_STEPS = 3 };

struct event {
    bool open, on;
    unsigned leader; /* itself, or the event that it goes on and off with */
    struct lx_event at;
};

/* The kernel, and what it counted by channel and counter. */
struct kernel {
    struct lx lx;
    struct event events[EVENTS];
    unsigned step;
    uint64_t counted[SNBEP_MAX_SOCKETS][SNBEP_CHANNELS][COUNTERS];
};

/* ---- traffic ---- */

/* Rates up to more than a channel's clock: for edges, events must come in neighbouring cycles. */
static void line(struct input *in, char *text, size_t size)
{
    static const char *const units[] = {"/s", "k/s", "M/s"};
    const struct box_event *event = &imc_type.events->rows[take(in, 1) % imc_type.events->n];
    unsigned how = (unsigned)take(in, 1), channel = how % SNBEP_CHANNELS, unit = (how >> 4) % 3;
    const char *socket = how & 0x80 ? "s1." : "";
    unsigned rate = (unsigned)take(in, 2) % (unit == 2 ? 1000 : 65536);

    if ((how & 0x70) == 0x70)
        g_snprintf(text, size, "%simc%u.PMON_CTR%u = 0x%" PRIx64, socket, channel, how >> 2 & 3,
            (UINT64_C(1) << (how & 8 ? 48 : 32)) - rate);
    else
        g_snprintf(text, size, "%simc%u %s%s%s %u%s", socket, channel, event->name, event->n_subs ? "." : "",
            event->n_subs ? event->subs[take(in, 1) % event->n_subs].name : "", rate, units[unit]);
}

/* Returns whether the model's reader takes it; the oracle's must then, too. */
static bool tell(struct snbep_plan_text *text, struct oracle_plan *oracle, const char *line)
{
    char wrong[PLAN_TEXT_WRONG];

    if (!snbep_plan_line(text, line, wrong))
        return false;
    MUST(!oracle_plan_line(oracle, line), "the oracle reads what the model reads");
    return true;
}

/* Each step has its lines. A preset comes where no event is on yet, since the driver would count it. */
static void read_traffic(struct input *in, struct kernel *k)
{
    static struct snbep_plan_text text;
    char at[32], what[96];
    unsigned n = (unsigned)take(in, 1) % MAX_LINES;

    snbep_plan_begin(&text, k->lx.m);
    for (unsigned step = 0; step < N_STEPS; step++) {
        g_snprintf(at, sizeof(at), "at step %u + %uus", FIRST_STEP + step, step ? (unsigned)take(in, 1) : 0);
        tell(&text, k->lx.oracle, at);
        for (unsigned i = 0; i < n; i++) {
            line(in, what, sizeof(what));
            if (!step || !strchr(what, '='))
                tell(&text, k->lx.oracle, what);
        }
    }
}

/* ---- the kernel ---- */

static bool same_box(const struct lx_event *a, const struct lx_event *b)
{
    return a->socket == b->socket && a->channel == b->channel;
}

static uint64_t *counted(struct kernel *k, const struct lx_event *e)
{
    return &k->counted[e->socket][e->channel][e->counter];
}

/* An event for any counter, of any code, with threshold, edge and inversion; or the one for the fixed
 * counter. */
static void open_event(struct input *in, struct kernel *k, unsigned number)
{
    struct event *e = &k->events[number], *leader = &k->events[take(in, 1) % EVENTS];
    unsigned how = (unsigned)take(in, 1);
    uint32_t filters =
        how & 0x40 ? (uint32_t)(take(in, 1) % 40) << 24 | (how & 1) << 18 | (how >> 1 & 1) << 23 : 0;

    if (e->open)
        return;
    *e = (struct event){.open = true, .leader = number};
    e->at.socket = how >> 7 & (k->lx.m->config.n_sockets - 1);
    e->at.channel = how >> 2 & 3;
    if (how & 0x20 && leader->open && leader != e && !leader->on && leader->leader == leader - k->events) {
        e->leader = leader->leader;
        e->at.socket = leader->at.socket;
        e->at.channel = leader->at.channel;
    }
    if ((how & 0x13) == 0x13)
        e->at.counter = IMC_FIXED_CTR;
    else
        e->at.control = imc_type.events->rows[take(in, 1) % imc_type.events->n].code |
                        (uint32_t)take(in, 1) << 8 | filters;
}

static bool is_free(const struct kernel *k, const struct lx_event *at, unsigned counter)
{
    for (unsigned i = 0; i < EVENTS; i++)
        if (k->events[i].on && same_box(&k->events[i].at, at) && k->events[i].at.counter == counter)
            return false;
    return true;
}

/* A counter for @e, as the driver gives one; false: there is none left. */
static bool place(struct kernel *k, struct event *e)
{
    if (e->at.counter == IMC_FIXED_CTR)
        return is_free(k, &e->at, IMC_FIXED_CTR);
    for (unsigned counter = 0; counter < IMC_N_COUNTERS; counter++)
        if (is_free(k, &e->at, counter)) {
            e->at.counter = counter;
            return true;
        }
    return false;
}

/* Within lx_box(). */
static void begin(struct kernel *k, struct event *e)
{
    e->at.prev = lx_counter(&k->lx, &e->at);
    lx_write(&k->lx, e->at.socket, e->at.channel, lx_control_reg(&e->at), e->at.control | lx_en());
}

static void end(struct kernel *k, struct event *e)
{
    lx_write(&k->lx, e->at.socket, e->at.channel, lx_control_reg(&e->at), e->at.control);
    lx_update(&k->lx, &e->at);
    *counted(k, &e->at) += e->at.count;
    e->at.count = 0;
    e->on = false;
}

/* All members go on, or none. */
static void group_on(struct kernel *k, unsigned leader)
{
    bool all = k->events[leader].open && !k->events[leader].on;

    for (unsigned i = 0; all && i < EVENTS; i++)
        if (k->events[i].open && k->events[i].leader == leader)
            all = k->events[i].on = place(k, &k->events[i]);
    lx_box(&k->lx, &k->events[leader].at, false);
    for (unsigned i = 0; i < EVENTS; i++) {
        if (!k->events[i].open || k->events[i].leader != leader || !k->events[i].on)
            continue;
        if (all)
            begin(k, &k->events[i]);
        else
            k->events[i].on = false;
    }
    lx_box(&k->lx, &k->events[leader].at, true);
}

static void group_off(struct kernel *k, unsigned leader)
{
    lx_box(&k->lx, &k->events[leader].at, false);
    for (unsigned i = 0; i < EVENTS; i++)
        if (k->events[i].on && k->events[i].leader == leader)
            end(k, &k->events[i]);
    lx_box(&k->lx, &k->events[leader].at, true);
}

/* Members stay, and lead themselves. */
static void close_event(struct kernel *k, unsigned number)
{
    group_off(k, k->events[number].leader);
    k->events[number].open = false;
    for (unsigned i = 0; i < EVENTS; i++)
        if (k->events[i].open && k->events[i].leader == number)
            k->events[i].leader = i;
}

/* Of the timer, for all; of a program, for one. */
static void update(struct kernel *k, unsigned first, unsigned last)
{
    for (unsigned i = first; i <= last; i++)
        if (k->events[i].on)
            lx_update(&k->lx, &k->events[i].at);
}

static void do_something(struct input *in, struct kernel *k)
{
    unsigned op = (unsigned)take(in, 1), number = op / 8 % EVENTS;

    switch (op % 8) {
    case 0:
    case 1:
        open_event(in, k, number);
        break;
    case 2:
    case 3:
        if (k->events[number].open && !k->events[k->events[number].leader].on)
            group_on(k, k->events[number].leader);
        break;
    case 4:
        group_off(k, k->events[number].leader);
        break;
    case 5:
        update(k, op & 0x80 ? 0 : number, op & 0x80 ? EVENTS - 1 : number);
        break;
    case 6:
        if (op < 0xc0)
            k->lx.now += take(in, 2) << op / 8; /* up to half a second, and then for longer */
        else if (k->step < FIRST_STEP + N_STEPS - 1)
            lx_step(&k->lx, ++k->step, false);
        break;
    default:
        if (k->events[number].open)
            close_event(k, number);
    }
}

/* ---- what must hold ---- */

/* The driver reads halves, and takes a carry between them for a count: docs/findings.md. */
static bool is_torn(const struct truth *truth, const struct truth_interval *interval)
{
    for (guint i = 0; i < truth->notes->len; i++) {
        const struct truth_note *note = g_ptr_array_index(truth->notes, i);
        if (note->kind == TRUTH_TORN && note->block == interval->block && note->counter == interval->counter)
            return true;
    }
    return false;
}

static void check(struct kernel *k)
{
    struct truth *truth =
        truth_replay_snbep(&k->lx.m->config, k->lx.oracle, lx_records(&k->lx), k->lx.records->len);

    for (guint i = 0; i < truth->notes->len; i++) {
        const struct truth_note *note = g_ptr_array_index(truth->notes, i);
        if (note->kind == TRUTH_WRONG)
            fprintf(stderr, "%s\n", note->text);
        MUST(note->kind != TRUTH_WRONG, "the driver reads what the oracle says");
    }
    for (guint i = 0; i < truth->intervals->len; i++) {
        const struct truth_interval *t = &g_array_index(truth->intervals, struct truth_interval, i);

        MUST(t->driver == t->truth || is_torn(truth, t), "the driver counts what the oracle's counter adds");
        k->counted[t->block / SNBEP_N_BLOCKS][t->block % SNBEP_N_BLOCKS][t->counter - IMC_CTR0] -= t->driver;
    }
    for (size_t i = 0; i < sizeof(k->counted) / sizeof(uint64_t); i++)
        MUST(!(&k->counted[0][0][0])[i], "events have what their counters added while they were on");
    truth_free(truth);
}

static void fresh(struct kernel *k, unsigned which)
{
    static const uint32_t clocks[] = {800000000, 1000000000, 666666667, 933333333};
    struct snbep_config config = SNBEP_DEFAULTS;
    struct lx *lx = &k->lx;

    if (!lx->m) {
        lx->m = g_new(struct snbep, 1);
        lx->oracle = g_new(struct oracle_plan, 1);
        lx->records = g_array_new(FALSE, FALSE, sizeof(struct trace_record));
    }
    config.box_ctl = which & 1 ? IMC_GUIDE : IMC_SILICON;
    config.n_sockets = 1 + (which >> 1 & 1);
    config.dclk_hz = clocks[which >> 2 & 3];
    g_array_set_size(lx->records, 0);
    memset(lx->oracle, 0, sizeof(*lx->oracle));
    snbep_reset(lx->m, &config, &(struct sim_host){.self = lx->records, .trace = lx_record});
    *k = (struct kernel){.lx = *lx, .step = FIRST_STEP};
    k->lx.now = MS;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static struct kernel k;
    struct input in = {data, size};

    fresh(&k, (unsigned)take(&in, 1));
    read_traffic(&in, &k);
    for (unsigned i = 0; i < k.lx.m->config.n_sockets * SNBEP_CHANNELS; i++)
        lx_init(&k.lx, i / SNBEP_CHANNELS, i % SNBEP_CHANNELS);
    lx_step(&k.lx, FIRST_STEP, false);
    for (unsigned ops = 0; in.left && ops < MAX_OPS; ops++)
        do_something(&in, &k);
    for (unsigned i = 0; i < EVENTS; i++)
        if (k.events[i].open)
            close_event(&k, i);
    check(&k);
    return 0;
}
