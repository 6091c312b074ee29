/* SPDX-License-Identifier: GPL-2.0-or-later */
/* A list of printed samples, for machines to fill. */
#include "harness/proof/perf_samples.h"

struct perf_samples *perf_samples_new(void)
{
    struct perf_samples *out = g_new0(struct perf_samples, 1);

    out->samples = g_array_new(FALSE, FALSE, sizeof(struct perf_sample_text));
    out->wrong = g_ptr_array_new_with_free_func(g_free);
    return out;
}

void perf_samples_free(struct perf_samples *samples)
{
    if (!samples)
        return;
    g_array_unref(samples->samples);
    g_ptr_array_unref(samples->wrong);
    g_free(samples);
}
