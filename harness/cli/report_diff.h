/* SPDX-License-Identifier: GPL-2.0-or-later */
/* `pmulab report --diff`: runs side by side. */
#ifndef PMULAB_HARNESS_CLI_REPORT_DIFF_H
#define PMULAB_HARNESS_CLI_REPORT_DIFF_H

#include "harness/diff/run_diff.h"

struct report_diff {
    const char *a, *b; /* folders: of a run each, or with runs below, which are then compared by name */
    const char *page;  /* NULL: text on standard output */
    struct diff_options options;
};

/* Returns the exit status: 0 if nothing differs, 1 if something does, 2 if something is wrong, which is
 * printed. */
int report_diff(const struct report_diff *request);

#endif
