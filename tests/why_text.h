/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Why a row of a proof fails, in one line. */
#ifndef PMULAB_TESTS_WHY_TEXT_H
#define PMULAB_TESTS_WHY_TEXT_H

#include "harness/proof/perf_result.h"

/* "" if the row holds. Valid until the next call. */
static const char *why_of(const struct perf_check_row *row)
{
    static char *text;

    g_free(text);
    return text = row->why ? perf_why_line(row->why) : g_strdup("");
}

#endif
