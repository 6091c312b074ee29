/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Follows the events of a plan from operation to operation, and judges each
 * read. */
#include "harness/play/play_check.h"

#include "harness/base/error.h"
#include "harness/play/play_contract.h"

#include <string.h>

/* The known facts about an event's count, beside struct play_event. */
struct count {
    gboolean was_on;     /* before the last operation */
    gboolean read;       /* at least once */
    gboolean unknown;    /* the injected amount is unknown */
    gboolean unmodelled; /* ... because no table has the event */
    guint64 least, most; /* its least and greatest possible count since it was opened or reset */
    /* A number for the operations that switched or set it: equal for events
     * that went together. */
    guint64 history;
    gboolean has_count; /* it was read since the last of them */
    guint64 count;
};

struct play {
    const struct play_where *where;
    struct play_result *result;
    const GPtrArray *ops;
    struct play_events now;
    struct play_events before; /* the last operation */
    struct count counts[PLAY_EVENTS];
    /* blocks with more events on than they can count: the kernel lets them take
     * turns */
    GHashTable *crowded;
    guint64 time; /* ns: up to here the events' amounts are complete */
};

static gboolean counts(const struct play_events *e, unsigned number)
{
    return e->events[number].ours && play_events_count(e, number);
}

/* ---- time ---- */

static void add(struct play *p, unsigned number, guint64 to, gboolean surely)
{
    const struct play_event *event = &p->now.events[number];
    const char *why = NULL;
    guint64 amount = 0;

    if (!perf_check_happens(
            p->where->check, event->open->name, event->block, p->time, to, &amount, &why)) {
        p->counts[number].unmodelled =
            why == injected_unmodelled && p->counts[number].unmodelled >= p->counts[number].unknown;
        p->counts[number].unknown = TRUE;
    }
    p->counts[number].most += amount;
    if (surely)
        p->counts[number].least += amount;
}

/* Nothing changes until @to. */
static void advance(struct play *p, guint64 to)
{
    for (unsigned i = 0; i < PLAY_EVENTS; i++)
        if (counts(&p->now, i))
            add(p, i, to, !p->now.events[i].lost);
    p->time = to;
}

/* An operation's effects before its end: switching events on or off freezes all
 * others of the PMU for a moment. */
static void pass(struct play *p, const struct play_op *op, guint64 to)
{
    gboolean disturbs = op->verb != PLAY_READ && op->verb != PLAY_WAIT && op->verb != PLAY_RESET;

    for (unsigned i = 0; i < PLAY_EVENTS; i++) {
        gboolean does = counts(&p->now, i), did = counts(&p->before, i);

        if (p->now.events[i].ours && (does || did))
            add(p, i, to, does && did && !disturbs && !p->now.events[i].lost);
    }
    p->time = to;
}

/* ---- operations ---- */

static void changed(struct play *p, unsigned number, guint64 by)
{
    struct count *count = &p->counts[number];

    count->history = count->history * 31 + by;
    count->has_count = FALSE;
}

/* A number for the operation: the leader's if it switches the whole group at
 * once, else event number @number's own. `on S all` switches on one by one the
 * events that were off by themselves. */
static guint64 change_by(const struct play *p, const struct play_op *op, unsigned number)
{
    unsigned leader = play_events_leader(&p->now, number);
    gboolean at_once =
        (op->event == leader || op->whole) && (number == leader || p->counts[number].was_on);

    return op->begin * (PLAY_EVENTS + 1) + (at_once ? PLAY_EVENTS : number);
}

static void note_changes(struct play *p, const struct play_op *op)
{
    for (unsigned i = 0; i < PLAY_EVENTS; i++) {
        if (!p->now.events[i].open)
            continue;
        if (counts(&p->now, i) != counts(&p->before, i))
            changed(p, i, change_by(p, op, i));
        else if (counts(&p->before, i) && op->verb == PLAY_CPU)
            changed(p, i, op->begin * (PLAY_EVENTS + 1) + i);
    }
}

/* An event that was opened, or closed, has no count any more. */
static void act(struct play *p, const struct play_op *op)
{
    p->before = p->now;
    for (unsigned i = 0; i < PLAY_EVENTS; i++)
        p->counts[i].was_on = p->now.events[i].on;
    play_events_act(&p->now, op);
    for (unsigned i = 0; i < PLAY_EVENTS; i++)
        if (p->now.events[i].open != p->before.events[i].open)
            p->counts[i] = (struct count){0};
}

static void set_to_zero(struct play *p, const struct play_op *op, unsigned number, guint64 began)
{
    struct count *count = &p->counts[number];
    const gboolean does = counts(&p->now, number);
    const guint64 now = p->time;

    count->least = count->most = 0;
    changed(p, number, op->begin * (PLAY_EVENTS + 1) + (op->whole && !does ? PLAY_EVENTS : number));
    if (!does)
        return;
    p->time = began;
    add(p, number, now, FALSE);
    p->time = now;
}

static void reset(struct play *p, const struct play_op *op, guint64 began)
{
    for (unsigned i = 0; i < PLAY_EVENTS; i++)
        if (play_events_meant(&p->now, op, i))
            set_to_zero(p, op, i, began);
}

/* ---- reads ---- */

static void complain(struct play *p, const struct play_op *op, const char *format, ...)
    G_GNUC_PRINTF(3, 4);
static void complain(struct play *p, const struct play_op *op, const char *format, ...)
{
    g_autofree char *what = NULL;
    va_list list;

    va_start(list, format);
    what = g_strdup_vprintf(format, list);
    va_end(list);
    g_ptr_array_add(p->result->wrong,
        g_strdup_printf("'%s': %s: %s", op->line, p->now.events[op->event].open->name, what));
}

/* A group's members that went on and off together, for the same in the same
 * place. */
static gboolean are_alike(const struct play *p, unsigned a, unsigned b)
{
    const struct play_event *one = &p->now.events[a], *other = &p->now.events[b];

    return other->ours && a != b &&
           play_events_leader(&p->now, a) == play_events_leader(&p->now, b) &&
           p->counts[a].history == p->counts[b].history && one->block == other->block &&
           !strcmp(one->open->name, other->open->name) && p->counts[b].has_count;
}

static void compare_members(struct play *p, const struct play_op *op)
{
    for (unsigned i = 0; i < PLAY_EVENTS; i++) {
        if (!are_alike(p, op->event, i))
            continue;
        p->result->pairs++;
        if (p->counts[i].count != op->count)
            complain(p, op,
                "event %u of its group counts the same in the same time, and came to "
                "%" G_GUINT64_FORMAT,
                i, p->counts[i].count);
    }
}

static void judge_read(struct play *p, const struct play_op *op, guint64 least)
{
    const struct play_event *event = &p->now.events[op->event];
    struct count *count = &p->counts[op->event];
    gboolean always;

    if (!event->ours || count->unknown) {
        *(event->ours ? &p->result->unknown : &p->result->others) += 1;
        p->result->unmodelled += event->ours && count->unmodelled;
        return;
    }
    always = op->running == op->enabled &&
             !g_hash_table_contains(p->crowded, GUINT_TO_POINTER(event->block));
    p->result->reads++;
    *(always ? &p->result->between : &p->result->below) += 1;
    if (op->count > count->most)
        complain(p, op,
            "too many: the scenario injected at most %" G_GUINT64_FORMAT " while it was on%s",
            count->most, event->moved ? "; a CPU went off while it was off" : "");
    else if (always && op->count < least)
        complain(p, op,
            "too few: the scenario injected at least %" G_GUINT64_FORMAT " while it was on", least);
    if (counts(&p->now, op->event))
        return;
    count->has_count = TRUE;
    count->count = op->count;
    if (op->running == op->enabled)
        compare_members(p, op);
}

/* ---- turns ---- */

static void begin_program(struct play *p)
{
    play_events_begin(&p->now);
    memset(p->counts, 0, sizeof(p->counts));
}

/* A closed event that a mapping keeps is never read again. */
static void leave(struct play *p, unsigned number)
{
    const struct play_event *event = &p->now.events[number];

    if (event->ours && event->on && (number >= PLAY_EVENTS || !p->counts[number].read))
        g_hash_table_add(p->crowded, GUINT_TO_POINTER(event->block));
}

static void leave_all(struct play *p)
{
    for (unsigned i = 0; i < PLAY_EVENTS_ALL; i++)
        leave(p, i);
    begin_program(p);
}

/* Before the play: finds the blocks whose events took turns, as their reads
 * show. An event that was never read shows nothing. */
static void find_crowded(struct play *p)
{
    for (guint i = 0; i < p->ops->len; i++) {
        const struct play_op *op = g_ptr_array_index(p->ops, i);

        if (op->first)
            leave_all(p);
        if (op->verb == PLAY_OPEN || op->verb == PLAY_CLOSE)
            leave(p, op->event);
        if (op->verb == PLAY_MAP || op->verb == PLAY_UNMAP)
            leave(p, PLAY_EVENTS + op->event);
        act(p, op);
        p->counts[op->event].read |= op->verb == PLAY_READ;
        if (op->verb == PLAY_READ && p->now.events[op->event].ours && op->running != op->enabled)
            g_hash_table_add(p->crowded, GUINT_TO_POINTER(p->now.events[op->event].block));
    }
    leave_all(p);
}

/* ---- the plan ---- */

static guint64 time_of(const struct play *p, gsize record)
{
    return perf_check_records(p->where->check)[record].time;
}

static void play(struct play *p, const struct play_op *op)
{
    const guint64 began = time_of(p, op->begin), ended = time_of(p, op->end);
    guint64 least;

    if (op->first)
        begin_program(p);
    advance(p, began);
    least = p->counts[op->event].least;
    act(p, op);
    pass(p, op, ended);
    note_changes(p, op);
    if (op->verb == PLAY_RESET && op->done)
        reset(p, op, began);
    if (op->verb == PLAY_READ && op->done)
        judge_read(p, op, least);
}

static void play_all(struct play *p)
{
    p->crowded = g_hash_table_new(NULL, NULL);
    find_crowded(p);
    memset(p->now.off, 0, sizeof(p->now.off));
    for (guint i = 0; i < p->ops->len; i++)
        play(p, g_ptr_array_index(p->ops, i));
    g_hash_table_unref(p->crowded);
}

struct play_result *play_check(const struct play_where *where, const char *text, GError **error)
{
    g_autoptr(GPtrArray) ops = play_text_read(text);
    struct play_result *result;
    g_autofree struct play *p = NULL;
    gsize begin, end;

    if (!ops->len) {
        error_failed(error, "the output has no operation of pmulab-play");
        return NULL;
    }
    if (!perf_check_find_step(where->check, where->step, &begin, &end, error) ||
        !play_text_place(ops, perf_check_records(where->check), begin, end, error))
        return NULL;
    result = g_new0(struct play_result, 1);
    result->ops = ops->len;
    result->wrong = g_ptr_array_new_with_free_func(g_free);
    result->known = play_contract_check(where, ops, result->wrong);
    p = g_new0(struct play, 1);
    p->where = p->now.where = where;
    p->result = result;
    p->ops = ops;
    play_all(p);
    return result;
}

void play_result_free(struct play_result *result)
{
    if (!result)
        return;
    g_ptr_array_unref(result->wrong);
    g_free(result);
}
