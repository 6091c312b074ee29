/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The Test Anything Protocol, flat: a plan, points, and comments behind each. */
#ifndef PMULAB_HARNESS_TAP_H
#define PMULAB_HARNESS_TAP_H

#include <glib.h>

/* Begins @text with a plan of @n points. */
void tap_plan(GString *text, unsigned n);

/* Appends point number @number. Any description is made one that TAP can carry. */
void tap_point(GString *text, unsigned number, gboolean ok, const char *description);

/* Appends @line as a comment. */
void tap_comment(GString *text, const char *line);

#endif
