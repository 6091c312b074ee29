/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What all plugins share, with an invented machine: options, traffic, the trace and its end, deadlines,
 * memory, a guest that is held, saved and resumed. */
#include "qemu-plugins/carrier/carrier.h"

#include "models/sim/clock.h"
#include "qemu-plugins/carrier/trace_writer.h"
#include "qemu-plugins/qemu/arbiter.h"
#include "qemu-plugins/qemu/clock.h"
#include "qemu-plugins/qemu/cpu_number.h"
#include "qemu-plugins/qemu/qemu_private.h"
#include "qemu-plugins/qemu/turns.h"
#include "qemu-plugins/trap/tally.h"
#include "tests/fake_qemu/apart.h"
#include "tests/fake_qemu/files.h"
#include "tests/fake_qemu/stderr.h"
#include "tests/fake_qemu/x86.h"

#include <fcntl.h>
#include <stdatomic.h>
#include <sys/socket.h>

/* ---- the machine ---- */

struct invented {
    unsigned size;
    unsigned cpus;
};

static struct {
    struct invented config;
    struct sim_host host;
    char lines[4][32];
    unsigned n_lines, listens, advances, resumed;
    uint64_t deadline, advanced, state;
    bool inside, can_start;
} m = {.deadline = SIM_NEVER, .can_start = true};

static const struct config_option options[] = {{.name = "size",
                                                   .standard = "4",
                                                   .expected = "size: expected 1 to 9",
                                                   CONFIG_NUMBER(struct invented, size, 1, 9)},
    {.name = "cpus",
        .standard = "1",
        .qemu = true,
        .expected = "cpus",
        CONFIG_NUMBER(struct invented, cpus, 1, 9)},
    {0}};

static const char *reset(const qemu_info_t *info, const struct sim_host *host)
{
    m.config.cpus = (unsigned)info->system.max_vcpus;
    m.host = *host;
    return m.config.size == 9 ? "size 9 does not fit" : NULL;
}

static bool plan_line(const char *line, char wrong[PLAN_TEXT_WRONG])
{
    if (!strcmp(line, "nonsense")) {
        snprintf(wrong, PLAN_TEXT_WRONG, "this is nonsense");
        return false;
    }
    if (m.n_lines < 4)
        snprintf(m.lines[m.n_lines], sizeof(m.lines[0]), "%s", line);
    m.n_lines++;
    return true;
}

static uint64_t deadline(void)
{
    return m.deadline;
}

static void advance(uint64_t now)
{
    m.advances++;
    m.advanced = now;
    m.inside = arbiter_is_mine();
    m.deadline = now < 9000 ? now + 1000 : SIM_NEVER;
}

static bool start(const qemu_info_t *info)
{
    (void)info;
    return m.can_start;
}

static void cpu_started(unsigned cpu, void *data)
{
    (void)data;
    cpu_number_learn(cpu);
    turns_join();
}

static void translated(struct qemu_plugin_tb *tb, void *data)
{
    (void)tb;
    (void)data;
    carrier_translated();
}

static void listen_to(qemu_plugin_id_t id)
{
    m.listens++;
    qemu_plugin_register_vcpu_init_cb(id, cpu_started, NULL);
    qemu_plugin_register_vcpu_tb_trans_cb(id, translated, NULL);
}

static void state(struct snapshot *snapshot)
{
    snapshot_part(snapshot, &m.state, sizeof(m.state));
}

static void resumed(void)
{
    m.resumed++;
}

static struct carrier_machine machine = {
    .name = "invented",
    .target = "x86_64",
    .options = options,
    .config = &m.config,
    .reset = reset,
    .plan_line = plan_line,
    .deadline = deadline,
    .advance = advance,
    .start = start,
    .listen = listen_to,
    .state = state,
    .resumed = resumed,
};

static void begin_qemu(const char *missing)
{
    m.config = (struct invented){4, 1};
    fake_begin(&(struct fake_setup){.isa = FAKE_X86, .cpus = 1, .icount = true, .missing = missing});
    fake_ram(0, 0x1000000);
}

/* Options as text, separated by spaces. */
static int install(const char *text)
{
    char **argv = g_strsplit(text, " ", -1);

    return carrier_install(&machine, 1, fake_info(), *text ? (int)g_strv_length(argv) : 0, argv);
}

/* ---- options ---- */

/* Installs with options that are wrong, and says what is told. */
static const char *complaint(const char *text)
{
    static struct told told;
    int result;

    listen_to_stderr(&told);
    result = install(text);
    told_on_stderr(&told);
    ok(result == -1, "no installation with '%s'", text);
    return told.text;
}

static void test_options(void)
{
    begin_qemu(NULL);
    is_str(complaint("colour=red"),
        "pmulab: unknown option 'colour=red': expected traffic, trace, hold, stop, save, resume, check, "
        "size\n",
        "... an unknown one");
    is_str(
        complaint("size=10"), "pmulab: option 'size=10': size: expected 1 to 9\n", "... the machine's own");
    is_str(complaint("cpus=3"),
        "pmulab: unknown option 'cpus=3': expected traffic, trace, hold, stop, save, resume, check, size\n",
        "... one that only QEMU sets");
    is_str(
        complaint("check=maybe"), "pmulab: option 'check=maybe': expected on or off\n", "... a common one");
    is_str(complaint("hold=77"), "pmulab: option 'hold=77': expected the number of an open file\n",
        "... no file");
}

static void test_save_option(void)
{
    begin_qemu(NULL);
    is_str(
        complaint("save=78"), "pmulab: option 'save=78': expected the number of an open file\n", "... save");
}

static void test_resume_option(void)
{
    begin_qemu(NULL);
    is_str(complaint("resume=79"), "pmulab: option 'resume=79': expected the number of an open file\n",
        "... resume");
}

static void test_configuration(void)
{
    begin_qemu(NULL);
    is_str(complaint("size=9"), "pmulab: size 9 does not fit\n", "... an impossible configuration");
    m.can_start = false;
    is_str(complaint("size=8"), "", "... a machine that does not start has told why");
}

static void test_target(void)
{
    qemu_info_t info;
    struct told told;

    begin_qemu(NULL);
    info = *fake_info();
    info.target_name = "riscv64";
    listen_to_stderr(&told);
    ok(carrier_install(&machine, 1, &info, 0, NULL) == -1, "another target");
    is_str(told_on_stderr(&told), "pmulab: pmulab-invented.so needs qemu-system-x86_64, not 'riscv64'\n",
        "... is told");
    info = *fake_info();
    info.system_emulation = false;
    listen_to_stderr(&told);
    ok(carrier_install(&machine, 1, &info, 0, NULL) == -1, "nor programs alone");
    ok(*told_on_stderr(&told), "... is told");
}

static void test_no_saving(void)
{
    g_autofree char *text = NULL;
    FILE *file = tmpfile();

    begin_qemu(NULL);
    machine.state = NULL;
    text = g_strdup_printf("save=%d", fileno(file));
    is_str(complaint(text), "pmulab: invented cannot be saved\n", "... of a machine without state");
}

static void test_no_symbols(void)
{
    g_autofree char *text = NULL;
    FILE *file = tmpfile();

    begin_qemu(" runstate_is_running ");
    text = g_strdup_printf("hold=%d stop=on", fileno(file));
    ok(strstr(complaint(text), "pmulab: invented needs runstate_is_running"),
        "... which must be seen to stop");
}

static void test_no_symbols_to_resume(void)
{
    g_autofree char *text = NULL;
    FILE *file = tmpfile();

    begin_qemu(" runstate_is_running ");
    text = g_strdup_printf("resume=%d", fileno(file));
    ok(strstr(complaint(text), "pmulab: invented needs runstate_is_running"), "... nor be resumed");
}

/* ---- traffic ---- */

static void test_traffic(void)
{
    g_autofree char *good = new_file("first\nsecond\n\nlast"), *bad = new_file("first\nnonsense\n"),
                    *text = NULL;

    begin_qemu(NULL);
    text = g_strdup_printf("traffic=%s size=3", good);
    ok(!install(text), "a plugin with traffic");
    is_u64(m.n_lines, 4, "... of four lines");
    is_str(m.lines[0], "first", "... the first");
    is_str(m.lines[3], "last", "... and the last");
    is_u64(m.config.size, 3, "... and with an option");
    unlink(good);
    unlink(bad);
}

static void test_bad_traffic(void)
{
    g_autofree char *file = new_file("first\nnonsense\n"), *text = g_strdup_printf("traffic=%s", file),
                    *all = NULL;

    begin_qemu(NULL);
    all = g_strdup_printf("pmulab: %s:2: this is nonsense\n", file);
    is_str(complaint(text), all, "... whose second line is wrong");
    ok(g_str_has_prefix(complaint("traffic=/nonexistent/file"), "pmulab: traffic: "),
        "... that is not there");
    ok(g_file_set_contents(file, "a\0b\n", 4, NULL), "a file with a zero byte");
    g_free(all);
    all = g_strdup_printf("pmulab: %s: expected text, and there is a zero byte in it\n", file);
    is_str(complaint(text), all, "... is no text");
    unlink(file);
}

/* ---- the trace ---- */

static void add_record(enum trace_kind kind, uint64_t time, uint64_t value)
{
    const struct trace_record record = {.kind = kind, .size = 4, .time = time, .value = value};

    m.host.trace(m.host.self, &record);
}

static void test_trace(void)
{
    static struct read_trace trace;
    g_autofree char *file = new_file("old"), *text = g_strdup_printf("trace=%s size=2", file);

    begin_qemu(NULL);
    ok(!install(text), "a plugin with a trace");
    fake_start_cpus();
    read_trace(&trace, file);
    is_str(trace.header, "PMULABT1machine=invented size=2 cpus=1",
        "it begins with machine and configuration, at once");
    tally_access(0, false, 5);
    add_record(TRACE_READ, 1000, 5);
    read_trace(&trace, file);
    is_u64(trace.n, 0, "records wait");
    add_record(TRACE_STEP_BEGIN, 1500, 1);
    add_record(TRACE_STEP_END, 2000, 1);
    read_trace(&trace, file);
    is_u64(trace.n, 3, "... until a step ends");
    is_u64(trace.tallies[0][TALLY_READS], 1, "... with the count of reads");
    is_u64(
        trace.tallies[0][TALLY_RECORDS], 6, "... and of records: a read, a mark with three counts, a mark");
    ok(!trace.whole, "... and no end");
    tally_access(0, true, 6);
    add_record(TRACE_WRITE, 3000, 6);
    fake_exit();
    read_trace(&trace, file);
    is_u64(trace.n, 4, "the last record comes at QEMU's end");
    is_u64(trace.tallies[0][TALLY_WRITES], 1, "... with the count of writes");
    is_u64(trace.tallies[0][TALLY_VALUES], trace_sum(trace_sum(0, false, 5), true, 6),
        "... and the sum of values");
    ok(trace.whole, "... and the trace is whole");
    unlink(file);
}

/* Two steps, each with a read and a write: what has changed is told, and only that. */
static void test_tallies(void)
{
    static struct read_trace trace;
    g_autofree char *file = new_file(""), *text = g_strdup_printf("trace=%s", file);

    begin_qemu(NULL);
    ok(!install(text), "a plugin with a trace");
    fake_start_cpus();
    for (unsigned i = 0; i < 2; i++) {
        tally_access(0, false, 5);
        add_record(TRACE_READ, 1000, 5);
        tally_access(0, true, 5);
        add_record(TRACE_WRITE, 1000, 5);
        add_record(TRACE_STEP_END, 2000, 1);
        read_trace(&trace, file);
        is_u64(trace.tallies[0][TALLY_READS], i + 1, "reads by the end of step %u", i);
        is_u64(trace.tallies[0][TALLY_WRITES], i + 1, "... writes");
        is_u64(trace.tallies[0][TALLY_RECORDS], 6 + 7 * i,
            "... records: two, the mark, three counts; their number");
    }
    unlink(file);
}

static void test_no_trace(void)
{
    begin_qemu(NULL);
    is_str(complaint("trace=/nonexistent/trace"),
        "pmulab: cannot write trace /nonexistent/trace: No such file or directory\n",
        "... that cannot be written");
    is_str(complaint("trace=/dev/full"), "pmulab: the trace ends here: No space left on device\n",
        "... a full disk");
}

static void test_refused(void)
{
    struct told told;

    begin_qemu(NULL);
    ok(!install(""), "a plugin without a trace");
    listen_to_stderr(&told);
    add_record(TRACE_REFUSED, 1, 6);
    add_record(TRACE_PLAN, 1, 7);
    is_str(told_on_stderr(&told), "pmulab: entry 7 of the plan does not fit the traffic of the moment\n",
        "a refusal");
}

/* ---- the writer by itself: as many records as the buffer holds, and more ---- */

static void test_writer(void)
{
    static struct trace_file file;
    struct trace_state decoder = {0};
    struct trace_record record = {.kind = TRACE_READ, .size = 8}, again;
    g_autofree char *name = new_file(""), *bytes = NULL;
    unsigned n = 0, wrong = 0;
    gsize length = 0, at;
    size_t used;

    ok(trace_file_open(&file, name, "head"), "a trace");
    for (unsigned i = 0; i < 30000; i++) {
        record.time += i;
        record.value = i * UINT64_C(0x123456789abcdef);
        trace_file_add(&file, &record);
    }
    trace_file_close(&file);
    trace_file_add(&file, &record);
    trace_file_flush(&file);
    g_file_get_contents(name, &bytes, &length, NULL);
    ok(length > 3 * sizeof(file.buffer), "... longer than three buffers");
    ok(!strncmp(bytes, TRACE_MAGIC "head\n", 13), "... has its header");
    record.time = 0;
    for (at = 13; (used = trace_decode(&decoder, (const uint8_t *)bytes + at, length - at, &again));
         at += used) {
        record.time += n;
        wrong += again.time != record.time || again.value != n * UINT64_C(0x123456789abcdef);
        n++;
    }
    is_u64(n, 30000, "... and all records");
    is_u64(wrong, 0, "... in order");
    is_u64(at, length, "... and nothing else");
    unlink(name);
}

static void test_full_disk(void)
{
    static struct trace_file file;
    struct trace_record record = {.kind = TRACE_READ, .size = 8};
    struct told told;

    file.fd = open("/dev/full", O_WRONLY);
    listen_to_stderr(&told);
    trace_file_add(&file, &record);
    trace_file_flush(&file);
    trace_file_add(&file, &record);
    trace_file_flush(&file);
    trace_file_close(&file);
    is_str(told_on_stderr(&told), "pmulab: the trace ends here: No space left on device\n",
        "a full disk is told once");
    is_u64((uint64_t)file.fd, UINT64_MAX, "... and the file given up");
}

static void test_continued(void)
{
    static struct trace_file file;
    struct trace_record record = {.kind = TRACE_READ, .size = 8, .time = 77};
    g_autofree char *name = new_file(""), *bytes = NULL, *expected = NULL;
    struct told told;
    gsize before, length;

    ok(trace_file_open(&file, name, "head"), "a trace");
    trace_file_add(&file, &record);
    trace_file_close(&file);
    g_file_get_contents(name, &bytes, &before, NULL);
    ok(trace_file_continue(&file, name, "head"), "... is continued");
    trace_file_add(&file, &record);
    trace_file_close(&file);
    g_free(bytes);
    g_file_get_contents(name, &bytes, &length, NULL);
    ok(length > before && !strncmp(bytes, TRACE_MAGIC "head\n", 13), "... at its end");
    listen_to_stderr(&told);
    ok(!trace_file_continue(&file, name, "heap"), "another one is not");
    expected = g_strdup_printf("pmulab: trace %s: expected one of heap to go on with\n", name);
    is_str(told_on_stderr(&told), expected, "... which is told");
    is_u64((uint64_t)file.fd, UINT64_MAX, "... and nothing is written to it");
    unlink(name);
    listen_to_stderr(&told);
    ok(!trace_file_continue(&file, name, "head"), "nor is one that is not there");
    ok(strstr(told_on_stderr(&told), "cannot write trace"), "... which is told");
}

/* ---- deadlines ---- */

static void update(void *data)
{
    (void)data;
    arbiter_enter();
    carrier_update();
    arbiter_leave();
}

static void test_deadlines(void)
{
    begin_qemu(NULL);
    ok(!install(""), "a plugin");
    fake_start_cpus();
    fake_on_cpu(0, update, NULL);
    m.deadline = 5000;
    fake_on_cpu(0, update, NULL);
    fake_sleep_until(4999);
    is_u64(m.advances, 0, "a deadline of the machine's");
    fake_sleep_until(5000);
    is_u64(m.advances, 1, "... comes");
    is_u64(m.advanced, 5000, "... on time");
    ok(m.inside && !arbiter_is_mine(), "... as a transaction");
    fake_sleep_until(20000);
    is_u64(m.advances, 5, "... and those that the machine sets then: at 6000 to 9000");
    m.deadline = 25000;
    fake_on_cpu(0, update, NULL);
    m.deadline = 23000;
    fake_on_cpu(0, update, NULL);
    fake_sleep_until(23000);
    is_u64(m.advanced, 23000, "an earlier one replaces a later one");
    m.deadline = 40000;
    fake_on_cpu(0, update, NULL);
    m.deadline = SIM_NEVER;
    fake_on_cpu(0, update, NULL);
    fake_sleep_until(50000);
    is_u64(m.advanced, 23000, "one that is taken back does not come");
}

/* ---- memory ---- */

static struct {
    bool written, read, read_beyond, written_beyond;
    uint64_t value;
} moved;

static void move(void *data)
{
    uint64_t value = UINT64_C(0x1122334455667788), low = 0x99;

    (void)data;
    moved.written =
        m.host.write(m.host.self, 0x1000, &value, 8) && m.host.write(m.host.self, 0x1001, &low, 1);
    moved.read = m.host.read(m.host.self, 0x1000, &moved.value, 8);
    moved.read_beyond = m.host.read(m.host.self, 0xfffffc, &value, 8);
    moved.written_beyond = m.host.write(m.host.self, 0x2000000, &value, 8);
}

static void test_memory(void)
{
    begin_qemu(NULL);
    ok(!install(""), "a plugin");
    fake_start_cpus();
    fake_on_cpu(0, move, NULL);
    ok(moved.written && moved.read, "the guest's memory is written and read");
    is_u64(moved.value, UINT64_C(0x1122334455669988), "... byte by byte");
    ok(!moved.read_beyond && !moved.written_beyond, "... and not beyond its end");
}

/* ---- holding ---- */

static int ours, theirs;
static atomic_uint held;

/* The command: sees that the guest is held, and lets it go on. */
static gpointer command(gpointer data)
{
    char byte = 0;

    (void)data;
    while (read(ours, &byte, 1) == 1 && byte == '.') {
        held++;
        if (write(ours, ".", 1) != 1)
            break;
    }
    return NULL;
}

static void connect_command(void)
{
    int both[2];

    ok(!socketpair(AF_UNIX, SOCK_STREAM, 0, both), "a command");
    ours = both[0];
    theirs = both[1];
}

static bool is_carriers;

static void mark(void *data)
{
    arbiter_enter();
    is_carriers = carrier_marked(*(uint64_t *)data);
    tally_access(0, true, 0);
    arbiter_leave();
}

static bool marked(uint64_t value)
{
    fake_on_cpu(0, mark, &value);
    return is_carriers;
}

static void test_hold(void)
{
    g_autofree char *text = NULL;

    begin_qemu(NULL);
    connect_command();
    text = g_strdup_printf("hold=%d", theirs);
    ok(!install(text), "a plugin that holds the guest");
    fake_start_cpus();
    g_thread_unref(g_thread_new("command", command, NULL));
    ok(!marked(1) && !marked(0x81), "a step's mark is the machine's");
    ok(marked(0x80), "the end of step 0 is not");
    is_u64(held, 0, "... and does not hold");
    is_u64(tally_of(0).writes, 0, "marks are no register accesses");
    ok(marked(0), "a guest that is ready");
    is_u64(held, 1, "... is held, and let go");
    ok(marked(0), "... again");
    is_u64(held, 1, "... no more");
    close(ours);
}

static void test_no_hold(void)
{
    begin_qemu(NULL);
    ok(!install(""), "a plugin that does not hold");
    fake_start_cpus();
    ok(marked(0), "a guest that is ready goes on");
    ok(!marked(2), "and a step's mark is the machine's");
}

/* ---- stopping, saving, resuming ---- */

static atomic_bool in_sleep;

static void run_one(void)
{
    static const struct fake_insn code[] = {{.hex = "90", .ends = true}};

    FAKE_CODE(0x1000, code);
    fake_set(0, "cr0", 1);
    fake_run(0, 0x1000);
}

static void sleep_now(void *data)
{
    (void)data;
    fake_cpus_sleep();
}

/* The monitor stops the guest when it is held, and lets it go on when its CPUs sleep. */
static gpointer monitor(gpointer data)
{
    char byte;

    (void)data;
    if (read(ours, &byte, 1) != 1)
        return NULL;
    held = 1;
    fake_world.running = false;
    if (read(ours, &byte, 1) != 1)
        return NULL;
    held = 2;
    if (read(ours, &byte, 1) != 1)
        return NULL;
    held = 3;
    (void)!write(ours, ".", 1);
    return NULL;
}

static char *saved_trace;
static FILE *saved;

static void test_save(void)
{
    static struct read_trace trace;
    g_autofree char *text = NULL;
    GThread *thread;

    begin_qemu(NULL);
    connect_command();
    text = g_strdup_printf("hold=%d stop=on save=%d trace=%s", theirs, fileno(saved), saved_trace);
    m.state = 0xabcd;
    ok(!install(text), "a plugin that saves the guest");
    fake_start_cpus();
    thread = g_thread_new("monitor", monitor, NULL);
    tally_access(0, false, 3);
    add_record(TRACE_READ, 4000, 3);
    ok(marked(0), "the guest is ready");
    is_u64(held, 1, "... is held, and stopped");
    fake_run(0, 0x900000);
    is_u64(m.listens, 2, "QEMU drops its translations");
    is_u64(fake_world.tlb_flushes, 1, "... and translated addresses");
    read_trace(&trace, saved_trace);
    is_u64(trace.n, 1, "... and the trace is on disk");
    fake_on_cpu(0, sleep_now, NULL);
    while (held < 2)
        g_usleep(100);
    ok(true, "asleep it says so");
    fake_world.running = true;
    run_one();
    g_thread_join(thread);
    is_u64(held, 3, "as it goes on it is held again");
    is_u64(m.resumed, 0, "... and not resumed");
    run_one();
}

static void test_resume(void)
{
    static struct read_trace trace;
    g_autofree char *text = NULL;
    GThread *thread;

    begin_qemu(NULL);
    connect_command();
    text = g_strdup_printf("hold=%d resume=%d trace=%s", theirs, fileno(saved), saved_trace);
    ok(!install(text), "a plugin that takes the guest over");
    is_u64(m.state, 0xabcd, "... has the machine's state");
    is_u64(tally_of(0).reads, 1, "... and the counts");
    fake_start_cpus();
    thread = g_thread_new("command", command, NULL);
    run_one();
    is_u64(held, 1, "before its first block it is held");
    is_u64(m.resumed, 1, "... and the machine told");
    add_record(TRACE_READ, 5000, 4);
    fake_exit();
    read_trace(&trace, saved_trace);
    is_u64(trace.n, 2, "the trace goes on");
    is_u64(trace.records[1].time, 5000, "... where it was");
    ok(trace.whole, "... and is whole");
    close(theirs);
    g_thread_join(thread);
}

static void test_resume_nothing(void)
{
    g_autofree char *text = NULL;
    FILE *empty = tmpfile();

    begin_qemu(NULL);
    text = g_strdup_printf("resume=%d", fileno(empty));
    is_str(complaint(text), "pmulab: resume: no state of this machine and this plugin\n",
        "... from an empty file");
}

/* A machine with something to come cannot be saved. */
static void test_save_active(void)
{
    g_autofree char *text = NULL;
    GThread *thread;
    struct told told;

    begin_qemu(NULL);
    connect_command();
    text = g_strdup_printf("hold=%d stop=on save=%d", theirs, fileno(tmpfile()));
    ok(!install(text), "a plugin that saves the guest");
    fake_start_cpus();
    m.deadline = 99999999;
    thread = g_thread_new("monitor", monitor, NULL);
    listen_to_stderr(&told);
    marked(0);
    is_str(told_on_stderr(&told), "pmulab: cannot save the guest while the hardware is active\n",
        "... active hardware");
    shutdown(theirs, SHUT_RDWR);
    g_thread_join(thread);
}

static void test_save_to_full(void)
{
    g_autofree char *text = NULL;
    GThread *thread;
    struct told told;

    begin_qemu(NULL);
    connect_command();
    text = g_strdup_printf("hold=%d stop=on save=%d", theirs, open("/dev/full", O_WRONLY));
    ok(!install(text), "a plugin that saves the guest");
    fake_start_cpus();
    thread = g_thread_new("monitor", monitor, NULL);
    listen_to_stderr(&told);
    marked(0);
    is_str(told_on_stderr(&told), "pmulab: the machine cannot be saved: No space left on device\n",
        "... a full disk");
    shutdown(theirs, SHUT_RDWR);
    g_thread_join(thread);
}

/* ---- the end ---- */

static atomic_bool may_leave;

static gpointer stay_inside(gpointer data)
{
    (void)data;
    arbiter_enter();
    in_sleep = true;
    while (!may_leave)
        g_usleep(1000);
    arbiter_leave();
    return NULL;
}

static void test_exit(void)
{
    struct told told;
    GThread *thread;

    begin_qemu(NULL);
    ok(!install("check=on"), "a plugin that checks its clock");
    fake_start_cpus();
    thread = g_thread_new("inside", stay_inside, NULL);
    while (!in_sleep)
        g_usleep(100);
    listen_to_stderr(&told);
    fake_exit();
    is_str(told_on_stderr(&told), "", "an end while another is inside does not wait for it");
    may_leave = true;
    g_thread_join(thread);
    listen_to_stderr(&told);
    fake_exit();
    is_str(told_on_stderr(&told),
        "pmulab: blocks: 0 readings of the clock, ahead 0 times by 0 ns, behind 0 times by 0 ns\n",
        "... and tells");
    arbiter_enter();
    ok(true, "nobody is inside");
    arbiter_leave();
}

static void test_silent_exit(void)
{
    struct told told;

    begin_qemu(NULL);
    ok(!install(""), "a plugin");
    fake_start_cpus();
    listen_to_stderr(&told);
    fake_exit();
    is_str(told_on_stderr(&told), "", "without a check it tells nothing");
}

int main(void)
{
    apart(test_options);
    apart(test_save_option);
    apart(test_resume_option);
    apart(test_configuration);
    apart(test_target);
    apart(test_no_saving);
    apart(test_no_symbols);
    apart(test_no_symbols_to_resume);
    apart(test_traffic);
    apart(test_bad_traffic);
    apart(test_trace);
    apart(test_tallies);
    apart(test_no_trace);
    apart(test_refused);
    apart(test_writer);
    apart(test_full_disk);
    apart(test_continued);
    apart(test_deadlines);
    apart(test_memory);
    apart(test_hold);
    apart(test_no_hold);
    saved = tmpfile();
    saved_trace = new_file("");
    apart(test_save);
    apart(test_resume);
    unlink(saved_trace);
    apart(test_resume_nothing);
    apart(test_save_active);
    apart(test_save_to_full);
    apart(test_exit);
    apart(test_silent_exit);
    return done_testing();
}
