/* SPDX-License-Identifier: GPL-2.0-or-later */
/* PMUs and events of in-memory collection by the names that perf has for them. */
#include "harness/proof/power9/names.h"

#include "harness/hardware/machine_plan.h"
#include "tests/tap.h"

static char wrong[MACHINE_PLAN_WRONG];

static const char *pmu(const char *name)
{
    return p9_names_check_pmu(power9_catalogue(), name, wrong, sizeof(wrong)) ? NULL : wrong;
}

static const char *event(const char *name, const char *term)
{
    return p9_names_check_event(power9_catalogue(), name, term, wrong, sizeof(wrong)) ? NULL : wrong;
}

static void test_pmus(void)
{
    static const char *const names[] = {
        "nest_mcs01_imc", "nest_powerbus0_imc", "nest_nx_imc", "core_imc", "thread_imc", "trace_imc"};
    static const char *const none[] = {
        "nest_mcs45_imc", "nest_core_imc", "mcs01_imc", "nest_mcs01", "nest_imc", "NEST_mcs01_imc"};

    for (unsigned i = 0; i < G_N_ELEMENTS(names); i++)
        is_str(pmu(names[i]), NULL, "there is %s", names[i]);
    for (unsigned i = 0; i < G_N_ELEMENTS(none); i++)
        ok(pmu(none[i]) != NULL && g_str_has_prefix(wrong, "there is no '"), "there is no %s", none[i]);
}

static void test_events(void)
{
    is_str(event("nest_mcs01_imc", "PM_MCS01_64B_RD_DISP_PORT01"), NULL, "an event of the nest");
    is_str(event("core_imc", "CPM_PCYC"), NULL, "one of a core");
    is_str(event("thread_imc", "CPM_CS_PCYC_USER"), NULL, "one of a thread");
    is_str(event("trace_imc", "trace_cycles"), NULL, "the one of the trace");
    is_str(event("nest_mcs23_imc", "PM_MCS01_64B_RD_DISP_PORT01"),
        "unknown event 'nest_mcs23_imc/PM_MCS01_64B_RD_DISP_PORT01/'; expected one of "
        "`pmulab describe power9.mcs23.events` or event=OFFSET",
        "another unit's");
    is_str(event("trace_imc", "cycles"),
        "unknown event 'trace_imc/cycles/'; expected one of `pmulab describe power9.trace.events` or "
        "event=CODE",
        "a name without its prefix");
    is_str(event("nest_mcs45_imc", "X"),
        "there is no 'nest_mcs45_imc'; expected nest_UNIT_imc, UNIT as `pmulab describe power9` lists them, "
        "or "
        "core_imc, thread_imc or trace_imc",
        "of no PMU at all");
}

int main(void)
{
    test_pmus();
    test_events();
    return done_testing();
}
