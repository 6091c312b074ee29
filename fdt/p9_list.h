/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Turns a catalogue's tree into its text list, for code that uses event
 * names. */
#ifndef PMULAB_FDT_P9_LIST_H
#define PMULAB_FDT_P9_LIST_H

#include <glib.h>

/*
 * Returns the list (models/power9/catalogue.h) of the PMUs and events that the
 * kernel finds in @tree, whose blocks must be valid. It omits the parts that
 * the kernel ignores: PMUs without type or size, events without name or place,
 * and all events of a PMU whose group or prefix is missing. It also omits names
 * with a blank or a #, which a list cannot contain. The caller frees it.
 */
char *p9_list_write(const void *tree);

#endif
