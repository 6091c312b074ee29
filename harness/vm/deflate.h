/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Packs bytes (RFC 1951) as fast as that goes, and unpacks them. */
#ifndef PMULAB_HARNESS_VM_DEFLATE_H
#define PMULAB_HARNESS_VM_DEFLATE_H

#include <gio/gio.h>

/* A stream that packs what is written to it; closing it writes the rest to @to, which it does not close. */
GOutputStream *deflate_into(GOutputStream *to);

/* A stream that reads what @packed holds. */
GInputStream *deflate_out_of(GBytes *packed);

/* Packs @bytes. */
GBytes *deflate_pack(GBytes *bytes);

/* What deflate_pack() has packed; NULL with an error of G_IO_ERROR if @packed is damaged. */
GBytes *deflate_unpack(GBytes *packed, GError **error);

#endif
