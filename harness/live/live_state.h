/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * One update of a viewer, as JSON: the changes in a block since the viewer's
 * previous update.
 *
 *     time      virtual ns, as text
 *     runs      whether the guest runs
 *     at        number of the access at which a step has stopped it; absent: no step has
 *     regs      the changed words, by their index in the block: [value or null, its fields]
 *     set       words that software has written, by their indices, if still known
 *     next      the number of the next access
 *     accesses  the new ones, if still known: number, time, cpu, write, name, value, fields, by
 *     traffic   the hardware's traffic, if it has changed: what, amount, since, refused
 */
#ifndef PMULAB_HARNESS_LIVE_LIVE_STATE_H
#define PMULAB_HARNESS_LIVE_LIVE_STATE_H

#include "harness/live/live.h"

struct live_view;

/* A viewer of @block that has seen nothing yet. Free with live_view_free(). */
struct live_view *live_view_new(struct live *live, const struct live_block *block);
void live_view_free(struct live_view *view);

/* The viewer has seen the accesses before number @access. */
void live_view_from(struct live_view *view, guint64 access);

/* Appends one line of JSON to @text. FALSE with HARNESS_ERROR_FAILED if the
 * guest has ended. */
gboolean live_view_next(struct live_view *view, GString *text, GError **error);

#endif
