/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The oracle of the POWER machines. The caller reports the guest's actions with
 * their times. The oracle returns the expected values of counter memory and
 * registers, and the traffic that the scenario injects. It is the project's
 * second opinion on models/power9. It shares no function and no table with it;
 * oracle/ links with libc alone.
 *
 * The caller reports events in their order, and each plan entry when it took
 * effect. Functions return NULL, or a static phrase if an event cannot have
 * happened.
 */
#ifndef PMULAB_ORACLE_POWER9_MACHINE_H
#define PMULAB_ORACLE_POWER9_MACHINE_H

#include "oracle/power9/memory.h"
#include "oracle/power9/nest.h"

struct oracle_p9_config {
    unsigned cpus, sockets, threads; /* threads: in a core */
    uint64_t availability;
    bool dead[ORACLE_P9_CHIPS];
};

struct oracle_p9;

/* The state after reset. @plan must outlive it. Free with oracle_p9_free(). */
struct oracle_p9 *oracle_p9_new(
    const struct oracle_p9_config *config, const struct oracle_p9_plan *plan);
void oracle_p9_free(struct oracle_p9 *m);

/* The plan passed to oracle_p9_new(). */
const struct oracle_p9_plan *oracle_p9_plan_of(const struct oracle_p9 *m);

/* Whether the chip, core or thread exists. */
bool oracle_p9_has(const struct oracle_p9 *m, enum oracle_p9_kind kind, unsigned index);

/* Takes the next plan entry that is due at or before @ns, and sets its number
 * and time. Entries of the same time come in the plan's order. Returns false if
 * none is due. */
bool oracle_p9_entry(struct oracle_p9 *m, uint64_t ns, unsigned *entry, uint64_t *when);

/* Software reads @place, which may trigger plan entries. */
const char *oracle_p9_read(struct oracle_p9 *m, uint64_t ns, const struct oracle_p9_place *place);

/* The 64 bits at @place now: a register, or a word of counter memory. The
 * second returns the word's posted count since boot. */
uint64_t oracle_p9_holds(
    const struct oracle_p9 *m, uint64_t ns, const struct oracle_p9_place *place);
uint64_t oracle_p9_counted(
    const struct oracle_p9 *m, uint64_t ns, const struct oracle_p9_place *place);

/* Whether the oracle knows the value at @place. It does not know words of a
 * control block that only the host writes. */
bool oracle_p9_knows(const struct oracle_p9 *m, const struct oracle_p9_place *place);

/* Software writes a register. With @dropped, a fault drops the write. */
void oracle_p9_write(struct oracle_p9 *m, uint64_t ns, const struct oracle_p9_place *place,
    uint64_t value, bool dropped);

/* Step number @step begins or, with @end, ends. */
void oracle_p9_step(struct oracle_p9 *m, uint64_t ns, unsigned step, bool end);

/* Thread number @cpu has executed @instructions instructions, of users or of
 * the kernel, since boot. */
void oracle_p9_executed(struct oracle_p9 *m, unsigned cpu, bool kernel, uint64_t instructions);

/* The hardware posted to the memory of a core or a thread. Has no effect if the
 * memory does not count. */
void oracle_p9_posted(struct oracle_p9 *m, uint64_t ns, enum oracle_p9_kind kind, unsigned index);

/* The microcode of chip number @chip did @did. */
const char *oracle_p9_did(
    struct oracle_p9 *m, uint64_t ns, unsigned chip, const struct oracle_p9_did *did);

/* Trace mode wrote record number @record of @cpu's buffer, with the time stamp
 * @timebase. */
const char *oracle_p9_sampled(
    struct oracle_p9 *m, unsigned cpu, uint64_t record, uint64_t timebase);

/* Whether the word at @place counts at all: a nest unit's does; a core's or a
 * thread's counts something that CPUs execute, or the plan has traffic for it,
 * on any core or thread. */
bool oracle_p9_counts_at(const struct oracle_p9 *m, const struct oracle_p9_place *place);

/* The count that the scenario injects into the word at @place between two reads
 * at @from and @to (ns): the counts that the hardware posted between them. */
uint64_t oracle_p9_injected(
    const struct oracle_p9 *m, const struct oracle_p9_place *place, uint64_t from, uint64_t to);

#endif
