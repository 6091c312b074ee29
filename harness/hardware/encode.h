/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Computes a register's value from its fields. */
#ifndef PMULAB_HARNESS_HARDWARE_ENCODE_H
#define PMULAB_HARNESS_HARDWARE_ENCODE_H

#include "models/machine.h"

#include <glib.h>

/*
 * Computes @value from @fields ("FIELD=VALUE", ends with NULL); other fields
 * are 0. A VALUE is a number or a name. The order is free: a sub-event may come
 * before its event. FALSE with HARNESS_ERROR_USAGE if a field is unknown,
 * reserved or given twice, or a value is unknown or too large.
 */
gboolean encode_fields(const struct machine_model *model, const struct reg *reg,
    char *const *fields, guint64 *value, GError **error);

#endif
