/* SPDX-License-Identifier: GPL-2.0-or-later */
/* perf's names for in-memory collection: PMUs and events, checked against a
 * catalogue. */
#ifndef PMULAB_HARNESS_PROOF_POWER9_NAMES_H
#define PMULAB_HARNESS_PROOF_POWER9_NAMES_H

#include "models/power9/power9.h"

#include <glib.h>

/* The pattern of every such PMU's name, whether the catalogue has it or not:
 * machine_plan_ops.pmus. */
#define P9_NAMES_PMUS "(?:nest_[a-zA-Z0-9_]+|core|thread|trace)_imc"

/* The PMU of @catalogue that perf calls @name ("nest_mcs01_imc", "core_imc"),
 * or NULL. */
const struct p9_pmu *p9_names_find(const struct p9_catalogue *catalogue, const char *name);

/*
 * Check perf names in a script; @pmu matches P9_NAMES_PMUS. The first checks
 * that @m's catalogue has the PMU, the second that the PMU has @term, an
 * event's name. FALSE with a one-line message in @wrong, cut to @size bytes.
 */
gboolean p9_names_check_pmu(const struct p9 *m, const char *pmu, char *wrong, gsize size);
gboolean p9_names_check_event(
    const struct p9 *m, const char *pmu, const char *term, char *wrong, gsize size);

#endif
