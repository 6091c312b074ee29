/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The QEMU version of the plugins. */
#ifndef PMULAB_QEMU_VERSION_H
#define PMULAB_QEMU_VERSION_H

/* The plugin API that the plugins declare and use. */
#define QEMU_API_VERSION 7

/* The oldest QEMU with that API. */
#define QEMU_OLDEST_MAJOR 11
#define QEMU_OLDEST_MINOR 1

#endif
