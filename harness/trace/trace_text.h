/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Prints records of a trace as lines of text. */
#ifndef PMULAB_HARNESS_TRACE_TRACE_TEXT_H
#define PMULAB_HARNESS_TRACE_TRACE_TEXT_H

#include "harness/base/output.h"
#include "harness/trace/trace_words.h"

/* Appends the line of headings. */
void trace_text_headings(struct output *out);

/* Appends @record as a line: time, CPU and PC, name, and the fields of the
 * value read or written. On a narrow terminal the rest continues below. */
void trace_text_add(
    struct output *out, const struct machine_model *model, const struct trace_record *record);

/* The same with @words, which it replaces. */
void trace_text_add_words(struct output *out, struct trace_words *words,
    const struct machine_model *model, const struct trace_record *record);

/* Appends @record as a line for programs, with fields separated by tabs: time
 * (ns), CPU, PC, kind, block, offset, size, value and, if the call path has a
 * driver, its function. PC, offset and value are hexadecimal. */
void trace_text_add_raw(struct output *out, const struct trace_record *record);

#endif
