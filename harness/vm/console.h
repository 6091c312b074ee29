/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Reads the text of a guest's serial console for a user who has not seen it. */
#ifndef PMULAB_HARNESS_VM_CONSOLE_H
#define PMULAB_HARNESS_VM_CONSOLE_H

#include <glib.h>

/* The lines of @console in which the guest's init complains ("pmulab: ..."),
 * each with a newline. A new string, empty if there are none. */
char *console_complaints(const char *console);

/* The kernel's message that it could not unpack or reach the initramfs:
 * "Initramfs unpacking failed: write error", without its time. A new string, or
 * NULL: there is none. */
char *console_unpacking(const char *console);

/* The part of @console that shows why a guest died: from the kernel's last
 * oops, BUG or panic on, or else the last lines. At most CONSOLE_LINES lines,
 * without control characters. A new string. */
#define CONSOLE_LINES 120
char *console_end(const char *console);

/* The first line of the kernel's last oops, BUG or panic in these lines,
 * without its time: "BUG: kernel NULL pointer dereference, address:
 * 0000000000000010". A new string, or NULL: there is none. */
char *console_report(const char *console);

#endif
