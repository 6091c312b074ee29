/* SPDX-License-Identifier: GPL-2.0-or-later */
/* A scenario file that is being read: its errors, and the pieces of it that
 * wait for the end of the file. */
#ifndef PMULAB_HARNESS_SCENARIO_READER_H
#define PMULAB_HARNESS_SCENARIO_READER_H

#include "harness/scenario/scenario.h"

/* A piece of the file that waits until the whole file has been read. */
struct pending {
    unsigned line;
    guint step; /* index of its step; G_MAXUINT in the header */
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
        catalogue_line, dies_line, hardware_line;
    unsigned expect_line; /* of the step's latest expectation, or 0 */
    GError **error;
};

/* Both set the reader's error, one line, and return FALSE. */
gboolean reader_fail_at(const struct reader *reader, unsigned line, const char *format, ...)
    G_GNUC_PRINTF(3, 4);
gboolean reader_fail_file(const char *path, const char *what, GError **error);

/* Adds the current line's @text to @array, one of the reader's. */
void pending_add(GArray *array, const struct reader *reader, const char *text);

/* The path of the file @name that the current line names by @word, relative to
 * the scenario's folder; a new string. NULL with the reader's error if there is
 * none. */
char *reader_find_file(const struct reader *reader, const char *word, const char *name);

/* Whether @word can be the name of a step or a tag. */
gboolean reader_is_name(const char *word);

/* Records in the scenario that line @line names the file or folder @path, by
 * @word, if @path is outside of the scenario's folder. */
void reader_note_outside(
    const struct reader *reader, unsigned line, const char *word, const char *path);

#endif
