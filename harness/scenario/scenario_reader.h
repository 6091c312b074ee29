/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Reading a scenario file: lines are sorted into what they belong to. What refers to something else in the
 * file, traffic to steps or options to the machine, waits for scenario_load.c until all of it has been seen.
 */
#ifndef PMULAB_HARNESS_SCENARIO_SCENARIO_READER_H
#define PMULAB_HARNESS_SCENARIO_SCENARIO_READER_H

#include "harness/scenario/scenario.h"

/* A piece of the file that waits until all of it has been seen. */
struct pending {
    unsigned line;
    guint step; /* index of the step that it stands in; none before the first */
    char *text;
};

struct reader {
    struct scenario *scenario;
    unsigned line;
    GArray *block; /* one of those below, that lines without a word of their own belong to; or NULL */
    struct scenario_step *step; /* that lines belong to, or NULL */
    GArray *options;            /* of struct pending: one NAME=VALUE each */
    GArray *traffic;            /* of struct pending: one line each */
    GArray *catalogue;          /* likewise: what is changed in it */
    GArray *commands;           /* likewise */
    char *catalogue_path;       /* NULL: the built-in one */
    char *kernel;               /* NULL: the default one */
    unsigned kernel_line, cpus_line, limit_line, about_line, flash_line, catalogue_line, dies_line;
    unsigned expect_line; /* of the step's latest expectation, or 0 */
    GError **error;
};

/* Both set the reader's error, of one line, and return FALSE. */
gboolean reader_fail_at(const struct reader *reader, unsigned line, const char *format, ...)
    G_GNUC_PRINTF(3, 4);
gboolean reader_fail_file(const char *path, const char *what, GError **error);

/* Reads all lines of the scenario's text. FALSE with the reader's error. */
gboolean reader_read_lines(struct reader *reader);

#endif
