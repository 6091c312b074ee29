/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Takes words and numbers off a line of a plan, one after another. */
#ifndef PMULAB_SIM_WORDS_H
#define PMULAB_SIM_WORDS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Returns @text after its leading blanks. */
const char *words_skip(const char *text);

/* Cuts the first word off *@text into @word (@size bytes). An overlong word is truncated, so it matches no
 * name. */
void words_take(const char **text, char *word, size_t size);

/* Moves *@text past @expected (one word or several) and the blanks after it. Returns false if it begins
 * otherwise. */
bool words_have(const char **text, const char *expected);

/* Does the same for a whole number from 1 to 1000000. */
bool words_number(const char **text, unsigned *number);

/* Does the same for a number in any base of C. */
bool words_value(const char **text, uint64_t *value);

/* Reads a word that is a time such as 10ms, at most 30 days, into @ns. Returns false if it is not one. */
bool words_delay(const char *word, uint64_t *ns);
#define WORDS_DELAY "a whole number of ns, us, ms or s, at most 30 days"

#endif
