/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Writes the facts of an executed instruction into the trace. */
#include "models/epyc/op_facts.h"

enum { FACT = 15, LENGTH_AT = 8, PAGE_AT = 8, SIZE_AT = 16 };

struct writing {
    const struct sim_host *host;
    struct trace_record record;
};

static void fact(struct writing *w, enum op_fact which, uint32_t details, uint64_t value)
{
    w->record.offset = (uint32_t)which | details;
    w->record.value = value;
    sim_host_trace(w->host, &w->record);
}

static uint64_t eight_bytes(const uint8_t *bytes, unsigned n)
{
    uint64_t value = 0;

    for (unsigned i = 0; i < n; i++)
        value |= (uint64_t)bytes[i] << 8 * i;
    return value;
}

static void bytes(struct writing *w, const struct sim_op *op)
{
    if (op->length)
        fact(w, OP_BYTES, 0, eight_bytes(op->bytes, op->length < 8 ? op->length : 8));
    if (op->length > 8)
        fact(w, OP_MORE_BYTES, 0, eight_bytes(op->bytes + 8, op->length - 8u));
}

static void access(struct writing *w, const struct sim_op_access *a)
{
    fact(w, OP_ACCESS,
        (uint32_t)a->page_shift << PAGE_AT | (uint32_t)a->size << SIZE_AT |
            (a->store ? OP_STORE : 0) | (a->io ? OP_DEVICE : 0),
        a->linear);
    if (a->physical != SIM_OP_NO_PHYSICAL)
        fact(w, OP_AT, 0, a->physical);
}

void op_facts_trace(const struct sim_host *host, const struct trace_record *record,
    const struct sim_op *op, bool whole)
{
    struct writing w = {host, *record};

    w.record.kind = TRACE_OP;
    w.record.pc = op->pc;
    fact(&w, OP_NEXT,
        (uint32_t)op->length << LENGTH_AT | (op->retired ? OP_RETIRED : 0) |
            (op->user ? OP_USER : 0),
        op->next_pc);
    bytes(&w, op);
    if (!whole)
        return;
    if (op->pc_physical != SIM_OP_NO_PHYSICAL)
        fact(&w, OP_PHYSICAL, (uint32_t)op->page_shift << PAGE_AT, op->pc_physical);
    for (unsigned i = 0; i < op->n_accesses; i++)
        access(&w, &op->accesses[i]);
}

const char *op_fact_text(uint32_t offset)
{
    static const char *const texts[OP_N_FACTS] = {
        "next", "bytes", "more bytes", "at", "access", "which is at"};

    return (offset & FACT) < OP_N_FACTS ? texts[offset & FACT] : 0;
}
