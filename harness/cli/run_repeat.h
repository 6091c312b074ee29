/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The same scenario several times, which must give the same trace. */
#ifndef PMULAB_HARNESS_CLI_RUN_REPEAT_H
#define PMULAB_HARNESS_CLI_RUN_REPEAT_H

#include "harness/judge/judge.h"
#include "harness/run/run_guest.h"

#include <glib.h>

#define RUN_REPEAT_MAX 1000

/*
 * Runs the scenario of @first until there are @times runs of it, @first among them, and adds one verdict to
 * @judgement: that all traces are the same, byte for byte. Every second run boots its guest, so that one that
 * goes on from a saved guest is held against one that does not. Its notes are the traces' fingerprints and,
 * of each that differs, the record where it begins to. FALSE with what run_guest() says.
 */
gboolean run_repeat(const struct run_record *first, unsigned times, const struct run_settings *settings,
    struct judgement *judgement, GError **error);

/*
 * Where the trace of @other begins to differ from that of @first, in lines of text (new strings in an array
 * that owns them): the record's number and what it is in both. Empty if their records are the same.
 */
GPtrArray *run_repeat_difference(const struct run_record *first, const struct run_record *other);

#endif
