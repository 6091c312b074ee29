/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Suggests the closest name for a typo. */
#ifndef PMULAB_HARNESS_BASE_DID_YOU_MEAN_H
#define PMULAB_HARNESS_BASE_DID_YOU_MEAN_H

#include <glib.h>

/*
 * The word of the @list "A, B, C" that @word resembles most, the first on a
 * tie, or NULL. A word resembles a name if at most a third of its letters are
 * missing, added, replaced or swapped with their neighbours, regardless of
 * case. The last part of a name with slashes is enough. A new string.
 */
char *did_you_mean_word(const char *word, const char *list);

/* Returns "; there are: A, B, C" for the @list "A, B, C". If @word resembles
 * one of them, "; did you mean B? There are: A, B, C". A new string. */
char *did_you_mean(const char *word, const char *list);

#endif
