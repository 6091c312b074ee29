/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The words of a text in SystemRDL, one at a time. */
#ifndef PMULAB_MODELS_RDL_TOKEN_H
#define PMULAB_MODELS_RDL_TOKEN_H

#include "models/rdl/inside.h"

enum rdl_token { RDL_END, RDL_NAME, RDL_KEYWORD, RDL_DIGITS, RDL_QUOTED, RDL_SIGN };

struct rdl_tokens {
    struct rdl *rdl;
    const char *next; /* the text that follows the token */
    unsigned next_line;
    const struct rdl_outer *outer; /* the texts that include this one */
    /* the token: */
    enum rdl_token kind;
    unsigned line;
    const char *text; /* a string without its quotes, a name without its backslash */
    uint64_t number;
};

/* Goes to the next token. An error ends the reading. */
void rdl_advance(struct rdl_tokens *t);

/* Whether the token is the sign or the keyword @text. */
bool rdl_is(const struct rdl_tokens *t, const char *text);

/* If it is, goes to the next. */
bool rdl_skip(struct rdl_tokens *t, const char *text);

/* The token must be the sign or keyword @text, a name, or a number; goes to the
 * next. */
void rdl_expect(struct rdl_tokens *t, const char *text);
const char *rdl_expect_name(struct rdl_tokens *t, const char *what);
uint64_t rdl_expect_number(struct rdl_tokens *t, const char *what);

/* Ends the reading: the token is not @expected. */
__attribute__((noreturn)) void rdl_unexpected(const struct rdl_tokens *t, const char *expected);

#endif
