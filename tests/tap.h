/* SPDX-License-Identifier: GPL-2.0-or-later */
/* TAP for unit tests in C: ok(condition, "description", ...), is_u64() with
 * both figures, then done_testing(). */
#ifndef PMULAB_TESTS_TAP_H
#define PMULAB_TESTS_TAP_H

#include <inttypes.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

static unsigned tap_count, tap_failed;

__attribute__((format(printf, 4, 5), unused)) static bool tap_ok(
    bool holds, const char *file, int line, const char *format, ...)
{
    va_list args;

    printf("%sok %u - ", holds ? "" : "not ", ++tap_count);
    va_start(args, format);
    vprintf(format, args);
    va_end(args);
    putchar('\n');
    if (!holds) {
        tap_failed++;
        printf("# at %s:%d\n", file, line);
    }
    return holds;
}

#define ok(condition, ...) tap_ok((condition), __FILE__, __LINE__, __VA_ARGS__)

/* Compares unsigned numbers; prints both if they differ. */
#define is_u64(got, expected, ...)                                                                 \
    do {                                                                                           \
        uint64_t got_ = (got), expected_ = (expected);                                             \
        if (!tap_ok(got_ == expected_, __FILE__, __LINE__, __VA_ARGS__))                           \
            printf("# got %" PRIu64 " (0x%" PRIx64 "), expected %" PRIu64 " (0x%" PRIx64 ")\n",    \
                got_, got_, expected_, expected_);                                                 \
    } while (0)

/* Compares strings, which may be NULL; prints both if they differ. */
#define is_str(got, expected, ...)                                                                 \
    do {                                                                                           \
        const char *got_ = (got), *expected_ = (expected);                                         \
        if (!tap_ok(got_ == expected_ || (got_ && expected_ && !strcmp(got_, expected_)),          \
                __FILE__, __LINE__, __VA_ARGS__))                                                  \
            printf("# got '%s', expected '%s'\n", got_ ? got_ : "(null)",                          \
                expected_ ? expected_ : "(null)");                                                 \
    } while (0)

/* Prints the plan at the end; returns the exit status. */
__attribute__((unused)) static int done_testing(void)
{
    printf("1..%u\n", tap_count);
    return tap_failed ? 1 : 0;
}

/* Fills @object with garbage, because a reset must not rely on zeros. */
static inline void tap_scribble(void *object, size_t size)
{
    memset(object, 0xa5, size);
}

#endif
