/* SPDX-License-Identifier: GPL-2.0-or-later */
/* From a .scn file to scenarios, which have been checked as far as they can be without a guest. */
#ifndef PMULAB_HARNESS_SCENARIO_SCENARIO_LOAD_H
#define PMULAB_HARNESS_SCENARIO_SCENARIO_LOAD_H

#include "harness/scenario/scenario.h"

#include <glib.h>

/*
 * Reads and checks the scenario at @path: several, one for each combination of values, where it has
 * parameters (scenario_params.h). Returns an array of struct scenario that owns them. NULL with
 * HARNESS_ERROR_USAGE: what is wrong in the file comes as `PATH:LINE: WHAT; WHAT WAS EXPECTED`, and what is
 * wrong with the file itself (not there, not called *.scn, no text) as `PATH: ...`. The first mistake counts.
 */
GPtrArray *scenario_load(const char *path, GError **error);

/* The same for a @text of which @path is only the name. */
GPtrArray *scenario_parse_all(const char *path, const char *text, GError **error);

/* Likewise a @text whose values are in place, which is one scenario; scenario_free(). */
struct scenario *scenario_parse(const char *path, const char *text, GError **error);

#endif
