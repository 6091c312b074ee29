/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The command that runs a shell: the guest gets the description of our
 * terminal, if there is one. */
#include "harness/hardware/machine.h"
#include "harness/vm/guest_shell.h"
#include "tests/tap.h"

#include <glib/gstdio.h>
#include <string.h>

static char *command_for(const char *term)
{
    g_setenv("TERM", term, TRUE);
    return guest_shell_command(machine_find("snbep", NULL), NULL);
}

int main(void)
{
    g_autofree char *folder = g_dir_make_tmp("guest_shell_XXXXXX", NULL);
    g_autofree char *initial = g_build_filename(folder, "o", NULL),
                    *path = g_build_filename(initial, "our-terminal", NULL);

    g_mkdir(initial, 0700);
    g_file_set_contents(path, "\x1a\x01\0xyz", 6, NULL);
    g_setenv("TERMINFO", folder, TRUE);

    g_autofree char *known = command_for("our-terminal"), *unknown = command_for("other-terminal"),
                    *path_like = command_for("../o/our-terminal"), *empty = command_for("");

    ok(strstr(known,
           "mkdir -p /etc/terminfo/o; echo GgEAeHl6 | base64 -d >/etc/terminfo/o/'our-terminal'; "),
        "a terminal with a description here gets it in the guest");
    ok(strstr(known, "export TERM='our-terminal' "), "... by its name");
    ok(!strstr(unknown, "terminfo") && strstr(unknown, "TERM='other-terminal'"),
        "any other terminal has only its name");
    ok(!strstr(path_like, "terminfo"), "a path is no name");
    ok(!strstr(empty, "terminfo"), "an empty name is not a name");
    g_unlink(path);
    g_rmdir(initial);
    g_rmdir(folder);
    return done_testing();
}
