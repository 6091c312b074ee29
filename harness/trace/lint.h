/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Checks a driver's accesses in a trace against the manual. Hardware may still
 * count correctly despite a finding, but the manual does not guarantee it. */
#ifndef PMULAB_HARNESS_TRACE_LINT_H
#define PMULAB_HARNESS_TRACE_LINT_H

#include "harness/hardware/planned.h"
#include "harness/trace/lint_rule.h"
#include "models/machine.h"
#include "models/sim/trace.h"

#include <glib.h>

/*
 * The rule called @name ("reserved", "running", ...), or 0. LINT_NAMES lists
 * all names for messages.
 */
unsigned lint_rule_named(const char *name);
#define LINT_NAMES "reserved, running, unfrozen, freeze, period, mode, init, random, valid or left"

/* The name of one rule. */
const char *lint_rule_name(enum lint_rule rule);

/* The rules of LINT_ALL that exist for @machine. */
unsigned lint_rules(const struct machine_model *machine);

/* Appends the lines with which a scenario allows @rules to be broken, one for
 * each rule. */
void lint_append_allowed(GString *text, unsigned rules, const char *reason);

/*
 * Checks accesses one by one, in constant memory. @planned: the hardware that
 * answered. @from_boot: the accesses begin with boot. Otherwise registers hold
 * anything until software reads or writes them, and LINT_INIT checks nothing.
 */
struct linting *lint_new(struct planned planned, unsigned rules, gboolean from_boot);

/* Checks the next access. Its findings count if @within, for a part of a
 * trace. */
void lint_check(struct linting *l, const struct trace_record *record, gboolean within);

/* Ends @l, and returns lines as lint() does. */
GPtrArray *lint_end(struct linting *l);

/*
 * Checks the accesses [@from, @to) of @records, which begin with boot.
 * @planned: the hardware that answered. Returns lines of text: the first
 * finding of each kind, with the number of further ones. Empty if clean; free
 * with g_ptr_array_unref().
 */
GPtrArray *lint(struct planned planned, unsigned rules, const struct trace_record *records,
    gsize from, gsize to);

#endif
