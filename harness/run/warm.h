/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Warm starts: a guest that was booted once for a configuration of its machine, and from then on goes on from
 * where it takes commands. What comes of it is what would have come of a boot, to the last byte of the trace.
 *
 * A saved guest is an entry of the cache, called warm-FINGERPRINT, after all that it depends on:
 *   ram       its memory, with holes where nothing is (memory_image.h); QEMU maps it privately. Guests whose
 *             memory is the same share the file
 *   sum       what the memory is known by
 *   devices   QEMU's state of its devices and CPUs
 *   model     the plugin's state
 *   trace     the plugin's trace so far
 *   console   what the serial console has said
 *   made-of   files that it depends on (made_of.h)
 * saved_guests.h has how long it stays there.
 */
#ifndef PMULAB_HARNESS_RUN_WARM_H
#define PMULAB_HARNESS_RUN_WARM_H

#include "harness/scenario/scenario.h"
#include "harness/vm/guest_session.h"

#include <glib.h>

/* A saved guest, ready to go on. */
struct warm {
    struct guest_saved files;
    GBytes *trace;
    char *console;
};

/*
 * Why a guest for @scenario has to boot, in a few words, or NULL where it can start warm: no machine that
 * QEMU can save; firmware or kernel that are to die; traffic or faults that something before the first step
 * starts, or counts towards.
 */
const char *warm_refuses(const struct scenario *scenario);

/*
 * Takes from the cache the guest that @options, with @plugin_options instead of its own, start; boots and
 * saves it where there is none. NULL with HARNESS_ERROR_FAILED, or what guest_start() says. Free with
 * warm_free().
 */
struct warm *warm_get(const struct guest_options *options, const char *const *plugin_options, GError **error);

/* NULL is allowed. */
void warm_free(struct warm *warm);

#endif
