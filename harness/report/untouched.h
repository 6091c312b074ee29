/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The list of untouched fields and registers, each with its explanation. */
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

/* The numbers of a machine's registers, fields and orders, and of the touched
 * ones. */
struct touched_sum {
    guint registers, registers_touched;
    guint fields[TOUCHED_WAYS], fields_touched[TOUCHED_WAYS];
    guint orders;
};

/* Adds up @machine. If @list is not NULL, appends struct untouched to it, in
 * the order of the tables. */
struct touched_sum untouched_find(const struct touched *touched, const struct machine *machine,
    const struct explained *explained, GArray *list);

/* The missing accesses: "never read; written as 0 alone". A new string. */
char *untouched_text(const struct untouched *untouched);

#endif
