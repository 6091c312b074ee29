/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Adds up the driver code that scenarios executed, and prints it as a table of
 * functions. */
#ifndef PMULAB_HARNESS_REPORT_COVERAGE_H
#define PMULAB_HARNESS_REPORT_COVERAGE_H

#include "harness/base/output.h"
#include "harness/run/run_guest.h"

struct coverage;

struct coverage *coverage_new(void);

/* Adds the coverage of @record to the sums of its machine and kernel. */
void coverage_add(struct coverage *coverage, const struct run_record *record);

/* Appends a table for each machine and kernel, of functions whose names begin
 * with @prefix ("": all). It lists the reached functions with bytes, then the
 * names of the others. Each line begins with @lead. */
void coverage_print(
    const struct coverage *coverage, const char *prefix, const char *lead, struct output *out);

/* The same of @cover alone, with @title. */
void coverage_print_one(const struct cover *cover, const char *title, const char *prefix,
    const char *lead, struct output *out);

void coverage_free(struct coverage *coverage);

#endif
