/* SPDX-License-Identifier: GPL-2.0-or-later */
/* A plugin that looks at each translated block and does nothing. It shows
 * QEMU's overhead for any plugin that sees instructions. The remaining cost of
 * a pmulab plugin is its own. */
#include "qemu-plugins/qemu/qemu_api.h"

int qemu_plugin_version = QEMU_API_VERSION;

static void translated(struct qemu_plugin_tb *tb, void *data)
{
    (void)tb;
    (void)data;
}

int qemu_plugin_install(qemu_plugin_id_t id, const qemu_info_t *info, int argc, char **argv)
{
    (void)info;
    (void)argc;
    (void)argv;
    qemu_plugin_register_vcpu_tb_trans_cb(id, translated, NULL);
    return 0;
}
