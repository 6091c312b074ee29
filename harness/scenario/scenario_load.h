/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Loads scenarios from a .scn file and makes all checks that need no guest. */
#ifndef PMULAB_HARNESS_SCENARIO_SCENARIO_LOAD_H
#define PMULAB_HARNESS_SCENARIO_SCENARIO_LOAD_H

#include "harness/scenario/scenario.h"

#include <glib.h>

/*
 * Loads the scenarios at @path: one, or one for each combination of parameter
 * values (scenario_params.h). Returns an array of struct scenario that owns
 * them. NULL with HARNESS_ERROR_USAGE for the first mistake: in the file as
 * `PATH:LINE: WHAT; WHAT WAS EXPECTED`, about the file itself (missing, not
 * named *.scn, not text) as `PATH: ...`.
 */
GPtrArray *scenario_load(const char *path, GError **error);

/*
 * Reads only the plain contents of the scenarios at @path: names, texts, tags,
 * machines. Checks nothing against the machine, and creates no hardware and no
 * kernel. That takes a tenth of the time. Returns and fails as scenario_load().
 */
GPtrArray *scenario_skim(const char *path, GError **error);

/* Loads the scenario @skimmed completely. Free with scenario_free(). NULL with
 * HARNESS_ERROR_USAGE. */
struct scenario *scenario_skimmed(const struct scenario *skimmed, GError **error);

/* Does the same as scenario_load() with @text; @path is only its name. */
GPtrArray *scenario_parse_all(const char *path, const char *text, GError **error);

/* Parses @text, whose parameter values are inserted, as one scenario. Free with
 * scenario_free(). */
struct scenario *scenario_parse(const char *path, const char *text, GError **error);

#endif
