/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Registers that expectations name, and the values that a trace shows of them. */
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

/* Looks up @at->path. FALSE with a new string in @wrong: what is wrong and what was expected. */
gboolean expect_register_find(struct expect_register *at, const struct machine *machine, char **wrong);

/* The first register called @at->path of block @from or a later one: each variant of a machine has blocks of
 * its own, with the same names. FALSE if there is none. */
gboolean expect_register_next(struct expect_register *at, const struct machine_model *model, unsigned from);

/* A part of a trace: all records from boot on; the step begins with record @begin and ends before @to. The
 * records [from, begin) came after the step before, or from boot on. */
struct trace_part {
    const struct machine_model *model;
    const struct trace_record *records;
    gsize from, begin, to;
};

/* The register @named in the part's generation of its block: the one with the same name. FALSE if there is
 * none, with a new string in @why. */
gboolean expect_register_bind(struct expect_register *at, const struct expect_register *named,
    const struct trace_part *part, char **why);

/* The bits of the register that @record, an access, covers, or 0; and their value there. */
guint64 expect_register_covers(const struct expect_register *at, const struct machine_model *model,
    const struct trace_record *record, guint64 *value);

/* The field, or the whole register, of the register's @value; and its bits. */
guint64 expect_register_field(const struct expect_register *at, guint64 value);
guint64 expect_register_bits(const struct expect_register *at);

/* A register as its accesses show it: the bits that are known. */
struct expect_shown {
    guint64 value, known;
};

/* Adds record number @i of @part to @shown. Ignores writes that did not reach the register; for a masked read
 * it takes the hardware's value. */
void expect_register_show(
    struct expect_shown *shown, const struct expect_register *at, const struct trace_part *part, gsize i);

#endif
