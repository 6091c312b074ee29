/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Prints tables of the registers that runs touched, and did not touch. */
#ifndef PMULAB_HARNESS_REPORT_TOUCHED_TEXT_H
#define PMULAB_HARNESS_REPORT_TOUCHED_TEXT_H

#include "harness/base/output.h"
#include "harness/hardware/machine.h"
#include "harness/report/explained.h"
#include "harness/trace/touched.h"

/* Appends the touched registers of @machine with their fields: the number of
 * accesses, the classes of values, and the number of runs. */
void touched_print_registers(
    const struct touched *touched, const struct machine *machine, struct output *out);

/* Appends the fields of @machine that were not touched in one way or the other,
 * with their explanations. */
void touched_print_untouched(const struct touched *touched, const struct machine *machine,
    const struct explained *explained, struct output *out);

/* Appends the pairs of registers of @machine that were accessed one just after
 * the other in the same block. */
void touched_print_orders(
    const struct touched *touched, const struct machine *machine, struct output *out);

#endif
