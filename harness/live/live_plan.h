/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The plan of a guest that is being watched, which grows: what the traffic file had, and each line that a
 * user has added since, with the moment at which it took effect. As text it is a traffic file, so the same
 * can happen again.
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

/* A line that does something at its moment. */
struct live_entry {
    char *moment, *line; /* "at step 1", "imc0 CAS_COUNT.RD_REG 1M/s" */
    guint64 time;        /* ns at which it took effect, 0: not yet */
    gboolean refused;    /* the traffic of that moment did not allow it */
    gboolean added;      /* by a user, while the guest ran */
};

/* A plan for @machine, whose plugin got @config ("NAME=VALUE", NULL or ends with NULL; stays valid), @cpus
 * CPUs and, maybe,
 * @traffic (a file). FALSE with HARNESS_ERROR_USAGE. live_plan_clear() frees what it holds. */
gboolean live_plan_init(struct live_plan *plan, const struct machine *machine, const char *const *config,
    unsigned cpus, const char *traffic, GError **error);
void live_plan_clear(struct live_plan *plan);

/* Whether @line would do in a plan that is empty. The plugin may still refuse it beside the traffic of the
 * moment; but there each line that is refused takes a place from those that are not. FALSE with
 * HARNESS_ERROR_USAGE. */
gboolean live_plan_check(const struct live_plan *plan, const char *line, GError **error);

/* The plugin has accepted @line at @now, ns. */
void live_plan_add(struct live_plan *plan, const char *line, guint64 now);

/* Entry number @entry took effect at @now, or was refused. */
void live_plan_happened(struct live_plan *plan, guint64 entry, guint64 now, gboolean refused);

/* Splits an entry's line into what it sets ("imc0 CAS_COUNT.RD_REG") and the amount. FALSE if it is no
 * traffic. */
gboolean live_plan_traffic(const struct live_entry *entry, char **what, char **amount);

#endif
