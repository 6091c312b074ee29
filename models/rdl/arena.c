/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The reader's memory, which is freed as a whole, and its errors. */
#include "models/rdl/inside.h"

#include <ctype.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { CHUNK = 16384 };

struct rdl_chunk {
    struct rdl_chunk *next;
    size_t used, size;
    max_align_t bytes[];
};

void *rdl_alloc(struct rdl *rdl, size_t n, size_t size)
{
    size_t align = sizeof(max_align_t), bytes = (n * size + align - 1) / align * align;
    struct rdl_chunk *chunk = rdl->chunks;

    if (!chunk || chunk->size - chunk->used < bytes) {
        size_t room = bytes > CHUNK ? bytes : CHUNK;

        chunk = calloc(1, sizeof(*chunk) + room);
        if (!chunk)
            rdl_wrong(rdl, 1, "out of memory; expected %zu bytes", room);
        *chunk = (struct rdl_chunk){.next = rdl->chunks, .size = room};
        rdl->chunks = chunk;
    }
    chunk->used += bytes;
    return (char *)chunk->bytes + chunk->used - bytes;
}

void *rdl_grow(struct rdl *rdl, void *list, unsigned n, size_t size)
{
    void *more;

    if (n & (n - 1))
        return list;
    more = rdl_alloc(rdl, n ? 2 * (size_t)n : 1, size);
    if (n)
        memcpy(more, list, n * size);
    return more;
}

char *rdl_text(struct rdl *rdl, const char *format, ...)
{
    va_list args;
    size_t size;
    char *text;

    va_start(args, format);
    size = (size_t)vsnprintf(NULL, 0, format, args) + 1;
    va_end(args);
    text = rdl_alloc(rdl, size, 1);
    va_start(args, format);
    vsnprintf(text, size, format, args);
    va_end(args);
    return text;
}

void rdl_wrong(struct rdl *rdl, unsigned line, const char *format, ...)
{
    unsigned file = RDL_LINE_FILE(line) < rdl->n_files ? RDL_LINE_FILE(line) : 0;
    int n = snprintf(rdl->wrong, RDL_WRONG, "%.100s:%u: ", rdl->files[file], RDL_LINE_OF(line));
    va_list args;

    va_start(args, format);
    vsnprintf(rdl->wrong + n, RDL_WRONG - (size_t)n, format, args);
    va_end(args);
    /* one line, whatever the text's strings contain */
    for (char *c = rdl->wrong; *c; c++)
        if (iscntrl((unsigned char)*c))
            *c = ' ';
    longjmp(rdl->end, 1);
}

void rdl_free_chunks(struct rdl_chunk *chunks)
{
    while (chunks) {
        struct rdl_chunk *next = chunks->next;

        free(chunks);
        chunks = next;
    }
}
