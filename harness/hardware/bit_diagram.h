/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Draws a register's fields as manuals do. */
#ifndef PMULAB_HARNESS_HARDWARE_BIT_DIAGRAM_H
#define PMULAB_HARNESS_HARDWARE_BIT_DIAGRAM_H

#include "models/reg/reg.h"

#include <glib.h>

/*
 * Appends the drawing of @reg: 32 bits per line, or 16 if that takes more than
 * @columns, the most significant first, numbered as in the register. Names that
 * do not fit their field are printed below it; reserved fields have none.
 */
void bit_diagram_append(GString *text, const struct reg *reg, unsigned columns);

#endif
