/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The oracle of the machines of POWER: told what a guest did and when, it says what counter memory and
 * registers had to hold, and what the scenario's traffic comes to. It is the project's second opinion on
 * models/power9, with which it shares no function and no table; oracle/ links with libc alone.
 *
 * It is told of things in the order in which they happened, and of an entry of the plan when it took effect.
 * Where something cannot have happened, a function returns why, as a static phrase; else NULL.
 */
#ifndef PMULAB_ORACLE_POWER9_MACHINE_H
#define PMULAB_ORACLE_POWER9_MACHINE_H

#include "oracle/power9/memory.h"
#include "oracle/power9/nest.h"

struct oracle_p9_config {
    unsigned cpus, sockets, threads; /* threads: of a core */
    uint64_t availability;
    bool dead[ORACLE_P9_CHIPS];
};

struct oracle_p9;

/* As reset leaves it. @plan must outlive it. Free with oracle_p9_free(). */
struct oracle_p9 *oracle_p9_new(const struct oracle_p9_config *config, const struct oracle_p9_plan *plan);
void oracle_p9_free(struct oracle_p9 *m);

/* The plan that it was made with. */
const struct oracle_p9_plan *oracle_p9_plan_of(const struct oracle_p9 *m);

/* Whether there is such a chip, core or thread. */
bool oracle_p9_has(const struct oracle_p9 *m, enum oracle_p9_kind kind, unsigned index);

/* Takes the next entry that is due at or before @ns, of several at one moment the one that stands first in
 * the plan. Sets its number and its moment. False: there is none. */
bool oracle_p9_entry(struct oracle_p9 *m, uint64_t ns, unsigned *entry, uint64_t *when);

/* Software reads @place; the plan may wait for that. */
const char *oracle_p9_read(struct oracle_p9 *m, uint64_t ns, const struct oracle_p9_place *place);

/* The 64 bits at @place now: a register, or a word of counter memory. And what the word has counted since
 * boot, as far as it is posted. */
uint64_t oracle_p9_holds(const struct oracle_p9 *m, uint64_t ns, const struct oracle_p9_place *place);
uint64_t oracle_p9_counted(const struct oracle_p9 *m, uint64_t ns, const struct oracle_p9_place *place);

/* Whether the oracle knows what @place holds: not what the host alone writes in a control block. */
bool oracle_p9_knows(const struct oracle_p9 *m, const struct oracle_p9_place *place);

/* Software writes a register, or with @dropped a fault keeps the write from it. */
void oracle_p9_write(
    struct oracle_p9 *m, uint64_t ns, const struct oracle_p9_place *place, uint64_t value, bool dropped);

/* Step number @step begins or, with @end, ends. */
void oracle_p9_step(struct oracle_p9 *m, uint64_t ns, unsigned step, bool end);

/* Thread number @cpu has executed so many instructions of users or of the kernel since boot. */
void oracle_p9_executed(struct oracle_p9 *m, unsigned cpu, bool kernel, uint64_t instructions);

/* The hardware posted to the memory of a core or a thread. Nothing happens where it does not count. */
void oracle_p9_posted(struct oracle_p9 *m, uint64_t ns, enum oracle_p9_kind kind, unsigned index);

/* The microcode of chip number @chip did @did. */
const char *oracle_p9_did(struct oracle_p9 *m, uint64_t ns, unsigned chip, const struct oracle_p9_did *did);

/* Trace mode wrote record number @record of @cpu's buffer, with the time stamp @timebase. */
const char *oracle_p9_sampled(struct oracle_p9 *m, unsigned cpu, uint64_t record, uint64_t timebase);

/* What is injected into the word at @place between two reads at @from and @to (ns): the counts that the
 * hardware had posted by then and not before. */
uint64_t oracle_p9_injected(
    const struct oracle_p9 *m, const struct oracle_p9_place *place, uint64_t from, uint64_t to);

#endif
