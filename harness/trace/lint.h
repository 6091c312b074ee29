/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What a manual would say of a driver's accesses, from a trace: nothing that stops hardware from counting,
 * but what it does not promise to work. */
#ifndef PMULAB_HARNESS_TRACE_LINT_H
#define PMULAB_HARNESS_TRACE_LINT_H

#include "harness/hardware/planned.h"
#include "models/machine.h"
#include "models/sim/trace.h"

#include <glib.h>

/* A rule, as a bit. */
enum lint_rule {
    LINT_RESERVED = 1, /* a 1 was written to a bit that is reserved */
    LINT_RUNNING = 2,  /* what a counter counts was changed while it counted */
    LINT_UNFROZEN = 4, /* a counter was read while it counted */
};
#define LINT_ALL (LINT_RESERVED | LINT_RUNNING | LINT_UNFROZEN)

/* The rule that @name ("reserved", "running", "unfrozen") is, or 0. @names: of all, for complaints. */
unsigned lint_rule_named(const char *name);
#define LINT_NAMES "reserved, running or unfrozen"

/* Those of LINT_ALL that are known of @machine. */
unsigned lint_rules(const struct machine_model *machine);

/*
 * Looks at the accesses [@from, @to) of @records, which begin with boot. @planned: the hardware
 * that gave them. Returns lines of text, the first of each kind of finding with the number of its like,
 * g_ptr_array_unref() frees them; none: clean.
 */
GPtrArray *lint(
    struct planned planned, unsigned rules, const struct trace_record *records, gsize from, gsize to);

#endif
