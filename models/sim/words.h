/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Words and numbers of a line of a plan, one after another. */
#ifndef PMULAB_SIM_WORDS_H
#define PMULAB_SIM_WORDS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* @text behind its blanks. */
const char *words_skip(const char *text);

/* Cuts the first word off *@text. An overlong one comes out shortened, and so as a name that nothing has. */
void words_take(const char **text, char *word, size_t size);

/* Moves *@text past @expected, a word or several, and the blanks behind; false where it doesn't begin so. */
bool words_have(const char **text, const char *expected);

/* Likewise past a whole number from 1 to 1000000. */
bool words_number(const char **text, unsigned *number);

/* Likewise past a number of any base that C has. */
bool words_value(const char **text, uint64_t *value);

/* Reads a word that is a time, such as 10ms, of an hour at most; false: it is none. */
bool words_delay(const char *word, uint64_t *ns);
#define WORDS_DELAY "a whole number of ns, us, ms or s, at most an hour"

#endif
