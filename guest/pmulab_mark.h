/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * For programs that `pmulab ci --truth` runs: marks in the hardware's trace
 * where a measurement begins and ends. A call takes as long as another program
 * needs to start, so call them outside of the counted code. Without pmulab the
 * functions do nothing. C99 or C++, on Linux.
 */
#ifndef PMULAB_MARK_H
#define PMULAB_MARK_H

#include <errno.h>
#include <spawn.h>
#include <stdlib.h>
#include <sys/wait.h>

/* @event: "begin" or "end". Returns 0, or the status of pmulab-mark, 127 if it
 * did not start. */
static inline int pmulab_mark(const char *name, const char *event)
{
    char program[] = "pmulab-mark";
    char *argv[] = {program, (char *)(size_t)name, (char *)(size_t)event, NULL};
    char *no_environment[] = {NULL};
    int status;
    pid_t pid;

    if (!getenv("PMULAB"))
        return 0;
    if (posix_spawn(&pid, "/usr/bin/pmulab-mark", NULL, NULL, argv, no_environment))
        return 127;
    while (waitpid(pid, &status, 0) < 0)
        if (errno != EINTR)
            return 127;
    return WIFEXITED(status) ? WEXITSTATUS(status) : 127;
}

/* @name: a word of up to 64 letters, digits and signs. A name may be used again
 * after its end; 125 names are possible. Errors: pmulab_mark(). */
static inline int pmulab_mark_begin(const char *name)
{
    return pmulab_mark(name, "begin");
}

static inline int pmulab_mark_end(const char *name)
{
    return pmulab_mark(name, "end");
}

#endif
