/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Effects of arm64 instructions, by DDI 0487, C6 and C7. Words are GNU as
 * 2.40's output. */
#include "qemu-plugins/trap/arm64_op_decode.h"
#include "tests/tap.h"

#include <string.h>

static const struct {
    uint32_t word;
    unsigned kinds;
    const char *text;
} insns[] = {
    {0xf9400041, ARM64_OP_LOAD, "ldr x1, [x2]"},
    {0xb9400841, ARM64_OP_LOAD, "ldr w1, [x2, #8]"},
    {0x38401441, ARM64_OP_LOAD, "ldrb w1, [x2], #1"},
    {0x789fec41, ARM64_OP_LOAD, "ldrsh x1, [x2, #-2]!"},
    {0xb8a37841, ARM64_OP_LOAD, "ldrsw x1, [x2, x3, lsl #2]"},
    {0xf85f8041, ARM64_OP_LOAD, "ldur x1, [x2, #-8]"},
    {0x38dff041, ARM64_OP_LOAD, "ldursb w1, [x2, #-1]"},
    {0xf8400841, ARM64_OP_LOAD, "ldtr x1, [x2]"},
    {0x58000001, ARM64_OP_LOAD, "ldr x1, ."},
    {0x98000001, ARM64_OP_LOAD, "ldrsw x1, ."},
    {0x9c000001, ARM64_OP_LOAD, "ldr q1, ."},
    {0x3dc00041, ARM64_OP_LOAD, "ldr q1, [x2]"},
    {0xfc636841, ARM64_OP_LOAD, "ldr d1, [x2, x3]"},
    {0x3cdf0041, ARM64_OP_LOAD, "ldur q1, [x2, #-16]"},
    {0x3c401441, ARM64_OP_LOAD, "ldr b1, [x2], #1"},
    {0xf9000041, ARM64_OP_STORE, "str x1, [x2]"},
    {0x39000441, ARM64_OP_STORE, "strb w1, [x2, #1]"},
    {0x78002441, ARM64_OP_STORE, "strh w1, [x2], #2"},
    {0xf8236841, ARM64_OP_STORE, "str x1, [x2, x3]"},
    {0xb81fc041, ARM64_OP_STORE, "stur w1, [x2, #-4]"},
    {0xf8000841, ARM64_OP_STORE, "sttr x1, [x2]"},
    {0x3d800041, ARM64_OP_STORE, "str q1, [x2]"},
    {0x3ca36841, ARM64_OP_STORE, "str q1, [x2, x3]"},
    {0x3c9f0041, ARM64_OP_STORE, "stur q1, [x2, #-16]"},
    {0xbc004441, ARM64_OP_STORE, "str s1, [x2], #4"},
    {0xa9400c41, ARM64_OP_LOAD, "ldp x1, x3, [x2]"},
    {0xa8c17bfd, ARM64_OP_LOAD, "ldp x29, x30, [sp], #16"},
    {0x69400c41, ARM64_OP_LOAD, "ldpsw x1, x3, [x2]"},
    {0xa8400c41, ARM64_OP_LOAD, "ldnp x1, x3, [x2]"},
    {0xadc10c41, ARM64_OP_LOAD, "ldp q1, q3, [x2, #32]!"},
    {0xa9000c41, ARM64_OP_STORE, "stp x1, x3, [x2]"},
    {0xa9bf7bfd, ARM64_OP_STORE, "stp x29, x30, [sp, #-16]!"},
    {0xa8000c41, ARM64_OP_STORE, "stnp x1, x3, [x2]"},
    {0xad000c41, ARM64_OP_STORE, "stp q1, q3, [x2]"},
    {0xc85f7c41, ARM64_OP_LOAD, "ldxr x1, [x2]"},
    {0x085ffc41, ARM64_OP_LOAD, "ldaxrb w1, [x2]"},
    {0xc87f0c41, ARM64_OP_LOAD, "ldxp x1, x3, [x2]"},
    {0xc8dffc41, ARM64_OP_LOAD, "ldar x1, [x2]"},
    {0x88df7c41, ARM64_OP_LOAD, "ldlar w1, [x2]"},
    {0xc8047c41, ARM64_OP_STORE, "stxr w4, x1, [x2]"},
    {0x4804fc41, ARM64_OP_STORE, "stlxrh w4, w1, [x2]"},
    {0xc8240c41, ARM64_OP_STORE, "stxp w4, x1, x3, [x2]"},
    {0xc89ffc41, ARM64_OP_STORE, "stlr x1, [x2]"},
    {0x089f7c41, ARM64_OP_STORE, "stllrb w1, [x2]"},
    {0xc8a17c43, ARM64_OP_BOTH, "cas x1, x3, [x2]"},
    {0x08e1fc43, ARM64_OP_BOTH, "casalb w1, w3, [x2]"},
    {0x48207c44, ARM64_OP_BOTH, "casp x0, x1, x4, x5, [x2]"},
    {0x0860fc44, ARM64_OP_BOTH, "caspal w0, w1, w4, w5, [x2]"},
    {0xf8210043, ARM64_OP_BOTH, "ldadd x1, x3, [x2]"},
    {0xb8e11043, ARM64_OP_BOTH, "ldclral w1, w3, [x2]"},
    {0xf821005f, ARM64_OP_BOTH, "stadd x1, [x2]"},
    {0x3821305f, ARM64_OP_BOTH, "stsetb w1, [x2]"},
    {0xf8218043, ARM64_OP_BOTH, "swp x1, x3, [x2]"},
    {0x78e18043, ARM64_OP_BOTH, "swpalh w1, w3, [x2]"},
    {0xf8214043, ARM64_OP_BOTH, "ldsmax x1, x3, [x2]"},
    {0xf8bfc041, ARM64_OP_LOAD, "ldapr x1, [x2]"},
    {0x38bfc041, ARM64_OP_LOAD, "ldaprb w1, [x2]"},
    {0xd9408041, ARM64_OP_LOAD, "ldapur x1, [x2, #8]"},
    {0x99808041, ARM64_OP_LOAD, "ldapursw x1, [x2, #8]"},
    {0xd9008041, ARM64_OP_STORE, "stlur x1, [x2, #8]"},
    {0x191ff041, ARM64_OP_STORE, "stlurb w1, [x2, #-1]"},
    /* SIMD forms, which GNU as 2.40 lacks: by the diagrams of LDAPUR and
     * STLUR. */
    {0x1d408841, ARM64_OP_LOAD, "ldapur b1, [x2, #8]"},
    {0x9d400841, ARM64_OP_LOAD, "ldapur s1, [x2]"},
    {0x1ddf8841, ARM64_OP_LOAD, "ldapur q1, [x2, #-8]"},
    {0xdd000841, ARM64_OP_STORE, "stlur d1, [x2]"},
    {0x1d800841, ARM64_OP_STORE, "stlur q1, [x2]"},
    {0xf8200441, ARM64_OP_LOAD, "ldraa x1, [x2]"},
    {0xf8a01c41, ARM64_OP_LOAD, "ldrab x1, [x2, #8]!"},
    {0xf83f9040, ARM64_OP_STORE, "st64b x0, [x2]"},
    {0xf821b044, ARM64_OP_STORE, "st64bv x1, x4, [x2]"},
    {0xf821a044, ARM64_OP_STORE, "st64bv0 x1, x4, [x2]"},
    {0xf83fd040, ARM64_OP_LOAD, "ld64b x0, [x2]"},
    {0x4c407040, ARM64_OP_LOAD, "ld1 {v0.16b}, [x2]"},
    {0x4cdf0440, ARM64_OP_LOAD, "ld4 {v0.8h-v3.8h}, [x2], #64"},
    {0x0d409040, ARM64_OP_LOAD, "ld1 {v0.s}[1], [x2]"},
    {0x4dc3c840, ARM64_OP_LOAD, "ld1r {v0.4s}, [x2], x3"},
    {0x4c00a040, ARM64_OP_STORE, "st1 {v0.16b-v1.16b}, [x2]"},
    {0x0d832c40, ARM64_OP_STORE, "st3 {v0.b-v2.b}[3], [x2], x3"},
    {0xf9800040, 0, "prfm pldl1keep, [x2]"},
    {0xf9800450, 0, "prfm pstl1keep, [x2, #8]"},
    {0xf8a36840, 0, "prfm pldl1keep, [x2, x3]"},
    {0xf89f8040, 0, "prfum pldl1keep, [x2, #-8]"},
    {0xd8000000, 0, "prfm pldl1keep, ."},
    {0x14000002, ARM64_OP_BRANCH, "b .+8"},
    {0x97ffffff, ARM64_OP_BRANCH, "bl .-4"},
    {0x54000040, ARM64_OP_BRANCH, "b.eq .+8"},
    {0x34000040, ARM64_OP_BRANCH, "cbz w0, .+8"},
    {0xb5ffffc0, ARM64_OP_BRANCH, "cbnz x0, .-8"},
    {0x36180040, ARM64_OP_BRANCH, "tbz w0, #3, .+8"},
    {0xb747ffe0, ARM64_OP_BRANCH, "tbnz x0, #40, .-4"},
    {0xd61f0000, ARM64_OP_BRANCH, "br x0"},
    {0xd63f0000, ARM64_OP_BRANCH, "blr x0"},
    {0xd65f03c0, ARM64_OP_BRANCH, "ret"},
    {0xd65f0bff, ARM64_OP_BRANCH, "retaa"},
    {0xd71f0801, ARM64_OP_BRANCH, "braa x0, x1"},
    {0xd63f0c1f, ARM64_OP_BRANCH, "blrabz x0"},
    {0xd69f03e0, ARM64_OP_RETURN, "eret"},
    {0xd69f0bff, ARM64_OP_RETURN, "eretaa"},
    {0xd69f0fff, ARM64_OP_RETURN, "eretab"},
    {0xd50b7420, ARM64_OP_STORE, "dc zva, x0"},
    {0xd50b7e20, 0, "dc civac, x0"},
    {0xd50b7520, 0, "ic ivau, x0"},
    {0xd503201f, 0, "nop"},
    {0xd4000001, 0, "svc #0"},
    {0xd4000002, 0, "hvc #0"},
    {0xd4000003, 0, "smc #0"},
    {0xd4200000, 0, "brk #0"},
    {0xd5033fdf, 0, "isb"},
    {0xd5033f9f, 0, "dsb sy"},
    {0xd503207f, 0, "wfi"},
    {0xd5385200, 0, "mrs x0, esr_el1"},
    {0xd518c000, 0, "msr vbar_el1, x0"},
    {0x8b020020, 0, "add x0, x1, x2"},
    {0xd2800020, 0, "movz x0, #1"},
    {0x10000000, 0, "adr x0, ."},
    {0x9b020c20, 0, "madd x0, x1, x2, x3"},
    {0x9a820020, 0, "csel x0, x1, x2, eq"},
    {0x1e622820, 0, "fadd d0, d1, d2"},
    {0x9e660000, 0, "fmov x0, d0"},
    {0x4e284820, 0, "aese v0.16b, v1.16b"},
    {0x4e020020, 0, "tbl v0.16b, {v1.16b}, v2.16b"},
};

/* Bits 9:0 are two registers, one and part of an offset, or a prefetch
 * operation. They do not matter here. */
static unsigned differing_registers(uint32_t word, unsigned kinds)
{
    unsigned wrong = 0;

    for (uint32_t low = 0; low < 1 << 10; low++)
        wrong += arm64_op_kinds((word & ~(uint32_t)0x3ff) | low) != kinds;
    return wrong;
}

static bool is_memory(const char *text)
{
    return strncmp(text, "dc ", 3) && strncmp(text, "ic ", 3);
}

int main(void)
{
    for (size_t i = 0; i < sizeof(insns) / sizeof(insns[0]); i++) {
        is_u64(arm64_op_kinds(insns[i].word), insns[i].kinds, "%s", insns[i].text);
        if (insns[i].kinds & ARM64_OP_BOTH && is_memory(insns[i].text))
            is_u64(differing_registers(insns[i].word, insns[i].kinds), 0, "... with any registers");
        if (!strncmp(insns[i].text, "prf", 3))
            is_u64(differing_registers(insns[i].word, 0), 0, "... with any operands");
    }
    return done_testing();
}
