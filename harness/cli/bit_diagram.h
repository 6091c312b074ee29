/* SPDX-License-Identifier: GPL-2.0-or-later */
/* A register's fields as a drawing, the way manuals have it. */
#ifndef PMULAB_HARNESS_CLI_BIT_DIAGRAM_H
#define PMULAB_HARNESS_CLI_BIT_DIAGRAM_H

#include "models/reg/reg.h"

#include <glib.h>

/*
 * Appends the drawing of @reg: 32 bits a line, or 16 if that takes more than @columns, the most significant
 * first, numbered as the register numbers them. Names that do not fit their field stand below it; reserved
 * fields have none.
 */
void bit_diagram_append(GString *text, const struct reg *reg, unsigned columns);

#endif
