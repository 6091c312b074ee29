/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Sizes built into skiboot: include/imc.h, core/flash-subpartition.c,
 * libflash/ffs.h. */
#ifndef PMULAB_FDT_LIMITS_H
#define PMULAB_FDT_LIMITS_H

#define CATALOGUE_TREE_BYTES 0x40000u /* largest unpacked tree of a catalogue */
#define CONTAINER_BYTES      0x40000u /* largest container with all sections: skiboot's buffer */
#define CONTAINER_HEADER     0x1000u
#define CONTAINER_SECTIONS   340u

#define FFS_BLOCK      0x1000u
#define FFS_ENTRY      128u
#define FFS_HEADER     48u
#define FFS_MAGIC      0x50415254u
#define FFS_PARTITION  "IMA_CATALOG"
#define FFS_MAX_BLOCKS 0xffffu /* limit of QEMU's flash interface */

#endif
