/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Scripts that record captures on a real machine. */
#ifndef PMULAB_HARNESS_CAPTURE_CAPTURE_HOW_H
#define PMULAB_HARNESS_CAPTURE_CAPTURE_HOW_H

#include "harness/hardware/machine.h"

#include <glib.h>

/*
 * Appends a shell script that records, with Linux's own tools, the accesses to
 * @machine's registers while a command runs, in @format ("ftrace"; NULL: the
 * default). It records MSRs of @variant ("zen4"), or of all variants (NULL).
 * FALSE with HARNESS_ERROR_USAGE if there is no such way.
 */
gboolean capture_how(GString *text, const struct machine *machine, const char *variant,
    const char *format, GError **error);

#endif
