/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Splits SystemRDL into words and statements. */
#include "oracle/board/rdl.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- words ---- */

static bool begins(const struct oracle_span *text, const char *with)
{
    size_t n = strlen(with);

    return (size_t)(text->end - text->at) >= n && !strncmp(text->at, with, n);
}

/* Blanks and comments. */
static void skip(struct oracle_span *text)
{
    while (text->at < text->end) {
        const char *end = NULL;

        if (isspace((unsigned char)*text->at))
            text->at++;
        else if (begins(text, "//"))
            text->at =
                (end = memchr(text->at, '\n', (size_t)(text->end - text->at))) ? end : text->end;
        else if (begins(text, "/*"))
            text->at = (end = strstr(text->at, "*/")) && end < text->end ? end + 2 : text->end;
        else
            return;
    }
}

static bool is_word(char c)
{
    return isalnum((unsigned char)c) || c == '_' || c == '\'' || c == '\\';
}

static bool next_word(struct oracle_span *text, struct oracle_rdl_word *word)
{
    static const char *const marks[] = {"->", "+=", "%="};
    const char *begin;

    skip(text);
    begin = text->at;
    if (begin == text->end)
        return false;
    word->quoted = *begin == '"';
    if (word->quoted) {
        for (text->at++; text->at < text->end && *text->at != '"'; text->at++)
            text->at += *text->at == '\\';
        word->text = (struct oracle_span){begin + 1, text->at};
        text->at++;
        return text->at <= text->end;
    }
    while (text->at < text->end && is_word(*text->at))
        text->at++;
    for (size_t i = 0; i < sizeof(marks) / sizeof(marks[0]) && text->at == begin; i++)
        if (begins(text, marks[i]))
            text->at += 2;
    if (text->at == begin)
        text->at++;
    word->text = (struct oracle_span){begin, text->at};
    return true;
}

static bool same(const struct oracle_rdl_word *word, const char *is)
{
    size_t n = (size_t)(word->text.end - word->text.at);

    return !word->quoted && strlen(is) == n && !strncmp(word->text.at, is, n);
}

bool oracle_rdl_is(const struct oracle_rdl_words *words, unsigned i, const char *is)
{
    return i < words->n && (!*is || same(&words->word[i], is));
}

uint64_t oracle_rdl_number(const struct oracle_rdl_words *words, unsigned i)
{
    char text[80], *from = text, *to = text;
    int base = 0;

    oracle_rdl_text(words, i, text, sizeof(text));
    if (!strcmp(text, "true"))
        return 1;
    char *quote = strchr(text, '\'');
    if (quote) {
        base = quote[1] == 'h' ? 16 : quote[1] == 'b' ? 2 : 10;
        from = quote + 2;
    }
    for (; *from; from++)
        if (*from != '_')
            *to++ = *from;
    *to = '\0';
    return strtoull(text, NULL, base);
}

void oracle_rdl_text(const struct oracle_rdl_words *words, unsigned i, char *text, size_t size)
{
    const struct oracle_span empty = {"", ""};
    const struct oracle_span *span = i < words->n ? &words->word[i].text : &empty;

    snprintf(text, size, "%.*s", (int)(span->end - span->at), span->at);
}

/* ---- statements ---- */

/* The text up to the brace that ends it. */
static bool take_body(struct oracle_span *text, struct oracle_span *body)
{
    struct oracle_rdl_word word;
    unsigned depth = 1;

    body->at = text->at;
    while (next_word(text, &word)) {
        depth += same(&word, "{");
        depth -= same(&word, "}");
        if (!depth) {
            body->end = word.text.at;
            return true;
        }
    }
    return false;
}

bool oracle_statement(struct oracle_span *text, struct oracle_statement *s)
{
    struct oracle_rdl_words *words = &s->words;
    struct oracle_rdl_word word;

    memset(s, 0, sizeof(*s));
    while (next_word(text, &word)) {
        if (same(&word, ";"))
            return true;
        if (same(&word, "{")) {
            if (s->has_body || !take_body(text, &s->body))
                return false;
            s->has_body = true;
            words = &s->rest;
        } else if (words->n < ORACLE_RDL_WORDS) {
            words->word[words->n++] = word;
        }
    }
    return false;
}

/* ---- properties ---- */

/* Whether @s sets @name at its word @first. */
static bool sets(const struct oracle_statement *s, unsigned first, const char *name)
{
    return !s->has_body && oracle_rdl_is(&s->words, first, name) &&
           (s->words.n == first + 1 ||
               (s->words.n == first + 3 && oracle_rdl_is(&s->words, first + 1, "=")));
}

/* The value in @s, which sets a property at its word @first. */
static void value_of(
    const struct oracle_statement *s, unsigned first, struct oracle_rdl_words *value)
{
    static const char yes[] = "true";

    value->n = 1;
    value->word[0] = s->words.n > first + 1
                         ? s->words.word[first + 2]
                         : (struct oracle_rdl_word){{yes, yes + strlen(yes)}, false};
}

bool oracle_rdl_property(struct oracle_span own, const char *of, const char *instance,
    const struct oracle_span *around, unsigned n, const char *name, struct oracle_rdl_words *value)
{
    struct oracle_statement s;
    struct oracle_span text;

    if (of && n > 1)
        for (text = around[1]; oracle_statement(&text, &s);)
            if (oracle_rdl_is(&s.words, 0, of) && oracle_rdl_is(&s.words, 1, ".") &&
                oracle_rdl_is(&s.words, 2, instance) && oracle_rdl_is(&s.words, 3, "->") &&
                sets(&s, 4, name)) {
                value_of(&s, 4, value);
                return true;
            }
    if (n)
        for (text = around[0]; oracle_statement(&text, &s);)
            if (oracle_rdl_is(&s.words, 0, instance) && oracle_rdl_is(&s.words, 1, "->") &&
                sets(&s, 2, name)) {
                value_of(&s, 2, value);
                return true;
            }
    for (text = own; oracle_statement(&text, &s);)
        if (sets(&s, 0, name)) {
            value_of(&s, 0, value);
            return true;
        }
    for (unsigned i = 0; i < n; i++)
        for (text = around[i]; oracle_statement(&text, &s);)
            if (oracle_rdl_is(&s.words, 0, "default") && sets(&s, 1, name)) {
                value_of(&s, 1, value);
                return true;
            }
    return false;
}
