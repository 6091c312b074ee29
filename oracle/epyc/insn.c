/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Reads prefixes, opcode and ModRM: 24594, section 1.2 and appendix A. */
#include "oracle/epyc/insn.h"

#include <string.h>

/* Section 1.2.1: legacy prefixes. */
static bool is_prefix(uint8_t byte)
{
    static const uint8_t prefixes[] = {
        0x66, 0x67, 0x2e, 0x3e, 0x26, 0x64, 0x65, 0x36, 0xf0, 0xf3, 0xf2};

    return memchr(prefixes, byte, sizeof(prefixes)) != NULL;
}

/* Table A-1: the primary opcode map. */
static enum oracle_branch primary(uint8_t opcode, unsigned group)
{
    if (opcode >= 0x70 && opcode <= 0x7f) /* Jcc */
        return ORACLE_CONDITIONAL;
    if (opcode >= 0xe0 && opcode <= 0xe3) /* LOOPNE, LOOPE, LOOP, JrCXZ */
        return ORACLE_CONDITIONAL;
    if (opcode == 0xe9 || opcode == 0xeb || opcode == 0xea)
        return ORACLE_JUMP;
    if (opcode == 0xe8 || opcode == 0x9a)
        return ORACLE_CALL;
    if (opcode == 0xc2 || opcode == 0xc3 || opcode == 0xca || opcode == 0xcb)
        return ORACLE_RETURN;
    if (opcode == 0xcf) /* IRET */
        return ORACLE_INDIRECT;
    if (opcode == 0xff && (group == 2 || group == 3)) /* group 5 */
        return ORACLE_INDIRECT_CALL;
    if (opcode == 0xff && (group == 4 || group == 5))
        return ORACLE_INDIRECT;
    return ORACLE_NO_BRANCH;
}

/* Tables: opcodes after 0F. */
static enum oracle_branch secondary(uint8_t opcode)
{
    if (opcode >= 0x80 && opcode <= 0x8f) /* Jcc */
        return ORACLE_CONDITIONAL;
    if (opcode == 0x05 || opcode == 0x07 || opcode == 0x34 || opcode == 0x35)
        return ORACLE_INDIRECT; /* SYSCALL, SYSRET, SYSENTER, SYSEXIT */
    return ORACLE_NO_BRANCH;
}

/* Among the opcodes after 0F: MOVNTPS and similar, MOVNTQ and MOVNTDQ, MOVNTI;
 * MASKMOVQ and MASKMOVDQU name registers only, and store at rDI. */
static bool streams(uint8_t opcode, bool memory, bool vex)
{
    if (opcode == 0xf7)
        return !memory;
    return memory && (opcode == 0x2b || opcode == 0xe7 || (opcode == 0xc3 && !vex));
}

struct oracle_insn oracle_insn_read(const uint8_t *bytes, unsigned n)
{
    struct oracle_insn insn = {ORACLE_NO_BRANCH, false, false, false};
    unsigned at = 0;
    bool escaped = false, vex = false;

    for (; at < n && is_prefix(bytes[at]); at++)
        insn.locked |= bytes[at] == 0xf0;
    while (at < n && bytes[at] >= 0x40 && bytes[at] <= 0x4f) /* REX */
        at++;
    if (at + 2 < n && bytes[at] == 0xc5) { /* VEX of two bytes: the map is that after 0F */
        vex = escaped = true;
        at += 2;
        /* of three: the map is in the second's bits 4:0 */
    } else if (at + 3 < n && bytes[at] == 0xc4) {
        vex = true;
        escaped = (bytes[at + 1] & 0x1f) == 1;
        at += 3;
    } else if (at + 1 < n && bytes[at] == 0x0f) {
        escaped = true;
        at++;
    }
    if (at >= n)
        return insn;
    uint8_t opcode = bytes[at], modrm = at + 1 < n ? bytes[at + 1] : 0;
    bool memory = at + 1 < n && modrm >> 6 != 3;
    unsigned group = modrm >> 3 & 7;
    if (!vex)
        insn.branch = escaped ? secondary(opcode) : primary(opcode, group);
    if (!vex && !escaped && (opcode == 0x86 || opcode == 0x87)) /* XCHG */
        insn.locked |= memory;
    if (!vex && escaped)
        insn.prefetch = memory && (opcode == 0x0d || (opcode == 0x18 && group <= 3));
    insn.streaming = escaped && streams(opcode, memory, vex);
    return insn;
}
