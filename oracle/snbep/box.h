/* SPDX-License-Identifier: GPL-2.0-or-later */
/* One performance monitor: its registers, its traffic, and when each counter
 * ran. */
#ifndef PMULAB_ORACLE_SNBEP_BOX_H
#define PMULAB_ORACLE_SNBEP_BOX_H

#include "oracle/snbep/signal.h"
#include "oracle/traffic/cachelines.h"

/* Cycles [@from, @to). */
struct oracle_span {
    uint64_t from, to;
};

struct oracle_counter {
    uint64_t value;
    uint64_t total; /* added since boot */
    unsigned n_spans;
    struct oracle_span *spans; /* when it was enabled in a box that was not frozen, in order */
};

struct oracle_box {
    const struct oracle_kind *kind;
    uint32_t hz;
    /* PMON_BOX_CTL to the letter of the guide, instead of the datasheet */
    bool guide;
    bool gate;                      /* no cycle passes here without traffic */
    uint64_t cycle;                 /* counted up to here */
    uint64_t held[ORACLE_MAX_REGS]; /* as the kind's registers; the counters' values are below */
    struct oracle_counter counters[ORACLE_COUNTERS];
    struct oracle_signal **signals; /* as the kind's events; NULL: no traffic yet */
    struct oracle_cachelines cachelines;
    const struct oracle_box *parts[ORACLE_JOINED]; /* the channels of free-running counters */
};

/* The state after reset, without traffic. Free with oracle_box_end(). */
void oracle_box_begin(
    struct oracle_box *box, const struct oracle_kind *kind, uint32_t hz, bool guide);
void oracle_box_end(struct oracle_box *box);

/* Adds @part to event number @event from now on, as oracle_signal_change(). */
bool oracle_box_change(struct oracle_box *box, unsigned event, const struct oracle_part *part);

/* Treats counter @i as stopped from @ns until now, even if it has counted: its
 * count in that time is not measured. */
void oracle_box_unmeasured(struct oracle_box *box, unsigned i, uint64_t ns);

/* Counts until @ns. Has no effect if @ns has already passed. */
void oracle_box_advance(struct oracle_box *box, uint64_t ns);

/* The channel has moved @n lines of the guest's traffic until @ns. The
 * registers have not changed in that time. */
void oracle_box_cachelines(struct oracle_box *box, uint64_t ns, bool written, uint64_t n);

/* As oracle_cachelines_between(), for lines that a counter with the selection
 * @ask counts. */
uint64_t oracle_box_cachelines_between(const struct oracle_box *box, const struct oracle_ask *ask,
    int counter, uint64_t from, uint64_t to);

/* Software reads or writes @size bytes (1 to 8) at @offset. Call
 * oracle_box_advance() first. */
uint64_t oracle_box_read(const struct oracle_box *box, uint32_t offset, unsigned size);
void oracle_box_write(struct oracle_box *box, uint32_t offset, unsigned size, uint64_t value);

/* Register @reg holds @value from now on. Software did not write it. */
void oracle_box_set(struct oracle_box *box, unsigned reg, uint64_t value);

/* The value of register @reg, even if it does not read back. */
uint64_t oracle_box_held(const struct oracle_box *box, unsigned reg);

/* Whether counter @i's enable bit is set. The second returns its control
 * without that bit, 0 for the fixed counter. */
bool oracle_box_enabled(const struct oracle_box *box, unsigned i);
uint64_t oracle_box_selects(const struct oracle_box *box, unsigned i);

/* The amount that a counter with the selection @ask adds in cycles [@from,
 * @to), which have passed. */
uint64_t oracle_box_count(
    const struct oracle_box *box, const struct oracle_ask *ask, uint64_t from, uint64_t to);

/* The selection in a control register's value @ctl, with @filter in the box's
 * filter. */
struct oracle_ask oracle_ask_of(const struct oracle_kind *kind, uint64_t ctl, uint64_t filter);

/* Whether counter @i can count @ask. */
bool oracle_box_can(const struct oracle_box *box, unsigned i, const struct oracle_ask *ask);

#endif
