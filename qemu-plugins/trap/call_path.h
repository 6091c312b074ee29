/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The driver function that leads to an access: the one with a pending call into
 * the kernel.
 *
 * Only the ends of blocks in a driver's text, where control may leave it, are
 * watched; the rest has no overhead. A call is recorded with the stack pointer,
 * in a table of the kernel's stacks, since a thread may sleep and wake on
 * another CPU. It is over when control leaves the driver again from there or
 * further up the stack. A jump out of the driver other than a return (a tail
 * call) lasts until the return address is overwritten.
 *
 * All stacks of 64-bit Linux with pages of 4 KiB are 16 KiB long and aligned to
 * that. A thread runs on one CPU at a time, so its entry has one writer. Two
 * stacks with the same entry overwrite each other; the call path is then
 * unknown.
 */
#ifndef PMULAB_QEMU_PLUGINS_TRAP_CALL_PATH_H
#define PMULAB_QEMU_PLUGINS_TRAP_CALL_PATH_H

#include <stdbool.h>
#include <stdint.h>

/* Whether @address is in a range of call_path_add(). */
bool call_path_is_text(uint64_t address);

/* Adds a range of addresses with drivers' text. Before the guest runs; up to 8,
 * further ones are ignored. */
void call_path_add(uint64_t from, uint64_t to);

/* The instruction at @pc in a driver's text leaves it, at stack pointer @sp:
 * calls; returns; or jumps, with @return_address at @sp. */
void call_path_called(uint64_t sp, uint64_t pc);
void call_path_returned(uint64_t sp);
void call_path_jumped(uint64_t sp, uint64_t pc, uint64_t return_address);

/* The latest address in a driver's text in the call path at stack pointer @sp,
 * or 0. @peek reads eight bytes at a virtual address; returns false if there
 * are none. */
uint64_t call_path_at(uint64_t sp, bool (*peek)(uint64_t address, uint64_t *value));

/* Forgets all calls. */
void call_path_forget(void);

/* The call path of the current access; 0: none. Within the arbiter. */
void call_path_set(uint64_t call_path);
uint64_t call_path_now(void);

#endif
