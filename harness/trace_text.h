/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Records of a trace as lines of text. */
#ifndef PMULAB_HARNESS_TRACE_TEXT_H
#define PMULAB_HARNESS_TRACE_TEXT_H

#include "harness/output.h"
#include "models/machine.h"
#include "models/sim/trace.h"

/* Appends the line of headings. */
void trace_text_headings(struct output *out);

/* Appends @record as a line: when, who, what, and the fields of what was read or written. */
void trace_text_add(struct output *out, const struct machine_model *model, const struct trace_record *record);

/*
 * Appends @record as a line for programs, fields parted by tabs: time (ns), CPU, PC, kind, block, offset,
 * size, value. PC, offset and value are hexadecimal.
 */
void trace_text_add_raw(struct output *out, const struct trace_record *record);

#endif
