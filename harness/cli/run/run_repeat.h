/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Runs a scenario several times and checks that the traces are equal. */
#ifndef PMULAB_HARNESS_CLI_RUN_RUN_REPEAT_H
#define PMULAB_HARNESS_CLI_RUN_RUN_REPEAT_H

#include "harness/judge/judge.h"
#include "harness/run/run_guest.h"

#include <glib.h>

#define RUN_REPEAT_MAX 1000

/*
 * Runs the scenario of @first until there are @times runs with @first, and adds
 * one verdict to @judgement: all traces are equal, record for record. Every
 * second run boots its guest, so that runs from a saved guest are compared with
 * booted ones. The notes are the traces' fingerprints and, for each that
 * differs, the first different record. @first keeps the first trace that
 * differs. FALSE with the errors of run_guest().
 */
gboolean run_repeat(struct run_record *first, unsigned times, const struct run_settings *settings,
    struct judgement *judgement, GError **error);

/* The first difference between the traces of @other and @first, in lines of
 * text (new strings in an array that owns them): the record's number, and the
 * record in both. Empty if the records are equal. */
GPtrArray *run_repeat_difference(const struct run_record *first, const struct run_record *other);

/* Adds the verdict of run_repeat() on a scenario that did not run: it fails. */
void run_repeat_not_made(struct judgement *judgement, unsigned times);

#endif
