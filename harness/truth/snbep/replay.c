/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "harness/truth/snbep/replay.h"

#include "harness/trace/accesses.h"
#include "harness/truth/track.h"
#include "models/sim/clock.h"

#include <string.h>

#define N_COUNTERS (IMC_N_COUNTERS + 1) /* the fixed one is the last, as in enum imc_reg */

enum { HALF_BYTES = 4 };

/* A counter, as the trace makes it. Its register holds base + total, cut to its width. */
struct counter {
    guint64 control; /* all bits that were written */
    guint64 total;   /* added since boot */
    guint64 base;
    struct truth_track track;
};

struct box {
    unsigned block;
    struct imc_box traffic; /* for its waves alone: its registers stay as reset left them */
    guint64 box_ctl;        /* all bits that were written */
    guint64 cycle;          /* accounted for up to here */
    struct counter counters[N_COUNTERS];
};

/* A read of half a counter. */
struct half {
    gsize record;
    unsigned block, counter;
    gboolean high;
    gboolean used; /* part of a whole read */
    guint64 held;  /* the whole register, as the traffic makes it at that moment */
    guint64 total;
};

struct replay {
    const struct snbep *planned;
    const struct trace_record *records;
    gsize now; /* index of the record that is being replayed */
    const struct reg *regs;
    guint64 mask; /* of a counter's width */
    struct box *boxes;
    GArray *halves; /* struct half */
    struct truth *out;
};

static guint64 low_bytes(unsigned n)
{
    return n >= 8 ? G_MAXUINT64 : ((guint64)1 << 8 * n) - 1;
}

/* ---- what the registers say ---- */

static unsigned control_reg(unsigned counter)
{
    return counter == IMC_FIXED_CTR ? IMC_FIXED_CTL : IMC_CTL0 + counter;
}

static gboolean enabled(const struct replay *r, unsigned counter, guint64 control)
{
    unsigned reg = control_reg(counter);

    return reg_get(&r->regs[reg], reg == IMC_FIXED_CTL ? FIXED_CTL_EN : CTL_EN, control) != 0;
}

static gboolean frozen(const struct replay *r, const struct box *box)
{
    const struct reg *reg = &r->regs[IMC_BOX_CTL];

    return reg_get(reg, BOX_CTL_FRZ_EN, box->box_ctl) && reg_get(reg, BOX_CTL_FRZ, box->box_ctl);
}

/* What a control register selects: its event bits, the same whether it is enabled or not. */
static guint64 selects(const struct replay *r, unsigned counter, guint64 control)
{
    const struct reg *reg = &r->regs[control_reg(counter)];

    if (counter == IMC_FIXED_CTR)
        return 0;
    return control & reg_access_mask(reg, REG_RW) & ~reg_field_mask(reg, &reg->fields[CTL_EN]);
}

static guint64 held(const struct replay *r, const struct counter *counter)
{
    return (counter->base + counter->total) & r->mask;
}

/* ---- texts ---- */

static char *register_text(unsigned block, unsigned reg)
{
    const struct reg_bank *bank;
    char name[16];

    if (!snbep_model.block(block, name, sizeof(name), &bank))
        return g_strdup_printf("block %u", block);
    return g_strdup_printf("%s.%s", name, reg < bank->n_regs ? bank->regs[reg].name : "?");
}

static void note(
    struct replay *r, enum truth_note_kind kind, gsize record, unsigned block, unsigned counter, char *text)
{
    truth_add_note(r->out, &(struct truth_note){kind, record, block, counter, text});
}

/* ---- time ---- */

static guint64 adds(const struct replay *r, const struct box *box, unsigned counter, guint64 to)
{
    guint64 control = box->counters[counter].control;

    if (!enabled(r, counter, control))
        return 0;
    return counter == IMC_FIXED_CTR ? to - box->cycle : imc_count(&box->traffic, control, box->cycle, to);
}

/* Brings @box up to the moment of the record that is being replayed. */
static void advance(struct replay *r, struct box *box)
{
    guint64 to = sim_cycles(r->planned->config.dclk_hz, r->records[r->now].time);

    if (to <= box->cycle)
        return;
    if (!frozen(r, box))
        for (unsigned i = 0; i < N_COUNTERS; i++)
            box->counters[i].total += adds(r, box, i, to);
    box->cycle = to;
}

/* ---- intervals ---- */

static void open_interval(struct replay *r, struct box *box, unsigned i)
{
    const struct truth_interval what = {.block = box->block,
        .counter = i,
        .fixed = i == IMC_FIXED_CTR,
        .control = selects(r, i, box->counters[i].control)};

    truth_track_open(&box->counters[i].track, r->out, r->records, r->now, &what);
}

/* ---- reads ---- */

/* The accesses are @first and, of a read in two halves, @second. */
static void note_wrong(
    struct replay *r, const struct half *half, guint64 got, guint64 expected, gsize first, gsize second)
{
    g_autofree char *name = register_text(half->block, half->counter);
    g_autofree char *access = access_text(&snbep_model, &r->records[first]);
    g_autofree char *other = first == second ? NULL : access_text(&snbep_model, &r->records[second]);

    note(r, TRUTH_WRONG, MAX(first, second), half->block, half->counter,
        g_strdup_printf("%s was read as 0x%" G_GINT64_MODIFIER "x, the traffic makes it 0x%" G_GINT64_MODIFIER
                        "x: %s%s%s",
            name, got, expected, access, other ? ", " : "", other ? other : ""));
}

static void note_torn(struct replay *r, const struct half *low, const struct half *high)
{
    g_autofree char *first = access_text(&snbep_model, &r->records[MIN(low->record, high->record)]);
    g_autofree char *second = access_text(&snbep_model, &r->records[MAX(low->record, high->record)]);

    note(r, TRUTH_TORN, MAX(low->record, high->record), low->block, low->counter,
        g_strdup_printf(
            "torn read: %s, then %s: a carry into the high half passed between them", first, second));
}

/* Notes the whole read and compares it. A wrong one is said once: what follows is measured from it. */
static void whole_read(
    struct replay *r, struct counter *counter, const struct half *low, const struct half *high, guint64 value)
{
    guint64 low_ones = G_MAXUINT32, expected = (high->held & ~low_ones) | (low->held & low_ones);
    struct truth_read read = {.block = low->block,
        .counter = low->counter,
        .low = low->record,
        .high = high->record,
        .value = value & r->mask,
        .total = low->total};

    if (read.value != expected) {
        note_wrong(r, low, read.value, expected, low->record, high->record);
        counter->base += read.value - expected;
    } else if ((low->held ^ high->held) & ~low_ones)
        note_torn(r, low, high);
    truth_track_read(&counter->track, r->out, r->records, &read);
}

/* The half that @half makes whole: the latest unused read of the same counter's other half by the same CPU.
 */
static struct half *other_half(struct replay *r, const struct half *half)
{
    for (gsize i = r->halves->len; i; i--) {
        struct half *other = &g_array_index(r->halves, struct half, i - 1);
        if (other->block != half->block || other->counter != half->counter ||
            r->records[other->record].cpu != r->records[half->record].cpu)
            continue;
        return other->used || other->high == half->high ? NULL : other;
    }
    return NULL;
}

static void half_read(struct replay *r, struct counter *counter, struct half *half)
{
    struct half *other = other_half(r, half);

    if (other) {
        const struct half *low = half->high ? other : half, *high = half->high ? half : other;
        guint64 upper = r->records[high->record].value, lower = r->records[low->record].value;

        half->used = other->used = TRUE;
        whole_read(r, counter, low, high, upper << 8 * HALF_BYTES | lower);
    }
    g_array_append_val(r->halves, *half);
}

/* A read of less than a half is compared and nothing is made of it. */
static void part_read(struct replay *r, const struct half *part, unsigned shift)
{
    const struct trace_record *record = &r->records[r->now];
    guint64 got = record->value & low_bytes(MIN(record->size, r->regs[part->counter].width / 8 - shift / 8));
    guint64 expected = part->held >> shift & low_bytes(record->size);

    if (got != expected)
        note_wrong(r, part, got, expected, r->now, r->now);
}

static void counter_read(struct replay *r, struct box *box, unsigned i)
{
    const struct trace_record *record = &r->records[r->now];
    struct counter *counter = &box->counters[i];
    unsigned at = record->offset - r->regs[IMC_CTR0 + i].offset;
    struct half half = {.record = r->now,
        .block = box->block,
        .counter = i,
        .high = at == HALF_BYTES,
        .held = held(r, counter),
        .total = counter->total};

    if (record->size == HALF_BYTES && at % HALF_BYTES == 0)
        half_read(r, counter, &half);
    else if (record->size == 2 * HALF_BYTES && at == 0)
        whole_read(r, counter, &half, &half, record->value);
    else
        part_read(r, &half, 8 * at);
}

/* Halves that stayed alone: there is no difference to look at, so the half itself must be right. */
static void check_lone_halves(struct replay *r)
{
    for (gsize i = 0; i < r->halves->len; i++) {
        const struct half *half = &g_array_index(r->halves, struct half, i);
        guint64 expected = (half->high ? half->held >> 8 * HALF_BYTES : half->held) & G_MAXUINT32;

        if (!half->used && r->records[half->record].value != expected)
            note_wrong(r, half, r->records[half->record].value, expected, half->record, half->record);
    }
}

/* ---- writes ---- */

static void set_counter(struct replay *r, struct box *box, unsigned i, guint64 value, const char *by)
{
    struct counter *counter = &box->counters[i];
    g_autofree char *name = register_text(box->block, i);
    g_autofree char *time = access_time_text(r->records[r->now].time);

    note(r, TRUTH_SET, r->now, box->block, i,
        g_strdup_printf("%s set %s from 0x%" G_GINT64_MODIFIER "x to 0x%" G_GINT64_MODIFIER "x (%s)", by,
            name, held(r, counter), value & r->mask, time));
    counter->base = value - counter->total;
}

static void set_control(struct replay *r, struct box *box, unsigned i, guint64 value)
{
    struct counter *counter = &box->counters[i];
    gboolean was = enabled(r, i, counter->control), is = enabled(r, i, value);
    gboolean same = selects(r, i, counter->control) == selects(r, i, value);

    counter->control = value;
    if (was && (!is || !same))
        truth_track_close(&counter->track, r->out, r->now);
    if (is && (!was || !same))
        open_interval(r, box, i);
}

/* Bits that do something at once. They are there in one of the two modes only, as the register's description
 * says. */
static gboolean acts(const struct replay *r, unsigned reg, unsigned field, guint64 written)
{
    return r->regs[reg].fields[field].access == REG_ACTION && reg_get(&r->regs[reg], field, written);
}

static void box_ctl_actions(struct replay *r, struct box *box, guint64 written)
{
    for (unsigned i = 0; i < N_COUNTERS; i++) {
        if (acts(r, IMC_BOX_CTL, BOX_CTL_RST_CTRS, written) && held(r, &box->counters[i]))
            set_counter(r, box, i, 0, "rst_ctrs");
        if (acts(r, IMC_BOX_CTL, BOX_CTL_RST_CTRL, written))
            set_control(r, box, i, 0);
    }
}

/* @value over @lanes, both in the register's place, reaches register @reg. */
static void register_written(struct replay *r, struct box *box, unsigned reg, guint64 value, guint64 lanes)
{
    value &= lanes;
    if (reg <= IMC_FIXED_CTR)
        set_counter(r, box, reg, (held(r, &box->counters[reg]) & ~lanes) | value, "a write");
    else if (reg <= IMC_FIXED_CTL) {
        unsigned i = reg - IMC_CTL0;

        if (reg == IMC_FIXED_CTL && acts(r, reg, FIXED_CTL_RST, value))
            set_counter(r, box, i, 0, "rst");
        set_control(r, box, i, (box->counters[i].control & ~lanes) | value);
    } else if (reg == IMC_BOX_CTL) {
        box->box_ctl = (box->box_ctl & ~lanes) | value;
        box_ctl_actions(r, box, value);
    }
}

/* Where the record's bytes and a register's meet: how far the register lies behind the first byte, in bytes.
 */
static gboolean touches(const struct trace_record *record, const struct reg *reg, int *behind)
{
    *behind = (int)reg->offset - (int)record->offset;
    return *behind<(int)record->size && * behind> - (int)(reg->width / 8);
}

static void box_written(struct replay *r, struct box *box)
{
    const struct trace_record *record = &r->records[r->now];

    for (unsigned i = 0; i < IMC_N_REGS; i++) {
        guint64 lanes = low_bytes(record->size), value = record->value;
        int behind;

        if (!touches(record, &r->regs[i], &behind))
            continue;
        lanes = behind >= 0 ? lanes >> 8 * behind : lanes << -8 * behind;
        value = behind >= 0 ? value >> 8 * behind : value << -8 * behind;
        register_written(r, box, i, value, lanes & low_bytes(r->regs[i].width / 8));
    }
}

/* ---- records ---- */

/* The monitor with number @block, or NULL where that is something else. */
static struct box *box_of(const struct replay *r, unsigned block)
{
    unsigned socket = block / SNBEP_N_BLOCKS, channel = block % SNBEP_N_BLOCKS - SNBEP_BLOCK_IMC0;

    if (socket >= r->planned->config.n_sockets || channel >= SNBEP_CHANNELS)
        return NULL;
    return &r->boxes[socket * SNBEP_CHANNELS + channel];
}

static void accessed(struct replay *r)
{
    const struct trace_record *record = &r->records[r->now];
    struct box *box = box_of(r, record->block);
    int behind;

    if (!box)
        return;
    advance(r, box);
    if (record->kind == TRACE_WRITE) {
        box_written(r, box);
        return;
    }
    for (unsigned i = 0; i < N_COUNTERS; i++)
        if (touches(record, &r->regs[IMC_CTR0 + i], &behind) && behind <= 0)
            counter_read(r, box, i);
}

static void preset(struct replay *r, struct box *box, const struct snbep_action *action)
{
    if (action->reg <= IMC_FIXED_CTR)
        set_counter(r, box, action->reg,
            action->value + (action->add ? held(r, &box->counters[action->reg]) : 0), "the plan");
    else if (action->reg <= IMC_FIXED_CTL)
        set_control(r, box, action->reg - IMC_CTL0, action->value);
    else if (action->reg == IMC_BOX_CTL)
        box->box_ctl = action->value;
}

static void plan_entry(struct replay *r)
{
    const struct trace_record *record = &r->records[r->now];
    const struct snbep_action *action;
    struct box *box;

    if (record->value >= r->planned->plan.n_entries)
        return;
    action = &r->planned->actions[record->value];
    box = &r->boxes[action->socket * SNBEP_CHANNELS + action->channel];
    advance(r, box);
    if (action->preset)
        preset(r, box, action);
    else
        imc_traffic_set(&box->traffic, record->time, action->event, action->sub, &action->amount);
}

static void replay_record(struct replay *r)
{
    switch (r->records[r->now].kind) {
    case TRACE_READ:
    case TRACE_WRITE:
        accessed(r);
        break;
    case TRACE_PLAN:
        plan_entry(r);
        break;
    default:
        break;
    }
}

static struct box *boxes_new(const struct snbep_config *config)
{
    struct box *boxes = g_new0(struct box, config->n_sockets * SNBEP_CHANNELS);

    for (unsigned i = 0; i < config->n_sockets * SNBEP_CHANNELS; i++) {
        boxes[i].block = i / SNBEP_CHANNELS * SNBEP_N_BLOCKS + SNBEP_BLOCK_IMC0 + i % SNBEP_CHANNELS;
        imc_reset(&boxes[i].traffic, config->box_ctl, config->dclk_hz);
        for (unsigned c = 0; c < N_COUNTERS; c++)
            truth_track_begin(&boxes[i].counters[c].track);
    }
    return boxes;
}

struct truth *truth_replay_snbep(const struct snbep *planned, const struct trace_record *records, gsize n)
{
    const struct reg *regs = imc_bank(planned->config.box_ctl)->regs;
    struct replay r = {
        .planned = planned,
        .records = records,
        .regs = regs,
        .mask = reg_field_mask(&regs[IMC_CTR0], &regs[IMC_CTR0].fields[CTR_EVENT_COUNT]),
        .boxes = boxes_new(&planned->config),
        .halves = g_array_new(FALSE, FALSE, sizeof(struct half)),
        .out = truth_new(),
    };

    r.out->mask = r.mask;
    for (r.now = 0; r.now < n; r.now++)
        replay_record(&r);
    check_lone_halves(&r);
    g_array_unref(r.halves);
    g_free(r.boxes);
    return r.out;
}
