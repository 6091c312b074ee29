/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What share of its samples `perf report --stdio` gives a symbol. */
#ifndef PMULAB_HARNESS_PROOF_PERF_SHARE_H
#define PMULAB_HARNESS_PROOF_PERF_SHARE_H

#include <glib.h>

/*
 * @text: what perf printed, and anything else. A report that begins with its comments ("# ...") is a table of
 * its own, of one event; without them all lines are one. Returns an element of guint for each table that has
 * lines in it: the sum of the shares that @symbol has there, in hundredths of a percent, of the symbol itself
 * without what it calls.
 */
GArray *perf_shares(const char *text, const char *symbol);

#endif
