/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Counts each CPU's instructions, block by block and exact to the instruction.
 * Nothing is instrumented, at no cost, until a machine calls blocks_want().
 *
 * A block counts all its instructions on entry. Instructions that did not run
 * are subtracted when that becomes known. An interrupt or exception reports the
 * interrupted address. If an instruction in the middle of a block is an input
 * or output, QEMU runs it alone and enters the rest as another block. This
 * looks like an entry into the interior of the previous block. (A block's own
 * branch to its interior looks the same; such blocks get a second callback, at
 * their last instruction.) An instruction counts when it has completed: a
 * faulting one does not, a system call does.
 *
 * Counts are exact if the CPU's place is known: at blocks_begin_access() and at
 * a countdown's end. Deadlines and other CPUs do not see the block entered
 * last, because the rest of it may still be subtracted: CPUs often handle
 * deadlines right after an input or output in the middle of a block. Reported
 * counts never decrease.
 *
 * Under -icount, QEMU's clock moves with the same instructions, and their sum
 * gives the time even where the clock itself must not be read. Two things count
 * differently there:
 * - an instruction that is not allowed at present (floating point not enabled,
 *   illegal): it moves QEMU's clock, but does not complete;
 * - a CPU that has slept and continues without an interrupt (`stop` that loses
 *   no state): until the next one, time lags by its sleep.
 *
 * Its blocks contain the length of instructions, one by one if they vary.
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
 * A CPU has executed the instruction at which its countdown ends. Called within
 * the arbiter, on that CPU, before it enters its next block or makes an access;
 * blocks_executed() gives the count right after that instruction.
 * @pc: the instruction's virtual address; @user: its privilege;
 * @now: virtual time, ns, right after it; never goes back on a CPU. Returns the
 *   next countdown in instructions after this one, 0 for none.
 */
typedef uint64_t blocks_countdown_expired_fn(
    void *machine, unsigned cpu, uint64_t pc, bool user, uint64_t now);

/*
 * The alternative for machines that must see the instruction coming: @cpu is
 * about to enter a block of @n instructions, and its countdown ends with one of
 * them or has ended. @shown: blocks_traits.shown. Called outside of the
 * arbiter, where registers may be written. Returns the countdown from before
 * the block, 0 for none. If it does not return (qemu_plugin_set_pc()), it is
 * called again at the next block.
 */
typedef uint64_t blocks_about_to_expire_fn(void *machine, unsigned cpu, uint32_t n, bool shown);

struct blocks_hooks {
    blocks_countdown_expired_fn *countdown_expired; /* either this */
    blocks_about_to_expire_fn *about_to_expire;     /* or this; the other is NULL */
    /* May be NULL: whether @cpu has arrived at its handler with this
     * discontinuity. *@type is QEMU's classification and may be corrected. If
     * it has not arrived, another discontinuity will follow. */
    bool (*arrived)(unsigned cpu, enum qemu_plugin_discon_type *type);
    /*
     * Whether the handler at @to handles events between instructions, or an
     * instruction that could not be fetched. The instruction at @from would
     * then have been @cpu's next. On some ISAs, QEMU's distinction between
     * interrupts and exceptions does not show this.
     */
    bool (*was_next)(unsigned cpu, uint64_t from, uint64_t to);
    /*
     * Generated code may count blocks if QEMU supports it: either the blocks
     * that may change the privilege are known, or all are reported with the
     * same privilege. Countdowns set by another CPU then begin a few hundred
     * instructions later, and end on time.
     */
    bool inlined;
    /* Makes QEMU drop all translated code and call blocks_listen() again, some
     * blocks later; see runtime_retranslate(). */
    void (*retranslate)(void);
    /* May be NULL: all translated code is about to be freed, and no CPU
     * runs. */
    void (*flushed)(void);
    /* May be NULL: called for interrupts and exceptions after they have been
     * counted. */
    void (*discontinued)(
        void *machine, unsigned cpu, enum qemu_plugin_discon_type type, uint64_t from, uint64_t to);
};

/* Call at installation. Both must live as long as QEMU. */
void blocks_start(const struct blocks_hooks *hooks, void *machine);

/* blocks_listen() registers callbacks. blocks_translated() handles the block
 * @tb with its @traits, in the translation callback. Both have no effect while
 * counting is off. */
void blocks_listen(qemu_plugin_id_t id);
void blocks_translated(struct qemu_plugin_tb *tb, const struct blocks_traits *traits);

/*
 * Sets whether the machine wants counts. Within the arbiter, from a vCPU's
 * context, at virtual time @now (ns). Takes effect as QEMU retranslates, a
 * block or a few later; instructions executed until then are not counted.
 * Counting continues for some time after the machine no longer wants it: a
 * restart translates all code again, and software that measures once measures
 * again. So also call it at blocks_deadline() (virtual ns, or SIM_NEVER).
 */
void blocks_want(bool wanted, uint64_t now);
uint64_t blocks_deadline(void);

/* Whether counting is on. */
bool blocks_counting(void);

/*
 * Within the arbiter. blocks_begin_access(): @cpu, the current one, is at the
 * instruction at @pc and has executed all instructions before it.
 * blocks_end_access(): it continues. Between the two, all queries refer to that
 * place.
 */
void blocks_begin_access(unsigned cpu, uint64_t pc);
void blocks_end_access(unsigned cpu);

/* Instead of blocks_begin_access(): returns @access with its virtual time, ns,
 * also if the clock cannot be read (@access->now is 0) and blocks count. */
struct sim_access blocks_begin_timed(const struct sim_access *access);

/* Instead of blocks_end_access(): that instruction is an input or output, after
 * which another block begins. */
void blocks_end_access_block(unsigned cpu);

/* Instead of blocks_end_access(): it continues after that instruction with
 * qemu_plugin_set_pc(), which skips the rest of the block. QEMU 11.1 does not
 * subtract the skipped part from its clock. */
void blocks_end_access_skip(unsigned cpu);

/* Within the arbiter, or in countdown_expired(): returns the instructions that
 * @cpu has executed while counting was on. */
struct sim_executed blocks_executed(unsigned cpu);

/* Within the arbiter, a hook of struct sim_host: the same in more detail, if
 * blocks have their mixes. Exceptions and interrupts are the kernel's. */
struct sim_activity blocks_activity(void *host, unsigned cpu);

/* Returns the virtual time, ns, at @cpu's place. It must be counting, and be
 * the current one. */
uint64_t blocks_now(unsigned cpu);

/* The same, @before instructions after the start of the current block. */
uint64_t blocks_came(unsigned cpu, uint32_t before);

/* Makes @cpu's countdown begin @instructions from now, or stops it (0). It
 * begins at the CPU's place if that is known, otherwise at its next block. */
void blocks_set_countdown(unsigned cpu, uint64_t instructions);

/*
 * @cpu, the current one, has a countdown that has ended (@on), until the next
 * call. Its about_to_expire hook is not called before shown blocks, because it
 * would let them begin. It is called before all other blocks.
 */
void blocks_show(unsigned cpu, bool on);

/* The same as blocks_executed(), as a sum, @before instructions after the start
 * of @cpu's current block, if that is shown, or (0) at its interruption. @cpu
 * must be the current one. */
uint64_t blocks_shown(unsigned cpu, uint32_t before);

/* Whether no machine wants counts and counting has no work left, so that
 * blocks_state() is complete. */
bool blocks_at_rest(void);

/* Adds the CPUs' instructions executed while counting was on to @snapshot. Not
 * while counting is on. */
void blocks_state(struct snapshot *snapshot);

#endif
