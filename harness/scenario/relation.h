/* SPDX-License-Identifier: GPL-2.0-or-later */
/* A linear relation between counts: "A + 2 * B = C", with events and whole numbers as terms. */
#ifndef PMULAB_HARNESS_SCENARIO_RELATION_H
#define PMULAB_HARNESS_SCENARIO_RELATION_H

#include <glib.h>

enum relation_sign { RELATION_EQ, RELATION_NE, RELATION_LT, RELATION_LE, RELATION_GT, RELATION_GE };

/* The sign that @word is. FALSE: it is none. */
gboolean relation_sign_parse(const char *word, enum relation_sign *sign);

/* Whether @a @sign @b. */
gboolean relation_compare(enum relation_sign sign, gint64 a, gint64 b);

struct relation;

/*
 * Reads words that blanks separate: SUM SIGN SUM, where SIGN is one of = != < <= > >=, a SUM is TERMs joined
 * by
 * + or -, and a TERM is EVENT, N * EVENT or N. An event is a word with a slash or a letter in it. At least
 * one term is an event. Returns NULL, and in @wrong a new string: what is wrong and what was expected. The
 * result belongs to the caller: relation_free().
 */
struct relation *relation_parse(const char *text, char **wrong);

void relation_free(struct relation *relation);

/* Writes the count of @event to @count; FALSE where there is none. */
typedef gboolean (*relation_lookup)(const char *event, gint64 *count, gpointer data);

/*
 * Whether the relation holds. @why gets a new string in every case: the figures in place of the events, or
 * which event has no count. Sums that leave 64 bits never hold.
 */
gboolean relation_holds(const struct relation *relation, relation_lookup lookup, gpointer data, char **why);

#endif
