/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The registers that runs touched, as data for the report page. */
#ifndef PMULAB_HARNESS_REPORT_TOUCHED_JSON_H
#define PMULAB_HARNESS_REPORT_TOUCHED_JSON_H

#include "harness/format/json.h"
#include "harness/hardware/machine.h"
#include "harness/trace/touched.h"

/*
 * Adds an object to @json, as the value of a member or at its root:
 *   runs       names, for the numbers below
 *   machines   of each of @machines (struct machine):
 *     name, registers (of the table), orders (their number), fields and touched
 *              (numbers: read, written)
 *     list     registers; with @all also the registers that were never
 *              accessed:
 *       name   "imc.PMON_CTL0"; why: the reason if it was never accessed, if
 *              known
 *       n      accesses: read, written
 *       runs   numbers of the runs that accessed it
 *       fields name, access; read and written: how often 0, ones, named,
 *              other, and the extent (enum touched_extent), or null where
 *              software cannot; names of values; runs past reset; why
 *       orders the access just before: its way, its register, this way, number
 *              of times
 */
void touched_json_add(
    JsonBuilder *json, const struct touched *touched, const GPtrArray *machines, gboolean all);

#endif
