/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Captures the standard error of the code under test. */
#ifndef PMULAB_TESTS_FAKE_QEMU_STDERR_H
#define PMULAB_TESTS_FAKE_QEMU_STDERR_H

#include <stdio.h>
#include <unistd.h>

struct told {
    int before; /* the real one */
    FILE *file;
    char text[1024];
};

/* Redirects it to @told. */
static inline void listen_to_stderr(struct told *told)
{
    fflush(stderr);
    told->before = dup(STDERR_FILENO);
    told->file = tmpfile();
    dup2(fileno(told->file), STDERR_FILENO);
}

/* Returns the text since, kept in @told, and restores the real one. */
static inline const char *told_on_stderr(struct told *told)
{
    size_t n;

    fflush(stderr);
    dup2(told->before, STDERR_FILENO);
    close(told->before);
    rewind(told->file);
    n = fread(told->text, 1, sizeof(told->text) - 1, told->file);
    told->text[n] = 0;
    fclose(told->file);
    return told->text;
}

#endif
