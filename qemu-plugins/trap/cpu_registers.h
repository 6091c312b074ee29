/* SPDX-License-Identifier: GPL-2.0-or-later */
/* A virtual CPU's registers by QEMU's names. Accesses allocate nothing. */
#ifndef PMULAB_TRAP_CPU_REGISTERS_H
#define PMULAB_TRAP_CPU_REGISTERS_H

#include "qemu-plugins/qemu/qemu_api.h"

enum { CPU_REGISTERS_MAX = 48 };

struct cpu_registers {
    struct qemu_plugin_register *handles[CPU_REGISTERS_MAX];
    GByteArray *buffer; /* value of the register accessed last */
};

/*
 * Finds the @n registers called @names and numbers them in that order. From a vCPU's init callback. If QEMU
 * lacks one, the process exits after one line on standard error: a CPU's thread cannot end QEMU in good
 * order, and nothing has begun.
 */
void cpu_registers_find(struct cpu_registers *registers, unsigned vcpu, const char *const *names, unsigned n);

/* Reads the register of the current callback's CPU; @bytes gets its first 8 bytes, in the CPU's current byte
 * order. Zeros if the callback's flags do not allow it. */
void cpu_registers_get(struct cpu_registers *registers, unsigned number, uint8_t bytes[8]);
void cpu_registers_set(struct cpu_registers *registers, unsigned number, const uint8_t bytes[8]);

#endif
