/* SPDX-License-Identifier: GPL-2.0-or-later */
/* A virtual CPU's registers by QEMU's names. Accesses allocate nothing. */
#ifndef PMULAB_TRAP_CPU_REGISTERS_H
#define PMULAB_TRAP_CPU_REGISTERS_H

#include "qemu-plugins/qemu/qemu_api.h"

enum { CPU_REGISTERS_MAX = 48 };

/* Words behind the registers that have a place, among which another may have its own. */
enum { CPU_REGISTERS_BEHIND = 64 };
struct cpu_registers_behind {
    uint64_t *words;
    uint64_t fit; /* a bit for each word that has always been the same as the register; 0: none is sought */
    uint64_t latest; /* value of the register */
    unsigned values; /* so far */
};

struct cpu_registers {
    struct qemu_plugin_register *handles[CPU_REGISTERS_MAX];
    GByteArray *buffer; /* value of the register accessed last */
    /* Where QEMU keeps a register of 64 bits, in the host's byte order; NULL: not known. */
    uint64_t *places[CPU_REGISTERS_MAX];
    bool located; /* cpu_registers_locate() has been called */
    struct cpu_registers_behind behind;
};

/*
 * Finds the @n registers called @names and numbers them in that order. From a vCPU's init callback. If QEMU
 * lacks one, the process exits after one line on standard error: a CPU's thread cannot end QEMU in good
 * order, and nothing has begun.
 */
void cpu_registers_find(struct cpu_registers *registers, unsigned vcpu, const char *const *names, unsigned n);

/*
 * Finds the places of @n registers from number @first on: a load or store there takes a nanosecond, and a
 * call of the plugin API, which goes the way of debuggers, 10 to 20. From a callback of CPU @vcpu, whose byte
 * order is @little endian or big, that may write registers. Only where callbacks may read (or write)
 * registers do places hold (or change) them.
 */
void cpu_registers_locate(
    struct cpu_registers *registers, unsigned vcpu, unsigned first, unsigned n, bool little);

/* Register @number, which cannot be written, has just been read, and is @value: learns its place, if that is
 * behind the others'. Only after cpu_registers_locate(). */
void cpu_registers_learn(struct cpu_registers *registers, unsigned number, uint64_t value);

/* Reads the register of the current callback's CPU; @bytes gets its first 8 bytes, in the CPU's current byte
 * order. Zeros if the callback's flags do not allow it. */
void cpu_registers_get(struct cpu_registers *registers, unsigned number, uint8_t bytes[8]);
void cpu_registers_set(struct cpu_registers *registers, unsigned number, const uint8_t bytes[8]);

/* Returns the little-endian register of CPU @vcpu, the current one, where a device is accessed: there is no
 * callback then. @debuggers: its number in the target's description for debuggers. Only if this QEMU has
 * QEMU_DEVICES. */
uint64_t cpu_registers_pc(
    struct cpu_registers *registers, unsigned vcpu, unsigned number, unsigned debuggers);

#endif
