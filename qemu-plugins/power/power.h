/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The plugin of a POWER machine of any generation. Its options:
 * [,traffic=FILE][,trace=FILE]
 * [,sockets=1|2][,threads=1|2|4][,availability=VECTOR][,dead=CHIP][,check=on] */
#ifndef PMULAB_QEMU_PLUGINS_POWER_POWER_H
#define PMULAB_QEMU_PLUGINS_POWER_POWER_H

#include "models/machine.h"
#include "models/power9/generation.h"
#include "qemu-plugins/qemu/qemu_api.h"

/* Installs it, for @generation, whose machine has @model. As
 * qemu_plugin_install() otherwise. */
int power_install(const struct p9_generation *generation, const struct machine_model *model,
    qemu_plugin_id_t id, const qemu_info_t *info, int argc, char **argv);

#endif
