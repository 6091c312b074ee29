/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Notes which blocks of given ranges of code the guest's CPUs execute, and in which order, in a map that
 * others read (models/sim/cover.h). Blocks elsewhere are left as they are.
 */
#ifndef PMULAB_QEMU_PLUGINS_CARRIER_COVER_H
#define PMULAB_QEMU_PLUGINS_CARRIER_COVER_H

#include "qemu-plugins/qemu/qemu_api.h"

/* Maps the file at @path, for good. At installation. Returns false after one line on standard error if it is
 * no such map. Without this call the others do nothing. */
bool cover_open(const char *path);

/* Forgets what was executed so far: a guest that has booted is then like one that was saved there. */
void cover_begin(void);

/* Call last in the callback of translations: a block then counts only if no other callback has turned the
 * CPU away from it. */
void cover_translated(struct qemu_plugin_tb *tb);

#endif
