/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What guest_start() is asked for: a machine, and all that may differ between two guests of it. */
#ifndef PMULAB_HARNESS_VM_GUEST_OPTIONS_H
#define PMULAB_HARNESS_VM_GUEST_OPTIONS_H

#include "harness/hardware/machine.h"

#include <glib.h>

#define GUEST_READY_LIMIT_S 120.0

/* A guest where it is ready, as open files. */
struct guest_saved {
    int ram;     /* its memory */
    int devices; /* QEMU's state of them */
    int model;   /* the plugin's state */
};

/*
 * What to start. Zero or NULL means the default; only @machine is needed:
 *     struct guest_options options = {.machine = machine};
 * Nothing is taken over: all of it must live until guest_start() has returned.
 */
struct guest_options {
    const struct machine *machine;
    const char *guest;                 /* its name (guest_recipe.h), instead of the machine's own guest */
    const char *kernel;                /* a file, instead of that guest's kernel */
    const char *flash;                 /* a file whose copy is in the flash, instead of the machine's own */
    GBytes *image;                     /* the same as bytes */
    const char *share;                 /* a host folder that appears, writable, at /mnt/share */
    const char *const *modules;        /* .ko files of the host to load after the machine's own, or NULL */
    const char *const *plugin_options; /* "traffic=FILE", "trace=FILE": one option each, or NULL */
    const char *append;                /* more words for the kernel's command line */
    unsigned cpus;                     /* 0: the machine's own number */
    unsigned sockets;                  /* that the CPUs are shared out to evenly; 0: one */
    unsigned threads;                  /* CPUs that make a core; 0: one */
    gboolean no_plugin;                /* QEMU as it is, for comparison */
    gboolean icount;                   /* repeatable: one thread, time counted in instructions */
    gboolean holds; /* is held where it is ready, until guest_go(): commands come by guest_queue() alone */
    /* With holds and icount: where it is ready it will be saved with guest_save(), to these files; or it is
     * not booted but goes on from them, and must be the same in all else that matters to QEMU. */
    const struct guest_saved *save, *resume;
    gboolean gdb;           /* stopped before the first instruction, gdb server on port 1234; no limit */
    gboolean terminal;      /* machine.shell is our terminal */
    double ready_limit_s;   /* host seconds; 0: GUEST_READY_LIMIT_S */
    double command_limit_s; /* host seconds that one command may take; 0: none */
    GString *lost_console;  /* if guest_start() fails, the console's text is appended to this; or NULL */
    /* Called about every 0.2 s until the guest is ready, with the host's seconds so far; or NULL. */
    void (*progress)(double seconds, gpointer data);
    gpointer progress_data;
};

#endif
