/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Differences between generations, as the replay of `epyc` knows them. */
#include "harness/truth/epyc/replay.h"

#include "tests/epyc_machine.h"

static struct guest guest;

static const uint64_t sampling = OP_CTL_EN | OP_CTL_OPS | 0x40; /* each 1024 ops */

/* APM volume 2, section 13.2: counters and the version of each generation. */
static void test_core(void)
{
    static const struct {
        const char *options;
        unsigned general, version;
    } parts[] = {{"variant=fam10h", 4, 0}, {"variant=zen1", 6, 1}, {"variant=zen3", 6, 1},
        {"variant=zen4", 6, 2}, {"variant=zen6", 6, 2}};

    for (unsigned i = 0; i < G_N_ELEMENTS(parts); i++) {
        guest_start(&guest, parts[i].options);
        const struct oracle_x86_pmu pmu = truth_core_epyc(&guest.m.config);

        is_u64(pmu.general, parts[i].general, "%s: counters of a core", parts[i].options);
        is_u64(pmu.version, parts[i].version, "... and the version");
        is_u64(pmu.fixed, 0, "... without fixed ones");
    }
}

static void interrupts_are(guint expected, const char *what)
{
    struct truth *t = truth_replay_epyc(&guest.m, NULL, guest.records, guest.n_records);

    is_u64(t->notes->len, 0, "%s: nothing is wrong", what);
    is_u64(t->interrupts->len, expected, "... and the interrupts");
    truth_free(t);
}

/* Revision guide of family 10h (41322): an engine that is switched off while
 * MaxCnt is not 0 interrupts. */
static void test_erratum_420(void)
{
    guest_start(&guest, "variant=fam10h cpus=1");
    linux_init(&guest);
    guest_wrmsr(&guest, 0, MSR_OP_CTL, sampling);
    guest_wrmsr(&guest, 0, MSR_OP_CTL, sampling + 1);
    interrupts_are(0, "another period");
    guest_wrmsr(&guest, 0, MSR_OP_CTL, sampling & ~OP_CTL_EN);
    interrupts_are(1, "switched off");
    guest_wrmsr(&guest, 0, MSR_OP_CTL, sampling);
    guest_wrmsr(&guest, 0, MSR_OP_CTL, OP_CTL_EN);
    guest_wrmsr(&guest, 0, MSR_OP_CTL, 0);
    interrupts_are(1, "... after its period was cleared");
    guest_start(&guest, "variant=zen4 cpus=1");
    linux_init(&guest);
    guest_wrmsr(&guest, 0, MSR_OP_CTL, sampling);
    guest_wrmsr(&guest, 0, MSR_OP_CTL, sampling & ~OP_CTL_EN);
    interrupts_are(0, "Zen4 switched off");
}

int main(void)
{
    test_core();
    test_erratum_420();
    return done_testing();
}
