/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Replaces a file as a whole: reports, JUnit files and exported traces, which another program may be reading.
 */
#include "harness/base/file_replace.h"

#include "harness/base/error.h"

#include <signal.h>

gboolean file_replace(const char *path, const char *data, gsize length, GError **error)
{
    g_autoptr(GError) why = NULL;
    sigset_t block, before;

    sigemptyset(&block);
    sigaddset(&block, SIGINT);
    sigaddset(&block, SIGTERM);
    sigaddset(&block, SIGHUP);
    sigprocmask(SIG_BLOCK, &block, &before);
    g_file_set_contents(path, data, (gssize)length, &why);
    sigprocmask(SIG_SETMASK, &before, NULL);
    if (why)
        g_set_error(
            error, HARNESS_ERROR, HARNESS_ERROR_FAILED, "%s: cannot be written: %s", path, why->message);
    return !why;
}
