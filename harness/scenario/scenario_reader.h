/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Parses a scenario file into the structures below. scenario_load.c resolves
 * references to other parts of the file, from traffic to steps or from options
 * to the machine, after the whole file has been read.
 */
#ifndef PMULAB_HARNESS_SCENARIO_SCENARIO_READER_H
#define PMULAB_HARNESS_SCENARIO_SCENARIO_READER_H

#include "harness/scenario/scenario.h"

/* A piece of the file that waits until the whole file has been read. */
struct pending {
    unsigned line;
    guint step; /* index of its step; meaningless before the first */
    char *text;
};

struct reader {
    struct scenario *scenario;
    unsigned line;
    GArray *block;              /* one of the arrays below, for lines without a keyword; or NULL */
    struct scenario_step *step; /* the current step, or NULL */
    GArray *options;            /* of struct pending: one NAME=VALUE each */
    GArray *traffic;            /* of struct pending: one line each */
    GArray *catalogue;          /* of struct pending: changes of the catalogue */
    GArray *commands;           /* of struct pending */
    char *catalogue_path;       /* NULL: the built-in one */
    char *kernel;               /* NULL: the default one */
    unsigned kernel_line, kernel_options_line, cpus_line, limit_line, about_line, flash_line,
        catalogue_line, dies_line;
    unsigned expect_line; /* of the step's latest expectation, or 0 */
    GError **error;
};

/* Both set the reader's error, one line, and return FALSE. */
gboolean reader_fail_at(const struct reader *reader, unsigned line, const char *format, ...)
    G_GNUC_PRINTF(3, 4);
gboolean reader_fail_file(const char *path, const char *what, GError **error);

/* Adds the current line's @text to @array, one of the reader's. */
void pending_add(GArray *array, const struct reader *reader, const char *text);

/* Whether @word can be the name of a step or a tag. */
gboolean reader_is_name(const char *word);

/* Parses all lines of the scenario's text. FALSE with the reader's error. */
gboolean reader_read_lines(struct reader *reader);

/* Records in the scenario that line @line names the file or folder @path, by
 * @word, if @path is outside of the scenario's folder. */
void reader_note_outside(
    const struct reader *reader, unsigned line, const char *word, const char *path);

#endif
