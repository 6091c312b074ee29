/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The connection to a running guest: requests to its plugin
 * (qemu-plugins/runtime/live.h), and a QEMU monitor that stops and resumes it.
 * A separate thread reads the answers; any thread may send requests.
 */
#ifndef PMULAB_HARNESS_LIVE_LINK_H
#define PMULAB_HARNESS_LIVE_LINK_H

#include "harness/vm/guest_options.h"

#include <glib.h>

struct live_link;

/* Makes the sockets and sets @window to QEMU's ends. live_link_begin() closes
 * these ends in our process after QEMU has started. NULL with
 * HARNESS_ERROR_FAILED. Free with live_link_free(). */
struct live_link *live_link_new(struct guest_window *window, GError **error);
void live_link_begin(struct live_link *link);

/*
 * Sends @request and waits a limited time for the answer. Sets *@now, which may
 * be NULL, to the virtual time (ns). Returns the words after the time as a new
 * string. NULL with HARNESS_ERROR_USAGE and the plugin's reason if the plugin
 * refuses. NULL with HARNESS_ERROR_FAILED if the guest has ended or does not
 * answer.
 */
char *live_link_ask(struct live_link *link, const char *request, guint64 *now, GError **error);

/* Stops or resumes the machine, and waits until it has stopped or resumed.
 * FALSE with HARNESS_ERROR_FAILED. */
gboolean live_link_run(struct live_link *link, gboolean run, GError **error);

/* Whether the machine runs, by QEMU's latest event. */
gboolean live_link_runs(struct live_link *link);

/* Whether it has stopped at an access: sets the time (ns) and the CPU of the
 * access. */
gboolean live_link_stepped(struct live_link *link, guint64 *time, unsigned *cpu);

/* Forgets the access that stopped it. Call it before requesting another
 * stop. */
void live_link_forget_step(struct live_link *link);

/* Call it after QEMU's end, or when no thread sends requests any more. NULL is
 * allowed. */
void live_link_free(struct live_link *link);

#endif
