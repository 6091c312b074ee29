/* SPDX-License-Identifier: GPL-2.0-or-later */
/* A non-maskable interrupt for one x86 CPU. */
#ifndef PMULAB_QEMU_PLUGINS_QEMU_X86_NMI_H
#define PMULAB_QEMU_PLUGINS_QEMU_X86_NMI_H

#include <stdint.h>

/* Sends it to the local APIC with number @apic_id. From a vCPU's context,
 * outside of the arbiter, because QEMU takes its own lock on the way to its
 * interrupt controllers; under -icount where the clock can be read.
 */
void x86_nmi_send(uint8_t apic_id);

#endif
