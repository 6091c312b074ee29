/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Records of a trace as lines: each kind once, on a machine with one of
 * everything. */
#include "harness/trace/trace_text.h"

#include "harness/trace/call_paths.h"
#include "models/sim/step.h"
#include "tests/small_machine.h"
#include "tests/tap.h"

#define PC 0xc000000000001234

/* On a terminal of @columns; 0: on none. */
static void is_line_on(unsigned columns, struct trace_record record, const char *expected)
{
    struct output out = {
        .text = g_string_new(NULL), .columns = OUTPUT_COLUMNS, .terminal = columns};

    record.time = 1500000010;
    trace_text_add(&out, &small_model, &record);
    ok(g_str_has_suffix(out.text->str, "\n"), "a line: %s", expected);
    g_string_truncate(out.text, out.text->len - 1);
    is_str(out.text->str, expected, "... as expected");
    g_string_free(out.text, TRUE);
}

static void is_line(struct trace_record record, const char *expected)
{
    is_line_on(0, record, expected);
}

static void test_accesses(void)
{
    is_line((struct trace_record){.kind = TRACE_WRITE,
                .size = 8,
                .cpu = 1,
                .pc = PC,
                .block = SMALL_CORE,
                .offset = 0x10,
                .value = UINT64_C(1) << 63},
        "   1.500000010   1 c000000000001234 W core0.MODE                 0x8000000000000000 "
        "start=1");
    is_line((struct trace_record){.kind = TRACE_LATCH,
                .size = 8,
                .cpu = 1,
                .pc = PC,
                .block = SMALL_CORE,
                .offset = 0x11,
                .value = 0x42},
        "   1.500000010   1 c000000000001234 L core0.BASE                 0x0000000000000042 "
        "rest=66");
    is_line((struct trace_record){.kind = TRACE_READ,
                .size = 8,
                .pc = PC,
                .block = SMALL_CORE,
                .offset = 0x12,
                .value = 5},
        "   1.500000010   0 c000000000001234 R core0+0x12                 0x0000000000000005");
    is_line((struct trace_record){.kind = TRACE_READ,
                .size = 2,
                .pc = PC,
                .block = SMALL_DEVICES,
                .offset = 0x32,
                .value = 0x8086},
        "   1.500000010   0 c000000000001234 R devices 3 ID               0x8086");
}

#define BELOW "\n                                      "

/* Text that does not fit the terminal continues below the name, and nothing is
 * lost. */
static void test_terminals(void)
{
    const struct trace_record access = {.kind = TRACE_WRITE,
        .size = 8,
        .cpu = 1,
        .pc = PC,
        .block = SMALL_CORE,
        .offset = 0x10,
        .value = UINT64_C(1) << 63};
    const struct trace_record event = {.kind = TRACE_SAMPLE,
        .cpu = 2,
        .pc = PC,
        .block = SMALL_CPU_MEMORY,
        .offset = 17,
        .value = 512000000};

    is_line_on(91, access,
        "   1.500000010   1 c000000000001234 W core0.MODE                 0x8000000000000000 "
        "start=1");
    is_line_on(90, access,
        "   1.500000010   1 c000000000001234 W core0.MODE                 0x8000000000000000" BELOW
        "start=1");
    is_line_on(82, access,
        "   1.500000010   1 c000000000001234 W core0.MODE" BELOW "0x8000000000000000 start=1");
    is_line_on(60, event,
        "   1.500000010   2 c000000000001234 sample of" BELOW "0xc000000000001234 ->" BELOW
        "cpu0.mem: seventeenth," BELOW "at 512000000");
}

static void test_memory(void)
{
    is_line((struct trace_record){.kind = TRACE_READ,
                .size = 8,
                .pc = PC,
                .block = SMALL_CORE_MEMORY,
                .offset = 0x28,
                .value = 1234567},
        "   1.500000010   0 c000000000001234 R core0.mem+0x28             0x000000000012d687 "
        "unit.EV_CYCLES=1234567");
    is_line((struct trace_record){.kind = TRACE_READ,
                .size = 8,
                .pc = PC,
                .block = SMALL_CORE_MEMORY,
                .offset = 0x30,
                .value = 1},
        "   1.500000010   0 c000000000001234 R core0.mem+0x30             0x0000000000000001");
    is_line((struct trace_record){.kind = TRACE_READ,
                .size = 4,
                .pc = PC,
                .block = SMALL_CPU_MEMORY,
                .offset = 0x1008,
                .value = 1},
        "   1.500000010   0 c000000000001234 R cpu0.mem+0x1008            0x00000001");
}

static void test_posts(void)
{
    static const struct {
        unsigned n;
        const char *suffix;
    } posts[] = {{1, "st"}, {2, "nd"}, {3, "rd"}, {4, "th"}, {10, "th"}, {11, "th"}, {12, "th"},
        {13, "th"}, {21, "st"}, {102, "nd"}, {111, "th"}, {1003, "rd"}, {20, "th"}};

    for (unsigned i = 0; i < G_N_ELEMENTS(posts); i++) {
        g_autofree char *line = g_strdup_printf(
            "   1.500000010   -                - core0.mem posted for the %u%s time", posts[i].n,
            posts[i].suffix);
        is_line(
            (struct trace_record){
                .kind = TRACE_POST, .block = SMALL_CORE_MEMORY, .value = posts[i].n},
            line);
    }
    is_line((struct trace_record){.kind = TRACE_POST, .block = 77, .value = 1},
        "   1.500000010   -                - block 77 posted for the 1st time");
}

static void test_execution(void)
{
    is_line((struct trace_record){.kind = TRACE_EXECUTED, .cpu = 3, .value = 123456},
        "   1.500000010   3                - executed 123456 user instructions");
    is_line((struct trace_record){.kind = TRACE_EXECUTED, .cpu = 3, .offset = 1, .value = 1},
        "   1.500000010   3                - executed 1 kernel instruction");
    is_line((struct trace_record){.kind = TRACE_SAMPLE,
                .cpu = 2,
                .pc = PC,
                .block = SMALL_CPU_MEMORY,
                .offset = 17,
                .value = 512000000},
        "   1.500000010   2 c000000000001234 sample of 0xc000000000001234 -> cpu0.mem: "
        "seventeenth, at "
        "512000000");
    is_line(
        (struct trace_record){.kind = TRACE_SAMPLE, .cpu = 2, .pc = PC, .block = SMALL_CPU_MEMORY},
        "   1.500000010   2 c000000000001234 sample of 0xc000000000001234 -> cpu0.mem");
    is_line(
        (struct trace_record){
            .kind = TRACE_CACHE, .cpu = 2, .pc = PC, .offset = 1, .value = 0x1000},
        "   1.500000010   2 c000000000001234 caches: 0x1000, hit");
    is_line(
        (struct trace_record){
            .kind = TRACE_CACHE, .cpu = 2, .pc = PC, .offset = 9, .value = 0x1000},
        "   1.500000010   2 c000000000001234 caches: 0x1000, 0x09");
}

static void test_lines(void)
{
    is_line(
        (struct trace_record){
            .kind = TRACE_CACHELINES, .block = SMALL_CORE_MEMORY, .offset = 0, .value = 12},
        "   1.500000010   -                - core0.mem: the guest's caches have read 12 lines "
        "since");
    is_line(
        (struct trace_record){
            .kind = TRACE_CACHELINES, .block = SMALL_CORE_MEMORY, .offset = 1, .value = 1},
        "   1.500000010   -                - core0.mem: the guest's caches have written 1 line "
        "since");
}

static void test_interrupts(void)
{
    is_line((struct trace_record){.kind = TRACE_INTERRUPT, .cpu = 2, .offset = 2, .value = 7000},
        "   1.500000010   2                - an interrupt goes out on line 2, after 7000 "
        "instructions of the "
        "CPU");
    is_line((struct trace_record){.kind = TRACE_INTERRUPT, .offset = 12},
        "   1.500000010   0                - an interrupt goes out on line 12");
}

static void test_branches(void)
{
    is_line((struct trace_record){.kind = TRACE_BRANCH,
                .cpu = 2,
                .pc = PC,
                .block = SMALL_CORE_MEMORY,
                .offset = BRANCH_RETURN | BRANCH_TO_USER | BRANCH_MISPREDICTED,
                .value = 0x401000},
        "   1.500000010   2 c000000000001234 core0.mem: return to the user at 0x401000, "
        "mispredicted");
    is_line((struct trace_record){.kind = TRACE_BRANCH,
                .pc = PC,
                .block = SMALL_CORE_MEMORY,
                .offset = BRANCH_INTERRUPT,
                .value = 0x2000},
        "   1.500000010   0 c000000000001234 core0.mem: interrupt to the kernel at 0x2000");
    is_line((struct trace_record){.kind = TRACE_BRANCH,
                .block = SMALL_CORE_MEMORY,
                .offset = BRANCH_CALL | BRANCH_EARLIER,
                .value = 7},
        "   1.500000010   0 0000000000000000 core0.mem: 7 earlier to the kernel: call");
}

static void test_rounds(void)
{
    is_line((struct trace_record){.kind = TRACE_COUNTED, .cpu = 3, .offset = 2, .value = 77},
        "   1.500000010   3                - 77 user loads so far");
    is_line((struct trace_record){.kind = TRACE_COUNTED, .cpu = 3, .offset = 9, .value = 77},
        "   1.500000010   3                - 77 of number 9 so far");
    is_line((struct trace_record){.kind = TRACE_ROUND, .block = SMALL_CORE_MEMORY, .value = 4},
        "   1.500000010   -                - core0.mem: round 4 begins to count");
    is_line(
        (struct trace_record){
            .kind = TRACE_ROUND, .block = SMALL_CORE_MEMORY, .offset = 1, .value = 4},
        "   1.500000010   -                - core0.mem: round 4 has counted");
}

static void test_faults(void)
{
    is_line((struct trace_record){.kind = TRACE_FAULT, .value = 3},
        "   1.500000010   -                - plan entry 3, a fault, takes effect");
    is_line((struct trace_record){.kind = TRACE_MASKED,
                .cpu = 2,
                .pc = PC,
                .block = SMALL_CORE,
                .offset = 0x11,
                .size = 8,
                .value = 0x1000},
        "   1.500000010   2 c000000000001234 fault: core0.BASE returned 0x1000");
    is_line((struct trace_record){.kind = TRACE_DROPPED,
                .cpu = 2,
                .pc = PC,
                .block = SMALL_CORE,
                .offset = 0x11,
                .size = 8,
                .value = 0x1000},
        "   1.500000010   2 c000000000001234 fault: core0.BASE ignored the write");
    is_line((struct trace_record){.kind = TRACE_HANG,
                .cpu = 2,
                .pc = PC,
                .block = SMALL_CORE,
                .offset = 0x11,
                .size = 8,
                .value = 0x1000},
        "   1.500000010   2 c000000000001234 fault: core0.BASE does not answer: the CPU hangs");
}

static void test_audit(void)
{
    is_line(
        (struct trace_record){.kind = TRACE_AUDIT, .cpu = 3, .offset = AUDIT_READS, .value = 18},
        "   1.500000010   3                - audit: 18 reads");
    is_line(
        (struct trace_record){.kind = TRACE_AUDIT, .cpu = 3, .offset = AUDIT_WRITES, .value = 1},
        "   1.500000010   3                - audit: 1 writes");
    is_line(
        (struct trace_record){.kind = TRACE_AUDIT, .cpu = 3, .offset = AUDIT_VALUES, .value = 0x1f},
        "   1.500000010   3                - audit: 0x1f for all values");
    is_line((struct trace_record){.kind = TRACE_AUDIT, .offset = AUDIT_RECORDS, .value = 99},
        "   1.500000010   0                - audit: 99 records");
    is_line((struct trace_record){.kind = TRACE_AUDIT, .cpu = 3, .offset = AUDIT_N, .value = 5},
        "   1.500000010   3                - audit: 5 of number 8");
    is_line(
        (struct trace_record){.kind = TRACE_AUDIT, .cpu = 3, .offset = AUDIT_SENT + 1, .value = 5},
        "   1.500000010   3                - audit: 5 interrupts of kind 1 sent");
    is_line((struct trace_record){.kind = TRACE_CLOSED, .value = 100},
        "   1.500000010   -                - the trace ends after 100 records");
    is_line(
        (struct trace_record){
            .kind = TRACE_WITNESS, .cpu = 3, .pc = PC, .offset = WITNESS_CPU, .value = 0x10003},
        "   1.500000010   3 c000000000001234 the guest says: CPU 3 of socket 1");
    is_line(
        (struct trace_record){
            .kind = TRACE_WITNESS, .cpu = 3, .pc = PC, .offset = WITNESS_HZ, .value = 512},
        "   1.500000010   3 c000000000001234 the guest says: ticks a second 512");
    is_line((struct trace_record){.kind = TRACE_WITNESS,
                .cpu = 3,
                .pc = PC,
                .offset = WITNESS_TAKEN,
                .value = UINT64_C(1) << SIM_WITNESS_KIND_SHIFT | 77},
        "   1.500000010   3 c000000000001234 the guest says: interrupts of kind 1: 77");
}

/* A driver in the call path: its address, or its name once that is known. */
static void test_way(void)
{
    struct trace_record record = {.kind = TRACE_READ,
        .block = SMALL_CORE_MEMORY,
        .size = 8,
        .offset = 0x28,
        .time = 5,
        .call_path = 0xffffffffc0412034};
    GHashTable *names =
        call_paths_parse("ffffffffc0412034 box_enable+0x34 [uncore]\nnonsense\nffff\n");
    struct output out = {.text = g_string_new(NULL), .columns = OUTPUT_COLUMNS};
    struct trace_record other = {.call_path = 0xffffffffc0412035}, none = {0},
                        damaged = {.call_path = 0x7fffffff};
    g_autofree char *address = call_path_text(&record), *nobody = call_path_text(&damaged);

    is_str(address, "0xffffffffc0412034", "a driver's address");
    is_str(nobody, "0x7fffffff", "a number in place of a name, in a damaged trace");
    call_path_name(names, &record);
    call_path_name(names, &other);
    call_path_name(NULL, &other);
    call_path_name(names, &none);
    is_u64(other.call_path, 0xffffffffc0412035, "an address without a name stays");
    is_str(call_path_text(&none), NULL, "no driver in the call path");
    trace_text_add_raw(&out, &record);
    is_str(
        out.text->str, "5\t0\t0\tread\t4096\t28\t8\t0\tbox_enable+0x34 [uncore]\n", "for programs");
    g_string_truncate(out.text, 0);
    trace_text_add(&out, &small_model, &record);
    ok(g_str_has_suffix(out.text->str, "  by box_enable+0x34 [uncore]\n"), "for people: %s",
        out.text->str);
    g_string_free(out.text, TRUE);
    g_hash_table_unref(names);
}

/* An access may have a driver in its call path or as the instruction itself. */
static void test_instruction(void)
{
    static const struct trace_record records[] = {
        {.kind = TRACE_WRITE, .pc = 0x10, .call_path = 0x20}, {.kind = TRACE_READ, .pc = 0x10},
        {.kind = TRACE_SAMPLE, .pc = 0x30},
        {.kind = TRACE_WRITE, .pc = 0x40, .call_path = 0xffffffffc0000050},
        {.kind = TRACE_WRITE, .call_path = 0x60}, {.kind = TRACE_WRITE}};
    static const char *const expected[] = {
        "caller+0x0", "insn+0x0", NULL, "0xffffffffc0000050", NULL, NULL};
    g_autoptr(GArray) all = g_array_new(FALSE, FALSE, sizeof(struct trace_record));
    g_autoptr(GHashTable) names =
        call_paths_parse("20 caller+0x0\n10 insn+0x0\n30 sampled+0x0\n60 -\n");
    g_autoptr(GArray) call_paths = NULL;
    g_autoptr(GString) found = g_string_new(NULL);

    g_array_append_vals(all, records, G_N_ELEMENTS(records));
    call_paths = call_paths_of(all);
    for (guint i = 0; i < call_paths->len; i++)
        g_string_append_printf(found, "%" PRIx64 " ", g_array_index(call_paths, guint64, i));
    is_str(found->str, "20 10 ffffffffc0000050 40 60 ", "the addresses of accesses, each once");
    for (size_t i = 0; i < G_N_ELEMENTS(records); i++) {
        struct trace_record record = records[i];
        g_autofree char *text = NULL;

        call_path_name(names, &record);
        text = call_path_text(&record);
        is_str(text, expected[i], "record %u", (unsigned)i);
    }
}

static void test_raw(void)
{
    static const char *const names[TRACE_N_KINDS] = {"read", "write", "step-begin", "step-end",
        "plan", "overflow", "refused", "post", "executed", "sample", "latch", "cache", "counted",
        "round", "fault", "masked", "dropped", "audit", "closed", "op", "witness", "lines",
        "interrupt", "recount", "branch", "hang"};

    for (unsigned kind = 0; kind < TRACE_N_KINDS; kind++) {
        struct output out = {.text = g_string_new(NULL), .columns = OUTPUT_COLUMNS};
        const struct trace_record record = {.kind = (enum trace_kind)kind,
            .size = 8,
            .cpu = 1,
            .pc = 0x20,
            .block = SMALL_CORE_MEMORY,
            .offset = 0x28,
            .time = 5,
            .value = 0xab};
        g_autofree char *line = g_strdup_printf("5\t1\t20\t%s\t4096\t28\t8\tab\n", names[kind]);

        trace_text_add_raw(&out, &record);
        is_str(out.text->str, line, "for programs: %s", names[kind]);
        g_string_free(out.text, TRUE);
    }
}

int main(void)
{
    test_accesses();
    test_terminals();
    test_memory();
    test_posts();
    test_execution();
    test_rounds();
    test_lines();
    test_interrupts();
    test_branches();
    test_faults();
    test_audit();
    test_raw();
    test_way();
    test_instruction();
    return done_testing();
}
