/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * A CPU's executed instructions, as facts in a trace: the model's input for
 * each, before the model processes it. The judge of samples starts from these.
 */
#ifndef PMULAB_MODELS_EPYC_OP_FACTS_H
#define PMULAB_MODELS_EPYC_OP_FACTS_H

#include "models/sim/host.h"
#include "models/sim/op.h"

/*
 * A TRACE_OP record's offset has the fact in bits 3:0 and details above; its
 * value is the fact. An instruction's first record is OP_NEXT. PHYSICAL and AT
 * are omitted if the address is unknown.
 */
enum op_fact {
    OP_NEXT,       /* address executed next; length 11:8, retired 12, user's 13 */
    OP_BYTES,      /* its first eight bytes, the first in 7:0 */
    OP_MORE_BYTES, /* the others */
    OP_PHYSICAL,   /* its physical address; log2 of its page's bytes 15:8, 0 if unknown */
    /* linear address of an access; log2 of the page 15:8, size 23:16, store 24,
     * device 25 */
    OP_ACCESS,
    OP_AT, /* physical address of the previous access */
    OP_N_FACTS,
};

enum { OP_RETIRED = 1 << 12, OP_USER = 1 << 13, OP_STORE = 1 << 24, OP_DEVICE = 1 << 25 };

/* Traces the facts of @op with @record's CPU, block and time. @whole: all
 * facts; otherwise only a branch's. */
void op_facts_trace(const struct sim_host *host, const struct trace_record *record,
    const struct sim_op *op, bool whole);

/* Describes a TRACE_OP record's @offset as a static word, "next", or returns
 * NULL for an unknown fact. */
const char *op_fact_text(uint32_t offset);

#endif
