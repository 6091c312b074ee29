/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The layout of a subsample: sizes from the driver's formulas, and the slides'
 * dump. */
#include "models/kunpeng/subsample.h"
#include "tests/tap.h"

/* Events of a round, whether in compatibility mode, CPUs, and the bytes of a
 * subsample (facts 5). */
static void test_sizes(void)
{
    static const struct {
        unsigned events, compatible, cpus, size;
    } known[] = {{6, 0, 48, 0xc00}, {8, 0, 48, 0xf00}, {5, 1, 48, 0x900}, {8, 0, 64, 0x1400}};

    for (unsigned i = 0; i < sizeof(known) / sizeof(known[0]); i++) {
        struct subsample_layout layout = {known[i].cpus / 8, known[i].events, !known[i].compatible};
        is_u64(subsample_size(&layout), known[i].size, "%u events, %u CPUs%s", known[i].events,
            known[i].cpus, known[i].compatible ? ", compatible" : "");
    }
    is_u64(SUBSAMPLE_MAX, 0x1400, "the largest");
    is_u64(0x40 + 10 * subsample_size(&(struct subsample_layout){6, 6, true}), 0x7840,
        "header and ten subsamples of the slides");
}

/* The slides: offset in the dump, which has a header of 0x40, event, CPU. */
static void test_slides(void)
{
    static const struct {
        unsigned offset, event, cpu;
    } dump[] = {{0x300, 0, 38}, {0x308, 0, 46}, {0x310, 0, 7}, {0x318, 0, 15}, {0x320, 0, 23},
        {0x328, 0, 31}, {0x330, 0, 39}, {0x338, 0, 47}, {0x340, 1, 0}, {0x348, 1, 8},
        {0x350, 1, 16}, {0x358, 1, 24}, {0x360, 1, 32}, {0x368, 1, 40}, {0x370, 1, 1},
        {0x378, 1, 9}, {0x380, 1, 17}, {0x388, 1, 25}};
    const struct subsample_layout layout = {6, 6, true};

    for (unsigned i = 0; i < sizeof(dump) / sizeof(dump[0]); i++)
        is_u64(0x40 + subsample_event(&layout, dump[i].event, dump[i].cpu), dump[i].offset,
            "event %u of CPU %u", dump[i].event, dump[i].cpu);
    is_u64(0x40 + subsample_context(&layout, 0, 0), 0x40, "first context IDs");
    is_u64(0x40 + subsample_context(&layout, 1, 0), 0x100, "second context IDs");
    is_u64(0x40 + subsample_event(&layout, 0, 0), 0x1c0, "event 0");
    is_u64(0x40 + subsample_event(&layout, 5, 0), 0x940, "event 5");
    is_u64(0x40 + subsample_cycles(&layout, 0), 0xac0, "cycles");
    is_u64(0x40 + subsample_cycles(&layout, 47), 0xc38, "the last word before 0xc40");
    is_u64(subsample_context(&layout, 0, 9), 7 * 4, "context IDs in the same order");
}

static void test_one_cluster(void)
{
    const struct subsample_layout layout = {1, 1, true};

    for (unsigned slot = 0; slot < 8; slot++)
        is_u64(subsample_place(&layout, slot), slot,
            "with one cluster, CPU %u is at its own number's place", slot);
}

/* Every byte has one meaning. */
static void test_dense(void)
{
    const struct subsample_layout layout = {8, 8, true};
    static uint8_t used[SUBSAMPLE_MAX];
    unsigned twice = 0, unused = 0;

    for (unsigned slot = 0; slot < 64; slot++) {
        for (unsigned i = 0; i < 4; i++) {
            twice += used[subsample_context(&layout, 0, slot) + i]++;
            twice += used[subsample_context(&layout, 1, slot) + i]++;
        }
        for (unsigned i = 0; i < 8; i++) {
            for (unsigned e = 0; e < 8; e++)
                twice += used[subsample_event(&layout, e, slot) + i]++;
            twice += used[subsample_cycles(&layout, slot) + i]++;
        }
    }
    for (unsigned i = 0; i < subsample_size(&layout); i++)
        unused += !used[i];
    ok(!twice && !unused, "each byte of the largest subsample belongs to one value");
}

int main(void)
{
    test_sizes();
    test_slides();
    test_one_cluster();
    test_dense();
    return done_testing();
}
