/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Reads a file: the text, the tree, the tables. */
#include "models/rdl/inside.h"

#include <stdio.h>
#include <stdlib.h>

static void list_enums(struct rdl *rdl, const struct rdl_names *last, struct rdl_file *file)
{
    struct rdl_enum *enums;

    for (const struct rdl_names *e = last; e; e = e->next)
        file->n_enums++;
    file->enums = enums = rdl_alloc(rdl, file->n_enums + 1u, sizeof(*enums));
    for (unsigned i = file->n_enums; last; last = last->next)
        enums[--i] = (struct rdl_enum){last->id, last->values};
}

/* Fills @file, which rdl_read() has; apart, so that longjmp() leaves no changed
 * local variable. */
static bool read_into(struct rdl *rdl, const char *text, struct rdl_file *file)
{
    const struct rdl_names *enums;
    const struct rdl_component *top;

    if (setjmp(rdl->end))
        return false;
    top = rdl_parse(rdl, text, &enums);
    rdl_make_banks(rdl, top, file);
    list_enums(rdl, enums, file);
    return true;
}

struct rdl_file *rdl_read(const char *name, const char *text, char wrong[RDL_WRONG])
{
    struct rdl rdl = {.name = name, .wrong = wrong};
    struct rdl_file *file = calloc(1, sizeof(*file));
    bool read = file && read_into(&rdl, text, file);

    if (!file)
        snprintf(
            wrong, RDL_WRONG, "%.100s:1: out of memory; expected %zu bytes", name, sizeof(*file));
    if (read) {
        file->memory = rdl.chunks;
        return file;
    }
    rdl_free_chunks(rdl.chunks);
    free(file);
    return NULL;
}

void rdl_free(struct rdl_file *file)
{
    if (file)
        rdl_free_chunks(file->memory);
    free(file);
}
