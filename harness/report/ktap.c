/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Writes KTAP. */
#include "harness/report/ktap.h"

#include "harness/base/append.h"

void ktap_plan(GString *text, unsigned n)
{
    g_string_append_printf(text, "KTAP version 1\n1..%u\n", n);
}

/* KTAP has no escape for #, which begins a directive. */
static void append_name(GString *text, const char *name)
{
    g_autoptr(GString) line = g_string_new(NULL);

    append_printable(line, name);
    for (const char *at = line->str; *at; at++)
        g_string_append_c(text, *at == '#' ? '_' : *at == '\n' ? ' ' : *at);
}

void ktap_result(
    GString *text, unsigned number, gboolean ok, const char *name, const char *directive)
{
    g_string_append_printf(text, "%sok %u ", ok ? "" : "not ", number);
    append_name(text, name);
    if (directive) {
        g_string_append(text, " # ");
        append_name(text, directive);
    }
    g_string_append_c(text, '\n');
}

void ktap_diagnostic(GString *text, const char *line)
{
    g_string_append(text, *line ? "# " : "#");
    append_printable(text, line);
    g_string_append_c(text, '\n');
}

static void append_verdict(GString *text, unsigned number, const struct verdict *verdict)
{
    const char *xfail = verdict->ok && verdict->expect ? verdict->expect->xfail : NULL;
    g_autofree char *directive = xfail ? g_strconcat("XFAIL ", xfail, NULL) : NULL;

    for (guint i = 0; i < verdict->notes->len; i++) {
        g_string_append(text, KTAP_INDENT);
        ktap_diagnostic(text, g_ptr_array_index(verdict->notes, i));
    }
    g_string_append(text, KTAP_INDENT);
    ktap_result(text, number, verdict->ok, verdict->what, directive);
}

void ktap_judgement(
    GString *text, unsigned number, const char *name, const struct judgement *judgement)
{
    g_string_append_printf(text, KTAP_INDENT "KTAP version 1\n" KTAP_INDENT "# Subtest: ");
    append_name(text, name);
    g_string_append_printf(text, "\n" KTAP_INDENT "1..%u\n", judgement->verdicts->len);
    for (guint i = 0; i < judgement->verdicts->len; i++)
        append_verdict(text, i + 1, g_ptr_array_index(judgement->verdicts, i));
    ktap_result(text, number, judgement->ok, name, NULL);
}
