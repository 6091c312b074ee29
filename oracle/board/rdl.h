/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * A second reader of SystemRDL, by docs/systemrdl.md, as statements: it knows
 * nothing of components. A statement is
 *
 *     WORDS ;    or    WORDS { BODY } REST ;
 */
#ifndef PMULAB_ORACLE_BOARD_RDL_H
#define PMULAB_ORACLE_BOARD_RDL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { ORACLE_RDL_WORDS = 48 };

/* A piece of the text. */
struct oracle_span {
    const char *at, *end;
};

/* A word, a number, a mark such as "->" or, without its quotes, a string. */
struct oracle_rdl_word {
    struct oracle_span text;
    bool quoted;
};

struct oracle_rdl_words {
    unsigned n;
    struct oracle_rdl_word word[ORACLE_RDL_WORDS];
};

struct oracle_statement {
    struct oracle_rdl_words words, rest;
    bool has_body;
    struct oracle_span body;
};

/* Takes the next statement off @text. Returns false at its end, or if the text
 * is not made of statements. */
bool oracle_statement(struct oracle_span *text, struct oracle_statement *s);

/* Whether word number @i is @is; "" is any word. */
bool oracle_rdl_is(const struct oracle_rdl_words *words, unsigned i, const char *is);

/* Word number @i as a number (12, 0x1f, 8'h1f; true is 1), or 0; and as a text,
 * cut to @size. */
uint64_t oracle_rdl_number(const struct oracle_rdl_words *words, unsigned i);
void oracle_rdl_text(const struct oracle_rdl_words *words, unsigned i, char *text, size_t size);

/*
 * Finds the property @name of a component with the body @own, whose instance is
 * called @instance in the body @around[0], which is in @around[1] and so on, @n
 * of them: OF.INSTANCE->NAME = V in @around[1] (@of: the instance of @around[0];
 * NULL: not looked for), INSTANCE->NAME = V, NAME = V or NAME, or default NAME
 * = V around. Sets @value to one word.
 */
bool oracle_rdl_property(struct oracle_span own, const char *of, const char *instance,
    const struct oracle_span *around, unsigned n, const char *name, struct oracle_rdl_words *value);

#endif
