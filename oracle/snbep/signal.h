/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * What a unit does in each cycle, as docs/scenarios.md defines traffic ("Which cycles"), and what a counter
 * adds of it. A signal is the whole story from boot on, so any time that has passed can be asked for.
 */
#ifndef PMULAB_ORACLE_SNBEP_SIGNAL_H
#define PMULAB_ORACLE_SNBEP_SIGNAL_H

#include "oracle/snbep/manual.h"
#include "oracle/traffic/amount.h"

/* Most kinds of traffic of an event; of one whose kinds come independently. */
enum { ORACLE_PARTS = 16, ORACLE_OVERLAPPING = 8 };

/* What a counter asks of an event: the fields of its control register. */
struct oracle_ask {
    bool fixed; /* every cycle; the others have no meaning then */
    uint16_t code;
    uint8_t umask;
    uint16_t thresh;
    uint32_t more; /* what else of the control says which traffic counts */
    bool invert, edge;
    uint64_t filter; /* what the box's filter holds; */
    uint64_t mask;   /* bits of that which count, where the box has registers for them */
    bool tid_en;
};

/* What a filter can tell traffic by: docs/hardware/snbep.md, "Filters of the cache". */
struct oracle_marks {
    unsigned opc, state, nid, tid, miss;
    unsigned remote, nc, c6, isoc;
    unsigned nm;       /* near memory */
    unsigned port, fc; /* of I/O: its port, and class of flow */
    unsigned link;
    unsigned rds, rnid, dnid, mc, vnw; /* of a packet: "Packets of a link" */
};

/* One kind of an event's traffic: that of unit @unit, as bit @unit of the umask selects it. */
struct oracle_part {
    unsigned unit;
    struct oracle_marks marks;
    struct oracle_amount amount;
};

/* Part @part adds @level where the pointer stands on points [@from, @to). */
struct oracle_arc {
    uint64_t from, to;
    unsigned level, part;
};

/* The pointer stands on point 0 in cycle @since, and goes on by @step points of @points a cycle. */
struct oracle_turn {
    uint64_t since;
    uint64_t points, step;
    unsigned n;
    struct oracle_arc arcs[2 * ORACLE_PARTS + 1];
};

struct oracle_signal {
    const struct oracle_kind *kind;
    const struct oracle_event *event;
    unsigned n_parts;
    struct oracle_part parts[ORACLE_PARTS]; /* in the order in which they came, as of the last turn */
    unsigned n_turns;
    struct oracle_turn *turns; /* by @since, the first at 0 */
};

/* A signal of event number @event of @kind without traffic, from cycle 0 on, of a clock of @hz. Free with
 * oracle_signal_end(). */
void oracle_signal_begin(
    struct oracle_signal *signal, const struct oracle_kind *kind, unsigned event, uint32_t hz);
void oracle_signal_end(struct oracle_signal *signal);

/* From @cycle on, not before the last change, there is @part instead of what there was of its unit. False:
 * that is more than there are cycles, or another rhythm than the event's other sub-events have; nothing has
 * changed then. */
bool oracle_signal_change(
    struct oracle_signal *signal, uint64_t cycle, uint32_t hz, const struct oracle_part *part);

/* What a counter that asks for @ask adds in cycles [@from, @to). @signal is the one that the ask's event is
 * about. */
uint64_t oracle_signal_count(
    const struct oracle_signal *signal, const struct oracle_ask *ask, uint64_t from, uint64_t to);

/* The same for one cycle, by the definition. */
unsigned oracle_signal_adds(const struct oracle_signal *signal, const struct oracle_ask *ask, uint64_t cycle);

/* How many points the pointer goes on a cycle, so that visits are evenly spread over @points. */
uint64_t oracle_even_step(uint64_t points);

/* In how many of cycles 0 to @n - 1 the pointer stands on points [@from, @to). */
uint64_t oracle_visits(const struct oracle_turn *turn, uint64_t from, uint64_t to, uint64_t n);

#endif
