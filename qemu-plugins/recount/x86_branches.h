/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Records the branches of x86 CPUs for the judge: the trace shows what branch
 * records (LBR) should have held. It knows nothing of their registers: it keeps
 * the last branches of each kind and privilege, and whatever the filter is, the
 * last branches that pass it are among them.
 */
#ifndef PMULAB_QEMU_PLUGINS_RECOUNT_X86_BRANCHES_H
#define PMULAB_QEMU_PLUGINS_RECOUNT_X86_BRANCHES_H

#include "models/sim/host.h"
#include "models/sim/op.h"
#include "qemu-plugins/qemu/snapshot.h"

/* Entries of the largest stack of branch records. */
enum { X86_BRANCHES_MOST = 32 };

/* Call at installation: stacks have @depth entries. */
void x86_branches_start(unsigned depth);

/* Within the arbiter, as all of these. @cpu has executed the branch @op, taken
 * or not; or takes an interrupt at @from, whose handler is at @to. */
void x86_branches_executed(unsigned cpu, const struct sim_op *op, bool mispredicted);
void x86_branches_interrupted(unsigned cpu, uint64_t from, uint64_t to);

/* Whether the trace lacks branches of @cpu; and traces them for @block, at @now
 * (ns). */
bool x86_branches_wait(unsigned cpu);
void x86_branches_emit(unsigned cpu, const struct sim_host *host, unsigned block, uint64_t now);

/* Saves or restores the branches of the first @cpus CPUs. */
void x86_branches_state(struct snapshot *snapshot, unsigned cpus);

#endif
