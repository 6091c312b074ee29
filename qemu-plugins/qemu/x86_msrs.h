/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The model-specific registers that QEMU's x86 CPUs can read. All others read
 * 0, without an exception. */
#ifndef PMULAB_QEMU_PLUGINS_QEMU_X86_MSRS_H
#define PMULAB_QEMU_PLUGINS_QEMU_X86_MSRS_H

#include <stdbool.h>
#include <stdint.h>

bool qemu_reads_msr(uint32_t msr);

#endif
