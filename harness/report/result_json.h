/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * A run and its verdicts as JSON, for programs: what was asked for, what was expected and found. Counts are
 * text, since they have 64 bits. What the guest printed lies beside it in files of its own.
 */
#ifndef PMULAB_HARNESS_REPORT_RESULT_JSON_H
#define PMULAB_HARNESS_REPORT_RESULT_JSON_H

#include "harness/judge/judge.h"

#include <glib.h>

#define RESULT_JSON_FILE    "result.json"
#define RESULT_JSON_VERSION 1

/* A new string. */
GString *result_json(const struct run_record *record, const struct judgement *judgement);

#endif
