/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Loads scenarios from a .scn file and checks them as far as possible without a guest. */
#ifndef PMULAB_HARNESS_SCENARIO_SCENARIO_LOAD_H
#define PMULAB_HARNESS_SCENARIO_SCENARIO_LOAD_H

#include "harness/scenario/scenario.h"

#include <glib.h>

/*
 * Loads the scenarios at @path: one, or one for each combination of parameter values (scenario_params.h).
 * Returns an array of struct scenario that owns them. NULL with HARNESS_ERROR_USAGE for the first mistake: in
 * the file as `PATH:LINE: WHAT; WHAT WAS EXPECTED`, about the file itself (missing, not named *.scn, not
 * text) as `PATH: ...`.
 */
GPtrArray *scenario_load(const char *path, GError **error);

/* Does the same with @text; @path is only its name. */
GPtrArray *scenario_parse_all(const char *path, const char *text, GError **error);

/* Parses @text, whose parameter values are inserted, as one scenario. Free with scenario_free(). */
struct scenario *scenario_parse(const char *path, const char *text, GError **error);

#endif
