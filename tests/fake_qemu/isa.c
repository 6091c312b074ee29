/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The stand-in's CPUs: the registers that QEMU lists for each ISA, and the
 * state that translations depend on. */
#include "tests/fake_qemu/state.h"

#include <string.h>

static const struct fake_register x86[] = {{"rax", 8}, {"rbx", 8}, {"rcx", 8}, {"rdx", 8},
    {"rsi", 8}, {"rdi", 8}, {"rbp", 8}, {"rsp", 8}, {"r8", 8}, {"r9", 8}, {"r10", 8}, {"r11", 8},
    {"r12", 8}, {"r13", 8}, {"r14", 8}, {"r15", 8}, {"rip", 8}, {"eflags", 4}, {"cs", 4}, {"ss", 4},
    {"fs_base", 8}, {"gs_base", 8}, {"cr0", 8}, {"cr2", 8}, {"cr3", 8}, {"cr4", 8}, {0}};

static const struct fake_register arm64[] = {{"x0", 8}, {"x1", 8}, {"x2", 8}, {"x3", 8}, {"x4", 8},
    {"x5", 8}, {"x6", 8}, {"x7", 8}, {"x8", 8}, {"x9", 8}, {"x10", 8}, {"x11", 8}, {"x12", 8},
    {"x13", 8}, {"x14", 8}, {"x15", 8}, {"x16", 8}, {"x17", 8}, {"x18", 8}, {"x19", 8}, {"x20", 8},
    {"x21", 8}, {"x22", 8}, {"x23", 8}, {"x24", 8}, {"x25", 8}, {"x26", 8}, {"x27", 8}, {"x28", 8},
    {"x29", 8}, {"x30", 8}, {"sp", 8}, {"pc", 8}, {"cpsr", 4}, {"ESR_EL1", 8}, {"ESR_EL2", 8}, {0}};

static const struct fake_register ppc64[] = {{"r0", 8}, {"r1", 8}, {"r2", 8}, {"r3", 8}, {"r4", 8},
    {"r5", 8}, {"r6", 8}, {"r7", 8}, {"r8", 8}, {"r9", 8}, {"r10", 8}, {"r11", 8}, {"r12", 8},
    {"r13", 8}, {"r14", 8}, {"r15", 8}, {"r16", 8}, {"r17", 8}, {"r18", 8}, {"r19", 8}, {"r20", 8},
    {"r21", 8}, {"r22", 8}, {"r23", 8}, {"r24", 8}, {"r25", 8}, {"r26", 8}, {"r27", 8}, {"r28", 8},
    {"r29", 8}, {"r30", 8}, {"r31", 8}, {"pc", 8}, {"msr", 8}, {"tb", 8}, {"ldbar", 8}, {"hmer", 8},
    {0}};

const struct fake_isa_facts fake_isas[] = {
    [FAKE_X86] = {"x86_64", x86, "rip", 16, .shares = true, .twice = true},
    [FAKE_ARM64] = {"aarch64", arm64, "pc", 32, .shares = true},
    [FAKE_PPC64] = {"ppc64", ppc64, "pc", 64, .shares = false},
};

unsigned fake_register_number(const char *name)
{
    for (unsigned i = 0; fake.isa->registers[i].name; i++)
        if (!strcmp(fake.isa->registers[i].name, name))
            return i;
    fake_bail_out("%s has no register %s", fake.isa->target, name);
}

uint64_t fake_get(unsigned cpu, const char *name)
{
    return fake.cpus[cpu].registers[fake_register_number(name)];
}

void fake_set(unsigned cpu, const char *name, uint64_t value)
{
    fake.cpus[cpu].registers[fake_register_number(name)] = value;
}

/* Power ISA 3.0B, book III, section 3.2.1: LE. */
bool fake_is_little(const struct fake_cpu *cpu)
{
    return fake.setup.isa != FAKE_PPC64 || fake_get(cpu->number, "msr") & 1;
}

/* Protection enable, privilege, exception level, machine state: the bits that
 * plugins use. */
uint64_t fake_mode(const struct fake_cpu *cpu)
{
    switch (fake.setup.isa) {
    case FAKE_X86:
        return (fake_get(cpu->number, "cr0") & 1) << 2 | (fake_get(cpu->number, "cs") & 3);
    case FAKE_ARM64:
        return fake_get(cpu->number, "cpsr");
    default:
        return fake_get(cpu->number, "msr");
    }
}

/* The segment's base: 0 except in real mode. */
uint64_t fake_segment(const struct fake_cpu *cpu)
{
    bool real = fake.setup.isa == FAKE_X86 && !(fake_get(cpu->number, "cr0") & 1);

    return real ? fake_get(cpu->number, "cs") << 4 : 0;
}
