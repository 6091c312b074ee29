/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The accesses trapped by the plugin of `snbep`. */
#include "tests/bench/inside/access_x86.h"

enum {
    CF8 = 0xcf8,
    CFC = 0xcfc,
    COUNTER = 0xa0,
    INTERRUPT_LINE = 0x3c,
    PCU_BOX_CTL = 0xc24,
    PCU_CTL0 = 0xc30
};

/* Channel 0's monitor, and QEMU's host bridge. */
#define IMC0        (0x80000000u | 0x7fu << 16 | 0x10u << 11)
#define HOST_BRIDGE 0x80000000u

/* The same in memory, at the address that QEMU's firmware gives configuration
 * space. */
#define ECAM             0xb0000000u
#define ECAM_IMC0        (ECAM | 0x7fu << 20 | 0x10u << 15)
#define ECAM_HOST_BRIDGE ECAM

static void config_read(uint32_t address)
{
    out32(CF8, address);
    in32(CFC);
}

static void config_write(uint32_t address)
{
    out32(CF8, address);
    out32(CFC, 0);
}

static void cpuid(uint32_t leaf)
{
    uint32_t ebx, ecx = 0, edx;

    __asm__ volatile("cpuid" : "+a"(leaf), "=b"(ebx), "+c"(ecx), "=d"(edx));
}

static void measure_all(void)
{
    MEASURE_BOTH("config read", config_read(IMC0 | COUNTER), ACCESSES_DEVICE,
        config_read(HOST_BRIDGE | INTERRUPT_LINE));
    MEASURE_BOTH("config write", config_write(IMC0 | COUNTER), ACCESSES_DEVICE,
        config_write(HOST_BRIDGE | INTERRUPT_LINE));
    MEASURE_BOTH("ECAM read", load32(ECAM_IMC0 | COUNTER), ACCESSES_DEVICE,
        load32(ECAM_HOST_BRIDGE | INTERRUPT_LINE));
    MEASURE_BOTH("ECAM write", store32(ECAM_IMC0 | COUNTER, 0), ACCESSES_DEVICE,
        store32(ECAM_HOST_BRIDGE | INTERRUPT_LINE, 0));
    MEASURE_BOTH("MSR read", read_msr(PCU_BOX_CTL), ACCESSES_CALL, read_msr(MSR_STAR));
    MEASURE_BOTH("MSR write", write_msr(PCU_CTL0, 0), ACCESSES_DEVICE, write_msr(MSR_STAR, 0));
    MEASURE_BOTH("CPUID", cpuid(0x40000000), ACCESSES_CALL, cpuid(0));
    MEASURE("qemu load", ACCESSES_INLINE, load32(0x8000));
}
