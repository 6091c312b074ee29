/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Selects records of a trace, for `pmulab trace`. */
#ifndef PMULAB_HARNESS_TRACE_TRACE_FILTER_H
#define PMULAB_HARNESS_TRACE_TRACE_FILTER_H

#include "harness/trace/trace_reader.h"
#include "models/machine.h"
#include "models/sim/trace.h"

#include <glib.h>

/* Whether the records of one kind at one place have a wanted name. */
struct trace_fit {
    guint64 where; /* 0: nowhere */
    gboolean fits;
};

enum { TRACE_FITS = 1024 };

/* A record passes if it meets every condition. Start with TRACE_FILTER_ALL. */
struct trace_filter {
    /* names or patterns, one of which must match; ends with NULL; NULL: any */
    const char *const *registers;
    unsigned kinds;                     /* one bit (1 << enum trace_kind) per wanted kind */
    int cpu;                            /* -1: any CPU, and records without one */
    guint64 from, to;                   /* ns: from <= time < to; G_MAXUINT64: no end */
    unsigned step;                      /* from its beginning to its end; 0: any */
    gboolean in_step;                   /* state: the latest records belong to @step */
    struct trace_fit known[TRACE_FITS]; /* state: of latest places */
};

#define TRACE_FILTER_ALL                                                                           \
    ((struct trace_filter){.kinds = (1u << TRACE_N_KINDS) - 1, .cpu = -1, .to = G_MAXUINT64})

/* Checks that each name and pattern matches a register or block of @model, or
 * an event that counts in memory. Bare offsets ("imc0+0x4c") and functions
 * ("pci 10.0 *") are not checked. FALSE with HARNESS_ERROR_USAGE. */
gboolean trace_filter_check_registers(
    const char *const *registers, const struct machine_model *model, GError **error);

/* Parses a time: a number, perhaps with a fraction, and its unit ns, us, ms or
 * s. FALSE with HARNESS_ERROR_USAGE. */
gboolean trace_filter_parse_time(const char *text, guint64 *ns, GError **error);

/* Appends the names of all kinds: "read, write, ... or fault". */
void trace_filter_append_kinds(GString *text);

/* Adds the kinds in @text, "read,write", to @kinds. FALSE with
 * HARNESS_ERROR_USAGE, which lists all kinds. */
gboolean trace_filter_parse_kinds(const char *text, unsigned *kinds, GError **error);

/* Whether @record is wanted. Pass every record, in order: the filter tracks
 * steps. */
gboolean trace_filter_passes(struct trace_filter *filter, const struct machine_model *model,
    const struct trace_record *record);

/* The records of a trace that the filter needs. */
struct trace_wanted trace_filter_wanted(const struct trace_filter *filter);

#endif
