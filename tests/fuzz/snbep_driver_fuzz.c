/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Turns bytes into traffic and perf events. tests/linux_uncore.h performs the
 * accesses of Linux's uncore driver on the model, for all kinds of boxes up to
 * Cascade Lake: groups, multiplexing, reads while others change, the timer.
 * Counters are assigned regardless of the events' constraints. Controls and
 * filters have bits that no driver sets. Each read must equal the oracle's
 * value. Events' counts must equal the growth of the oracle's counters while
 * they were on. No guest is needed, so an input takes milliseconds.
 */
#include "oracle/snbep/traffic.h"
#include "tests/fuzz/fuzz.h"
#include "tests/linux_uncore.h"

#include <inttypes.h>

enum { MAX_OPS = 60, MAX_LINES = 8, EVENTS = 12, BOXES = 4, KINDS = 4 };

enum { FIRST_STEP = 1, N_STEPS = 3 };

struct event {
    bool open, on;
    unsigned leader; /* itself, or its group's leader */
    bool fixed;      /* for the fixed counter */
    struct lx_event at;
};

/* The kernel, and its counts by box and counter. */
struct kernel {
    struct lx lx;
    /* The plan's boxes of a socket and events of a box: few, so traffic and
     * events meet. */
    unsigned boxes[BOXES], kinds[KINDS];
    struct event events[EVENTS];
    unsigned step;
    uint64_t counted[SNBEP_MAX_SOCKETS][SNBEP_MAX_BOXES][BOX_COUNTERS];
};

/* ---- traffic ---- */

static unsigned one_box(struct input *in, const struct kernel *k)
{
    return k->boxes[take(in, 1) % BOXES];
}

static const struct box_event *one_event(struct input *in, const struct kernel *k, unsigned box)
{
    const struct box_events *events = lx_type(&k->lx, box)->events;

    return &events->rows[k->kinds[take(in, 1) % KINDS] % events->n];
}

static void preset(struct input *in, const struct kernel *k, unsigned box, GString *text)
{
    const struct box_type *type = lx_type(&k->lx, box);
    unsigned counter = (unsigned)take(in, 1) % box_n_counters(type);
    const struct reg *reg = lx_reg(&k->lx, box, box_counter_reg(type, counter));
    unsigned width = reg_field_width(reg, &reg->fields[reg->n_fields - 1]);

    g_string_append_printf(text, ".%s = 0x%" PRIx64, reg->name,
        reg_low_bits(take(in, 1) & 1 ? width : 32) - take(in, 2));
}

/* Marks of occurrences, for filters. The reader knows the names that its box
 * has. */
static void marks(struct input *in, GString *text)
{
    static const char *const names[] = {"port", "fc", "opc", "state", "tid", "nid", "link", "miss",
        "remote", "nc", "nm", "c6", "isoc", "rds", "rnid", "dnid", "mc", "vnw"};
    unsigned how = (unsigned)take(in, 1);

    for (unsigned i = 0; i < (how >> 5) % 3; i++)
        g_string_append_printf(text, "%c%s=%u", i ? ',' : '.',
            names[(how + i) % G_N_ELEMENTS(names)], (unsigned)take(in, 1 + (how >> 6 & 1)));
}

/* Rates, even above a box's clock: edge detection needs events in consecutive
 * cycles. */
static void amount(struct input *in, const struct box_event *event, GString *text)
{
    static const char *const units[] = {"/s", "k/s", "M/s"};
    unsigned how = (unsigned)take(in, 1);

    if (how & 0x80)
        g_string_append_printf(text, " level %u for %u of %u cycles",
            1 + (how & 31) % MAX(event->max, 1), (unsigned)take(in, 1), 1 + (unsigned)take(in, 1));
    else
        g_string_append_printf(
            text, " %u%s", (unsigned)take(in, 2) % (how % 3 == 2 ? 1000 : 65536), units[how % 3]);
}

static void line(struct input *in, const struct kernel *k, GString *text)
{
    unsigned how = (unsigned)take(in, 1), box = one_box(in, k);
    const struct box_event *event;

    g_string_printf(text, "%s%s", how & 0x80 && k->lx.m->config.n_sockets > 1 ? "s1." : "",
        lx_place(&k->lx, box)->name);
    if ((how & 7) == 7) {
        preset(in, k, box, text);
        return;
    }
    event = one_event(in, k, box);
    g_string_append_printf(text, " %s", event->name);
    if (event->n_subs)
        g_string_append_printf(text, ".%s", event->subs[take(in, 1) % event->n_subs].name);
    if (lx_type(&k->lx, box)->mark)
        marks(in, text);
    amount(in, event, text);
}

/* Returns whether the model's reader accepts @line; then the oracle's must
 * also. */
static bool tell(struct snbep_plan_text *text, struct oracle_plan *oracle, const char *line)
{
    char wrong[PLAN_TEXT_WRONG];

    if (!snbep_plan_line(text, line, wrong))
        return false;
    MUST(!oracle_plan_line(oracle, line), "the oracle reads what the model reads");
    return true;
}

/* Each step has its lines. Presets come before any event is on, because the
 * driver would count them. */
static void read_traffic(struct input *in, struct kernel *k)
{
    static struct snbep_plan_text text;
    g_autoptr(GString) what = g_string_new(NULL);
    unsigned n = (unsigned)take(in, 1) % MAX_LINES;

    snbep_plan_begin(&text, k->lx.m);
    for (unsigned step = 0; step < N_STEPS; step++) {
        g_string_printf(
            what, "at step %u + %uus", FIRST_STEP + step, step ? (unsigned)take(in, 1) : 0);
        tell(&text, k->lx.oracle, what->str);
        for (unsigned i = 0; i < n; i++) {
            line(in, k, what);
            if (!step || !strchr(what->str, '='))
                tell(&text, k->lx.oracle, what->str);
        }
    }
}

/* ---- the kernel ---- */

static bool same_box(const struct lx_event *a, const struct lx_event *b)
{
    return a->socket == b->socket && a->box == b->box;
}

/* Whether a driver has events for @box, by the accesses of this test. */
static bool has_driver(const struct kernel *k, unsigned box)
{
    enum reg_space space = snbep_place_space(lx_place(&k->lx, box));

    return (space == REG_SPACE_PCI || space == REG_SPACE_MSR) && lx_type(&k->lx, box)->n_counters;
}

static uint64_t umask_of(struct input *in, const struct box_event *event)
{
    unsigned how = (unsigned)take(in, 1);

    return how & 1 || !event->n_subs ? take(in, 1) : event->subs[how / 2 % event->n_subs].umask;
}

/* A control for @event: its code with any umask, sometimes with random bits in
 * fields unknown to the test. */
static uint64_t control_of(struct input *in, const struct reg *reg, const struct box_type *type,
    const struct box_event *event)
{
    const struct box_control *fields = type->control;
    unsigned how = (unsigned)take(in, 1), changed = how & 2 ? UINT_MAX : 0;
    uint64_t control = how & 1 ? take(in, 8) & reg_access_mask(reg, REG_RW) : 0;

    control = lx_with(reg, fields->en, control, 0);
    control = lx_with(reg, fields->ev_sel, control, event->code);
    control = lx_with(reg, fields->ext, control, event->code >= BOX_CODE_EXT);
    control = lx_with(reg, fields->umask, control, umask_of(in, event));
    control = lx_with(reg, fields->thresh, control, changed & take(in, 1) % 40);
    control = lx_with(reg, fields->edge, control, changed & how >> 2);
    control = lx_with(reg, fields->invert, control, changed & how >> 3);
    control = lx_with(reg, fields->occ_edge, control, changed & how >> 4);
    return lx_with(reg, fields->occ_invert, control, changed & how >> 5);
}

static void open_event(struct input *in, struct kernel *k, unsigned number)
{
    struct event *e = &k->events[number], *leader = &k->events[take(in, 1) % EVENTS];
    unsigned how = (unsigned)take(in, 1);
    const struct box_type *type;

    if (e->open)
        return;
    *e = (struct event){.open = true, .leader = number, .at.box = one_box(in, k)};
    e->at.socket = how >> 7 & (k->lx.m->config.n_sockets - 1);
    if (how & 0x20 && leader->open && leader != e && !leader->on &&
        leader->leader == leader - k->events) {
        e->leader = leader->leader;
        e->at.socket = leader->at.socket;
        e->at.box = leader->at.box;
    }
    type = lx_type(&k->lx, e->at.box);
    e->fixed = (how & 0x13) == 0x13 && type->fixed_ctr != BOX_NONE;
    if (!e->fixed)
        e->at.control = control_of(
            in, lx_reg(&k->lx, e->at.box, (unsigned)type->ctl0), type, one_event(in, k, e->at.box));
}

static bool is_free(const struct kernel *k, const struct event *e, unsigned counter)
{
    for (unsigned i = 0; i < EVENTS; i++)
        if (k->events[i].on && &k->events[i] != e && same_box(&k->events[i].at, &e->at) &&
            k->events[i].at.counter == counter)
            return false;
    return true;
}

/* Gives @e a counter; false if none is free. */
static bool place(struct kernel *k, struct event *e)
{
    unsigned general = lx_type(&k->lx, e->at.box)->n_counters;

    for (unsigned i = e->fixed ? general : 0; i < general + e->fixed; i++)
        if (is_free(k, e, i)) {
            e->at.counter = i;
            return true;
        }
    return false;
}

static void end(struct kernel *k, struct event *e)
{
    lx_end(&k->lx, &e->at);
    k->counted[e->at.socket][e->at.box][e->at.counter] += e->at.count;
    e->at.count = 0;
    e->on = false;
}

/* Switches all members on, or none. */
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
            lx_begin(&k->lx, &k->events[i].at);
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

/* The other members stay open and lead themselves. */
static void close_event(struct kernel *k, unsigned number)
{
    group_off(k, k->events[number].leader);
    k->events[number].open = false;
    for (unsigned i = 0; i < EVENTS; i++)
        if (k->events[i].open && k->events[i].leader == number)
            k->events[i].leader = i;
}

/* An update: by the timer for all events, by a program for one. */
static void update(struct kernel *k, unsigned first, unsigned last)
{
    for (unsigned i = first; i <= last; i++)
        if (k->events[i].on)
            lx_update(&k->lx, &k->events[i].at);
}

/* Writes a box's filter registers while none of its events is on. */
static void filter(struct input *in, struct kernel *k)
{
    struct lx_event e = {
        .socket = (unsigned)take(in, 1) & (k->lx.m->config.n_sockets - 1), .box = one_box(in, k)};
    const struct box_type *type = lx_type(&k->lx, e.box);
    unsigned n = 1 + (unsigned)take(in, 1) % 2;

    for (unsigned i = 0; i < EVENTS; i++)
        if (k->events[i].on && same_box(&k->events[i].at, &e))
            return;
    for (unsigned i = 0; i < n && type->filter != BOX_NONE; i++) {
        unsigned reg = (unsigned)type->filter + i;
        if (reg >= type->banks[IMC_SILICON]->n_regs || box_is_counter(type, reg) ||
            box_is_control(type, reg))
            return;
        lx_write_reg(&k->lx, e.socket, e.box, reg,
            take(in, 8) & reg_access_mask(lx_reg(&k->lx, e.box, reg), REG_RW));
    }
}

static void pass(struct input *in, struct kernel *k, unsigned op)
{
    if (op < 0x80)
        k->lx.now += take(in, 2) << op / 8; /* up to two seconds per step */
    else if (op < 0xc0)
        filter(in, k);
    else if (k->step < FIRST_STEP + N_STEPS - 1)
        lx_step(&k->lx, ++k->step, false);
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
        pass(in, k, op);
        break;
    default:
        if (k->events[number].open)
            close_event(k, number);
    }
}

/* ---- invariants ---- */

/* The driver reads halves, and counts a carry between them:
 * docs/findings.md. */
static bool is_torn(const struct truth *truth, const struct truth_interval *interval)
{
    for (guint i = 0; i < truth->notes->len; i++) {
        const struct truth_note *note = g_ptr_array_index(truth->notes, i);
        if (note->kind == TRUTH_TORN && note->block == interval->block &&
            note->counter == interval->counter)
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
        struct snbep_block b;

        MUST(t->driver == t->truth || is_torn(truth, t),
            "the driver counts what the oracle's counter adds");
        snbep_block_find(t->block, &b);
        k->counted[b.socket][b.box][t->counter] -= t->driver;
    }
    for (size_t i = 0; i < sizeof(k->counted) / sizeof(uint64_t); i++)
        MUST(
            !(&k->counted[0][0][0])[i], "events have what their counters added while they were on");
    truth_free(truth);
}

/* Boxes of one kind form a row. Returns the first box of row number @row,
 * counted round-robin. */
static unsigned row_of(const struct kernel *k, unsigned row)
{
    const struct snbep_place *boxes = k->lx.m->variant->boxes;
    unsigned at = 0;

    for (;; at = (at + 1) % k->lx.m->variant->n_boxes)
        if (has_driver(k, at) && (!at || boxes[at].type != boxes[at - 1].type) && !row--)
            return at;
}

/* Chooses a kind at random and consecutive boxes, so several of a kind and
 * boxes of adjacent kinds occur. */
static void choose_boxes(struct input *in, struct kernel *k)
{
    unsigned n = k->lx.m->variant->n_boxes, row = (unsigned)take(in, 1) % 16,
             first = row_of(k, row);
    unsigned length = (row_of(k, row + 1) + n - first - 1) % n + 1,
             at = first + (unsigned)take(in, 1) % length;

    for (unsigned i = 0; i < BOXES; i++, at++) {
        while (!has_driver(k, at % n))
            at++;
        k->boxes[i] = at % n;
    }
}

static void fresh(struct input *in, struct kernel *k)
{
    static const enum snbep_variant_number variants[] = {VARIANT_SNBEP, VARIANT_IVT, VARIANT_HSX,
        VARIANT_BDX, VARIANT_BDX_DE, VARIANT_SKX, VARIANT_CLX};
    static const uint32_t clocks[] = {800000000, 1000000000, 666666667, 933333333};
    unsigned which = (unsigned)take(in, 1);
    struct snbep_config config = SNBEP_DEFAULTS;
    struct lx *lx = &k->lx;

    if (!lx->m) {
        lx->m = g_new(struct snbep, 1);
        lx->oracle = g_new(struct oracle_plan, 1);
        lx->records = g_array_new(FALSE, FALSE, sizeof(struct trace_record));
    }
    config.variant = variants[(which >> 4) % G_N_ELEMENTS(variants)];
    config.box_ctl = which & 1 && config.variant == VARIANT_SNBEP ? IMC_GUIDE : IMC_SILICON;
    config.n_sockets = config.variant == VARIANT_BDX_DE ? 1 : 1 + (which >> 1 & 1);
    config.dclk_hz = clocks[which >> 2 & 3];
    g_array_set_size(lx->records, 0);
    memset(lx->oracle, 0, sizeof(*lx->oracle));
    lx->oracle->variant = oracle_variant_named(snbep_variant_of(&config)->name);
    snbep_reset(lx->m, &config, &(struct sim_host){.self = lx->records, .trace = lx_record});
    *k = (struct kernel){.lx = *lx, .step = FIRST_STEP};
    k->lx.now = MS;
    choose_boxes(in, k);
    for (unsigned i = 0; i < KINDS; i++)
        k->kinds[i] = (unsigned)take(in, 1);
}

static void init_boxes(struct kernel *k)
{
    for (unsigned socket = 0; socket < k->lx.m->config.n_sockets; socket++)
        for (unsigned i = 0; i < BOXES; i++)
            lx_init(&k->lx, socket, k->boxes[i]);
}

/* Opens some events at once, so most inputs count something. */
static void begin_some(struct input *in, struct kernel *k)
{
    unsigned n = (unsigned)take(in, 1) % EVENTS;

    for (unsigned i = 0; i < n; i++) {
        open_event(in, k, i);
        if (k->events[i].leader == i)
            group_on(k, i);
    }
    k->lx.now += take(in, 2) << 8;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static struct kernel k;
    struct input in = {data, size};

    fresh(&in, &k);
    read_traffic(&in, &k);
    init_boxes(&k);
    lx_step(&k.lx, FIRST_STEP, false);
    begin_some(&in, &k);
    for (unsigned ops = 0; in.left && ops < MAX_OPS; ops++)
        do_something(&in, &k);
    for (unsigned i = 0; i < EVENTS; i++)
        if (k.events[i].open)
            close_event(&k, i);
    check(&k);
    return 0;
}
