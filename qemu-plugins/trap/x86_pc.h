/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Where a trapped x86 instruction really is. QEMU shares translated code between virtual addresses, so the
 * address that an instruction had at translation holds in its offset within the page alone; the PC register
 * holds in its page alone, since it may lag behind within a block. Together they tell.
 */
#ifndef PMULAB_TRAP_X86_PC_H
#define PMULAB_TRAP_X86_PC_H

#include <stdint.h>

enum { X86_PAGE = 4096 };

/*
 * RIP of the instruction.
 * @rip: the PC register; @segment_base: linear address minus RIP, 0 but in real mode; @page_offset: of the
 * instruction's linear address at translation.
 * @rip stands at the instruction or before it in the same block, and a block runs forward into at most one
 * more page, so an offset below @rip's means the page after.
 */
static inline uint64_t x86_pc_of(uint64_t rip, uint64_t segment_base, unsigned page_offset)
{
    uint64_t linear = rip + segment_base;
    uint64_t found = (linear & ~(uint64_t)(X86_PAGE - 1)) | page_offset;

    return (found < linear ? found + X86_PAGE : found) - segment_base;
}

#endif
