/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Judges what carries accesses from the guest to the trace, against what plugin and guest say of it. */
#ifndef PMULAB_HARNESS_JUDGE_JUDGE_CARRIER_H
#define PMULAB_HARNESS_JUDGE_JUDGE_CARRIER_H

#include "harness/judge/verdict.h"
#include "harness/run/run_guest.h"

/* Adds the verdict on @record: the trace has every access, and CPUs, time and interrupts are the guest's. */
void judge_carrier(struct judgement *judgement, const struct run_record *record);

#endif
