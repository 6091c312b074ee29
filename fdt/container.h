/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * What the partition IMA_CATALOG holds: a header that lists sections by a CPU version's key, and in each
 * section a packed catalogue. Numbers are big-endian. From byte 0: "IMCC", version 1, then {key, offset,
 * bytes} for each section until one that is all zeros; the sections from 0x1000 on, at multiples of 0x1000.
 */
#ifndef PMULAB_FDT_CONTAINER_H
#define PMULAB_FDT_CONTAINER_H

#include "fdt/packed.h"

/*
 * A container in which each of the @n_keys @keys (at least 1, at most CONTAINER_SECTIONS) leads to the one
 * tree @tree. It may be larger than skiboot takes, see fdt/check.h. The caller frees.
 */
GBytes *container_write(GBytes *tree, const guint32 *keys, guint n_keys, enum packed_check check);

#endif
