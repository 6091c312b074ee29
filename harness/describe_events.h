/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The part of the register reference that lists what a block's counters count. */
#ifndef PMULAB_HARNESS_DESCRIBE_EVENTS_H
#define PMULAB_HARNESS_DESCRIBE_EVENTS_H

#include "harness/output.h"
#include "models/reg/bank.h"

/* Whether the blocks of kind @bank have events. */
gboolean describe_has_events(const struct reg_bank *bank);

/* Appends the table of the events of @bank, which must have some, by their codes. */
void describe_events(struct output *out, const struct reg_bank *bank);

#endif
