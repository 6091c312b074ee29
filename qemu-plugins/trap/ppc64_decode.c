/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Recognizes the Power instructions to trap, control flow, and addresses of
 * SCOMs. */
#include "qemu-plugins/trap/ppc64_decode.h"

/* Primary opcodes and extended ones: Power ISA 3.1B, appendices D and F of book
 * I to III. */
enum { OP_BC = 16, OP_SC = 17, OP_B = 18, OP_XL = 19, OP_RLWINM = 21, OP_X = 31, OP_DS = 58 };
enum { XL_RFID = 18, XL_RFSCV = 82, XL_HRFID = 274, XL_BCCTR = 528, XL_BCTAR = 560 };
enum { X_LDX = 21, X_BRD = 187, X_MFSPR = 339, X_OR = 444, X_MTSPR = 467, X_LDBRX = 532 };
enum { X_MTMSR = 146, X_MTMSRD = 178 };
enum { X_LBZCIX = 853, X_LDCIX = 885, X_STBCIX = 981, X_STDCIX = 1013 };
enum { DS_LD = 0 };

/* Bits @first to @last of @word in IBM's numbering. */
static unsigned field(uint32_t word, unsigned first, unsigned last)
{
    return word >> (31 - last) & ((1u << (last - first + 1)) - 1);
}

static unsigned opcode(uint32_t word)
{
    return field(word, 0, 5);
}

static unsigned extended(uint32_t word)
{
    return field(word, 21, 30);
}

static enum ppc64_access x_form(uint32_t word)
{
    switch (extended(word)) {
    case X_MTSPR:
        return PPC64_MTSPR;
    case X_MFSPR:
        return PPC64_MFSPR;
    case X_LDCIX:
        return PPC64_LDCIX;
    case X_STDCIX:
        return PPC64_STDCIX;
    case X_LBZCIX:
        return PPC64_LBZCIX;
    case X_STBCIX:
        return PPC64_STBCIX;
    case X_LDX:
        return PPC64_LD;
    case X_LDBRX:
        return PPC64_LDBRX;
    default:
        return PPC64_NONE;
    }
}

struct ppc64_insn ppc64_decode(uint32_t word)
{
    struct ppc64_insn insn = {.access = PPC64_NONE};

    if (opcode(word) == OP_X)
        insn.access = x_form(word);
    else if (opcode(word) == OP_DS && field(word, 30, 31) == DS_LD)
        insn.access = PPC64_LD;
    insn.reg = (uint8_t)field(word, 6, 10);
    if (insn.access == PPC64_MTSPR ||
        insn.access == PPC64_MFSPR) /* the encoding swaps its halves */
        insn.spr = (uint16_t)(field(word, 16, 20) << 5 | field(word, 11, 15));
    return insn;
}

bool ppc64_reverses(uint32_t word, unsigned reg)
{
    if (field(word, 6, 10) != reg)
        return false;
    if (opcode(word) == OP_X)
        return extended(word) == X_BRD;
    return opcode(word) == OP_RLWINM && field(word, 16, 20) == 24 && field(word, 21, 25) == 0 &&
           field(word, 26, 30) == 31;
}

/* Sign-extends @bits of @value. */
static uint64_t extend(uint64_t value, unsigned bits)
{
    uint64_t sign = UINT64_C(1) << (bits - 1);

    return (value ^ sign) - sign;
}

static enum ppc64_flow branch(uint64_t pc, uint32_t word, uint64_t distance, uint64_t *target)
{
    bool absolute = field(word, 30, 30);

    *target = absolute ? distance : pc + distance;
    return PPC64_BRANCH;
}

enum ppc64_flow ppc64_flow(uint32_t word, uint64_t pc, uint64_t *target)
{
    switch (opcode(word)) {
    case OP_B:
        return branch(pc, word, extend(word & 0x03fffffc, 26), target);
    case OP_BC:
        return branch(pc, word, extend(word & 0xfffc, 16), target);
    case OP_SC:
        return PPC64_CALL;
    case OP_XL:
        switch (extended(word)) {
        case XL_RFID:
        case XL_RFSCV:
        case XL_HRFID:
        case XL_BCCTR:
        case XL_BCTAR:
            return PPC64_COMPUTED;
        default:
            return PPC64_NEXT;
        }
    default:
        return PPC64_NEXT;
    }
}

bool ppc64_changes_mode(uint32_t word)
{
    bool some_bits = field(word, 15, 15); /* for mtmsr and mtmsrd: without the privilege bits */

    switch (opcode(word)) {
    case OP_XL:
        return extended(word) == XL_RFID || extended(word) == XL_RFSCV ||
               extended(word) == XL_HRFID;
    case OP_X:
        return (extended(word) == X_MTMSR || extended(word) == X_MTMSRD) && !some_bits;
    default:
        return false;
    }
}

enum ppc64_priority ppc64_priority(uint32_t word)
{
    unsigned from = field(word, 6, 10);

    if (opcode(word) != OP_X || extended(word) != X_OR || field(word, 31, 31) ||
        field(word, 11, 15) != from || field(word, 16, 20) != from)
        return PPC64_PRIORITY_SAME;
    switch (from) {
    case 31:
        return PPC64_PRIORITY_VERY_LOW;
    case 1: /* low */
    case 6: /* medium low */
    case 2: /* medium */
    case 5: /* medium high */
    case 3: /* high */
        return PPC64_PRIORITY_HIGHER;
    default: /* other hints, and no-ops */
        return PPC64_PRIORITY_SAME;
    }
}

/* QEMU's include/hw/ppc/pnv.h. */
#define SCOM_BASE UINT64_C(0x603fc00000000)
#define SCOM_SIZE UINT64_C(0x400000000)

bool ppc64_scom(uint64_t address, unsigned shift, unsigned *chip, uint32_t *pcba)
{
    uint64_t offset = address - SCOM_BASE;
    uint64_t in_chip = offset & ((UINT64_C(1) << shift) - 1);

    if (address < SCOM_BASE || in_chip >= SCOM_SIZE || offset >> shift > 255 || in_chip & 7)
        return false;
    *chip = (unsigned)(offset >> shift);
    *pcba = (uint32_t)(in_chip >> 3);
    return true;
}
