/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Finds and checks the user's file of hardware. */
#include "harness/hardware/hardware_file.h"

#include "harness/base/error.h"
#include "models/board/board.h"

#include <string.h>

char *hardware_file_option(const char *path, GError **error)
{
    g_autofree char *whole = g_canonicalize_filename(path, NULL);
    char wrong[HARDWARE_WRONG];

    if (!*path || strpbrk(whole, " ,"))
        error_usage(
            error, "hardware '%s'; expected the path of a file, without blanks and commas", path);
    else if (!g_file_test(whole, G_FILE_TEST_IS_REGULAR))
        error_usage(error, "hardware '%s'; expected a file", path);
    else if (!hardware_find(whole, wrong))
        error_usage(error, "%s", wrong);
    else
        return g_strconcat("hardware=", whole, NULL);
    return NULL;
}

gboolean hardware_file_describe(const char *path, GError **error)
{
    g_autofree char *option = hardware_file_option(path, error);
    char wrong[HARDWARE_WRONG];

    if (option)
        board_show(hardware_find(strchr(option, '=') + 1, wrong));
    return option != NULL;
}

void hardware_file_use(const char *path)
{
    char wrong[HARDWARE_WRONG];

    if (path)
        hardware_use(hardware_find(path, wrong));
}
