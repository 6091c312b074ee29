/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Why fields of registers stay untouched, in words: harness/report/explained.txt, which travels in the
 * command. A line is a pattern for full names of fields with * and ?, "read", "written" or "touched" (both),
 * and the reason:
 *
 *     snbep.imc.PMON_UNIT_STATUS.*    written    no driver of today clears it
 *
 * A register that is never accessed at all is explained if all its fields are.
 */
#ifndef PMULAB_HARNESS_REPORT_EXPLAINED_H
#define PMULAB_HARNESS_REPORT_EXPLAINED_H

#include "harness/trace/touched.h"

#include <glib.h>

struct explained;

/* Reads such lines; those that begin with # are comments. NULL with HARNESS_ERROR_FAILED, which names the
 * line. Free with explained_free(). */
struct explained *explained_parse(const char *text, GError **error);
void explained_free(struct explained *explained);

/* The lines that come with pmulab; they stay for the whole program. */
const struct explained *explained_own(void);

/* Why the field with this full name ("snbep.imc.PMON_CTL0.en") stays untouched in one way; NULL: nobody
 * knows. */
const char *explained_why(const struct explained *explained, const char *field, enum touched_way way);

/* The pattern of line number @i, from 0, or NULL after the last one. */
const char *explained_pattern(const struct explained *explained, guint i);

#endif
