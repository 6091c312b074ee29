/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Parses the lines of a scenario's steps, and `xfail` and `lint`, which may
 * also come before them. */
#include "harness/scenario/step_reader.h"

#include "harness/capture/capture_script.h"
#include "harness/scenario/guest_extra.h"
#include "harness/trace/lint.h"

#include <string.h>

static void expect_destroy(gpointer data)
{
    expect_free(data);
}

gboolean reader_step(struct reader *reader, const char *rest)
{
    struct scenario *scenario = reader->scenario;
    unsigned other = scenario_step_number(scenario, rest);

    if (!reader_is_name(rest))
        return reader_fail_at(reader, reader->line,
            "step '%s'; expected a name of letters, digits, - and _ that begins with a letter",
            rest);
    if (other)
        return reader_fail_at(reader, reader->line,
            "a second step '%s'; expected names to differ, and line %u has it", rest,
            ((struct scenario_step *)g_ptr_array_index(scenario->steps, other - 1))->line);
    if (scenario->steps->len == SCENARIO_STEPS_MAX)
        return reader_fail_at(reader, reader->line,
            "step '%s' is one too many; expected at most %d", rest, SCENARIO_STEPS_MAX);
    reader->step = g_new0(struct scenario_step, 1);
    reader->step->name = g_strdup(rest);
    reader->step->line = reader->line;
    reader->step->script = g_string_new(NULL);
    reader->step->expects = g_ptr_array_new_with_free_func(expect_destroy);
    reader->expect_line = 0;
    g_ptr_array_add(scenario->steps, reader->step);
    return TRUE;
}

gboolean reader_run(struct reader *reader, const char *rest)
{
    if (!reader->step)
        return reader_fail_at(
            reader, reader->line, "'run' outside a step; expected 'step NAME' before it");
    if (!*rest)
        return reader_fail_at(
            reader, reader->line, "nothing after 'run'; expected a shell command");
    g_string_append_printf(reader->step->script, "%s\n", rest);
    pending_add(reader->commands, reader, rest);
    return TRUE;
}

/* Reads @words, the options after FILE. FALSE with the reader's error. */
static gboolean capture_words(
    const struct reader *reader, char **words, const char **format, GPtrArray *moves)
{
    *format = "ftrace";
    for (; *words; words += 2) {
        if (!words[1] || (strcmp(*words, "as") && strcmp(*words, "move")))
            return reader_fail_at(reader, reader->line,
                "'%s' after 'capture FILE'; expected 'as FORMAT' or 'move BUS=BUS'", *words);
        if (!strcmp(*words, "as"))
            *format = words[1];
        else
            g_ptr_array_add(moves, words[1]);
    }
    g_ptr_array_add(moves, NULL);
    return TRUE;
}

/* Appends the accesses of the capture at @path to the step's script. */
static gboolean add_capture(
    struct reader *reader, const char *path, const char *format, GPtrArray *moves)
{
    g_autoptr(GPtrArray) config = g_ptr_array_new();
    g_autoptr(GError) wrong = NULL;
    struct capture_options options = {.format = format,
        .machine = reader->scenario->machine->name,
        .moves = (const char *const *)moves->pdata};
    struct capture *capture;
    gboolean msrs = FALSE;

    for (guint i = 0; i < reader->options->len; i++)
        g_ptr_array_add(config, g_array_index(reader->options, struct pending, i).text);
    g_ptr_array_add(config, NULL);
    options.config = (const char *const *)config->pdata;
    capture = capture_open(path, &options, &wrong);
    if (capture)
        capture_script(capture, reader->step->script, &msrs, &wrong);
    capture_free(capture);
    if (msrs)
        scenario_read_package(reader->scenario, "msr-tools", NULL);
    return !wrong || reader_fail_at(reader, reader->line, "capture: %s", wrong->message);
}

/* "FILE [as FORMAT] [move A=B]..." */
gboolean reader_capture(struct reader *reader, const char *rest)
{
    g_auto(GStrv) words = g_strsplit_set(rest, " \t", -1);
    g_autoptr(GPtrArray) moves = g_ptr_array_new();
    g_autofree char *path = NULL;
    const char *format;

    if (!reader->step)
        return reader_fail_at(
            reader, reader->line, "'capture' outside a step; expected 'step NAME' before it");
    if (!*rest)
        return reader_fail_at(reader, reader->line, "nothing after 'capture'; expected a file");
    if (!reader->scenario->machine)
        return reader_fail_at(
            reader, reader->line, "'capture' without a machine; expected 'machine NAME' before it");
    path = reader_find_file(reader, "capture", words[0]);
    return path && capture_words(reader, words + 1, &format, moves) &&
           add_capture(reader, path, format, moves);
}

gboolean reader_expect(struct reader *reader, const char *rest)
{
    g_autofree char *wrong = NULL;
    const struct expect *status;
    struct expect *expect;

    if (!reader->step)
        return reader_fail_at(
            reader, reader->line, "'expect' outside a step; expected 'step NAME' before it");
    expect = expect_parse(rest, &wrong);
    if (!expect)
        return reader_fail_at(reader, reader->line, "%s", wrong);
    expect->line = reader->expect_line = reader->line;
    status = scenario_step_end(reader->step);
    g_ptr_array_add(reader->step->expects, expect);
    return (expect->kind != EXPECT_STATUS && expect->kind != EXPECT_PANIC) || !status ||
           reader_fail_at(reader, reader->line,
               "a second end of the step; expected one status or panic, and line %u has it",
               status->line);
}

/* `xfail counters` is about a verdict that every run has. */
static gboolean read_xfail_counters(struct reader *reader, const char *rest)
{
    static const char word[] = "counters ";

    if (!g_str_has_prefix(rest, word))
        return reader_fail_at(reader, reader->line,
            "xfail '%s'; expected 'xfail counters REASON', or an expectation before it", rest);
    if (reader->scenario->xfail_counters)
        return reader_fail_at(reader, reader->line, "a second 'xfail counters'; expected one");
    reader->scenario->xfail_counters = g_strstrip(g_strdup(rest + strlen(word)));
    return TRUE;
}

/* The expectation to which the current line belongs, or NULL with an error. */
static struct expect *last_expect(const struct reader *reader, const char *word)
{
    const GPtrArray *expects = reader->step ? reader->step->expects : NULL;
    struct expect *expect =
        expects && expects->len ? g_ptr_array_index(expects, expects->len - 1) : NULL;

    if (expect && expect->line == reader->expect_line)
        return expect;
    reader_fail_at(
        reader, reader->line, "'%s' with nothing to fail; expected 'expect' before it", word);
    return NULL;
}

gboolean reader_xfail(struct reader *reader, const char *rest)
{
    struct expect *expect;

    if (!reader->step)
        return read_xfail_counters(reader, rest);
    expect = last_expect(reader, "xfail");
    if (!expect)
        return FALSE;
    if (!*rest)
        return reader_fail_at(reader, reader->line, "nothing after 'xfail'; expected the reason");
    if (expect->xfail)
        return reader_fail_at(
            reader, reader->line, "a second 'xfail' of line %u; expected one", expect->line);
    expect->xfail = g_strdup(rest);
    return TRUE;
}

/* Keeps the text of a line that belongs to the expectation above it. */
static gboolean keep_text(const struct reader *reader, const struct expect *expect,
    const char *word, const char *rest, char **text)
{
    if (!*rest)
        return reader_fail_at(reader, reader->line, "nothing after '%s'; expected a text", word);
    if (*text)
        return reader_fail_at(
            reader, reader->line, "a second '%s' of line %u; expected one", word, expect->line);
    *text = g_strdup(rest);
    return TRUE;
}

gboolean reader_called(struct reader *reader, const char *rest)
{
    struct expect *expect = last_expect(reader, "called");

    return expect && keep_text(reader, expect, "called", rest, &expect->called);
}

gboolean reader_else(struct reader *reader, const char *rest)
{
    struct expect *expect = last_expect(reader, "else");

    return expect && keep_text(reader, expect, "else", rest, &expect->advice);
}

/* Cuts the first word off @text. Returns the rest, from the next word on. */
static char *cut_word(char *text)
{
    gsize n = strcspn(text, " \t");
    char *rest = text + n + strspn(text + n, " \t");

    text[n] = '\0';
    return rest;
}

/* "except RULE REASON" or "allow RULE REASON": in the header for every step, in
 * a step for this one. */
gboolean reader_lint(struct reader *reader, const char *rest)
{
    GArray *exceptions = reader->scenario->exceptions;
    g_autofree char *word = g_strdup(rest);
    char *rule = cut_word(word), *reason = cut_word(rule);
    struct scenario_exception exception = {.rule = lint_rule_named(rule),
        .step = reader->step ? reader->scenario->steps->len - 1 : SCENARIO_EVERY_STEP,
        .may = !strcmp(word, "allow"),
        .line = reader->line};

    if (strcmp(word, "except") && !exception.may)
        return reader_fail_at(reader, reader->line,
            "lint '%s'; expected 'lint except RULE REASON' or 'lint allow RULE REASON'", rest);
    if (!exception.rule)
        return reader_fail_at(
            reader, reader->line, "lint %s '%s'; expected " LINT_NAMES, word, rule);
    if (!*reason)
        return reader_fail_at(
            reader, reader->line, "lint %s %s; expected the reason after it", word, rule);
    for (guint i = 0; i < exceptions->len; i++) {
        const struct scenario_exception *other =
            &g_array_index(exceptions, struct scenario_exception, i);

        if (other->rule == exception.rule &&
            (other->step == exception.step || other->step == SCENARIO_EVERY_STEP))
            return reader_fail_at(reader, reader->line,
                "a second 'lint %s %s'; expected one, and line %u has it", word, rule, other->line);
    }
    g_array_append_val(exceptions, exception);
    g_array_index(exceptions, struct scenario_exception, exceptions->len - 1).reason =
        g_strdup(reason);
    return TRUE;
}
