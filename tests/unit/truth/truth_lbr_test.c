/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The replay of branch records: the branches that the trace has as executed
 * decide what their registers must read. */
#include "harness/truth/epyc/replay.h"

#include "tests/epyc_machine.h"

static struct guest guest;

#define EXTENSION UINT32_C(0xc000010f)
#define FROM(i)   (UINT32_C(0xc0010300) + 2 * (i))
#define TO(i)     (UINT32_C(0xc0010301) + 2 * (i))
#define VALID     (UINT64_C(1) << 63)
#define STATUS    UINT32_C(0xc0000300)
#define CLEAR     UINT32_C(0xc0000302)

static struct trace_record records[64];
static unsigned n;

static struct trace_record *add(enum trace_kind kind, uint32_t offset, uint64_t pc, uint64_t value)
{
    records[n] = (struct trace_record){.kind = kind,
        .size = 8,
        .cpu = 1,
        .block = kind == TRACE_BRANCH || offset == EXTENSION || offset == 0x1d9 ||
                         offset >= FROM(0) || offset == 0xc000010e
                     ? 0x6001
                     : 0x2001,
        .offset = offset,
        .time = 10 * n,
        .pc = pc,
        .value = value};
    return &records[n++];
}

static void begin(void)
{
    guest_start(&guest, "variant=zen4 lbr=on");
    n = 0;
    add(TRACE_WRITE, EXTENSION, 0, 0x40);
}

static void replays(unsigned wrong, unsigned branches, unsigned executed, const char *what)
{
    struct truth *t = truth_replay_epyc(&guest.m, NULL, records, n);
    unsigned right = 0;

    is_u64(t->notes->len, wrong, "%s: wrong reads", what);
    is_u64(t->branches->len, branches, "... branch records");
    for (guint i = 0; i < t->branches->len; i++)
        right += g_array_index(t->branches, struct truth_branch, i).executed;
    is_u64(right, executed, "... of executed branches");
    truth_free(t);
}

static void test_kinds(void)
{
    /* by enum trace_branch, and a bit of SELECT that suppresses each */
    static const unsigned bits[] = {2, 7, 6, 3, 4, 5, 8, 8};

    for (unsigned kind = 0; kind < 8; kind++) {
        begin();
        add(TRACE_WRITE, 0xc000010e, 0, UINT64_C(1) << bits[kind]);
        add(TRACE_BRANCH, kind, 0x1000, 0x2000);
        add(TRACE_READ, FROM(0), 0, 0);
        add(TRACE_READ, TO(0), 0, 0);
        add(TRACE_WRITE, 0xc000010e, 0, 0x1fc & ~(UINT64_C(1) << bits[kind]));
        add(TRACE_BRANCH, kind | BRANCH_TO_USER, 0x1000, 0x2000);
        add(TRACE_READ, FROM(0), 0, 0x1000);
        add(TRACE_READ, TO(0), 0, VALID | 0x2000);
        replays(0, 1, 1, "a kind of branches");
    }
}

static void test_reads(void)
{
    begin();
    add(TRACE_BRANCH, BRANCH_JUMP | BRANCH_EARLIER, 0, 3);
    add(TRACE_BRANCH, BRANCH_JUMP | BRANCH_MISPREDICTED, 0x1000, 0x2000);
    add(TRACE_BRANCH, BRANCH_JUMP, 0x1100, 0x2100);
    add(TRACE_READ, FROM(0), 0, 0x1100);
    add(TRACE_READ, TO(0), 0, VALID | 0x2100);
    add(TRACE_READ, TO(2), 0, 0);
    add(TRACE_READ, FROM(1), 0, VALID | 0x1000);
    struct trace_record *last = add(TRACE_READ, TO(1), 0, VALID | 0x2000);
    replays(0, 2, 2, "the last two branches");
    last->value++;
    replays(1, 2, 1, "another target");
    last->value--;
    last[-1].value ^= VALID;
    replays(1, 2, 1, "another prediction");
    last->value = 0;
    replays(2, 1, 1, "no branch");
}

/* PERF_CTL0 (C001_0200) counts retired instructions (event C0) with Int. */
static void test_freeze(void)
{
    begin();
    add(TRACE_WRITE, 0x1d9, 0, 0x800);
    add(TRACE_WRITE, 0xc0010201, 0, UINT64_C(0xffffffffffff));
    add(TRACE_WRITE, 0xc0010200, 0, 0x5300c0);
    add(TRACE_BRANCH, BRANCH_CALL, 0x1000, 0x2000);
    add(TRACE_COUNTED, 0x100, 0, 1)->block = 0x2001;
    add(TRACE_OVERFLOW, 0xc0010201, 0, 0)->block = 0x2001;
    add(TRACE_BRANCH, BRANCH_CALL, 0x1100, 0x2100);
    struct trace_record *status = add(TRACE_READ, STATUS, 0, UINT64_C(1) << 58 | 1);
    add(TRACE_READ, FROM(0), 0, 0x1000);
    add(TRACE_READ, TO(0), 0, VALID | 0x2000);
    add(TRACE_WRITE, CLEAR, 0, UINT64_C(1) << 58 | 1);
    add(TRACE_BRANCH, BRANCH_CALL, 0x1200, 0x2200);
    add(TRACE_READ, FROM(0), 0, 0x1200);
    add(TRACE_READ, TO(0), 0, VALID | 0x2200);
    replays(0, 2, 2, "frozen until software clears the status");
    status->value = 1;
    replays(1, 2, 2, "a status without its bit");
    records[1].value = 0;
    replays(2, 2, 1, "without FrzLBRsOnPMI the later branch is expected");
}

int main(void)
{
    test_kinds();
    test_reads();
    test_freeze();
    return done_testing();
}
