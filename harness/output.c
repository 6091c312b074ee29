/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "harness/output.h"

#include "harness/command.h"

#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

static gboolean wants_style(void)
{
    const char *no_color = g_getenv("NO_COLOR"), *term = g_getenv("TERM");

    return isatty(STDOUT_FILENO) && !(no_color && *no_color) && term && strcmp(term, "dumb") != 0;
}

void output_begin(struct output *out)
{
    out->text = g_string_new(NULL);
    out->styled = wants_style();
}

void output_add(struct output *out, enum output_style style, const char *text)
{
    static const char *const codes[] = {
        [OUTPUT_PLAIN] = "", [OUTPUT_BOLD] = "\033[1m", [OUTPUT_WARNING] = "\033[1;31m"};

    if (out->styled && style != OUTPUT_PLAIN)
        g_string_append_printf(out->text, "%s%s\033[0m", codes[style], text);
    else
        g_string_append(out->text, text);
}

void output_printf(struct output *out, const char *format, ...)
{
    va_list args;

    va_start(args, format);
    g_string_append_vprintf(out->text, format, args);
    va_end(args);
}

gboolean output_flush(struct output *out)
{
    size_t written = fwrite(out->text->str, 1, out->text->len, stdout);

    if (written < out->text->len || fflush(stdout))
        return FALSE;
    g_string_truncate(out->text, 0);
    return TRUE;
}

int output_end(struct output *out)
{
    gboolean written = output_flush(out);
    int reason = errno;

    g_string_free(out->text, TRUE);
    if (written || reason == EPIPE)
        return STATUS_OK;
    return command_fail(g_error_new(
        HARNESS_ERROR, HARNESS_ERROR_FAILED, "cannot write to standard output: %s", g_strerror(reason)));
}
