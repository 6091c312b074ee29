/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "harness/imc_names.h"

#include <string.h>

#define NEST "nest_"
#define END  "_imc"

const struct imc_pmu *imc_names_find(const char *name)
{
    gboolean nest = g_str_has_prefix(name, NEST);
    g_autofree char *unit = NULL;
    const struct imc_pmu *pmu;

    if (!g_str_has_suffix(name, END))
        return NULL;
    unit = g_strndup(name, strlen(name) - strlen(END));
    pmu = imc_catalogue_pmu(power9_catalogue(), unit + (nest ? strlen(NEST) : 0));
    return pmu && (pmu->type == IMC_NEST) == nest ? pmu : NULL;
}

gboolean imc_names_check_pmu(const char *pmu, char *wrong, gsize size)
{
    if (imc_names_find(pmu))
        return TRUE;
    g_snprintf(wrong, (gulong)size,
        "there is no '%.40s'; expected nest_UNIT_imc, UNIT as `pmulab describe power9` lists them, or "
        "core_imc, "
        "thread_imc or trace_imc",
        pmu);
    return FALSE;
}

gboolean imc_names_check_event(const char *pmu, const char *term, char *wrong, gsize size)
{
    const struct imc_pmu *unit = imc_names_find(pmu);

    if (!unit)
        return imc_names_check_pmu(pmu, wrong, size);
    if (imc_catalogue_event(power9_catalogue(), unit, term))
        return TRUE;
    g_snprintf(wrong, (gulong)size,
        "unknown event '%s/%.60s/'; expected one of `pmulab describe power9.%s.events` or %s", pmu, term,
        unit->name, unit->type == IMC_TRACE ? "event=CODE" : "event=OFFSET");
    return FALSE;
}
