/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The text list of a catalogue that came as a tree, so that what knows events by name can read it. */
#ifndef PMULAB_FDT_P9_LIST_H
#define PMULAB_FDT_P9_LIST_H

#include <glib.h>

/*
 * The list (models/power9/catalogue.h) of the PMUs and events that the kernel makes of @tree, whose blocks
 * must be sound. What the kernel passes over is not there: PMUs without type or size, events without name or
 * place, all events of a PMU whose group or prefix is missing. A name with a blank or a # in it, which no
 * list can have, is left out as well. The caller frees.
 */
char *p9_list_write(const void *tree);

#endif
