/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The boxes and blocks of an E5-2600, for tests. */
#ifndef PMULAB_TESTS_SNBEP_BLOCKS_H
#define PMULAB_TESTS_SNBEP_BLOCKS_H

#include "models/snbep/variant.h"
#include "oracle/snbep/manual.h"

#include <stdio.h>
#include <string.h>

/* Appends the boxes of a socket to @text as complaints list them, kind by kind:
 * "imc0 to imc3, pcu"; with @pmus their PMUs. */
static inline void e5_list(char *text, size_t size, bool pmus)
{
    const struct snbep_place *box = variant_snbep.boxes;
    size_t n = strlen(text);

    for (unsigned i = 0, last; i < variant_snbep.n_boxes; i = last + 1) {
        const char *pmu = oracle_snbep.boxes[i].kind->pmu;

        for (last = i; last + 1 < variant_snbep.n_boxes && box[last + 1].type == box[i].type;)
            last++;
        n += (size_t)snprintf(text + n, size - n, "%s%s", i ? ", " : "", pmus ? pmu : box[i].name);
        if (last > i && !pmus)
            n += (size_t)snprintf(text + n, size - n, " to %s", box[last].name);
        else if (last > i)
            n += (size_t)snprintf(text + n, size - n, "_0 to %s_%u", pmu, last - i);
    }
}

/* @text, with the list in place of its word BOXES or PMUS. In a static
 * buffer. */
static inline const char *e5_text(const char *text)
{
    static char out[1024];
    const char *boxes = strstr(text, "BOXES"), *pmus = strstr(text, "PMUS");
    const char *word = boxes ? boxes : pmus;

    if (!word)
        return text;
    snprintf(out, sizeof(out), "%.*s", (int)(word - text), text);
    e5_list(out, sizeof(out), pmus);
    strncat(out, word + (boxes ? 5 : 4), sizeof(out) - strlen(out) - 1);
    return out;
}

/* The block of @kind with number @index, of socket 0; E5_SOCKET_1 is added for
 * the other. */
#define E5_BLOCK(kind, index) ((unsigned)(kind) << 8 | (index))
enum { E5_SOCKET_1 = 1 << 14, SNBEP_CHANNELS = 4 };

/* The length of a box's @name without its number: of "imc" in "imc0". */
static inline int snbep_kind_name(const char *name)
{
    int n = (int)strlen(name);

    while (n && name[n - 1] >= '0' && name[n - 1] <= '9')
        n--;
    return n;
}

#endif
