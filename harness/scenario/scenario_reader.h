/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Parses a scenario file into a scenario and a reader. scenario_load.c resolves
 * references to other parts of the file, from traffic to steps or from options
 * to the machine, after the whole file has been read.
 */
#ifndef PMULAB_HARNESS_SCENARIO_SCENARIO_READER_H
#define PMULAB_HARNESS_SCENARIO_SCENARIO_READER_H

#include "harness/scenario/reader.h"

/* Parses all lines of the scenario's text. FALSE with the reader's error. */
gboolean reader_read_lines(struct reader *reader);

#endif
