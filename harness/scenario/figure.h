/* SPDX-License-Identifier: GPL-2.0-or-later */
/* A figure that a program prints, and its expected value: "/REGEX/ = EVENT +
 * EVENT * SCALE within N". */
#ifndef PMULAB_HARNESS_SCENARIO_FIGURE_H
#define PMULAB_HARNESS_SCENARIO_FIGURE_H

#include <glib.h>

enum figure_per {
    FIGURE_PER_NOTHING,
    FIGURE_PER_SECOND,  /* divided by the time in which the first event was counted */
    FIGURE_PER_PRINTED, /* divided by another figure that the program printed */
};

struct figure_term {
    char *event; /* as perf names it */
    int socket;  /* -1: all */
};

struct figure {
    GRegex *regex; /* its first group is the figure */
    GArray *terms; /* of struct figure_term, which add up */
    double scale;
    enum figure_per per;
    GRegex *divisor;       /* FIGURE_PER_PRINTED: its first group is the divisor */
    guint from, to;        /* reads of each counter, from 1; 0: harness/proof/perf_counted.h */
    double within;         /* tolerance: in the figure's own unit, ... */
    double within_percent; /* ... of the truth, ... */
    double within_ns;      /* ... and of the time that the truth is divided by; all three add up */
};

/*
 * Parses the words after `figure`:
 *     /REGEX/ = EVENT [+ EVENT]... [* N] [per second | per /REGEX/] [over reads N to N]
 *     [within TOLERANCE [+ TOLERANCE]...], where a TOLERANCE is N, "N %", "N ms", "N us" or "N ns"
 * On error returns NULL and sets @wrong to a new string: the error and the expected form. Free with
 * figure_free().
 */
struct figure *figure_parse(const char *text, char **wrong);

void figure_free(struct figure *figure);

/* The printed figure, and the counted events. */
struct figure_facts {
    double printed;
    double divisor; /* FIGURE_PER_PRINTED: the printed divisor; FIGURE_PER_SECOND: seconds */
    guint64 events;
};

/* Whether the figure holds. Sets @truth to the expected value, and @allowed to
 * the allowed difference. */
gboolean figure_holds(
    const struct figure *figure, const struct figure_facts *facts, double *truth, double *allowed);

/* Finds the first match of @regex in @text and reads its first group as a
 * decimal number. FALSE with @wrong, a new string. */
gboolean figure_find(const GRegex *regex, const char *text, double *number, char **wrong);

#endif
