/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The device tree of a catalogue, as skiboot puts it below /imc-counters and
 * the kernel reads it: a node for each group of events and one for each PMU,
 * side by side. A PMU points to its group by phandle. An event has `scale` and
 * `unit` only if the list gives it its own.
 */
#ifndef PMULAB_FDT_P9_TREE_H
#define PMULAB_FDT_P9_TREE_H

#include "models/power9/catalogue.h"

#include <glib.h>

/* Returns the tree of @catalogue, valid or not; see fdt/check.h. @version is
 * its `version-id`, which neither firmware nor kernel reads. The caller frees
 * it. */
GBytes *p9_tree_write(const struct p9_catalogue *catalogue, guint32 version);

#endif
