/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Writes the script that runs a foreign test command in a guest. */
#include "harness/cli/ci/ci_command.h"

#include <string.h>

#define NAME_MAX_LENGTH 31

/* Debian's packages in the guest are not configured, so nothing has made these
 * files. */
#define PREPARE                                                                                    \
    "[ -e /etc/passwd ] || echo 'root:x:0:0:root:/root:/bin/sh' >/etc/passwd\n"                    \
    "[ -e /etc/group ] || echo 'root:x:0:' >/etc/group\n"                                          \
    "[ -e /etc/hosts ] || echo '127.0.0.1 localhost' >/etc/hosts\n"                                \
    "export LANG=C.UTF-8 CI=true HOME=/root USER=root LOGNAME=root SHELL=/bin/sh\n"                \
    "cd /mnt/share || exit\n"

/* The share shows the host's numbers, so its owner can write to it. */
#define AS_USER                                                                                    \
    "id=$(stat -c %%u .)\n"                                                                        \
    "[ \"$id\" != 0 ] || id=1000\n"                                                                \
    "echo \"%s:x:$id:$id::/home/%s:/bin/sh\" >>/etc/passwd\n"                                      \
    "echo \"%s:x:$id:\" >>/etc/group\n"                                                            \
    "mkdir -p /home/%s && chown \"$id:$id\" /home/%s\n"

gboolean ci_user_is_valid(const char *name)
{
    const size_t length = strlen(name);

    return length && length <= NAME_MAX_LENGTH && g_ascii_islower(*name) && strcmp(name, "root") &&
           strspn(name, "abcdefghijklmnopqrstuvwxyz0123456789-_") == length;
}

char *ci_command(const struct ci_target *target, const char *user, const char *command)
{
    g_autofree char *quoted = g_shell_quote(command), *name = g_shell_quote(target->name);
    GString *script = g_string_new(PREPARE);

    g_string_append_printf(script, "export PMULAB=%s\n", name);
    if (user)
        g_string_append_printf(script, AS_USER, user, user, user, user, user);
    if (user)
        g_string_append_printf(script, "exec su %s -c %s\n", user, quoted);
    else
        g_string_append_printf(script, "exec sh -c %s\n", quoted);
    return g_string_free(script, FALSE);
}
