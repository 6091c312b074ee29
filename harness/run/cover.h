/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The executed parts of a machine's drivers: bytes of each function, and pairs
 * of consecutively entered blocks within a function. The plugin fills in a map
 * (models/sim/cover.h) of all possible driver addresses. Afterwards, the guest
 * reports the drivers' actual addresses.
 */
#ifndef PMULAB_HARNESS_RUN_COVER_H
#define PMULAB_HARNESS_RUN_COVER_H

#include "harness/base/memory_file.h"
#include "harness/hardware/machine.h"
#include "harness/symbols/driver_names.h"

#include <glib.h>

/* A function with its parts: "uncore_pci_init" has "uncore_pci_init.cold". */
struct cover_function {
    char *module; /* NULL: built into the kernel */
    char *name;
    guint size, reached; /* bytes */
    GByteArray *bytes;   /* @size bytes, 1 where one was executed */
};

struct cover {
    GPtrArray *functions; /* of struct cover_function, by name */
    /* of char *, "intel_uncore:uncore_pmu_start+0x10>0x2a", from the end of a
     * block to the begin of the next; a set */
    GHashTable *edges;
    guint gone;      /* blocks that ran in modules that were no longer there at the end */
    guint unwatched; /* functions outside of the map */
    guint lost;      /* blocks and edges for which the map had no room */
};

/* Makes @file, for the plugin's option cover=. @naming has no addresses yet.
 * FALSE with HARNESS_ERROR_FAILED. */
gboolean cover_file_open(struct memory_file *file, const struct machine *machine,
    const struct driver_naming *naming, GError **error);

/* Reads the map in @file after the guest's run. @naming has the guest's
 * addresses; @modules (ends with NULL) are the machine's modules. Never NULL.
 * Free with cover_free(). */
struct cover *cover_read(
    const struct memory_file *file, const struct driver_naming *naming, const char *const *modules);

/* Makes an empty one. */
struct cover *cover_new(void);

/* Adds @other to @cover. Returns the number of new edges. */
guint cover_add(struct cover *cover, const struct cover *other);

void cover_free(struct cover *cover);

#endif
