/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The accesses trapped by the plugin of `epyc`. */
#include "tests/bench/inside/access_x86.h"

/* The model has the local APIC's extended space; QEMU only stores the interrupt
 * command's upper half. */
#define APIC 0xfee00000u
enum { ICR2 = 0x310, EILVT0 = 0x500, EILVT_MASKED = 0x10000 };

#define MSR_IBS_OP_RIP 0xc0011034u

/* With a displacement of 32 bits, as compilers use in larger programs. */
#define APIC_LOAD(offset)                                                                          \
    do {                                                                                           \
        uint32_t value_;                                                                           \
        __asm__ volatile("movl %c2(%1), %0" : "=r"(value_) : "r"(APIC), "i"(offset));              \
    } while (0)
#define APIC_STORE(offset, value)                                                                  \
    __asm__ volatile("movl %0, %c2(%1)" ::"r"(value), "r"(APIC), "i"(offset) : "memory")

static void measure_all(void)
{
    MEASURE_BOTH("IBS MSR read", read_msr(MSR_IBS_OP_RIP), ACCESSES_CALL, read_msr(MSR_STAR));
    MEASURE_BOTH(
        "IBS MSR write", write_msr(MSR_IBS_OP_RIP, 0), ACCESSES_CALL, write_msr(MSR_STAR, 0));
    MEASURE_BOTH("APIC load", APIC_LOAD(EILVT0), ACCESSES_DEVICE, APIC_LOAD(ICR2));
    MEASURE_BOTH(
        "APIC store", APIC_STORE(EILVT0, EILVT_MASKED), ACCESSES_DEVICE, APIC_STORE(ICR2, 0));
    MEASURE("qemu load", ACCESSES_INLINE, load32(0x8000));
}
