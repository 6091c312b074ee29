/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Parameters: `param NAME VALUE...` makes one file several scenarios, one for each value, or each combination
 * of values where there are several parameters; `%{NAME}` in any line stands for the value.
 */
#ifndef PMULAB_HARNESS_SCENARIO_SCENARIO_PARAMS_H
#define PMULAB_HARNESS_SCENARIO_SCENARIO_PARAMS_H

#include <glib.h>

#define SCENARIO_COMBINATIONS_MAX 256

struct scenario_params;

/*
 * Reads the `param` lines of the scenario @text, and checks that all lines name only what these set. NULL
 * with HARNESS_ERROR_USAGE, `PATH:LINE: WHAT; WHAT WAS EXPECTED`. Free with scenario_params_free().
 */
struct scenario_params *scenario_params_parse(const char *path, const char *text, GError **error);

/* How many combinations of values there are: 1 where there is no parameter. */
unsigned scenario_params_count(const struct scenario_params *params);

/* Combination number @index in words, "rate=1M/s thresh=2"; "" where there is no parameter. A new string. */
char *scenario_params_words(const struct scenario_params *params, unsigned index);

/*
 * The same as the end of a file's name, ",rate=1M%2Fs,thresh=2": what is not a letter, a digit or one of
 * -._~ is written as %XX. A new string.
 */
char *scenario_params_suffix(const struct scenario_params *params, unsigned index);

/*
 * The text with the values of combination number @index in place; it has as many lines, and its `param` lines
 * have one value each. A new string.
 */
char *scenario_params_text(const struct scenario_params *params, unsigned index);

void scenario_params_free(struct scenario_params *params);

#endif
