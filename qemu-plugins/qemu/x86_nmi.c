/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Sends a non-maskable interrupt, as a device would. */
#include "qemu-plugins/qemu/x86_nmi.h"

#include "qemu-plugins/qemu/qemu_api.h"

/* An MSI with delivery mode NMI: AMD64 APM volume 2, section 16.11; Intel SDM
 * volume 3, section 11.11. */
#define MSI_ADDRESS(apic_id) (UINT64_C(0xfee00000) | (uint64_t)(apic_id) << 12)
enum { MSI_NMI = 4 << 8 };

void x86_nmi_send(uint8_t apic_id)
{
    uint32_t message = GUINT32_TO_LE(MSI_NMI);
    GByteArray *bytes = g_byte_array_new();

    g_byte_array_append(bytes, (const guint8 *)&message, sizeof(message));
    qemu_plugin_write_memory_hwaddr(MSI_ADDRESS(apic_id), bytes);
    g_byte_array_unref(bytes);
}
