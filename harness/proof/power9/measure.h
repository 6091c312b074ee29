/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Measurements with words of counter memory that run freely, made by Linux's imc-pmu. */
#ifndef PMULAB_HARNESS_PROOF_POWER9_MEASURE_H
#define PMULAB_HARNESS_PROOF_POWER9_MEASURE_H

#include "harness/proof/perf_measure.h"

/*
 * The driver counts with reads alone: the first remembers where the word stands, each further one adds what
 * came since. A trace does not say which is which, but how perf goes about it does
 * (arch/powerpc/perf/imc-pmu.c, kernel/events/core.c):
 *
 * - Chips and cores. perf enables one event after the other, and each time the kernel takes those of the PMU
 *   that count already away and puts them back: a read that adds, and one that remembers. Once all events
 *   have begun, each read adds: one for each table of -I, and the last one when the event is taken away. In
 *   a step with several runs of perf, a run takes so many reads of each word, and the next begins behind.
 * - Threads. Events come and go with their task, and LDBAR is enabled after the reads that remember. Runs are
 *   told apart by the longest times at which no thread counted.
 *
 * Returns struct measurement, which g_ptr_array_unref() frees: for each event, place and run one; and one for
 * each word that no claim speaks of.
 */
GPtrArray *measure_power9(const struct measure_step *step);

#endif
