/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The list of what runs did not touch: fields, or registers as a whole, each with its explanation. */
#ifndef PMULAB_HARNESS_REPORT_UNTOUCHED_H
#define PMULAB_HARNESS_REPORT_UNTOUCHED_H

#include "harness/hardware/machine.h"
#include "harness/report/explained.h"
#include "harness/trace/touched.h"

struct untouched {
    const struct reg_bank *bank;
    const struct reg *reg;
    const struct reg_field *field;            /* NULL: the register was never accessed */
    enum touched_extent extent[TOUCHED_WAYS]; /* TOUCHED_FULLY also where software cannot */
    const char *why;                          /* NULL: some way is not explained */
};

/* How many of a machine's there are, and how many were touched. */
struct touched_sum {
    guint registers, registers_touched;
    guint fields[TOUCHED_WAYS], fields_touched[TOUCHED_WAYS];
    guint orders;
};

/* Adds up @machine. If @list is not NULL, appends struct untouched to it, in the order of the tables. */
struct touched_sum untouched_find(const struct touched *touched, const struct machine *machine,
    const struct explained *explained, GArray *list);

/* "never read; written as 0 alone": what is missing. A new string. */
char *untouched_text(const struct untouched *untouched);

#endif
