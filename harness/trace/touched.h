/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The registers, fields, values and orders that software touched, added up over
 * traces. All blocks of one kind count as one: a register is one row of its
 * bank's table. Reads and writes are separate. Accesses by hardware (latches)
 * do not count.
 */
#ifndef PMULAB_HARNESS_TRACE_TOUCHED_H
#define PMULAB_HARNESS_TRACE_TOUCHED_H

#include "models/machine.h"
#include "models/sim/trace.h"

#include <glib.h>

enum touched_way { TOUCHED_READ, TOUCHED_WRITTEN, TOUCHED_WAYS };

/* A value's class is the first that fits. */
enum touched_class {
    TOUCHED_ZERO,
    TOUCHED_ONES,  /* all bits of the field that the access covered */
    TOUCHED_NAMED, /* machine_model.value_name has a name for it */
    TOUCHED_OTHER,
    TOUCHED_CLASSES,
};

/* Accesses to a field, in one way. */
struct touched_values {
    guint64 n[TOUCHED_CLASSES];
    guint64 past_reset; /* with a value other than the reset value */
};

struct touched_field {
    struct touched_values values[TOUCHED_WAYS];
    GPtrArray *names; /* of values, static, in order of appearance */
    GPtrArray *runs;  /* interned names of the runs in which some value was past reset */
};

/* A register accessed right after another access to the same block. */
struct touched_order {
    const struct touched_register *before;
    enum touched_way way_before, way;
    guint64 n;
};

struct touched_register {
    const struct machine_model *model;
    const struct reg_bank *bank;
    const struct reg *reg;
    guint64 n[TOUCHED_WAYS];
    struct touched_field *fields; /* as many as @reg has */
    GPtrArray *runs;              /* interned names of the runs that accessed it */
    GArray *orders;               /* of struct touched_order, that end here */
};

struct touched;

struct touched *touched_new(void);
void touched_free(struct touched *touched);

/* Adds a trace record by record: of the run called @run, on the machine that
 * @model describes. */
struct touching;
struct touching *touching_new(
    struct touched *touched, const struct machine_model *model, const char *run);
void touching_add(struct touching *touching, const struct trace_record *record);
void touching_free(struct touching *touching); /* adds the last accesses to @touched */

/* Adds the accesses among the @n @records of the run called @run, on the
 * machine that @model describes. */
void touched_add(struct touched *touched, const struct machine_model *model, const char *run,
    const struct trace_record *records, gsize n);

/* The accesses to @reg, a register of some bank's table; NULL: none. It lives
 * as long as @touched. */
const struct touched_register *touched_find(const struct touched *touched, const struct reg *reg);

/* The number of states seen: classes of a field's values, read or written, and
 * orders of two registers. It only grows. */
guint touched_states(const struct touched *touched);

/* Whether @field allows the way @way: reads return a value set by hardware or
 * software, or writes have an effect. */
gboolean touched_can(const struct reg_field *field, enum touched_way way);

/*
 * The extent to which a field of a register was touched in one way. @of: NULL
 * if the register never was. A value past reset shows that a field works. For a
 * field that hardware never changes, a reset value other than 0 also shows it.
 */
enum touched_extent { TOUCHED_NEVER, TOUCHED_RESET_ALONE, TOUCHED_FULLY };
enum touched_extent touched_extent(const struct touched_register *of, const struct reg_field *field,
    guint number, enum touched_way way);

/* The banks of @model that some block uses, in the order of its table. The
 * other banks are variants that no trace names. Ends with NULL; free with
 * g_free(). */
const struct reg_bank **touched_banks(const struct machine_model *model);

#endif
