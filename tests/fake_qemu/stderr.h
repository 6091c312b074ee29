/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Captures the standard error of the code under test. */
#ifndef PMULAB_TESTS_FAKE_QEMU_STDERR_H
#define PMULAB_TESTS_FAKE_QEMU_STDERR_H

#include <stdio.h>
#include <unistd.h>

struct captured {
    int before; /* the real one */
    FILE *file;
    char text[1024];
};

/* Redirects it to @captured. */
static inline void capture_stderr(struct captured *captured)
{
    fflush(stderr);
    captured->before = dup(STDERR_FILENO);
    captured->file = tmpfile();
    dup2(fileno(captured->file), STDERR_FILENO);
}

/* Returns the text since, kept in @captured, and restores the real one. */
static inline const char *captured_stderr(struct captured *captured)
{
    size_t n;

    fflush(stderr);
    dup2(captured->before, STDERR_FILENO);
    close(captured->before);
    rewind(captured->file);
    n = fread(captured->text, 1, sizeof(captured->text) - 1, captured->file);
    captured->text[n] = 0;
    fclose(captured->file);
    return captured->text;
}

#endif
