/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The replay of a `power9` trace: counts of chips, cores and threads, and
 * traces that contradict themselves. */
#include "harness/truth/power9/replay.h"

#include "tests/linux_imc.h"
#include "tests/tap.h"
#include "tests/truth_notes.h"

/* Offsets worked out by hand from open-power/ima-catalog 4E0200: base and
 * register. */
enum {
    MCS01_64B_RD = 0xc8, /* PM_MCS01_64B_RD_DISP_PORT01, scale 256 */
    MBA0_READ = 0x448,   /* scale 1 */
    UPDATES1 = 0x0,      /* of the first group */
    PCYC = 0x18,         /* of cores and threads */
    INST = 0x20,
    NON_IDLE_PCYC = 0x30,
    CLOCK_32MHZ = 0xa0,
    NONE_NON_IDLE = 0xe0, /* CPM_0THRD_NON_IDLE_PCYC */
    INST_USER = 0x1020,
    CYCLES_KERNEL = 0x1818, /* CPM_CS_PCYC_KERNEL */
    TLBIE = 0x358,          /* counts nothing that executes */
};

static const struct p9_config one = {.generation = &generation_power9,
    .cpus = 1,
    .sockets = 1,
    .threads = 1,
    .availability = ~UINT64_C(0x1fff)};

#define RATES                                                                                      \
    "at step 1\nchip0.mcs01 PM_MCS01_64B_RD_DISP_PORT01 256M/s\n"                                  \
    "at step 1 + 100ms\nchip0.mcs01 PM_MCS01_64B_RD_DISP_PORT01 512M/s\n"

static struct truth *replay(const struct li *li)
{
    return truth_replay_power9(&li->planned->config, li->oracle, li_records(li), li_n(li));
}

static const struct truth_read *read_at(const struct truth *t, guint i)
{
    static const struct truth_read none = {.value = 1, .total = 2};

    return i < t->reads->len ? &g_array_index(t->reads, struct truth_read, i) : &none;
}

/* The trace of @li, with @n reads, has no fault. */
static void holds(const struct li *li, guint n, const char *what)
{
    struct truth *t = replay(li);

    is_u64(
        count_notes(t, TRUTH_WRONG), 0, "%s: nothing wrong: %s", what, first_note(t, TRUTH_WRONG));
    is_u64(t->reads->len, n, "%s: reads", what);
    truth_free(t);
}

/* ---- chips ---- */

static struct li nest_new(const char *plan)
{
    struct li li = li_new(&one, plan);

    li_boot(&li);
    li_step(&li, 1, false);
    return li;
}

static void nest_rates(void)
{
    struct li li = nest_new(RATES);
    struct li_event reads = {LI_NEST, 0, MCS01_64B_RD, 0, 0};
    struct truth *t;

    li_open(&li, LI_NEST, 0);
    li_read(&li, &reads);
    li_pass(&li, 50 * MS);
    li_update(&li, &reads);
    t = replay(&li);
    /* One of 256 each microsecond, and a posting each millisecond. */
    ok(reads.count >= 49999 && reads.count <= 50001, "256 M/s over 50 postings, in units of 256");
    is_u64(read_at(t, 1)->total - read_at(t, 0)->total, reads.count, "the same for the truth");
    is_u64(read_at(t, 0)->previous, TRUTH_NONE, "the first read of a word has no previous one");
    is_u64(read_at(t, 1)->previous, 0, "the second follows the first");
    truth_free(t);
    li_pass(&li, 100 * MS);
    li_update(&li, &reads);
    ok(reads.count > 190000 && reads.count < 210000, "twice as much from 100 ms on");
    li_close(&li, LI_NEST, 0);
    li_update(&li, &reads);
    li_pass(&li, 20 * MS);
    reads.count = 0;
    li_update(&li, &reads);
    is_u64(reads.count, 0, "nothing while the microcode is paused");
    li_open(&li, LI_NEST, 0);
    li_update(&li, &reads);
    ok(reads.count && reads.count <= 4000, "counts during the pause are lost");
    holds(&li, 6, "rates");
    li_free(&li);
}

static void nest_clear(void)
{
    struct li li =
        nest_new("at step 1\nchip0.mcs01 PM_MCS01_64B_RD_DISP_PORT01 100M/s\n"
                 "at step 1 + 20ms\nchip0.COMMAND = 3\n"
                 "at step 1 + 40ms\nchip0.mcs01.PM_MCS01_64B_RD_DISP_PORT01 = 0x7000000000\n");
    struct li_event reads = {LI_NEST, 0, MCS01_64B_RD, 0, 0},
                    updates = {LI_NEST, 0, UPDATES1, 0, 0};
    struct truth *t;

    li_open(&li, LI_NEST, 0);
    li_read(&li, &reads);
    li_pass(&li, 12 * MS);
    li_read(&li, &reads);
    li_read(&li, &updates);
    ok(updates.prev >= 12, "postings are counted");
    li_pass(&li, 10 * MS);
    li_read(&li, &reads);
    li_read(&li, &updates);
    ok(updates.prev < 12 && reads.prev < 2000, "and restart when the memory is cleared");
    li_pass(&li, 20 * MS);
    li_read(&li, &reads);
    ok(reads.prev > 0x7000000000, "a preset");
    holds(&li, 6, "cleared and preset");
    t = replay(&li);
    is_u64(count_notes(t, TRUTH_SET), 1, "the preset is noted");
    ok(strstr(first_note(t, TRUTH_SET),
           "the plan set chip0.mcs01.PM_MCS01_64B_RD_DISP_PORT01 from 0x"),
        "%s", first_note(t, TRUTH_SET));
    ok(read_at(t, 5)->total - read_at(t, 0)->total < 0x7000000000, "and is not counted");
    truth_free(t);
    li_free(&li);
}

/* A word of a core has the core's name. */
static void core_word_preset(void)
{
    struct li li = nest_new("at step 1 + 20ms\ncore0.CPM_INST = 0x7000\n");
    struct li_event inst = {LI_CORE, 0, INST, 0, 0};
    struct truth *t;

    li_open(&li, LI_CORE, 0);
    li_pass(&li, 30 * MS);
    li_read(&li, &inst);
    ok(inst.prev >= 0x7000, "a core's word is preset");
    holds(&li, 1, "a core's preset");
    t = replay(&li);
    ok(strstr(first_note(t, TRUTH_SET), "the plan set core0.mem.CPM_INST from 0x"), "%s",
        first_note(t, TRUTH_SET));
    truth_free(t);
    li_free(&li);
}

/* An error in memory is gone after the plan sets the word, or after the
 * microcode clears all. */
static void wrong_until(const char *plan, const char *what)
{
    g_autofree char *text = g_strdup_printf(
        "at step 1\nchip0.mcs01 PM_MCS01_64B_RD_DISP_PORT01 100M/s\nat step 1 + 20ms\n%s\n", plan);
    struct li li = nest_new(text);
    struct li_event reads = {LI_NEST, 0, MCS01_64B_RD, 0, 0};
    struct truth *t;

    li_open(&li, LI_NEST, 0);
    li_read(&li, &reads);
    li_record(&li, li_n(&li) - 1)->value += 0x100;
    li_pass(&li, 30 * MS);
    li_read(&li, &reads);
    t = replay(&li);
    is_u64(count_notes(t, TRUTH_WRONG), 1, "%s: one read is wrong, and no other: %s", what,
        first_note(t, TRUTH_WRONG));
    truth_free(t);
    li_free(&li);
}

/* The driver continues from a wrong value: the same error later is not reported
 * again. */
static void wrong_on(void)
{
    struct li li = nest_new(RATES);
    struct li_event reads = {LI_NEST, 0, MCS01_64B_RD, 0, 0};
    struct truth *t;

    li_open(&li, LI_NEST, 0);
    for (unsigned i = 0; i < 3; i++) {
        li_pass(&li, 10 * MS);
        li_read(&li, &reads);
        li_record(&li, li_n(&li) - 1)->value += i ? 0x100 : 0;
    }
    t = replay(&li);
    is_u64(count_notes(t, TRUTH_WRONG), 1,
        "two reads are 256 too high, only the first is reported: %s", first_note(t, TRUTH_WRONG));
    truth_free(t);
    li_free(&li);
}

static void places(void)
{
    struct oracle_p9_place place;

    ok(truth_place_power9(p9_block(P9_CORE_MEMORY, 3), 8, &place) &&
            place.kind == ORACLE_P9_CORE_MEMORY && place.index == 3 && place.offset == 8,
        "a core's memory");
    ok(!truth_place_power9(p9_block(P9_N_BLOCK_KINDS, 0), 8, &place), "a block of unknown kind");
}

static void wrong_before(void)
{
    wrong_until("chip0.mcs01.PM_MCS01_64B_RD_DISP_PORT01 = 0x7000", "set by the plan");
    wrong_until("chip0.COMMAND = 3", "cleared");
}

/* Units that are absent, and words that another setting stops from counting. */
static void nest_settings(void)
{
    struct li li = nest_new("at step 1\nchip0.mcs01 PM_MCS01_64B_RD_DISP_PORT01 100M/s\n"
                            "chip0.mba0 PM_MBA0_READ_BYTES 3M/s\n"
                            "at step 1 + 20ms\nchip0.MODE = 1\n"
                            "at step 1 + 40ms\nchip0.MODE = 0\n"
                            "at step 1 + 60ms\nchip0.AVAILABILITY = 0x8000000000000000\n"
                            "at step 1 + 70ms\nchip0.AVAILABILITY = 0xa000000000000000\n"
                            "at step 1 + 80ms\nchip0.SPEED = 3\n");
    struct li_event e[2] = {{LI_NEST, 0, MCS01_64B_RD, 0, 0}, {LI_NEST, 0, MBA0_READ, 0, 0}};

    li_open(&li, LI_NEST, 0);
    for (unsigned i = 0; i < 60; i++) {
        li_pass(&li, 2 * MS);
        li_read(&li, &e[i % 2]);
    }
    holds(&li, 60, "debug mode, units that disappear, another speed");
    li_free(&li);
}

/* A pause during the units' configuration shows only after it. The trace has no
 * store of the host. */
static void pause_meanwhile(void)
{
    for (unsigned early = 0; early < 2; early++) {
        struct li li = nest_new("at step 1\nchip0.mcs01 PM_MCS01_64B_RD_DISP_PORT01 100M/s\n"
                                "at step 1 + 20ms\nchip0.SPEED = 1\n");
        struct li_event reads = {LI_NEST, 0, MCS01_64B_RD, 0, 0};
        uint64_t step = li.now;

        li_open(&li, LI_NEST, 0);
        /* a poll comes each 500 us */
        li_pass(&li, step + 20 * MS + (early ? 0 : 600 * US) - li.now);
        li_command(&li, 0, NEST_COMMAND_PAUSE);
        li_pass(&li, 5 * MS);
        li_read(&li, &reads);
        holds(&li, 1, early ? "a pause with a change of speed" : "a pause after a change of speed");
        li_free(&li);
    }
}

typedef void corrupt_fn(struct li *li);

/* The @nth record of @kind and @block. */
static guint find(struct li *li, enum trace_kind kind, unsigned block, unsigned nth)
{
    for (guint i = 0; i < li_n(li); i++)
        if (li_record(li, i)->kind == kind && li_record(li, i)->block == block && !nth--)
            return i;
    abort();
}

static void finds(struct li *li, corrupt_fn *corrupt, const char *why, const char *what)
{
    struct truth *t;
    gboolean found = FALSE;

    corrupt(li);
    t = replay(li);
    for (guint i = 0; i < t->notes->len; i++) {
        const struct truth_note *note = g_ptr_array_index(t->notes, i);
        found |= note->kind == TRUTH_WRONG && strstr(note->text, why);
    }
    ok(found, "%s: %s", what, first_note(t, TRUTH_WRONG));
    truth_free(t);
    li_free(li);
}

static struct li nest_counted(void)
{
    struct li li = nest_new(RATES);
    struct li_event reads = {LI_NEST, 0, MCS01_64B_RD, 0, 0};

    li_open(&li, LI_NEST, 0);
    li_read(&li, &reads);
    li_pass(&li, 7 * MS);
    li_read(&li, &reads);
    holds(&li, 2, "before something goes wrong");
    return li;
}

static void one_more(struct li *li)
{
    li_record(li, li_n(li) - 1)->value++;
}

static void other_rate(struct li *li)
{
    li->oracle->entries[0].amount.rate += 256000;
}

static void other_scale(struct li *li)
{
    strcpy(li->oracle->catalogue.pmus[li->oracle->entries[0].source.pmu].scale, "255");
}

static void no_posting(struct li *li)
{
    g_array_remove_index(li->h->records, find(li, TRACE_POST, p9_block(P9_CHIP_MEMORY, 0), 3));
}

static void posting_counts_twice(struct li *li)
{
    li_record(li, find(li, TRACE_POST, p9_block(P9_CHIP_MEMORY, 0), 4))->offset *= 2;
}

static void posting_too_late(struct li *li)
{
    guint i = li_n(li) - 1;
    struct trace_record posting;

    while (li_record(li, i)->kind != TRACE_POST)
        i--;
    posting = *li_record(li, i);
    g_array_remove_index(li->h->records, i);
    g_array_append_val(li->h->records, posting);
}

static void nest_faults(void)
{
    struct li li = nest_counted();

    finds(&li, one_more, "chip0.mcs01.PM_MCS01_64B_RD_DISP_PORT01 returned 0x", "one too many");
    li = nest_counted();
    one_more(&li);
    li_record(&li, li_n(&li) - 1)->size = 4;
    holds(&li, 1, "part of a word is not judged");
    li_free(&li);
    li = nest_counted();
    finds(&li, other_rate, ", expected 0x", "other traffic");
    li = nest_counted();
    finds(&li, other_scale, ", expected 0x", "another scale");
    li = nest_counted();
    finds(&li, no_posting, "a posting covers the time since the one before",
        "a posting that is missing");
    li = nest_counted();
    finds(&li, posting_counts_twice, "a posting covers the time since the one before",
        "a posting that counts time twice");
    li = nest_counted();
    finds(&li, posting_too_late, "the microcode acts at its polls", "a posting after its read");
}

/* A read of the chip's word at @offset of its control block, after all other
 * records;
 * @hardware: the hardware's value if a fault of the scenario masked it, or
 * -1. */
static void read_control(struct li *li, uint32_t offset, uint64_t value, gint64 hardware)
{
    struct trace_record record = {.kind = TRACE_READ,
        .size = 8,
        .block = p9_block(P9_CHIP_MEMORY, 0),
        .offset = 0x3fc00 + offset,
        .time = li_record(li, li_n(li) - 1)->time,
        .pc = 0x1000,
        .value = value};

    g_array_append_val(li->h->records, record);
    record.kind = TRACE_MASKED;
    record.value = (uint64_t)hardware;
    if (hardware >= 0)
        g_array_append_val(li->h->records, record);
}

/* The first complaint about one such read is @expected; NULL: none. */
static void control_is(
    uint32_t offset, uint64_t value, gint64 hardware, const char *expected, const char *what)
{
    struct li li = nest_counted();
    struct truth *t;

    read_control(&li, offset, value, hardware);
    t = replay(&li);
    is_u64(
        count_notes(t, TRUTH_WRONG), expected ? 1 : 0, "%s: %s", what, first_note(t, TRUTH_WRONG));
    ok(g_str_has_prefix(first_note(t, TRUTH_WRONG), expected ? expected : ""), "... in words");
    is_u64(t->reads->len, 2, "... and no read of a counter");
    truth_free(t);
    li_free(&li);
}

/* The words that the microcode writes (facts 3.3). The host writes a command
 * and the speed. */
static void control_words(void)
{
    control_is(0x00, 1, -1, NULL, "the status is run");
    control_is(0x00, 2, -1, "chip0.STATUS returned 0x2, expected 0x1: ", "paused, though it runs");
    control_is(0x00, 2, 1, NULL, "a fault between the hardware and the read");
    control_is(0x00, 1, 2,
        "chip0.STATUS returned 0x2, expected 0x1: ", "a fault that describes the hardware wrongly");
    control_is(0x08, 9, -1, NULL, "a command");
    control_is(0x10, 9, -1, NULL, "the speed");
    control_is(0x18, ~UINT64_C(0x1fff), -1, NULL, "availability");
    control_is(0x18, ~UINT64_C(0x3fff), -1,
        "chip0.AVAILABILITY returned 0xffffffffffffc000, expected 0xffffffffffffe000: ",
        "a unit fewer");
    control_is(0x28, 0, -1, NULL, "the mode that was accepted");
    control_is(0x28, 1, -1, "chip0.MODE_STATE returned 0x1, expected 0x0: ", "another");
}

/* The plan differs between the trace and the scenario: RATES has entry 0 at
 * step 1, and entry 1. */
static void entry_lost(struct li *li)
{
    for (guint i = 0; i < li_n(li); i++)
        if (li_record(li, i)->kind == TRACE_PLAN)
            g_array_remove_index(li->h->records, i--);
}

static struct trace_record *first_entry(struct li *li)
{
    guint i = 0;

    while (li_record(li, i)->kind != TRACE_PLAN)
        i++;
    return li_record(li, i);
}

static void entry_of_other_number(struct li *li)
{
    first_entry(li)->value = 1;
}

static void entry_unknown(struct li *li)
{
    first_entry(li)->value = 2;
}

static void entry_refused(struct li *li)
{
    first_entry(li)->kind = TRACE_REFUSED;
}

static void entry_late(struct li *li)
{
    first_entry(li)->time++;
}

static void plan_faults(void)
{
    struct li li = nest_counted();

    finds(&li, entry_lost, "entry 0 of the plan was due at ", "an entry that the trace lacks");
    li = nest_counted();
    finds(&li, entry_of_other_number, "entry 1 of the plan took effect at ", "another entry");
    li = nest_counted();
    finds(
        &li, entry_unknown, "entry 2 of the plan took effect at ", "an entry that the plan lacks");
    li = nest_counted();
    finds(&li, entry_refused, "unlike in the scenario", "a refused entry");
    li = nest_counted();
    finds(&li, entry_late, "unlike in the scenario", "an entry 1 ns late");
}

/* ---- cores ---- */

/* A core that counts, executes 512000 instructions in user mode and as many in
 * the kernel, and sleeps. */
static void count_core(struct li *li, uint32_t word, struct li_event *e)
{
    *e = (struct li_event){LI_CORE, 0, word, 0, 0};
    li_open(li, LI_CORE, 0);
    li_read(li, e);
    li_execute(li, 0, 1024000, 512000);
    li_pass(li, 10 * MS);
    li_update(li, e);
    li_close(li, LI_CORE, 0);
}

/* A word counts @about, besides the driver's own instructions; @lag of it is
 * not posted yet. */
static void core_word(uint32_t word, uint64_t about, uint64_t lag, const char *name)
{
    struct li li = li_new(&one, "");
    struct li_event e;
    struct truth *t;

    li_boot(&li);
    li_step(&li, 1, false);
    count_core(&li, word, &e);
    ok(e.count * LI_SCALE + lag + LI_SCALE > about &&
            e.count * LI_SCALE < about + about / 100 + 2 * lag,
        "%s: %" PRIu64 " of about %" PRIu64, name, e.count * LI_SCALE, about);
    t = replay(&li);
    is_u64(
        count_notes(t, TRUTH_WRONG), 0, "%s: nothing wrong: %s", name, first_note(t, TRUTH_WRONG));
    is_u64(read_at(t, 1)->total - read_at(t, 0)->total, e.count, "%s: the truth", name);
    truth_free(t);
    li_free(&li);
}

static void core_words(void)
{
    core_word(INST, 1536000, 0, "instructions");
    core_word(NON_IDLE_PCYC, 6144000, 0, "cycles with execution: four each");
    core_word(INST_USER, 1024000, 0, "instructions in user mode");
    core_word(CYCLES_KERNEL, 2048000, 0, "cycles in the kernel");
    /* a posting each millisecond */
    core_word(PCYC, 26144000, 2000000, "cycles of 2 GHz, asleep or not: 13 ms");
    core_word(CLOCK_32MHZ, 418304, 32000, "cycles of 32 MHz");
    core_word(NONE_NON_IDLE, 20000000, 2000000, "cycles without execution: 10 ms");
}

static void core_traffic(void)
{
    struct li li =
        li_new(&one, "at step 1\ncore0 CPM_TLBIE 51200k/s\n"
                     "at step 1 + 30ms\ncore0.CPM_INST = 0x1234\ncore0.CPM_TLBIE = 0x4321\n");
    struct li_event tlbie = {LI_CORE, 0, TLBIE, 0, 0};
    struct li_event inst = {LI_CORE, 0, INST, 0, 0};
    struct truth *t;

    li_boot(&li);
    li_step(&li, 1, false);
    li_open(&li, LI_CORE, 0);
    li_read(&li, &tlbie);
    li_pass(&li, 20 * MS);
    li_update(&li, &tlbie);
    ok(tlbie.count >= 1899 && tlbie.count <= 2001,
        "51.2 million per second over 20 ms, in units of 512");
    li_pass(&li, 20 * MS);
    li_read(&li, &tlbie);
    li_read(&li, &inst);
    ok(tlbie.prev > 0x4321 && inst.prev >= 0x1234, "presets");
    li_close(&li, LI_CORE, 0);
    li_pass(&li, 20 * MS);
    li_open(&li, LI_CORE, 0);
    li_read(&li, &tlbie);
    holds(&li, 5, "traffic of a core, presets and a pause");
    t = replay(&li);
    is_u64(count_notes(t, TRUTH_SET), 2, "presets are noted: %s", first_note(t, TRUTH_SET));
    truth_free(t);
    li_free(&li);
}

static struct li core_counted(void)
{
    struct li li = li_new(&one, "");
    struct li_event e;

    li_boot(&li);
    li_step(&li, 1, false);
    count_core(&li, INST, &e);
    li_read(&li, &e);
    holds(&li, 3, "before something goes wrong");
    return li;
}

static void executed_less(struct li *li)
{
    for (guint i = 0; i < li_n(li); i++)
        if (li_record(li, i)->kind == TRACE_EXECUTED && !li_record(li, i)->offset)
            li_record(li, i)->value -= li_record(li, i)->value > 512 ? 512 : 0;
}

static void never_started(struct li *li)
{
    for (guint i = 0; i < li_n(li); i++)
        if (li_record(li, i)->kind == TRACE_WRITE && li_record(li, i)->value == LI_HTM_STARTED)
            li_record(li, i)->value = LI_HTM_STOPPED;
}

/* The model forgets the last posting: memory holds all counts until the
 * stop. */
static void not_posted_at_the_end(struct li *li)
{
    guint last = li_n(li) - 1;
    uint64_t before;

    for (last--; li_record(li, last)->kind != TRACE_READ;)
        last--;
    before = li_record(li, last)->value;
    li_record(li, li_n(li) - 1)->value = before;
    /* something must have executed in between */
    for (guint i = last; i < li_n(li); i++)
        if (li_record(li, i)->kind == TRACE_EXECUTED)
            li_record(li, i)->value += 512 * 10;
}

static void core_faults(void)
{
    struct li li = core_counted();

    finds(&li, one_more, "core0.mem.CPM_INST returned 0x", "one too many");
    li = core_counted();
    finds(&li, executed_less, ", expected 0x", "other instructions");
    li = core_counted();
    finds(&li, never_started, ", expected 0x", "a core that was not started");
    li = core_counted();
    finds(&li, not_posted_at_the_end, ", expected 0x", "a stop that posts nothing");
}

/* ---- threads ---- */

/* Two threads of a core: a task runs on the second, leaves, and runs on the
 * first. */
static struct li threads_counted(struct li_event *e)
{
    const struct p9_config two = {.generation = &generation_power9,
        .cpus = 4,
        .sockets = 1,
        .threads = 2,
        .availability = generation_power9.availability};
    struct li li = li_new(&two, "");

    *e = (struct li_event){LI_THREAD, 1, INST_USER, 0, 0};
    li_boot(&li);
    li_step(&li, 1, false);
    for (unsigned i = 0; i < 4; i++) {
        li_switch_in(&li, i % 2 ? 0 : 1, e, 1);
        li_execute(&li, i % 2 ? 0 : 1, 51200 * (i + 1), 777);
        if (i == 2)
            li_update(&li, e);
        li_execute(&li, 3, 100000, 0); /* another program */
        li_switch_out(&li, e, 1);
        li_execute(&li, i % 2 ? 0 : 1, 40000, 0); /* another task */
    }
    return li;
}

static void threads(void)
{
    struct li_event e;
    struct li li = threads_counted(&e);
    struct truth *t = replay(&li);

    is_u64(e.count, 1000, "512000 instructions of the task, in units of 512");
    is_u64(count_notes(t, TRUTH_WRONG), 0, "nothing wrong: %s", first_note(t, TRUTH_WRONG));
    /* 4 times in and out and one between; the first on each CPU is not in the
     * trace */
    is_u64(t->reads->len, 9, "reads, with those before LDBAR points anywhere");
    ok(read_at(t, 0)->begins && read_at(t, 0)->value == 0 &&
            li_record(&li, (guint)read_at(t, 0)->low)->kind == TRACE_WRITE,
        "a read of 0 at LDBAR's write replaces the first");
    ok(!read_at(t, 1)->begins && read_at(t, 1)->value == 100, "the next adds");
    ok(read_at(t, 2)->begins && read_at(t, 4)->begins && !read_at(t, 5)->begins &&
            !read_at(t, 6)->begins,
        "reads before LDBAR is enabled begin");
    truth_free(t);
    li_read(&li, &e);
    t = replay(&li);
    is_u64(t->reads->len, 10, "one more read after the task has left");
    truth_free(t);
    li_free(&li);
}

/* A trace that ends before LDBAR is enabled, or that has a record of a missing
 * thread. */
static void trace_ends(void)
{
    struct li_event e;
    struct li li = threads_counted(&e);
    struct truth *t = replay(&li);
    guint ldbar = (guint)read_at(t, 4)->low + 1;
    struct trace_record record = *li_record(&li, li_n(&li) - 1);

    truth_free(t);
    while (li_record(&li, ldbar)->kind != TRACE_WRITE)
        ldbar++;
    t = truth_replay_power9(&li.planned->config, li.oracle, li_records(&li), ldbar + 1);
    ok(t->reads->len == 5 && read_at(t, 4)->begins,
        "the fifth read begins, as LDBAR is written after it");
    truth_free(t);
    t = truth_replay_power9(&li.planned->config, li.oracle, li_records(&li), ldbar);
    ok(t->reads->len == 5 && !read_at(t, 4)->begins, "... but not if the trace ends before");
    truth_free(t);
    record.kind = TRACE_READ;
    record.value = 5;
    record.block = p9_block(P9_CPU, 99);
    g_array_append_val(li.h->records, record);
    record.block = p9_block(P9_CORE_MEMORY, 99);
    g_array_append_val(li.h->records, record);
    holds(&li, 9, "reads of missing hardware");
    li_free(&li);
}

/* A thread that counted once without a read: later reads have a first read. */
static void never_read_first(void)
{
    struct li_event e;
    struct li li = threads_counted(&e);
    struct truth *t;

    li_record(&li, find(&li, TRACE_READ, p9_block(P9_THREAD_MEMORY, 1), 0))->kind = TRACE_N_KINDS;
    t = replay(&li);
    /* 4 on CPU 0, one of them not in the trace; and 3 on CPU 1, where one is
     * lost */
    is_u64(t->reads->len, 7, "a first read is added only where it is missing");
    is_u64(count_notes(t, TRUTH_WRONG), 0, "nothing wrong: %s", first_note(t, TRUTH_WRONG));
    truth_free(t);
    li_free(&li);
}

/* A thread whose LDBAR is missing from the trace: nothing replaces a first read
 * of its words. */
static void ldbar_never_written(void)
{
    struct li_event e;
    struct li li = threads_counted(&e);
    struct truth *t;

    for (guint i = 0; i < li_n(&li); i++)
        if (li_record(&li, i)->kind == TRACE_WRITE &&
            li_record(&li, i)->block == p9_block(P9_CPU, 1))
            li_record(&li, i)->kind = TRACE_N_KINDS;
    t = replay(&li);
    is_u64(t->reads->len, 8, "4 on CPU 0, one of them added; and 4 on CPU 1, all traced");
    truth_free(t);
    li_free(&li);
}

static void ldbar_never_enabled(struct li *li)
{
    for (guint i = 0; i < li_n(li); i++)
        if (li_record(li, i)->kind == TRACE_WRITE && li_record(li, i)->block == p9_block(P9_CPU, 1))
            li_record(li, i)->value &= ~(UINT64_C(1) << 63);
}

/* A read of the register that CPU 1 wrote last, after all other records. */
static void ldbar_read(struct li *li)
{
    guint i = li_n(li) - 1;
    struct trace_record record;

    while (li_record(li, i)->kind != TRACE_WRITE || li_record(li, i)->block != p9_block(P9_CPU, 1))
        i--;
    record = *li_record(li, i);
    record.kind = TRACE_READ;
    record.time = li_record(li, li_n(li) - 1)->time;
    g_array_append_val(li->h->records, record);
}

static unsigned count_wrong(const struct li *li)
{
    struct truth *t = replay(li);
    unsigned n = count_notes(t, TRUTH_WRONG);

    truth_free(t);
    return n;
}

static void thread_faults(void)
{
    struct li_event e;
    struct li li = threads_counted(&e);

    finds(&li, one_more, "cpu0.mem.CPM_CS_INST_USER returned 0x", "one too many");
    li = threads_counted(&e);
    finds(&li, executed_less, ", expected 0x", "other instructions");
    li = threads_counted(&e);
    finds(&li, ldbar_never_enabled, "cpu1.mem.CPM_CS_INST_USER returned 0x",
        "a thread that did not count");
    li = threads_counted(&e);
    ldbar_read(&li);
    is_u64(count_wrong(&li), 0, "LDBAR reads as it was written");
    finds(&li, one_more, "LDBAR returned 0x", "another value of LDBAR");
}

int main(void)
{
    nest_rates();
    nest_clear();
    core_word_preset();
    wrong_on();
    places();
    wrong_before();
    nest_settings();
    pause_meanwhile();
    nest_faults();
    control_words();
    plan_faults();
    core_words();
    core_traffic();
    core_faults();
    threads();
    trace_ends();
    never_read_first();
    ldbar_never_written();
    thread_faults();
    return done_testing();
}
