/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Counts the work of x86 CPUs a second time, for the judge: loads and stores by
 * callbacks that only count, and followed branches. It shares no code or
 * decisions with the model from here to the trace: it reads event selects as
 * written by software. So the trace shows accesses that the model missed while
 * a counter needed them.
 */
#ifndef PMULAB_QEMU_PLUGINS_RECOUNT_X86_RECOUNT_H
#define PMULAB_QEMU_PLUGINS_RECOUNT_X86_RECOUNT_H

#include "models/sim/host.h"
#include "qemu-plugins/qemu/qemu_api.h"
#include "qemu-plugins/qemu/snapshot.h"
#include "qemu-plugins/trap/x86_cpu.h"

/* A maker's event selects. */
struct x86_recount_maker {
    /* Returns the number of the counter whose event select MSR @msr is, or
     * -1. */
    int (*select)(uint32_t msr);
    uint32_t global_ctl; /* the MSR with an enable bit for each counter */
    /* Whether the event with bits @select needs only blocks; whether it needs
     * only branches. */
    bool (*plain)(uint64_t select);
    bool (*branches)(uint64_t select);
    /* Accesses count as the model sees them: two halves of 32 bytes are one,
     * and at most SIM_OP_ACCESSES of an instruction count. */
    bool by_op;
};

/* Call at installation. @maker must live as long as QEMU. */
void x86_recount_start(const struct x86_recount_maker *maker);

extern const struct x86_recount_maker x86_recount_amd, x86_recount_intel;

/* Within the arbiter: @cpu writes @value to any @msr. */
void x86_recount_write(unsigned cpu, uint32_t msr, uint64_t value);

/* Whether translated blocks count everything that enabled events need. If not,
 * make QEMU retranslate. Call x86_recount_listen() when it does, and
 * x86_recount_translated() for each block. */
bool x86_recount_listens(void);
void x86_recount_listen(void);
void x86_recount_translated(struct qemu_plugin_tb *tb);

/* Within the arbiter, after the machine has handled an access of @cpu to its
 * core PMU, at @now (ns): traces the counts (TRACE_RECOUNT) for @block, if an
 * event enabled before or after needs it. */
void x86_recount_emit(unsigned cpu, const struct sim_host *host, unsigned block, uint64_t now);

void x86_recount_state(struct snapshot *snapshot);

/* A CPU's counts, written by its own thread. */
struct x86_recounted {
    _Alignas(64) uint64_t n[RECOUNT_SUM];
    uint64_t emitted[RECOUNT_SUM];
    uint64_t half_linear, half_physical; /* address of a possible second half of 32 bytes */
    unsigned in_op;                      /* accesses of the instruction */
    bool half, half_stores;              /* a second half may follow */
};

extern struct x86_recounted x86_recounted[X86_MAX_CPUS] __attribute__((visibility("hidden")));

/* @cpu has executed a followed branch. */
static inline void x86_recount_branch(unsigned cpu, bool user)
{
    x86_recounted[cpu].n[RECOUNT_BRANCHES + !user]++;
}

#endif
