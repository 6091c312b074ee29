/* SPDX-License-Identifier: GPL-2.0-or-later */
/* One performance monitor: its registers, its traffic, and when each counter ran. */
#ifndef PMULAB_ORACLE_SNBEP_BOX_H
#define PMULAB_ORACLE_SNBEP_BOX_H

#include "oracle/snbep/signal.h"
#include "oracle/traffic/lines.h"

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
    bool guide;                     /* PMON_BOX_CTL to the letter of the guide, instead of the datasheet */
    uint64_t cycle;                 /* counted up to here */
    uint64_t held[ORACLE_MAX_REGS]; /* as the kind's registers; what counters hold is below */
    struct oracle_counter counters[ORACLE_COUNTERS];
    struct oracle_signal **signals; /* as the kind's events; NULL: without traffic until now */
    struct oracle_lines lines;
    const struct oracle_box *parts[ORACLE_JOINED]; /* of free-running counters */
};

/* As reset leaves it, without traffic. Free with oracle_box_end(). */
void oracle_box_begin(struct oracle_box *box, const struct oracle_kind *kind, uint32_t hz, bool guide);
void oracle_box_end(struct oracle_box *box);

/* From now on there is @part of event number @event. As oracle_signal_change(). */
bool oracle_box_change(struct oracle_box *box, unsigned event, const struct oracle_part *part);

/* Counter @i is taken not to have run from @ns until now, whatever it has counted: nobody measures that. */
void oracle_box_unmeasured(struct oracle_box *box, unsigned i, uint64_t ns);

/* Counts on until @ns. A moment that has passed changes nothing. */
void oracle_box_advance(struct oracle_box *box, uint64_t ns);

/* The channel has moved @n lines of the guest's own until @ns. Registers were all the time as they are now.
 */
void oracle_box_lines(struct oracle_box *box, uint64_t ns, bool written, uint64_t n);

/* As oracle_lines_between(), for lines that a counter counts which asks for @ask. */
uint64_t oracle_box_lines_between(
    const struct oracle_box *box, const struct oracle_ask *ask, int counter, uint64_t from, uint64_t to);

/* What @size bytes (1 to 8) at @offset read as; and a write of them. Comes behind oracle_box_advance(). */
uint64_t oracle_box_read(const struct oracle_box *box, uint32_t offset, unsigned size);
void oracle_box_write(struct oracle_box *box, uint32_t offset, unsigned size, uint64_t value);

/* Register @reg holds @value from now on, as no software does it. */
void oracle_box_set(struct oracle_box *box, unsigned reg, uint64_t value);

/* What register @reg holds, whether it reads back or not. */
uint64_t oracle_box_held(const struct oracle_box *box, unsigned reg);

/* Counter @i's enable bit is set; and all that its control selects beside that, 0 for the fixed one. */
bool oracle_box_enabled(const struct oracle_box *box, unsigned i);
uint64_t oracle_box_selects(const struct oracle_box *box, unsigned i);

/* What a counter that asks for @ask adds in cycles [@from, @to), which have passed. */
uint64_t oracle_box_count(
    const struct oracle_box *box, const struct oracle_ask *ask, uint64_t from, uint64_t to);

/* What a control register's value asks for, with @filter in the box's filter. */
struct oracle_ask oracle_ask_of(const struct oracle_kind *kind, uint64_t ctl, uint64_t filter);

/* Whether counter @i can count what @ask asks for. */
bool oracle_box_can(const struct oracle_box *box, unsigned i, const struct oracle_ask *ask);

#endif
