/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The interrupts that PMCUs, core PMUs and uncore PMUs should have sent. All of
 * them are levels. An interrupt goes out when a level rises, and when software
 * clears only some causes of the level, unless config.edges is set. */
#ifndef PMULAB_HARNESS_TRUTH_KUNPENG_INTERRUPTS_H
#define PMULAB_HARNESS_TRUTH_KUNPENG_INTERRUPTS_H

#include "harness/truth/truth.h"
#include "models/kunpeng/kunpeng_config.h"
#include "oracle/kunpeng/machine.h"

struct truth_levels;

/* Begins with @records of a run, and adds to @truth. Free with
 * truth_levels_free(). */
struct truth_levels *truth_levels_new(const struct kunpeng_config *config,
    struct oracle_kunpeng *oracle, const struct trace_record *records, struct truth *truth);
void truth_levels_free(struct truth_levels *levels);

/* Check the level of record number @now before and after the oracle takes the
 * record, and all levels that the plan may have changed. */
void truth_levels_before(struct truth_levels *levels, gsize now);
void truth_levels_after(struct truth_levels *levels, gsize now);
void truth_levels_planned(struct truth_levels *levels, gsize now);

/* "core PMU interrupt of CPU 1" */
extern const struct truth_lines kunpeng_lines;

#endif
