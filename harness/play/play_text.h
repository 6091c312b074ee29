/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The results of a plan's operations as guest/play.c prints them: each
 * operation's line, then its result. */
#ifndef PMULAB_HARNESS_PLAY_PLAY_TEXT_H
#define PMULAB_HARNESS_PLAY_PLAY_TEXT_H

#include "models/sim/trace.h"

#include <glib.h>

#define PLAY_EVENTS 64 /* numbers that an event can have */

enum play_verb {
    PLAY_OPEN,
    PLAY_ON,
    PLAY_OFF,
    PLAY_RESET,
    PLAY_READ,
    PLAY_CLOSE,
    PLAY_WAIT,
    PLAY_CPU,
    PLAY_PUT,
    PLAY_MAP,
    PLAY_UNMAP,
    PLAY_MODULE
};

#define PLAY_ANY_CPU (-1)

struct play_op {
    enum play_verb verb;
    char *line;                      /* as printed, with the result */
    const char *result;              /* in @line: "ok", an error's name, or the read values */
    unsigned event;                  /* PLAY_OPEN to PLAY_CLOSE, PLAY_MAP, PLAY_UNMAP */
    char *name;                      /* PLAY_OPEN: the event's name for perf; PLAY_MODULE */
    int cpu;                         /* PLAY_OPEN, where it may be PLAY_ANY_CPU, PLAY_CPU */
    int leader;                      /* PLAY_OPEN: -1: it leads a group itself */
    gboolean samples;                /* PLAY_OPEN: with a period that is not 0 */
    gboolean excludes, task;         /* PLAY_OPEN: it excludes user or kernel; it is for a task */
    guint64 pages;                   /* PLAY_MAP: of the ring */
    gboolean whole;                  /* PLAY_ON, PLAY_OFF, PLAY_RESET: the group */
    gboolean on;                     /* PLAY_CPU, PLAY_MODULE: the CPU or module is switched on */
    gboolean done;                   /* it gave no error */
    guint64 count, enabled, running; /* completed PLAY_READ; times in ns */
    /* By the trace, see play_text_place(): */
    gboolean first;   /* the first operation of its program */
    gsize begin, end; /* its marks, as record numbers */
};

/* Reads the operations in @text, in order; other lines are skipped. Returns
 * struct play_op; free with g_ptr_array_unref(). */
GPtrArray *play_text_read(const char *text);

/* Finds the marks of @ops in records (@begin, @end). FALSE with
 * HARNESS_ERROR_FAILED if the records have other marks. */
gboolean play_text_place(
    GPtrArray *ops, const struct trace_record *records, gsize begin, gsize end, GError **error);

#endif
