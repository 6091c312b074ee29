/* SPDX-License-Identifier: GPL-2.0-or-later */
/* A run and its verdicts as JSON for programs: the request, the expectations
 * and the findings. Counts are strings, since they have 64 bits. The guest's
 * output is in separate files beside it. */
#ifndef PMULAB_HARNESS_REPORT_RESULT_JSON_H
#define PMULAB_HARNESS_REPORT_RESULT_JSON_H

#include "harness/judge/judge.h"

#include <glib.h>

#define RESULT_JSON_FILE    "result.json"
#define RESULT_JSON_VERSION 2

/* A new string. */
GString *result_json(const struct run_record *record, const struct judgement *judgement);

#endif
