/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Changes a plan of pmulab-play at random. */
#ifndef PMULAB_HARNESS_FUZZ_FUZZ_VARY_H
#define PMULAB_HARNESS_FUZZ_FUZZ_VARY_H

#include "harness/fuzz/fuzz_case.h"

/* Moves, doubles or removes operations of @plan, or inserts some of @other's,
 * depending only on @rand. Does not change a plan that switches CPUs, or has
 * lines other than operations. */
void fuzz_vary_plan(struct fuzz_plan *plan, const struct fuzz_plan *other, GRand *rand);

#endif
