/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The reader's own structures: a file that is being read, and its errors. */
#ifndef PMULAB_MODELS_EVENTS_INSIDE_H
#define PMULAB_MODELS_EVENTS_INSIDE_H

#include "models/events/events.h"

struct events_reader {
    struct events_list *list;
    char *wrong;
    events_open *open;
    const void *data;
    unsigned depth; /* of files that are like others */
};

/* A file, and its line that is being read. */
struct events_file {
    struct events_reader *reader;
    unsigned file; /* index into the list's files */
    unsigned line;
    bool named, sourced; /* has a line 'list', or 'source' */
    char *rest;          /* of the line, after the words that were taken */
};

/* Writes the error of the line, and returns false. */
__attribute__((format(printf, 2, 3))) bool events_wrong(
    const struct events_file *file, const char *format, ...);

/* Takes the line's next word, or returns NULL. */
char *events_word(struct events_file *file);

/* Reads a number, or the name of one, up to @most. Returns false with an error
 * about @what. */
bool events_number(const struct events_file *file, const char *text, const char *what,
    unsigned most, unsigned *value);

/* Copies a name: letters, digits, and any of '_', '-' and '.'. */
bool events_name(
    const struct events_file *file, const char *text, const char *what, char name[EVENTS_NAME]);

/* Reads "NAME=UMASK" or "NAME=UMASK:UNITS" of a group. */
bool events_sub(const struct events_file *file, struct events_group *group, char *text);

/* Adds an empty group; NULL with an error if there are too many. */
struct events_group *events_add_group(const struct events_file *file);

/* The largest code, and the largest umask, of the list's form. */
unsigned events_most_code(const struct events_list *list);
unsigned events_most_umask(const struct events_list *list);

/* Reads the line of an event, or of several with consecutive codes. @code: its
 * first word. */
bool events_line(struct events_file *file, char *code);

#endif
