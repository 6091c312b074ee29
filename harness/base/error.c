/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Defines the error domain and turns errors into messages and exit statuses. */
#include "harness/base/error.h"

#include "harness/base/append.h"

#include <errno.h>
#include <stdio.h>

GQuark harness_error_quark(void)
{
    return g_quark_from_static_string("pmulab-harness-error");
}

int error_exit(GError *error)
{
    gboolean usage = g_error_matches(error, HARNESS_ERROR, HARNESS_ERROR_USAGE) ||
                     error->domain == G_OPTION_ERROR;
    g_autoptr(GString) message = g_string_new(NULL);

    append_printable(message, error->message);
    fprintf(stderr, "pmulab: %s\n", message->str);
    g_error_free(error);
    return usage ? STATUS_USAGE : STATUS_FAILED;
}

gboolean error_set_errno(const char *what, GError **error)
{
    g_set_error(error, HARNESS_ERROR, HARNESS_ERROR_FAILED, "%s: %s", what, g_strerror(errno));
    return FALSE;
}

gboolean error_usage(GError **error, const char *format, ...)
{
    va_list args;
    g_autofree char *message = NULL;

    va_start(args, format);
    message = g_strdup_vprintf(format, args);
    va_end(args);
    g_set_error_literal(error, HARNESS_ERROR, HARNESS_ERROR_USAGE, message);
    return FALSE;
}
