/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Records the blocks that the guest's CPUs execute in given ranges of code, and
 * their order, in a map that other programs read (models/sim/cover.h). Blocks
 * elsewhere are unchanged.
 */
#ifndef PMULAB_QEMU_PLUGINS_RUNTIME_COVER_H
#define PMULAB_QEMU_PLUGINS_RUNTIME_COVER_H

#include "qemu-plugins/qemu/qemu_api.h"

/* Maps the file at @path permanently. At installation. Returns false after one
 * line on standard error if it is no such map. Without this call the other
 * functions have no effect. */
bool cover_open(const char *path);

/* Clears the record of executed code: a booted guest is then like a guest saved
 * at that time. */
void cover_begin(void);

/* Call last in the callback of translations: a block then counts only if no
 * other callback has turned the CPU away from it. */
void cover_translated(struct qemu_plugin_tb *tb);

#endif
