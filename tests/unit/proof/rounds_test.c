/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The proof of a PMCU's stored values: every way in which print, memory and
 * script can contradict the rounds. */
#include "harness/proof/kunpeng/pmcu_text.h"

#include "tests/kunpeng_rounds.h"

/* Changes one digit of the value in each kind of line. */
static void test_print_differs(void)
{
    static const char *const lines[] = {"PMCID1SR CPU 3", "PMCID2SR CPU 0", "Event 0011 CPU 0",
        "Event 0008 CPU 7", "Event 000b CPU 1", "Event 003c CPU 2", "Event 0024 CPU 4",
        "Event 0023 CPU 5", "Cycle count CPU 6"};
    struct lab *lab = lab_begin(NULL);

    run(lab, 2);
    end_step(lab);
    for (unsigned i = 0; i < G_N_ELEMENTS(lines); i++) {
        g_autoptr(GString) text = print_rounds(lab, 2);
        char *at = strstr(text->str, lines[i]) - 2;

        *at = *at == '0' ? '1' : '0';
        struct perf_check_samples *samples = check(lab, text->str, NULL);
        is_u64(samples->wrong->len, 1, "%s: another value", lines[i]);
        ok(first_wrong(samples) && strstr(first_wrong(samples), "'s round gives 0x"),
            "... and it is reported");
        perf_check_samples_free(samples);
    }
    lab_free(lab);
}

static void test_lines_differ(void)
{
    struct lab *lab = lab_begin(NULL);

    run(lab, 2);
    end_step(lab);
    g_autoptr(GString) whole = print_rounds(lab, 2);
    g_autoptr(GString) text = print_rounds(lab, 1);
    is_wrong(
        lab, text->str, "took 2 subsamples in this step, 1 were printed", "a round is missing");
    is_wrong(lab, "", "took 2 subsamples in this step, 0 were printed", "nothing is printed");
    g_string_append(whole, text->str);
    is_wrong(lab, whole->str, "took 2 subsamples in this step, 3 were printed", "a round too many");
    g_string_truncate(text, text->len - strlen("0000023f: 0000000000000000 Cycle count CPU 7\n"));
    is_wrong(lab, text->str, "71 values, the PMCU stored 72", "a line is missing");
    g_string_replace(text, "00000040:", "00000050:", 1);
    is_wrong(lab, strstr(text->str, "00000050:"), "71 values", "the count first");
    g_autoptr(GString) moved = print_rounds(lab, 2);
    g_string_replace(moved, "00000040:", "00000050:", 1);
    is_wrong(lab, moved->str, "offset 0x50, the PMCU stored to", "another offset");
    g_autoptr(GString) event = print_rounds(lab, 2);
    g_string_replace(event, "Event 0008 CPU 0", "Event 0011 CPU 0", 1);
    is_wrong(lab, event->str, "'s round gives 0x", "another event");
    lab_free(lab);
}

/* Memory changes on the way: the print matches memory, but not the trace. */
static void test_memory_differs(void)
{
    struct lab *lab = lab_begin(NULL);

    run(lab, 2);
    end_step(lab);
    lab->ram[OUT - RAM_BASE + 0x40 + 2 * 32 + 8 * SLOTS] ^= 1;
    g_autoptr(GString) text = print_rounds(lab, 2);
    is_wrong(lab, text->str, "'s round gives 0x", "memory differs from the PMCU's counts");
    lab_free(lab);
}

/* The third hop: the script's list and terms, whatever the registers and memory
 * hold. */
static void test_asked(void)
{
    static const char list[] = "echo 11 8 b 3c 24 23 > /sys/devices/hisi_pmcu_sccl3/user_events";
    static const char record[] = "pmcu-record -e hisi_pmcu_sccl3/nr_sample=2,sample_period_ms=1/";
    const char *both[] = {list, record}, *text_of[] = {list, "pmcu-record -e $event"};
    static const struct {
        const char *list, *record, *wrong;
    } others[] = {
        {"echo 11 8 b 3c 24 > /sys/devices/hisi_pmcu_sccl3/user_events", record,
            "a round of 6 events, the script"},
        {"echo 11 8 b 3c 23 24 > /sys/devices/hisi_pmcu_sccl3/user_events", record,
            "event 0x0024 of CPU 0 is not"},
        {list, "pmcu-record -e hisi_pmcu_sccl3/nr_sample=1,sample_period_ms=1/",
            "asked for 1 subsamples"},
        {list, "pmcu-record -e hisi_pmcu_sccl3/nr_sample=2,sample_period_ms=2/", "asked for 2 ms"},
        {list, "pmcu-record -e hisi_pmcu_sccl3/nr_sample=2,sample_period_ms=1,pmccfiltr=0x40/",
            "event 0x0000 of CPU 0 is not"},
    };
    struct lab *lab = lab_begin(NULL);

    run(lab, 2);
    end_step(lab);
    g_autoptr(GString) text = print_rounds(lab, 2);
    for (unsigned i = 0; i < lab->n_records; i++)
        if (lab->records[i].kind == TRACE_STEP_BEGIN || lab->records[i].kind == TRACE_STEP_END)
            lab->records[i].value = 2;
    n_steps = 2;
    scripts = both;
    struct perf_check_samples *samples = check(lab, text->str, NULL);
    is_str(first_wrong(samples), NULL, "as the scripts asked");
    is_u64(samples->happened, 2, "... and both subsamples were compared with that");
    perf_check_samples_free(samples);
    for (unsigned i = 0; i < G_N_ELEMENTS(others); i++) {
        const char *other[] = {others[i].list, others[i].record};

        scripts = other;
        is_wrong(lab, text->str, others[i].wrong, others[i].wrong);
    }
    scripts = text_of;
    samples = check(lab, text->str, NULL);
    is_str(first_wrong(samples), NULL, "a script with an unknown request");
    is_u64(samples->happened, 0, "... has no third hop");
    ok(samples->has_happened && samples->not_happened, "... and there is a reason");
    perf_check_samples_free(samples);
    scripts = NULL;
    n_steps = 1;
    lab_free(lab);
}

static void test_table(void)
{
    static const char table[] = "sample,subsample,offset,kind,event,cpu,value\n";
    struct lab *lab = lab_begin(NULL);
    g_autoptr(GString) csv = g_string_new(table);

    run(lab, 1);
    end_step(lab);
    g_autoptr(GString) text = print_rounds(lab, 1);
    g_auto(GStrv) lines = g_strsplit(text->str, "\n", -1);
    for (char **line = lines + 1; **line; line++) {
        g_auto(GStrv) words = g_strsplit(*line, " ", -1);
        gboolean event = !strcmp(words[2], "Event"), cycles = !strcmp(words[2], "Cycle");
        g_autofree char *kind = event    ? g_strdup("event")
                                : cycles ? g_strdup("cycles")
                                         : g_ascii_strdown(words[2], -1);
        unsigned n = g_strv_length(words);

        g_string_append_printf(csv, "1,1,0x%" PRIx64 ",%s,%s%s,%s,%" PRIu64 "\n",
            g_ascii_strtoull(words[0], NULL, 16), kind, event ? "0x" : "", event ? words[3] : "",
            words[n - 1], g_ascii_strtoull(words[1], NULL, 16));
    }
    struct perf_check_samples *samples = check(lab, csv->str, NULL);
    is_str(first_wrong(samples), NULL, "the same for the table");
    is_u64(samples->values, 72, "... with all values");
    perf_check_samples_free(samples);
    lab_free(lab);
}

/* The guest's own driver of the core PMU writes to registers that the PMCU
 * uses. */
static void test_disturbed(void)
{
    const char *both[] = {"echo 11 8 b 3c 24 23 > /sys/devices/hisi_pmcu_sccl3/user_events",
        "pmcu-record -e hisi_pmcu_sccl3/nr_sample=2,sample_period_ms=1/"};
    struct lab *lab = lab_begin(NULL);

    lab_start(lab, 0x00060206, 50000, OUT + 0x40, OUT + 0x80000);
    lab_run(lab, lab->now + 500 * US);
    sysreg(lab, 3, PMCNTENCLR, 1 << 1);
    lab_run(lab, lab->now + 4 * MS);
    lab_peek(lab, 0x108);
    end_step(lab);
    g_autoptr(GString) text = print_rounds(lab, 2);
    struct perf_check_samples *samples = check(lab, text->str, NULL);
    is_u64(samples->disturbed, 1, "one counter of one CPU in one round");
    is_u64(samples->wrong->len, 0, "... cannot be checked, but is not wrong");
    is_u64(samples->values, 2 * 72, "... of all values");
    is_u64(samples->spoilt, 1, "... of two rounds");
    perf_check_samples_free(samples);
    perf_check_samples_free(NULL);
    n_steps = 2;
    scripts = both;
    for (unsigned i = 0; i < lab->n_records; i++)
        if (lab->records[i].kind == TRACE_STEP_BEGIN || lab->records[i].kind == TRACE_STEP_END)
            lab->records[i].value = 2;
    samples = check(lab, text->str, NULL);
    is_u64(samples->wrong->len, 0, "... nor did a script request it: no complaint");
    is_u64(samples->happened, 1, "the other round is as asked");
    is_str(samples->not_happened, "the guest itself changed a counter during the round",
        "... and the reason for this one");
    perf_check_samples_free(samples);
    scripts = NULL;
    n_steps = 1;
    lab_free(lab);
}

/* Every complaint about @text, one a line. */
static void complains(
    const struct lab *lab, const char *text, const char *expected, const char *what)
{
    struct perf_check_samples *samples = check(lab, text, NULL);
    g_autoptr(GString) all = g_string_new(NULL);

    for (guint i = 0; i < samples->wrong->len; i++)
        g_string_append_printf(all, "%s\n", (const char *)g_ptr_array_index(samples->wrong, i));
    is_str(all->str, expected, "%s", what);
    is_u64(samples->latched, 2, "... of two rounds");
    perf_check_samples_free(samples);
}

static const char *replaced(const struct lab *lab, const char *from, const char *to)
{
    static char text[16384];
    g_autoptr(GString) whole = print_rounds(lab, 2);

    g_string_replace(whole, from, to, 1);
    g_strlcpy(text, whole->str, sizeof(text));
    return text;
}

/* In step 2, with a script that asks for the stored events. */
static struct lab *asked_for(void)
{
    static const char *both[] = {"echo 11 8 b 3c 24 23 > /sys/devices/hisi_pmcu_sccl3/user_events",
        "pmcu-record -e hisi_pmcu_sccl3/nr_sample=2,sample_period_ms=1/"};
    struct lab *lab = lab_begin(NULL);

    run(lab, 2);
    end_step(lab);
    for (unsigned i = 0; i < lab->n_records; i++)
        if (lab->records[i].kind == TRACE_STEP_BEGIN || lab->records[i].kind == TRACE_STEP_END)
            lab->records[i].value = 2;
    n_steps = 2;
    scripts = both;
    return lab;
}

/* Lines 2 to 73 are the first subsample: 16 of contexts, 6 events of 8 CPUs, 8
 * of cycles. */
static void test_complaints(void)
{
    struct lab *lab = asked_for();
    g_autoptr(GString) paged = print_rounds(lab, 2);
    struct perf_check_samples *samples;

    complains(lab, replaced(lab, "Event 0008 CPU 7", "Event 0008 CPU 8"),
        "line 33: the PMCU has no such counter\n", "a CPU that the die lacks");
    complains(lab, replaced(lab, "Event 0023 CPU 5", "Event 0023 CPU 0"),
        "line 63: the PMCU has no such counter\nline 64: the PMCU has no such counter\n"
        "line 65: the PMCU has no such counter\n",
        "an event that the round lacks");
    complains(lab, replaced(lab, "000000f8:", "000000f9:"),
        "line 33: offset 0xf9 is not that of CPU 7's value\n", "a wrong offset within the page");
    samples = check(lab, replaced(lab, "00000040:", "00000050:"), NULL);
    is_u64(samples->wrong->len, 20, "all offsets are wrong, and twenty are reported");
    perf_check_samples_free(samples);
    g_string_replace(paged, "\n00000", "\n00001", 0);
    complains(lab, paged->str, "", "another page of the buffer");
    scripts = NULL;
    n_steps = 1;
    lab_free(lab);
}

static void test_asked_otherwise(void)
{
    static const char list[] = "echo 11 8 b 3c 24 23 > /sys/devices/hisi_pmcu_sccl3/user_events";
    static const struct {
        const char *list, *record, *wrong;
    } others[] = {
        {"echo 11 8 b 3c 24 > /sys/devices/hisi_pmcu_sccl3/user_events",
            "pmcu-record -e hisi_pmcu_sccl3/nr_sample=2,sample_period_ms=1/",
            "line 2: hop three fails: a round of 6 events, the script asked for 5\n"
            "line 58: hop three fails: event 0x0023 of CPU 0 is not an event of the script\n"
            "line 74: hop three fails: a round of 6 events, the script asked for 5\n"
            "line 130: hop three fails: event 0x0023 of CPU 0 is not an event of the script\n"},
        {"echo 11 8 b 3c 23 24 > /sys/devices/hisi_pmcu_sccl3/user_events",
            "pmcu-record -e hisi_pmcu_sccl3/nr_sample=2,sample_period_ms=1/",
            "line 50: hop three fails: event 0x0024 of CPU 0 is not an event of the script\n"
            "line 122: hop three fails: event 0x0024 of CPU 0 is not an event of the script\n"},
        {list, "pmcu-record -e hisi_pmcu_sccl3/nr_sample=1,sample_period_ms=1/",
            "line 74: hop three fails: the script asked for 1 subsamples\n"},
        {list, "pmcu-record -e hisi_pmcu_sccl3/nr_sample=2,sample_period_ms=2/",
            "line 2: hop three fails: the round took 1000000 ns, the script asked for 2 ms\n"
            "line 74: hop three fails: the round took 1000000 ns, the script asked for 2 ms\n"},
    };
    struct lab *lab = asked_for();
    g_autoptr(GString) text = print_rounds(lab, 2);

    for (gsize i = 0; i < G_N_ELEMENTS(others); i++) {
        const char *other[] = {others[i].list, others[i].record};

        scripts = other;
        complains(lab, text->str, others[i].wrong, others[i].record);
    }
    scripts = NULL;
    n_steps = 1;
    lab_free(lab);
}

static void poke_second(struct lab *lab, uint32_t offset, uint64_t value)
{
    struct sim_access access = lab_by(lab, 0);

    kunpeng_mmio_write(&lab->m, &access, 1, offset, 4, (uint32_t)value);
}

/* The second die's PMCU also makes one round; the driver writes as in
 * lab_probe() and lab_start(). */
static void run_second(struct lab *lab, uint64_t store)
{
    const struct {
        uint32_t offset;
        uint64_t value;
    } writes[] = {{0x100, 3}, {0x104, 0}, {0x10c, 3}, {0x200, 0xc1},
        {0x4, (uint32_t)N_EVENTS << 16 | 1 << 8 | N_EVENTS}, {0x20, 50000}, {0x8, LIST >> 32},
        {0xc, LIST}, {0x18, store >> 32}, {0x1c, store}, {0x10, OUT >> 32}, {0x14, OUT + 0x90000},
        {0x38, 1}};
    struct sim_access access;

    for (gsize i = 0; i < G_N_ELEMENTS(writes); i++)
        poke_second(lab, writes[i].offset, writes[i].value);
    lab_run(lab, lab->now + 3 * MS);
    access = lab_by(lab, 0);
    is_u64(kunpeng_mmio_read(&lab->m, &access, 1, 0x108, 4), 1, "the second die's round is stored");
    poke_second(lab, 0x10c, 1);
}

/* Each die's recording has its own first subsample. */
static void test_two_dies(void)
{
    static const char *const asked[] = {
        "echo 11 8 b 3c 24 23 > /sys/devices/hisi_pmcu_sccl3/user_events\n"
        "echo 11 8 b 3c 24 23 > /sys/devices/hisi_pmcu_sccl5/user_events\n"
        "pmcu-record -e hisi_pmcu_sccl3/nr_sample=1,sample_period_ms=1/\n"
        "pmcu-record -e hisi_pmcu_sccl5/nr_sample=1,sample_period_ms=1/\n"};
    struct lab *lab = lab_begin("dies=2");
    g_autoptr(GString) text = NULL;
    struct perf_check_samples *samples;

    run(lab, 1);
    run_second(lab, OUT + 0x40040);
    end_step(lab);
    text = print_rounds(lab, 1);
    print_rounds_at(text, lab, 1, 0x40040);
    scripts = asked;
    samples = check(lab, text->str, NULL);
    is_str(first_wrong(samples), NULL, "a round of each of two dies");
    is_u64(samples->taken, 2, "... both taken");
    is_u64(samples->happened, 2, "... and as asked");
    perf_check_samples_free(samples);
    scripts = NULL;
    lab_free(lab);
}

/* Single lines: the meaning of each, and lines without one. */
static void test_lines(void)
{
    struct pmcu_text *text = pmcu_text_parse("00000040: 00000007 PMCID1SR CPU 3\n"
                                             "0x48: 09 Event 003c CPU 12\n"
                                             "1,1,0x50,cycles,,4,17\n"
                                             "1,1,0x58,event,0x11,5,18\n"
                                             "1,1,0x58,cycles,,5\n"
                                             "00000040: 00000007 Other CPU 3\n"
                                             "00000040 00000007 PMCID1SR CPU 3\n"
                                             "00000040: 00000007 PMCID1SR cpu 3\n"
                                             "00000040: zz PMCID1SR CPU 3");
    static const struct pmcu_text_value expected[] = {
        {.line = 1, .offset = 0x40, .value = 7, .kind = ORACLE_BLOCK_CONTEXT_1, .cpu = 3},
        {.line = 2,
            .offset = 0x48,
            .value = 9,
            .kind = ORACLE_BLOCK_EVENT,
            .event = 0x3c,
            .cpu = 12},
        {.line = 3, .offset = 0x50, .value = 17, .kind = ORACLE_BLOCK_CYCLES, .cpu = 4},
        {.line = 4,
            .offset = 0x58,
            .value = 18,
            .kind = ORACLE_BLOCK_EVENT,
            .event = 0x11,
            .cpu = 5},
    };

    is_u64(text->values->len, 4, "four lines have values");
    is_u64(text->subsamples->len, 1, "... of one subsample");
    for (guint i = 0; i < text->values->len && i < 4; i++) {
        const struct pmcu_text_value *value =
            &g_array_index(text->values, struct pmcu_text_value, i);

        is_u64(value->offset, expected[i].offset, "line %u: offset", i + 1);
        is_u64(value->value, expected[i].value, "... value");
        is_u64(value->event, expected[i].event, "... event");
        ok(value->line == expected[i].line && value->kind == expected[i].kind &&
                value->cpu == expected[i].cpu && !value->place,
            "... line, kind and CPU");
    }
    pmcu_text_free(text);
    pmcu_text_free(NULL);
}

/* The value of the last line of @text that ends with @what, as in memory. */
static guint64 printed(const char *text, const char *what)
{
    const char *at = g_strrstr(text, what);

    return g_ascii_strtoull(at - strlen("0000000000000000 "), NULL, 16);
}

/* One value of the last round, to check a person's answers. */
static void test_one_value(void)
{
    static const struct {
        const char *name, *line; /* NULL: unknown */
    } cases[] = {{"0x8:7", "Event 0008 CPU 7"}, {"8:1", "Event 0008 CPU 1"},
        {"0x23:0", "Event 0023 CPU 0"}, {"0x11:3", "Event 0011 CPU 3"}, {"8:99", NULL}, {"8", NULL},
        {"x:1", NULL}, {"0x10000:1", NULL}, {"8:1:1", NULL}};
    struct lab *lab = lab_begin(NULL);

    run(lab, 2);
    end_step(lab);
    g_autoptr(GString) text = print_rounds(lab, 2);
    const struct perf_check_run run = {
        &kunpeng_machine, {&kunpeng_model, &lab->m, NULL}, lab->records, lab->n_records, NULL};
    struct perf_check *perf = perf_check_new(&run, NULL);

    for (unsigned i = 0; i < G_N_ELEMENTS(cases); i++) {
        gint64 figure = -1;
        const gboolean known = perf_check_round(perf, 1, cases[i].name, &figure);

        ok(known == (cases[i].line != NULL), "%s is %s", cases[i].name,
            cases[i].line ? "known" : "refused");
        if (known && cases[i].line)
            is_u64((guint64)figure, printed(text->str, cases[i].line), "... and equals memory");
    }
    ok(!perf_check_round(perf, 2, "8:1", &(gint64){0}), "a step without a round");
    perf_check_free(perf);
    lab_free(lab);
}

int main(void)
{
    test_one_value();
    test_print_differs();
    test_lines_differ();
    test_memory_differs();
    test_disturbed();
    test_asked();
    test_table();
    test_lines();
    test_complaints();
    test_asked_otherwise();
    test_two_dies();
    return done_testing();
}
