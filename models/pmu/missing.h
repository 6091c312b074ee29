/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Lists the parts that a user's file lacks: for a driver to find its PMUs, and
 * for perf to count with them. */
#ifndef PMULAB_MODELS_PMU_MISSING_H
#define PMULAB_MODELS_PMU_MISSING_H

#include "models/pmu/hardware.h"

/* Takes one line, "FILE:LINE: ERROR; expected ...". */
typedef void hardware_missing_fn(void *self, const char *line);

/*
 * Calls @tell for each part that the file @path lacks. An error in the file's
 * syntax is the only line. A file without any can still have PMUs that cannot
 * count what their driver expects. Returns the number of lines.
 */
unsigned hardware_missing(const char *path, hardware_missing_fn *tell, void *self);

#endif
