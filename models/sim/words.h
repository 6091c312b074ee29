/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Takes words and numbers from a line of a plan, one by one. */
#ifndef PMULAB_MODELS_SIM_WORDS_H
#define PMULAB_MODELS_SIM_WORDS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Returns @text after its leading blanks. */
const char *words_skip(const char *text);

/* Removes the first word of *@text into @word (@size bytes). An overlong word
 * is truncated, so it matches no name. */
void words_take(const char **text, char *word, size_t size);

/* Moves *@text past @expected (one word or several) and the blanks after it.
 * Returns false if *@text does not begin with it. */
bool words_have(const char **text, const char *expected);

/* The same for a whole number from 1 to 1000000. */
bool words_number(const char **text, unsigned *number);

/* The same for a number in any base of C. */
bool words_value(const char **text, uint64_t *value);

/* Reads a word that is a time such as 10ms, at most 30 days, into @ns. Returns
 * false if it is not one. */
bool words_delay(const char *word, uint64_t *ns);
#define WORDS_DELAY "a whole number of ns, us, ms or s, at most 30 days"

#endif
