/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Decodes the properties of x86 instructions for sampling, counting and
 * trapping loads. */
#include "qemu-plugins/trap/x86_op_decode.h"

#include <string.h>

/* Opcodes and encodings: AMD64 Architecture Programmer's Manual volume 3
 * (24594), appendix A; Intel 64 and IA-32 Architectures SDM, volume 2. */
enum {
    PREFIX_LOCK = 0xf0,
    PREFIX_REPNE = 0xf2,
    PREFIX_REP = 0xf3,
    PREFIX_FS = 0x64,
    PREFIX_GS = 0x65,
    ESCAPE = 0x0f,
    VEX2 = 0xc5,
    VEX3 = 0xc4,
    REX = 0x40,
    REX_R = 0x04,
    REX_X = 0x02,
    REX_B = 0x01,
    LONGEST = 15,
};

/* An instruction being decoded. */
struct cursor {
    const uint8_t *bytes;
    size_t at, length;
    uint8_t rex; /* its low four bits */
    bool lock, rep, fs, gs;
    bool escaped; /* the opcode comes after 0f */
    bool vex;
    uint8_t opcode;
    bool has_modrm;
    uint8_t modrm;
};

static bool left(const struct cursor *c, size_t n)
{
    return c->length - c->at >= n;
}

/* 40 to 4f are prefixes in 64-bit code only. Elsewhere they are instructions,
 * and then the last byte. */
static bool is_rex(const struct cursor *c)
{
    return (c->bytes[c->at] & 0xf0) == REX && left(c, 2);
}

static bool take_prefix(struct cursor *c)
{
    switch (c->bytes[c->at]) {
    case PREFIX_LOCK:
        c->lock = true;
        return true;
    case PREFIX_REPNE:
    case PREFIX_REP:
        c->rep = true;
        return true;
    case PREFIX_FS:
    case PREFIX_GS:
        c->fs = c->bytes[c->at] == PREFIX_FS;
        c->gs = !c->fs;
        return true;
    case 0x66:
    case 0x67:
    case 0x2e:
    case 0x36:
    case 0x3e:
    case 0x26:
        return true;
    default:
        return false;
    }
}

/* Whether there is an opcode. VEX's second byte, and the third of the long
 * form, replace REX (inverted) and the escape byte. LES and LDS of 32-bit code
 * look the same and are decoded as VEX, which does not matter here. */
static bool take_opcode(struct cursor *c)
{
    uint8_t first, inverted;
    size_t size; /* of a VEX prefix */

    while (left(c, 1) && take_prefix(c))
        c->at++;
    while (left(c, 1) && is_rex(c)) {
        c->rex = c->bytes[c->at] & 0xf;
        c->at++;
    }
    if (!left(c, 1))
        return false;
    first = c->bytes[c->at];
    size = first == VEX2 ? 2 : 3;
    if ((first == VEX2 || first == VEX3) && left(c, size + 2)) {
        inverted = (uint8_t)~c->bytes[c->at + 1];
        c->rex = (uint8_t)(size == 2 ? inverted >> 7 << 2 : inverted >> 5);
        c->vex = true;
        c->escaped = size == 2 || (c->bytes[c->at + 1] & 0x1f) == 1;
        c->at += size;
    } else if (first == ESCAPE && left(c, 2)) {
        c->escaped = true;
        c->at++;
    }
    c->opcode = c->bytes[c->at++];
    return true;
}

/* ---- memory operands ---- */

static bool one_byte_has_modrm(uint8_t opcode)
{
    if (opcode < 0x40)
        return (opcode & 7) < 4;
    return (opcode & 0xfc) == 0x80 || (opcode & 0xf8) == 0x88 || (opcode & 0xfc) == 0x84 ||
           opcode == 0x63 || opcode == 0x69 || opcode == 0x6b || (opcode & 0xfe) == 0xc0 ||
           (opcode & 0xfe) == 0xc6 || (opcode & 0xfc) == 0xd0 || (opcode & 0xf8) == 0xd8 ||
           (opcode & 0xfe) == 0xf6 || (opcode & 0xfe) == 0xfe;
}

/* For the opcodes after 0f that matter here. */
static bool escaped_has_modrm(uint8_t opcode)
{
    return opcode == 0x0d || opcode == 0x18 || opcode == 0x2b || opcode == 0xc3 || opcode == 0xe7 ||
           opcode == 0xf7;
}

static int64_t signed_bytes(const uint8_t *bytes, size_t size)
{
    uint64_t value = 0;

    for (size_t i = 0; i < size; i++)
        value |= (uint64_t)bytes[i] << (8 * i);
    if (size && size < 8 && bytes[size - 1] & 0x80)
        value |= UINT64_MAX << (8 * size);
    return (int64_t)value;
}

/* Follows ModRM. */
static void take_address(struct cursor *c, struct x86_address *a)
{
    unsigned mod = c->modrm >> 6, rm = c->modrm & 7;
    bool has_sib = rm == 4;
    size_t size; /* of the displacement */

    if (mod == 3 || !left(c, has_sib))
        return;
    *a = (struct x86_address){.base = (uint8_t)(rm | (c->rex & REX_B ? 8 : 0)),
        .index = X86_NO_REG,
        .rip_relative = mod == 0 && rm == 5,
        .fs = c->fs,
        .gs = c->gs};
    if (has_sib) {
        uint8_t sib = c->bytes[c->at++];
        a->scale = sib >> 6;
        a->index = (uint8_t)((sib >> 3 & 7) | (c->rex & REX_X ? 8 : 0));
        if (a->index == 4) /* the stack pointer's number means none */
            a->index = X86_NO_REG;
        a->base = (uint8_t)((sib & 7) | (c->rex & REX_B ? 8 : 0));
        if ((sib & 7) == 5 && mod == 0)
            a->base = X86_NO_REG;
    }
    if (a->rip_relative)
        a->base = X86_NO_REG;
    if (mod == 0)
        size = a->base == X86_NO_REG ? 4 : 0;
    else
        size = mod == 1 ? 1 : 4;
    if (!left(c, size))
        return;
    a->displacement = signed_bytes(c->bytes + c->at, size);
    a->present = true;
}

/* ---- kinds of instructions ---- */

static void decode_relative(const struct cursor *c, struct x86_op *op, enum sim_branch branch)
{
    size_t size = c->length - c->at;

    op->branch = branch;
    op->relative = size == 1 || size == 2 || size == 4;
    op->distance = op->relative ? (int32_t)signed_bytes(c->bytes + c->at, size) : 0;
}

static bool is_string(uint8_t opcode)
{
    return (opcode >= 0x6c && opcode <= 0x6f) || (opcode >= 0xa4 && opcode <= 0xa7) ||
           (opcode >= 0xaa && opcode <= 0xaf);
}

/* The facts implied by the opcode alone. */
struct traits {
    enum sim_branch branch;
    bool relative;             /* branches by a distance from its end */
    bool loads, stores, locks; /* if its ModRM names memory */
    bool interrupts, halts;
    bool far; /* a branch to another segment */
};

static const struct traits one_byte[256] = {
    [0x86] = {.locks = true}, /* XCHG with memory locks implicitly */
    [0x87] = {.locks = true},
    [0x89] = {.stores = true},
    [0x8b] = {.loads = true},
    [0x9a] = {.branch = SIM_CALL, .far = true},
    [0xc2] = {.branch = SIM_RETURN},
    [0xc3] = {.branch = SIM_RETURN},
    [0xc7] = {.stores = true},
    [0xca] = {.branch = SIM_RETURN, .far = true},
    [0xcb] = {.branch = SIM_RETURN, .far = true},
    [0xcc] = {.interrupts = true},
    [0xcd] = {.interrupts = true},
    [0xce] = {.interrupts = true},
    [0xcf] = {.branch = SIM_INDIRECT, .far = true}, /* IRET */
    [0xe8] = {.branch = SIM_CALL, .relative = true},
    [0xe9] = {.branch = SIM_JUMP, .relative = true},
    [0xea] = {.branch = SIM_JUMP, .far = true},
    [0xeb] = {.branch = SIM_JUMP, .relative = true},
    [0xf1] = {.interrupts = true},
    [0xf4] = {.halts = true},
};

static bool is_conditional(uint8_t opcode)
{
    return (opcode & 0xf0) == 0x70 || (opcode & 0xfc) == 0xe0;
}

static void decode_one_byte(struct cursor *c, struct x86_op *op)
{
    static const enum sim_branch group5[8] = {
        [2] = SIM_INDIRECT_CALL, [3] = SIM_INDIRECT_CALL, [4] = SIM_INDIRECT, [5] = SIM_INDIRECT};
    const struct traits *traits = &one_byte[c->opcode];
    bool memory = c->has_modrm && c->modrm >> 6 != 3;
    unsigned number = c->modrm >> 3 & 7; /* in a group */
    size_t size = c->length - c->at;     /* of an immediate operand */

    op->branch = traits->branch;
    op->loads = memory && traits->loads;
    /* only one instruction of group 11 is a MOV; others begin a transaction */
    op->stores = memory && traits->stores && !(c->opcode == 0xc7 && number);
    op->locked |= memory && traits->locks;
    op->interrupts = traits->interrupts;
    op->halts = traits->halts;
    op->far = traits->far;
    op->repeats = c->rep && is_string(c->opcode);
    if (traits->relative || is_conditional(c->opcode))
        decode_relative(c, op, traits->relative ? traits->branch : SIM_CONDITIONAL);
    if (c->opcode == 0xa1 || c->opcode == 0xa3) { /* MOV with a direct offset of address size */
        op->loads = c->opcode == 0xa1;
        op->stores = !op->loads;
        op->address = (struct x86_address){.present = size == 4 || size == 8,
            .base = X86_NO_REG,
            .index = X86_NO_REG,
            .fs = c->fs,
            .gs = c->gs,
            .displacement = size <= 8 ? signed_bytes(c->bytes + c->at, size) : 0};
    }
    if (c->opcode == 0xff) {
        op->branch = group5[number];
        op->far = number == 3 || number == 5;
    }
}

/* Stores that bypass the caches, also in VEX forms. MASKMOVDQU's memory operand
 * is not in ModRM. */
static bool is_streaming(const struct cursor *c)
{
    bool memory = c->modrm >> 6 != 3;

    if (c->opcode == 0xf7)
        return !memory;
    return memory && (c->opcode == 0x2b || c->opcode == 0xe7 || (c->opcode == 0xc3 && !c->vex));
}

static void decode_escaped(const struct cursor *c, struct x86_op *op)
{
    bool memory = c->has_modrm && c->modrm >> 6 != 3;

    if ((c->opcode & 0xf0) == 0x80)
        decode_relative(c, op, SIM_CONDITIONAL);
    switch (c->opcode) {
    case 0x05: /* SYSCALL, SYSRET, SYSENTER, SYSEXIT */
    case 0x07:
    case 0x34:
    case 0x35:
        op->branch = SIM_INDIRECT;
        op->far = true;
        break;
    case 0x0d:
        op->prefetch = memory;
        break;
    case 0x18:
        op->prefetch = memory && (c->modrm >> 3 & 7) < 4;
        break;
    default:
        break;
    }
}

struct x86_op x86_op_decode(const uint8_t *bytes, size_t length)
{
    struct cursor c = {.bytes = bytes, .length = length};
    struct x86_op op = {.branch = SIM_NO_BRANCH};

    if (length > LONGEST || !take_opcode(&c))
        return op;
    c.has_modrm =
        (c.escaped ? escaped_has_modrm(c.opcode) : !c.vex && one_byte_has_modrm(c.opcode)) &&
        left(&c, 1);
    if (c.has_modrm) {
        c.modrm = c.bytes[c.at++];
        take_address(&c, &op.address);
    }
    op.locked = c.lock;
    op.reg = (uint8_t)((c.modrm >> 3 & 7) | (c.rex & REX_R ? 8 : 0));
    op.streaming = c.escaped && c.has_modrm && is_streaming(&c);
    if (c.vex)
        return op;
    if (c.escaped)
        decode_escaped(&c, &op);
    else
        decode_one_byte(&c, &op);
    if (op.loads && !c.has_modrm)
        op.reg = 0;
    return op;
}
