/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Records of a trace as lines of text. */
#ifndef PMULAB_HARNESS_TRACE_TRACE_TEXT_H
#define PMULAB_HARNESS_TRACE_TRACE_TEXT_H

#include "harness/base/output.h"
#include "models/machine.h"
#include "models/sim/trace.h"

/* A record in words. */
struct trace_words {
    GString *name;   /* what was accessed: "imc0.PMON_CTL0"; of what is no access, what happened */
    GString *value;  /* of an access, in hexadecimal; else "" */
    GString *fields; /* "en=1 umask=RD ev_sel=CAS_COUNT", or "" */
};

/* Empty words; what they hold is freed with trace_words_clear(). */
void trace_words_init(struct trace_words *words);
void trace_words_clear(struct trace_words *words);

/* Puts @record in words, in place of those that were there. */
void trace_words_set(
    struct trace_words *words, const struct machine_model *model, const struct trace_record *record);

/* How traces call it: "read", "step-begin". */
const char *trace_kind_name(enum trace_kind kind);

/* Whether @record has a CPU that did it, and whether it has that CPU's PC. */
gboolean trace_has_cpu(const struct trace_record *record);
gboolean trace_has_pc(const struct trace_record *record);

/* Appends the line of headings. */
void trace_text_headings(struct output *out);

/*
 * Appends @record as a line: when, who, what, and the fields of what was read or written. On a terminal what
 * has no room goes on below.
 */
void trace_text_add(struct output *out, const struct machine_model *model, const struct trace_record *record);

/*
 * Appends @record as a line for programs, fields parted by tabs: time (ns), CPU, PC, kind, block, offset,
 * size, value. PC, offset and value are hexadecimal.
 */
void trace_text_add_raw(struct output *out, const struct trace_record *record);

#endif
