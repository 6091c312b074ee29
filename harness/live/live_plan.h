/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The growing plan of a watched guest: the lines of the traffic file, and each
 * line that a user has added since. Each added line has the time at which it
 * took effect. As text the plan is a traffic file, so a run can repeat it.
 */
#ifndef PMULAB_HARNESS_LIVE_LIVE_PLAN_H
#define PMULAB_HARNESS_LIVE_LIVE_PLAN_H

#include "harness/hardware/machine_plan.h"

#include <glib.h>

struct live_plan {
    struct machine_plan *mirror; /* the same as the plugin's */
    GString *text;               /* all lines */
    GArray *entries;             /* struct live_entry, by their number in the trace */
    const char *const *config;   /* as given */
    unsigned cpus;
};

/* A line that takes effect at its moment. */
struct live_entry {
    char *moment, *line; /* "at step 1", "imc0 CAS_COUNT.RD_REG 1M/s" */
    guint64 time;        /* ns at which it took effect, 0: not yet */
    gboolean refused;    /* it conflicted with the traffic of that moment */
    gboolean added;      /* by a user, while the guest ran */
};

/*
 * Initialises a plan for @machine with @cpus CPUs. @config: the plugin's
 * options ("NAME=VALUE", NULL or ends with NULL; must stay valid). @traffic: a
 * file, or NULL. FALSE with HARNESS_ERROR_USAGE. live_plan_clear() frees the
 * plan's contents.
 */
gboolean live_plan_init(struct live_plan *plan, const struct machine *machine,
    const char *const *config, unsigned cpus, const char *traffic, GError **error);
void live_plan_clear(struct live_plan *plan);

/* Whether @line is valid in an empty plan. The plugin may still refuse it
 * because of the current traffic. Check first, since each line that the plugin
 * refuses uses up an entry there. FALSE with HARNESS_ERROR_USAGE. */
gboolean live_plan_check(const struct live_plan *plan, const char *line, GError **error);

/* The plugin has accepted @line at @now, ns. */
void live_plan_add(struct live_plan *plan, const char *line, guint64 now);

/* Entry number @entry took effect at @now, or was refused. */
void live_plan_happened(struct live_plan *plan, guint64 entry, guint64 now, gboolean refused);

/* Splits an entry's line into block and event ("imc0 CAS_COUNT.RD_REG") and the
 * amount. FALSE if the line is not traffic. */
gboolean live_plan_traffic(const struct live_entry *entry, char **what, char **amount);

#endif
