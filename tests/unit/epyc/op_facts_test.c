/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The facts of an instruction in the trace: each record's detail bits and
 * value, typed from op_facts.h. */
#include "models/epyc/op_facts.h"
#include "tests/tap.h"

static struct trace_record records[16];
static unsigned n;

static void record(void *self, const struct trace_record *r)
{
    (void)self;
    records[n++] = *r;
}

static const struct sim_host host = {.trace = record};

/* The longest instruction, with bytes 11 to 1f. It stores 8 bytes to a device
 * and loads 4 from unknown memory. */
static struct sim_op longest(void)
{
    struct sim_op op = {.pc = 0x1000,
        .pc_physical = 0x5000,
        .next_pc = 0x100f,
        .length = 15,
        .page_shift = 12,
        .retired = true,
        .user = true,
        .n_accesses = 2};

    for (unsigned i = 0; i < 15; i++)
        op.bytes[i] = (uint8_t)(0x11 + i);
    op.accesses[0] = (struct sim_op_access){.linear = 0x2000,
        .physical = 0x9000,
        .size = 8,
        .page_shift = 21,
        .store = true,
        .io = true};
    op.accesses[1] = (struct sim_op_access){
        .linear = 0x3000, .physical = SIM_OP_NO_PHYSICAL, .size = 4, .page_shift = 30};
    return op;
}

static void is_fact(unsigned i, uint32_t offset, uint64_t value)
{
    is_u64(records[i].offset, offset, "record %u: %s", i, op_fact_text(offset));
    is_u64(records[i].value, value, "... its value");
}

static void test_whole(void)
{
    const struct sim_op op = longest();

    n = 0;
    op_facts_trace(&host, &(struct trace_record){.cpu = 3, .time = 77}, &op, true);
    is_u64(n, 7, "seven facts");
    is_fact(0, 0 | 15 << 8 | 1 << 12 | 1 << 13, 0x100f);
    is_fact(1, 1, UINT64_C(0x1817161514131211));
    is_fact(2, 2, UINT64_C(0x001f1e1d1c1b1a19));
    is_fact(3, 3 | 12 << 8, 0x5000);
    is_fact(4, 4 | 21 << 8 | 8 << 16 | 1 << 24 | 1 << 25, 0x2000);
    is_fact(5, 5, 0x9000);
    is_fact(6, 4 | 30 << 8 | 4 << 16, 0x3000);
    for (unsigned i = 0; i < n; i++)
        if (records[i].kind != TRACE_OP || records[i].cpu != 3 || records[i].time != 77 ||
            records[i].pc != 0x1000)
            ok(false, "record %u has the instruction's CPU, time and address", i);
}

static void test_short(void)
{
    struct sim_op op = longest();

    n = 0;
    op_facts_trace(&host, &(struct trace_record){.cpu = 3}, &op, false);
    is_u64(n, 3, "a branch: its target and its bytes");
    op.length = 8;
    op.retired = op.user = false;
    n = 0;
    op_facts_trace(&host, &(struct trace_record){.cpu = 3}, &op, false);
    is_u64(n, 2, "eight bytes are one fact");
    is_fact(0, 8 << 8, 0x100f);
    op.length = 0;
    n = 0;
    op_facts_trace(&host, &(struct trace_record){.cpu = 3}, &op, false);
    is_u64(n, 1, "no bytes are no fact");
    op.pc_physical = SIM_OP_NO_PHYSICAL;
    op.n_accesses = 0;
    n = 0;
    op_facts_trace(&host, &(struct trace_record){.cpu = 3}, &op, true);
    is_u64(n, 1, "an unknown address is no fact");
    ok(op_fact_text(5) && !op_fact_text(6) && !op_fact_text(15), "six facts have a name");
}

int main(void)
{
    test_whole();
    test_short();
    return done_testing();
}
