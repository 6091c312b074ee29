/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Progress of long work, one line for each item. On a terminal the line moves while the item is worked on; in
 * a pipe it is printed once, plain, when the item is done.
 */
#ifndef PMULAB_HARNESS_BASE_PROGRESS_H
#define PMULAB_HARNESS_BASE_PROGRESS_H

#include <glib.h>
#include <stdio.h>

struct progress {
    FILE *out;
    gboolean moving;   /* out is a terminal that can */
    gboolean coloured; /* and wants to be */
    gboolean unicode;  /* shows UTF-8 */
    const char *item;  /* NULL between items; belongs to the caller */
    const char *phase;
    double percent; /* of the phase; negative: not known */
    gint64 began;   /* µs, monotonic */
    unsigned turn;  /* of the moving sign */
};

/* A percentage that isn't known. */
#define PROGRESS_UNKNOWN (-1.0)

/* Writes to @out, which must live as long as @progress. */
void progress_init(struct progress *progress, FILE *out);

/* Begins @item. The string must live until progress_done() or progress_failed(). */
void progress_begin(struct progress *progress, const char *item);

/* The item is now in @phase ("downloading"), a string that must live as long as the item, at @percent. */
void progress_phase(struct progress *progress, const char *phase, double percent);

/* Time has passed: moves the sign. Call it about every 100 ms. */
void progress_tick(struct progress *progress);

/* The item is done: @result says what came of it. Without progress_begin() before, no time is shown. */
void progress_done(struct progress *progress, const char *item, const char *result);

/* The item that was begun failed; the error itself is printed by the caller. Between items it does nothing.
 */
void progress_failed(struct progress *progress);

#endif
