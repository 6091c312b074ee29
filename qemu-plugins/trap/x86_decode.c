/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Recognizes the x86 instructions to trap. */
#include "qemu-plugins/trap/x86_decode.h"

/* Opcodes and encodings: Intel 64 and IA-32 Architectures SDM, volume 2, IN,
 * OUT, RDMSR, WRMSR, CPUID, RDPMC, appendix B. */
enum { ESCAPE = 0x0f, OPERAND_SIZE = 0x66, REX = 0x40, REX_W = 0x08, LONGEST = 15 };

/* IN and OUT are 1110p1dw: port in DX or in the instruction, direction,
 * width. */
enum { PORT_IO = 0xe4, PORT_IO_BITS = 0xf4, PORT_IN_DX = 0x08, PORT_OUT = 0x02, PORT_WIDE = 0x01 };

struct opcode {
    uint8_t byte;
    enum x86_access access;
};

static const struct opcode escaped[] = {
    {0x30, X86_WRMSR}, {0x32, X86_RDMSR}, {0x33, X86_RDPMC}, {0xa2, X86_CPUID}};

/* 40 to 4f are prefixes in 64-bit code. Elsewhere they are one-byte
 * instructions, and nothing follows within @length. */
static bool is_rex(uint8_t byte)
{
    return (byte & 0xf0) == REX;
}

/* Prefixes without effect here. LOCK (f0) makes all these instructions
 * invalid. */
static bool is_prefix(uint8_t byte)
{
    switch (byte) {
    case OPERAND_SIZE:
    case 0x67:
    case 0xf2:
    case 0xf3:
    case 0x2e:
    case 0x36:
    case 0x3e:
    case 0x26:
    case 0x64:
    case 0x65:
        return true;
    default:
        return is_rex(byte);
    }
}

/* Length of the prefixes of the instruction in the @length bytes at @bytes. */
static size_t prefixes(const uint8_t *bytes, size_t length)
{
    size_t n = 0;

    while (n < length && is_prefix(bytes[n]))
        n++;
    return n;
}

struct x86_insn x86_decode(const uint8_t *bytes, size_t length)
{
    struct x86_insn insn = {.access = X86_NONE, .length = (uint8_t)length};
    size_t at = prefixes(bytes, length);

    if (length > LONGEST)
        return insn;
    for (size_t i = 0; i < at; i++)
        insn.operand_prefix |= bytes[i] == OPERAND_SIZE;
    /* REX counts only directly before the opcode; its W overrides 66, and no
     * port is wider than 32 bits. */
    if (at && is_rex(bytes[at - 1]) && bytes[at - 1] & REX_W)
        insn.operand_prefix = false;
    if (at < length && (bytes[at] & PORT_IO_BITS) == PORT_IO) {
        insn.immediate = !(bytes[at] & PORT_IN_DX);
        if (insn.immediate && at + 1 >= length)
            return insn;
        insn.access = bytes[at] & PORT_OUT ? X86_OUT : X86_IN;
        insn.byte = !(bytes[at] & PORT_WIDE);
        insn.port = insn.immediate ? bytes[at + 1] : 0;
    } else if (at + 1 < length && bytes[at] == ESCAPE) {
        for (size_t i = 0; i < sizeof(escaped) / sizeof(escaped[0]); i++)
            if (escaped[i].byte == bytes[at + 1])
                insn.access = escaped[i].access;
    }
    return insn;
}

/* SDM volume 2: MOV to control registers, INVLPG and INVPCID; volume 3, section
 * 4.10.4.1. */
enum {
    MOV_TO_CR = 0x22,
    GROUP_7 = 0x01,
    INVLPG = 7,
    IN_REGISTER = 3,
    THREE_BYTES = 0x38,
    INVPCID = 0x82
};
enum { REX_R = 0x04 }; /* CR8 and beyond */

bool x86_drops_pages(const uint8_t *bytes, size_t length)
{
    size_t at = prefixes(bytes, length);
    bool high = at && is_rex(bytes[at - 1]) && bytes[at - 1] & REX_R;
    uint8_t modrm;
    unsigned reg;

    if (length > LONGEST || at + 2 >= length || bytes[at] != ESCAPE)
        return false;
    modrm = bytes[at + 2];
    reg = modrm >> 3 & 7;
    switch (bytes[at + 1]) {
    case MOV_TO_CR:
        return !high && (reg == 0 || reg == 3 || reg == 4);
    case GROUP_7:
        return reg == INVLPG && modrm >> 6 != IN_REGISTER;
    case THREE_BYTES:
        return modrm == INVPCID;
    default:
        return false;
    }
}
