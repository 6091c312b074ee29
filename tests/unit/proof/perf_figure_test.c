/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Counts as perf scales and prints them. */
#include "harness/proof/perf_figure.h"

#include "tests/tap.h"

static void scaled(
    uint64_t value, uint64_t enabled, uint64_t running, uint64_t expected, const char *what)
{
    const struct perf_count count = {.enabled = enabled, .running = running};

    is_u64(perf_figure_scaled(value, &count), expected, "%s", what);
}

/* As in perf_counts_values__scale(): doubles, with the fraction dropped. */
static void scales(void)
{
    scaled(7, 5, 0, 7, "an event that never ran is not scaled");
    scaled(7, 5, 1, 35, "one that ran a fifth of the time");
    scaled(7, 5, 5, 7, "one that ran all the time");
    scaled(7, 5, 6, 7, "one that ran longer");
    scaled(5, 4, 3, 6, "20/3: the fraction is dropped");
    scaled(11, 4, 3, 14, "44/3");
    scaled(0, 4, 3, 0, "nothing");
    scaled(UINT64_C(1) << 62, 2, 1, UINT64_C(1) << 63, "2^63");
    scaled((UINT64_C(1) << 63) - 1024, 2, 1, UINT64_MAX - 2047, "the largest double below 2^64");
    scaled(UINT64_C(1) << 63, 2, 1, UINT64_MAX, "2^64 is clamped");
    scaled(UINT64_C(1) << 63, 9, 1, UINT64_MAX, "... and so is more");
}

static void text(uint64_t total, double scale, const char *like, const char *expected)
{
    g_autofree char *got = perf_figure_text(total, scale, like);

    is_str(got, expected, "%u times %g like %s", (unsigned)total, scale, like);
}

static void texts(void)
{
    g_autofree char *plain = perf_figure_plain("1,234,567.89"), *same = perf_figure_plain("42");

    text(12, 1, "9", "12");
    text(12, 0.25, "9", "3");
    text(10, 0.25, "9", "2"); /* 2.5 is rounded to the even digit */
    text(7, 0.25, "100.0", "1.8");
    text(7, 0.25, "0.00", "1.75");
    text(0, 0.25, "0.000", "0.000");
    text(3, 512, "1", "1536");
    text(UINT64_MAX, 1, "0.00", "18446744073709551616.00"); /* as a double */
    is_str(plain, "1234567.89", "commas between groups of digits");
    is_str(same, "42", "a figure without commas");
}

int main(void)
{
    scales();
    texts();
    return done_testing();
}
