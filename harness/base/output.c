/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Collects a subcommand's output and writes it to standard output, with or
 * without terminal escapes. */
#include "harness/base/output.h"

#include "harness/base/append.h"
#include "harness/base/error.h"

#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

#define COLUMNS_MIN 60 /* below this, wrapped lines are harder to read than long ones */

gboolean output_can_move(int fd)
{
    const char *term = g_getenv("TERM");

    return isatty(fd) && term && strcmp(term, "dumb") != 0;
}

gboolean output_wants_colour(int fd)
{
    const char *no_color = g_getenv("NO_COLOR");

    return output_can_move(fd) && !(no_color && *no_color);
}

unsigned output_terminal_columns(void)
{
    struct winsize size;

    return ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) || size.ws_col < COLUMNS_MIN ? 0 : size.ws_col;
}

void output_begin(struct output *out)
{
    out->text = g_string_new(NULL);
    out->styled = output_wants_colour(STDOUT_FILENO);
    out->terminal = output_terminal_columns();
    out->columns = out->terminal ? MIN(out->terminal, OUTPUT_COLUMNS) : OUTPUT_COLUMNS;
}

void output_add(struct output *out, enum output_style style, const char *text)
{
    static const char *const codes[] = {
        [OUTPUT_PLAIN] = "", [OUTPUT_BOLD] = "\033[1m", [OUTPUT_WARNING] = "\033[1;31m"};

    if (out->styled && style != OUTPUT_PLAIN)
        g_string_append_printf(out->text, "%s%s\033[0m", codes[style], text);
    else
        append_text(out->text, text);
}

void output_printf(struct output *out, const char *format, ...)
{
    va_list args;

    va_start(args, format);
    g_string_append_vprintf(out->text, format, args);
    va_end(args);
}

void output_append_wrapped(GString *line, const char *text, unsigned indent, unsigned width)
{
    g_auto(GStrv) words = g_strsplit(text, " ", -1);
    size_t used = 0;

    for (char **word = words; *word; word++) {
        size_t length = strlen(*word);
        if (used && used + 1 + length > width) {
            g_string_append_printf(line, "\n%*s", (int)indent, "");
            used = 0;
        } else if (used) {
            g_string_append_c(line, ' ');
            used++;
        }
        g_string_append(line, *word);
        used += length;
    }
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
    return error_exit(g_error_new(HARNESS_ERROR, HARNESS_ERROR_FAILED,
        "cannot write to standard output: %s", g_strerror(reason)));
}
