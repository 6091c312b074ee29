/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Which x86 instructions access registers of ours: port input and output, RDMSR, WRMSR, CPUID. */
#ifndef PMULAB_TRAP_X86_DECODE_H
#define PMULAB_TRAP_X86_DECODE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum x86_access { X86_NONE, X86_IN, X86_OUT, X86_RDMSR, X86_WRMSR, X86_CPUID };

struct x86_insn {
    enum x86_access access;
    bool immediate;      /* the port stands in the instruction, not in DX */
    uint8_t port;        /* if so */
    bool byte;           /* AL; else the operand is AX or EAX */
    bool operand_prefix; /* 66: the operand's size is the one that is not the code segment's default */
    uint8_t length;      /* bytes */
};

/*
 * Recognises the instruction in @bytes, @length of them. String forms (INS, OUTS) are not recognised: nobody
 * reads configuration space with them, and QEMU answers them as if the plugin were not there.
 */
struct x86_insn x86_decode(const uint8_t *bytes, size_t length);

#endif
