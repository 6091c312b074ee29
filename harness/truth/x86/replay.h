/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The expected values of x86 core PMUs, by the oracle: a part of the replays of
 * machines with x86 CPUs. */
#ifndef PMULAB_HARNESS_TRUTH_X86_REPLAY_H
#define PMULAB_HARNESS_TRUTH_X86_REPLAY_H

#include "harness/truth/truth.h"
#include "models/machine.h"
#include "oracle/x86/core.h"
#include "oracle/x86/lbr.h"
#include "oracle/x86/lvt.h"

/* Every CPU's core, for the third hop. */
struct x86_cores {
    struct oracle_x86_pmu pmu;
    unsigned cpus, block; /* block: as below */
    struct oracle_x86_core *cores;
};

struct x86_replay;

struct x86_replay_of {
    const struct machine_model *model; /* for names */
    struct oracle_x86_pmu pmu;
    unsigned cpus;
    unsigned block; /* number of CPU 0's core PMU; the other CPUs' follow */
    unsigned apic;  /* number of CPU 0's local APIC; the other CPUs' follow */
    enum oracle_lbr_form lbr;
    unsigned lbr_block; /* with branch records: number of CPU 0's; the other CPUs' follow */
    unsigned loses;     /* every N-th interrupt of a CPU is lost, by the scenario; 0: none */
};

/* Begins with @records of a run, from boot on. Adds to @truth, and makes the
 * cores its `cores`. Free with x86_replay_free(). */
struct x86_replay *x86_replay_new(
    const struct x86_replay_of *of, struct truth *truth, const struct trace_record *records);
void x86_replay_free(struct x86_replay *replay);

/* The vector table of @cpu's local APIC, which the trace's accesses to it have
 * written. */
struct oracle_x86_lvt *x86_replay_lvt(struct x86_replay *replay, unsigned cpu);

/* An NMI of @cpu is due from record number @now on. The CPU had executed
 * @executed instructions (0: unknown) at its cause. The NMI is late if it goes
 * out more than @within instructions later. */
void x86_replay_interrupts(
    struct x86_replay *replay, gsize now, unsigned cpu, guint64 executed, guint64 within);

/* Linux's name for the interrupts of both machines: "NMI of CPU 1". */
extern const struct truth_lines x86_lines;

/* Takes record number @now; ignores records of other blocks. FALSE: the record
 * is not a core PMU's. */
gboolean x86_replay_record(struct x86_replay *replay, gsize now);

/* The plan sets MSR number @msr of @cpu to @value at record number @now: of its
 * core PMU, or of its branch records. */
void x86_replay_preset(
    struct x86_replay *replay, gsize now, unsigned cpu, guint32 msr, guint64 value);
void x86_replay_preset_lbr(
    struct x86_replay *replay, gsize now, unsigned cpu, guint32 msr, guint64 value);

#endif
