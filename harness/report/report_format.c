/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Reads the name of a form of results, and writes GitHub's annotations. */
#include "harness/report/report_format.h"

#include "harness/base/error.h"

#include <string.h>

gboolean report_format_parse(
    const char *name, const char *names, enum report_format *format, GError **error)
{
    static const char *const words[] = {[REPORT_TAP] = "tap",
        [REPORT_KTAP] = "ktap",
        [REPORT_GITHUB] = "github",
        [REPORT_JUNIT] = "junit"};
    g_auto(GStrv) allowed = g_strsplit(names, "|", -1);

    for (enum report_format i = REPORT_TAP; i < G_N_ELEMENTS(words); i++) {
        if (strcmp(words[i], name) || !g_strv_contains((const char *const *)allowed, name))
            continue;
        *format = i;
        return TRUE;
    }
    return error_usage(error, "--format '%s'; expected %s", name, names);
}

/* A workflow command is one line, and properties end at a comma or colon:
 * docs.github.com, "Workflow commands for GitHub Actions"; actions/toolkit,
 * packages/core/src/command.ts. */
static void append_escaped(GString *text, const char *value, gboolean property)
{
    for (; *value; value++) {
        if (*value == '%' || *value == '\n' || *value == '\r' ||
            (property && (*value == ':' || *value == ',')))
            g_string_append_printf(text, "%%%02X", (unsigned char)*value);
        else
            g_string_append_c(text, *value);
    }
}

void report_github_error(
    GString *text, const char *file, unsigned line, const char *title, const char *message)
{
    g_string_append(text, "::error title=");
    append_escaped(text, title, TRUE);
    if (file) {
        g_string_append(text, ",file=");
        append_escaped(text, file, TRUE);
    }
    if (file && line)
        g_string_append_printf(text, ",line=%u", line);
    g_string_append(text, "::");
    append_escaped(text, message, FALSE);
    g_string_append_c(text, '\n');
}
