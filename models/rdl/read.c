/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Reads a file: the text, the tree, the tables. */
#include "models/rdl/fields.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static bool is_own(unsigned line)
{
    return !RDL_LINE_FILE(line);
}

static void list_enums(struct rdl *rdl, const struct rdl_names *last, struct rdl_file *file)
{
    struct rdl_enum *enums;

    for (const struct rdl_names *e = last; e; e = e->next)
        file->n_enums += is_own(e->line);
    file->enums = enums = rdl_alloc(rdl, file->n_enums + 1u, sizeof(*enums));
    for (unsigned i = file->n_enums; last; last = last->next)
        if (is_own(last->line))
            enums[--i] = (struct rdl_enum){last->id, last->values};
}

static void list_types(struct rdl *rdl, struct rdl_component *last, struct rdl_file *file)
{
    struct rdl_shape *types;

    for (const struct rdl_component *c = last; c; c = c->next_named)
        file->n_types += c->kind == RDL_REG && is_own(c->line);
    file->types = types = rdl_alloc(rdl, file->n_types + 1u, sizeof(*types));
    for (unsigned i = file->n_types; last; last = last->next_named)
        if (last->kind == RDL_REG && is_own(last->line))
            types[--i] = (struct rdl_shape){last->id,
                rdl_make_reg(
                    rdl, &(struct rdl_instance){.of = last, .name = last->id, .line = last->line})};
}

/* Fills @file, which rdl_read() has; apart, so that longjmp() leaves no changed
 * local variable. */
static bool read_into(struct rdl *rdl, const char *text, struct rdl_file *file)
{
    struct rdl_definitions all = {NULL, NULL};
    const struct rdl_component *top;

    if (setjmp(rdl->end))
        return false;
    top = rdl_parse(rdl, text, &all);
    rdl_make_banks(rdl, top, all.named, file);
    list_enums(rdl, all.enums, file);
    list_types(rdl, all.named, file);
    if (!file->n_banks && !file->n_types)
        rdl_wrong(rdl, 1, "no registers; expected an addrmap");
    file->n_includes = rdl->n_files - 1;
    file->includes = rdl_alloc(rdl, rdl->n_files, sizeof(*file->includes));
    memcpy(file->includes, rdl->files + 1, file->n_includes * sizeof(*file->includes));
    return true;
}

struct rdl_file *rdl_read_including(
    const char *name, const char *text, rdl_include_fn *include, char wrong[RDL_WRONG])
{
    struct rdl rdl = {.files = {name}, .n_files = 1, .include = include, .wrong = wrong};
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

struct rdl_file *rdl_read(const char *name, const char *text, char wrong[RDL_WRONG])
{
    return rdl_read_including(name, text, NULL, wrong);
}

void rdl_free(struct rdl_file *file)
{
    if (file)
        rdl_free_chunks(file->memory);
    free(file);
}
