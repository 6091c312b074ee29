/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Checks perf's names of IMC PMUs and events in scripts against the machine's
 * catalogue. */
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

gboolean p9_names_check_pmu(const struct p9 *m, const char *pmu, char *wrong, gsize size)
{
    g_autofree char *listed = NULL;

    if (p9_names_find(p9_catalogue(m), pmu))
        return TRUE;
    /* The names in another catalogue come from the user. */
    listed = m->catalogue ? g_strdup("the catalogue has them")
                          : g_strdup_printf(
                                "`pmulab describe %s` lists them", m->config.generation->machine);
    g_snprintf(wrong, (gulong)size,
        "there is no '%.40s'; expected nest_UNIT_imc, UNIT as %s, or core_imc, thread_imc or "
        "trace_imc",
        pmu, listed);
    return FALSE;
}

gboolean p9_names_check_event(
    const struct p9 *m, const char *pmu, const char *term, char *wrong, gsize size)
{
    const struct p9_pmu *unit = p9_names_find(p9_catalogue(m), pmu);
    g_autofree char *where = NULL;

    if (!unit)
        return p9_names_check_pmu(m, pmu, wrong, size);
    if (p9_catalogue_event(p9_catalogue(m), unit, term))
        return TRUE;
    where = m->catalogue ? g_strdup("the catalogue's")
                         : g_strdup_printf("`pmulab describe %s.%s.events`",
                               m->config.generation->machine, unit->name);
    g_snprintf(wrong, (gulong)size, "unknown event '%s/%.60s/'; expected one of %s or %s", pmu,
        term, where, unit->type == P9_PMU_TRACE ? "event=CODE" : "event=OFFSET");
    return FALSE;
}
