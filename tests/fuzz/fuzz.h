/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What fuzz targets share: input eaten byte by byte, and what must hold. */
#ifndef PMULAB_TESTS_FUZZ_H
#define PMULAB_TESTS_FUZZ_H

#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

struct input {
    const uint8_t *at;
    size_t left;
};

/* The next @bytes (0 to 8) of the input as a big-endian number; what is behind its end is not there at all.
 */
static inline uint64_t take(struct input *in, unsigned bytes)
{
    uint64_t value = 0;

    while (bytes-- && in->left) {
        value = value << 8 | *in->at++;
        in->left--;
    }
    return value;
}

/* Ends the process, and so is a finding, unless @condition holds. */
#define MUST(condition, what)                                                                                \
    do {                                                                                                     \
        if (!(condition)) {                                                                                  \
            fprintf(stderr, "%s:%d: %s: %s\n", __FILE__, __LINE__, what, #condition);                        \
            abort();                                                                                         \
        }                                                                                                    \
    } while (0)

#endif
