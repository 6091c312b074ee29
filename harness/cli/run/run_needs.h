/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The cache's items that a scenario needs. */
#ifndef PMULAB_HARNESS_CLI_RUN_RUN_NEEDS_H
#define PMULAB_HARNESS_CLI_RUN_RUN_NEEDS_H

#include "harness/fetch/fetch_list.h"
#include "harness/scenario/scenario.h"

/* Adds to @list QEMU, guest, packages and UEFI for @scenario. */
void run_needs(struct fetch_list *list, const struct scenario *scenario);

/* Whether the options of @scenario request ACPI tables on a machine that needs
 * UEFI for them. */
gboolean run_wants_uefi(const struct scenario *scenario);

#endif
