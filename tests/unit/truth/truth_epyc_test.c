/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The replay of sampling: a driver's samples, and every way in which a trace
 * can contradict itself. */
#include "harness/truth/epyc/replay.h"

#include "tests/epyc_machine.h"

static struct guest guest;

/* A walk over an array with cold cachelines: each instruction loads 8 bytes. */
static void walk(unsigned n)
{
    for (unsigned i = 0; i < n; i++) {
        struct sim_op op = load_op(0x401000 + i % 16 * 4, 0x10000 + 64 * i, 0x5000000 + 64 * i, 8);
        guest_execute(&guest, 0, &op);
    }
}

/* Linux 6.12 with PERF_SAMPLE_RAW (facts 3.5): MSRs 1033 to 1039 and 103B, then
 * restart. */
static void take_op(uint64_t again)
{
    for (unsigned msr = MSR_OP_CTL; msr <= MSR_DC_PHYS; msr++)
        guest_rdmsr(&guest, 0, msr);
    guest_rdmsr(&guest, 0, MSR_BR_TARGET);
    guest_wrmsr(&guest, 0, MSR_OP_CTL, again);
}

static const uint64_t sampling = OP_CTL_EN | OP_CTL_OPS | 0x40; /* each 1024 ops */

/* Three samples: the driver takes two, and the third comes when it stops. */
static void run(const char *options)
{
    guest_start(&guest, options);
    linux_init(&guest);
    guest_wrmsr(&guest, 0, MSR_OP_CTL, sampling);
    if (epyc_has_msr(&guest.m, MSR(MSR_OP_CTL2)))
        guest_wrmsr(&guest, 0, MSR_OP_CTL2, 0);
    for (unsigned i = 0; i < 2; i++) {
        walk(1100);
        take_op(sampling);
    }
    walk(1100);
    guest_rdmsr(&guest, 0, MSR_OP_CTL);
    guest_wrmsr(&guest, 0, MSR_OP_CTL, OP_CTL_OPS | 0x40);
}

static struct truth *replay(void)
{
    return truth_replay_epyc(&guest.m, NULL, guest.records, guest.n_records);
}

static const char *first_wrong(const struct truth *t)
{
    for (guint i = 0; i < t->notes->len; i++) {
        const struct truth_note *note = g_ptr_array_index(t->notes, i);
        if (note->kind == TRUTH_WRONG)
            return note->text;
    }
    return NULL;
}

static const struct truth_sample *sample(const struct truth *t, guint i)
{
    static const struct truth_sample none;

    return i < t->samples->len ? &g_array_index(t->samples, struct truth_sample, i) : &none;
}

static void test_taken(void)
{
    run("variant=zen4 cpus=1");
    struct truth *t = replay();

    is_str(first_wrong(t), NULL, "nothing is wrong");
    is_u64(t->samples->len, 3, "three samples");
    for (guint i = 0; i < 2; i++) {
        const struct truth_sample *s = sample(t, i);
        is_u64(s->engine, 0xc0011033, "sample %u: of the op engine", i);
        ok(s->taken != TRUTH_NONE && guest.records[s->taken].offset == 0xc0011034,
            "sample %u: taken", i);
        is_u64(s->n, 8, "sample %u: eight registers", i);
        is_u64(s->regs[7].offset, 0xc001103b, "sample %u: the branch target comes last", i);
        is_u64(s->regs[1].value, guest.records[s->latched].pc, "sample %u: IBS_OP_RIP", i);
    }
    is_u64(sample(t, 2)->n, 1, "the third: the driver read the control register");
    ok(sample(t, 2)->taken == TRUTH_NONE, "the third is not taken");
    is_u64(
        t->reads->len, 2 + 2 * 8 + 1, "reads: IBS_CTL twice, eight for each sample, one to stop");
    truth_free(t);
}

static void test_variants(void)
{
    static const char *const variants[] = {
        "fam10h", "zen1", "zen2", "zen3", "zen4", "zen5", "zen6"};

    for (unsigned i = 0; i < 7; i++) {
        g_autofree char *options = g_strdup_printf("variant=%s cpus=1", variants[i]);
        run(options);
        struct truth *t = replay();
        is_str(first_wrong(t), NULL, "%s: nothing is wrong", variants[i]);
        is_u64(t->samples->len, 3, "%s: samples", variants[i]);
        truth_free(t);
    }
}

/* The first record of @kind at MSR @msr after record number @from. */
static struct trace_record *find(enum trace_kind kind, unsigned msr, gsize from)
{
    for (gsize i = from; i < guest.n_records; i++)
        if (guest.records[i].kind == kind && guest.records[i].offset == MSR(msr))
            return &guest.records[i];
    return NULL;
}

/* Flips bits of the first record of @kind at @msr: the replay must report text
 * that contains @expected. */
static void contradicts(enum trace_kind kind, unsigned msr, uint64_t flip, const char *expected)
{
    run("variant=zen4 cpus=1");
    struct trace_record *record = find(kind, msr, 0);

    record->value ^= flip;
    struct truth *t = replay();
    const char *wrong = first_wrong(t);
    ok(wrong && strstr(wrong, expected), "kind %d of %x: %s", kind, msr, expected);
    if (!wrong || !strstr(wrong, expected))
        printf("# %s\n", wrong ? wrong : "nothing is wrong");
    for (guint i = 0; wrong && i < t->notes->len; i++) {
        const struct truth_note *note = g_ptr_array_index(t->notes, i);
        if (note->text == wrong)
            ok(note->counter == msr - MSR_FETCH_CTL && note->block == record->block &&
                    guest.records[note->record].kind == (kind == TRACE_LATCH ? TRACE_SAMPLE : kind),
                "... at the record and of the register");
    }
    truth_free(t);
}

static void test_reads(void)
{
    contradicts(TRACE_READ, MSR_OP_RIP, 4, "cpu0.IBS_OP_RIP = 0x");
    /* CurCnt is frozen then */
    contradicts(TRACE_READ, MSR_OP_CTL, BIT(32), "cpu0.IBS_OP_CTL = 0x");
    contradicts(TRACE_READ, MSR_DC_PHYS, BIT(20), "cpu0.IBS_DC_PHYSADDR = 0x");
    contradicts(TRACE_READ, MSR_BR_TARGET, 1, "cpu0.IBS_BR_TARGET = 0x");
    contradicts(TRACE_READ, MSR_CTL, 1, "cpu0.IBS_CTL = 0x");
    /* A register must match the executed instruction, even if the driver read
     * the latched value. */
    contradicts(TRACE_LATCH, MSR_OP_RIP, 4, "IBS_OP_RIP.address is 0x401004, expected 0x401000");
    contradicts(TRACE_LATCH, MSR_OP_DATA, BIT(33), "IBS_OP_DATA is 0x2019a0002: reserved bits");
    contradicts(TRACE_LATCH, MSR_OP_DATA, BIT(37), "IBS_OP_DATA.BrnRet is 0x1, expected 0x0");
    contradicts(TRACE_LATCH, MSR_OP_DATA2, 1, "IBS_OP_DATA2.DataSrcLo is 0x2, expected 0x3");
    contradicts(TRACE_LATCH, MSR_OP_DATA2, BIT(5), "IBS_OP_DATA2.CacheHitSt is 0x1, ");
    contradicts(TRACE_LATCH, MSR_OP_DATA3, BIT(7), "IBS_OP_DATA3.DcMiss is 0x0, ");
    contradicts(TRACE_LATCH, MSR_OP_DATA3, BIT(20), "IBS_OP_DATA3.L2Miss is 0x0, ");
    contradicts(TRACE_LATCH, MSR_OP_DATA3, BIT(22), "IBS_OP_DATA3.OpMemWidth is 0x5, expected 0x4");
    contradicts(TRACE_LATCH, MSR_OP_DATA3, BIT(32), "IBS_OP_DATA3.DcMissLat is ");
    contradicts(TRACE_LATCH, MSR_OP_DATA3, BIT(2), "IBS_OP_DATA3.DcL1TlbMiss is ");
    contradicts(TRACE_LATCH, MSR_DC_LIN, 64, "IBS_DC_LINADDR.address is ");
    contradicts(TRACE_LATCH, MSR_DC_PHYS, 64, "IBS_DC_PHYSADDR.address is ");
    contradicts(TRACE_LATCH, MSR_OP_CTL, BIT(43), "IBS_OP_CTL.CurCnt in 0x");
    contradicts(TRACE_LATCH, MSR_OP_CTL, BIT(52), "IBS_OP_CTL.CurCnt in 0x");
    contradicts(TRACE_LATCH, MSR_OP_CTL, BIT(19), "IBS_OP_CTL.CntCtl is ");
}

/* A record at a register that this part lacks, or past the last register, is
 * not about IBS. */
static void test_lacking(void)
{
    static const unsigned lacking[] = {MSR_OP_CTL2, MSR_FETCH_CTL2 + 1};

    for (unsigned i = 0; i < G_N_ELEMENTS(lacking); i++) {
        run("variant=zen4 cpus=1");
        struct trace_record *record = find(TRACE_READ, MSR_BR_TARGET, 0);

        record->offset = MSR(lacking[i]);
        record->value = 5;
        struct truth *t = replay();
        is_str(first_wrong(t), NULL, "MSR %x: nothing is wrong", MSR(lacking[i]));
        is_u64(t->reads->len, 2 + 2 * 8 + 1 - 1, "... and nothing is read");
        truth_free(t);
    }
}

/* Neither is a record of a missing CPU: CPU 1 of one. */
static void test_no_such_cpu(void)
{
    run("variant=zen4 cpus=1");
    struct trace_record *record = find(TRACE_READ, MSR_BR_TARGET, 0);

    record->block = epyc_block(EPYC_IBS, IBS_ZEN4, 1);
    record->value = 5;
    struct truth *t = replay();
    is_str(first_wrong(t), NULL, "CPU 1 of one: nothing is wrong");
    is_u64(t->reads->len, 2 + 2 * 8 + 1 - 1, "... and nothing is read");
    truth_free(t);
}

/* Running counts may have any value; other reads must match. */
static void test_running(void)
{
    run("variant=zen4 cpus=1");
    guest_wrmsr(&guest, 0, MSR_OP_CTL, sampling);
    walk(500);
    guest_rdmsr(&guest, 0, MSR_OP_CTL);
    struct trace_record *record = &guest.records[guest.n_records - 1];
    record->value ^= BIT(40);
    struct truth *t = replay();
    is_str(first_wrong(t), NULL, "another CurCnt while it runs");
    truth_free(t);
    record->value ^= BIT(19);
    t = replay();
    ok(first_wrong(t) != NULL, "another CntCtl while it runs");
    truth_free(t);
}

static void test_faults(void)
{
    guest_start(&guest, "variant=zen4 cpus=1 lvt=invalid");
    is_u64(guest_rdmsr(&guest, 0, MSR_CTL), 0, "no LVT offset");
    struct truth *t = replay();
    is_str(first_wrong(t), NULL, "lvt=invalid: IBS_CTL is 0");
    truth_free(t);

    run("variant=zen4 cpus=1 val=stuck");
    t = replay();
    is_str(first_wrong(t), NULL, "val=stuck: nothing is wrong");
    is_u64(t->samples->len, 1, "val=stuck: one sample, and no other after it");
    is_u64(
        sample(t, 0)->n, 8, "val=stuck: its registers once, however often the driver reads them");
    truth_free(t);
}

static void test_fetches(void)
{
    guest_start(&guest, "variant=zen4 cpus=1");
    linux_init(&guest);
    guest_wrmsr(&guest, 0, MSR_FETCH_CTL, FETCH_CTL_EN | 8);
    guest_loop(&guest, 0, 0, 4000, 64);
    for (unsigned msr = MSR_FETCH_CTL; msr <= MSR_FETCH_PHYS; msr++)
        guest_rdmsr(&guest, 0, msr);
    guest_rdmsr(&guest, 0, MSR_FETCH_EXTD);
    guest_wrmsr(&guest, 0, MSR_FETCH_CTL, FETCH_CTL_EN | 8);
    struct truth *t = replay();
    is_str(first_wrong(t), NULL, "fetch: nothing is wrong");
    is_u64(t->samples->len, 1, "fetch: one sample");
    is_u64(sample(t, 0)->engine, 0xc0011030, "fetch: by the fetch engine");
    is_u64(sample(t, 0)->n, 4, "fetch: four registers");
    truth_free(t);
    /* Without the caches' log the executed instructions are unknown. */
    guest.m.config.cache_log = EPYC_LOG_OFF;
    t = replay();
    guest.m.config.cache_log = EPYC_LOG_ALL;
    const struct epyc_happened *happened = t->oracle;
    is_u64(happened->samples->len, 1, "fetch: without the log, one sample");
    is_u64(g_array_index(happened->samples, struct oracle_sample, 0).has, 0, "... that is unknown");
    truth_free(t);
    find(TRACE_LATCH, MSR_FETCH_CTL, 0)->value ^= BIT(51);
    find(TRACE_READ, MSR_FETCH_CTL, 0)->value ^= BIT(51);
    t = replay();
    ok(first_wrong(t) && strstr(first_wrong(t), "IBS_FETCH_CTL.IcMiss"),
        "fetch: IcMiss against the caches' response");
    truth_free(t);
    find(TRACE_LATCH, MSR_FETCH_CTL, 0)->value ^= BIT(51) | 1;
    t = replay();
    ok(first_wrong(t) && strstr(first_wrong(t), "IBS_FETCH_CTL.MaxCnt is 0x9, expected 0x8"),
        "fetch: the first field of all: %s", first_wrong(t));
    truth_free(t);
}

/* ---- surplus, missing and misattributed records ---- */

static gsize index_of(enum trace_kind kind, unsigned msr)
{
    return (gsize)(find(kind, msr, 0) - guest.records);
}

static void insert(gsize at, const struct trace_record *record)
{
    memmove(guest.records + at + 1, guest.records + at, (guest.n_records - at) * sizeof(*record));
    guest.records[at] = *record;
    guest.n_records++;
}

/* The replay's first finding is or contains @expected; NULL: none. */
static void finds(const char *expected, const char *what)
{
    struct truth *t = replay();
    const char *wrong = first_wrong(t);

    if (!ok(expected ? wrong && strstr(wrong, expected) : !wrong, "%s", what))
        printf("# got '%s', expected '%s'\n", wrong ? wrong : "nothing",
            expected ? expected : "nothing");
    truth_free(t);
}

/* On Zen2 a write that leaves En set keeps the current Cnt. Val stops such a
 * counter, and with a lower MaxCnt it samples at once, with the Cnt above
 * it. */
static void test_fetch_stopped(void)
{
    guest_start(&guest, "variant=zen2 cpus=1");
    linux_init(&guest);
    guest_wrmsr(&guest, 0, MSR_FETCH_CTL, FETCH_CTL_EN | 0x1000);
    guest_loop(&guest, 0, 0, 4000, 64);
    guest_wrmsr(&guest, 0, MSR_FETCH_CTL, FETCH_CTL_EN | BIT(49) | 7 << 16 | 0x1000);
    guest_rdmsr(&guest, 0, MSR_FETCH_CTL);
    ok((find(TRACE_READ, MSR_FETCH_CTL, 0)->value >> 16 & 0xffff) > 7, "stopped: it had counted");
    finds(NULL, "stopped: Cnt is the counter's value");
    guest_wrmsr(&guest, 0, MSR_FETCH_CTL, FETCH_CTL_EN | 1);
    guest_loop(&guest, 0, 0, 400, 64);
    guest_rdmsr(&guest, 0, MSR_FETCH_CTL);
    finds(NULL, "... and a sample has it even above a lower MaxCnt");
    find(TRACE_READ, MSR_FETCH_CTL, 0)->value ^= 1 << 16;
    finds("was latched or written", "stopped: a wrong Cnt is found");
}

static void test_latches(void)
{
    struct trace_record other;

    run("variant=zen4 cpus=2");
    other = (struct trace_record){
        .kind = TRACE_COUNTED, .cpu = 1, .block = epyc_block(EPYC_IBS, guest.m.config.variant, 1)};
    insert(index_of(TRACE_LATCH, MSR_OP_DATA), &other);
    finds(NULL, "another CPU counts while registers are latched");
    run("variant=zen4 cpus=1");
    find(TRACE_LATCH, MSR_DC_LIN, 0)->kind = TRACE_MASKED;
    finds("IBS_DC_LINADDR was not latched",
        "registers after another kind of record are not the sample's");
    run("variant=zen4 cpus=1");
    other = *find(TRACE_LATCH, MSR_DC_LIN, 0);
    other.offset = MSR(MSR_FETCH_LIN);
    insert(index_of(TRACE_LATCH, MSR_DC_LIN), &other);
    finds("IBS_FETCH_LINADDR is no part of it", "a surplus register of the other engine");
    run("variant=zen4 cpus=1");
    other = *find(TRACE_LATCH, MSR_DC_LIN, 0);
    other.offset = MSR(MSR_FETCH_CTL);
    insert(index_of(TRACE_LATCH, MSR_DC_LIN), &other);
    finds("IBS_FETCH_CTL is no part of it", "a surplus first register");
    run("variant=zen4 cpus=1");
    for (unsigned i = 0; i < guest.n_records; i++)
        if (guest.records[i].kind == TRACE_READ)
            guest.records[i].block = epyc_block(EPYC_APIC, guest.m.config.variant, 0);
    finds(NULL, "reads of another block do not count for this one");
    run("variant=zen4 cpus=1");
    guest.n_records = (unsigned)index_of(TRACE_LATCH, MSR_DC_LIN);
    finds(NULL, "a trace that ends within a sample");
}

/* Drops the first sample and its latched registers. */
static void lose_sample(void)
{
    unsigned i = 0;

    while (guest.records[i].kind != TRACE_SAMPLE)
        i++;
    guest.records[i++].kind = TRACE_MASKED;
    while (guest.records[i].kind == TRACE_LATCH)
        guest.records[i++].kind = TRACE_MASKED;
}

static void test_lost_sample(void)
{
    run("variant=zen4 cpus=1");
    lose_sample();
    finds("(0.000002050 s): the op counter has reached 1024, and the op was not sampled",
        "an op that was not sampled");
    guest_start(&guest, "variant=zen4 cpus=1");
    linux_init(&guest);
    guest_wrmsr(&guest, 0, MSR_FETCH_CTL, FETCH_CTL_EN | 8);
    guest_loop(&guest, 0, 0, 4000, 64);
    finds(NULL, "a fetch that was sampled");
    lose_sample();
    finds("the fetch counter has reached 128, and the fetch was not sampled",
        "a fetch that was not sampled");
}

/* The instruction after a write is not tagged. */
static void test_write_before(void)
{
    struct trace_record write = {.kind = TRACE_WRITE, .size = 8, .offset = MSR(MSR_FETCH_CTL)};
    gsize i;

    run("variant=zen4 cpus=1");
    for (i = index_of(TRACE_SAMPLE, MSR_OP_CTL); guest.records[i].kind != TRACE_COUNTED;)
        i--;
    write.block = guest.records[i].block;
    insert(i + 1, &write);
    finds("the trace has no such instruction", "a write before the sampled instruction");
}

/* The driver's write did not enable sampling, but the hardware samples. */
static void test_not_on(void)
{
    unsigned i = 0;

    run("variant=zen4 cpus=1");
    while (guest.records[i].kind != TRACE_WRITE || guest.records[i].offset != MSR(MSR_OP_CTL) ||
           guest.records[i].value != sampling)
        i++;
    guest.records[i].value &= ~(uint64_t)OP_CTL_EN;
    finds("op sampling is off, or Val is set", "a sample while sampling is off");
}

/* Without the log, the registers hold the values that hardware latched. */
static void test_no_log(void)
{
    run("variant=zen4 cpus=1");
    guest.m.config.cache_log = EPYC_LOG_OFF;
    finds(NULL, "without a log: nothing is wrong");
    find(TRACE_READ, MSR_OP_CTL, 0)->value ^= BIT(32);
    finds("cpu0.IBS_OP_CTL = 0x", "without a log: a stopped count reads as latched");
    guest.m.config.cache_log = EPYC_LOG_ALL;
}

/* The plan sets a register, as firmware does. */
static void test_preset(void)
{
    struct epyc_plan_text text;
    struct sim_access access;
    char wrong[PLAN_TEXT_WRONG] = "";
    struct truth *t;

    guest_start(&guest, "variant=zen4 cpus=2");
    epyc_plan_begin(&text, &guest.m);
    ok(epyc_plan_line(&text, "at step 1", wrong) &&
            epyc_plan_line(&text, "cpu1.IBS_OP_RIP = 0x77", wrong),
        "%s", wrong);
    access = guest_access(&guest, 0);
    epyc_step(&guest.m, &access, 1, false);
    is_u64(guest_rdmsr(&guest, 1, MSR_OP_RIP), 0x77, "the register is preset");
    t = replay();
    is_str(first_wrong(t), NULL, "... and nothing is wrong");
    is_u64(t->notes->len, 1, "... and noted");
    static const struct truth_note none;
    const struct truth_note *note = t->notes->len ? g_ptr_array_index(t->notes, 0) : &none;
    is_str(note->text, "the plan set IBS_OP_RIP of CPU 1 to 0x77", "... in words");
    ok(note->kind == TRUTH_SET && note->counter == MSR_OP_RIP - MSR_FETCH_CTL, "... as set");
    is_u64(g_array_index(t->reads, struct truth_read, 0).block,
        epyc_block(EPYC_IBS, guest.m.config.variant, 1), "a read of CPU 1's block");
    truth_free(t);
    guest.m.config.cpus = 1;
    t = replay();
    is_u64(t->notes->len, 0, "a missing CPU is not set");
    truth_free(t);
    guest.m.config.cpus = 2;
    for (unsigned i = 0; i < guest.n_records; i++)
        if (guest.records[i].kind == TRACE_PLAN)
            guest.records[i].value = 1;
    finds("cpu1.IBS_OP_RIP = 0x77", "an entry that the plan lacks sets nothing");
    t = replay();
    is_u64(t->notes->len, 1, "... and is not noted");
    truth_free(t);
}

/* The plan sets a control register during counting: the count from there on is
 * unknown. */
static void test_preset_control(void)
{
    struct epyc_plan_text text;
    struct sim_access access;
    char wrong[PLAN_TEXT_WRONG] = "";
    struct truth *t;

    guest_start(&guest, "variant=zen4 cpus=1");
    epyc_plan_begin(&text, &guest.m);
    ok(epyc_plan_line(&text, "at step 1", wrong) &&
            epyc_plan_line(&text, "cpu0.IBS_OP_CTL = 0xa0040", wrong),
        "%s", wrong);
    linux_init(&guest);
    guest_wrmsr(&guest, 0, MSR_OP_CTL, sampling);
    walk(500);
    access = guest_access(&guest, 0);
    epyc_step(&guest.m, &access, 1, false);
    walk(1100);
    take_op(sampling);
    t = replay();
    is_u64(t->samples->len, 1, "a sample by a control register that the plan set");
    is_str(first_wrong(t), NULL, "... is right");
    truth_free(t);
}

/* A line of the plan takes effect at its record in the trace, not at sample
 * number 1. */
static void test_preset_once(void)
{
    static const char *const plan[] = {
        "at step 1", "cpu0.IBS_OP_RIP = 0x77", "cpu0.IBS_OP_RIP = 0x78"};
    struct epyc_plan_text text;
    struct sim_access access;
    char wrong[PLAN_TEXT_WRONG] = "";
    struct truth *t;

    guest_start(&guest, "variant=zen4 cpus=1");
    epyc_plan_begin(&text, &guest.m);
    for (gsize i = 0; i < G_N_ELEMENTS(plan); i++)
        ok(epyc_plan_line(&text, plan[i], wrong), "%s %s", plan[i], wrong);
    access = guest_access(&guest, 0);
    epyc_step(&guest.m, &access, 1, false);
    linux_init(&guest);
    guest_wrmsr(&guest, 0, MSR_OP_CTL, sampling);
    walk(1100);
    take_op(sampling);
    t = replay();
    is_u64(t->samples->len, 1, "a sample after a preset");
    is_str(first_wrong(t), NULL, "... is right");
    is_u64(t->notes->len, 2, "... which is not set again");
    truth_free(t);
}

/* A read of another value does not change the register. */
static void test_wrong_once(void)
{
    struct truth *t;

    guest_start(&guest, "variant=zen4 cpus=1");
    guest_wrmsr(&guest, 0, MSR_OP_RIP, 0x77);
    guest_rdmsr(&guest, 0, MSR_OP_RIP);
    guest_rdmsr(&guest, 0, MSR_OP_RIP);
    t = replay();
    is_str(first_wrong(t), NULL, "two reads of the written value");
    truth_free(t);
    find(TRACE_READ, MSR_OP_RIP, 0)->value ^= 8;
    t = replay();
    is_u64(t->notes->len, 1, "one wrong read: the next one is right");
    ok(first_wrong(t) && strstr(first_wrong(t), "cpu0.IBS_OP_RIP = 0x7f"),
        "... and it is reported: %s", first_wrong(t));
    truth_free(t);
}

/* A driver's accesses between two samples. */
static void test_taking(void)
{
    struct truth *t;

    guest_start(&guest, "variant=zen4 cpus=1");
    linux_init(&guest);
    guest_wrmsr(&guest, 0, MSR_OP_CTL, sampling);
    walk(1100);
    guest_rdmsr(&guest, 0, MSR_OP_RIP);
    guest_rdmsr(&guest, 0, MSR_OP_CTL);
    guest_wrmsr(&guest, 0, MSR_FETCH_CTL, 0);
    guest_rdmsr(&guest, 0, MSR_OP_DATA);
    guest_rdmsr(&guest, 0, MSR_FETCH_LIN);
    guest_rdmsr(&guest, 0, MSR_CTL);
    guest_rdmsr(&guest, 0, MSR_OP_DATA);
    guest_wrmsr(&guest, 0, MSR_OP_CTL, sampling);
    guest_rdmsr(&guest, 0, MSR_OP_RIP);
    t = replay();
    is_u64(
        sample(t, 0)->n, 2, "registers of the engine, from the control register to its next write");
    is_u64(sample(t, 0)->regs[0].offset, MSR(MSR_OP_CTL), "... the control register first");
    is_u64(sample(t, 0)->regs[1].offset, MSR(MSR_OP_DATA), "... then another, once");
    is_u64(guest.records[sample(t, 0)->taken].offset, MSR(MSR_OP_DATA),
        "... with which the sample is taken");
    ok(guest.records[sample(t, 0)->latched].kind == TRACE_SAMPLE && !sample(t, 0)->cpu,
        "at the register's latch");
    const struct truth_read *read = &g_array_index(t->reads, struct truth_read, 2);
    ok(read->counter == MSR_OP_RIP - MSR_FETCH_CTL && read->low == read->high &&
            read->previous == TRUTH_NONE && read->value == guest.records[read->low].value &&
            read->block == guest.records[read->low].block &&
            guest.records[read->low].kind == TRACE_READ,
        "a read is one access to a register");
    truth_free(t);
}

/* The oracle judges the hardware that the scenario configures. */
static void test_hardware(void)
{
    struct epyc_config config = EPYC_DEFAULTS;
    struct oracle_epyc hardware = truth_hardware_epyc(&config);

    is_u64(hardware.caps, oracle_parts[hardware.part].caps, "capabilities are the part's");
    ok(hardware.logged && hardware.predicts, "everything is logged");
    config.has_caps = true;
    config.caps = 0x3ff;
    config.cache_log = EPYC_LOG_OFF;
    for (unsigned i = 0; i < ORACLE_LEVELS; i++)
        config.memory.cycles[i] = 1000 + i;
    for (unsigned i = 0; i < ORACLE_TLBS; i++)
        config.memory.refill[i] = 2000 + i;
    hardware = truth_hardware_epyc(&config);
    is_u64(hardware.caps, 0x3ff, "... or the scenario's");
    ok(!hardware.logged && !hardware.predicts, "nothing is logged");
    for (unsigned i = 0; i < ORACLE_LEVELS; i++)
        is_u64(hardware.cycles[i], 1000 + i, "cycles of level %u", i);
    for (unsigned i = 0; i < ORACLE_TLBS; i++)
        is_u64(hardware.refill[i], 2000 + i, "cycles to refill TLB %u", i);
}

int main(void)
{
    test_taken();
    test_variants();
    test_reads();
    test_lacking();
    test_no_such_cpu();
    test_running();
    test_faults();
    test_fetches();
    test_fetch_stopped();
    test_latches();
    test_lost_sample();
    test_write_before();
    test_not_on();
    test_no_log();
    test_preset();
    test_preset_once();
    test_preset_control();
    test_wrong_once();
    test_taking();
    test_hardware();
    return done_testing();
}
