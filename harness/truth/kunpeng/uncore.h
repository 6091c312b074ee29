/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The uncore PMUs' part of the replay of a `kunpeng` trace. */
#ifndef PMULAB_HARNESS_TRUTH_KUNPENG_UNCORE_H
#define PMULAB_HARNESS_TRUTH_KUNPENG_UNCORE_H

#include "harness/truth/truth.h"
#include "models/kunpeng/kunpeng_config.h"
#include "oracle/kunpeng/machine.h"

/* The oracle's number of the uncore PMU with block number @block (as in the
 * trace) of @chip, and the reverse. The oracle and the models both use the
 * PMU's name in plans. TRUTH_NO_BOX: there is none. */
#define TRUTH_NO_BOX G_MAXUINT
unsigned truth_uncore_number(const struct oracle_uncore_chip *chip, unsigned block);
unsigned truth_uncore_block(const struct kunpeng_config *config, unsigned number);

/* The chip of @config in the oracle's terms. */
struct oracle_uncore_chip truth_uncore_chip(const struct kunpeng_config *config);

struct truth_uncore;

/* Follows the PMUs of @oracle and notes into @truth, which must both outlive
 * it. Free with truth_uncore_free(). */
struct truth_uncore *truth_uncore_new(const struct kunpeng_config *config,
    struct oracle_kunpeng *oracle, const struct trace_record *records, struct truth *truth);
void truth_uncore_free(struct truth_uncore *u);

/* Takes record number @now, an access, or an access that a fault kept from the
 * hardware. Returns FALSE if no uncore PMU has its block. */
gboolean truth_uncore_access(struct truth_uncore *u, gsize now);

/* Takes record number @now, on the guest's own traffic. */
void truth_uncore_cachelines(struct truth_uncore *u, gsize now);

/* Takes record number @now, at which the plan sets a register. */
void truth_uncore_set(struct truth_uncore *u, gsize now, const struct oracle_kunpeng_line *line);

/* Notes interrupts that no CPU had taken by the time of record number @now. */
void truth_uncore_overdue(struct truth_uncore *u, gsize now);

#endif
