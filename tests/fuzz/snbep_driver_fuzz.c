/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Turns bytes into traffic and a plan of perf events, and lets Linux's uncore driver carry it out on the
 * model, for boxes of any kind and any variant that lie in configuration space or behind model-specific
 * registers: groups that go on and off together, multiplexing, reads while others change, the timer. Counters
 * are given without a look at the events' constraints, and controls and filters have bits that no driver
 * sets. Each read must be what the oracle says, and what the driver's events have counted must be what the
 * oracle's counters added while these were on. No guest is needed, so a plan takes microseconds.
 */
#include "oracle/snbep/traffic.h"
#include "tests/fuzz/fuzz.h"
#include "tests/linux_uncore.h"

#include <inttypes.h>

enum { MAX_OPS = 60, MAX_LINES = 8, EVENTS = 12, BOXES = 4, KINDS = 4 };

enum { FIRST_STEP = 1, N_STEPS = 3 };

/* A perf event in the kernel. */
struct event {
    bool open, on;
    unsigned leader;               /* itself, or the event that it goes on and off with */
    unsigned socket, box, counter; /* the fixed one comes after the general ones */
    bool fixed;
    uint64_t control, prev;
};

/* The kernel, and what it counted by box and counter. */
struct kernel {
    struct lx lx;
    /* The boxes of a socket and the events of a box that the plan is about: few, so that traffic and events
     * meet. */
    unsigned boxes[BOXES], kinds[KINDS];
    struct event events[EVENTS];
    unsigned step;
    uint64_t counted[SNBEP_MAX_SOCKETS][SNBEP_MAX_BOXES][BOX_COUNTERS];
};

/* ---- boxes ---- */

static const struct snbep_place *place_of(const struct kernel *k, unsigned box)
{
    return &k->lx.m->variant->boxes[box];
}

static const struct box_type *type_of(const struct kernel *k, unsigned box)
{
    return place_of(k, box)->type;
}

static const struct reg *reg_of(const struct kernel *k, unsigned box, unsigned reg)
{
    return &type_of(k, box)->banks[k->lx.m->config.box_ctl]->regs[reg];
}

static bool by_msr(const struct kernel *k, unsigned box)
{
    return snbep_place_space(place_of(k, box)) == REG_SPACE_MSR;
}

/* Whether a driver of these two kinds has events for it. */
static bool has_driver(const struct kernel *k, unsigned box)
{
    enum reg_space space = snbep_place_space(place_of(k, box));

    return (space == REG_SPACE_PCI || space == REG_SPACE_MSR) && type_of(k, box)->n_counters;
}

static unsigned devfn_of(const struct kernel *k, unsigned box, unsigned offset)
{
    const struct snbep_place *place = place_of(k, box);
    bool beyond = place->beyond && offset >= SNBEP_BEYOND;

    return (unsigned)place->device << 3 | (beyond ? place->beyond : place->function);
}

static uint64_t read_part(struct kernel *k, unsigned socket, unsigned box, unsigned offset)
{
    struct sim_access access = lx_access(&k->lx);

    return snbep_pci_read(k->lx.m, &access, k->lx.m->variant->buses[socket][place_of(k, box)->bus],
        devfn_of(k, box, offset), offset, 4);
}

static void write_part(struct kernel *k, unsigned socket, unsigned box, unsigned offset, uint32_t value)
{
    struct sim_access access = lx_access(&k->lx);

    snbep_pci_write(k->lx.m, &access, k->lx.m->variant->buses[socket][place_of(k, box)->bus],
        devfn_of(k, box, offset), offset, 4, value);
}

/* A whole register, in configuration space by halves. */
static uint64_t read_reg(struct kernel *k, unsigned socket, unsigned box, unsigned reg)
{
    const struct reg *at = reg_of(k, box, reg);
    struct sim_access access;
    uint64_t low;

    if (by_msr(k, box)) {
        access = lx_access(&k->lx);
        return snbep_msr_read(k->lx.m, &access, socket, place_of(k, box)->base + at->offset);
    }
    low = read_part(k, socket, box, at->offset);
    return at->width > 32 ? low | read_part(k, socket, box, at->offset + 4) << 32 : low;
}

static void write_reg(struct kernel *k, unsigned socket, unsigned box, unsigned reg, uint64_t value)
{
    const struct reg *at = reg_of(k, box, reg);
    struct sim_access access;

    if (by_msr(k, box)) {
        access = lx_access(&k->lx);
        snbep_msr_write(k->lx.m, &access, socket, place_of(k, box)->base + at->offset, value);
        return;
    }
    write_part(k, socket, box, at->offset, (uint32_t)value);
    if (at->width > 32)
        write_part(k, socket, box, at->offset + 4, (uint32_t)(value >> 32));
}

/* snbep_uncore_{pci,msr}_{dis,en}able_box() */
static void box(struct kernel *k, const struct event *e, bool enable)
{
    const struct box_type *type = type_of(k, e->box);
    unsigned frz = type->unit ? type->unit->frz : BOX_CTL_FRZ;

    if (type->box_ctl == BOX_NONE)
        return;
    uint64_t held = read_reg(k, e->socket, e->box, (unsigned)type->box_ctl);
    write_reg(k, e->socket, e->box, (unsigned)type->box_ctl,
        reg_set(reg_of(k, e->box, (unsigned)type->box_ctl), frz, held, !enable));
}

/* {snbep,ivbep}_uncore_{pci,msr}_init_box(): frz_en on the E5-2600 alone. */
static void init(struct kernel *k, unsigned socket, unsigned box)
{
    uint32_t control = k->lx.m->variant == &variant_snbep ? 0x10003 : 3;

    if (type_of(k, box)->box_ctl != BOX_NONE)
        write_reg(k, socket, box, (unsigned)type_of(k, box)->box_ctl, control);
}

/* ---- traffic ---- */

static unsigned one_box(struct input *in, const struct kernel *k)
{
    return k->boxes[take(in, 1) % BOXES];
}

static const struct box_event *one_event(struct input *in, const struct kernel *k, unsigned box)
{
    const struct box_events *events = type_of(k, box)->events;

    return &events->rows[k->kinds[take(in, 1) % KINDS] % events->n];
}

static void preset(struct input *in, const struct kernel *k, unsigned box, GString *text)
{
    const struct box_type *type = type_of(k, box);
    unsigned counter = (unsigned)take(in, 1) % box_n_counters(type);
    const struct reg *reg = reg_of(k, box, box_counter_reg(type, counter));
    unsigned width = reg_field_width(reg, &reg->fields[reg->n_fields - 1]);

    g_string_append_printf(
        text, ".%s = 0x%" PRIx64, reg->name, reg_low_bits(take(in, 1) & 1 ? width : 32) - take(in, 2));
}

/* Which of an event's occurrences they are, for filters: the reader knows which names its box has. */
static void marks(struct input *in, GString *text)
{
    static const char *const names[] = {"port", "fc", "opc", "state", "tid", "nid", "link", "miss", "remote",
        "nc", "nm", "c6", "isoc", "rds", "rnid", "dnid", "mc", "vnw"};
    unsigned how = (unsigned)take(in, 1);

    for (unsigned i = 0; i < (how >> 5) % 3; i++)
        g_string_append_printf(text, "%c%s=%u", i ? ',' : '.', names[(how + i) % G_N_ELEMENTS(names)],
            (unsigned)take(in, 1 + (how >> 6 & 1)));
}

/* Rates up to more than a box's clock: for edges, events must come in neighbouring cycles. */
static void amount(struct input *in, const struct box_event *event, GString *text)
{
    static const char *const units[] = {"/s", "k/s", "M/s"};
    unsigned how = (unsigned)take(in, 1);

    if (how & 0x80)
        g_string_append_printf(text, " level %u for %u of %u cycles", 1 + (how & 31) % MAX(event->max, 1),
            (unsigned)take(in, 1), 1 + (unsigned)take(in, 1));
    else
        g_string_append_printf(
            text, " %u%s", (unsigned)take(in, 2) % (how % 3 == 2 ? 1000 : 65536), units[how % 3]);
}

static void line(struct input *in, const struct kernel *k, GString *text)
{
    unsigned how = (unsigned)take(in, 1), box = one_box(in, k);
    const struct box_event *event;

    g_string_printf(
        text, "%s%s", how & 0x80 && k->lx.m->config.n_sockets > 1 ? "s1." : "", place_of(k, box)->name);
    if ((how & 7) == 7) {
        preset(in, k, box, text);
        return;
    }
    event = one_event(in, k, box);
    g_string_append_printf(text, " %s", event->name);
    if (event->n_subs)
        g_string_append_printf(text, ".%s", event->subs[take(in, 1) % event->n_subs].name);
    if (type_of(k, box)->mark)
        marks(in, text);
    amount(in, event, text);
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
    g_autoptr(GString) what = g_string_new(NULL);
    unsigned n = (unsigned)take(in, 1) % MAX_LINES;

    snbep_plan_begin(&text, k->lx.m);
    for (unsigned step = 0; step < N_STEPS; step++) {
        g_string_printf(what, "at step %u + %uus", FIRST_STEP + step, step ? (unsigned)take(in, 1) : 0);
        tell(&text, k->lx.oracle, what->str);
        for (unsigned i = 0; i < n; i++) {
            line(in, k, what);
            if (!step || !strchr(what->str, '='))
                tell(&text, k->lx.oracle, what->str);
        }
    }
}

/* ---- the kernel ---- */

static bool same_box(const struct event *a, const struct event *b)
{
    return a->socket == b->socket && a->box == b->box;
}

/* What no field of a control is for, or only the driver: see control_of(). */
static uint64_t free_bits(const struct reg *reg, const struct box_control *fields)
{
    uint64_t bits = reg_access_mask(reg, REG_RW);

    return fields->en == BOX_NONE ? bits : reg_set(reg, (unsigned)fields->en, bits, 0);
}

static uint64_t with(const struct reg *reg, int field, uint64_t control, uint64_t content)
{
    return field == BOX_NONE ? control : reg_set(reg, (unsigned)field, control, content);
}

static uint64_t umask_of(struct input *in, const struct box_event *event)
{
    unsigned how = (unsigned)take(in, 1);

    return how & 1 || !event->n_subs ? take(in, 1) : event->subs[how / 2 % event->n_subs].umask;
}

/* A control for @event: its code with any umask, sometimes with bits as they come in fields of which the test
 * knows nothing. */
static uint64_t control_of(
    struct input *in, const struct reg *reg, const struct box_type *type, const struct box_event *event)
{
    const struct box_control *fields = type->control;
    unsigned how = (unsigned)take(in, 1), changed = how & 2 ? UINT_MAX : 0;
    uint64_t control = how & 1 ? take(in, 8) & free_bits(reg, fields) : 0;

    control = with(reg, fields->ev_sel, control, event->code);
    control = with(reg, fields->ext, control, event->code >= BOX_CODE_EXT);
    control = with(reg, fields->umask, control, umask_of(in, event));
    control = with(reg, fields->thresh, control, changed & take(in, 1) % 40);
    control = with(reg, fields->edge, control, changed & how >> 2);
    control = with(reg, fields->invert, control, changed & how >> 3);
    control = with(reg, fields->occ_edge, control, changed & how >> 4);
    return with(reg, fields->occ_invert, control, changed & how >> 5);
}

static void open_event(struct input *in, struct kernel *k, unsigned number)
{
    struct event *e = &k->events[number], *leader = &k->events[take(in, 1) % EVENTS];
    unsigned how = (unsigned)take(in, 1);
    const struct box_type *type;

    if (e->open)
        return;
    *e = (struct event){.open = true, .leader = number, .box = one_box(in, k)};
    e->socket = how >> 7 & (k->lx.m->config.n_sockets - 1);
    if (how & 0x20 && leader->open && leader != e && !leader->on && leader->leader == leader - k->events) {
        e->leader = leader->leader;
        e->socket = leader->socket;
        e->box = leader->box;
    }
    type = type_of(k, e->box);
    e->fixed = (how & 0x13) == 0x13 && type->fixed_ctr != BOX_NONE;
    if (!e->fixed)
        e->control = control_of(in, reg_of(k, e->box, (unsigned)type->ctl0), type, one_event(in, k, e->box));
}

static bool is_free(const struct kernel *k, const struct event *e, unsigned counter)
{
    for (unsigned i = 0; i < EVENTS; i++)
        if (k->events[i].on && &k->events[i] != e && same_box(&k->events[i], e) &&
            k->events[i].counter == counter)
            return false;
    return true;
}

/* Gives @e a counter; false: there is none left. */
static bool place(struct kernel *k, struct event *e)
{
    const struct box_type *type = type_of(k, e->box);

    if (e->fixed) {
        e->counter = type->n_counters;
        return is_free(k, e, e->counter);
    }
    for (unsigned counter = 0; counter < type->n_counters; counter++)
        if (is_free(k, e, counter)) {
            e->counter = counter;
            return true;
        }
    return false;
}

static uint64_t counter_of(struct kernel *k, const struct event *e)
{
    return read_reg(k, e->socket, e->box, box_counter_reg(type_of(k, e->box), e->counter));
}

/* With the bit that switches it on, where there is one. */
static uint64_t switched_on(const struct kernel *k, const struct event *e)
{
    const struct box_type *type = type_of(k, e->box);
    const struct reg *reg = reg_of(k, e->box, box_control_reg(type, e->counter));

    return with(reg, e->fixed ? FIXED_CTL_EN : type->control->en, e->control, 1);
}

static void write_control(struct kernel *k, const struct event *e, uint64_t control)
{
    write_reg(k, e->socket, e->box, box_control_reg(type_of(k, e->box), e->counter), control);
}

static void count(struct kernel *k, struct event *e)
{
    const struct reg *reg = reg_of(k, e->box, box_counter_reg(type_of(k, e->box), e->counter));
    uint64_t now = counter_of(k, e);

    k->counted[e->socket][e->box][e->counter] += (now - e->prev) & reg_access_mask(reg, REG_RW);
    e->prev = now;
}

/* Both within box(). */
static void begin(struct kernel *k, struct event *e)
{
    e->prev = counter_of(k, e);
    write_control(k, e, switched_on(k, e));
}

static void end(struct kernel *k, struct event *e)
{
    /* Where no bit switches a counter off, its event is taken away. */
    write_control(k, e, !e->fixed && type_of(k, e->box)->control->en == BOX_NONE ? 0 : e->control);
    count(k, e);
    e->on = false;
}

/* All members go on, or none. */
static void group_on(struct kernel *k, unsigned leader)
{
    bool all = k->events[leader].open && !k->events[leader].on;

    for (unsigned i = 0; all && i < EVENTS; i++)
        if (k->events[i].open && k->events[i].leader == leader)
            all = k->events[i].on = place(k, &k->events[i]);
    box(k, &k->events[leader], false);
    for (unsigned i = 0; i < EVENTS; i++) {
        if (!k->events[i].open || k->events[i].leader != leader || !k->events[i].on)
            continue;
        if (all)
            begin(k, &k->events[i]);
        else
            k->events[i].on = false;
    }
    box(k, &k->events[leader], true);
}

static void group_off(struct kernel *k, unsigned leader)
{
    box(k, &k->events[leader], false);
    for (unsigned i = 0; i < EVENTS; i++)
        if (k->events[i].on && k->events[i].leader == leader)
            end(k, &k->events[i]);
    box(k, &k->events[leader], true);
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
            count(k, &k->events[i]);
}

/* The registers of a box's filter, while none of its events is on. */
static void filter(struct input *in, struct kernel *k)
{
    struct event e = {
        .socket = (unsigned)take(in, 1) & (k->lx.m->config.n_sockets - 1), .box = one_box(in, k)};
    const struct box_type *type = type_of(k, e.box);
    unsigned n = 1 + (unsigned)take(in, 1) % 2;

    for (unsigned i = 0; i < EVENTS; i++)
        if (k->events[i].on && same_box(&k->events[i], &e))
            return;
    for (unsigned i = 0; i < n && type->filter != BOX_NONE; i++) {
        unsigned reg = (unsigned)type->filter + i;
        if (reg >= type->banks[IMC_SILICON]->n_regs || box_is_counter(type, reg) || box_is_control(type, reg))
            return;
        write_reg(k, e.socket, e.box, reg, take(in, 8) & reg_access_mask(reg_of(k, e.box, reg), REG_RW));
    }
}

static void pass(struct input *in, struct kernel *k, unsigned op)
{
    if (op < 0x80)
        k->lx.now += take(in, 2) << op / 8; /* up to two seconds, and then for longer */
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
        unsigned index = t->block - snbep_block(k->lx.m->variant, 0, 0);

        MUST(t->driver == t->truth || is_torn(truth, t), "the driver counts what the oracle's counter adds");
        k->counted[index / SNBEP_N_BLOCKS][index % SNBEP_N_BLOCKS][t->counter] -= t->driver;
    }
    for (size_t i = 0; i < sizeof(k->counted) / sizeof(uint64_t); i++)
        MUST(!(&k->counted[0][0][0])[i], "events have what their counters added while they were on");
    truth_free(truth);
}

/* The first box of row number @row of boxes of one kind; all rows are followed by the first again. */
static unsigned row_of(const struct kernel *k, unsigned row)
{
    const struct snbep_place *boxes = k->lx.m->variant->boxes;
    unsigned at = 0;

    for (;; at = (at + 1) % k->lx.m->variant->n_boxes)
        if (has_driver(k, at) && (!at || boxes[at].type != boxes[at - 1].type) && !row--)
            return at;
}

/* Any kind as often as any other, and boxes side by side, so that several of a kind are met, and neighbours.
 */
static void choose_boxes(struct input *in, struct kernel *k)
{
    unsigned n = k->lx.m->variant->n_boxes, row = (unsigned)take(in, 1) % 16, first = row_of(k, row);
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
    static const enum snbep_variant_number variants[] = {
        VARIANT_SNBEP, VARIANT_IVT, VARIANT_HSX, VARIANT_BDX, VARIANT_BDX_DE, VARIANT_SKX, VARIANT_CLX};
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
            init(k, socket, k->boxes[i]);
}

/* Most plans count something. */
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
