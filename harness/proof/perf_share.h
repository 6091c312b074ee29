/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Reads a symbol's share of the samples from `perf report --stdio`. */
#ifndef PMULAB_HARNESS_PROOF_PERF_SHARE_H
#define PMULAB_HARNESS_PROOF_PERF_SHARE_H

#include <glib.h>

/*
 * @text: perf's output, and anything else. A report that begins with its
 *   comments ("# ...") is one table, for one event; without comments all lines
 *   are one table. Returns a guint for each table with lines: the sum of
 *   @symbol's own shares there, without the functions it calls, in hundredths
 *   of a percent. Free with g_array_unref().
 */
GArray *perf_shares(const char *text, const char *symbol);

#endif
