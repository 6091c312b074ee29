/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * What guests executed of a machine's drivers: bytes of each function, and pairs of blocks within one, each
 * entered after the other. The plugin fills in a map (models/sim/cover.h) of all places where drivers may
 * lie; afterwards, the guest says where they are.
 */
#ifndef PMULAB_HARNESS_RUN_COVER_H
#define PMULAB_HARNESS_RUN_COVER_H

#include "harness/base/memory_file.h"
#include "harness/hardware/machine.h"
#include "harness/setup/driver_names.h"

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
    GHashTable *edges;    /* of char *, "intel_uncore:uncore_pmu_start+0x10>0x2a", from the end of a block to
                             the begin of the next; a set */
    guint gone;           /* blocks that ran in modules that were no longer there at the end */
    guint unwatched;      /* functions that lay outside of the map */
    guint lost;           /* blocks and edges for which the map had no room */
};

/* Makes @file, for the plugin's option cover=. @naming without places. FALSE with HARNESS_ERROR_FAILED. */
gboolean cover_file_open(struct memory_file *file, const struct machine *machine,
    const struct driver_naming *naming, GError **error);

/* What the guest left in @file; @naming has its places, @modules (ends with NULL) are those of the machine.
 * Never NULL. Free with cover_free(). */
struct cover *cover_read(
    const struct memory_file *file, const struct driver_naming *naming, const char *const *modules);

/* Nothing so far. */
struct cover *cover_new(void);

/* Adds @other to @cover. Returns how many of its edges are new. */
guint cover_add(struct cover *cover, const struct cover *other);

void cover_free(struct cover *cover);

#endif
