/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * What each CPU executes, counted block by block and exact to the instruction. Nothing is instrumented, and
 * nothing costs, until a machine asks for it with blocks_want().
 *
 * A block of code counts for all its instructions as it is entered. What did not run is taken back when it
 * shows: an interrupt or exception tells where it came from; and QEMU, where it finds that an instruction in
 * the middle of a block is an input or output, runs that one by itself and enters the rest as another block,
 * which is seen as an entry into the interior of the block before. (A branch of the block's own to its
 * interior looks the same; such blocks get a second callback, at their last instruction.) An instruction
 * counts when it has completed: one that faults does not, a system call does.
 *
 * Exact is what is asked where the CPU is known to be: blocks_arrive(), and a countdown's end. A deadline or
 * another CPU is not told of the block entered last, whose rest may be taken back yet: right behind an input
 * or output in the middle of a block is where CPUs like to attend to deadlines. What is said never goes back.
 *
 * Under -icount, QEMU's clock moves with the same instructions, and all of them together give the time, also
 * where the clock itself must not be read. Two things are counted otherwise there than here:
 * - an instruction that is not allowed as things stand (floating point not enabled, illegal): QEMU's clock
 *   moves by it, and it did not complete;
 * - a CPU that has slept and goes on without an interrupt (`stop` that loses no state): until the next one,
 *   time lags by its sleep.
 *
 * The interface knows the length of instructions from the blocks that it is given, one by one where they
 * vary.
 */
#ifndef PMULAB_QEMU_PLUGINS_COUNT_BLOCKS_H
#define PMULAB_QEMU_PLUGINS_COUNT_BLOCKS_H

#include "models/sim/host.h"
#include "qemu-plugins/count/block_traits.h"
#include "qemu-plugins/qemu/qemu_api.h"
#include "qemu-plugins/qemu/snapshot.h"

#include <stdio.h>

#define BLOCKS_MAX_CPUS 256

/*
 * A CPU has executed the instruction that its countdown was set for. Called within the arbiter, on that CPU,
 * before it enters its next block or makes an access; blocks_executed() is what it was right after that
 * instruction.
 * @pc: the instruction's virtual address; @user: its privilege.
 * @now: virtual time, ns, right after it; never goes back on a CPU.
 * Returns the next countdown: so many instructions after this one, 0 for none.
 */
typedef uint64_t blocks_tripped_fn(void *machine, unsigned cpu, uint64_t pc, bool user, uint64_t now);

/*
 * Instead of that, for machines that must see the instruction coming: @cpu is about to enter a block of @n
 * instructions, and its countdown ends with one of them, or has ended. Called outside of the arbiter, where
 * registers may be written. Returns the countdown from before the block, 0 for none; where it does not return
 * (qemu_plugin_set_pc()), it is called again at the next block.
 */
typedef uint64_t blocks_nears_fn(void *machine, unsigned cpu, uint32_t n);

struct blocks_hooks {
    blocks_tripped_fn *tripped; /* either this */
    blocks_nears_fn *nears;     /* or this; the other is NULL */
    /*
     * May be NULL: whether @cpu has arrived at its handler with this discontinuity, of which *@type is what
     * QEMU calls it and may be put right. Where it has not, there will be another.
     */
    bool (*arrived)(unsigned cpu, enum qemu_plugin_discon_type *type);
    /*
     * Whether the handler at @to is for what comes between instructions, or for one that could not be
     * fetched, so that @cpu comes from an instruction, at @from, that would have been next. QEMU's own
     * distinction between interrupts and exceptions does not tell that on each ISA.
     */
    bool (*was_next)(unsigned cpu, uint64_t from, uint64_t to);
    /*
     * Blocks can be counted by generated code where QEMU can do that: it is known which of them may change
     * the privilege, or all are said to have the same. Countdowns that another CPU sets then begin a few
     * hundred instructions later, and end as they should.
     */
    bool inlined;
    /* Has QEMU drop all translated code and call blocks_listen() anew, some blocks later:
     * carrier_listen_anew().
     */
    void (*listen_anew)(void);
    /* May be NULL: interrupts and exceptions, when they have been counted. */
    void (*discontinued)(
        void *machine, unsigned cpu, enum qemu_plugin_discon_type type, uint64_t from, uint64_t to);
};

/* To be called at installation. Both must live as long as QEMU. */
void blocks_start(const struct blocks_hooks *hooks, void *machine);

/* Registers callbacks, and learns of the block @tb in the translation's callback; no-ops while off. */
void blocks_listen(qemu_plugin_id_t id);
void blocks_translated(struct qemu_plugin_tb *tb, const struct blocks_traits *traits);

/*
 * Within the arbiter, from a vCPU's context, at virtual time @now (ns): whether the machine wants counts. It
 * takes effect as QEMU translates anew, a block or a few later; what is executed until then is not counted.
 * Counting goes on for a while when it is not wanted any more, since to begin means to translate all code
 * anew, and software that measures once measures again: so it is to be called, too, at blocks_deadline()
 * (virtual ns, or SIM_NEVER).
 */
void blocks_want(bool wanted, uint64_t now);
uint64_t blocks_deadline(void);

/* Whether it counts. */
bool blocks_counting(void);

/*
 * Within the arbiter. blocks_arrive(): @cpu, which is the one that we run on, is at the instruction at @pc
 * and has executed what comes before it. blocks_leave(): it goes on. Between the two all questions are about
 * that place.
 */
void blocks_arrive(unsigned cpu, uint64_t pc);
void blocks_leave(unsigned cpu);

/* Instead of blocks_leave(): that instruction is an input or output, behind which another block begins. */
void blocks_leave_block(unsigned cpu);

/*
 * Instead of blocks_leave(): it goes on behind that instruction with qemu_plugin_set_pc(), which leaves the
 * rest of the block. QEMU 11.1 does not take that back from its clock.
 */
void blocks_leave_early(unsigned cpu);

/* Within the arbiter, or tripped: what @cpu has executed while counting was on. */
struct sim_executed blocks_executed(unsigned cpu);

/*
 * Within the arbiter: the same in more detail, where blocks have come with their mixes. Exceptions and
 * interrupts are the kernel's.
 */
struct sim_activity blocks_activity(unsigned cpu);

/* Virtual time, ns, where @cpu is. It must be counting, and the one that we run on. */
uint64_t blocks_now(unsigned cpu);

/* The same, where it came to the block that it is at the start of. */
uint64_t blocks_came(unsigned cpu);

/*
 * Has @cpu's countdown begin at @instructions from now, or not at all (0). It begins where the CPU is, when
 * that has been said, else with the next block that it enters.
 */
void blocks_set_countdown(unsigned cpu, uint64_t instructions);

/* Whether nothing is wanted and nothing of the counting is left to do, so that blocks_state() tells all. */
bool blocks_at_rest(void);

/* What CPUs have executed while counting was on, as parts of @snapshot. Not while it is on. */
void blocks_state(struct snapshot *snapshot);

#endif
