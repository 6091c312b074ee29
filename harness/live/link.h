/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The way to a running guest: requests to its plugin (qemu-plugins/carrier/live.h), and a monitor of QEMU's
 * that stops it and lets it go on. A thread of its own reads what comes; any thread may ask.
 */
#ifndef PMULAB_HARNESS_LIVE_LINK_H
#define PMULAB_HARNESS_LIVE_LINK_H

#include "harness/vm/guest_options.h"

#include <glib.h>

struct live_link;

/* Makes the sockets and sets @window to QEMU's ends, which live_link_begin() closes here once QEMU has been
 * started. NULL with HARNESS_ERROR_FAILED. Free with live_link_free(). */
struct live_link *live_link_new(struct guest_window *window, GError **error);
void live_link_begin(struct live_link *link);

/*
 * Sends @request and waits for the answer, not for ever. Returns the virtual time (ns) in *@now, may be NULL,
 * and the words behind it as a new string. NULL with HARNESS_ERROR_USAGE if the plugin refuses, with its
 * reason, and with HARNESS_ERROR_FAILED if the guest has ended or does not answer.
 */
char *live_link_ask(struct live_link *link, const char *request, guint64 *now, GError **error);

/* Stops the machine or lets it go on, and waits until it has. FALSE with HARNESS_ERROR_FAILED. */
gboolean live_link_run(struct live_link *link, gboolean run, GError **error);

/* Whether the machine runs, as far as QEMU has told. */
gboolean live_link_runs(struct live_link *link);

/* Whether it has stopped at an access: sets the time (ns) and the CPU of that. */
gboolean live_link_stepped(struct live_link *link, guint64 *time, unsigned *cpu);

/* What has stopped it is past. Call it before another stop is asked for. */
void live_link_forget_step(struct live_link *link);

/* After QEMU's end, or when nobody asks any more. NULL is allowed. */
void live_link_free(struct live_link *link);

#endif
