/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The reasons why register fields stay untouched, as text:
 * harness/report/explained.txt, which the executable contains. A line is a
 * pattern for full names of fields with * and ?, "read", "written" or "touched"
 * (both), and the reason:
 *
 *     snbep.imc.PMON_UNIT_STATUS.*    written    no driver of today clears it
 *
 * A register that is never accessed is explained if all its fields are.
 */
#ifndef PMULAB_HARNESS_REPORT_EXPLAINED_H
#define PMULAB_HARNESS_REPORT_EXPLAINED_H

#include "harness/trace/touched.h"

#include <glib.h>

struct explained;

/* Reads such lines; lines that begin with # are comments. NULL with
 * HARNESS_ERROR_FAILED, which names the line. Free with explained_free(). */
struct explained *explained_parse(const char *text, GError **error);
void explained_free(struct explained *explained);

/* pmulab's own lines; valid for the whole program. */
const struct explained *explained_own(void);

/* The reason why the field with this full name ("snbep.imc.PMON_CTL0.en") stays
 * untouched in one way; NULL: unknown. */
const char *explained_why(
    const struct explained *explained, const char *field, enum touched_way way);

/* The pattern of line number @i, from 0, or NULL after the last one. */
const char *explained_pattern(const struct explained *explained, guint i);

#endif
