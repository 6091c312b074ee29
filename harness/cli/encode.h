/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The value of a register from what its fields are to hold. */
#ifndef PMULAB_HARNESS_CLI_ENCODE_H
#define PMULAB_HARNESS_CLI_ENCODE_H

#include "models/machine.h"

#include <glib.h>

/*
 * Puts the value into *@value that @fields give ("FIELD=VALUE", ends with NULL); fields not given are 0. A
 * VALUE is a number or a name, in any order: a sub-event may stand before the event it belongs to.
 * FALSE with HARNESS_ERROR_USAGE: no such field, reserved, given twice, no such value, too large.
 */
gboolean encode_fields(const struct machine_model *model, const struct reg *reg, char *const *fields,
    guint64 *value, GError **error);

#endif
