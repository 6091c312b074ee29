/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Parses the output of pmcu-report in a guest, a dump or a table, subsample by
 * subsample. */
#ifndef PMULAB_HARNESS_PROOF_KUNPENG_PMCU_TEXT_H
#define PMULAB_HARNESS_PROOF_KUNPENG_PMCU_TEXT_H

#include "oracle/kunpeng/pmcu_manual.h"

#include <glib.h>

struct pmcu_text_value {
    guint line; /* in the text, from 1 */
    enum oracle_block kind;
    unsigned place; /* index of its event in the subsample, from 0 */
    guint16 event;
    unsigned cpu; /* its number on the die */
    guint64 offset, value;
};

/* One subsample: values @first to @first + @n - 1. */
struct pmcu_text_subsample {
    guint first, n;
};

struct pmcu_text {
    GArray *values;     /* struct pmcu_text_value */
    GArray *subsamples; /* struct pmcu_text_subsample */
};

/* Parses @text, which may contain other text. A subsample begins with the
 * context IDs. Free with pmcu_text_free(). */
struct pmcu_text *pmcu_text_parse(const char *text);
void pmcu_text_free(struct pmcu_text *text);

#endif
