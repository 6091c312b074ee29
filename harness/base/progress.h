/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Shows the progress of long work, one line for each item. On a terminal the
 * line is redrawn during the work. In a pipe it is printed once, plain, when
 * the item is done; an item that takes long gets a line every ten seconds. */
#ifndef PMULAB_HARNESS_BASE_PROGRESS_H
#define PMULAB_HARNESS_BASE_PROGRESS_H

#include <glib.h>
#include <stdio.h>

struct progress {
    FILE *out;
    gboolean moving;   /* out is a terminal that can overwrite lines */
    gboolean coloured; /* out also takes colour */
    gboolean unicode;  /* shows UTF-8 */
    const char *item;  /* NULL between items; the caller owns it */
    const char *phase;
    double percent; /* of the phase; negative: unknown */
    gint64 began;   /* µs, monotonic */
    gint64 told;    /* µs, monotonic: time of the last line in a pipe */
    unsigned turn;  /* step of the moving sign */
};

/* An unknown percentage. */
#define PROGRESS_UNKNOWN (-1.0)

/* Writes to @out, which must live as long as @progress. */
void progress_init(struct progress *progress, FILE *out);

/* Begins @item. The string must live until progress_done() or
 * progress_failed(). */
void progress_begin(struct progress *progress, const char *item);

/* The item enters @phase ("downloading"), at @percent. The string must live as
 * long as the item. */
void progress_phase(struct progress *progress, const char *phase, double percent);

/* Moves the sign to show that time passes. Call it about every 100 ms. */
void progress_tick(struct progress *progress);

/* Ends the item; @result describes its result. Shows no time without an earlier
 * progress_begin(). */
void progress_done(struct progress *progress, const char *item, const char *result);

/* Marks the current item as failed; the caller prints the error itself. Does
 * nothing between items. */
void progress_failed(struct progress *progress);

#endif
