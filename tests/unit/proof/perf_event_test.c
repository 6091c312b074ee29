/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Events as perf's users write them: the places and the control value of each
 * one. */
#include "harness/proof/snbep/event.h"

#include "tests/tap.h"

static const struct snbep_config one = SNBEP_DEFAULTS;

struct expected {
    const char *name;
    unsigned n_places, block; /* the first place's */
    gboolean fixed;
    uint64_t control; /* Linux's value without en; worked out by hand from 327043-001 table 2-61 */
    const char *unit;
};

static const struct expected table[] = {
    {"uncore_imc_0/cas_count_read/", 1, 0, FALSE, 0x304, "MiB"},
    {"uncore_imc_3/cas_count_write/", 1, 3, FALSE, 0xc04, "MiB"},
    {"uncore_imc_1/clockticks/", 1, 1, TRUE, 0, ""},
    {"uncore_imc_1/event=0xff,umask=0x00/", 1, 1, TRUE, 0, ""},
    {"uncore_imc_1/config=0xff/", 1, 1, TRUE, 0, ""},
    {"uncore_imc_1/event=0xff,umask=0x01/", 1, 1, FALSE, 0x1ff, ""},
    {"uncore_imc_0/event=0x4,umask=0x3/", 1, 0, FALSE, 0x304, ""},
    {"uncore_imc_0/event=4,umask=3/", 1, 0, FALSE, 0x304, ""},
    {"uncore_imc_0/event=0x80,edge=1,inv=1,thresh=0x10/", 1, 0, FALSE, 0x10840080, ""},
    {"uncore_imc_0/event=0x80,edge,thresh=1/", 1, 0, FALSE, 0x01040080, ""},
    {"uncore_imc_0/config=0x304/", 1, 0, FALSE, 0x304, ""},
    {"uncore_imc_0/config=0x00720304/", 1, 0, FALSE, 0x304, ""},
    {"uncore_imc_0/cas_count_read,thresh=1/", 1, 0, FALSE, 0x01000304, "MiB"},
    {"uncore_imc/cas_count_read/", 4, 0, FALSE, 0x304, "MiB"},
    {"unc_m_cas_count.rd", 4, 0, FALSE, 0x304, ""},
    {"UNC_M_CAS_COUNT.WR_WMM", 4, 0, FALSE, 0x404, ""},
    {"unc_m_clockticks", 4, 0, FALSE, 0, ""},
    {"unc_m_rpq_occupancy", 4, 0, FALSE, 0x80, ""},
    {"unc_m_power_cke_cycles.rank7", 4, 0, FALSE, 0x8083, ""},
    {"uncore_imc_2/unc_m_pre_count.page_close/", 1, 2, FALSE, 0x202, ""},
};

static void understood(void)
{
    for (size_t i = 0; i < sizeof(table) / sizeof(table[0]); i++) {
        const struct expected *e = &table[i];
        struct perf_event event;
        GError *error = NULL;

        if (!ok(perf_event_snbep(&one, e->name, &event, &error) == PERF_EVENT_OURS,
                "%s is understood", e->name)) {
            g_clear_error(&error);
            continue;
        }
        is_u64(event.n_places, e->n_places, "%s: monitors", e->name);
        is_u64(event.places[0].block, e->block, "%s: the first", e->name);
        ok(event.fixed == e->fixed, "%s: on the %s counter", e->name,
            e->fixed ? "fixed" : "general");
        is_u64(event.control, e->control, "%s: control", e->name);
        is_str(event.unit, e->unit, "%s: unit", e->name);
        ok(event.scale == (*e->unit ? 64.0 / 1048576 : 1), "%s: scale", e->name);
    }
}

static void two_sockets(void)
{
    struct snbep_config two = SNBEP_DEFAULTS;
    struct perf_event event;

    two.n_sockets = 2;
    perf_event_snbep(&two, "uncore_imc_1/clockticks/", &event, NULL);
    is_u64(event.n_places, 2, "one monitor per socket");
    is_u64(event.places[1].block, snbep_block_number(VARIANT_SNBEP, 1, BOX_IMC, 1),
        "the second socket's monitor");
    ok(event.places[1].socket == 1 && event.places[1].pmu == event.places[0].pmu, "of one PMU");
    perf_event_snbep(&two, "unc_m_clockticks", &event, NULL);
    is_u64(event.n_places, 8, "all monitors");
}

static void refused(void)
{
    static const char *const names[][2] = {
        {"uncore_imc_0/cas_count_read/u", "modifiers"},
        {"unc_m_cas_count.rd:u", "modifiers"},
        {"uncore_imc_4/clockticks/", "uncore_imc_3"},
        {"uncore_imc_0/event=0x100/", "does not fit"},
        {"uncore_imc_0/event=0xff,umask=0x10/", "free-running"},
        {"uncore_imc_0/filter=1/", "expected event"},
        {"uncore_imc_0/event=x/", "expected a number"},
        {"uncore_imc_0/cas_count_red/", "expected event"},
        {"uncore_imc_0", "PMU/TERMS/"},
        {"unc_m_cas_count", "no such event"},
        {"unc_m_cas_count.rdx", "no such event"},
        {"unc_m_nothing", "no such event"},
        {"uncore_sbox_0/event=0x34/", "this part of the uncore counts nothing"},
        {"unc_s_clockticks", "this part of the uncore counts nothing"},
        {"uncore_qpi_0/event=0x200/", "does not fit"},
        {"uncore_qpi_2/event=0/", "uncore_imc_3"},
    };

    for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++) {
        struct perf_event event;
        GError *error = NULL;

        ok(perf_event_snbep(&one, names[i][0], &event, &error) == PERF_EVENT_REFUSED,
            "%s is refused", names[i][0]);
        ok(error && strstr(error->message, names[i][1]) && strstr(error->message, names[i][0]) &&
                !strchr(error->message, '\n'),
            "%s: %s", names[i][0], error ? error->message : "(no reason)");
        g_clear_error(&error);
    }
}

static void other(void)
{
    struct perf_event event;

    ok(perf_event_snbep(&one, "context-switches", &event, NULL) == PERF_EVENT_OTHER,
        "software events are other hardware");
    ok(perf_event_snbep(&one, "msr/tsc/", &event, NULL) == PERF_EVENT_OTHER,
        "... and so are other PMUs");
}

int main(void)
{
    understood();
    two_sockets();
    refused();
    other();
    return done_testing();
}
