/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Snapshots: a guest is booted once for a configuration of its machine, and
 * saved when it takes commands. Later runs continue from there. The result
 * equals that of a boot, to the last byte of the trace.
 *
 * A saved guest is a cache entry called warm-FINGERPRINT, after everything that
 * it depends on:
 *   ram       its memory, with holes (memory_image.h), which QEMU maps
 *             privately; or its own pages, packed (memory_delta.h), with the
 *             next two files
 *   base      another guest's memory, which has the other pages; a hard link
 *   pieces    where each page comes from
 *   sum       identifies the memory: guests with an equal one share the file
 *   devices   QEMU's state of its devices and CPUs, packed (pack.h)
 *   model     the plugin's state, packed
 *   trace     the plugin's trace so far
 *   console   the serial console's text so far
 *   made-of   files that it depends on (build_inputs.h)
 *   whole     sizes of the files that it continues from, and checksums of all
 *             but ram and base. An entry that differs is damaged, and is made
 *             anew
 * saved_guests.h decides how long it stays.
 */
#ifndef PMULAB_HARNESS_RUN_GUEST_SNAPSHOT_H
#define PMULAB_HARNESS_RUN_GUEST_SNAPSHOT_H

#include "harness/scenario/scenario.h"
#include "harness/vm/guest_session.h"

#include <glib.h>

/* A saved guest, ready to continue. */
struct guest_snapshot {
    struct guest_saved files;
    GBytes *trace;
    char *console;
    char *entry; /* its path */
};

/*
 * Why a guest for @scenario must boot, in a few words; NULL if it can start
 * from a snapshot. Reasons: QEMU cannot save the machine; firmware or kernel
 * are expected to die.
 */
const char *guest_snapshot_refuses(const struct scenario *scenario);

/* Whether traffic or faults of @scenario begin, or count, before the first
 * step. Then only scenarios with the same plan can use the saved guest. */
gboolean guest_snapshot_is_early(const struct scenario *scenario);

/* The configuration of a saved guest. */
struct guest_snapshot_wanted {
    const struct guest_options *options;
    const char *const *plugin_options; /* replace the ones in @options */
    const GString *plan;               /* what happens before the first step; NULL: nothing */
    const char *plan_path;             /* a file with it */
};

/*
 * Returns the saved guest @wanted; boots and saves it if it is missing or
 * damaged. If another process or thread, on any node, is already saving it,
 * waits up to GUEST_SNAPSHOT_WAIT_S and calls @waiting from time to time. NULL
 * with HARNESS_ERROR_FAILED, or the errors of guest_start(). Free with
 * guest_snapshot_free().
 */
struct guest_snapshot *guest_snapshot_get(const struct guest_snapshot_wanted *wanted,
    void (*waiting)(gpointer data), gpointer data, GError **error);

/* Removes the entry of @snapshot, from which no guest can continue, from the
 * cache. @snapshot stays valid. */
void guest_snapshot_drop(const struct guest_snapshot *snapshot);

/* Closes and frees @snapshot. NULL is allowed. */
void guest_snapshot_free(struct guest_snapshot *snapshot);

#endif
