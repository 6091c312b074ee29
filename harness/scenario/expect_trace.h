/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * A scenario's expectations of a step's accesses: their order, the resulting
 * register values, and clean lint.
 */
#ifndef PMULAB_HARNESS_SCENARIO_EXPECT_TRACE_H
#define PMULAB_HARNESS_SCENARIO_EXPECT_TRACE_H

#include "harness/scenario/expect_register.h"
#include "harness/scenario/relation.h"
#include "models/sim/trace.h"

#include <glib.h>

/* One access in a sequence. */
struct expect_access {
    enum trace_kind kind; /* TRACE_READ or TRACE_WRITE */
    struct expect_register at;
    gboolean any; /* any value */
    guint64 value;
};

/* The text after `register`, `accesses`, `no write`, `no read`. */
struct expect_trace {
    /* of struct expect_access; one for a register's value, whose kind is not
     * used */
    GArray *accesses;
    enum relation_sign sign;
    gboolean since_boot; /* also accepts accesses before the step */
};

/*
 * Parses "BLOCK.REGISTER SIGN VALUE", also with a field. On error returns NULL
 * and sets @wrong to a new string: the error and the expected form. Does not
 * look up registers yet. Free with expect_trace_free().
 */
struct expect_trace *expect_trace_state(const char *text, char **wrong);

/* Parses "[since boot] write REGISTER = VALUE, read REGISTER, ...". Errors and
 * result as above. */
struct expect_trace *expect_trace_order(const char *text, char **wrong);

void expect_trace_free(struct expect_trace *expect);

/* Whether @machine has the register or field @path. FALSE with @wrong as
 * above. */
gboolean expect_trace_has(const struct machine *machine, const char *path, char **wrong);

/* Looks up the named registers. FALSE with @wrong as above. */
gboolean expect_trace_resolve(
    struct expect_trace *expect, const struct machine *machine, char **wrong);

/* Whether the register has the value at the part's end. *@why receives a new
 * string: figures, or why the value is unknown. */
gboolean expect_trace_judge_state(
    const struct expect_trace *expect, const struct trace_part *part, char **why);

/* Whether the step has the accesses in that order. *@why lists where each
 * access was found. For the first missing one, it lists the step's other
 * accesses to that place. */
gboolean expect_trace_judge_order(
    const struct expect_trace *expect, const struct trace_part *part, char **why);

#endif
