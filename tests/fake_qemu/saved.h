/* SPDX-License-Identifier: GPL-2.0-or-later */
/* A guest that is saved after boot. The plugin is installed with
 * saving_options(). After the guest's mark @file has the plugin's state, and
 * another process can resume from it. */
#ifndef PMULAB_TESTS_FAKE_QEMU_SAVED_H
#define PMULAB_TESTS_FAKE_QEMU_SAVED_H

#include "tests/fake_qemu/fake_qemu.h"

#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/socket.h>
#include <unistd.h>

static int saved_command;

/* QEMU's monitor stops the held guest. */
static inline gpointer stop_when_held(gpointer data)
{
    char byte;

    if (read(saved_command, &byte, 1) == 1)
        fake_world.running = false;
    return data;
}

/* Returns " hold=FD stop=on save=FD", to be freed. */
static inline char *saving_options(FILE *file)
{
    int both[2];

    if (socketpair(AF_UNIX, SOCK_STREAM, 0, both))
        abort();
    saved_command = both[0];
    g_thread_unref(g_thread_new("monitor", stop_when_held, NULL));
    return g_strdup_printf(" hold=%d stop=on save=%d", both[1], fileno(file));
}

static atomic_uint saved_holds; /* number of times the resumed guest was held */

static inline gpointer let_go_on(gpointer data)
{
    char byte;

    while (read(saved_command, &byte, 1) == 1) {
        saved_holds++;
        if (write(saved_command, &byte, 1) != 1)
            break;
    }
    return data;
}

/* The guest is held before its first block. */
static inline char *resuming_options(FILE *file)
{
    int both[2];

    if (socketpair(AF_UNIX, SOCK_STREAM, 0, both))
        abort();
    saved_command = both[0];
    g_thread_unref(g_thread_new("command", let_go_on, NULL));
    return g_strdup_printf(" hold=%d resume=%d", both[1], fileno(file));
}

#endif
