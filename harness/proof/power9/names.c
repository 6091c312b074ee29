/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Checks perf's names of IMC PMUs and events in scripts against the machine's catalogue. */
#include "harness/proof/power9/names.h"

#include <string.h>

#define NEST "nest_"
#define END  "_imc"

const struct p9_pmu *p9_names_find(const struct p9_catalogue *catalogue, const char *name)
{
    gboolean nest = g_str_has_prefix(name, NEST);
    g_autofree char *unit = NULL;
    const struct p9_pmu *pmu;

    if (!g_str_has_suffix(name, END) || strlen(name) < (nest ? strlen(NEST END) : 0))
        return NULL;
    unit = g_strndup(name, strlen(name) - strlen(END));
    pmu = p9_catalogue_pmu(catalogue, unit + (nest ? strlen(NEST) : 0));
    return pmu && (pmu->type == P9_PMU_NEST) == nest ? pmu : NULL;
}

/* The names in another catalogue come from the user. */
static gboolean is_built_in(const struct p9_catalogue *catalogue)
{
    return catalogue == power9_catalogue();
}

gboolean p9_names_check_pmu(const struct p9_catalogue *catalogue, const char *pmu, char *wrong, gsize size)
{
    if (p9_names_find(catalogue, pmu))
        return TRUE;
    g_snprintf(wrong, (gulong)size,
        "there is no '%.40s'; expected nest_UNIT_imc, UNIT as %s, or core_imc, thread_imc or trace_imc", pmu,
        is_built_in(catalogue) ? "`pmulab describe power9` lists them" : "the catalogue has them");
    return FALSE;
}

gboolean p9_names_check_event(
    const struct p9_catalogue *catalogue, const char *pmu, const char *term, char *wrong, gsize size)
{
    const struct p9_pmu *unit = p9_names_find(catalogue, pmu);
    g_autofree char *where = NULL;

    if (!unit)
        return p9_names_check_pmu(catalogue, pmu, wrong, size);
    if (p9_catalogue_event(catalogue, unit, term))
        return TRUE;
    where = is_built_in(catalogue) ? g_strdup_printf("`pmulab describe power9.%s.events`", unit->name)
                                   : g_strdup("the catalogue's");
    g_snprintf(wrong, (gulong)size, "unknown event '%s/%.60s/'; expected one of %s or %s", pmu, term, where,
        unit->type == P9_PMU_TRACE ? "event=CODE" : "event=OFFSET");
    return FALSE;
}
