/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Why a figure is not proved: the cause in one sentence, then facts and the
 * accesses that show it. */
#ifndef PMULAB_HARNESS_PROOF_PERF_WHY_H
#define PMULAB_HARNESS_PROOF_PERF_WHY_H

#include <glib.h>

/*
 * The kinds of causes: CAUSE(NAME, NUMBER, TITLE, TEXT). `pmulab explain` and
 * docs/verdicts.md print them. If several apply to a figure, the first one here
 * is its cause, so the order is from special to general. A new cause gets the
 * next free number: users know causes by number ("P5").
 */
#define PERF_CAUSES(CAUSE)                                                                         \
    CAUSE(REFUSED, 1, "the figure cannot be compared",                                             \
        "perf, the kernel or pmulab refused the figure: the event is unknown or never ran, the "   \
        "figure is a mean over several runs (-r), or it is restricted to a part of the hardware "  \
        "that has no monitor. The hardware is not at fault. Ask perf for the figure in another "   \
        "way.")                                                                                    \
    CAUSE(WRONG_READ, 2, "a register returned a wrong value",                                      \
        "The hardware returned something other than it held. With unchanged plugins only a fault " \
        "of the scenario does that, such as `flips` or `freezes`.")                                \
    CAUSE(OTHER_EVENT, 3, "another event was selected",                                            \
        "The driver switched a counter on in the right box, with another event. The sentence "     \
        "names the fields that differ: compare the shifts in the format attributes and the "       \
        "masks in the driver with the register (`pmulab describe`).")                              \
    CAUSE(OTHER_REGISTER, 4, "the event was written to another register",                          \
        "The driver wrote the event's bits in the right box, but not to a control register of a "  \
        "counter. Compare the driver's offsets with the register's.")                              \
    CAUSE(OTHER_BOX, 5, "another box counted the event",                                           \
        "The driver programmed the right event, in another box or socket than the one that perf "  \
        "asked for.")                                                                              \
    CAUSE(NEVER_ON, 6, "the event was never switched on",                                          \
        "No write in this step enabled a counter of the box with this event. Look for an early "   \
        "return in the driver's add or start, or for a write to the wrong place.")                 \
    CAUSE(HALF_READ, 7, "only a part of the counter was read",                                     \
        "The counter is wider than the driver's reads, and the other half was not read. The "      \
        "count "                                                                                   \
        "loses its upper bits.")                                                                   \
    CAUSE(NEVER_OFF, 8, "the event was never switched off",                                        \
        "The counter still runs at the end of the step, because the driver did not clear its "     \
        "enable bit. So the last read is not a final count.")                                      \
    CAUSE(NOT_READ_BEFORE, 9, "the counter was not read before it was switched on",                \
        "The driver must read or set the counter before it switches it on. Otherwise its first "   \
        "difference begins at a stale value.")                                                     \
    CAUSE(NOT_READ_AFTER, 10, "the counter was not read after it was switched off",                \
        "The events since the driver's last read are lost.")                                       \
    CAUSE(TORN, 11, "the halves of a read belong to two moments",                                  \
        "The counter ran while the driver read its halves, and a carry passed between them. "      \
        "Freeze the box, or read the high half again.")                                            \
    CAUSE(SET, 12, "the counter was changed while it counted",                                     \
        "Something other than counting changed the counter between two reads: a reset bit, or a "  \
        "write.")                                                                                  \
    CAUSE(WRAPPED, 13, "the counter wrapped more than once between two reads",                     \
        "A difference can show one wrap. Read the counter more often, or take its overflow "       \
        "interrupt.")                                                                              \
    CAUSE(WIDTH, 14, "the driver takes the counter for wider or narrower than it is",              \
        "perf's figure differs from the sum of the reads by a power of two. The difference of "    \
        "two "                                                                                     \
        "reads must be cut to the counter's width.")                                               \
    CAUSE(READ_TWICE, 15, "a read was added twice",                                                \
        "perf's figure is too large by exactly one difference of two reads: the driver kept the "  \
        "previous value, or added it in two places.")                                              \
    CAUSE(READ_LOST, 16, "a read was not added",                                                   \
        "perf's figure is too small by exactly one difference of two reads: the driver read the "  \
        "counter and did not add the difference.")                                                 \
    CAUSE(OTHER_FIGURE, 17, "perf printed another event's count",                                  \
        "The figure is the count that the driver read for another event of this step.")            \
    CAUSE(SCALE, 18, "perf's figure is a multiple of the driver's count",                          \
        "Figure and count differ by a whole factor: look at the event's .scale and .unit, or for " \
        "a difference that is added several times.")                                               \
    CAUSE(NO_FIGURE, 19, "perf printed no figure for a count",                                     \
        "The driver counted an event that no line of perf's output shows. It belongs to another "  \
        "program, or is not the event that perf asked for.")                                       \
    CAUSE(PRINTED, 20, "perf's figure is not the driver's count",                                  \
        "Hop one fails: the difference has no known pattern. Look at the driver's arithmetic "     \
        "between its reads and local64_add().")                                                    \
    CAUSE(COUNTED, 21, "the driver's count is not the hardware's",                                 \
        "Hop two fails: between the driver's reads the counter counted another amount.")           \
    CAUSE(INJECTED, 22, "perf's figure is not the scenario's amount",                              \
        "Hop three fails and the other hops hold. Driver and hardware agree, but they did not "    \
        "count the event that the name says, or counted it over a different time.")

enum perf_cause {
#define PERF_CAUSE_NAME(name, number, title, text) PERF_CAUSE_##name,
    PERF_CAUSES(PERF_CAUSE_NAME)
#undef PERF_CAUSE_NAME
        PERF_CAUSES_N,
};

struct perf_cause_text {
    unsigned number; /* as the user types it: "P5" */
    const char *title, *text;
};

/* The texts of @cause, which is less than PERF_CAUSES_N. */
const struct perf_cause_text *perf_cause_text(enum perf_cause cause);

struct perf_why {
    enum perf_cause cause; /* PERF_CAUSES_N: none yet */
    char *sentence;        /* names register, field or figure; NULL: none yet */
    GPtrArray *facts;      /* of char *, one line each, in order */
    GPtrArray *accesses;   /* of char *: access_text() of the accesses that show it */
};

/* Makes an empty reason. Free with perf_why_free(). */
struct perf_why *perf_why_new(void);
void perf_why_free(struct perf_why *why);

/* Sets the cause, unless @why already has one that comes earlier in
 * PERF_CAUSES. The sentence that loses becomes a fact. Takes ownership of
 * @sentence. */
void perf_why_cause(struct perf_why *why, enum perf_cause cause, char *sentence);

/* Adds a fact or an access, unless it is there already, and takes ownership of
 * it. NULL adds nothing. */
void perf_why_fact(struct perf_why *why, char *fact);
void perf_why_access(struct perf_why *why, char *access);

/* Everything in one line: sentence, facts and accesses with "; " in between. A
 * new string. */
char *perf_why_line(const struct perf_why *why);

#endif
