/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The words for a record of a trace. */
#ifndef PMULAB_HARNESS_TRACE_TRACE_WORDS_H
#define PMULAB_HARNESS_TRACE_TRACE_WORDS_H

#include "models/machine.h"
#include "models/sim/trace.h"

#include <glib.h>

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

#endif
