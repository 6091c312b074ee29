/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * A block of a watched guest in a terminal: one screen that is drawn again and again, with bits that have
 * changed lit, counters with their rates, traffic, and the last accesses. In a pipe: a line for each change
 * of a register and for each access.
 */
#ifndef PMULAB_HARNESS_LIVE_TERMINAL_H
#define PMULAB_HARNESS_LIVE_TERMINAL_H

#include "harness/live/control.h"

/* Shows the block called @name until the view ends, a signal comes, or the reader of standard output has
 * gone. FALSE with HARNESS_ERROR_USAGE if there is no such block, or HARNESS_ERROR_FAILED. */
gboolean terminal_watch(struct control_client *client, const char *name, GError **error);

#endif
