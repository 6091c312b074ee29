/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Register accesses of an x86 guest, one instruction each, as a driver makes
 * them. Encodings: AMD64 APM volume 3. */
#ifndef PMULAB_TESTS_FAKE_QEMU_X86_H
#define PMULAB_TESTS_FAKE_QEMU_X86_H

#include "tests/fake_qemu/fake_qemu.h"

#include <stdio.h>

/* The instruction's address; the kernel's mapping of a page. */
#define X86_CODE UINT64_C(0x100000)

/* Instructions that QEMU has executed itself, without changing registers. */
static unsigned x86_by_qemu;

__attribute__((unused)) static uint64_t x86_qemu_executes(unsigned cpu, uint64_t next)
{
    (void)cpu;
    x86_by_qemu++;
    return next;
}

/* 64-bit code of the kernel. */
static inline void x86_kernel(unsigned cpu)
{
    fake_set(cpu, "cr0", 0x80050033);
    fake_set(cpu, "cs", 0x10);
}

/* Runs the instruction with bytes @hex. */
static inline void x86_execute(unsigned cpu, const char *hex)
{
    const struct fake_insn code[] = {{.hex = hex, .effect = x86_qemu_executes}};

    FAKE_CODE(X86_CODE, code);
    fake_run(cpu, X86_CODE);
}

static inline uint64_t x86_rdmsr(unsigned cpu, uint32_t msr)
{
    fake_set(cpu, "rcx", msr);
    x86_execute(cpu, "0f 32");
    return fake_get(cpu, "rdx") << 32 | fake_get(cpu, "rax");
}

static inline void x86_wrmsr(unsigned cpu, uint32_t msr, uint64_t value)
{
    fake_set(cpu, "rcx", msr);
    fake_set(cpu, "rdx", value >> 32);
    fake_set(cpu, "rax", (uint32_t)value);
    x86_execute(cpu, "0f 30");
}

/* Returns EAX, or the part of it that an access of that size sets. */
static inline uint32_t x86_in(unsigned cpu, unsigned port, unsigned size)
{
    fake_set(cpu, "rdx", port);
    x86_execute(cpu, size == 1 ? "ec" : size == 2 ? "66 ed" : "ed");
    return (uint32_t)fake_get(cpu, "rax") &
           (uint32_t)(size == 4 ? UINT32_MAX : (1u << 8 * size) - 1);
}

static inline void x86_out(unsigned cpu, unsigned port, unsigned size, uint32_t value)
{
    fake_set(cpu, "rdx", port);
    fake_set(cpu, "rax", value);
    x86_execute(cpu, size == 1 ? "ee" : size == 2 ? "66 ef" : "ef");
}

/* A load into, or a store of, RAX's low @size bytes; @hex of such a load: 8b
 * 00. QEMU ends its block. */
static inline uint64_t x86_access(
    unsigned cpu, uint64_t address, unsigned size, bool store, uint64_t value)
{
    struct fake_insn code[] = {{.hex = store ? "89 00" : "8b 00", .ends = true}};

    code[0].access.address = address;
    code[0].access.size = size;
    code[0].access.store = store;
    code[0].access.value = value;
    code[0].access.to = store ? NULL : "rax";
    FAKE_CODE(X86_CODE, code);
    fake_run(cpu, X86_CODE);
    return store ? value : fake_get(cpu, "rax");
}

/* PCI configuration mechanism #1. */
static inline uint32_t x86_pci_read(unsigned cpu, unsigned bus, unsigned devfn, unsigned offset)
{
    x86_out(cpu, 0xcf8, 4, 1u << 31 | bus << 16 | devfn << 8 | (offset & 0xfc));
    return x86_in(cpu, 0xcfc, 4);
}

static inline void x86_pci_write(
    unsigned cpu, unsigned bus, unsigned devfn, unsigned offset, uint32_t value)
{
    x86_out(cpu, 0xcf8, 4, 1u << 31 | bus << 16 | devfn << 8 | (offset & 0xfc));
    x86_out(cpu, 0xcfc, 4, value);
}

#endif
