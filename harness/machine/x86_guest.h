/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The common part of the guests of machines with x86 CPUs. */
#ifndef PMULAB_HARNESS_MACHINE_X86_GUEST_H
#define PMULAB_HARNESS_MACHINE_X86_GUEST_H

#include "harness/hardware/machine.h"
#include "models/sim/step.h"

extern const char *const x86_qemu_args[];
extern const struct machine_range x86_kernel_text[], x86_module_text[];
extern const struct machine_interrupt x86_interrupts[];

/* Members of struct machine. In @append, the first two words make the kernel
 * skip calibrations that TCG's clocks don't need. The watchdog would count
 * cycles on each CPU from the boot on, and use up a counter. */
#define X86_GUEST                                                                                  \
    .guest = "amd64", .qemu = "qemu-system-x86_64", .qemu_args = x86_qemu_args,                    \
    .module_text = x86_module_text, .kernel_text = x86_kernel_text, .pci_bus = "pcie.0",           \
    .share_bus = "pcie.0", .console = "ttyS0", .shell = "ttyS0",                                   \
    .append = "no_timer_check tsc=reliable nmi_watchdog=0",                                        \
    .mark = "port:" G_STRINGIFY(SIM_STEP_PORT), .interrupts = x86_interrupts, .cpus = 2,           \
    .threads_max = 1, .resumes = TRUE, .memory_mib = 1024, .kernel_mib = 64

#endif
