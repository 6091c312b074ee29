/* SPDX-License-Identifier: GPL-2.0-or-later */
/* A machine's additional rules. lint.c iterates over the trace and passes each
 * access to the machine. */
#ifndef PMULAB_HARNESS_TRACE_LINT_MACHINE_H
#define PMULAB_HARNESS_TRACE_LINT_MACHINE_H

#include "harness/hardware/planned.h"
#include "harness/trace/accesses.h"
#include "harness/trace/lint_rule.h"

struct linting;

struct lint_machine {
    const struct machine_model *model;
    unsigned rules; /* besides LINT_RESERVED */
    gsize held;     /* bytes of the machine's own state, which begin as 0 */
    /* The bank of a block that depends on the hardware's configuration. NULL:
     * the place has it. */
    const struct reg_bank *(*bank)(const struct linting *l, const struct access_place *place);
    /* Whether a 1 at a reserved bit of @reg changes no state, so that it breaks
     * no rule. NULL: no such register. */
    gboolean (*stateless)(const struct reg *reg);
    /* Each read and write of a register, from boot on. */
    void (*check)(struct linting *l, const struct access_place *place);
    /* The machine was switched off. NULL: no rule asks. */
    void (*closed)(struct linting *l);
};

extern const struct lint_machine lint_snbep, lint_epyc, lint_power9, lint_power10, lint_power11;

struct linting {
    const struct machine_model *model;
    const struct lint_machine *machine; /* NULL: no additional rules */
    struct planned planned;
    unsigned rules;
    const struct trace_record *record;
    gboolean within;    /* the record belongs to the step */
    gboolean from_boot; /* the records begin with boot */
    void *held;
    GArray *findings;
};

/* Adds a finding about @reg at the current record, if the rule is requested and
 * the record belongs to the step. */
void lint_add(struct linting *l, enum lint_rule rule, const struct reg *reg, const char *what);

#endif
