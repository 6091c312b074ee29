/* SPDX-License-Identifier: GPL-2.0-or-later */
/* A running guest seen from outside: its register blocks, its growing plan and
 * its trace. */
#ifndef PMULAB_HARNESS_LIVE_LIVE_H
#define PMULAB_HARNESS_LIVE_LIVE_H

#include "harness/live/link.h"
#include "harness/live/live_plan.h"
#include "harness/live/live_trace.h"

#include <glib.h>

/* A place that a peek can read. */
struct live_word {
    unsigned block;
    guint32 offset;        /* as in the trace */
    unsigned size;         /* bytes */
    const struct reg *reg; /* NULL: memory */
    char *name;            /* "PMON_CTL0", or the event that counts there */
};

struct live_block {
    char *name; /* "imc0" */
    unsigned number;
    const struct reg_bank *bank; /* NULL: memory */
    GArray *words;               /* struct live_word */
};

/* The watched guest. All pointers must stay valid. */
struct live_guest {
    const struct machine *machine;
    const char *kernel;              /* a name of Debian's, or NULL */
    const char *const *config;       /* "NAME=VALUE", NULL or ends with NULL */
    unsigned cpus, sockets, threads; /* 0: the machine's own number */
    unsigned memory_mib;             /* 0: the machine's own size */
    const char *traffic;             /* a file, or NULL */
    const char *trace;               /* the file that the plugin writes */
    const char *command;             /* runs in the guest; NULL: a shell */
};

struct live {
    struct live_guest guest;
    struct live_link *link;
    GPtrArray *blocks; /* struct live_block *; constant from live_blocks_find() on */
    GMutex lock;       /* guards the members below */
    struct live_plan plan;
    struct live_trace *trace;
};

/* Prepares to watch @guest, which will be started with @window. NULL with
 * HARNESS_ERROR_FAILED or _USAGE. */
struct live *live_new(const struct live_guest *guest, struct guest_window *window, GError **error);

/* Call it after starting QEMU, also if the start failed: closes QEMU's ends of
 * the window in our process. */
void live_started(struct live *live);

/*
 * Call it when the guest is ready: follows its trace. @naming, which must stay
 * valid, names functions; or NULL. FALSE with HARNESS_ERROR_FAILED. Any thread
 * may call the functions below after live_blocks_find() (live_blocks.h) has
 * returned.
 */
gboolean live_begin(struct live *live, const struct driver_naming *naming, GError **error);

/* The block called @name, or NULL with HARNESS_ERROR_USAGE. */
const struct live_block *live_block_find(const struct live *live, const char *name, GError **error);

/* How many bits a word has, and whether it is a counter. */
unsigned live_word_bits(const struct live_word *word);
gboolean live_word_counts(const struct live *live, const struct live_word *word);

/* The result of a peek. */
struct live_value {
    gboolean there;
    guint64 value;
};

/* Reads @n words into @values. Returns the virtual time, ns, or 0 with
 * @error. */
guint64 live_peek(struct live *live, const struct live_word *const *words, guint n,
    struct live_value *values, GError **error);

/* Frees it. NULL is allowed. */
void live_free(struct live *live);

#endif
