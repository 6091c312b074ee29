/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The oracle of epyc's data fabric: names of events, terms with split bits, and
 * counts. */
#include "oracle/epyc/uncore.h"
#include "oracle/epyc/uncore_asked.h"
#include "tests/tap.h"

#include <stdlib.h>

#define EN     UINT64_C(0x400000)
#define SECOND UINT64_C(1000000000)

static void test_asked(void)
{
    static const struct {
        const char *name;
        enum oracle_part part;
        enum oracle_amd_uncore_asked_kind kind;
        uint64_t control;
        unsigned code, mask;
    } rows[] = {
        {"local_processor_read_data_beats_cs0", ORACLE_ZEN4, ORACLE_AMD_UNCORE_ASKED, 0x0700fe1f,
            0x1f, 0x7fe},
        {"remote_socket_inf1_outbound_data_beats_ccm5", ORACLE_ZEN4, ORACLE_AMD_UNCORE_ASKED,
            0x000000050b00ff5f, 0x55f, 0xbff},
        {"local_socket_upstream_write_beats_iom3", ORACLE_ZEN4, ORACLE_AMD_UNCORE_ASKED,
            0x000000080700ffdf, 0x8df, 0x7ff},
        {"local_socket_outbound_data_beats_link7", ORACLE_ZEN4, ORACLE_AMD_UNCORE_ASKED,
            0x0000000d0f003e1f, 0xd1f, 0xf3e},
        {"amd_df/event=0x3fff,umask=0xfff/", ORACLE_ZEN4, ORACLE_AMD_UNCORE_ASKED,
            0x0000003f0f00ffff, 0x3fff, 0xfff},
        {"amd_df/event=0x4000/", ORACLE_ZEN4, ORACLE_AMD_UNCORE_REFUSED, 0, 0, 0},
        {"amd_df/event=1,umask=0x1000/", ORACLE_ZEN4, ORACLE_AMD_UNCORE_REFUSED, 0, 0, 0},
        {"amd_df/event/", ORACLE_ZEN4, ORACLE_AMD_UNCORE_REFUSED, 0, 0, 0},
        {"local_processor_read_data_beats_cs12", ORACLE_ZEN4, ORACLE_AMD_UNCORE_REFUSED, 0, 0, 0},
        {"dram_channel_data_controller_0", ORACLE_ZEN4, ORACLE_AMD_UNCORE_REFUSED, 0, 0, 0},
        {"dram_channel_data_controller_6", ORACLE_ZEN1, ORACLE_AMD_UNCORE_ASKED, 0x0000000100003887,
            0x187, 0x38},
        {"remote_outbound_data_controller_3", ORACLE_ZEN3, ORACLE_AMD_UNCORE_ASKED,
            0x0000000800000287, 0x887, 0x02},
        {"amd_df/event=0x3abc,umask=0xff/", ORACLE_ZEN2, ORACLE_AMD_UNCORE_ASKED,
            0x1800000a0000ffbc, 0x3abc, 0xff},
        {"amd_df/event=1,umask=0x100/", ORACLE_ZEN2, ORACLE_AMD_UNCORE_REFUSED, 0, 0, 0},
        {"amd_df/event=1/", ORACLE_FAM10H, ORACLE_AMD_UNCORE_REFUSED, 0, 0, 0},
    };

    for (unsigned i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
        struct oracle_amd_uncore_asked asked;
        char why[ORACLE_WHY] = "";

        is_u64(oracle_amd_uncore_what_is_asked(rows[i].part, rows[i].name, &asked, why),
            rows[i].kind, "%s", rows[i].name);
        if (rows[i].kind == ORACLE_AMD_UNCORE_ASKED) {
            is_u64(asked.control, rows[i].control, "... in a control");
            ok(asked.ask.code == rows[i].code && asked.ask.mask == rows[i].mask, "... and back");
        }
        if (rows[i].kind == ORACLE_AMD_UNCORE_REFUSED)
            ok(*why, "... %s", why);
    }
}

static void test_counts(void)
{
    static const char *const lines[] = {"at boot", "df CS11.REMOTE_WRITE 640 MB/s",
        "df CS11.LOCAL_WRITE 7/s", "at write 1 of df.PERF_CTR15",
        "df.PERF_CTR15 += 0xffffffffffff"};
    struct oracle_amd_uncore_config config = {
        .sockets = 1, .cpus = 2, .blocks = {[ORACLE_DF_ZEN4] = 1}};
    struct oracle_epyc_plan *plan = calloc(1, sizeof(*plan));
    struct oracle_amd_uncore_due due;

    if (!plan)
        abort();
    for (unsigned k = 0; k < ORACLE_AMD_UNCORE_KINDS; k++)
        config.hz[k] = 1800000000;
    plan->part = ORACLE_ZEN5;
    for (unsigned i = 0; i < sizeof(lines) / sizeof(lines[0]); i++)
        is_str(oracle_epyc_plan_line(plan, lines[i]), NULL, "%s", lines[i]);
    ok(oracle_epyc_plan_line(plan, "df0 CS0.LOCAL_READ 1/s"), "refused: a number");
    ok(oracle_epyc_plan_line(plan, "at read 1 of df.PERF_CTR16"), "refused: a counter too many");
    struct oracle_amd_uncore *m = oracle_amd_uncore_new(&config, plan);
    const unsigned block = oracle_epyc_uncore(ORACLE_DF_ZEN4, 0, 0);
    struct oracle_amd_uncore_box *box = oracle_amd_uncore_box(m, block);

    while (oracle_amd_uncore_entry(m, 0, &due))
        ;
    oracle_amd_uncore_write(box, 30, EN | UINT64_C(0x000000020b00ffdf));
    oracle_amd_uncore_write(box, 0, EN | UINT64_C(0x000000020f00ffdf));
    oracle_amd_uncore_advance(box, SECOND);
    is_u64(oracle_amd_uncore_read(box, 31), 10000000, "beats of 64 bytes");
    is_u64(oracle_amd_uncore_read(box, 1), 0, "a mask is a number");
    oracle_amd_uncore_accessed(m, SECOND, block, 31, true);
    ok(oracle_amd_uncore_entry(m, SECOND, &due), "the plan adds to the counter");
    is_u64(oracle_amd_uncore_read(box, 31), 9999999, "... modulo its 48 bits");
    oracle_amd_uncore_free(m);
    free(plan);
}

int main(void)
{
    test_asked();
    test_counts();
    return done_testing();
}
