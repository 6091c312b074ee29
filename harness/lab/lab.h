/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * A lab: an exercise in a guest. A file NAME.lab has its text, hints and
 * typical mistakes. A scenario beside it, NAME.scn, has the hardware, a
 * solution and its expected results (docs/labs.md). The student's work replaces
 * the script of the scenario's step LAB_STEP.
 */
#ifndef PMULAB_HARNESS_LAB_LAB_H
#define PMULAB_HARNESS_LAB_LAB_H

#include "harness/scenario/scenario.h"

#include <glib.h>

#define LAB_SUFFIX ".lab"
#define LAB_STEP   "lab"

/* A typical mistake of students: a script, and the message that they must then
 * see. */
struct lab_mistake {
    char *name;
    unsigned line; /* in the file */
    GString *script;
    char *says_text; /* "/REGEX/", as written */
    GRegex *says;    /* some note of the verdict matches */
};

struct lab {
    char *path;
    char *name;       /* "snbep/count-reads" */
    unsigned number;  /* its position among its machine's labs; 0: the file has none */
    char *title;      /* one line */
    char *text;       /* the task: lines */
    GPtrArray *hints; /* of char *: lines */
    GArray *mistakes; /* of struct lab_mistake */
    struct scenario *scenario;
    unsigned step; /* index of LAB_STEP */
};

/*
 * Loads the lab at @path, with its scenario. NULL with HARNESS_ERROR_USAGE for
 * the first mistake, one line: `PATH:LINE: WHAT; WHAT WAS EXPECTED`. Free with
 * lab_free().
 */
struct lab *lab_load(const char *path, GError **error);

/* Does the same with @text as the file's contents; @path is its name, and the
 * scenario is beside it. */
struct lab *lab_parse(const char *path, const char *text, GError **error);

void lab_free(struct lab *lab);

/* Mistake number @i, from 0. */
const struct lab_mistake *lab_mistake_at(const struct lab *lab, guint i);

/*
 * The labs that come with pmulab, in the order of their machines and numbers.
 * An array of struct lab that owns them. NULL with HARNESS_ERROR_FAILED, which
 * names the searched places, or the errors of lab_load().
 */
GPtrArray *lab_all(GError **error);

/* The lab that @word means: "snbep/count-reads", "count-reads", or the path of
 * a file. Free with lab_free(). NULL with HARNESS_ERROR_USAGE, which lists the
 * labs, or the errors of lab_load(). */
struct lab *lab_find(const char *word, GError **error);

#endif
