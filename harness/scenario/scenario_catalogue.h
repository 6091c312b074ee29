/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The block `catalogue` of a scenario file. */
#ifndef PMULAB_HARNESS_SCENARIO_SCENARIO_CATALOGUE_H
#define PMULAB_HARNESS_SCENARIO_SCENARIO_CATALOGUE_H

#include "harness/scenario/scenario_reader.h"

/* Makes the flash image of the scenario's catalogue, and begins the plan with
 * its names. FALSE with the reader's error. */
gboolean scenario_catalogue_make(struct reader *reader);

#endif
