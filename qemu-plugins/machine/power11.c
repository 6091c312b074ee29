/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The plugin of the machine `power11`. */
#include "models/power9/power9.h"
#include "qemu-plugins/power/power.h"

int qemu_plugin_version = QEMU_API_VERSION;

int qemu_plugin_install(qemu_plugin_id_t id, const qemu_info_t *info, int argc, char **argv)
{
    return power_install(&generation_power11, &power11_model, id, info, argc, argv);
}
