/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What a plan's operations came to, as guest/play.c prints it: each operation's line, then its result. */
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
    PLAY_PUT
};

struct play_op {
    enum play_verb verb;
    char *line;                      /* as printed, with the result */
    unsigned event;                  /* PLAY_OPEN to PLAY_CLOSE */
    char *name;                      /* PLAY_OPEN: of the event, as perf has it */
    int cpu;                         /* PLAY_OPEN, PLAY_CPU */
    int leader;                      /* PLAY_OPEN: -1: it leads a group itself */
    gboolean whole;                  /* PLAY_ON, PLAY_OFF, PLAY_RESET: the group */
    gboolean on;                     /* PLAY_CPU: it goes on */
    gboolean done;                   /* it gave no error */
    guint64 count, enabled, running; /* PLAY_READ that is done; the times are in ns */
    /* By the trace, see play_text_place(): */
    gboolean first;   /* of its program */
    gsize begin, end; /* records of its marks */
};

/* Reads the operations in @text, in order; other lines are skipped. Returns struct play_op; free with
 * g_ptr_array_unref(). */
GPtrArray *play_text_read(const char *text);

/* Finds the marks of @ops in records (@begin, @end). FALSE with HARNESS_ERROR_FAILED if these have others. */
gboolean play_text_place(
    GPtrArray *ops, const struct trace_record *records, gsize begin, gsize end, GError **error);

#endif
