/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The command that runs a shell for a person. */
#include "harness/vm/guest_shell.h"

#include <glib.h>
#include <sys/ioctl.h>
#include <termios.h>
#include <unistd.h>

/* The shell reads this file as it begins. */
#define BEGIN_FILE "/run/pmulab/begin"

/* A terminal that does not tell its size has this one. */
enum { ROWS = 24, COLUMNS = 80 };

static char *begin_command(const char *begin)
{
    g_autofree char *quoted = begin ? g_shell_quote(begin) : NULL;

    return begin ? g_strdup_printf("printf %%s %s >" BEGIN_FILE "; export ENV=" BEGIN_FILE "; exec "
                                   "" GUEST_SHELL_OUT ">&1; ",
                       quoted)
                 : g_strdup("");
}

char *guest_shell_command(const struct machine *machine, const char *begin)
{
    const char *term = g_getenv("TERM");
    g_autofree char *quoted_term = g_shell_quote(term ? term : "vt100");
    g_autofree char *prepare = begin_command(begin);
    struct winsize size = {0};

    if (ioctl(STDIN_FILENO, TIOCGWINSZ, &size) || !size.ws_row || !size.ws_col)
        size = (struct winsize){.ws_row = ROWS, .ws_col = COLUMNS};
    return g_strdup_printf(
        "%sexport TERM=%s PS1='%s:\\w# '; exec </dev/%s >/dev/%s 2>&1; stty rows %u cols %u; "
        "exec setsid -c sh -i",
        prepare, quoted_term, machine->name, machine->shell, machine->shell, size.ws_row, size.ws_col);
}
