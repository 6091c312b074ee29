/* SPDX-License-Identifier: GPL-2.0-or-later */
/* A capture as shell commands that repeat its accesses, without the driver. */
#ifndef PMULAB_HARNESS_CAPTURE_CAPTURE_SCRIPT_H
#define PMULAB_HARNESS_CAPTURE_CAPTURE_SCRIPT_H

#include "harness/capture/capture.h"

enum { CAPTURE_SCRIPT_MAX = 2000 }; /* accesses */

/*
 * Appends a command for each access of @capture, which must be new, in its
 * order: wrmsr and rdmsr of msr-tools, setpci, and devmem. Reads print their
 * value, and a failed command ends the script. A gap of 10 ms or more between
 * two accesses becomes a sleep of the same length. @msrs is TRUE if there are
 * MSRs. FALSE with HARNESS_ERROR_FAILED: the capture is damaged, has no access
 * to the machine, or more than CAPTURE_SCRIPT_MAX.
 */
gboolean capture_script(struct capture *capture, GString *script, gboolean *msrs, GError **error);

#endif
