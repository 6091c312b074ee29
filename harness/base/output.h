/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Standard output of the subcommands: bold and coloured on a terminal, plain
 * everywhere else. */
#ifndef PMULAB_HARNESS_BASE_OUTPUT_H
#define PMULAB_HARNESS_BASE_OUTPUT_H

#include <glib.h>

#define OUTPUT_COLUMNS 110 /* longest line of wrapped text */

/* Clears the terminal's current line and returns to its start, so that the next
 * text overwrites it. */
#define OUTPUT_CLEAR_LINE "\r\033[K"

enum output_style { OUTPUT_PLAIN, OUTPUT_BOLD, OUTPUT_WARNING };

struct output {
    GString *text; /* not yet written */
    gboolean styled;
    unsigned columns;  /* longest line of wrapped text */
    unsigned terminal; /* columns of the terminal, or 0: lines may have any length */
};

/* Whether @fd is a terminal that can overwrite its lines: its TERM is set and
 * not "dumb". */
gboolean output_can_move(int fd);

/* Whether @fd is such a terminal, and NO_COLOR is not set. */
gboolean output_wants_colour(int fd);

/* The columns of standard output's terminal, or 0 if it is none, or has fewer
 * than 60. */
unsigned output_terminal_columns(void);

/* Makes empty output. It is styled if standard output is a terminal that wants
 * colour. It is OUTPUT_COLUMNS wide, or as wide as a narrower terminal. A
 * terminal of fewer than 60 columns counts as a pipe. */
void output_begin(struct output *out);

/* Appends @text to @line, wrapped at blanks to lines of @width. All lines but
 * the first begin with @indent blanks. */
void output_append_wrapped(GString *line, const char *text, unsigned indent, unsigned width);

/* Appends @text in @style. */
void output_add(struct output *out, enum output_style style, const char *text);

/* Appends formatted text without a style. */
void output_printf(struct output *out, const char *format, ...) G_GNUC_PRINTF(2, 3);

/* Writes the text collected so far. FALSE if the reader has closed the output
 * or the write failed: then produce no more. */
gboolean output_flush(struct output *out);

/* Writes the rest, frees @out, and returns the exit status. A reader that has
 * closed the output is not a failure. Any other write error is reported as a
 * failure. */
int output_end(struct output *out);

#endif
