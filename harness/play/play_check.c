/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Follows the events of a plan from operation to operation, and judges each read. */
#include "harness/play/play_check.h"

#include "harness/base/error.h"

#include <string.h>

enum { CPUS = 4096 };

/* An event of this machine, from its open to its close. */
struct event {
    const struct play_op *open; /* NULL: there is none */
    unsigned block;
    int socket;
    int leader;          /* of its group; -1: itself */
    gboolean on;         /* by itself; it counts if its leader is, too */
    gboolean was_on;     /* before the last operation */
    gboolean moved;      /* a CPU has gone off while it was off itself */
    gboolean lost;       /* its socket has been without a CPU */
    gboolean read;       /* at least once */
    guint64 least, most; /* what it must, and may, have counted since it was opened or reset */
    /* The operations that put it on or off, or set it, as a number: equal for those that went together. */
    guint64 history;
    gboolean has_count; /* it was read since the last of them */
    guint64 count;
};

struct play {
    const struct play_where *where;
    struct play_result *result;
    const GPtrArray *ops;
    struct event events[PLAY_EVENTS];
    gboolean off[CPUS];  /* CPUs */
    GHashTable *crowded; /* blocks with more events on than they can count: the kernel lets them take turns */
    guint64 now;         /* ns: up to here the events' amounts are complete */
};

/* ---- what is known of an event ---- */

static struct event *leader_of(struct play *p, struct event *event)
{
    return event->leader < 0 ? event : &p->events[event->leader % PLAY_EVENTS];
}

static unsigned leader_number(const struct event *event, unsigned number)
{
    return event->leader < 0 ? number : (unsigned)event->leader;
}

/* Whether @op is for event number @number: with `all`, the whole group of which op->event is any member. */
static gboolean is_meant(const struct play *p, const struct play_op *op, unsigned number)
{
    const struct event *event = &p->events[number], *named = &p->events[op->event];

    if (!event->open || !named->open || !op->whole)
        return event->open && number == op->event;
    return leader_number(event, number) == leader_number(named, op->event);
}

static gboolean counts(struct play *p, struct event *event)
{
    struct event *leader = event->open ? leader_of(p, event) : NULL;

    return leader && event->on && (leader == event || (leader->open && leader->on));
}

static int socket_of(const struct play *p, int cpu)
{
    return cpu * (int)p->where->sockets / (int)p->where->cpus;
}

/* A PMU of a socket needs one of its CPUs. */
static gboolean has_cpu(const struct play *p, int socket)
{
    for (int cpu = 0; cpu < (int)p->where->cpus; cpu++)
        if (!p->off[cpu] && socket_of(p, cpu) == socket)
            return TRUE;
    return FALSE;
}

/* Each place of an event is a box in which it is counted: the one of the socket of op->cpu. */
static gboolean find_place(const struct play *p, const struct play_op *op, struct event *event)
{
    struct perf_event asked;

    event->socket = socket_of(p, op->cpu);
    if (op->cpu >= (int)p->where->cpus || !perf_check_event(p->where->check, op->name, &asked))
        return FALSE;
    for (unsigned i = 0; i < asked.n_places; i++)
        if (asked.places[i].socket == event->socket) {
            event->block = asked.places[i].block;
            return TRUE;
        }
    return FALSE;
}

/* ---- time ---- */

static void add(struct play *p, struct event *event, guint64 to, gboolean surely)
{
    guint64 amount = 0;

    perf_check_happens(p->where->check, event->open->name, event->block, p->now, to, &amount);
    event->most += amount;
    if (surely)
        event->least += amount;
}

/* Up to @to all stays as it is. */
static void advance(struct play *p, guint64 to)
{
    for (unsigned i = 0; i < PLAY_EVENTS; i++)
        if (counts(p, &p->events[i]))
            add(p, &p->events[i], to, !p->events[i].lost);
    p->now = to;
}

/* What an operation does on the way to its end: those that put events on or off freeze all others of the
 * PMU for a moment. @did: what counted before it. */
static void pass(struct play *p, const struct play_op *op, const gboolean did[PLAY_EVENTS], guint64 to)
{
    gboolean disturbs = op->verb != PLAY_READ && op->verb != PLAY_WAIT && op->verb != PLAY_RESET;

    for (unsigned i = 0; i < PLAY_EVENTS; i++) {
        struct event *event = &p->events[i];
        gboolean does = counts(p, event);

        if (event->open && (does || did[i]))
            add(p, event, to, does && did[i] && !disturbs && !event->lost);
    }
    p->now = to;
}

/* ---- operations ---- */

static void changed(struct event *event, guint64 by)
{
    event->history = event->history * 31 + by;
    event->has_count = FALSE;
}

/* The operation is the leader's, and takes the whole group at once; or else event number @number's own. `on S
 * all` puts those on one by one that were off by themselves. */
static guint64 change_by(const struct play_op *op, unsigned number, const struct event *event)
{
    unsigned leader = leader_number(event, number);
    gboolean at_once = (op->event == leader || op->whole) && (number == leader || event->was_on);

    return op->begin * (PLAY_EVENTS + 1) + (at_once ? PLAY_EVENTS : number);
}

static void note_changes(struct play *p, const struct play_op *op, const gboolean did[PLAY_EVENTS])
{
    for (unsigned i = 0; i < PLAY_EVENTS; i++) {
        struct event *event = &p->events[i];

        if (!event->open)
            continue;
        if (counts(p, event) != did[i])
            changed(event, change_by(op, i, event));
        else if (did[i] && op->verb == PLAY_CPU)
            changed(event, op->begin * (PLAY_EVENTS + 1) + i);
    }
}

/* Members of its group go on alone. One that was never read may have taken turns without a word. */
static void close_event(struct play *p, const struct play_op *op)
{
    struct event *event = &p->events[op->event];

    for (unsigned i = 0; i < PLAY_EVENTS; i++)
        if (p->events[i].open && p->events[i].leader == (int)op->event) {
            p->events[i].leader = -1;
            changed(&p->events[i], op->begin * (PLAY_EVENTS + 1) + i);
        }
    *event = (struct event){0};
}

static void open_event(struct play *p, const struct play_op *op)
{
    struct event *event = &p->events[op->event];

    close_event(p, op);
    if (op->done && find_place(p, op, event)) {
        event->open = op;
        event->leader = op->leader;
        event->on = op->leader >= 0;
    }
}

static void switch_cpu(struct play *p, const struct play_op *op)
{
    p->off[op->cpu % CPUS] = !op->on;
    for (unsigned i = 0; i < PLAY_EVENTS; i++) {
        struct event *event = &p->events[i];

        event->lost |= event->open && !has_cpu(p, event->socket);
        event->moved |= event->open && !event->on && !op->on;
    }
}

static void switch_event(struct play *p, const struct play_op *op)
{
    for (unsigned i = 0; i < PLAY_EVENTS; i++) {
        struct event *event = &p->events[i];

        if (is_meant(p, op, i))
            event->on = op->verb == PLAY_ON;
    }
}

static void set_to_zero(struct play *p, const struct play_op *op, unsigned number, guint64 began)
{
    struct event *event = &p->events[number];
    const guint64 now = p->now;

    event->least = event->most = 0;
    changed(event, op->begin * (PLAY_EVENTS + 1) + (op->whole && !counts(p, event) ? PLAY_EVENTS : number));
    if (!counts(p, event))
        return;
    p->now = began;
    add(p, event, now, FALSE);
    p->now = now;
}

static void reset(struct play *p, const struct play_op *op, guint64 began)
{
    for (unsigned i = 0; i < PLAY_EVENTS; i++) {
        if (is_meant(p, op, i))
            set_to_zero(p, op, i, began);
    }
}

static void act(struct play *p, const struct play_op *op)
{
    if (op->verb == PLAY_OPEN)
        open_event(p, op);
    else if (!op->done)
        return;
    else if (op->verb == PLAY_ON || op->verb == PLAY_OFF)
        switch_event(p, op);
    else if (op->verb == PLAY_CLOSE)
        close_event(p, op);
    else if (op->verb == PLAY_CPU)
        switch_cpu(p, op);
}

/* ---- reads ---- */

static void complain(struct play *p, const struct play_op *op, const char *format, ...) G_GNUC_PRINTF(3, 4);
static void complain(struct play *p, const struct play_op *op, const char *format, ...)
{
    const struct event *event = &p->events[op->event];
    g_autofree char *what = NULL;
    va_list list;

    va_start(list, format);
    what = g_strdup_vprintf(format, list);
    va_end(list);
    g_ptr_array_add(p->result->wrong, g_strdup_printf("'%s': %s: %s", op->line, event->open->name, what));
}

/* A group's members that went on and off together, for the same in the same place. */
static gboolean are_alike(struct play *p, struct event *a, struct event *b)
{
    return b->open && b != a && leader_of(p, a) == leader_of(p, b) && a->history == b->history &&
           a->block == b->block && !strcmp(a->open->name, b->open->name) && b->has_count;
}

static void compare_members(struct play *p, const struct play_op *op, struct event *event)
{
    for (unsigned i = 0; i < PLAY_EVENTS; i++) {
        const struct event *other = &p->events[i];

        if (!are_alike(p, event, &p->events[i]))
            continue;
        p->result->pairs++;
        if (other->count != op->count)
            complain(p, op,
                "event %u of its group counts the same in the same time, and came to %" G_GUINT64_FORMAT, i,
                other->count);
    }
}

static void judge_read(struct play *p, const struct play_op *op, guint64 least)
{
    struct event *event = &p->events[op->event];
    gboolean always;

    if (!event->open)
        return;
    always = op->running == op->enabled && !g_hash_table_contains(p->crowded, GUINT_TO_POINTER(event->block));
    p->result->reads++;
    *(always ? &p->result->between : &p->result->below) += 1;
    if (op->count > event->most)
        complain(p, op, "too many: the scenario injected at most %" G_GUINT64_FORMAT " while it was on%s",
            event->most, event->moved ? "; a CPU went off while it was off" : "");
    else if (always && op->count < least)
        complain(
            p, op, "too few: the scenario injected at least %" G_GUINT64_FORMAT " while it was on", least);
    if (counts(p, event))
        return;
    event->has_count = TRUE;
    event->count = op->count;
    if (op->running == op->enabled)
        compare_members(p, op, event);
}

/* ---- turns ---- */

/* The kernel closes what its program leaves open. */
static void begin_program(struct play *p)
{
    memset(p->events, 0, sizeof(p->events));
}

static void leave(struct play *p, const struct event *event)
{
    if (event->open && event->on && !event->read)
        g_hash_table_add(p->crowded, GUINT_TO_POINTER(event->block));
}

static void leave_all(struct play *p)
{
    for (unsigned i = 0; i < PLAY_EVENTS; i++)
        leave(p, &p->events[i]);
    begin_program(p);
}

/* Before the play: the blocks whose events took turns, as the reads of some say; an event that was never read
 * does not say. */
static void find_crowded(struct play *p)
{
    for (guint i = 0; i < p->ops->len; i++) {
        const struct play_op *op = g_ptr_array_index(p->ops, i);
        struct event *event = &p->events[op->event];

        if (op->first)
            leave_all(p);
        if (op->verb == PLAY_OPEN || op->verb == PLAY_CLOSE)
            leave(p, event);
        act(p, op);
        event->read |= op->verb == PLAY_READ;
        if (op->verb == PLAY_READ && event->open && op->running != op->enabled)
            g_hash_table_add(p->crowded, GUINT_TO_POINTER(event->block));
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
    gboolean did[PLAY_EVENTS];
    guint64 least;

    if (op->first)
        begin_program(p);
    advance(p, began);
    least = p->events[op->event].least;
    for (unsigned i = 0; i < PLAY_EVENTS; i++) {
        did[i] = counts(p, &p->events[i]);
        p->events[i].was_on = p->events[i].on;
    }
    act(p, op);
    pass(p, op, did, ended);
    note_changes(p, op, did);
    if (op->verb == PLAY_RESET && op->done)
        reset(p, op, began);
    if (op->verb == PLAY_READ && op->done)
        judge_read(p, op, least);
}

struct play_result *play_check(const struct play_where *where, const char *text, GError **error)
{
    g_autoptr(GPtrArray) ops = play_text_read(text);
    struct play_result *result;
    struct play p = {.where = where, .ops = ops};
    gsize begin, end;

    if (!ops->len) {
        g_set_error(error, HARNESS_ERROR, HARNESS_ERROR_FAILED, "the output has no operation of pmulab-play");
        return NULL;
    }
    if (!perf_check_find_step(where->check, where->step, &begin, &end, error) ||
        !play_text_place(ops, perf_check_records(where->check), begin, end, error))
        return NULL;
    p.result = result = g_new0(struct play_result, 1);
    result->ops = ops->len;
    result->wrong = g_ptr_array_new_with_free_func(g_free);
    p.crowded = g_hash_table_new(NULL, NULL);
    find_crowded(&p);
    memset(p.off, 0, sizeof(p.off));
    for (guint i = 0; i < ops->len; i++)
        play(&p, g_ptr_array_index(ops, i));
    g_hash_table_unref(p.crowded);
    return result;
}

void play_result_free(struct play_result *result)
{
    if (!result)
        return;
    g_ptr_array_unref(result->wrong);
    g_free(result);
}
