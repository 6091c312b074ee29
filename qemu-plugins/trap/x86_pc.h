/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The real place of a trapped x86 instruction. QEMU shares translated code
 * between virtual addresses. So only the page offset of an instruction's
 * address at translation is valid. Only the page of the PC register is valid,
 * because the register may lag within a block. Together they give the address.
 */
#ifndef PMULAB_QEMU_PLUGINS_TRAP_X86_PC_H
#define PMULAB_QEMU_PLUGINS_TRAP_X86_PC_H

#include <stdint.h>

enum { X86_PAGE = 4096 };

/* RIP's number in the description for debuggers (org.gnu.gdb.i386.core): after
 * 16 general registers. */
enum { X86_DEBUGGERS_RIP = 16 };

/*
 * Returns RIP of the instruction.
 * @rip: the PC register; @segment_base: linear address minus RIP, 0 except in
 *   real mode;
 * @page_offset: of the instruction's linear address at translation. @rip is at
 *   the instruction or before it in the same block. A block continues into at
 *   most one more page, so an offset below @rip's means the next page.
 */
static inline uint64_t x86_pc_of(uint64_t rip, uint64_t segment_base, unsigned page_offset)
{
    uint64_t linear = rip + segment_base;
    uint64_t found = (linear & ~(uint64_t)(X86_PAGE - 1)) | page_offset;

    return (found < linear ? found + X86_PAGE : found) - segment_base;
}

#endif
