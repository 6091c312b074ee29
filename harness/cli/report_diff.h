/* SPDX-License-Identifier: GPL-2.0-or-later */
/* `pmulab report --diff`: runs side by side. */
#ifndef PMULAB_HARNESS_CLI_REPORT_DIFF_H
#define PMULAB_HARNESS_CLI_REPORT_DIFF_H

#include "harness/diff/run_diff.h"

struct report_diff {
    const char *a, *b; /* folders: each a run's, or with runs below, which are compared by name */
    const char *page;  /* NULL: text on standard output */
    struct diff_options options;
};

/* Returns the exit status: 0 if there is no difference, 1 if there is one, 2
 * after an error, which it prints. */
int report_diff(const struct report_diff *request);

#endif
