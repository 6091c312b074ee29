/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Turns bytes into traffic and perf events. tests/linux_imc.h performs the
 * accesses of Linux's imc-pmu and skiboot on the model. Chips' microcode is
 * paused and resumed, cores count while an event needs them, and threads'
 * events are switched with tasks. Each read must equal the oracle's value. An
 * event's count must equal the growth of the oracle's word between the same
 * reads.
 */
#include "harness/truth/power9/replay.h"
#include "tests/fuzz/fuzz.h"
#include "tests/linux_imc.h"

enum {
    MAX_OPS = 60,
    MAX_LINES = 6,
    EVENTS = 12,
    CPUS = 8,
    CHIPS = 2,
    THREADS = 2,
    CORES = CPUS / THREADS
};

enum { FIRST_STEP = 1, N_STEPS = 3 };

struct event {
    bool open, on;
    struct li_event at;
    /* the record of its first read, or TRUTH_NONE if the trace cannot have
     * it */
    gsize began;
};

/* An event's count between two reads. */
struct count {
    gsize from, to; /* records */
    uint64_t count;
};

struct kernel {
    struct li li;
    struct event events[EVENTS];
    unsigned opened[LI_THREAD][CPUS]; /* events of a chip or core */
    unsigned step;
    struct count counts[MAX_OPS + EVENTS];
    unsigned n_counts;
};

/* ---- traffic ---- */

static void line(struct input *in, char *text, size_t size)
{
    static const char *const what[] = {"chip%u.mcs01 PM_MCS01_64B_RD_DISP_PORT01 %uk/s",
        "chip%u.mba0 PM_MBA0_READ_BYTES %u/s", "chip%u.mcs01 PM_MCS01_64B_RD_DISP_PORT23 %uM/s",
        "chip%u.xlink0 PM_XLINK0_OUT_ODD_CYC %u/s", "chip%u.MODE = %u",
        "chip%u.AVAILABILITY = 0x%x0000000000", "chip%u.SPEED = %u", "core%u CPM_INST %u/s"};
    unsigned how = (unsigned)take(in, 1), value = (unsigned)take(in, 2);

    if (how / CHIPS % 8 == 4 || how / CHIPS % 8 == 6)
        value %= 8;
    /* Mostly traffic; sometimes a setting of the chip. */
    g_snprintf(
        text, size, what[how < 0xc0 ? how / CHIPS % 4 : how / CHIPS % 8], how % CHIPS, value);
}

static void tell(struct p9_plan_text *text, struct oracle_p9_plan *oracle, const char *line)
{
    char wrong[PLAN_TEXT_WRONG];

    if (p9_plan_line(text, line, wrong))
        MUST(!oracle_p9_plan_line(oracle, line), "the oracle reads what the model reads");
}

static void read_traffic(struct input *in, struct kernel *k)
{
    static struct p9_plan_text text;
    char at[32], what[96];
    unsigned n = (unsigned)take(in, 1) % MAX_LINES;

    p9_plan_begin(&text, k->li.m);
    for (unsigned step = 0; step < N_STEPS; step++) {
        g_snprintf(at, sizeof(at), "at step %u + %uus", FIRST_STEP + step, (unsigned)take(in, 2));
        tell(&text, k->li.oracle, at);
        for (unsigned i = 0; i < n; i++) {
            line(in, what, sizeof(what));
            tell(&text, k->li.oracle, what);
        }
    }
}

/* ---- the kernel ---- */

static void open_event(struct input *in, struct kernel *k, struct event *e)
{
    static const uint32_t words[LI_THREAD + 1][8] = {
        {0xc8, 0x448, 0x0, 0xd0, 0x108, 0x8, 0x440, 0x10},
        {0x18, 0x20, 0x30, 0xa0, 0xe0, 0x1020, 0x1818, 0x358},
        {0x18, 0x20, 0x30, 0xa0, 0xe0, 0x1020, 0x1818, 0x358}};
    unsigned how = (unsigned)take(in, 1), place = (unsigned)take(in, 1);
    enum li_kind kind = how % 3;

    e->open = true;
    e->at = (struct li_event){.kind = kind,
        .index = place % (kind == LI_NEST      ? CHIPS
                             : kind == LI_CORE ? CORES
                                               : CPUS),
        .word = how & 0x40 ? words[kind][how >> 3 & 7] : (uint32_t)take(in, 1) * 8};
    if (kind != LI_THREAD && !k->opened[kind][e->at.index]++)
        li_open(&k->li, kind, e->at.index);
}

/* The record of the driver's last read, if any came after the first @n
 * records. */
static gsize last_read(const struct kernel *k, guint n)
{
    return li_n(&k->li) > n ? li_n(&k->li) - 1 : TRUTH_NONE;
}

static void go_on(struct kernel *k, struct event *e)
{
    guint n = li_n(&k->li);

    if (e->at.kind == LI_THREAD) {
        li_switch_in(&k->li, e->at.index, &e->at, 1);
        /* it is read before LDBAR points there: see truth_replay_power9() */
        e->began = TRUTH_NONE;
    } else {
        li_read(&k->li, &e->at);
        e->began = last_read(k, n);
    }
    e->at.count = 0;
    e->on = true;
}

static void keep_count(struct kernel *k, const struct event *e, gsize to)
{
    if (e->began != TRUTH_NONE && to != TRUTH_NONE && k->n_counts < MAX_OPS + EVENTS)
        k->counts[k->n_counts++] = (struct count){e->began, to, e->at.count};
}

static void go_off(struct kernel *k, struct event *e)
{
    if (!e->on)
        return;
    if (e->at.kind == LI_THREAD) {
        li_switch_out(&k->li, &e->at, 1);
    } else {
        guint n = li_n(&k->li);
        li_update(&k->li, &e->at);
        keep_count(k, e, last_read(k, n));
    }
    e->on = false;
}

static void close_event(struct kernel *k, struct event *e)
{
    go_off(k, e);
    e->open = false;
    if (e->at.kind != LI_THREAD && !--k->opened[e->at.kind][e->at.index])
        li_close(&k->li, e->at.kind, e->at.index);
}

static void act(struct input *in, struct kernel *k, struct event *e, unsigned how)
{
    if (!e->open)
        open_event(in, k, e);
    else if (how == 0)
        close_event(k, e);
    else if (!e->on)
        go_on(k, e);
    else if (how < 3)
        go_off(k, e);
    else
        li_update(&k->li, &e->at);
}

static void do_something(struct input *in, struct kernel *k)
{
    unsigned op = (unsigned)take(in, 1);

    if (op < 0x60)
        act(in, k, &k->events[op % EVENTS], op / EVENTS % 4);
    else if (op < 0xa0)
        li_execute(&k->li, op % CPUS, take(in, 1) * 16, take(in, 1) * 16);
    else if (op < 0xf0)
        li_pass(&k->li, take(in, 2) << op % 10);
    else if (k->step < FIRST_STEP + N_STEPS - 1)
        li_step(&k->li, ++k->step, false);
}

/* ---- invariants ---- */

static const struct truth_read *read_of(const struct truth *truth, gsize record)
{
    for (guint i = 0; i < truth->reads->len; i++) {
        const struct truth_read *read = &g_array_index(truth->reads, struct truth_read, i);
        if (read->low == record)
            return read;
    }
    return NULL;
}

/* A change of speed makes the microcode clear its memory. */
static bool begins_anew(const struct kernel *k)
{
    unsigned cleared = 0;

    for (guint i = 0; i < li_n(&k->li); i++)
        cleared += li_records(&k->li)[i].kind == TRACE_POST && !li_records(&k->li)[i].offset;
    return cleared > CHIPS; /* once at boot */
}

static void check(const struct kernel *k)
{
    struct truth *truth =
        truth_replay_power9(&k->li.m->config, k->li.oracle, li_records(&k->li), li_n(&k->li));
    /* ... or a word was set otherwise; counts across that are invalid */
    bool set = begins_anew(k);

    for (guint i = 0; i < truth->notes->len; i++) {
        const struct truth_note *note = g_ptr_array_index(truth->notes, i);
        if (note->kind == TRUTH_WRONG)
            fprintf(stderr, "%s\n", note->text);
        MUST(note->kind != TRUTH_WRONG, "the driver reads what the oracle says");
        set |= note->kind == TRUTH_SET;
    }
    for (unsigned i = 0; !set && i < k->n_counts; i++) {
        const struct count *c = &k->counts[i];
        const struct truth_read *from = read_of(truth, c->from), *to = read_of(truth, c->to);

        MUST(from && to, "the trace has the driver's reads");
        MUST(to->total - from->total == c->count,
            "events have what their words added while they were on");
    }
    truth_free(truth);
}

/* A machine is a value: copying a booted one is much faster than booting. */
static void fresh(struct kernel *k)
{
    static const struct p9_config config = {.generation = &generation_power9,
        .cpus = CPUS,
        .sockets = CHIPS,
        .threads = THREADS,
        .availability = ~UINT64_C(0x1fff)};
    static struct kernel first;
    struct li *li = &k->li;

    if (!first.li.m) {
        first.li = li_new(&config, "");
        *k = first;
        li->m = g_new(struct p9, 1);
        li->h = g_new0(struct li_host, 1);
        li->h->records = g_array_new(FALSE, FALSE, sizeof(struct trace_record));
        li->oracle = g_new(struct oracle_p9_plan, 1);
    }
    GArray *records = li->h->records;
    *k = (struct kernel){.li = {li->m, NULL, li->oracle, li->h, MS, {0}}, .step = FIRST_STEP};
    memset(li->h, 0, sizeof(*li->h));
    li->h->fake.homer = true;
    li->h->records = records;
    g_array_set_size(records, 0);
    memcpy(li->oracle, first.li.oracle, sizeof(*li->oracle));
    struct sim_host host = host_of(&li->h->fake);
    host.trace = li_trace;
    p9_reset(li->m, &config, &host);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static struct kernel k;
    struct input in = {data, size};

    fresh(&k);
    read_traffic(&in, &k);
    li_boot(&k.li);
    li_step(&k.li, FIRST_STEP, false);
    for (unsigned ops = 0; in.left && ops < MAX_OPS; ops++)
        do_something(&in, &k);
    for (unsigned i = 0; i < EVENTS; i++)
        if (k.events[i].open)
            close_event(&k, &k.events[i]);
    check(&k);
    return 0;
}
