/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Splits lines into words and takes them one by one. */
#include "oracle/traffic/words.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void oracle_words(struct oracle_words *w, const char *line)
{
    w->n = w->next = 0;
    while (w->n < ORACLE_WORDS) {
        size_t n;

        line += strspn(line, " \t");
        n = strcspn(line, " \t#\r\n");
        if (!n)
            return;
        snprintf(w->word[w->n++], ORACLE_WORD, "%.*s", (int)n, line);
        line += n;
    }
}

const char *oracle_word(const struct oracle_words *w, unsigned i)
{
    return w->next + i < w->n ? w->word[w->next + i] : "";
}

bool oracle_take(struct oracle_words *w, const char *text)
{
    bool there = !strcmp(oracle_word(w, 0), text);

    w->next += there;
    return there;
}

bool oracle_take_number(struct oracle_words *w, unsigned *number)
{
    bool there = isdigit((unsigned char)*oracle_word(w, 0));

    *number = (unsigned)strtoul(oracle_word(w, 0), NULL, 10);
    w->next += there;
    return there;
}

void oracle_rest(const struct oracle_words *w, unsigned i, char text[ORACLE_REST])
{
    unsigned n = 0;

    *text = '\0';
    for (const char *blank = ""; w->next + i < w->n; i++, blank = " ")
        n += (unsigned)snprintf(text + n, ORACLE_REST - n, "%s%s", blank, oracle_word(w, i));
}
