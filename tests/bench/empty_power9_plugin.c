/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * As empty_plugin.c, and it completes the guest's device tree as pmulab-power9.so does: memory at HOMER's
 * address is something for the kernel to find, which is the guest's own work.
 */
#include "qemu-plugins/homer_tree.h"
#include "qemu-plugins/qemu_api.h"

#include <string.h>

int qemu_plugin_version = QEMU_API_VERSION;

static bool read_memory(void *self, uint64_t address, void *bytes, unsigned size)
{
    g_autoptr(GByteArray) memory = g_byte_array_new();

    (void)self;
    if (qemu_plugin_read_memory_hwaddr(address, memory, size) != QEMU_PLUGIN_HWADDR_OPERATION_OK)
        return false;
    memcpy(bytes, memory->data, size);
    return true;
}

static bool write_memory(void *self, uint64_t address, const void *bytes, unsigned size)
{
    g_autoptr(GByteArray) memory = g_byte_array_new();

    (void)self;
    g_byte_array_append(memory, bytes, size);
    return qemu_plugin_write_memory_hwaddr(address, memory) == QEMU_PLUGIN_HWADDR_OPERATION_OK;
}

static void translated(struct qemu_plugin_tb *tb, void *data)
{
    static const struct sim_host host = {.read = read_memory, .write = write_memory};
    static bool done;

    (void)tb;
    (void)data;
    if (!done)
        homer_tree_complete(&host, 1);
    done = true;
}

int qemu_plugin_install(qemu_plugin_id_t id, const qemu_info_t *info, int argc, char **argv)
{
    (void)info;
    (void)argc;
    (void)argv;
    qemu_plugin_register_vcpu_tb_trans_cb(id, translated, NULL);
    return 0;
}
