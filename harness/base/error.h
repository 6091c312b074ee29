/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The command's error domain, and the exit statuses that errors become. */
#ifndef PMULAB_HARNESS_BASE_ERROR_H
#define PMULAB_HARNESS_BASE_ERROR_H

#include <glib.h>

/* Exit statuses of `pmulab`. `boot` and `run` have more, for the guest's
 * command and the result: cli/boot.c, cli/run.c. */
enum exit_status {
    STATUS_OK = 0,
    STATUS_FAILED = 1, /* the request was valid, but carrying it out failed */
    STATUS_USAGE = 2,  /* the request was invalid */
};

/* One error domain. A caller can distinguish invalid requests, and missing
 * items that `pmulab setup` would fetch, from other failures. Every message is
 * one line: the error, its place, the expectation. */
#define HARNESS_ERROR (harness_error_quark())
enum harness_error {
    HARNESS_ERROR_FAILED,
    HARNESS_ERROR_USAGE,
    HARNESS_ERROR_MISSING, /* the cache lacks QEMU, a guest, a package or UEFI */
    HARNESS_ERROR_LATE,    /* a command exceeded its limit */
};
GQuark harness_error_quark(void);

/* Prints `pmulab: MESSAGE` to standard error and frees @error, which must not
 * be NULL. Returns the matching exit status: STATUS_USAGE for
 * HARNESS_ERROR_USAGE and GOption's own errors, else STATUS_FAILED. */
int error_exit(GError *error);

/* Sets @error to HARNESS_ERROR_USAGE, with a message by printf's rules. Returns
 * FALSE. */
gboolean error_usage(GError **error, const char *format, ...) G_GNUC_PRINTF(2, 3);

/* Sets @error to HARNESS_ERROR_FAILED, with a message by printf's rules.
 * Returns FALSE. It is here so that the analyzer, which reads one file at a
 * time, sees that. */
G_GNUC_PRINTF(2, 3) static inline gboolean error_failed(GError **error, const char *format, ...)
{
    va_list args;

    va_start(args, format);
    if (error)
        *error = g_error_new_valist(HARNESS_ERROR, HARNESS_ERROR_FAILED, format, args);
    va_end(args);
    return FALSE;
}

/* Sets @error to HARNESS_ERROR_FAILED, "WHAT: REASON", with errno's reason.
 * Returns FALSE. */
gboolean error_set_errno(const char *what, GError **error);

#endif
