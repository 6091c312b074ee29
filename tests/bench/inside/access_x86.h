/* SPDX-License-Identifier: GPL-2.0-or-later */
/* A program that QEMU starts in protected mode with flat segments: Multiboot
 * specification 0.6.96, section 3. */
#ifndef PMULAB_TESTS_BENCH_INSIDE_ACCESS_X86_H
#define PMULAB_TESTS_BENCH_INSIDE_ACCESS_X86_H

#include "tests/bench/inside/access.h"

__asm__(".section .multiboot, \"a\"\n"
        "    .balign 4\n"
        "    .long 0x1badb002, 0, -0x1badb002\n"
        ".text\n"
        ".globl _start\n"
        "_start:\n"
        "    mov $stack_end, %esp\n"
        "    call access_start\n"
        ".lcomm stack, 4096\n"
        ".set stack_end, stack + 4096\n");

enum { COM1 = 0x3f8 };

static inline void out8(uint16_t port, uint8_t value)
{
    __asm__ volatile("outb %0, %1" ::"a"(value), "d"(port));
}

static inline void out32(uint16_t port, uint32_t value)
{
    __asm__ volatile("outl %0, %1" ::"a"(value), "d"(port));
}

static inline uint32_t in32(uint16_t port)
{
    uint32_t value;

    __asm__ volatile("inl %1, %0" : "=a"(value) : "d"(port));
    return value;
}

static inline void read_msr(uint32_t msr)
{
    uint32_t low, high;

    __asm__ volatile("rdmsr" : "=a"(low), "=d"(high) : "c"(msr));
}

static inline void write_msr(uint32_t msr, uint32_t low)
{
    __asm__ volatile("wrmsr" ::"c"(msr), "a"(low), "d"(0));
}

static inline uint32_t load32(uint32_t address)
{
    return *(volatile const uint32_t *)(uintptr_t)address;
}

static inline void store32(uint32_t address, uint32_t value)
{
    *(volatile uint32_t *)(uintptr_t)address = value;
}

/* QEMU keeps its value, and it does nothing outside of long mode. */
#define MSR_STAR 0xc0000081u

static void put(char c)
{
    out8(COM1, (uint8_t)c);
}

#endif
