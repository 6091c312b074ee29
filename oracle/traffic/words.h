/* SPDX-License-Identifier: GPL-2.0-or-later */
/* A line of a scenario as words. */
#ifndef PMULAB_ORACLE_TRAFFIC_WORDS_H
#define PMULAB_ORACLE_TRAFFIC_WORDS_H

#include <stdbool.h>

enum { ORACLE_WORDS = 16, ORACLE_WORD = 96, ORACLE_REST = ORACLE_WORDS * ORACLE_WORD };

/* @next is the first word not taken yet. */
struct oracle_words {
    unsigned n, next;
    char word[ORACLE_WORDS][ORACLE_WORD];
};

/* Splits @line, without its comment, at blanks. Words beyond the limit are
 * dropped. */
void oracle_words(struct oracle_words *w, const char *line);

/* The @i-th word not taken yet; "" past the last. */
const char *oracle_word(const struct oracle_words *w, unsigned i);

/* Takes the next word if it is @text. */
bool oracle_take(struct oracle_words *w, const char *text);

/* Takes the next word if it begins with a digit, as a decimal number. */
bool oracle_take_number(struct oracle_words *w, unsigned *number);

/* The words not taken yet from the @i-th on, separated by single blanks. */
void oracle_rest(const struct oracle_words *w, unsigned i, char text[ORACLE_REST]);

#endif
