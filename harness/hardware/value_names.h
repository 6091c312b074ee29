/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Lists of all names of the values of a register's fields; a model names one
 * value at a time. */
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
    /* names hold only if this other field has @other_value, as for sub-events;
     * -1: always */
    int other;
    uint64_t other_value;
    GArray *names; /* struct value_name, by value; at least one */
};

/*
 * The names in @reg: first the names that always hold, by field; then the
 * others, by the field and the value on which they depend. Sets that depend on
 * a value omit the names that always hold. Elements are struct value_names. Do
 * not change the array, since other callers in the thread share it. Release it
 * with g_ptr_array_unref().
 */
GPtrArray *value_names_of(const struct machine_model *model, const struct reg *reg);

/* The names in @all that always hold for field number @field, or NULL. */
const struct value_names *value_names_always(const GPtrArray *all, unsigned field);

#endif
