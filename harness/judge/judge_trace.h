/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Judges the plugins' runtime, which brings accesses from the guest to the
 * trace. Compares the trace with the reports of the plugin and the guest. */
#ifndef PMULAB_HARNESS_JUDGE_JUDGE_TRACE_H
#define PMULAB_HARNESS_JUDGE_JUDGE_TRACE_H

#include "harness/judge/verdict.h"
#include "harness/run/run_guest.h"

/* Adds the verdict on @record: the trace has every access, and its CPUs, time
 * and interrupts match the guest's. */
void judge_trace(struct judgement *judgement, const struct run_record *record);

#endif
