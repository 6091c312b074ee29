/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What a subcommand prints on standard output: bold and coloured on a terminal, plain everywhere else. */
#ifndef PMULAB_HARNESS_BASE_OUTPUT_H
#define PMULAB_HARNESS_BASE_OUTPUT_H

#include <glib.h>

#define OUTPUT_COLUMNS 110 /* longest line where text is broken into lines */

/* Takes back what stands on the terminal's line, so that it is written over and leaves nothing behind. */
#define OUTPUT_CLEAR_LINE "\r\033[K"

enum output_style { OUTPUT_PLAIN, OUTPUT_BOLD, OUTPUT_WARNING };

struct output {
    GString *text; /* not yet written */
    gboolean styled;
    unsigned columns;  /* longest line where text is broken into lines */
    unsigned terminal; /* columns of the terminal that it goes to, or 0: lines may be as long as they are */
};

/* Whether @fd is a terminal that can do more than lines one after the other. */
gboolean output_can_move(int fd);

/* Whether @fd is such a terminal, and NO_COLOR is not set. */
gboolean output_wants_colour(int fd);

/*
 * Empty output: styled if standard output is a terminal that wants it, OUTPUT_COLUMNS wide or as wide as a
 * narrower terminal; of one that is very narrow nothing is known, as of a pipe.
 */
void output_begin(struct output *out);

/* Appends @text to @line, broken at blanks into lines of @width; @indent blanks before all but the first. */
void output_append_wrapped(GString *line, const char *text, unsigned indent, unsigned width);

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
