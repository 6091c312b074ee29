/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Removes all parts of a case that its failure does not need. */
#ifndef PMULAB_HARNESS_FUZZ_FUZZ_SHRINK_H
#define PMULAB_HARNESS_FUZZ_FUZZ_SHRINK_H

#include "harness/fuzz/fuzz_case.h"

/* Whether @c, which has changed, still fails in the same way. */
typedef gboolean fuzz_fails_fn(const struct fuzz_case *c, gpointer data);

/* Removes plans, operations, traffic and options from @c, which fails, as long
 * as it still does. Calls @fails at most @most times. */
void fuzz_shrink(struct fuzz_case *c, unsigned most, fuzz_fails_fn *fails, gpointer data);

#endif
