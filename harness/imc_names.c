/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "harness/imc_names.h"

#include <string.h>

#define NEST "nest_"
#define END  "_imc"

const struct imc_pmu *imc_names_find(const struct imc_catalogue *catalogue, const char *name)
{
    gboolean nest = g_str_has_prefix(name, NEST);
    g_autofree char *unit = NULL;
    const struct imc_pmu *pmu;

    if (!g_str_has_suffix(name, END))
        return NULL;
    unit = g_strndup(name, strlen(name) - strlen(END));
    pmu = imc_catalogue_pmu(catalogue, unit + (nest ? strlen(NEST) : 0));
    return pmu && (pmu->type == IMC_NEST) == nest ? pmu : NULL;
}

/* Another catalogue's names are those that the user has given us. */
static gboolean is_built_in(const struct imc_catalogue *catalogue)
{
    return catalogue == power9_catalogue();
}

gboolean imc_names_check_pmu(const struct imc_catalogue *catalogue, const char *pmu, char *wrong, gsize size)
{
    if (imc_names_find(catalogue, pmu))
        return TRUE;
    g_snprintf(wrong, (gulong)size,
        "there is no '%.40s'; expected nest_UNIT_imc, UNIT as %s, or core_imc, thread_imc or trace_imc", pmu,
        is_built_in(catalogue) ? "`pmulab describe power9` lists them" : "the catalogue has them");
    return FALSE;
}

gboolean imc_names_check_event(
    const struct imc_catalogue *catalogue, const char *pmu, const char *term, char *wrong, gsize size)
{
    const struct imc_pmu *unit = imc_names_find(catalogue, pmu);
    g_autofree char *where = NULL;

    if (!unit)
        return imc_names_check_pmu(catalogue, pmu, wrong, size);
    if (imc_catalogue_event(catalogue, unit, term))
        return TRUE;
    where = is_built_in(catalogue) ? g_strdup_printf("`pmulab describe power9.%s.events`", unit->name)
                                   : g_strdup("the catalogue's");
    g_snprintf(wrong, (gulong)size, "unknown event '%s/%.60s/'; expected one of %s or %s", pmu, term, where,
        unit->type == IMC_TRACE ? "event=CODE" : "event=OFFSET");
    return FALSE;
}
