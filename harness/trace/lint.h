/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Checks a driver's accesses in a trace against the manual. A finding does not stop hardware from counting;
 * the manual just does not promise that it works. */
#ifndef PMULAB_HARNESS_TRACE_LINT_H
#define PMULAB_HARNESS_TRACE_LINT_H

#include "harness/hardware/planned.h"
#include "models/machine.h"
#include "models/sim/trace.h"

#include <glib.h>

/* A rule, as a bit. */
enum lint_rule {
    LINT_RESERVED = 1, /* wrote a 1 to a reserved bit */
    LINT_RUNNING = 2,  /* changed a counter's event while it counted */
    LINT_UNFROZEN = 4, /* read a counter while it counted */
    LINT_FREEZE = 8,   /* set up an event in a box that is not frozen, or did not freeze it as it thought */
    LINT_PERIOD = 16,  /* started sampling with a period that is undefined */
    LINT_MODE = 32,    /* switched between two modes without switching off in between */
};
#define LINT_ALL (LINT_RESERVED | LINT_RUNNING | LINT_UNFROZEN | LINT_FREEZE | LINT_PERIOD | LINT_MODE)

/*
 * The rule called @name ("reserved", "running", ...), or 0. LINT_NAMES lists all names for
 * messages.
 */
unsigned lint_rule_named(const char *name);
#define LINT_NAMES "reserved, running, unfrozen, freeze, period or mode"

/* The rules of LINT_ALL that exist for @machine. */
unsigned lint_rules(const struct machine_model *machine);

/*
 * Checks the accesses [@from, @to) of @records, which begin with boot. @planned: the hardware that answered.
 * Returns lines of text: the first finding of each kind, with the number of further ones. Empty if clean;
 * free with g_ptr_array_unref().
 */
GPtrArray *lint(
    struct planned planned, unsigned rules, const struct trace_record *records, gsize from, gsize to);

#endif
