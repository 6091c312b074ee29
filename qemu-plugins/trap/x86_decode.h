/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Decodes the x86 instructions that machines trap: port input and output,
 * RDMSR, WRMSR, CPUID, RDPMC. */
#ifndef PMULAB_QEMU_PLUGINS_TRAP_X86_DECODE_H
#define PMULAB_QEMU_PLUGINS_TRAP_X86_DECODE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum x86_access { X86_NONE, X86_IN, X86_OUT, X86_RDMSR, X86_WRMSR, X86_CPUID, X86_RDPMC };

struct x86_insn {
    enum x86_access access;
    bool immediate;      /* the port is in the instruction, not in DX */
    uint8_t port;        /* if immediate */
    bool byte;           /* AL; otherwise the operand is AX or EAX */
    bool operand_prefix; /* 66: the operand does not have the code segment's default size */
    uint8_t length;      /* bytes */
};

/* Recognizes the instruction in the @length bytes at @bytes. It does not
 * recognize string forms (INS, OUTS): no software reads configuration space
 * with them. QEMU handles them as if there were no plugin. */
struct x86_insn x86_decode(const uint8_t *bytes, size_t length);

/* Whether the instruction in the @length bytes at @bytes drops translations
 * that the processor has cached: MOV to CR0, CR3 or CR4, INVLPG, INVPCID. */
bool x86_drops_pages(const uint8_t *bytes, size_t length);

#endif
