/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The oracle of `kunpeng`: told what a guest did and when, and what its CPUs executed, it says what the PMCUs
 * and the core PMUs had to answer and to store. It is the project's second opinion on models/kunpeng and
 * models/sim, with which it shares no function and no table.
 *
 * Of each moment the caller tells what happened in the order in which it did. Before an access or a step it
 * takes what the plan has until then, entry by entry, with oracle_kunpeng_entry(), and asks
 * oracle_kunpeng_look() whether the PMCUs have done all that was due.
 */
#ifndef PMULAB_ORACLE_KUNPENG_MACHINE_H
#define PMULAB_ORACLE_KUNPENG_MACHINE_H

#include "oracle/kunpeng/pmcu.h"
#include "oracle/kunpeng/traffic.h"
#include "oracle/kunpeng/uncore.h"
#include "oracle/kunpeng/uncore_asked.h"

enum { ORACLE_MAX_DIES = 4 };

struct oracle_kunpeng_config {
    unsigned cpus, dies, clusters; /* clusters of a die */
    struct oracle_arm_config core;
    uint64_t blind_ns;
    bool copies_filter; /* as in struct oracle_pmcu_config */
    unsigned sccl;      /* number of the first die */
    unsigned uncore;    /* version of the uncore PMUs, or 0: there are none */
};

/* An entry of the plan that has taken effect. */
struct oracle_kunpeng_due {
    unsigned entry;
    uint64_t ns;
    const struct oracle_kunpeng_line *line;
    uint64_t set; /* counters of line->block's core that it set, bit by bit */
};

struct oracle_kunpeng;

/* As reset leaves it, all CPUs off. @plan is copied; NULL: an empty one. Free with oracle_kunpeng_free(). */
struct oracle_kunpeng *oracle_kunpeng_new(
    const struct oracle_kunpeng_config *config, const struct oracle_kunpeng_plan *plan);
void oracle_kunpeng_free(struct oracle_kunpeng *m);

/* CPU number @cpu, and the PMCU of die @die; NULL where there is none. */
struct oracle_arm *oracle_kunpeng_core(struct oracle_kunpeng *m, unsigned cpu);
struct oracle_pmcu *oracle_kunpeng_unit(struct oracle_kunpeng *m, unsigned die);

/* The uncore PMUs as struct oracle_uncore_chip has them, one by one as oracle_uncore_place() numbers them;
 * NULL behind the last. */
struct oracle_uncore_chip oracle_kunpeng_chip(const struct oracle_kunpeng *m);
struct oracle_uncore *oracle_kunpeng_box(struct oracle_kunpeng *m, unsigned i);

/* A CPU has done so much since boot, at @ns: @what is twice an enum oracle_did, one more for the kernel. The
 * number behind all of these says how often it was switched on or off. */
void oracle_kunpeng_counted(
    struct oracle_kunpeng *m, uint64_t ns, unsigned cpu, unsigned what, uint64_t value);

/* Takes the next entry of the plan that is due at or before @ns, of several at one moment the one that stands
 * first. False: there is none. */
bool oracle_kunpeng_entry(struct oracle_kunpeng *m, uint64_t ns, struct oracle_kunpeng_due *due);

/* As oracle_pmcu_look() for all dies; and whether an interrupt of a PMCU was up for so long that it must be
 * lost, unless the plan has faults. Sets *@die where it returns a phrase. */
const char *oracle_kunpeng_look(struct oracle_kunpeng *m, uint64_t ns, unsigned *die);

/* Uncore PMU number @i, a memory controller's, has moved @n lines of the guest's own, with nothing else
 * between the moment before and @ns. Returns false if the scenario asks for none now, or there is no such
 * PMU. */
bool oracle_kunpeng_lines(struct oracle_kunpeng *m, uint64_t ns, unsigned i, bool written, uint64_t n);

/* Step number @step begins or, with @end, ends. */
void oracle_kunpeng_step(struct oracle_kunpeng *m, uint64_t ns, unsigned step, bool end);

/* The kernel of @cpu reads or writes the register with @code, as oracle_arm_read() and oracle_arm_write()
 * say. The register that @code has no register for is nothing: false, 0. */
bool oracle_kunpeng_core_read(
    struct oracle_kunpeng *m, uint64_t ns, unsigned cpu, uint32_t code, uint64_t *value, uint64_t *known);
uint64_t oracle_kunpeng_core_write(
    struct oracle_kunpeng *m, uint64_t ns, unsigned cpu, uint32_t code, uint64_t value);

/* Software reads or writes a PMCU, as oracle_pmcu_read() and oracle_pmcu_write() say. */
uint64_t oracle_kunpeng_unit_read(
    struct oracle_kunpeng *m, uint64_t ns, size_t mark, unsigned die, uint32_t offset, unsigned size);
void oracle_kunpeng_unit_write(
    struct oracle_kunpeng *m, uint64_t ns, unsigned die, uint32_t offset, unsigned size, uint64_t value);

/* Software reads or writes uncore PMU number @i, as oracle_uncore_read() and oracle_uncore_write() say; or a
 * fault keeps the write from it. */
uint64_t oracle_kunpeng_box_read(
    struct oracle_kunpeng *m, uint64_t ns, unsigned i, uint32_t offset, unsigned size);
void oracle_kunpeng_box_write(
    struct oracle_kunpeng *m, uint64_t ns, unsigned i, uint32_t offset, unsigned size, uint64_t value);
void oracle_kunpeng_box_dropped(struct oracle_kunpeng *m, uint64_t ns, unsigned i, uint32_t offset);

/* Whether an uncore PMU's interrupt was up for so long that it must be lost; sets *@i where it returns a
 * phrase. */
const char *oracle_kunpeng_look_at_boxes(struct oracle_kunpeng *m, uint64_t ns, unsigned *i);

/* A write that a fault of the scenario keeps from the hardware: the plan still sees it. */
void oracle_kunpeng_core_dropped(struct oracle_kunpeng *m, uint64_t ns, unsigned cpu, uint32_t code);
void oracle_kunpeng_unit_dropped(struct oracle_kunpeng *m, uint64_t ns, unsigned die, uint32_t offset);

/* Instructions of all CPUs, as told. */
uint64_t oracle_kunpeng_instructions(const struct oracle_kunpeng *m);

#endif
