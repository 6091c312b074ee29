/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What a scenario expects of a step's accesses: their order, what they leave in a register, what a manual
 * would say of them. */
#ifndef PMULAB_HARNESS_SCENARIO_EXPECT_TRACE_H
#define PMULAB_HARNESS_SCENARIO_EXPECT_TRACE_H

#include "harness/hardware/machine.h"
#include "harness/scenario/relation.h"
#include "models/sim/trace.h"

#include <glib.h>

/* A register, or one field of it. */
struct expect_register {
    char *path; /* as written: "imc0.PMON_CTL0", "s1.imc0.PMON_CTL0.ev_sel" */
    unsigned block;
    const struct reg *reg;
    int field; /* -1: all of it */
};

/* One access of several. */
struct expect_access {
    enum trace_kind kind; /* TRACE_READ or TRACE_WRITE */
    struct expect_register at;
    gboolean any; /* whatever its value is */
    guint64 value;
};

/* What stands behind `register`, `accesses`, `no write`, `no read`. */
struct expect_trace {
    GArray *accesses; /* of struct expect_access; of a register's state one, whose kind is of no account */
    enum relation_sign sign;
};

/* "BLOCK.REGISTER SIGN VALUE", also with a field. NULL, and in @wrong a new string: what is wrong and what
 * was expected. Registers are not looked for yet. Free with expect_trace_free(). */
struct expect_trace *expect_trace_state(const char *text, char **wrong);

/* "write REGISTER = VALUE, read REGISTER, ..." */
struct expect_trace *expect_trace_order(const char *text, char **wrong);

void expect_trace_free(struct expect_trace *expect);

/* Finds the registers that are named. FALSE, and in @wrong a new string as above. */
gboolean expect_trace_resolve(struct expect_trace *expect, const struct machine *machine, char **wrong);

/* A part of a trace: all from boot on, of which [from, to) belongs to the step. */
struct trace_part {
    const struct machine_model *model;
    const struct trace_record *records;
    gsize from, to;
};

/* Whether the register, at the part's end, is so. *@why gets a new string: figures, or why that can't be
 * said. */
gboolean expect_trace_judge_state(
    const struct expect_trace *expect, const struct trace_part *part, char **why);

/* Whether the part has the accesses, one behind another. *@why says which was found where. */
gboolean expect_trace_judge_order(
    const struct expect_trace *expect, const struct trace_part *part, char **why);

#endif
