/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Parses expectations of effects at a register. */
#include "harness/scenario/expect_effect.h"

#include <string.h>

/* By enum effect. Effects with a word follow `met`. */
static const struct {
    const char *word, *name;
} effects[] = {
    [EFFECT_WRAPS] = {NULL, "wraps"},
    [EFFECT_OVERFLOWS] = {NULL, "overflows"},
    [EFFECT_TORN] = {"torn", "torn reads"},
    [EFFECT_RACED] = {"raced", "raced reads"},
    [EFFECT_TURNS] = {"turns", "turns"},
    [EFFECT_DROPPED] = {"dropped", "dropped writes"},
    [EFFECT_MASKED] = {"masked", "masked reads"},
};
#define EFFECT_WORDS "torn, raced, turns, dropped or masked"

const char *expect_effect_name(enum effect effect)
{
    return effects[effect].name;
}

void expect_effect_free(struct expect_effect *expect)
{
    if (!expect)
        return;
    g_free(expect->at.path);
    g_free(expect);
}

/* The words of @text without the empty ones between blanks. */
static char **split_words(const char *text)
{
    char **words = g_strsplit_set(text, " \t", -1);
    gsize n = 0;

    for (gsize i = 0; words[i]; i++)
        if (*words[i])
            words[n++] = words[i];
        else
            g_clear_pointer(&words[i], g_free);
    words[n] = NULL;
    return words;
}

/* "N", which is exactly N, or "SIGN N". */
static gboolean read_number(struct expect_effect *expect, char *const *words)
{
    if (*words && words[1])
        return relation_sign_parse(*words++, &expect->sign) && !words[1] &&
               read_number(expect, words);
    return *words && g_ascii_string_to_unsigned(*words, 10, 0, G_MAXINT64, &expect->n, NULL);
}

struct expect_effect *expect_effect_count(enum effect effect, const char *text, char **wrong)
{
    struct expect_effect *expect = g_new0(struct expect_effect, 1);
    g_auto(GStrv) words = split_words(text);

    expect->effect = effect;
    expect->sign = RELATION_EQ;
    if (words[0] && read_number(expect, words + 1)) {
        expect->at.path = g_strdup(words[0]);
        return expect;
    }
    *wrong = g_strdup_printf("%s '%s'; expected BLOCK.REGISTER N, or BLOCK.REGISTER SIGN N as in "
                             "'imc0.PMON_CTR0 > 0'",
        effects[effect].name, text);
    expect_effect_free(expect);
    return NULL;
}

struct expect_effect *expect_effect_met(const char *text, char **wrong)
{
    struct expect_effect *expect = g_new0(struct expect_effect, 1);
    g_auto(GStrv) words = split_words(text);
    gsize effect = 0;

    while (effect < G_N_ELEMENTS(effects) && g_strcmp0(effects[effect].word, words[0]))
        effect++;
    expect->effect = (enum effect)effect;
    expect->sign = RELATION_GT;
    if (effect < G_N_ELEMENTS(effects) && words[1] && (!words[2] || words[3]) &&
        (!words[2] || read_number(expect, words + 2))) {
        expect->at.path = g_strdup(words[1]);
        return expect;
    }
    *wrong = g_strdup_printf("met '%s'; expected " EFFECT_WORDS
                             ", then BLOCK.REGISTER, maybe with SIGN N after it",
        text);
    expect_effect_free(expect);
    return NULL;
}

gboolean expect_effect_resolve(
    struct expect_effect *expect, const struct machine *machine, char **wrong)
{
    if (!expect_register_find(&expect->at, machine, wrong))
        return FALSE;
    if (expect->at.field < 0)
        return TRUE;
    *wrong = g_strdup_printf("'%s'; expected a register without a field", expect->at.path);
    return FALSE;
}
