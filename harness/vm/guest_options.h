/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Options of guest_start(): the machine, and all variations of its guests. */
#ifndef PMULAB_HARNESS_VM_GUEST_OPTIONS_H
#define PMULAB_HARNESS_VM_GUEST_OPTIONS_H

#include "harness/hardware/machine.h"
#include "harness/vm/guest_initramfs.h"

#include <glib.h>

#define GUEST_READY_LIMIT_S 120.0

/* A guest saved when it was ready for commands, as open files. */
struct guest_saved {
    int ram;     /* its memory */
    int devices; /* QEMU's device state */
    int model;   /* the plugin's state */
};

/* A window into the running guest: QEMU's ends of two sockets, open files. */
struct guest_window {
    int plugin;  /* SOCK_SEQPACKET, for requests to the plugin (qemu-plugins/runtime/live.h) */
    int monitor; /* SOCK_STREAM, for another monitor that speaks QEMU's machine protocol */
};

/*
 * The guest to start. Zero or NULL means the default; only @machine is
 * required:
 *     struct guest_options options = {.machine = machine};
 * guest_start() copies nothing: all pointers must stay valid until it returns.
 */
struct guest_options {
    const struct machine *machine;
    const char *guest; /* its name (guest_recipe.h); default: the machine's own guest */
    /* a file, or the tree of its build (own_kernel.h); default: the guest's own
     * kernel */
    const char *kernel;
    /* a file that is copied into the flash; default: the machine's own
     * contents */
    const char *flash;
    GBytes *image;               /* the same, as bytes */
    const char *share;           /* a host folder that the guest sees, writable, at /mnt/share */
    const char *const *packages; /* Debian packages for the guest, from the cache, or NULL */
    /* of the host for the guest, up to one without a path, or NULL */
    const struct guest_file *files;
    /* .ko files of the host to load after the machine's own, or NULL */
    const char *const *modules;
    /* modules of the machine that are not loaded ("intel_uncore"), or NULL */
    const char *const *without;
    const char *const *plugin_options; /* "traffic=FILE", "trace=FILE": one option each, or NULL */
    const char *append;                /* appended to the kernel's command line */
    unsigned cpus;                     /* 0: the machine's own number */
    unsigned sockets;                  /* sockets that share the CPUs evenly; 0: one */
    unsigned threads;                  /* CPUs per core; 0: one */
    unsigned memory_mib;               /* 0: the machine's own size */
    gboolean no_plugin;                /* plain QEMU, for comparison */
    gboolean icount;                   /* repeatable: one thread, time counted in instructions */
    /* the guest stops when it is ready, until guest_go(); then it takes only
     * commands from guest_queue() */
    gboolean holds;
    /*
     * Both need holds and icount. @save: files to which guest_save() will write
     * the ready guest. @resume: continue from these files instead of booting;
     * all other options that matter to QEMU must be the same.
     */
    const struct guest_saved *save, *resume;
    const struct guest_window *window; /* NULL: none */
    /* a socket that listens for gdb: stopped before the first instruction, no
     * limit; 0: none */
    int gdb;
    gboolean terminal; /* machine.shell is our terminal */
    gboolean fetches;  /* fetch missing cache entries first, with progress on standard error */
    /* with icount, for a user at the terminal: idle time lasts as long as on
     * the host, and commands have no limit */
    gboolean paced;
    double ready_limit_s;   /* seconds until ready (qemu_process_limit()); 0: GUEST_READY_LIMIT_S */
    double command_limit_s; /* host seconds per command; 0: no limit */
    gint64 deadline;        /* monotonic, in us: the guest is killed then; 0: never */
    /* receives init's complaints, and the console's text once ready; 0: none */
    int console_fd;
    GString *lost_console; /* if guest_start() fails, receives the console's text; or NULL */
    /* Called about every 0.2 s until the guest is ready, with the host seconds
     * so far; or NULL. */
    void (*progress)(double seconds, gpointer data);
    gpointer progress_data;
};

#endif
