/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Parses expectations of scenario files by the table EXPECT_KINDS. */
#include "harness/scenario/expect.h"

#include "harness/base/did_you_mean.h"
#include "harness/proof/machine_proof.h"
#include "harness/trace/lint.h"

#include <string.h>

#define EXPECT_FORM(KIND, name, words, read, form)  form
#define EXPECT_WORDS(KIND, name, words, read, form) words,
#define EXPECTED                                    "expected " EXPECT_KINDS(EXPECT_FORM)

/* If *@text begins with @word, moves it past the word and the blanks after
 * it. */
static gboolean take_words(const char **text, const char *word)
{
    size_t n = strlen(word);

    if (strncmp(*text, word, n) || !strchr(" \t", (*text)[n]))
        return FALSE;
    *text += n + strspn(*text + n, " \t");
    return TRUE;
}

static gboolean read_status(struct expect *expect, const char *text, char **wrong)
{
    guint64 status;

    if (g_ascii_string_to_unsigned(text, 10, 0, 255, &status, NULL)) {
        expect->status = (int)status;
        return TRUE;
    }
    *wrong = g_strdup_printf("status '%s'; expected a number from 0 to 255", text);
    return FALSE;
}

GRegex *expect_regex(const char *text, char **wrong)
{
    const char *end = text + (*text == '/');
    g_autofree char *pattern = NULL;
    g_autoptr(GError) error = NULL;
    GRegex *regex;

    /* An escaped slash belongs to the expression. */
    while (*end && *end != '/')
        end += *end == '\\' && end[1] ? 2 : 1;
    if (*text != '/' || !*end || end == text + 1 || end[1 + strspn(end + 1, " \t")]) {
        *wrong = g_strdup_printf(
            "'%s'; expected a regular expression /.../, a slash in it as \\/", text);
        return NULL;
    }
    pattern = g_strndup(text + 1, (gsize)(end - text - 1));
    /* A guest's output is bytes, and GRegex refuses invalid UTF-8. */
    regex = g_regex_new(pattern, G_REGEX_RAW | G_REGEX_MULTILINE, 0, &error);
    if (!regex)
        *wrong =
            g_strdup_printf("%s; expected a regular expression in Perl's syntax", error->message);
    return regex;
}

static gboolean read_regex(struct expect *expect, const char *text, char **wrong)
{
    if (expect->kind == EXPECT_PANIC)
        expect->status = -1;
    expect->regex = expect_regex(text, wrong);
    return expect->regex != NULL;
}

static gboolean read_register(struct expect *expect, const char *text, char **wrong)
{
    expect->trace = expect_trace_state(text, wrong);
    return expect->trace != NULL;
}

static gboolean read_accesses(struct expect *expect, const char *text, char **wrong)
{
    expect->trace = expect_trace_order(text, wrong);
    return expect->trace != NULL;
}

static gboolean read_fields(struct expect *expect, const char *text, char **wrong)
{
    expect->fields = expect_fields_parse(text, FALSE, wrong);
    return expect->fields != NULL;
}

static gboolean read_wrote(struct expect *expect, const char *text, char **wrong)
{
    expect->fields = expect_fields_parse(text, TRUE, wrong);
    return expect->fields != NULL;
}

static gboolean read_wraps(struct expect *expect, const char *text, char **wrong)
{
    expect->effect = expect_effect_count(EFFECT_WRAPS, text, wrong);
    return expect->effect != NULL;
}

static gboolean read_overflows(struct expect *expect, const char *text, char **wrong)
{
    expect->effect = expect_effect_count(EFFECT_OVERFLOWS, text, wrong);
    return expect->effect != NULL;
}

static gboolean read_met(struct expect *expect, const char *text, char **wrong)
{
    expect->effect = expect_effect_met(text, wrong);
    return expect->effect != NULL;
}

static gboolean read_lint(struct expect *expect, const char *text, char **wrong)
{
    g_auto(GStrv) words = g_strsplit_set(text, " \t", -1);
    const char *const *rules = (const char *const *)words;

    expect->clean = *rules && !strcmp(*rules, "clean");
    if (expect->clean && !rules[1])
        expect->rules = LINT_ALL;
    for (rules += expect->clean; *rules; rules++) {
        if (**rules && !lint_rule_named(*rules)) {
            *wrong = g_strdup_printf("lint '%s'; expected " LINT_NAMES ", or clean", *rules);
            return FALSE;
        }
        expect->rules |= lint_rule_named(*rules);
    }
    if (!expect->rules)
        *wrong = g_strdup("nothing after 'lint'; expected " LINT_NAMES ", or clean");
    return expect->rules != 0;
}

/* SYMBOL SIGN N % */
static gboolean read_share(struct expect *expect, const char *text, char **wrong)
{
    g_auto(GStrv) words = g_strsplit_set(text, " \t", -1);
    guint64 percent;

    if (g_strv_length(words) == 4 && relation_sign_parse(words[1], &expect->sign) &&
        g_ascii_string_to_unsigned(words[2], 10, 0, 100, &percent, NULL) &&
        !strcmp(words[3], "%")) {
        expect->symbol = g_strdup(words[0]);
        expect->percent = (unsigned)percent;
        return TRUE;
    }
    *wrong = g_strdup_printf(
        "share '%s'; expected SYMBOL SIGN N %%, as in 'hot_function >= 95 %%'", text);
    return FALSE;
}

/* The first words of an expectation that @text resembles, or NULL. A new
 * string. */
static char *nearest_words(const char *text)
{
    static const char *const words[] = {EXPECT_KINDS(EXPECT_WORDS)};

    for (gsize i = 0; i < G_N_ELEMENTS(words); i++) {
        const char *end = text;
        char *found;

        if (!*words[i])
            continue;
        /* As many words of the text as the kind begins with. */
        for (const char *c = words[i]; c; c = strchr(c + 1, ' ')) {
            end += strspn(end, " \t");
            end += strcspn(end, " \t");
        }
        g_autofree char *begin = g_strndup(text, (gsize)(end - text));
        found = did_you_mean_word(begin, words[i]);
        if (found)
            return found;
    }
    return NULL;
}

static gboolean read_relation(struct expect *expect, const char *text, char **wrong)
{
    g_autofree char *meant = NULL;

    /* A word without meaning is more likely a typo than a relation without a
     * sign. */
    if (!strpbrk(text, "=<>/"))
        *wrong = g_strdup_printf("'%s'; " EXPECTED, text);
    else
        expect->relation = relation_parse(text, wrong);
    if (!expect->relation && (meant = nearest_words(text))) {
        g_free(*wrong);
        *wrong = g_strdup_printf("'%s'; did you mean '%s'?", text, meant);
    }
    return expect->relation != NULL;
}

/* A script may print a custom figure by this name, for a relation. */
static gboolean read_figure(struct expect *expect, const char *text, char **wrong)
{
    if (*text != '/') {
        expect->kind = EXPECT_RELATION;
        return read_relation(expect, expect->text, wrong);
    }
    expect->figure = figure_parse(text, wrong);
    return expect->figure != NULL;
}

/* `without injected REASON`: moves *@text past it and keeps the reason. @hop is
 * the second word. FALSE with @wrong if there is no reason. */
static gboolean take_without(
    struct expect *expect, const char **text, const char *hop, char **wrong)
{
    g_autofree char *words = g_strdup_printf("without %s", hop);

    if (!take_words(text, words))
        return TRUE;
    if (!**text) {
        *wrong = g_strdup_printf(
            "nothing after '%s'; expected the reason why this hop cannot be made", words);
        return FALSE;
    }
    expect->without = g_strdup(*text);
    *text += strlen(*text);
    return TRUE;
}

/* Parses what may follow `perf exact` and `play exact`. */
static gboolean read_exact(struct expect *expect, const char *text, char **wrong)
{
    expect->unmodelled = take_words(&text, "allow unmodelled events");
    if (!expect->unmodelled && !take_without(expect, &text, "injected", wrong))
        return FALSE;
    if (*text)
        *wrong = g_strdup_printf("'%s' after 'exact'; expected nothing, 'without injected REASON' "
                                 "or 'allow unmodelled events'",
            text);
    return !*text;
}

/* Parses what may follow `samples exact`. */
static gboolean read_samples(struct expect *expect, const char *text, char **wrong)
{
    if (take_words(&text, "of users"))
        expect->filter = PERF_FILTER_USERS;
    else if (take_words(&text, "of the kernel"))
        expect->filter = PERF_FILTER_KERNEL;
    if (!take_without(expect, &text, "executed", wrong))
        return FALSE;
    if (*text)
        *wrong = g_strdup_printf(
            "'%s' after 'samples exact'; expected nothing, 'of users', 'of the kernel' or "
            "'without executed REASON'",
            text);
    return !*text;
}

/* By enum expect_kind. */
#define EXPECT_ROW(KIND, name, words, read, form) [EXPECT_##KIND] = {words, read},
static const struct {
    const char *words;
    /* NULL: nothing follows */
    gboolean (*read)(struct expect *expect, const char *text, char **wrong);
} rows[] = {EXPECT_KINDS(EXPECT_ROW)};

/* The kind of @text; moves @text past its words. */
static enum expect_kind kind_of(const char **text)
{
    enum expect_kind found = EXPECT_RELATION;
    const char *behind = *text;

    for (gsize i = 0; i < G_N_ELEMENTS(rows); i++) {
        const char *rest = *text;

        if (strlen(rows[i].words) <= strlen(rows[found].words) ||
            !take_words(&rest, rows[i].words) || (!rows[i].read && *rest))
            continue;
        found = (enum expect_kind)i;
        behind = rest;
    }
    *text = behind;
    return found;
}

/* Parses what follows the word `no`. */
static gboolean read_negated(struct expect *expect, const char *text, char **wrong)
{
    const char *rest = text;

    expect->negated = TRUE;
    expect->kind = kind_of(&rest);
    if (expect->kind == EXPECT_OUTPUT || expect->kind == EXPECT_KERNEL)
        return read_regex(expect, rest, wrong);
    if (g_str_has_prefix(text, "write ") || g_str_has_prefix(text, "read ")) {
        expect->kind = EXPECT_ACCESSES;
        return read_accesses(expect, text, wrong);
    }
    *wrong = g_strdup_printf(
        "'no %s'; expected 'no output /REGEX/', 'no kernel /REGEX/', 'no write REGISTER' or "
        "'no read REGISTER'",
        text);
    return FALSE;
}

struct expect *expect_parse(const char *text, char **wrong)
{
    struct expect *expect = g_new0(struct expect, 1);
    gboolean ok;

    expect->text = g_strdup(text);
    if (take_words(&text, "no")) {
        ok = read_negated(expect, text, wrong);
    } else {
        expect->kind = kind_of(&text);
        ok = !rows[expect->kind].read || rows[expect->kind].read(expect, text, wrong);
    }
    if (ok)
        return expect;
    expect_free(expect);
    return NULL;
}

struct expect *expect_success(void)
{
    struct expect *expect = g_new0(struct expect, 1);

    expect->kind = EXPECT_STATUS;
    expect->text = g_strdup("status 0");
    return expect;
}

/* The register of "write:BLOCK.REGISTER#N@STEP" and similar figures. */
static gboolean resolve_written(
    const struct relation *relation, const struct machine *machine, char **wrong)
{
    static const char *const words[] = {"write:", "writes:", "read:", "latched:"};
    const char *event;

    for (guint i = 0; (event = relation_event(relation, i)); i++)
        for (gsize k = 0; k < G_N_ELEMENTS(words); k++) {
            g_autofree char *path = NULL;

            if (!g_str_has_prefix(event, words[k]))
                continue;
            event += strlen(words[k]);
            path = g_strndup(event, strcspn(event, "#@"));
            /* A word of memory by its name in traces ("cpu0.mem.CPM_INST_USER")
             * is searched in the trace. */
            if (!(machine->model->word_name && strstr(path, ".mem.")) &&
                !expect_trace_has(machine, path, wrong))
                return FALSE;
            break;
        }
    return TRUE;
}

gboolean expect_resolve(struct expect *expect, const struct machine *machine, char **wrong)
{
    unsigned unknown = expect->rules & ~lint_rules(machine->model);

    if (expect->kind == EXPECT_LINT && !expect->clean && unknown) {
        *wrong = g_strdup_printf("'%s'; expected a rule that %s has", expect->text, machine->name);
        return FALSE;
    }
    if (expect->filter && !(machine->proof && machine->proof->drops)) {
        *wrong = g_strdup_printf("'%s'; expected 'samples exact', as no driver of %s drops samples",
            expect->text, machine->name);
        return FALSE;
    }
    if (expect->figure && !(machine->proof && machine->proof->counted)) {
        *wrong =
            g_strdup_printf("'%s'; expected no figure, as programs' figures cannot be proved on %s",
                expect->text, machine->name);
        return FALSE;
    }
    if (expect->relation && !resolve_written(expect->relation, machine, wrong))
        return FALSE;
    if (expect->fields && !expect_fields_resolve(expect->fields, machine, wrong))
        return FALSE;
    if (expect->effect && !expect_effect_resolve(expect->effect, machine, wrong))
        return FALSE;
    return !expect->trace || expect_trace_resolve(expect->trace, machine, wrong);
}

void expect_free(struct expect *expect)
{
    if (!expect)
        return;
    g_free(expect->text);
    if (expect->regex)
        g_regex_unref(expect->regex);
    relation_free(expect->relation);
    figure_free(expect->figure);
    expect_trace_free(expect->trace);
    expect_fields_free(expect->fields);
    expect_effect_free(expect->effect);
    g_free(expect->xfail);
    g_free(expect->called);
    g_free(expect->advice);
    g_free(expect->without);
    g_free(expect->symbol);
    g_free(expect);
}
