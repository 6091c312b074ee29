/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Classifies AArch64 instructions for the events of the PMU. */
#include "qemu-plugins/trap/arm64_op_decode.h"

/* DDI 0487, section C4.1: bits 28:25 identify loads and stores. */
#define IS_MEMORY(word) (((word)&0x0a000000) == 0x08000000)

struct row {
    uint32_t mask, bits;
    unsigned kinds;
};

/* Section C4.1.94, loads and stores. The first matching row counts. Bits 31:30
 * are the size, 26 means SIMD, and 22 usually means load. */
static const struct row memory[] = {
    /* SIMD structures, multiple and single. */
    {0xbe400000, 0x0c400000, ARM64_OP_LOAD},
    {0xbe400000, 0x0c000000, ARM64_OP_STORE},
    /* Exclusive and ordered. */
    {0xbfa00000, 0x08200000, ARM64_OP_BOTH}, /* CASP: the size that STXP lacks */
    {0x3fa00000, 0x08a00000, ARM64_OP_BOTH}, /* CAS */
    {0x3f400000, 0x08400000, ARM64_OP_LOAD},
    {0x3f400000, 0x08000000, ARM64_OP_STORE},
    /* Ordered with an offset: STLUR, LDAPUR; 0x1d...: for SIMD registers. */
    {0x3fe00c00, 0x19000000, ARM64_OP_STORE},
    {0x3f200c00, 0x19000000, ARM64_OP_LOAD},
    {0x3f600c00, 0x1d000800, ARM64_OP_STORE},
    {0x3f600c00, 0x1d400800, ARM64_OP_LOAD},
    /* PC-relative. */
    {0xff000000, 0xd8000000, 0}, /* PRFM */
    {0x3b000000, 0x18000000, ARM64_OP_LOAD},
    /* Pairs. */
    {0x3a400000, 0x28400000, ARM64_OP_LOAD},
    {0x3a400000, 0x28000000, ARM64_OP_STORE},
    /* Atomic operations, and others encoded among them. */
    {0xffe0fc00, 0xf8209000, ARM64_OP_STORE}, /* ST64B */
    {0xffe0fc00, 0xf820b000, ARM64_OP_STORE}, /* ST64BV */
    {0xffe0fc00, 0xf820a000, ARM64_OP_STORE}, /* ST64BV0 */
    {0xffe0fc00, 0xf820d000, ARM64_OP_LOAD},  /* LD64B */
    {0x3fe0fc00, 0x38a0c000, ARM64_OP_LOAD},  /* LDAPR */
    {0x3f200c00, 0x38200000, ARM64_OP_BOTH},
    /* LDRAA, LDRAB. */
    {0xff200400, 0xf8200400, ARM64_OP_LOAD},
    /* One register, with an offset in a register, of 9 bits or of 12. Bits
     * 23:22 are 00 store, 01 load; for SIMD 10 store, 11 load of 128 bits;
     * otherwise sign-extending loads, or PRFM. */
    {0xffe00c00, 0xf8a00800, 0}, /* PRFM, and RPRFM */
    {0xffe00c00, 0xf8800000, 0}, /* PRFUM */
    {0xffc00000, 0xf9800000, 0}, /* PRFM */
    {0x3f400000, 0x3c000000, ARM64_OP_STORE},
    {0x3f400000, 0x3c400000, ARM64_OP_LOAD},
    {0x3f400000, 0x3d000000, ARM64_OP_STORE},
    {0x3f400000, 0x3d400000, ARM64_OP_LOAD},
    {0x3ec00000, 0x38000000, ARM64_OP_STORE},
    {0x3e000000, 0x38000000, ARM64_OP_LOAD},
};

/* Section C4.1.93, branches, exception generating and system instructions. */
static const struct row others[] = {
    {0x7c000000, 0x14000000, ARM64_OP_BRANCH}, /* B, BL */
    {0xff000000, 0x54000000, ARM64_OP_BRANCH}, /* B.cond */
    {0x7c000000, 0x34000000, ARM64_OP_BRANCH}, /* CBZ, CBNZ, TBZ, TBNZ */
    {0xffffffff, 0xd69f03e0, ARM64_OP_RETURN}, /* ERET */
    {0xfffffbff, 0xd69f0bff, ARM64_OP_RETURN}, /* ERETAA, ERETAB */
    /* BR, BLR, RET and their forms with authentication */
    {0xfe000000, 0xd6000000, ARM64_OP_BRANCH},
    {0xffffffe0, 0xd50b7420, ARM64_OP_STORE}, /* DC ZVA */
};

static unsigned look_up(const struct row *rows, size_t n, uint32_t word)
{
    for (size_t i = 0; i < n; i++)
        if ((word & rows[i].mask) == rows[i].bits)
            return rows[i].kinds;
    return 0;
}

unsigned arm64_op_kinds(uint32_t word)
{
    return IS_MEMORY(word) ? look_up(memory, G_N_ELEMENTS(memory), word)
                           : look_up(others, G_N_ELEMENTS(others), word);
}
