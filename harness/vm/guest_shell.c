/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The command that runs a shell for a person. */
#include "harness/vm/guest_shell.h"

#include <glib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <termios.h>
#include <unistd.h>

/* The shell reads this file as it begins. */
#define BEGIN_FILE "/run/pmulab/begin"

/* The size of a terminal that does not report one. */
enum { ROWS = 24, COLUMNS = 80 };

static char *begin_command(const char *begin)
{
    g_autofree char *quoted = begin ? g_shell_quote(begin) : NULL;

    return begin ? g_strdup_printf("printf %%s %s >" BEGIN_FILE "; export ENV=" BEGIN_FILE "; exec "
                                   "" GUEST_SHELL_OUT ">&1; ",
                       quoted)
                 : g_strdup("");
}

/* Where a host has descriptions of terminals: terminfo(5), "Fetching Compiled
 * Descriptions". */
static char *terminal_file(const char *name)
{
    const char *const folders[] = {g_getenv("TERMINFO"), "/etc/terminfo", "/lib/terminfo",
        "/usr/lib/terminfo", "/usr/share/terminfo"};

    for (gsize i = 0; *name && !strchr(name, '/') && i < G_N_ELEMENTS(folders); i++) {
        const char initial[] = {*name, '\0'};
        g_autofree char *path =
            folders[i] ? g_build_filename(folders[i], initial, name, NULL) : NULL;

        if (path && g_file_test(path, G_FILE_TEST_IS_REGULAR))
            return g_steal_pointer(&path);
    }
    return NULL;
}

/* `perf top` and `perf report` need a description of the terminal, which guests
 * lack: they get ours. */
static char *terminal_command(const char *name)
{
    g_autofree char *path = terminal_file(name), *content = NULL, *text = NULL,
                    *quoted = g_shell_quote(name);
    gsize size = 0;

    if (!path || !g_file_get_contents(path, &content, &size, NULL))
        return g_strdup("");
    text = g_base64_encode((const guchar *)content, size);
    return g_strdup_printf("mkdir -p /etc/terminfo/%c; echo %s | base64 -d >/etc/terminfo/%c/%s; ",
        *name, text, *name, quoted);
}

char *guest_shell_command(const struct machine *machine, const char *begin)
{
    const char *term = g_getenv("TERM");
    g_autofree char *quoted_term = g_shell_quote(term ? term : "vt100");
    g_autofree char *prepare = begin_command(begin),
                    *terminal = terminal_command(term ? term : "vt100");
    struct winsize size = {0};

    if (ioctl(STDIN_FILENO, TIOCGWINSZ, &size) || !size.ws_row || !size.ws_col)
        size = (struct winsize){.ws_row = ROWS, .ws_col = COLUMNS};
    return g_strdup_printf(
        "%s%sexport TERM=%s PS1='%s:\\w# '; exec </dev/%s >/dev/%s 2>&1; stty rows %u cols %u; "
        "exec setsid -c sh -i",
        prepare, terminal, quoted_term, machine->name, machine->shell, machine->shell, size.ws_row,
        size.ws_col);
}
