/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Sizes and keys that skiboot has built in: include/imc.h, core/flash-subpartition.c, libflash/ffs.h. */
#ifndef PMULAB_FDT_LIMITS_H
#define PMULAB_FDT_LIMITS_H

#define CATALOGUE_TREE_BYTES 0x40000u /* a catalogue's tree, unpacked, at most */
#define CONTAINER_BYTES      0x40000u /* a container with all its sections, at most: skiboot's buffer */
#define CONTAINER_HEADER     0x1000u
#define CONTAINER_SECTIONS   340u

#define POWER9_KEY 0x4e0200u /* PVR 0x004e1202 of the machine's CPUs, without what skiboot masks out */

#define FFS_BLOCK      0x1000u
#define FFS_ENTRY      128u
#define FFS_HEADER     48u
#define FFS_MAGIC      0x50415254u
#define FFS_PARTITION  "IMA_CATALOG"
#define FFS_MAX_BLOCKS 0xffffu /* that QEMU's flash interface can count */

#endif
