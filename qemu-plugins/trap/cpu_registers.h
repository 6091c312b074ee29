/* SPDX-License-Identifier: GPL-2.0-or-later */
/* A virtual CPU's registers by QEMU's names. Accesses allocate nothing. */
#ifndef PMULAB_QEMU_PLUGINS_TRAP_CPU_REGISTERS_H
#define PMULAB_QEMU_PLUGINS_TRAP_CPU_REGISTERS_H

#include "qemu-plugins/qemu/qemu_api.h"

enum { CPU_REGISTERS_MAX = 48 };

/* Words after the registers with known places, which may contain another
 * register. */
enum { CPU_REGISTERS_BEHIND = 64 };
struct cpu_registers_behind {
    uint64_t *words;
    /* a bit for each word that has always equalled the register; 0: no
     * search */
    uint64_t fit;
    uint64_t latest; /* value of the register */
    unsigned values; /* so far */
};

struct cpu_registers {
    struct qemu_plugin_register *handles[CPU_REGISTERS_MAX];
    GByteArray *buffer; /* value of the register accessed last */
    /* QEMU's location of a 64-bit register, in the host's byte order; NULL:
     * unknown. */
    uint64_t *places[CPU_REGISTERS_MAX];
    bool located; /* cpu_registers_locate() has been called */
    struct cpu_registers_behind behind;
};

/*
 * Finds the @n registers with the names @names and numbers them in that order.
 * From a vCPU's init callback. If QEMU lacks one, the process exits after one
 * line on standard error. A CPU's thread cannot end QEMU in an orderly way, and
 * no work has begun.
 */
void cpu_registers_find(
    struct cpu_registers *registers, unsigned vcpu, const char *const *names, unsigned n);

/*
 * Finds the places of @n registers from number @first on. A load or store there
 * takes a nanosecond; a call of the plugin API, which uses the debuggers' path,
 * takes 10 to 20. Call from a callback of CPU @vcpu, whose byte order is
 * @little endian or big, that may write registers. Places are valid (or may be
 * changed) only in callbacks that may read (or write) registers.
 */
void cpu_registers_locate(
    struct cpu_registers *registers, unsigned vcpu, unsigned first, unsigned n, bool little);

/* Register @number, which is read-only, has just been read as @value: finds its
 * place, if that is after the others'. Only after cpu_registers_locate(). */
void cpu_registers_learn(struct cpu_registers *registers, unsigned number, uint64_t value);

/* Reads the register of the current callback's CPU; @bytes gets its first 8
 * bytes, in the CPU's current byte order. Zeros if the callback's flags do not
 * allow it. */
void cpu_registers_get(struct cpu_registers *registers, unsigned number, uint8_t bytes[8]);
void cpu_registers_set(struct cpu_registers *registers, unsigned number, const uint8_t bytes[8]);

/* Returns the little-endian register of CPU @vcpu, the current one, at a device
 * access, which has no callback. @debuggers: its number in the target's
 * description for debuggers. Only if this QEMU has QEMU_DEVICES. */
uint64_t cpu_registers_pc(
    struct cpu_registers *registers, unsigned vcpu, unsigned number, unsigned debuggers);

#endif
