/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The oracle of `kunpeng`. The caller reports the guest's actions with their
 * times, and its CPUs' work. The oracle returns the expected values of the
 * PMCUs and core PMUs, in registers and in memory. It is the project's second
 * opinion on models/kunpeng and models/sim. It shares no function and no table
 * with them.
 *
 * At each time, the caller reports events in their order. Before an access or a
 * step, it takes all plan entries that are due, one by one, with
 * oracle_kunpeng_entry(). Then it calls oracle_kunpeng_overdue(), which checks
 * whether the PMCUs have done all due work.
 */
#ifndef PMULAB_ORACLE_KUNPENG_MACHINE_H
#define PMULAB_ORACLE_KUNPENG_MACHINE_H

#include "oracle/kunpeng/pmcu.h"
#include "oracle/kunpeng/traffic.h"
#include "oracle/kunpeng/uncore.h"
#include "oracle/kunpeng/uncore_asked.h"

enum { ORACLE_MAX_DIES = 4 };

struct oracle_kunpeng_config {
    unsigned cpus, dies, clusters; /* clusters in a die */
    struct oracle_arm_config core;
    uint64_t blind_ns;
    bool copies_filter; /* as in struct oracle_pmcu_config */
    unsigned sccl;      /* number of the first die */
    unsigned uncore;    /* version of the uncore PMUs; 0: none */
};

/* An entry of the plan that has taken effect. */
struct oracle_kunpeng_due {
    unsigned entry;
    uint64_t ns;
    const struct oracle_kunpeng_line *line;
    uint64_t set; /* counters of line->block's core that it set, bit by bit */
};

struct oracle_kunpeng;

/* The state after reset, with all CPUs off. @plan is copied; NULL: an empty
 * plan. Free with oracle_kunpeng_free(). */
struct oracle_kunpeng *oracle_kunpeng_new(
    const struct oracle_kunpeng_config *config, const struct oracle_kunpeng_plan *plan);
void oracle_kunpeng_free(struct oracle_kunpeng *m);

/* CPU number @cpu, and the PMCU of die @die; NULL if it does not exist. */
struct oracle_arm *oracle_kunpeng_core(struct oracle_kunpeng *m, unsigned cpu);
struct oracle_pmcu *oracle_kunpeng_unit(struct oracle_kunpeng *m, unsigned die);

/* Whether core event @event counts at all: something that CPUs execute, or the
 * plan has traffic for it, on any CPU. */
bool oracle_kunpeng_counts(const struct oracle_kunpeng *m, uint16_t event);

/* The uncore PMUs as in struct oracle_uncore_chip, by their number in
 * oracle_uncore_place(). NULL after the last. */
struct oracle_uncore_chip oracle_kunpeng_chip(const struct oracle_kunpeng *m);
struct oracle_uncore *oracle_kunpeng_box(struct oracle_kunpeng *m, unsigned i);

/* A CPU's work since boot is @value at @ns. @what is 2 * an enum oracle_did, +
 * 1 for the kernel. The number after all of these is that of its switches on or
 * off. */
void oracle_kunpeng_counted(
    struct oracle_kunpeng *m, uint64_t ns, unsigned cpu, unsigned what, uint64_t value);

/* Takes the next plan entry that is due at or before @ns. Entries of the same
 * time come in the plan's order. Returns false if none is due. */
bool oracle_kunpeng_entry(struct oracle_kunpeng *m, uint64_t ns, struct oracle_kunpeng_due *due);

/* As oracle_pmcu_overdue(), for all dies. Also checks that no PMCU interrupt
 * has been up long enough to count as lost, unless the plan has faults. Sets
 * *@die if it returns a phrase. */
const char *oracle_kunpeng_overdue(struct oracle_kunpeng *m, uint64_t ns, unsigned *die);

/* Uncore PMU number @i, a memory controller's, has moved @n lines of the
 * guest's traffic since the last event, until @ns. Returns false if the
 * scenario has the guest's traffic off, or the PMU does not exist. */
bool oracle_kunpeng_cachelines(
    struct oracle_kunpeng *m, uint64_t ns, unsigned i, bool written, uint64_t n);

/* Step number @step begins or, with @end, ends. */
void oracle_kunpeng_step(struct oracle_kunpeng *m, uint64_t ns, unsigned step, bool end);

/* The kernel of @cpu reads or writes the register with @code, as in
 * oracle_arm_read() and oracle_arm_write(). Returns false or 0 if @code has no
 * register. */
bool oracle_kunpeng_core_read(struct oracle_kunpeng *m, uint64_t ns, unsigned cpu, uint32_t code,
    uint64_t *value, uint64_t *known);
uint64_t oracle_kunpeng_core_write(
    struct oracle_kunpeng *m, uint64_t ns, unsigned cpu, uint32_t code, uint64_t value);

/* Software reads or writes a PMCU, as in oracle_pmcu_read() and
 * oracle_pmcu_write(). */
uint64_t oracle_kunpeng_unit_read(struct oracle_kunpeng *m, uint64_t ns, size_t mark, unsigned die,
    uint32_t offset, unsigned size);
void oracle_kunpeng_unit_write(struct oracle_kunpeng *m, uint64_t ns, unsigned die, uint32_t offset,
    unsigned size, uint64_t value);

/* Software reads or writes uncore PMU number @i, as in oracle_uncore_read() and
 * oracle_uncore_write(). In the last, a fault drops the write. */
uint64_t oracle_kunpeng_box_read(
    struct oracle_kunpeng *m, uint64_t ns, unsigned i, uint32_t offset, unsigned size);
void oracle_kunpeng_box_write(struct oracle_kunpeng *m, uint64_t ns, unsigned i, uint32_t offset,
    unsigned size, uint64_t value);
void oracle_kunpeng_box_dropped(struct oracle_kunpeng *m, uint64_t ns, unsigned i, uint32_t offset);

/* Whether an uncore PMU's interrupt has been up long enough to count as lost.
 * Sets *@i if it returns a phrase. */
const char *oracle_kunpeng_look_at_boxes(struct oracle_kunpeng *m, uint64_t ns, unsigned *i);

/* A fault of the scenario drops a write before the hardware. The write still
 * triggers plan entries. */
void oracle_kunpeng_core_dropped(
    struct oracle_kunpeng *m, uint64_t ns, unsigned cpu, uint32_t code);
void oracle_kunpeng_unit_dropped(
    struct oracle_kunpeng *m, uint64_t ns, unsigned die, uint32_t offset);

/* Instructions of all CPUs, as reported. */
uint64_t oracle_kunpeng_instructions(const struct oracle_kunpeng *m);

#endif
