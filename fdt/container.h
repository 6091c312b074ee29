/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The contents of the partition IMA_CATALOG: a header that lists sections by a
 * CPU version's key, and a packed catalogue in each section. Numbers are
 * big-endian. From byte 0: "IMCC", version 1, then {key, offset, bytes} for
 * each section, ended by one of zeros. Sections start at 0x1000, at multiples
 * of 0x1000.
 */
#ifndef PMULAB_FDT_CONTAINER_H
#define PMULAB_FDT_CONTAINER_H

#include "fdt/packed.h"

/* Returns a container in which each of the @n_keys @keys (1 to
 * CONTAINER_SECTIONS) refers to the same tree @tree. It may be larger than
 * skiboot accepts; see fdt/check.h. The caller frees it. */
GBytes *container_write(GBytes *tree, const guint32 *keys, guint n_keys, enum packed_check check);

#endif
