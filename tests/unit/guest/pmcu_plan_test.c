/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The guest driver's arithmetic: sample sizes, and samples per trigger. */
#include "driver/hisi_pmcu/pmcu_plan.h"
#include "tests/tap.h"

#define CHUNK 0x400000u

/* ---- sizes: the slides' row, then rows by the posted driver's formulas
 * ---- */

static const struct {
    unsigned events, cpus;
    int comp;
    unsigned nr_pmu, nr_event, subsample, sample, header, most; /* @most: samples of one trigger */
} sizes[] = {
    {6, 48, 0, 6, 6, 0xc00, 3072, 0x40, 10200},
    {240, 48, 0, 8, 240, 0xf00, 115200, 0x3e0, 255},
    {240, 48, 1, 5, 240, 0x900, 110592, 0x3e0, 255},
    {100, 48, 0, 8, 104, 0xf00, 49920, 0x1c0, 510},
    {13, 64, 0, 8, 16, 0x1400, 10240, 0x60, 3825},
    {7, 48, 1, 5, 10, 0x900, 4608, 0x50, 6120},
    {1, 8, 0, 1, 1, 0xc0, 192, 0x20, 61200},
    {4, 8, 0, 4, 4, 0x180, 384, 0x30, 15300},
};

static void test_sizes(void)
{
    for (size_t i = 0; i < sizeof(sizes) / sizeof(sizes[0]); i++) {
        struct pmcu_layout layout;
        struct pmcu_step step;

        pmcu_layout_init(&layout, sizes[i].events, sizes[i].cpus, sizes[i].comp);
        is_u64(layout.nr_pmu, sizes[i].nr_pmu, "%u events, %u CPUs: counters", sizes[i].events,
            sizes[i].cpus);
        is_u64(layout.nr_event, sizes[i].nr_event, "... events with padding");
        is_u64(layout.subsample, sizes[i].subsample, "... bytes of a subsample");
        is_u64(layout.sample, sizes[i].sample, "... of a sample");
        is_u64(layout.header, sizes[i].header, "... of the header");
        step = pmcu_step_find(&layout, UINT32_MAX, UINT32_MAX, UINT32_MAX);
        is_u64(step.samples <= sizes[i].most ? step.samples : 0,
            sizes[i].most < UINT32_MAX / layout.sample ? sizes[i].most
                                                       : UINT32_MAX / layout.sample / 255 * 255,
            "... most samples per trigger");
    }
}

/* ---- triggers ---- */

static struct pmcu_layout six_events(void)
{
    struct pmcu_layout layout;

    pmcu_layout_init(&layout, 6, 48, 0);
    return layout;
}

static void is_step(struct pmcu_step step, struct pmcu_step expected, const char *what)
{
    is_u64(step.gap, expected.gap, "%s: gap", what);
    is_u64(step.samples, expected.samples, "%s: samples", what);
    is_u64(step.ev_len, expected.ev_len, "%s: EV_LEN", what);
    is_u64(step.nr_loop, expected.nr_loop, "%s: NR_LOOP", what);
}

static void test_counts(void)
{
    const struct pmcu_layout layout = six_events();

    is_step(
        pmcu_step_find(&layout, CHUNK, CHUNK, 10), (struct pmcu_step){0, 10, 6, 10}, "10 samples");
    is_step(pmcu_step_find(&layout, CHUNK, CHUNK, 1), (struct pmcu_step){0, 1, 6, 1}, "1 sample");
    is_step(pmcu_step_find(&layout, CHUNK, CHUNK, 255), (struct pmcu_step){0, 255, 6, 255},
        "255 samples");
    is_step(pmcu_step_find(&layout, CHUNK, CHUNK, 256), (struct pmcu_step){0, 255, 6, 255},
        "256: one is left");
    is_step(pmcu_step_find(&layout, CHUNK, CHUNK, 1000), (struct pmcu_step){0, 765, 18, 255},
        "1000 samples");
}

static void test_room(void)
{
    const struct pmcu_layout layout = six_events();

    is_step(
        pmcu_step_find(&layout, CHUNK, 3071, 10), (struct pmcu_step){0}, "no space for a sample");
    is_step(pmcu_step_find(&layout, CHUNK, 3072, 10), (struct pmcu_step){0, 1, 6, 1},
        "space for one sample");
    is_step(pmcu_step_find(&layout, 6143, CHUNK, 10), (struct pmcu_step){0, 1, 6, 1},
        "a chunk of one sample");
    is_step(pmcu_step_find(&layout, 3071, CHUNK, 10), (struct pmcu_step){.gap = 3071},
        "a chunk's last bytes");
    is_step(pmcu_step_find(&layout, 3071, 3071, 10), (struct pmcu_step){.gap = 3071},
        "... and the last of the free space");
    is_step(pmcu_step_find(&layout, 3072, CHUNK, 10), (struct pmcu_step){0, 1, 6, 1},
        "space for just one");
    is_step(pmcu_step_find(&layout, 3071, 3070, 10), (struct pmcu_step){0},
        "... that the reader still holds");
    is_step(pmcu_step_find(&layout, 0, CHUNK, 10), (struct pmcu_step){0}, "a chunk's end");
}

int main(void)
{
    test_sizes();
    test_counts();
    test_room();
    return done_testing();
}
