/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * A block of a watched guest in a terminal. One screen, redrawn continuously,
 * shows changed bits highlighted, counters with their rates, traffic, and the
 * last accesses. In a pipe, each register change and each access is a line.
 */
#ifndef PMULAB_HARNESS_LIVE_TERMINAL_H
#define PMULAB_HARNESS_LIVE_TERMINAL_H

#include "harness/live/control.h"

/* Shows the block called @name until the view ends, a signal arrives, or the
 * reader of standard output closes it. FALSE with HARNESS_ERROR_USAGE if there
 * is no such block, or HARNESS_ERROR_FAILED. */
gboolean terminal_watch(struct control_client *client, const char *name, GError **error);

#endif
