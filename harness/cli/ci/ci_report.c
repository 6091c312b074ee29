/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Prints the runs of `pmulab ci`.
 *
 * As text and for GitHub the command's output is ours, byte for byte. In TAP
 * and KTAP its lines are diagnostics, as in the kernel's kselftest, so that its
 * own "not ok" is not taken for ours. Output of a command that begins with TAP
 * or KTAP itself becomes subtests in KTAP. For JUnit it goes to standard error,
 * because standard output has the XML.
 */
#include "harness/cli/ci/ci_report.h"

#include "harness/base/append.h"
#include "harness/base/output.h"
#include "harness/base/table.h"
#include "harness/report/junit.h"
#include "harness/report/ktap.h"
#include "harness/report/tap.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

enum nesting { NESTING_UNKNOWN, NESTING_NO, NESTING_YES };

struct row {
    char *target, *machine, *variant, *kernel;
    char *result; /* "ok", "exit status 2", ... */
    char *seconds;
    gboolean ok;
};

struct ci_report {
    enum report_format format;
    const char *command;
    guint n;
    GPtrArray *rows; /* struct row, of the targets so far */
    struct output out;
    GString *pending[2];  /* incomplete lines of standard output and error */
    GString *said;        /* everything on the current target, for JUnit */
    enum nesting nesting; /* of the current target's standard output */
    struct junit *junit;  /* or NULL */
};

static void row_free(gpointer data)
{
    struct row *row = data;

    g_free(row->target);
    g_free(row->machine);
    g_free(row->variant);
    g_free(row->kernel);
    g_free(row->result);
    g_free(row->seconds);
    g_free(row);
}

struct ci_report *ci_report_begin(enum report_format format, guint n, const char *command)
{
    struct ci_report *report = g_new0(struct ci_report, 1);

    *report = (struct ci_report){.format = format, .command = command, .n = n};
    report->rows = g_ptr_array_new_with_free_func(row_free);
    for (int i = 0; i < 2; i++)
        report->pending[i] = g_string_new(NULL);
    report->said = g_string_new(NULL);
    report->junit = format == REPORT_JUNIT ? junit_new("-") : NULL;
    output_begin(&report->out);
    if (format == REPORT_TAP)
        tap_plan(report->out.text, n);
    else if (format == REPORT_KTAP)
        ktap_plan(report->out.text, n);
    return report;
}

/* ---- the command's output ---- */

/* One whole line of the command, without its end. */
static void add_line(struct ci_report *report, gboolean error, const char *line)
{
    GString *text = report->out.text;

    if (report->format == REPORT_TAP) {
        tap_comment(text, line);
        return;
    }
    if (!error && report->nesting == NESTING_UNKNOWN)
        report->nesting =
            g_str_has_prefix(line, "TAP version ") || g_str_has_prefix(line, "KTAP version ")
                ? NESTING_YES
                : NESTING_NO;
    if (error || report->nesting == NESTING_NO) {
        ktap_diagnostic(text, line);
        return;
    }
    g_string_append(text, KTAP_INDENT);
    append_printable(text, line);
    g_string_append_c(text, '\n');
}

static void add_whole_lines(struct ci_report *report, gboolean error)
{
    GString *pending = report->pending[error];
    char *end;

    while ((end = memchr(pending->str, '\n', pending->len))) {
        g_autofree char *line = g_strndup(pending->str, (gsize)(end - pending->str));

        add_line(report, error, g_strchomp(line));
        g_string_erase(pending, 0, end + 1 - pending->str);
    }
}

static void take(gpointer data, int fd, const char *bytes, gsize n)
{
    struct ci_report *report = data;
    const gboolean error = fd == STDERR_FILENO;

    if (report->format == REPORT_JUNIT) {
        g_string_append_len(report->said, bytes, (gssize)n);
        fwrite(bytes, 1, n, stderr);
        return;
    }
    g_string_append_len(report->pending[error], bytes, (gssize)n);
    add_whole_lines(report, error);
    output_flush(&report->out);
}

/* A last line without an end. */
static void add_rest(struct ci_report *report)
{
    for (int error = 0; error < 2; error++) {
        if (report->pending[error]->len)
            add_line(report, error, report->pending[error]->str);
        g_string_truncate(report->pending[error], 0);
    }
}

struct guest_streams ci_report_start(struct ci_report *report, const struct ci_target *target)
{
    struct guest_streams streams = {STDOUT_FILENO, STDERR_FILENO, take, report};

    report->nesting = NESTING_UNKNOWN;
    g_string_truncate(report->said, 0);
    if (report->format == REPORT_GITHUB)
        output_printf(&report->out, "::group::%s\n", target->name);
    if (report->format == REPORT_TEXT) {
        g_autofree char *title = g_strdup_printf("==> %s", target->name);

        output_add(&report->out, OUTPUT_BOLD, title);
        output_add(&report->out, OUTPUT_PLAIN, "\n");
    }
    if (report->format == REPORT_TEXT || report->format == REPORT_GITHUB)
        streams.take = NULL;
    output_flush(&report->out);
    return streams;
}

void ci_report_line(struct ci_report *report, const char *line)
{
    if (report->format == REPORT_TEXT || report->format == REPORT_GITHUB)
        output_printf(&report->out, "%s\n", line);
    else if (report->format == REPORT_JUNIT)
        g_string_append_printf(report->said, "%s\n", line);
    else
        ktap_diagnostic(report->out.text, line);
}

/* ---- results ---- */

static char *words_of(const struct ci_result *result)
{
    if (result->failure)
        return g_strdup(result->failure);
    if (result->status > 128)
        return g_strdup_printf("signal %d", result->status - 128);
    return result->status ? g_strdup_printf("exit status %d", result->status) : g_strdup("ok");
}

static const struct row *add_row(struct ci_report *report, const struct ci_result *result)
{
    const struct ci_target *target = result->target;
    struct row *row = g_new0(struct row, 1);

    row->target = g_strdup(target->name);
    row->machine = g_strdup(target->machine->name);
    row->variant = g_strdup(target->variant ? target->variant : "");
    row->kernel = target->kernel ? g_path_get_basename(target->kernel) : g_strdup("");
    row->result = words_of(result);
    row->seconds = g_strdup_printf("%.1f", result->seconds);
    row->ok = !result->status;
    g_ptr_array_add(report->rows, row);
    return row;
}

static void add_junit(
    struct ci_report *report, const struct ci_result *result, const struct row *row)
{
    struct judgement *judgement = judgement_new(0);
    const struct junit_run run = {.machine = row->machine,
        .name = row->target,
        .path = report->command,
        .seconds = result->seconds};
    GPtrArray *notes = notes_new();

    if (!row->ok)
        notes_add(notes, "%s", row->result);
    notes_add_text(notes, "output", report->said->str, report->said->len);
    judgement_add(judgement, 0, g_strdup(report->command), row->ok, notes);
    junit_add(report->junit, &run, judgement);
    judgement_free(judgement);
}

gboolean ci_report_result(struct ci_report *report, const struct ci_result *result)
{
    const struct row *row = add_row(report, result);
    GString *text = report->out.text;

    if (report->format == REPORT_TAP || report->format == REPORT_KTAP) {
        add_rest(report);
        if (!row->ok)
            ktap_diagnostic(text, row->result);
    }
    if (report->format == REPORT_TAP)
        tap_point(text, report->rows->len, row->ok, row->target);
    else if (report->format == REPORT_KTAP)
        ktap_result(text, report->rows->len, row->ok, row->target, NULL);
    else if (report->format == REPORT_JUNIT)
        add_junit(report, result, row);
    else if (report->format == REPORT_GITHUB)
        g_string_append(text, "::endgroup::\n");
    if (report->format == REPORT_GITHUB && !row->ok) {
        g_autofree char *message = g_strdup_printf("%s: %s", row->result, report->command);

        report_github_error(text, NULL, 0, row->target, message);
    }
    return output_flush(&report->out);
}

/* ---- the summary ---- */

static void print_table(const struct ci_report *report, struct output *out)
{
    static const struct table_column columns[] = {{"machine", FALSE}, {"variant", FALSE},
        {"kernel", FALSE}, {"seconds", TRUE}, {"result", FALSE}};
    struct table *table = table_new(columns, G_N_ELEMENTS(columns));

    for (guint i = 0; i < report->rows->len; i++) {
        const struct row *row = g_ptr_array_index(report->rows, i);
        const char *const cells[] = {
            row->machine, row->variant, row->kernel, row->seconds, row->result};

        table_row(table, row->ok ? OUTPUT_PLAIN : OUTPUT_WARNING, cells);
    }
    table_print(table, out);
}

static guint n_passed(const struct ci_report *report)
{
    guint n = 0;

    for (guint i = 0; i < report->rows->len; i++)
        n += ((const struct row *)g_ptr_array_index(report->rows, i))->ok;
    return n;
}

/* Protocols get the table as comments. */
static void print_summary(struct ci_report *report)
{
    struct output table = {.text = g_string_new(NULL), .columns = OUTPUT_COLUMNS};
    const gboolean is_protocol = report->format == REPORT_TAP || report->format == REPORT_KTAP;
    g_auto(GStrv) lines = NULL;

    print_table(report, is_protocol ? &table : &report->out);
    lines = g_strsplit(table.text->str, "\n", -1);
    for (char **line = lines; *line && **line; line++)
        ktap_diagnostic(report->out.text, *line);
    output_printf(
        &report->out, "%s%u of %u passed\n", is_protocol ? "# " : "", n_passed(report), report->n);
    g_string_free(table.text, TRUE);
}

int ci_report_end(struct ci_report *report)
{
    int status;

    if (report->junit)
        junit_append(report->junit, report->out.text);
    else
        print_summary(report);
    status = output_end(&report->out);
    junit_free(report->junit);
    g_ptr_array_unref(report->rows);
    for (int i = 0; i < 2; i++)
        g_string_free(report->pending[i], TRUE);
    g_string_free(report->said, TRUE);
    g_free(report);
    return status;
}
