/* SPDX-License-Identifier: GPL-2.0-or-later */
/* A plugin that hands over to the one that PMULAB_PLANTED names. Its own bytes
 * are the same for good and bad ones, so the bad one continues from the guest
 * that the good one saved. */
#include "qemu-plugins/qemu/qemu_api.h"

#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>

typedef int install(qemu_plugin_id_t id, const qemu_info_t *info, int argc, char **argv);

int qemu_plugin_version = QEMU_API_VERSION;

int qemu_plugin_install(qemu_plugin_id_t id, const qemu_info_t *info, int argc, char **argv)
{
    const char *path = getenv("PMULAB_PLANTED");
    void *plugin = path ? dlopen(path, RTLD_NOW) : NULL;
    install *real = plugin ? (install *)dlsym(plugin, "qemu_plugin_install") : NULL;

    if (real)
        return real(id, info, argc, argv);
    fprintf(stderr, "PMULAB_PLANTED: %s\n",
        path ? dlerror() : "not set; expected the path of a plugin");
    return 1;
}
