/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Writes the results of `pmulab run` as JUnit XML for CI services. */
#include "harness/report/junit.h"

#include "harness/base/file_stream.h"

#include <string.h>

struct junit_run junit_run_of(const struct scenario *scenario)
{
    return (struct junit_run){
        .machine = scenario->machine->name, .name = scenario->name, .path = scenario->path};
}

struct junit {
    char *path;
    GString *suites;
    unsigned n; /* cases */
};

/* The counts of a suite. */
struct suite {
    const struct junit_run *run;
    unsigned tests, failures, errors, skipped;
};

struct junit *junit_new(const char *path)
{
    struct junit *junit = path ? g_new0(struct junit, 1) : NULL;

    if (!junit)
        return NULL;
    junit->path = g_strdup(path);
    junit->suites = g_string_new(NULL);
    return junit;
}

void junit_free(struct junit *junit)
{
    if (!junit)
        return;
    g_string_free(junit->suites, TRUE);
    g_free(junit->path);
    g_free(junit);
}

/* XML cannot express most control characters, not even as references, so a
 * guest's colours are dropped. */
static void append_escaped(GString *xml, const char *text)
{
    g_autofree char *valid = g_utf8_make_valid(text, -1);
    g_autofree char *escaped = NULL;

    for (char *c = valid; *c; c++)
        if ((g_ascii_iscntrl(*c) && *c != '\n' && *c != '\t'))
            *c = '?';
    escaped = g_markup_escape_text(valid, -1);
    g_string_append(xml, escaped);
}

static void append_attribute(GString *xml, const char *name, const char *text)
{
    g_string_append_printf(xml, " %s=\"", name);
    append_escaped(xml, text);
    g_string_append_c(xml, '"');
}

static void append_seconds(GString *xml, double seconds)
{
    char text[G_ASCII_DTOSTR_BUF_SIZE];

    append_attribute(xml, "time", g_ascii_formatd(text, sizeof(text), "%.3f", seconds));
}

/* Groups "scenarios/snbep/first-light" as package "snbep" and suite
 * "first-light". */
static char *suite_name(const struct junit_run *run)
{
    return g_strdup_printf("%s.%s", run->machine, run->name);
}

static void append_property(GString *xml, const char *name, const char *value)
{
    g_string_append(xml, "      <property");
    append_attribute(xml, "name", name);
    append_attribute(xml, "value", value);
    g_string_append(xml, "/>\n");
}

/* In seconds, as all times of JUnit. */
static void append_times(GString *xml, const struct run_times *times)
{
    for (int i = 0; i < RUN_PHASE_N; i++) {
        g_autofree char *wall = g_strdup_printf("%s.wall", run_phase_word(i));
        g_autofree char *cpu = g_strdup_printf("%s.cpu", run_phase_word(i));
        char text[G_ASCII_DTOSTR_BUF_SIZE];

        append_property(xml, wall,
            g_ascii_formatd(
                text, sizeof(text), "%.3f", (double)times->phases[i].wall / G_USEC_PER_SEC));
        append_property(xml, cpu,
            g_ascii_formatd(
                text, sizeof(text), "%.3f", (double)times->phases[i].cpu / G_USEC_PER_SEC));
    }
}

static void begin_suite(struct junit *junit, const struct suite *suite)
{
    GString *xml = junit->suites;
    g_autoptr(GDateTime) now = g_date_time_new_now_utc();
    g_autofree char *time = g_date_time_format(now, "%Y-%m-%dT%H:%M:%S");
    g_autofree char *name = suite_name(suite->run);

    g_string_append(xml, "  <testsuite");
    append_attribute(xml, "name", name);
    append_attribute(xml, "package", suite->run->machine);
    g_string_append_printf(xml,
        " id=\"%u\" tests=\"%u\" failures=\"%u\" errors=\"%u\" skipped=\"%u\"", junit->n++,
        suite->tests, suite->failures, suite->errors, suite->skipped);
    append_attribute(xml, "timestamp", time);
    append_attribute(xml, "hostname", "localhost");
    append_seconds(xml, suite->run->seconds);
    g_string_append(xml, ">\n    <properties>\n");
    append_property(xml, "scenario", suite->run->path);
    if (suite->run->times)
        append_times(xml, suite->run->times);
    g_string_append(xml, "    </properties>\n");
}

static void end_suite(struct junit *junit, const char *out)
{
    g_string_append(junit->suites, "    <system-out>");
    append_escaped(junit->suites, out);
    g_string_append(
        junit->suites, "</system-out>\n    <system-err></system-err>\n  </testsuite>\n");
}

static void begin_case(GString *xml, const struct junit_run *run, const char *name, double seconds)
{
    g_autofree char *class = suite_name(run);

    g_string_append(xml, "    <testcase");
    append_attribute(xml, "classname", class);
    append_attribute(xml, "name", name);
    append_seconds(xml, seconds);
}

/* @what: "failure" or "error"; @message: one line; @text: everything. */
static void end_case_with(GString *xml, const char *what, const char *message, const char *text)
{
    g_string_append_printf(xml, ">\n      <%s", what);
    append_attribute(xml, "type", what);
    append_attribute(xml, "message", message);
    g_string_append_c(xml, '>');
    append_escaped(xml, text);
    g_string_append_printf(xml, "</%s>\n    </testcase>\n", what);
}

static char *all_notes(const struct verdict *verdict)
{
    GString *text = g_string_new(NULL);

    for (guint i = 0; i < verdict->notes->len; i++)
        g_string_append_printf(text, "%s\n", (const char *)g_ptr_array_index(verdict->notes, i));
    return g_string_free(text, FALSE);
}

/* The note that explains the verdict in one line; a heading of a longer text
 * does not count. */
static const char *message_of(const struct verdict *verdict)
{
    const char *first = verdict->notes->len ? g_ptr_array_index(verdict->notes, 0) : "";

    return *first && !g_str_has_suffix(first, ":") ? first : verdict->what;
}

/* The first case carries the whole run's time. */
static void append_verdict(
    GString *xml, const struct junit_run *run, const struct verdict *verdict, gboolean first)
{
    g_autofree char *notes = all_notes(verdict);

    begin_case(xml, run, verdict->what, first ? run->seconds : 0);
    if (verdict->ok)
        g_string_append(xml, "/>\n");
    else
        end_case_with(xml, "failure", message_of(verdict), notes);
}

/* The verdicts as in TAP, shortened. */
static char *all_verdicts(const struct judgement *judgement)
{
    GString *text = g_string_new(NULL);

    for (guint i = 0; i < judgement->verdicts->len; i++) {
        const struct verdict *verdict = g_ptr_array_index(judgement->verdicts, i);
        g_autofree char *notes = all_notes(verdict);
        g_string_append_printf(text, "%s\n%s", verdict->what, notes);
    }
    return g_string_free(text, FALSE);
}

static unsigned count_failures(const struct judgement *judgement)
{
    unsigned n = 0;

    for (guint i = 0; i < judgement->verdicts->len; i++)
        n += !((const struct verdict *)g_ptr_array_index(judgement->verdicts, i))->ok;
    return n;
}

void junit_add(struct junit *junit, const struct junit_run *run, const struct judgement *judgement)
{
    const struct suite suite = {
        .run = run,
        .tests = judgement->verdicts->len,
        .failures = count_failures(judgement),
    };
    g_autofree char *out = all_verdicts(judgement);

    if (!junit)
        return;
    begin_suite(junit, &suite);
    for (guint i = 0; i < judgement->verdicts->len; i++)
        append_verdict(junit->suites, run, g_ptr_array_index(judgement->verdicts, i), !i);
    end_suite(junit, out);
}

void junit_add_error(struct junit *junit, const struct junit_run *run, const char *why)
{
    const struct suite suite = {.run = run, .tests = 1, .errors = 1};

    if (!junit)
        return;
    begin_suite(junit, &suite);
    begin_case(junit->suites, run, "run", 0);
    end_case_with(junit->suites, "error", why, why);
    end_suite(junit, "");
}

void junit_add_skip(struct junit *junit, const struct junit_run *run, const char *why)
{
    const struct suite suite = {.run = run, .tests = 1, .skipped = 1};

    if (!junit)
        return;
    begin_suite(junit, &suite);
    begin_case(junit->suites, run, "run", 0);
    g_string_append(junit->suites, ">\n      <skipped");
    append_attribute(junit->suites, "message", why);
    g_string_append(junit->suites, "/>\n    </testcase>\n");
    end_suite(junit, "");
}

void junit_append(const struct junit *junit, GString *xml)
{
    if (!junit)
        return;
    g_string_append(xml, "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites>\n");
    g_string_append_len(xml, junit->suites->str, (gssize)junit->suites->len);
    g_string_append(xml, "</testsuites>\n");
}

gboolean junit_write(const struct junit *junit, GError **error)
{
    GString *xml;
    gboolean ok;

    if (!junit)
        return TRUE;
    xml = g_string_new(NULL);
    junit_append(junit, xml);
    ok = file_replace(junit->path, xml->str, xml->len, error);
    g_string_free(xml, TRUE);
    return ok;
}
