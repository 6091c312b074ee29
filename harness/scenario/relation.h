/* SPDX-License-Identifier: GPL-2.0-or-later */
/* A linear relation between counts: "A + 2 * B = C", with events and whole
 * numbers as terms. */
#ifndef PMULAB_HARNESS_SCENARIO_RELATION_H
#define PMULAB_HARNESS_SCENARIO_RELATION_H

#include <glib.h>

enum relation_sign { RELATION_EQ, RELATION_NE, RELATION_LT, RELATION_LE, RELATION_GT, RELATION_GE };

/* Parses @word as a sign. FALSE if it is none. */
gboolean relation_sign_parse(const char *word, enum relation_sign *sign);

/* The sign as text: ">=". */
const char *relation_sign_word(enum relation_sign sign);

/* Whether @a @sign @b. */
gboolean relation_compare(enum relation_sign sign, gint64 a, gint64 b);

struct relation;

/*
 * Parses words separated by blanks: SUM SIGN SUM. SIGN is one of = != < <= >
 * >=, a SUM is TERMs joined by + or -, and a TERM is EVENT, N * EVENT or N. An
 * event is a word with a slash or a letter. At least one term is an event. The
 * caller frees the result with relation_free(). On error returns NULL and sets
 * @wrong to a new string: the error and the expected form.
 */
struct relation *relation_parse(const char *text, char **wrong);

void relation_free(struct relation *relation);

/* The name of the relation's event number @i, from 0, or NULL if there are
 * fewer. */
const char *relation_event(const struct relation *relation, guint i);

/* Whether the relation is "EVENT = NUMBER", and the number. */
gboolean relation_is_number(const struct relation *relation, guint64 *number);

/* Writes the count of @event to @count; FALSE if there is none. */
typedef gboolean (*relation_lookup)(const char *event, gint64 *count, gpointer data);

/* Whether the relation holds. @why always receives a new string: the relation
 * with figures, and whether it does not hold; or the event without a count.
 * Sums beyond 64 bits never hold. */
gboolean relation_holds(
    const struct relation *relation, relation_lookup lookup, gpointer data, char **why);

#endif
