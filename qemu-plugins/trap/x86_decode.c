/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "qemu-plugins/trap/x86_decode.h"

/* Opcodes: Intel 64 and IA-32 Architectures SDM, volume 2, IN, OUT, RDMSR, WRMSR, CPUID. */
struct opcode {
    enum x86_access access;
    uint8_t byte;
    bool immediate, is_byte;
};

static const struct opcode one_byte[] = {
    {X86_IN, 0xe4, true, true},
    {X86_IN, 0xe5, true, false},
    {X86_OUT, 0xe6, true, true},
    {X86_OUT, 0xe7, true, false},
    {X86_IN, 0xec, false, true},
    {X86_IN, 0xed, false, false},
    {X86_OUT, 0xee, false, true},
    {X86_OUT, 0xef, false, false},
};

static const struct opcode two_byte[] = {
    {X86_WRMSR, 0x30, false, false},
    {X86_RDMSR, 0x32, false, false},
    {X86_CPUID, 0xa2, false, false},
};

enum { ESCAPE = 0x0f, OPERAND_SIZE = 0x66, REX = 0x40, REX_W = 0x08, LONGEST = 15 };

/*
 * 40 to 4f are prefixes in 64-bit code and instructions of their own elsewhere, but then they are one byte
 * long and nothing follows within @length.
 */
static bool is_rex(uint8_t byte)
{
    return (byte & 0xf0) == REX;
}

/* Prefixes that change nothing here are skipped. LOCK (f0) makes all of these invalid opcodes. */
static bool is_prefix(uint8_t byte)
{
    static const uint8_t prefixes[] = {OPERAND_SIZE, 0x67, 0xf2, 0xf3, 0x2e, 0x36, 0x3e, 0x26, 0x64, 0x65};

    for (size_t i = 0; i < sizeof(prefixes); i++)
        if (byte == prefixes[i])
            return true;
    return is_rex(byte);
}

static const struct opcode *find(const struct opcode *table, size_t n, uint8_t byte)
{
    for (size_t i = 0; i < n; i++)
        if (table[i].byte == byte)
            return &table[i];
    return NULL;
}

struct x86_insn x86_decode(const uint8_t *bytes, size_t length)
{
    struct x86_insn insn = {.access = X86_NONE, .length = (uint8_t)length};
    const struct opcode *op = NULL;
    size_t at = 0;

    if (length > LONGEST)
        return insn;
    for (; at < length && is_prefix(bytes[at]); at++)
        insn.operand_prefix |= bytes[at] == OPERAND_SIZE;
    /* REX counts only right before the opcode; its W overrides 66, and no port is wider than 32 bits. */
    if (at && is_rex(bytes[at - 1]) && bytes[at - 1] & REX_W)
        insn.operand_prefix = false;
    if (at + 1 < length && bytes[at] == ESCAPE)
        op = find(two_byte, sizeof(two_byte) / sizeof(two_byte[0]), bytes[at + 1]);
    else if (at < length)
        op = find(one_byte, sizeof(one_byte) / sizeof(one_byte[0]), bytes[at]);
    if (!op || (op->immediate && at + 1 >= length))
        return insn;
    insn.access = op->access;
    insn.immediate = op->immediate;
    insn.byte = op->is_byte;
    insn.port = op->immediate ? bytes[at + 1] : 0;
    return insn;
}
