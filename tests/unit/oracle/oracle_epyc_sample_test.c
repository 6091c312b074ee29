/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Model and oracle under the same random instructions and writes, for each
 * part. Every sample must equal the oracle's to the bit, and none may be
 * missing. */
#include "harness/truth/epyc/replay.h"

#include "tests/epyc_machine.h"
#include "tests/rng.h"

enum { ROUNDS = 250, OPS = 5000, CPUS = 4 };

static struct guest guest;

/* The values that each field has had. */
static uint64_t seen_zero[ORACLE_IBS_REGS], seen_one[ORACLE_IBS_REGS];

/* ---- instructions ---- */

/* A few bytes of each kind; the rest of the instruction is random. */
static const struct kind {
    uint8_t bytes[4];
    unsigned n, length;
    enum sim_branch branch;
    bool locked, prefetch, streaming, loads, stores;
} kinds[] = {
    {{0x90}, 1, 1, SIM_NO_BRANCH, false, false, false, false, false}, /* NOP */
    /* MOV (%rax), %rax */
    {{0x48, 0x8b, 0x00}, 3, 3, SIM_NO_BRANCH, false, false, false, true, false},
    /* MOV %eax, (%rsp) */
    {{0x89, 0x04, 0x24}, 3, 3, SIM_NO_BRANCH, false, false, false, false, true},
    /* LOCK INC (%rax) */
    {{0xf0, 0x48, 0xff, 0x00}, 4, 4, SIM_NO_BRANCH, true, false, false, true, true},
    /* XCHG %ecx, (%rax) */
    {{0x87, 0x08}, 2, 2, SIM_NO_BRANCH, true, false, false, true, true},
    /* XCHG %ecx, %eax */
    {{0x87, 0xc8}, 2, 2, SIM_NO_BRANCH, false, false, false, false, false},
    /* PREFETCHT0 (%rax) */
    {{0x0f, 0x18, 0x08}, 3, 3, SIM_NO_BRANCH, false, true, false, true, false},
    /* PREFETCHW (%rax) */
    {{0x0f, 0x0d, 0x08}, 3, 3, SIM_NO_BRANCH, false, true, false, true, false},
    /* MOVNTI %ecx, (%rax) */
    {{0x0f, 0xc3, 0x08}, 3, 3, SIM_NO_BRANCH, false, false, true, false, true},
    {{0xc5, 0xfd, 0xe7, 0x00}, 4, 4, SIM_NO_BRANCH, false, false, true, false, true}, /* VMOVNTDQ */
    {{0x74}, 1, 2, SIM_CONDITIONAL, false, false, false, false, false},
    {{0x0f, 0x85}, 2, 6, SIM_CONDITIONAL, false, false, false, false, false},
    {{0xeb}, 1, 2, SIM_JUMP, false, false, false, false, false},
    {{0x48, 0xff, 0xe0}, 3, 3, SIM_INDIRECT, false, false, false, false, false},
    {{0x0f, 0x05}, 2, 2, SIM_INDIRECT, false, false, false, false, false}, /* SYSCALL */
    {{0xe8}, 1, 5, SIM_CALL, false, false, false, false, true},
    {{0xff, 0x10}, 2, 2, SIM_INDIRECT_CALL, false, false, false, true, true},
    {{0xc3}, 1, 1, SIM_RETURN, false, false, false, true, false},
    {{0xf3, 0xc3}, 2, 2, SIM_RETURN, false, false, false, true, false},
    {{0xc2, 0x08, 0x00}, 3, 3, SIM_RETURN, false, false, false, true, false},
};

static uint64_t random_address(struct rng *rng, bool high)
{
    uint64_t within = rng_below(rng, 12) * 0x1000 + rng_below(rng, 6) * 64 + rng_below(rng, 64);

    return (high ? UINT64_C(0xffffffff81000000) : 0x7f0000000000) + within;
}

static struct sim_op_access random_access(struct rng *rng, bool store)
{
    static const uint8_t sizes[] = {1, 2, 4, 8, 16, 32, 64, 10, 28},
                         shifts[] = {12, 12, 12, 21, 30, 0};
    struct sim_op_access access = {
        .linear = random_address(rng, rng_one_in(rng, 3)), .store = store};

    access.size = sizes[rng_below(rng, sizeof(sizes))];
    access.page_shift = shifts[rng_below(rng, sizeof(shifts))];
    access.physical = rng_one_in(rng, 20) ? SIM_OP_NO_PHYSICAL : access.linear & 0xfffffff;
    access.io = rng_one_in(rng, 20);
    return access;
}

/* A branch's target: mostly its previous one, or for a return its call. */
static uint64_t target_of(
    struct rng *rng, const struct sim_op *op, uint64_t *calls, unsigned *depth)
{
    uint64_t usual = 0x401000 + (op->pc * 7 & 0x1f8);

    if (op->branch == SIM_CALL || op->branch == SIM_INDIRECT_CALL)
        calls[(*depth)++ % 8] = sim_op_end(op);
    if (op->branch == SIM_RETURN && *depth && !rng_one_in(rng, 4))
        return calls[--*depth % 8];
    if (op->branch == SIM_CONDITIONAL && rng_one_in(rng, 3))
        return sim_op_end(op);
    return rng_one_in(rng, 5) ? 0x401000 + rng_below(rng, 512) : usual;
}

/* The next instruction of CPU @cpu. Each address has one kind of
 * instruction. */
static struct sim_op random_op(struct rng *rng, unsigned cpu)
{
    static uint64_t at[CPUS], calls[CPUS][8];
    static unsigned depth[CPUS];
    struct sim_op op = {.pc = at[cpu] ? at[cpu] : 0x401000, .retired = !rng_one_in(rng, 40)};
    const struct kind *kind;

    if (rng_one_in(rng, 50))
        op.pc = random_address(rng, rng_one_in(rng, 2));
    kind = &kinds[(op.pc * 2654435761u >> 7) % (sizeof(kinds) / sizeof(kinds[0]))];
    op.length = (uint8_t)kind->length;
    for (unsigned i = 0; i < kind->length; i++)
        op.bytes[i] = i < kind->n ? kind->bytes[i] : (uint8_t)rng_below(rng, 256);
    op.branch = kind->branch;
    op.locked = kind->locked;
    op.prefetch = kind->prefetch;
    op.streaming = kind->streaming;
    op.pc_physical = rng_one_in(rng, 30) ? SIM_OP_NO_PHYSICAL : op.pc & 0xfffffff;
    op.page_shift = op.pc_physical == SIM_OP_NO_PHYSICAL ? 0 : rng_one_in(rng, 4) ? 21 : 12;
    if (kind->loads)
        op.accesses[op.n_accesses++] = random_access(rng, false);
    if (kind->stores)
        op.accesses[op.n_accesses++] = random_access(rng, true);
    op.next_pc =
        op.branch == SIM_NO_BRANCH ? sim_op_end(&op) : target_of(rng, &op, calls[cpu], &depth[cpu]);
    if (!op.retired)
        op.next_pc = op.pc;
    op.target = op.next_pc;
    at[cpu] = op.next_pc;
    return op;
}

/* ---- software ---- */

static uint64_t random_op_ctl(struct rng *rng)
{
    static const uint64_t filters[] = {
        0, 0, 0, OP_CTL_L3ONLY, OP_CTL_LDLAT(0), OP_CTL_LDLAT(1) | OP_CTL_L3ONLY};
    uint64_t period = 0x90 + rng_below(rng, 8) * 16, ctl = OP_CTL_EN | filters[rng_below(rng, 6)];

    if (rng_one_in(rng, 2))
        ctl |= OP_CTL_OPS;
    else
        period *= 4;
    if (rng_one_in(rng, 8))
        /* beyond 20 bits */
        period += 0x100000, ctl |= (uint64_t)(0x100000 - rng_below(rng, 64)) << 32;
    else if (rng_one_in(rng, 2))
        ctl |= rng_below(rng, 128) << 32;
    return ctl | op_period(period);
}

static void start(struct rng *rng, unsigned cpu, bool two)
{
    uint64_t fetch = FETCH_CTL_EN | (2 + rng_below(rng, 8));

    if (rng_one_in(rng, 4))
        fetch |= FETCH_CTL_RAND;
    if (rng_one_in(rng, 6))
        fetch |= FETCH_CTL_L3ONLY;
    if (rng_one_in(rng, 3))
        fetch |= rng_below(rng, 16) << 16; /* Cnt, which may exceed MaxCnt */
    guest_wrmsr(&guest, cpu, MSR_FETCH_CTL, fetch & ~FETCH_CTL_EN);
    guest_wrmsr(&guest, cpu, MSR_FETCH_CTL, fetch);
    guest_wrmsr(&guest, cpu, MSR_OP_CTL, random_op_ctl(rng));
    if (!two)
        return;
    guest_wrmsr(&guest, cpu, MSR_OP_CTL2, rng_one_in(rng, 2) ? 0 : rng_below(rng, 16));
    guest_wrmsr(&guest, cpu, MSR_FETCH_CTL2, rng_one_in(rng, 2) ? 0 : rng_below(rng, 128));
}

/* Reads the registers that a driver reads, and restarts both engines. */
static void handle(struct rng *rng, unsigned cpu, bool two)
{
    for (unsigned msr = MSR_FETCH_CTL; msr <= MSR_DC_PHYS; msr++)
        guest_rdmsr(&guest, cpu, msr);
    start(rng, cpu, two);
}

static void one_round(struct rng *rng, const char *options)
{
    bool two;

    guest_start(&guest, options);
    two = epyc_has_msr(&guest.m, MSR(MSR_OP_CTL2));
    linux_init(&guest);
    for (unsigned cpu = 0; cpu < guest.m.config.cpus; cpu++)
        start(rng, cpu, two);
    for (unsigned i = 0; i < OPS; i++) {
        unsigned cpu = (unsigned)rng_below(rng, CPUS);
        struct sim_op op = random_op(rng, cpu);

        guest_execute(&guest, cpu, &op);
        if (rng_one_in(rng, 150))
            handle(rng, cpu, two);
    }
}

/* ---- verdicts ---- */

static const char *first_wrong(const struct truth *t)
{
    for (guint i = 0; i < t->notes->len; i++) {
        const struct truth_note *note = g_ptr_array_index(t->notes, i);
        if (note->kind == TRUTH_WRONG)
            return note->text;
    }
    return NULL;
}

static void note_seen(const struct truth *t)
{
    const struct epyc_happened *happened = t->oracle;

    for (guint i = 0; i < happened->samples->len; i++) {
        const struct oracle_sample *s = &g_array_index(happened->samples, struct oracle_sample, i);
        for (int reg = 0; reg < ORACLE_IBS_REGS; reg++) {
            seen_one[reg] |= s->regs[reg] & s->known[reg];
            seen_zero[reg] |= ~s->regs[reg] & s->known[reg];
        }
    }
}

/* A field that is always 0 proves nothing: these have been not 0 in
 * samples of @part. */
static void all_met(enum oracle_part part)
{
    static const enum oracle_ibs_field always_0[] = {ORACLE_O_BRN_RESYNC, ORACLE_O_RIP_INVALID,
        ORACLE_O_BRN_FUSE, ORACLE_O_MICROCODE, ORACLE_O_LD_BNK_CON, ORACLE_O_ST_BNK_CON,
        ORACLE_O_ST_TO_LD_FWD, ORACLE_O_ST_TO_LD_CAN, ORACLE_O_WC_MEM_ACC, ORACLE_O_NO_MAB,
        ORACLE_O_OPEN_MEM_REQS, ORACLE_O_CUR_CNT, ORACLE_O_CUR_CNT_EXT, ORACLE_O_DATA_SRC_HI};

    for (int i = 0; i < ORACLE_IBS_FIELDS; i++) {
        enum oracle_ibs_field field = (enum oracle_ibs_field)i;
        bool never = false;

        for (size_t k = 0; k < sizeof(always_0) / sizeof(always_0[0]); k++)
            never |= always_0[k] == field;
        if (never || !oracle_ibs_has(part, field) || oracle_ibs_fields[i].reg == ORACLE_IBS_CTL ||
            oracle_ibs_fields[i].reg >= ORACLE_OP_DATA4)
            continue;
        ok(oracle_ibs_get(part, seen_one, field), "%s: %s was not 0 at least once",
            oracle_parts[part].name, oracle_ibs_fields[i].name);
    }
}

static void a_part(enum oracle_part part)
{
    struct rng rng = {.state = 77 + (uint64_t)part};
    guint samples = 0, wrong = 0;
    g_autofree char *first = NULL;

    memset(seen_one, 0, sizeof(seen_one));
    memset(seen_zero, 0, sizeof(seen_zero));
    for (unsigned i = 0; i < ROUNDS; i++) {
        g_autofree char *options =
            g_strdup_printf("variant=%s cpus=%d sockets=2 bht=64 btb=64 ras=2 l1d=1K/2 "
                            "l1i=1K/2 l2=2K/2 l3=4K/2 dtlb=4/4 dtlb2=8/8 "
                            "itlb=4/4 itlb2=8/8 window=%u seed=%u",
                oracle_parts[part].name, CPUS, i % 2 ? 64u : 16u, i);
        one_round(&rng, options);
        ok(guest.n_records < GUEST_RECORDS, "%s: the records fit", oracle_parts[part].name);
        struct truth *t = truth_replay_epyc(&guest.m, NULL, guest.records, guest.n_records);
        samples += t->samples->len;
        if (first_wrong(t) && !wrong++)
            first = g_strdup(first_wrong(t));
        note_seen(t);
        truth_free(t);
    }
    is_str(first, NULL, "%s: nothing is wrong", oracle_parts[part].name);
    ok(samples > 500, "%s: %u samples", oracle_parts[part].name, samples);
    all_met(part);
}

int main(void)
{
    for (int part = 0; part < ORACLE_PARTS; part++)
        a_part((enum oracle_part)part);
    return done_testing();
}
