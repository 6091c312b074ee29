/* SPDX-License-Identifier: GPL-2.0-or-later */
/* All names that the values of a register's fields have, as lists; a model answers for one value at a time.
 */
#ifndef PMULAB_HARNESS_HARDWARE_VALUE_NAMES_H
#define PMULAB_HARNESS_HARDWARE_VALUE_NAMES_H

#include "models/machine.h"

#include <glib.h>

struct value_name {
    uint64_t value; /* the field's */
    const char *name;
};

/* Names of one field's values. */
struct value_names {
    unsigned field; /* index */
    int other;      /* they hold only while this other field has @other_value, as sub-events do; -1: always */
    uint64_t other_value;
    GArray *names; /* struct value_name, by value; at least one */
};

/*
 * The names in @reg, those that always hold first, by field; then by the field and the value on which they
 * depend. Sets that depend on a value lack what always holds. Elements are struct value_names; other callers
 * in the thread have the same array, so it stays as it is. Release it with g_ptr_array_unref().
 */
GPtrArray *value_names_of(const struct machine_model *model, const struct reg *reg);

/* Those in @all that field number @field always has, or NULL. */
const struct value_names *value_names_always(const GPtrArray *all, unsigned field);

#endif
