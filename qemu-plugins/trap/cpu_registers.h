/* SPDX-License-Identifier: GPL-2.0-or-later */
/* A virtual CPU's registers, by the names of QEMU's list. Nothing is allocated at an access. */
#ifndef PMULAB_TRAP_CPU_REGISTERS_H
#define PMULAB_TRAP_CPU_REGISTERS_H

#include "qemu-plugins/qemu/qemu_api.h"

enum { CPU_REGISTERS_MAX = 48 };

struct cpu_registers {
    struct qemu_plugin_register *handles[CPU_REGISTERS_MAX];
    GByteArray *buffer; /* of the register accessed last */
};

/*
 * Finds the @n registers called @names, which @registers then numbers alike. From a vCPU's init callback.
 * Where QEMU has no such register the process ends, after one line on standard error: a CPU's thread cannot
 * end QEMU in good order, and nothing has begun.
 */
void cpu_registers_find(struct cpu_registers *registers, unsigned vcpu, const char *const *names, unsigned n);

/*
 * The register's bytes, of the CPU whose callback this is; the first 8 count. Their order is the CPU's own at
 * the moment. Zeros where the callback's flags don't allow it.
 */
void cpu_registers_get(struct cpu_registers *registers, unsigned number, uint8_t bytes[8]);
void cpu_registers_set(struct cpu_registers *registers, unsigned number, const uint8_t bytes[8]);

#endif
