/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Finds init's complaints and the kernel's last report in a console's text. */
#include "harness/vm/console.h"

#include <string.h>

/* Without a kernel report, a few lines show the guest's activity. */
enum { LAST_LINES = 20 };

/* The first words of a report: lib/bug.c ("cut here"), and each architecture's
 * fault handlers. */
static const char *const reports[] = {"------------[ cut here ]",
    "BUG: ", "Unable to handle kernel", "general protection fault",
    "Oops: ", "Internal error: ", "Kernel panic - "};

/* A line of the kernel's has a time stamp before its text. */
static gboolean begins_report(const char *line)
{
    for (gsize i = 0; i < G_N_ELEMENTS(reports); i++)
        if (strstr(line, reports[i]))
            return TRUE;
    return FALSE;
}

/* Keeps only the text of a firmware's screen: escape sequences end with a
 * letter. */
static void add_plain(GString *to, const char *line)
{
    gboolean escaped = FALSE;

    for (; *line; line++) {
        if (*line == '\033')
            escaped = TRUE;
        else if (escaped)
            escaped = !g_ascii_isalpha(*line);
        else if (!g_ascii_iscntrl(*line) || *line == '\t')
            g_string_append_c(to, *line);
    }
    g_string_append_c(to, '\n');
}

char *console_complaints(const char *console)
{
    g_auto(GStrv) lines = g_strsplit_set(console, "\r\n", -1);
    GString *found = g_string_new(NULL);

    for (char **line = lines; *line; line++)
        if (g_str_has_prefix(*line, "pmulab: "))
            add_plain(found, *line);
    return g_string_free(found, FALSE);
}

/* One fault causes several reports, such as an oops and then a panic: returns
 * the first one in the last CONSOLE_LINES lines. @n: there is none. */
static guint report_in(char **lines, guint n)
{
    guint last = n;

    for (guint i = n; i-- > 0 && n - i <= CONSOLE_LINES;)
        if (begins_report(lines[i]))
            last = i;
    return last;
}

/* Lines that are not empty, in @all, which owns them. */
static GPtrArray *filled(char **all)
{
    GPtrArray *lines = g_ptr_array_new();

    for (char **line = all; *line; line++)
        if (**line)
            g_ptr_array_add(lines, *line);
    return lines;
}

char *console_end(const char *console)
{
    g_auto(GStrv) all = g_strsplit_set(console, "\r\n", -1);
    g_autoptr(GPtrArray) lines = filled(all);
    guint n = lines->len, report = report_in((char **)lines->pdata, n);
    GString *end = g_string_new(NULL);

    for (guint i = report < n ? report : n > LAST_LINES ? n - LAST_LINES : 0; i < n; i++)
        add_plain(end, lines->pdata[i]);
    return g_string_free(end, FALSE);
}

/* A line of the kernel's, as plain text and without its time. A new string. */
static char *without_time(const char *line)
{
    g_autoptr(GRegex) time = g_regex_new("^\\[ *\\d+\\.\\d+\\](?:\\[ *\\w+\\])? ", 0, 0, NULL);
    g_autoptr(GString) plain = g_string_new(NULL);

    add_plain(plain, line);
    return g_regex_replace_literal(time, g_strchomp(plain->str), -1, 0, "", 0, NULL);
}

char *console_report(const char *console)
{
    g_auto(GStrv) all = g_strsplit_set(console, "\r\n", -1);
    g_autoptr(GPtrArray) lines = filled(all);
    guint at = report_in((char **)lines->pdata, lines->len);

    if (at == lines->len)
        return NULL;
    if (strstr(lines->pdata[at], reports[0]) && at + 1 < lines->len)
        at++; /* the next line names the fault */
    return without_time(lines->pdata[at]);
}

/* Linux's init/initramfs.c; arch/x86/kernel/setup.c; arch/arm64/mm/init.c;
 * arch/powerpc/kernel/prom.c. */
static const char *const unpacking[] = {
    "Initramfs unpacking failed: ", "rootfs image is not initramfs",
    "initrd extends beyond end of memory", "initrd too large to handle",
    "initrd not fully accessible via the linear mapping", "disabling initrd"};

char *console_unpacking(const char *console)
{
    g_auto(GStrv) lines = g_strsplit_set(console, "\r\n", -1);

    for (char **line = lines; *line; line++)
        for (gsize i = 0; i < G_N_ELEMENTS(unpacking); i++)
            if (strstr(*line, unpacking[i]))
                return without_time(*line);
    return NULL;
}
