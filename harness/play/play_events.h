/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Follows the events of a plan from operation to operation: which are open, in which groups, on or off. An
 * event that is mapped lives on after its close until it is unmapped, and so does its group.
 */
#ifndef PMULAB_HARNESS_PLAY_PLAY_EVENTS_H
#define PMULAB_HARNESS_PLAY_PLAY_EVENTS_H

#include "harness/play/play_text.h"
#include "harness/proof/perf_check.h"

#define PLAY_CPUS 4096

struct play_where {
    struct perf_check *check;
    unsigned step;
    unsigned cpus, sockets;     /* the same number of CPUs on each */
    unsigned counters;          /* of a place, for any event; a fixed one comes on top */
    const char *const *modules; /* of the machine; ends with NULL */
};

/* From its open to its close. */
struct play_event {
    const struct play_op *open; /* NULL: there is none */
    gboolean ours;              /* the machine counts it: @block and @fixed are set, too */
    unsigned block;
    gboolean fixed;  /* by the fixed counter */
    int socket;      /* of the CPU that was asked for */
    int leader;      /* of its group; -1: itself */
    gboolean on;     /* by itself; it counts if its leader is, too */
    gboolean moved;  /* a CPU has gone off while it was off itself */
    gboolean lost;   /* its socket has been without a CPU */
    gboolean shaken; /* a CPU has gone off */
};

enum { PLAY_EVENTS_ALL = 2 * PLAY_EVENTS };

struct play_events {
    const struct play_where *where;
    /* By their number; and at PLAY_EVENTS behind it the event that was closed, and lives on in the number's
     * mapping. */
    struct play_event events[PLAY_EVENTS_ALL];
    gboolean mapped[PLAY_EVENTS];
    gboolean off[PLAY_CPUS]; /* CPUs */
};

/* A new program has no events: the kernel closes what the last one left open. */
void play_events_begin(struct play_events *e);

/* @op has been tried. */
void play_events_act(struct play_events *e, const struct play_op *op);

/* The program closes event @number, as it does before it opens another one with that number. */
void play_events_close(struct play_events *e, unsigned number);

/* The number of the event that leads the group of event @number: perhaps the same. */
unsigned play_events_leader(const struct play_events *e, unsigned number);

/* Whether event @number counts. */
gboolean play_events_count(const struct play_events *e, unsigned number);

/* Whether @op is for event @number: with `all`, for the whole group of which op->event is any member. */
gboolean play_events_meant(const struct play_events *e, const struct play_op *op, unsigned number);

/* Whether the number has a mapping of an event that was closed. */
gboolean play_events_lives_on(const struct play_events *e, unsigned number);

/* The socket of @cpu. */
int play_events_socket(const struct play_where *where, int cpu);

#endif
