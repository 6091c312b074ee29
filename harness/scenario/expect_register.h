/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Registers in expectations, and their values in a trace. */
#ifndef PMULAB_HARNESS_SCENARIO_EXPECT_REGISTER_H
#define PMULAB_HARNESS_SCENARIO_EXPECT_REGISTER_H

#include "harness/hardware/machine.h"
#include "models/sim/trace.h"

#include <glib.h>

/* A register, or one field of it. */
struct expect_register {
    char *path; /* as written: "imc0.PMON_CTL0", "s1.imc0.PMON_CTL0.ev_sel" */
    unsigned block;
    const struct reg *reg;
    int field; /* -1: the whole register */
};

/* Looks up @at->path. FALSE with a new string in @wrong: the error and the
 * expected form. */
gboolean expect_register_find(
    struct expect_register *at, const struct machine *machine, char **wrong);

/* Finds the first register called @at->path in block @from or a later one. Each
 * variant of a machine has separate blocks with the same names. FALSE if there
 * is none. */
gboolean expect_register_next(
    struct expect_register *at, const struct machine_model *model, unsigned from);

/* A part of a trace: all records from boot on; the step begins with record
 * @begin and ends before @to. The records [from, begin) came after the previous
 * step, or from boot on. */
struct trace_part {
    const struct machine_model *model;
    const struct trace_record *records;
    gsize from, begin, to;
};

/* Finds the register with the name of @named in the part's generation of its
 * block. FALSE with a new string in @why if there is none. */
gboolean expect_register_bind(struct expect_register *at, const struct expect_register *named,
    const struct trace_part *part, char **why);

/* The bits of the register that @record, an access, covers, or 0. Sets @value
 * to their value in the access. */
guint64 expect_register_covers(const struct expect_register *at, const struct machine_model *model,
    const struct trace_record *record, guint64 *value);

/* The field, or the whole register, of the register's @value; and its bits. */
guint64 expect_register_field(const struct expect_register *at, guint64 value);
guint64 expect_register_bits(const struct expect_register *at);

/* A register's known bits, derived from its accesses. */
struct expect_shown {
    guint64 value, known;
};

/* Adds record number @i of @part to @shown. Ignores writes that did not reach
 * the register; for a masked read it takes the hardware's value. */
void expect_register_show(struct expect_shown *shown, const struct expect_register *at,
    const struct trace_part *part, gsize i);

#endif
