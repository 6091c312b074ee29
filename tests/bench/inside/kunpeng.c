/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The accesses trapped by the plugin of `kunpeng`. QEMU's virt starts this
 * program at EL2 without paging. */
#include "tests/bench/inside/access.h"

/* An Image's header: Linux, Documentation/arch/arm64/booting.rst. */
__asm__(".section .header, \"ax\"\n"
        ".globl _start\n"
        "_start:\n"
        "    b 1f\n"
        "    .long 0\n"
        "    .quad 0x80000, 0x20000, 0, 0, 0, 0\n"
        "    .ascii \"ARM\\x64\"\n"
        "    .long 0\n"
        "1:  adr x9, stack_end\n"
        "    mov sp, x9\n"
        "    b access_start\n"
        ".lcomm stack, 4096\n"
        ".set stack_end, stack + 4096\n"
        ".text\n");

/* hw/arm/virt.c: the console's PL011, with a register that has no effect; and
 * the PMCU, at the end of 256 MiB. */
#define UART     UINT64_C(0x09000000)
#define UARTILPR (UART + 0x20)
#define WAIT_CNT UINT64_C(0x4fff0020)
#define MEMORY   UINT64_C(0x48000000)

static void load(uint64_t address)
{
    uint32_t value;

    __asm__ volatile("ldr %w0, [%1]" : "=r"(value) : "r"(address));
}

static void store(uint64_t address)
{
    __asm__ volatile("str wzr, [%0]" ::"r"(address) : "memory");
}

static void put(char c)
{
    *(volatile uint32_t *)UART = (unsigned char)c;
}

#define READ(sysreg)                                                                               \
    do {                                                                                           \
        uint64_t value_;                                                                           \
        __asm__ volatile("mrs %0, " #sysreg : "=r"(value_));                                       \
    } while (0)
#define WRITE(sysreg) __asm__ volatile("msr " #sysreg ", xzr")

static void measure_all(void)
{
    MEASURE_BOTH("PMCU load", load(WAIT_CNT), ACCESSES_DEVICE, load(UARTILPR));
    MEASURE_BOTH("PMCU store", store(WAIT_CNT), ACCESSES_DEVICE, store(UARTILPR));
    MEASURE_BOTH("PMU register read", READ(pmccfiltr_el0), ACCESSES_CALL, READ(isr_el1));
    MEASURE_BOTH("PMU register write", WRITE(pmccfiltr_el0), ACCESSES_DEVICE, WRITE(csselr_el1));
    MEASURE("qemu load", ACCESSES_INLINE, load(MEMORY));
    MEASURE("qemu store", ACCESSES_INLINE, store(MEMORY));
}
