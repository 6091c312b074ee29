/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * A lab: an exercise in a guest. A file NAME.lab has its text, hints and typical mistakes; a scenario beside
 * it, NAME.scn, has the hardware, a solution and what must come of it (docs/labs.md). A student works in the
 * scenario's step LAB_STEP, in place of its script.
 */
#ifndef PMULAB_HARNESS_LAB_LAB_H
#define PMULAB_HARNESS_LAB_LAB_H

#include "harness/scenario/scenario.h"

#include <glib.h>

#define LAB_SUFFIX ".lab"
#define LAB_STEP   "lab"

/* Something that students get wrong: a script, and what they must then be told. */
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
    unsigned number;  /* its place among the labs of its machine; 0: the file has none */
    char *title;      /* one line */
    char *text;       /* what to do: lines */
    GPtrArray *hints; /* of char *: lines */
    GArray *mistakes; /* of struct lab_mistake */
    struct scenario *scenario;
    unsigned step; /* index of LAB_STEP */
};

/*
 * Loads the lab at @path, with its scenario. NULL with HARNESS_ERROR_USAGE for the first mistake, one line:
 * `PATH:LINE: WHAT; WHAT WAS EXPECTED`. Free with lab_free().
 */
struct lab *lab_load(const char *path, GError **error);

/* Does the same with @text for the file's; @path is its name, and the scenario is beside it. */
struct lab *lab_parse(const char *path, const char *text, GError **error);

void lab_free(struct lab *lab);

/* Mistake number @i, from 0. */
const struct lab_mistake *lab_mistake_at(const struct lab *lab, guint i);

/*
 * The labs that come with pmulab, in the order of their machines and numbers. An array of struct lab that
 * owns them. NULL with HARNESS_ERROR_FAILED, which names the places that were looked at, or the errors of
 * lab_load().
 */
GPtrArray *lab_all(GError **error);

/* The lab that @word means: "snbep/count-reads", "count-reads", or the path of a file. Free with lab_free().
 * NULL with HARNESS_ERROR_USAGE, which lists the labs, or the errors of lab_load(). */
struct lab *lab_find(const char *word, GError **error);

#endif
