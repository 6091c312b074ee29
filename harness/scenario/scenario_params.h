/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Parameters: `param NAME VALUE...` turns one file into several scenarios, one
 * for each value or combination of values. The value replaces `%{NAME}` in any
 * line. */
#ifndef PMULAB_HARNESS_SCENARIO_SCENARIO_PARAMS_H
#define PMULAB_HARNESS_SCENARIO_SCENARIO_PARAMS_H

#include <glib.h>

#define SCENARIO_COMBINATIONS_MAX 256

struct scenario_params;

/* Parses the `param` lines of the scenario @text, and checks that all lines use
 * only these names. NULL with HARNESS_ERROR_USAGE, `PATH:LINE: WHAT; WHAT WAS
 * EXPECTED`. Free with scenario_params_free(). */
struct scenario_params *scenario_params_parse(const char *path, const char *text, GError **error);

/* The number of combinations of values: 1 without parameters. */
unsigned scenario_params_count(const struct scenario_params *params);

/* Combination number @index in words, "rate=1M/s thresh=2"; "" without
 * parameters. A new string. */
char *scenario_params_words(const struct scenario_params *params, unsigned index);

/* The same as a suffix for file names, ",rate=1M%2Fs,thresh=2": characters
 * other than letters, digits and -._~ become %XX. A new string. */
char *scenario_params_suffix(const struct scenario_params *params, unsigned index);

/* The text with the values of combination number @index inserted. It has as
 * many lines, and its `param` lines have one value each. A new string. */
char *scenario_params_text(const struct scenario_params *params, unsigned index);

void scenario_params_free(struct scenario_params *params);

#endif
