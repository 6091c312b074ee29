/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The device tree of a catalogue, as skiboot puts it below /imc-counters and the kernel reads it: a node for
 * each group of events and one for each PMU, side by side; a PMU points to its group by phandle. An event has
 * `scale` and `unit` only where the list gives it some of its own.
 */
#ifndef PMULAB_FDT_P9_TREE_H
#define PMULAB_FDT_P9_TREE_H

#include "models/power9/catalogue.h"

#include <glib.h>

/* The tree of @catalogue. It says what the list says, sound or not: see fdt/check.h. The caller frees. */
GBytes *p9_tree_write(const struct p9_catalogue *catalogue);

#endif
