/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Measures free-running words of counter memory as Linux's imc-pmu reads
 * them. */
#ifndef PMULAB_HARNESS_PROOF_POWER9_MEASURE_H
#define PMULAB_HARNESS_PROOF_POWER9_MEASURE_H

#include "harness/proof/perf_measure.h"

/*
 * The driver counts by reads alone: the first read remembers the word's value,
 * each further read adds the difference. A trace does not distinguish these,
 * but perf's procedure does (arch/powerpc/perf/imc-pmu.c,
 * kernel/events/core.c):
 *
 * - Chips and cores. perf enables one event after the other. Each time the
 *   kernel removes the PMU's events that count and adds them again: one read
 *   that adds, and one that remembers. Once all events have begun, each read
 *   adds: one for each table of -I, and the last one when the event is removed.
 *   In a step with several runs of perf, a run makes that many reads of each
 *   word, and the next run begins after them.
 * - Threads. Events come and go with their task, and LDBAR is enabled after the
 *   reads that remember. The longest times when no thread counted separate
 *   runs.
 *
 * Returns struct measurement for each event, place and run, and one for each
 * word without a claim; free with g_ptr_array_unref().
 */
GPtrArray *measure_power9(const struct measure_step *step);

#endif
