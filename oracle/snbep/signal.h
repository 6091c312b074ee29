/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * A unit's activity in each cycle, as docs/scenarios.md defines traffic ("Which
 * cycles"), and a counter's counts of it. A signal has the whole history from
 * boot on, so callers can query any past time.
 */
#ifndef PMULAB_ORACLE_SNBEP_SIGNAL_H
#define PMULAB_ORACLE_SNBEP_SIGNAL_H

#include "oracle/snbep/manual.h"
#include "oracle/traffic/amount.h"

/* Limits for an event's kinds of traffic: in general, and if its kinds are
 * independent. */
enum { ORACLE_PARTS = 16, ORACLE_OVERLAPPING = 8 };

/* A counter's selection: the fields of its control register. */
struct oracle_ask {
    bool fixed; /* each cycle; the other fields are then unused */
    uint16_t code;
    uint8_t umask;
    uint16_t thresh;
    uint32_t more; /* other bits of the control that select traffic */
    bool invert, edge;
    uint64_t filter; /* the value of the box's filter; */
    uint64_t mask;   /* bits of it that count, in boxes that have mask registers */
    bool tid_en;
};

/* The properties of traffic that filters distinguish: docs/hardware/snbep.md,
 * "Filters of the cache". */
struct oracle_marks {
    unsigned opc, state, nid, tid, miss;
    unsigned remote, nc, c6, isoc;
    unsigned nm;       /* near memory */
    unsigned port, fc; /* I/O: its port, and class of flow */
    unsigned link;
    unsigned rds, rnid, dnid, mc, vnw; /* packets: "Packets of a link" */
};

/* One kind of an event's traffic, from unit @unit, which bit @unit of the umask
 * selects. */
struct oracle_part {
    unsigned unit;
    struct oracle_marks marks;
    struct oracle_amount amount;
};

/* Part @part adds @level while the pointer is on points [@from, @to). */
struct oracle_arc {
    uint64_t from, to;
    unsigned level, part;
};

/* The pointer is on point 0 in cycle @since, and advances by @step of @points
 * points in each cycle. */
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
    struct oracle_part parts[ORACLE_PARTS]; /* in order of arrival, as of the last turn */
    unsigned n_turns;
    struct oracle_turn *turns; /* by @since, the first at 0 */
};

/* A signal of event number @event of @kind, without traffic, from cycle 0 of a
 * clock of @hz. Free with oracle_signal_end(). */
void oracle_signal_begin(
    struct oracle_signal *signal, const struct oracle_kind *kind, unsigned event, uint32_t hz);
void oracle_signal_end(struct oracle_signal *signal);

/* From @cycle on, @part replaces the traffic of its unit. @cycle is not before
 * the last change. Returns false, without a change, if the cycles are too few,
 * or the rhythm differs from the event's other sub-events'. */
bool oracle_signal_change(
    struct oracle_signal *signal, uint64_t cycle, uint32_t hz, const struct oracle_part *part);

/* The amount that a counter with the selection @ask adds in cycles [@from,
 * @to). @signal is that of @ask's event. */
uint64_t oracle_signal_count(
    const struct oracle_signal *signal, const struct oracle_ask *ask, uint64_t from, uint64_t to);

/* The same for one cycle, by the definition. */
unsigned oracle_signal_adds(
    const struct oracle_signal *signal, const struct oracle_ask *ask, uint64_t cycle);

/* The pointer's step in points per cycle that spreads visits evenly over
 * @points. */
uint64_t oracle_even_step(uint64_t points);

/* The number of cycles in 0 to @n - 1 with the pointer on points [@from,
 * @to). */
uint64_t oracle_visits(const struct oracle_turn *turn, uint64_t from, uint64_t to, uint64_t n);

#endif
