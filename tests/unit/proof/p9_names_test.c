/* SPDX-License-Identifier: GPL-2.0-or-later */
/* PMUs and events of in-memory collection by perf's names. */
#include "harness/proof/power9/names.h"

#include "harness/hardware/machine_plan.h"
#include "harness/proof/power9/event.h"
#include "oracle/power9/traffic.h"
#include "tests/power9_machine.h"
#include "tests/tap.h"

static char wrong[MACHINE_PLAN_WRONG];

static struct p9 machine;

static const char *pmu(const char *name)
{
    return p9_names_check_pmu(&machine, name, wrong, sizeof(wrong)) ? NULL : wrong;
}

static const char *event(const char *name, const char *term)
{
    return p9_names_check_event(&machine, name, term, wrong, sizeof(wrong)) ? NULL : wrong;
}

static void test_pmus(void)
{
    static const char *const names[] = {"nest_mcs01_imc", "nest_powerbus0_imc", "nest_nx_imc",
        "core_imc", "thread_imc", "trace_imc"};
    static const char *const none[] = {
        "nest_mcs45_imc", "nest_core_imc", "mcs01_imc", "nest_mcs01", "nest_imc", "NEST_mcs01_imc"};

    for (unsigned i = 0; i < G_N_ELEMENTS(names); i++)
        is_str(pmu(names[i]), NULL, "there is %s", names[i]);
    for (unsigned i = 0; i < G_N_ELEMENTS(none); i++)
        ok(pmu(none[i]) != NULL && g_str_has_prefix(wrong, "there is no '"), "there is no %s",
            none[i]);
}

static void test_events(void)
{
    is_str(event("nest_mcs01_imc", "PM_MCS01_64B_RD_DISP_PORT01"), NULL, "an event of the nest");
    is_str(event("core_imc", "CPM_PCYC"), NULL, "one of a core");
    is_str(event("thread_imc", "CPM_CS_PCYC_USER"), NULL, "one of a thread");
    is_str(event("trace_imc", "trace_cycles"), NULL, "the event of the trace");
    is_str(event("nest_mcs23_imc", "PM_MCS01_64B_RD_DISP_PORT01"),
        "unknown event 'nest_mcs23_imc/PM_MCS01_64B_RD_DISP_PORT01/'; expected one of "
        "`pmulab describe power9.mcs23.events` or event=OFFSET",
        "another unit's");
    is_str(event("trace_imc", "cycles"),
        "unknown event 'trace_imc/cycles/'; expected one of `pmulab describe power9.trace.events` "
        "or "
        "event=CODE",
        "a name without its prefix");
    is_str(event("nest_mcs45_imc", "X"),
        "there is no 'nest_mcs45_imc'; expected nest_UNIT_imc, UNIT as `pmulab describe power9` "
        "lists them, "
        "or "
        "core_imc, thread_imc or trace_imc",
        "an event without a PMU");
}

/* ---- their meanings ---- */

/* Two cores of two threads each. */
static const struct p9_config four = {.generation = &generation_power9,
    .cpus = 4,
    .sockets = 1,
    .threads = 2,
    .availability = ~UINT64_C(0x1fff)};

static void is_event(
    const char *name, enum perf_event_kind kind, unsigned places, uint64_t word, double scale)
{
    static struct oracle_p9_plan plan;
    struct perf_event event;
    GError *error = NULL;

    oracle_p9_plan_begin(&plan, &oracle_power9, power9_catalogue_text);
    enum perf_event_kind got = perf_event_power9(&four, &plan, name, &event, &error);

    ok(got == kind, "%s: %s", name, error ? error->message : "no complaint");
    if (kind == PERF_EVENT_OURS) {
        is_u64(event.n_places, places, "%s: places", name);
        is_u64(event.control, word, "%s: word", name);
        ok(event.scale == scale && event.events == (guint)scale, "%s: scale", name);
    }
    g_clear_error(&error);
}

/* Words are offsets calculated by hand from open-power/ima-catalog 4E0200; the
 * same for scales. */
static void test_places(void)
{
    is_event("nest_mcs01_imc/PM_MCS01_64B_RD_DISP_PORT01/", PERF_EVENT_OURS, 1, 0xc8, 256);
    is_event("nest_mba0_imc/PM_MBA0_READ_BYTES/", PERF_EVENT_OURS, 1, 0x448, 1);
    is_event("nest_xlink0_imc/event=0x118/", PERF_EVENT_OURS, 1, 0x118, 1);
    is_event("core_imc/CPM_INST/", PERF_EVENT_OURS, 2, 0x20, 512);
    is_event("core_imc/config=0x7f000000a0/", PERF_EVENT_OURS, 2, 0xa0, 1);
    is_event("thread_imc/CPM_CS_INST_USER/", PERF_EVENT_OURS, 4, 0x1020, 512);
    is_event("trace_imc/trace_cycles/", PERF_EVENT_REFUSED, 0, 0, 0);
    is_event("core_imc/CPM_INST/u", PERF_EVENT_REFUSED, 0, 0, 0);
    is_event("core_imc/CPM_COFFEE/", PERF_EVENT_REFUSED, 0, 0, 0);
    is_event("core_imc/rvalue=2/", PERF_EVENT_REFUSED, 0, 0, 0);
    is_event("nest_coffee_imc/event=1/", PERF_EVENT_REFUSED, 0, 0, 0);
    is_event("CPM_CS_INST_USER", PERF_EVENT_REFUSED, 0, 0, 0);
    is_event("CPM_INST", PERF_EVENT_OURS, 2, 0x20, 512);
    is_event("cycles", PERF_EVENT_OTHER, 0, 0, 0);
    is_event("msr/tsc/", PERF_EVENT_OTHER, 0, 0, 0);
}

int main(void)
{
    machine.config = p9_defaults(&generation_power9);
    test_pmus();
    test_events();
    test_places();
    return done_testing();
}
