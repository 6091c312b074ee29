/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Printed branch records against the stacks that a driver read. */
#include "harness/proof/perf_branches.h"

#include "tests/tap.h"

/* Two stacks of CPU 0, with one of CPU 1 between their reads. */
static struct truth *world(void)
{
    static const struct truth_branch branches[] = {{10, 0, 0, 0x10, 0x20, TRUE, TRUE},
        {11, 1, 0, 0x70, 0x80, FALSE, TRUE}, {12, 0, 1, 0x11, 0x21, FALSE, TRUE},
        {14, 0, 2, 0xffffffff81000000, 0x22, FALSE, TRUE}, {20, 0, 1, 0x30, 0x40, FALSE, FALSE}};
    struct truth *truth = truth_new();

    g_array_append_vals(truth->branches, branches, G_N_ELEMENTS(branches));
    return truth;
}

struct expected {
    guint stacks, samples, printed, executed, left_out, wrong;
};

static void is_checked(
    const char *text, gsize begin, gsize end, const struct expected *e, const char *what)
{
    struct truth *truth = world();
    struct perf_branches *b = perf_branches_check(truth, begin, end, text);

    is_u64(b->stacks, e->stacks, "%s: stacks", what);
    is_u64(b->samples, e->samples, "... samples");
    is_u64(b->printed, e->printed, "... branches");
    is_u64(b->executed, e->executed, "... executed");
    is_u64(b->left_out, e->left_out, "... left out");
    is_u64(b->wrong->len, e->wrong, "... wrong");
    perf_branches_free(b);
    truth_free(truth);
}

#define KERNEL "0xffffffff81000000/0x22/P/-/-/0//NON_SPEC"

static void test_samples(void)
{
    is_checked("0xffffffff8100000f/0x22/P/-/-/0\n", 0, 99, &(struct expected){3, 1, 1, 0, 0, 1},
        "moved, to a user");
    is_checked("  401034 hot 0x10/0x20/M/-/-/0//X  0x11/0x21/P/-/-/0//X " KERNEL "\n\nother\n"
               "0x70/0x80/P/-/-/0\n0x30/0x40/P/-/-/0\n",
        0, 99, &(struct expected){3, 3, 5, 4, 0, 0}, "all, one not executed");
    is_checked("0x10/0x20/M/-/-/0  0x11/0x21/P/-/-/0\n", 0, 99,
        &(struct expected){3, 1, 2, 2, 1, 0}, "the driver drops one");
    is_checked("0x11/0x21/P/-/-/0  0x10/0x20/M/-/-/0\n", 0, 99,
        &(struct expected){3, 1, 2, 0, 0, 1}, "another order");
    is_checked("0x10/0x20/P/-/-/0\n", 0, 99, &(struct expected){3, 1, 1, 0, 0, 1}, "another flag");
    is_checked(
        "0x10/0x21/M/-/-/0\n", 0, 99, &(struct expected){3, 1, 1, 0, 0, 1}, "another target");
    is_checked("0x70/0x80/P/-/-/0\n0x70/0x80/P/-/-/0\n", 0, 99,
        &(struct expected){3, 2, 2, 1, 0, 1}, "a sample twice");
    is_checked("0x10/0x20/M/-/-/0\n0x70/0x80/P/-/-/0\n0x30/0x40/P/-/-/0 0x0/0x0/P/-/-/0\n", 0, 99,
        &(struct expected){3, 3, 3, 2, 2, 0}, "of all CPUs, in the order of time");
    is_checked("0x30/0x40/P/-/-/0\n0x11/0x21/P/-/-/0\n", 0, 99,
        &(struct expected){3, 2, 2, 1, 2, 0}, "samples in another order");
    is_checked(
        "0x30/0x40/P/-/-/0\n", 0, 20, &(struct expected){2, 1, 1, 0, 0, 1}, "read after the step");
    is_checked("0x10/0x20/M/-/-/0\n", 10, 99, &(struct expected){3, 1, 1, 0, 0, 1},
        "read before the step");
    is_checked("0x10 0x20/0x30 10/20/P/ 0x10/0x20/X/\n", 0, 99,
        &(struct expected){3, 0, 0, 0, 0, 0}, "other text");
}

int main(void)
{
    test_samples();
    return done_testing();
}
