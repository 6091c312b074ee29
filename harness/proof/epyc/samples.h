/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Reads samples of `epyc` as programs print them. */
#ifndef PMULAB_HARNESS_PROOF_EPYC_SAMPLES_H
#define PMULAB_HARNESS_PROOF_EPYC_SAMPLES_H

#include "harness/proof/perf_samples.h"

/*
 * Parses @text, which may contain other text.
 *
 * From `perf report -D` and `perf script -D` it takes all registers in the
 * dump's bytes. perf's decoded value of a register must equal the dump's. It
 * skips samples that perf does not decode, which belong to other PMUs. Free
 * with perf_samples_free().
 */
struct perf_samples *perf_samples_epyc(const char *text);

#endif
