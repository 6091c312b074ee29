/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * What a user asks of a running guest. The page, the terminal and `pmulab peek` and `poke` all speak in lines
 * of text:
 *
 *     blocks                       the names of its blocks, one a line
 *     words BLOCK                  a line for each of its registers: name, bits, 1 for a counter or 0
 *     peek BLOCK[.REGISTER]        a line for each register: name, fields, the value that a read would return
 *     poke BLOCK.REGISTER VALUE    hardware sets the register, now, without the effects of a write
 *     traffic BLOCK EVENT AMOUNT   hardware sees this from now on, as below a scenario's `at`
 *     fault ...                    the hardware is broken from now on, likewise
 *     pause, continue              the guest stops, and goes on
 *     step [BLOCK.REGISTER]        it goes on, and stops after its next access, or the next of that register
 *     scenario                     what was done, as a scenario
 *     view BLOCK [NUMBER]          the state as JSON, with the accesses from that number on: live_state.h
 *
 * poke, traffic and fault are lines of the plan. They are in the trace as its entries, and every replay knows
 * them.
 */
#ifndef PMULAB_HARNESS_LIVE_REQUESTS_H
#define PMULAB_HARNESS_LIVE_REQUESTS_H

#include "harness/live/live.h"

/* Does what @line says, and appends the answer, lines of text, to @answer. FALSE with HARNESS_ERROR_USAGE if
 * it cannot be done as asked, or HARNESS_ERROR_FAILED. Any thread may call it. */
gboolean live_do(struct live *live, const char *line, GString *answer, GError **error);

#endif
