/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Splits a text into the language's words. SystemRDL 2.0, section 4. */
#include "models/rdl/token.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

/* Tables 2 and 3 of the standard. */
static const char *const keywords[] = {"abstract", "accesstype", "addressingtype", "addrmap",
    "alias", "all", "alternate", "bit", "boolean", "bothedge", "byte", "compact", "component",
    "componentwidth", "constraint", "default", "encode", "enum", "external", "false", "field",
    "fullalign", "hw", "inside", "int", "internal", "level", "longint", "mem", "na", "negedge",
    "nonsticky", "number", "onreadtype", "onwritetype", "posedge", "precedence", "precedencetype",
    "property", "r", "rclr", "real", "ref", "reg", "regalign", "regfile", "rset", "ruser", "rw",
    "rw1", "shortint", "shortreal", "signal", "signed", "string", "struct", "sw", "this", "true",
    "type", "unsigned", "w", "w1", "wclr", "with", "within", "woclr", "woset", "wot", "wr", "wset",
    "wuser", "wzc", "wzs", "wzt"};

bool rdl_is_keyword(const char *word)
{
    for (size_t i = 0; i < sizeof(keywords) / sizeof(keywords[0]); i++)
        if (!strcmp(keywords[i], word))
            return true;
    return false;
}

/* A text with an `include, from the line after it. */
struct rdl_outer {
    const char *next;
    unsigned next_line;
    const struct rdl_outer *outer;
};

/* The text of the file @path. */
static const char *included(struct rdl *rdl, unsigned line, const char *path)
{
    char *text = rdl->include ? rdl->include(path) : NULL;
    const char *copy;

    if (!text)
        rdl_wrong(rdl, line, "`include \"%.60s\"; expected a file that can be read here", path);
    copy = rdl_text(rdl, "%s", text);
    free(text);
    return copy;
}

/* `include "PATH": the file's text is read here. SystemRDL 2.0, section
 * 16.2. */
static void take_include(struct rdl_tokens *t)
{
    static const char word[] = "`include";
    const char *path = t->next + strlen(word);
    size_t space = strspn(path, " \t"),
           n = path[space] == '"' ? strcspn(path + space + 1, "\"\n") : 0;
    struct rdl *rdl = t->rdl;
    struct rdl_outer *outer;

    if (strncmp(t->next, word, strlen(word)) != 0 || !n || path[space + 1 + n] != '"')
        rdl_wrong(rdl, t->next_line, "'`'; expected `include \"FILE\"");
    if (rdl->n_files == RDL_MOST_FILES)
        rdl_wrong(rdl, t->next_line, "too many files; expected at most %u", RDL_MOST_FILES);
    path = rdl_text(rdl, "%.*s", (int)n, path + space + 1);
    outer = rdl_alloc(rdl, 1, sizeof(*outer));
    *outer = (struct rdl_outer){t->next + strlen(word) + space + n + 2, t->next_line, t->outer};
    t->outer = outer;
    t->next = included(rdl, t->next_line, path);
    t->next_line = RDL_LINE(rdl->n_files, 1);
    rdl->files[rdl->n_files++] = path;
}

/* Resumes the outer text at the end of an included one. */
static void end_include(struct rdl_tokens *t)
{
    t->next = t->outer->next;
    t->next_line = t->outer->next_line;
    t->outer = t->outer->outer;
}

/* Passes space and comments, into and out of included texts. */
static void skip_space(struct rdl_tokens *t)
{
    for (;;) {
        if (*t->next == '`') {
            take_include(t);
        } else if (!*t->next && t->outer) {
            end_include(t);
        } else if (isspace((unsigned char)*t->next)) {
            t->next_line += *t->next++ == '\n';
        } else if (!strncmp(t->next, "//", 2)) {
            t->next += strcspn(t->next, "\n");
        } else if (!strncmp(t->next, "/*", 2)) {
            const char *end = strstr(t->next + 2, "*/");

            if (!end)
                rdl_wrong(t->rdl, t->next_line, "a comment does not end; expected '*/'");
            for (; t->next < end + 2; t->next++)
                t->next_line += *t->next == '\n';
        } else {
            return;
        }
    }
}

static bool in_name(char c)
{
    return isalnum((unsigned char)c) || c == '_';
}

static void take_name(struct rdl_tokens *t)
{
    bool escaped = *t->next == '\\';
    const char *begin = t->next + escaped;
    size_t n = 0;

    while (in_name(begin[n]))
        n++;
    if (!n)
        rdl_wrong(t->rdl, t->line, "a name is missing after '\\'; expected a letter or '_'");
    t->text = rdl_text(t->rdl, "%.*s", (int)n, begin);
    t->kind = !escaped && rdl_is_keyword(t->text) ? RDL_KEYWORD : RDL_NAME;
    t->next = begin + n;
}

static void take_string(struct rdl_tokens *t)
{
    const char *end = t->next + 1;
    char *text, *to;

    while (*end && *end != '"')
        end += *end == '\\' && end[1] ? 2 : 1;
    if (!*end)
        rdl_wrong(t->rdl, t->line, "a string does not end; expected '\"'");
    text = to = rdl_alloc(t->rdl, (size_t)(end - t->next), 1);
    for (t->next++; t->next < end; t->next++) {
        if (*t->next == '\\' && (t->next[1] == '"' || t->next[1] == '\\'))
            t->next++;
        t->next_line += *t->next == '\n';
        *to++ = *t->next;
    }
    t->next++;
    t->text = text;
    t->kind = RDL_QUOTED;
}

/* The value of @c as a digit, or 255. */
static unsigned digit(char c)
{
    if (isdigit((unsigned char)c))
        return (unsigned)(c - '0');
    return isxdigit((unsigned char)c) ? (unsigned)(tolower((unsigned char)c) - 'a') + 10 : 255;
}

/* Reads digits of @base, with '_' between them. */
static uint64_t take_digits(struct rdl_tokens *t, unsigned base)
{
    uint64_t value = 0;
    unsigned n = 0;

    for (; digit(*t->next) < base || (n && *t->next == '_'); t->next++) {
        if (*t->next == '_')
            continue;
        if (value > (UINT64_MAX - digit(*t->next)) / base)
            rdl_wrong(t->rdl, t->line, "a number is too large; expected at most 64 bits");
        value = value * base + digit(*t->next);
        n++;
    }
    if (!n || in_name(*t->next))
        rdl_wrong(t->rdl, t->line, "'%c' in a number; expected digits of base %u",
            *t->next && !iscntrl((unsigned char)*t->next) ? *t->next : ' ', base);
    return value;
}

/* WIDTH'hDIGITS, after the width. */
static void take_sized(struct rdl_tokens *t)
{
    static const char letters[] = "bdh";
    static const unsigned bases[] = {2, 10, 16};
    uint64_t width = t->number;
    const char *letter = t->next[1] ? strchr(letters, tolower((unsigned char)t->next[1])) : NULL;

    if (!letter || !width || width > 64)
        rdl_wrong(t->rdl, t->line,
            "a number with a width; expected WIDTH'hDIGITS, 'd or 'b, "
            "of 1 to 64 bits");
    t->next += 2;
    t->number = take_digits(t, bases[letter - letters]);
    if (t->number & ~reg_low_bits((unsigned)width))
        rdl_wrong(t->rdl, t->line, "0x%llx is too large; expected at most %u bits",
            (unsigned long long)t->number, (unsigned)width);
}

static void take_number(struct rdl_tokens *t)
{
    bool hex = *t->next == '0' && (t->next[1] == 'x' || t->next[1] == 'X');

    t->kind = RDL_DIGITS;
    t->next += hex ? 2 : 0;
    t->number = take_digits(t, hex ? 16 : 10);
    t->text = rdl_text(t->rdl, hex ? "0x%llx" : "%llu", (unsigned long long)t->number);
    if (!hex && *t->next == '\'')
        take_sized(t);
}

static void take_sign(struct rdl_tokens *t)
{
    static const char *const signs[] = {
        "->", "+=", "{", "}", "[", "]", ":", ";", "=", "@", "|", ",", "."};

    for (size_t i = 0; i < sizeof(signs) / sizeof(signs[0]); i++)
        if (!strncmp(t->next, signs[i], strlen(signs[i]))) {
            t->kind = RDL_SIGN;
            t->text = signs[i];
            t->next += strlen(signs[i]);
            return;
        }
    rdl_wrong(t->rdl, t->line, "character 0x%02x; expected a name, a number, a string or a sign",
        (unsigned char)*t->next);
}

void rdl_advance(struct rdl_tokens *t)
{
    skip_space(t);
    t->line = t->next_line;
    if (!*t->next) {
        t->kind = RDL_END;
        t->text = "the end of the file";
    } else if (isdigit((unsigned char)*t->next)) {
        take_number(t);
    } else if (in_name(*t->next) || *t->next == '\\') {
        take_name(t);
    } else if (*t->next == '"') {
        take_string(t);
    } else {
        take_sign(t);
    }
}

bool rdl_is(const struct rdl_tokens *t, const char *text)
{
    return (t->kind == RDL_SIGN || t->kind == RDL_KEYWORD) && !strcmp(t->text, text);
}

bool rdl_skip(struct rdl_tokens *t, const char *text)
{
    if (!rdl_is(t, text))
        return false;
    rdl_advance(t);
    return true;
}

void rdl_unexpected(const struct rdl_tokens *t, const char *expected)
{
    const char *quote = t->kind == RDL_END ? "" : t->kind == RDL_QUOTED ? "\"" : "'";

    rdl_wrong(t->rdl, t->line, "%s%.60s%s; expected %s", quote, t->text, quote, expected);
}

void rdl_expect(struct rdl_tokens *t, const char *text)
{
    if (!rdl_skip(t, text))
        rdl_unexpected(t, rdl_text(t->rdl, "'%s'", text));
}

const char *rdl_expect_name(struct rdl_tokens *t, const char *what)
{
    const char *name = t->text;

    if (t->kind != RDL_NAME)
        rdl_unexpected(t, what);
    rdl_advance(t);
    return name;
}

uint64_t rdl_expect_number(struct rdl_tokens *t, const char *what)
{
    uint64_t number = t->number;

    if (t->kind != RDL_DIGITS)
        rdl_unexpected(t, what);
    rdl_advance(t);
    return number;
}
