/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Prints which registers runs touched, and which they did not, as tables. */
#ifndef PMULAB_HARNESS_REPORT_TOUCHED_TEXT_H
#define PMULAB_HARNESS_REPORT_TOUCHED_TEXT_H

#include "harness/base/output.h"
#include "harness/hardware/machine.h"
#include "harness/report/explained.h"
#include "harness/trace/touched.h"

/* Appends the registers of @machine that were touched, and their fields: how often, with values of which
 * classes, in how many runs. */
void touched_print_registers(
    const struct touched *touched, const struct machine *machine, struct output *out);

/* Appends the fields of @machine that were not touched in one way or the other, with their explanations. */
void touched_print_untouched(const struct touched *touched, const struct machine *machine,
    const struct explained *explained, struct output *out);

/* Appends which registers of @machine were accessed right after which others of the same block. */
void touched_print_orders(const struct touched *touched, const struct machine *machine, struct output *out);

#endif
