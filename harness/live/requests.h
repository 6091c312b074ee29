/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Requests of a user to a running guest. The page, the terminal, `pmulab peek`
 * and `pmulab poke` all send lines of text:
 *
 *     blocks                       the names of its blocks, one per line
 *     words BLOCK                  a line for each of its registers: name,
 *                                  bits, 1 for a counter or 0
 *     peek BLOCK[.REGISTER]        a line for each register: name, fields, the
 *                                  value that a read would return
 *     poke BLOCK.REGISTER VALUE    set the register now, without the effects of
 *                                  a write
 *     traffic BLOCK EVENT AMOUNT   begin this traffic now, as in a scenario's
 *                                  `at` block
 *     fault ...                    begin this fault now, as in a scenario's
 *                                  `at` block
 *     pause, continue              stop the guest, resume it
 *     step [BLOCK.REGISTER]        resume it until after its next access, or
 *                                  the next of that register
 *     scenario                     the user's actions, as a scenario
 *     view BLOCK [NUMBER]          the state as JSON, with the accesses from
 *                                  NUMBER on: live_state.h
 *
 * poke, traffic and fault are lines of the plan. The trace records them as plan
 * entries, so every replay applies them.
 */
#ifndef PMULAB_HARNESS_LIVE_REQUESTS_H
#define PMULAB_HARNESS_LIVE_REQUESTS_H

#include "harness/live/live.h"

/* Executes the request @line, and appends the answer, lines of text, to
 * @answer. FALSE with HARNESS_ERROR_USAGE if the request is invalid or refused,
 * or with HARNESS_ERROR_FAILED. Any thread may call it. */
gboolean live_do(struct live *live, const char *line, GString *answer, GError **error);

#endif
