/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Prints records of a trace as lines of text. */
#ifndef PMULAB_HARNESS_TRACE_TRACE_TEXT_H
#define PMULAB_HARNESS_TRACE_TRACE_TEXT_H

#include "harness/base/output.h"
#include "models/machine.h"
#include "models/sim/trace.h"

/* The words for one record. */
struct trace_words {
    /* the accessed place: "imc0.PMON_CTL0"; for other records, the event */
    GString *name;
    GString *value;             /* of an access, in hexadecimal; else "" */
    GString *fields;            /* "en=1 umask=RD ev_sel=CAS_COUNT", or "" */
    struct trace_place *places; /* of earlier records: trace_words_remember() */
};

/* Makes empty words. trace_words_clear() frees their contents. */
void trace_words_init(struct trace_words *words);

/* For many records of one machine: caches the words that all accesses to a
 * place have in common. */
void trace_words_remember(struct trace_words *words);

void trace_words_clear(struct trace_words *words);

/* Replaces @words by the words for @record. */
void trace_words_set(struct trace_words *words, const struct machine_model *model,
    const struct trace_record *record);

/* The kind's name in trace output: "read", "step-begin". */
const char *trace_kind_name(enum trace_kind kind);

/* Whether @record has a CPU that caused it, and whether it has that CPU's
 * PC. */
gboolean trace_has_cpu(const struct trace_record *record);
gboolean trace_has_pc(const struct trace_record *record);

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
