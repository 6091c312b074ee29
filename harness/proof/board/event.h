/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Events of `board` as perf prints them, "imx8_ddr0/read-cycles/", and their
 * injected amounts. */
#ifndef PMULAB_HARNESS_PROOF_BOARD_EVENT_H
#define PMULAB_HARNESS_PROOF_BOARD_EVENT_H

#include "harness/proof/machine_proof.h"

/* As struct machine_proof's event() and injected(). */
enum perf_event_kind perf_event_board(
    struct planned planned, const char *name, struct perf_event *event, GError **error);
gboolean perf_injected_board(const struct injected *what, guint64 *amount);

#endif
