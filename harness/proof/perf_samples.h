/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The samples that programs in a guest printed, one by one. */
#ifndef PMULAB_HARNESS_PROOF_PERF_SAMPLES_H
#define PMULAB_HARNESS_PROOF_PERF_SAMPLES_H

#include "harness/truth/truth.h"

#include <glib.h>

/* Which part of a sample was printed. */
enum perf_sample_form {
    PERF_SAMPLE_REGISTERS, /* registers: `perf report -D`, `ibs_sample --csv` */
    PERF_SAMPLE_ACCESS,    /* result of a memory access: `perf mem report -D -x ,` */
};

struct perf_sample_text {
    enum perf_sample_form form;
    guint line; /* in the text, from 1 */
    int cpu;    /* -1: not printed */
    /* PERF_SAMPLE_REGISTERS */
    unsigned n;
    struct truth_sample_reg regs[TRUTH_SAMPLE_REGS]; /* the engine's control register first */
    /* PERF_SAMPLE_ACCESS */
    guint64 ip, address, weight, data_src;
};

struct perf_samples {
    GArray *samples;  /* struct perf_sample_text, in order of the text */
    GPtrArray *wrong; /* of char *: registers whose decoded value differs from perf's own dump */
};

/* Makes an empty list, for a machine's parse() to fill. Free with
 * perf_samples_free(). */
struct perf_samples *perf_samples_new(void);
void perf_samples_free(struct perf_samples *samples);

#endif
