/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Accesses by the addresses that software uses: MSR numbers, places in
 * configuration space, physical memory. Tracers of real kernels record these; a
 * trace has blocks and offsets. A machine translates in both directions with
 * its model's own routing.
 */
#ifndef PMULAB_HARNESS_HARDWARE_MACHINE_ACCESS_H
#define PMULAB_HARNESS_HARDWARE_MACHINE_ACCESS_H

#include "harness/hardware/machine_plan.h"
#include "models/sim/trace.h"

struct machine_access {
    enum reg_space space; /* MSR, PCI or MMIO */
    gboolean rdpmc;       /* @address is the operand of RDPMC */
    gboolean write;
    unsigned size, cpu; /* bytes; the accessing CPU */
    /* MSR number; bus << 20 | device << 15 | function << 12 | offset; or
     * physical address */
    guint64 address;
    guint64 value;
    guint64 time; /* ns; 0: the latest time that the model has seen */
};

struct machine_access_ops {
    /* Performs @access on the plan's model, and sets @record as the model
     * traces it; for a read, record->value is the model's answer. FALSE: the
     * machine has no such register, or no such CPU. */
    gboolean (*perform)(struct machine_plan *plan, const struct machine_access *access,
        struct trace_record *record);

    /* The reverse, for blocks without a base or with several: sets space and
     * address in @access. NULL, or FALSE: machine_model.base has them. */
    gboolean (*address)(const struct trace_record *record, struct machine_access *access);

    /* The bits of @reg in block number @block that hardware changes although
     * their fields are REG_RW. NULL: counters alone. */
    guint64 (*changing)(unsigned block, const struct reg *reg);

    /* Changes @regs (EAX, EBX, ECX, EDX), QEMU's response to CPUID's leaf
     * @leaf, as the plugin does. NULL: the machine is not x86. */
    void (*cpuid)(struct machine_plan *plan, guint32 leaf, guint32 regs[4]);
};

/* Translates @record, a read or write, back. FALSE: its place has no address
 * that is known without the configuration. */
gboolean machine_access_of(const struct machine *machine, const struct trace_record *record,
    struct machine_access *access);

/* The form of @access for messages: "MSR 0xc00", "PCI 7f:10.0 offset 0xd8",
 * "memory 0xfee00340". A new string. */
char *machine_access_text(const struct machine_access *access);

/* A machine_access_ops.perform uses this pair: @host records the access in
 * @record. */
void machine_access_record(void *record, const struct trace_record *traced);

#endif
