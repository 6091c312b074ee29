/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The extension of `pmulab boot` for another subcommand, which watches the
 * guest while it runs. */
#ifndef PMULAB_HARNESS_CLI_BOOT_WATCHER_H
#define PMULAB_HARNESS_CLI_BOOT_WATCHER_H

#include "harness/hardware/machine.h"
#include "harness/symbols/driver_names.h"
#include "harness/vm/guest_session.h"

#include <glib.h>

/* The user's request. */
struct boot_request {
    const struct machine *machine;
    const char *kernel;        /* as given, or NULL */
    const char *const *config; /* "NAME=VALUE", with sockets and threads; ends with NULL */
    unsigned cpus;             /* 0: the machine's own number */
    unsigned memory_mib;       /* 0: the machine's own size */
    const char *traffic;       /* a file, or NULL */
    const char *trace;         /* a file; in memory if the user named none */
    gboolean keeps_trace;      /* the user named the trace */
    const char *command;       /* NULL: a shell */
};

/* All hooks get @self, and may be NULL. Errors are as in guest_start(). */
struct boot_watcher {
    const char *name, *summary;  /* of the subcommand */
    const GOptionEntry *options; /* in addition to boot's options; ends with zeros */
    gpointer self;
    /* Before the guest is started; with ready(), sets @window. @request stays
     * valid until ended(). NULL: the watcher follows no trace. */
    gboolean (*begins)(gpointer self, const struct boot_request *request,
        struct guest_window *window, GError **error);
    /* QEMU has been started, or has failed to start. */
    void (*started)(gpointer self);
    /* The guest takes commands. @naming stays valid until ended(). */
    gboolean (*ready)(gpointer self, const struct driver_naming *naming, GError **error);
    /* The command has ended; the guest takes more. */
    void (*finished)(gpointer self, struct guest *guest);
    /* The guest has ended, and its trace is final. Also called if it has not
     * started. */
    void (*ended)(gpointer self);
};

#endif
