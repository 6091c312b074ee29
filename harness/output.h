/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What a subcommand prints on standard output: bold and coloured on a terminal, plain everywhere else. */
#ifndef PMULAB_HARNESS_OUTPUT_H
#define PMULAB_HARNESS_OUTPUT_H

#include <glib.h>

#define OUTPUT_COLUMNS 110 /* longest line where text is broken into lines */

enum output_style { OUTPUT_PLAIN, OUTPUT_BOLD, OUTPUT_WARNING };

struct output {
    GString *text; /* not yet written */
    gboolean styled;
};

/* Empty output. Styled if standard output is a terminal that knows how, and NO_COLOR is not set. */
void output_begin(struct output *out);

/* Appends @text in @style. */
void output_add(struct output *out, enum output_style style, const char *text);

/* Appends formatted text without a style. */
void output_printf(struct output *out, const char *format, ...) G_GNUC_PRINTF(2, 3);

/* Writes what there is. FALSE if nobody reads any more or it cannot be written: then stop producing. */
gboolean output_flush(struct output *out);

/*
 * Writes the rest, frees, and returns the exit status: that nobody reads any more is no failure; that the
 * disk is full is one and is reported.
 */
int output_end(struct output *out);

#endif
