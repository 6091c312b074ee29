/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The oracle of epyc's L3: names of events and their selections by the driver,
 * shares of slices and cores, and counts by hand. */
#include "oracle/epyc/uncore.h"
#include "oracle/epyc/uncore_asked.h"
#include "tests/tap.h"

#include <stdlib.h>

#define EN     UINT64_C(0x400000)
#define ALL    UINT64_C(0x0300c00000000000)
#define SECOND UINT64_C(1000000000)

static void test_asked(void)
{
    static const struct {
        const char *name;
        enum oracle_part part;
        enum oracle_amd_uncore_asked_kind kind;
        uint64_t control;
    } rows[] = {
        {"l3_lookup_state.l3_miss", ORACLE_ZEN4, ORACLE_AMD_UNCORE_ASKED, 0x0300c00000000104},
        {"L3_LOOKUP_STATE.L3_HIT", ORACLE_ZEN5, ORACLE_AMD_UNCORE_ASKED, 0x0300c0000000fe04},
        {"l3_xi_sampled_latency.all", ORACLE_ZEN4, ORACLE_AMD_UNCORE_ASKED, 0x0303c00000003fac},
        {"l3_xi_sampled_latency_requests.ext_far", ORACLE_ZEN4, ORACLE_AMD_UNCORE_ASKED,
            0x0303c000000020ad},
        {"l3_misses", ORACLE_ZEN4, ORACLE_AMD_UNCORE_REFUSED, 0},
        {"l3_lookup_state.l3_miss:u", ORACLE_ZEN4, ORACLE_AMD_UNCORE_REFUSED, 0},
        {"xi_sys_fill_latency", ORACLE_ZEN4, ORACLE_AMD_UNCORE_REFUSED, 0},
        {"l3_misses", ORACLE_FAM10H, ORACLE_AMD_UNCORE_REFUSED, 0},
        {"umc_cas_cmd.rd", ORACLE_ZEN3, ORACLE_AMD_UNCORE_REFUSED, 0},
        {"l3_misses", ORACLE_ZEN2, ORACLE_AMD_UNCORE_ASKED, 0xff0f000000000104},
        {"xi_ccx_sdp_req1.all_l3_miss_req_typs", ORACLE_ZEN1, ORACLE_AMD_UNCORE_ASKED,
            0xff0f000000003f9a},
        {"xi_ccx_sdp_req1", ORACLE_ZEN3, ORACLE_AMD_UNCORE_ASKED, 0x0300c0000000ff9a},
        {"l3_cache_accesses", ORACLE_ZEN3, ORACLE_AMD_UNCORE_ASKED, 0x0300c0000000ff04},
        {"amd_l3/event=4,umask=1,slicemask=5/", ORACLE_ZEN1, ORACLE_AMD_UNCORE_ASKED,
            0xff05000000000104},
        {"amd_l3/event=4,umask=1,threadmask=0x30/", ORACLE_ZEN1, ORACLE_AMD_UNCORE_ASKED,
            0x300f000000000104},
        {"amd_l3/event=4,coreid=1/", ORACLE_ZEN1, ORACLE_AMD_UNCORE_REFUSED, 0},
        {"amd_l3/event=4,slicemask=1/", ORACLE_ZEN4, ORACLE_AMD_UNCORE_REFUSED, 0},
        {"amd_l3/event=4,umask=1,threadmask=3/", ORACLE_ZEN4, ORACLE_AMD_UNCORE_ASKED,
            0x0300000000000104},
        {"amd_l3/event=4,umask=1,threadmask=1,coreid=1,enallslices/", ORACLE_ZEN4,
            ORACLE_AMD_UNCORE_ASKED, 0x0100440000000104},
        {"amd_l3/event=4,umask=1,threadmask=2,enallcores,sliceid=6/", ORACLE_ZEN4,
            ORACLE_AMD_UNCORE_ASKED, 0x0206800000000104},
        /* Without a thread, the driver selects all threads, cores and slices.
         * */
        {"amd_l3/event=4,umask=1,sliceid=6,coreid=2/", ORACLE_ZEN4, ORACLE_AMD_UNCORE_ASKED,
            0x0300c00000000104},
        {"amd_l3/event=0x104/", ORACLE_ZEN4, ORACLE_AMD_UNCORE_REFUSED, 0},
        {"amd_l3/event=4/k", ORACLE_ZEN4, ORACLE_AMD_UNCORE_REFUSED, 0},
        {"l2_request_g1.all_no_prefetch", ORACLE_ZEN4, ORACLE_AMD_UNCORE_OTHER, 0},
    };

    for (unsigned i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
        struct oracle_amd_uncore_asked asked;
        char why[ORACLE_WHY] = "";

        is_u64(oracle_amd_uncore_what_is_asked(rows[i].part, rows[i].name, &asked, why),
            rows[i].kind, "%s", rows[i].name);
        if (rows[i].kind == ORACLE_AMD_UNCORE_ASKED)
            is_u64(asked.control, rows[i].control, "... in a control");
        if (rows[i].kind == ORACLE_AMD_UNCORE_REFUSED)
            ok(*why, "... %s", why);
    }
}

/* Compared with the definition, occurrence by occurrence. */
static void test_shares(void)
{
    static const struct {
        enum oracle_amd_uncore_kind kind;
        uint64_t control;
        unsigned slices, cores;
    } rows[] = {{ORACLE_L3_ZEN4, ALL, 0xff, 0xff},
        {ORACLE_L3_ZEN4, UINT64_C(0x0105440000000000), 0xff, 2},
        {ORACLE_L3_ZEN3, UINT64_C(0x0105880000000000), 0x20, 0xff},
        {ORACLE_L3_ZEN3, UINT64_C(0x0206080000000000), 0x40, 0},
        {ORACLE_L3_ZEN1, UINT64_C(0x140a000000000000), 0xa, 6}};

    for (unsigned i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
        const unsigned cpus = 3, slices = rows[i].kind == ORACLE_L3_ZEN1 ? 4 : 8;
        const struct oracle_amd_uncore_ask ask =
            oracle_amd_uncore_ask_of(rows[i].kind, rows[i].control);
        uint64_t sum = 0;
        bool same = true;

        is_u64(ask.slices, rows[i].slices, "slices of 0x%llx", (unsigned long long)rows[i].control);
        is_u64(ask.cores, rows[i].cores, "... cores");
        for (uint64_t k = 0; k < 200; k++) {
            same = same && oracle_l3_share(rows[i].kind, &ask, cpus, k) == sum;
            sum += ask.slices >> k % slices & ask.cores >> k / slices % cpus & 1;
        }
        ok(same, "... each occurrence has its place");
    }
}

static void test_counts(void)
{
    static const char *const lines[] = {"at boot", "l3 LOOKUP_STATE.L3_MISS 1600/s",
        "s1.l3 XI_SAMPLED_LATENCY.DRAM_FAR 25%", "at read 1 of l3.PERF_CTR5",
        "l3.PERF_CTR5 = 0xfffffffffff0"};
    const struct oracle_amd_uncore_config config = {.sockets = 2,
        .cpus = 2,
        .blocks = {[ORACLE_L3_ZEN4] = 1},
        .hz = {[ORACLE_UMC] = 1,
            [ORACLE_L3_ZEN1] = 1,
            [ORACLE_L3_ZEN3] = 1,
            [ORACLE_L3_ZEN4] = 2000000000}};
    struct oracle_epyc_plan *plan = calloc(1, sizeof(*plan));
    struct oracle_amd_uncore_due due;

    if (!plan)
        abort();
    plan->part = ORACLE_ZEN6;
    for (unsigned i = 0; i < sizeof(lines) / sizeof(lines[0]); i++)
        is_str(oracle_epyc_plan_line(plan, lines[i]), NULL, "%s", lines[i]);
    ok(oracle_epyc_plan_line(plan, "l3 XI_SYS_FILL_LATENCY 1/s"),
        "refused: an event of another generation");
    ok(oracle_epyc_plan_line(plan, "l31 LOOKUP_STATE.L3_MISS 1/s"), "refused: a number");
    ok(oracle_epyc_plan_line(plan, "l3 LOOKUP_STATE 1/s"), "refused: no sub-event");
    struct oracle_amd_uncore *m = oracle_amd_uncore_new(&config, plan);
    const unsigned first = oracle_epyc_uncore(ORACLE_L3_ZEN4, 0, 0);
    struct oracle_amd_uncore_box *box = oracle_amd_uncore_box(m, first),
                                 *second = oracle_amd_uncore_box(
                                     m, oracle_epyc_uncore(ORACLE_L3_ZEN4, 1, 0));
    const struct oracle_amd_uncore_ask all = oracle_amd_uncore_ask_of(ORACLE_L3_ZEN4, ALL | 0x104);

    ok(box && second && !oracle_amd_uncore_box(m, first + 1), "one for each socket");
    while (oracle_amd_uncore_entry(m, 0, &due))
        ;
    oracle_amd_uncore_write(box, 10, EN | UINT64_C(0x0105440000000000) | 0x104);
    oracle_amd_uncore_write(second, 0, EN | ALL | 0x2ac);
    oracle_amd_uncore_advance(box, SECOND);
    oracle_amd_uncore_advance(second, SECOND);
    is_u64(oracle_amd_uncore_read(box, 11), 800, "core 1 has every other round");
    is_u64(oracle_amd_uncore_read(second, 1), 500000000, "a quarter of the cycles");
    is_u64(oracle_amd_uncore_injected(box, 5, &all, 0, SECOND), 1600, "all events while it ran");
    oracle_amd_uncore_accessed(m, SECOND, first, 11, false);
    ok(oracle_amd_uncore_entry(m, SECOND, &due) && due.was == 800, "the plan sets the counter");
    oracle_amd_uncore_advance(box, 2 * SECOND);
    is_u64(oracle_amd_uncore_read(box, 11), 784, "... which wraps");
    oracle_amd_uncore_free(m);
    free(plan);
}

int main(void)
{
    test_asked();
    test_shares();
    test_counts();
    return done_testing();
}
