/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Shared by the fuzz targets: consuming the input, and checks. */
#ifndef PMULAB_TESTS_FUZZ_FUZZ_H
#define PMULAB_TESTS_FUZZ_FUZZ_H

#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

struct input {
    const uint8_t *at;
    size_t left;
};

/* The next @bytes (0 to 8) of the input as a big-endian number; bytes beyond
 * its end are missing. */
static inline uint64_t take(struct input *in, unsigned bytes)
{
    uint64_t value = 0;

    while (bytes-- && in->left) {
        value = value << 8 | *in->at++;
        in->left--;
    }
    return value;
}

/* The input up to the end of a line as text, at most @size bytes with its
 * NUL. */
static inline void take_line(struct input *in, char *line, size_t size)
{
    size_t i = 0;

    while (i + 1 < size && in->left && (line[i] = (char)take(in, 1)) && line[i] != '\n')
        i++;
    line[i] = 0;
}

/* The rest of the input as text, up to its first NUL. The caller frees it. */
static inline char *take_text(struct input *in)
{
    char *text = malloc(in->left + 1);

    if (in->left)
        memcpy(text, in->at, in->left);
    text[in->left] = 0;
    in->left = 0;
    return text;
}

/* Aborts, which is a finding, unless @condition holds. */
#define MUST(condition, what)                                                                      \
    do {                                                                                           \
        if (!(condition)) {                                                                        \
            fprintf(stderr, "%s:%d: %s: %s\n", __FILE__, __LINE__, what, #condition);              \
            abort();                                                                               \
        }                                                                                          \
    } while (0)

#endif
