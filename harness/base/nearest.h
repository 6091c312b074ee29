/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What somebody meant who has typed a name wrongly. */
#ifndef PMULAB_HARNESS_BASE_NEAREST_H
#define PMULAB_HARNESS_BASE_NEAREST_H

#include <glib.h>

/*
 * "; there are: A, B, C" for @list, "A, B, C"; and in front of that, "; did you mean B?", if that is what
 * @word is near to: letters left out, put in or taken for others, a third of them at most, whatever their
 * case. A new string.
 */
char *nearest_hint(const char *word, const char *list);

#endif
