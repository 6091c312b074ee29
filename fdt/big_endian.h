/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Reads and writes 32-bit big-endian words of flash contents, aligned or
 * not. */
#ifndef PMULAB_FDT_BIG_ENDIAN_H
#define PMULAB_FDT_BIG_ENDIAN_H

#include <glib.h>
#include <string.h>

static inline guint32 be32_at(const guint8 *at)
{
    guint32 word;

    memcpy(&word, at, sizeof(word));
    return GUINT32_FROM_BE(word);
}

static inline void be32_put(guint8 *at, guint32 value)
{
    guint32 word = GUINT32_TO_BE(value);

    memcpy(at, &word, sizeof(word));
}

#endif
