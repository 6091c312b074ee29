/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Packs bytes as fast as that goes, and unpacks them. */
#ifndef PMULAB_HARNESS_VM_PACK_H
#define PMULAB_HARNESS_VM_PACK_H

#include <glib.h>

/* Packs @bytes, with a checksum. */
GBytes *pack_bytes(GBytes *bytes);

/* What pack_bytes() has packed; NULL with HARNESS_ERROR_FAILED if @packed is damaged. */
GBytes *unpack_bytes(GBytes *packed, GError **error);

#endif
