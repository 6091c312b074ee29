/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The samples that programs in a guest have printed, one by one. */
#ifndef PMULAB_HARNESS_PROOF_PERF_SAMPLES_H
#define PMULAB_HARNESS_PROOF_PERF_SAMPLES_H

#include "harness/truth/truth.h"

#include <glib.h>

/* What of a sample was printed. */
enum perf_sample_form {
    PERF_SAMPLE_REGISTERS, /* registers: `perf report -D`, `ibs_sample --csv` */
    PERF_SAMPLE_ACCESS,    /* what an access met: `perf mem report -D -x ,` */
};

struct perf_sample_text {
    enum perf_sample_form form;
    guint line; /* of the text, from 1 on */
    int cpu;    /* -1: not printed */
    /* PERF_SAMPLE_REGISTERS */
    unsigned n;
    struct truth_sample_reg regs[TRUTH_SAMPLE_REGS]; /* the engine's control register first */
    /* PERF_SAMPLE_ACCESS */
    guint64 ip, address, weight, data_src;
};

struct perf_samples {
    GArray *samples;  /* struct perf_sample_text, in order of the text */
    GPtrArray *wrong; /* of char *: where what perf says of a register is not what stands in its own dump */
};

/*
 * Reads @text, in which anything else may stand.
 *
 * Of `perf report -D` and `perf script -D` registers are those of the dump's bytes, all of them; each that
 * perf prints decoded must be the same. Samples that perf does not decode, those of other PMUs, are left out.
 * Free with perf_samples_free().
 */
struct perf_samples *perf_samples_parse(const char *text);
void perf_samples_free(struct perf_samples *samples);

#endif
