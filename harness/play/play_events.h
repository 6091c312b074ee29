/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Follows the events of a plan from operation to operation: which are open, in
 * which groups, on or off. A mapped event continues to exist after its close
 * until it is unmapped, as does its group.
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
    unsigned counters;          /* of a place, for any event; fixed ones are additional */
    const char *const *modules; /* of the machine; ends with NULL */
};

/* From its open to its close. */
struct play_event {
    const struct play_op *open; /* NULL: there is none */
    gboolean ours;              /* the machine counts it: @block and @fixed are also set */
    unsigned block;
    gboolean fixed;  /* by the fixed counter */
    int socket;      /* of the requested CPU */
    int leader;      /* number of its group's leader; -1: itself */
    gboolean on;     /* switched on; it counts if its leader is also on */
    gboolean moved;  /* a CPU was switched off while the event was off */
    gboolean lost;   /* its socket had no CPU for some time */
    gboolean shaken; /* a CPU was switched off */
};

enum { PLAY_EVENTS_ALL = 2 * PLAY_EVENTS };

struct play_events {
    const struct play_where *where;
    /* Indexed by their number. Index number + PLAY_EVENTS is a closed event
     * that the number's mapping keeps. */
    struct play_event events[PLAY_EVENTS_ALL];
    gboolean mapped[PLAY_EVENTS];
    gboolean off[PLAY_CPUS]; /* CPUs */
};

/* Begins a new program, which has no events: the kernel closes the last
 * program's open events. */
void play_events_begin(struct play_events *e);

/* Applies @op, which has been tried. */
void play_events_act(struct play_events *e, const struct play_op *op);

/* The program closes event @number, as it does before it opens another one with
 * that number. */
void play_events_close(struct play_events *e, unsigned number);

/* The number of the leader of event @number's group, perhaps the same. */
unsigned play_events_leader(const struct play_events *e, unsigned number);

/* Whether event @number counts. */
gboolean play_events_count(const struct play_events *e, unsigned number);

/* Whether @op applies to event @number: with `all`, to the whole group of
 * op->event, which may be any member. */
gboolean play_events_meant(const struct play_events *e, const struct play_op *op, unsigned number);

/* Whether the number has a mapping of a closed event. */
gboolean play_events_lives_on(const struct play_events *e, unsigned number);

/* The socket of @cpu. */
int play_events_socket(const struct play_where *where, int cpu);

#endif
