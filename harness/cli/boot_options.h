/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The state of `pmulab boot`, for its two parts: the options (boot_options.c),
 * and the guest (boot.c). */
#ifndef PMULAB_HARNESS_CLI_BOOT_OPTIONS_H
#define PMULAB_HARNESS_CLI_BOOT_OPTIONS_H

#include "harness/base/memory_file.h"
#include "harness/cli/boot_watcher.h"
#include "harness/gdb/gdb_files.h"
#include "harness/vm/guest_session.h"

#define BOOT_NOT_GIVEN G_MININT

struct boot {
    const struct boot_watcher *watcher; /* or NULL */
    struct boot_request request;        /* for it */
    GPtrArray *watched_config;          /* char *, then NULL */
    /* the trace of a watched guest, if the user named no file */
    struct memory_file memory;
    char *places;   /* where the guest's modules are */
    GPtrArray *own; /* the user's modules, as GBytes */
    struct driver_naming naming;
    const struct machine *machine;
    const char *guest;        /* its name */
    const char *asked_kernel; /* as given, or NULL */
    char *command;            /* NULL: a shell on the terminal */
    char *kernel, *share, *flash, *trace, *traffic, *append, *hardware;
    char **modules;
    char **packages; /* Debian's names */
    char **config;   /* options of the plugin */
    char **words;    /* arguments that are no options */
    int cpus, sockets, threads;
    char *asked_memory; /* as given, or NULL */
    unsigned memory_mib;
    int limit; /* seconds for the command; 0: none */
    gboolean gdb, icount, no_plugin;
    struct gdb_files *gdb_files;  /* NULL: none */
    char *release;                /* for the progress line */
    struct guest_streams streams; /* for the command's output */
    char *failure;                /* why the guest failed or the command was late; NULL: it ended */
};

/* Reads argv, and checks all that can be checked without a guest. FALSE with
 * HARNESS_ERROR_USAGE, or GLib's errors on options. */
gboolean boot_options_read(struct boot *boot, int argc, char **argv, GError **error);

#endif
