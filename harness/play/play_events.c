/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Applies each operation's effect to the events. */
#include "harness/play/play_events.h"

#include <string.h>

/* ---- questions ---- */

unsigned play_events_leader(const struct play_events *e, unsigned number)
{
    const struct play_event *event = &e->events[number];

    return event->leader < 0 ? number : (unsigned)event->leader % PLAY_EVENTS_ALL;
}

gboolean play_events_meant(const struct play_events *e, const struct play_op *op, unsigned number)
{
    if (!e->events[number].open || !e->events[op->event].open || !op->whole)
        return e->events[number].open && number == op->event;
    return play_events_leader(e, number) == play_events_leader(e, op->event);
}

gboolean play_events_count(const struct play_events *e, unsigned number)
{
    const struct play_event *event = &e->events[number],
                            *leader = &e->events[play_events_leader(e, number)];

    return event->open && event->on && leader->open && leader->on;
}

gboolean play_events_lives_on(const struct play_events *e, unsigned number)
{
    return e->events[PLAY_EVENTS + number].open != NULL;
}

int play_events_socket(const struct play_where *where, int cpu)
{
    return cpu * (int)where->sockets / (int)where->cpus;
}

/* A PMU of a socket needs one of its CPUs. */
static gboolean has_cpu(const struct play_events *e, int socket)
{
    for (int cpu = 0; cpu < (int)e->where->cpus; cpu++)
        if (!e->off[cpu] && play_events_socket(e->where, cpu) == socket)
            return TRUE;
    return FALSE;
}

/* Each place of an event is a box that counts it, in the socket of op->cpu.
 * Nothing is known of events for tasks or for samples. */
static void find_place(const struct play_events *e, struct play_event *event)
{
    const struct play_op *op = event->open;
    struct perf_event asked;

    event->socket = play_events_socket(e->where, op->cpu);
    if (op->cpu < 0 || op->cpu >= (int)e->where->cpus || op->task || op->samples || op->excludes ||
        !perf_check_event(e->where->check, op->name, &asked))
        return;
    for (unsigned i = 0; i < asked.n_places && !event->ours; i++)
        if (asked.places[i].socket == event->socket) {
            event->ours = TRUE;
            event->block = asked.places[i].block;
            event->fixed = asked.fixed;
        }
}

/* ---- operations ---- */

/* Replaces the leader @from by @to. */
static void lead(struct play_events *e, unsigned from, int to)
{
    for (unsigned i = 0; i < PLAY_EVENTS_ALL; i++)
        if (e->events[i].open && e->events[i].leader == (int)from)
            e->events[i].leader = to;
}

/* Members of its group continue alone. */
static void end_event(struct play_events *e, unsigned number)
{
    lead(e, number, -1);
    e->events[number] = (struct play_event){0};
}

void play_events_close(struct play_events *e, unsigned number)
{
    struct play_event *event = &e->events[number];

    if (event->open && e->mapped[number] && !play_events_lives_on(e, number)) {
        e->events[PLAY_EVENTS + number] = *event;
        lead(e, number, (int)(PLAY_EVENTS + number));
    }
    end_event(e, number);
}

static void open_event(struct play_events *e, const struct play_op *op)
{
    struct play_event *event = &e->events[op->event];

    play_events_close(e, op->event);
    if (!op->done)
        return;
    event->open = op;
    event->leader = op->leader;
    event->on = op->leader >= 0;
    find_place(e, event);
}

static void unmap(struct play_events *e, unsigned number)
{
    e->mapped[number] = FALSE;
    end_event(e, PLAY_EVENTS + number);
}

/* With the last CPU of its socket an event loses its group:
 * perf_event_exit_cpu() detaches both. */
static void switch_cpu(struct play_events *e, const struct play_op *op)
{
    e->off[op->cpu % PLAY_CPUS] = !op->on;
    for (unsigned i = 0; i < PLAY_EVENTS_ALL; i++) {
        struct play_event *event = &e->events[i];

        event->lost |= event->open && !has_cpu(e, event->socket);
        if (event->lost)
            event->leader = -1;
        event->moved |= event->open && !event->on && !op->on;
        event->shaken |= event->open && !op->on;
    }
}

static void switch_event(struct play_events *e, const struct play_op *op)
{
    for (unsigned i = 0; i < PLAY_EVENTS_ALL; i++)
        if (play_events_meant(e, op, i))
            e->events[i].on = op->verb == PLAY_ON;
}

void play_events_begin(struct play_events *e)
{
    memset(e->events, 0, sizeof(e->events));
    memset(e->mapped, 0, sizeof(e->mapped));
}

/* The program unmaps before it maps anew, and closes before it opens. */
void play_events_act(struct play_events *e, const struct play_op *op)
{
    if (op->verb == PLAY_OPEN)
        open_event(e, op);
    if (op->verb == PLAY_MAP || op->verb == PLAY_UNMAP)
        unmap(e, op->event);
    if (!op->done)
        return;
    if (op->verb == PLAY_MAP)
        e->mapped[op->event] = TRUE;
    else if (op->verb == PLAY_ON || op->verb == PLAY_OFF)
        switch_event(e, op);
    else if (op->verb == PLAY_CLOSE)
        play_events_close(e, op->event);
    else if (op->verb == PLAY_CPU)
        switch_cpu(e, op);
}
