/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The plugins' shared core with an invented machine: options, traffic, the
 * trace, deadlines, memory. */
#include "qemu-plugins/trap/access_counters.h"
#include "qemu-plugins/trap/call_path.h"
#include "tests/unit/plugins/invented.h"

#include <sys/wait.h>

/* ---- options ---- */

static void test_options(void)
{
    begin_qemu(NULL);
    is_str(complaint("colour=red"),
        "pmulab: unknown option 'colour=red': expected traffic, trace, cover, hold, stop, save, "
        "resume, "
        "live, check, size\n",
        "... an unknown option");
    is_str(complaint("size=10"), "pmulab: option 'size=10': size: expected 1 to 9\n",
        "... an option of the machine");
    is_str(complaint("cpus=3"),
        "pmulab: unknown option 'cpus=3': expected traffic, trace, cover, hold, stop, save, "
        "resume, "
        "live, check, size\n",
        "... an option that only QEMU sets");
    is_str(complaint("check=maybe"), "pmulab: option 'check=maybe': expected on or off\n",
        "... a common option");
    is_str(complaint("hold=77"), "pmulab: option 'hold=77': expected the number of an open file\n",
        "... no file");
}

/* Descriptor 0 is valid. */
static void test_descriptor_0(void)
{
    struct captured captured;

    begin_qemu(NULL);
    capture_stderr(&captured);
    close(STDIN_FILENO);
    ok(install("hold=0") == -1, "a closed descriptor 0 is refused");
    is_str(captured_stderr(&captured),
        "pmulab: option 'hold=0': expected the number of an open file\n", "... no file");
}

static void test_save_option(void)
{
    begin_qemu(NULL);
    is_str(complaint("save=78"), "pmulab: option 'save=78': expected the number of an open file\n",
        "... save");
}

static void test_resume_option(void)
{
    begin_qemu(NULL);
    is_str(complaint("resume=79"),
        "pmulab: option 'resume=79': expected the number of an open file\n", "... resume");
}

static void test_configuration(void)
{
    begin_qemu(NULL);
    is_str(complaint("size=9"), "pmulab: size 9 does not fit\n", "... an impossible configuration");
    m.can_start = false;
    is_str(complaint("size=8"), "", "... a machine that does not start reports the reason itself");
}

static void test_target(void)
{
    qemu_info_t info;
    struct captured captured;

    begin_qemu(NULL);
    info = *fake_info();
    info.target_name = "riscv64";
    capture_stderr(&captured);
    ok(runtime_install(&machine, 1, &info, 0, NULL) == -1, "another target");
    is_str(captured_stderr(&captured),
        "pmulab: pmulab-invented.so needs qemu-system-x86_64, not 'riscv64'\n", "... is reported");
    info = *fake_info();
    info.system_emulation = false;
    capture_stderr(&captured);
    ok(runtime_install(&machine, 1, &info, 0, NULL) == -1, "user-mode emulation is also refused");
    ok(*captured_stderr(&captured), "... is reported");
}

static void test_no_saving(void)
{
    g_autofree char *text = NULL;
    FILE *file = tmpfile();

    begin_qemu(NULL);
    machine.state = NULL;
    text = g_strdup_printf("save=%d", fileno(file));
    is_str(complaint(text), "pmulab: invented cannot be saved\n", "... of a machine without state");
    is_str(complaint("save=0"), "pmulab: invented cannot be saved\n", "... nor to descriptor 0");
}

static void test_no_symbols(void)
{
    g_autofree char *text = NULL;
    FILE *file = tmpfile();

    begin_qemu(" runstate_is_running ");
    text = g_strdup_printf("hold=%d stop=on", fileno(file));
    ok(strstr(complaint(text), "pmulab: invented needs runstate_is_running"),
        "... without a function to see it stop");
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
    ok(!install(text), "a plugin with a traffic file");
    is_u64(m.n_lines, 4, "... of four lines");
    is_str(m.lines[0], "first", "... the first");
    is_str(m.lines[3], "last", "... up to the last");
    is_u64(m.config.size, 3, "... and with an option");
    unlink(good);
    unlink(bad);
}

static void test_bad_traffic(void)
{
    g_autofree char *file = new_file("first\nnonsense\n"),
                    *text = g_strdup_printf("traffic=%s", file), *all = NULL;

    begin_qemu(NULL);
    all = g_strdup_printf("pmulab: %s:2: this is nonsense\n", file);
    is_str(complaint(text), all, "... whose second line is wrong");
    ok(g_str_has_prefix(complaint("traffic=/nonexistent/file"), "pmulab: traffic: "),
        "... that does not exist");
    ok(g_file_set_contents(file, "a\0b\n", 4, NULL), "a file with a zero byte");
    g_free(all);
    all = g_strdup_printf("pmulab: %s: expected text, and there is a zero byte in it\n", file);
    is_str(complaint(text), all, "... is not text");
    unlink(file);
}

/* ---- the trace ---- */

static void test_trace(void)
{
    static struct read_trace trace;
    g_autofree char *file = new_file("old"), *text = g_strdup_printf("trace=%s size=2", file);

    begin_qemu(NULL);
    ok(!install(text), "a plugin with a trace");
    fake_start_cpus();
    read_trace(&trace, file);
    is_str(trace.header, "PMULABT5machine=invented size=2 cpus=1",
        "the header, with machine and configuration, is written at once");
    access_counters_add(0, false, 5);
    add_record(TRACE_READ, 1000, 5);
    read_trace(&trace, file);
    is_u64(trace.n, 0, "records wait");
    add_record(TRACE_STEP_BEGIN, 1500, 1);
    add_record(TRACE_STEP_END, 2000, 1);
    read_trace(&trace, file);
    is_u64(trace.n, 3, "... after a step's end");
    is_u64(trace.audit[0][AUDIT_READS], 1, "... with the count of reads");
    is_u64(trace.audit[0][AUDIT_RECORDS], 6,
        "... and of records: a read, a mark with three counts, a mark");
    ok(!trace.whole, "... and no end record");
    access_counters_add(0, true, 6);
    add_record(TRACE_WRITE, 3000, 6);
    fake_exit();
    read_trace(&trace, file);
    is_u64(trace.n, 4, "the last record is written at QEMU's exit");
    is_u64(trace.audit[0][AUDIT_WRITES], 1, "... with the count of writes");
    is_u64(trace.audit[0][AUDIT_VALUES], trace_sum(trace_sum(0, false, 5), true, 6),
        "... and the sum of values");
    is_u64(trace.counted_at, 3000, "... at the time of the last record");
    is_u64(trace.ended_at, 3000, "... and so is the end record");
    ok(trace.whole, "... and the trace is whole");
    unlink(file);
}

/* Two steps, each with a read and a write: only changed counts are recorded. */
static void test_audit(void)
{
    static struct read_trace trace;
    g_autofree char *file = new_file(""), *text = g_strdup_printf("trace=%s", file);

    begin_qemu(NULL);
    ok(!install(text), "a plugin with a trace");
    fake_start_cpus();
    for (unsigned i = 0; i < 2; i++) {
        access_counters_add(0, false, 5);
        add_record(TRACE_READ, 1000, 5);
        access_counters_add(0, true, 5);
        add_record(TRACE_WRITE, 1000, 5);
        add_record(TRACE_STEP_END, 2000, 1);
        read_trace(&trace, file);
        is_u64(trace.audit[0][AUDIT_READS], i + 1, "reads by the end of step %u", i);
        is_u64(trace.audit[0][AUDIT_WRITES], i + 1, "... writes");
        is_u64(trace.audit[0][AUDIT_RECORDS], 6 + 7 * i,
            "... records: two, the mark, three counts; their number");
    }
    unlink(file);
}

static void add_at(enum trace_kind kind, uint64_t pc)
{
    const struct trace_record record = {
        .kind = kind, .size = 4, .time = 1000, .value = 5, .pc = pc};

    m.host.trace(m.host.self, &record);
}

/* Records have the address of the driver's pending call; accesses without an
 * instruction have none. */
static void test_call_path(void)
{
    static const enum trace_kind kinds[] = {
        TRACE_READ, TRACE_WRITE, TRACE_READ, TRACE_STEP_BEGIN, TRACE_READ};
    static const uint64_t pcs[] = {0x8001, 0x8002, 0, 0x8003, 0x8004},
                          call_paths[] = {0xa123, 0xa123, 0, 0, 0};
    static struct read_trace trace;
    g_autofree char *file = new_file(""), *text = g_strdup_printf("trace=%s", file);

    begin_qemu(NULL);
    ok(!install(text), "a plugin whose guest has a driver");
    fake_start_cpus();
    call_path_set(0xa123);
    for (unsigned i = 0; i < 5; i++) {
        if (i == 4)
            call_path_set(0);
        add_at(kinds[i], pcs[i]);
    }
    fake_exit();
    read_trace(&trace, file);
    is_u64(trace.n, 5, "an access is one record, with or without a call path");
    for (unsigned i = 0; i < 5; i++)
        is_u64(trace.records[i].call_path, call_paths[i], "the call path of record %u", i);
    unlink(file);
}

/* ---- interrupts ---- */

static struct {
    unsigned line, up, down, nmis, cpu;
} sent;

static void irq(void *self, unsigned line, bool high)
{
    (void)self;
    sent.line = line;
    sent.up += high;
    sent.down += !high;
}

static void nmi(void *self, unsigned cpu)
{
    (void)self;
    sent.nmis++;
    sent.cpu = cpu;
}

/* Lines 10 to 19 are the first kind, of CPU 0; line 31 is the third kind, of
 * CPU 1. */
static unsigned line_kind(unsigned line, unsigned *cpu)
{
    *cpu = line % 10;
    return line / 10 - 1;
}

static void test_sent(void)
{
    static struct read_trace trace;
    g_autofree char *file = new_file(""), *text = g_strdup_printf("trace=%s", file);

    machine.irq = irq;
    machine.nmi = nmi;
    machine.line_kind = line_kind;
    m.config = (struct invented){4, 1};
    fake_begin(&(struct fake_setup){.isa = FAKE_X86, .cpus = 2, .icount = true});
    ok(!install(text), "a plugin with interrupts");
    fake_start_cpus();
    for (unsigned i = 0; i < 3; i++) {
        m.host.irq(m.host.self, 31, true);
        m.host.irq(m.host.self, 31, false);
    }
    m.host.nmi(m.host.self, 1);
    m.host.irq(m.host.self, 40, true);
    m.host.irq(m.host.self, 50, true);
    is_u64(sent.up, 5, "the machine raises its lines");
    is_u64(sent.down, 3, "... lowers them");
    is_u64(sent.line, 50, "... by number");
    ok(sent.nmis == 1 && sent.cpu == 1, "... and sends an NMI");
    for (unsigned i = 0; i < 2; i++) {
        add_record(TRACE_STEP_END, 2000, 1);
        read_trace(&trace, file);
        is_u64(trace.audit[1][AUDIT_SENT + 2], 3, "three rises of the third kind to CPU 1");
        is_u64(trace.audit[1][AUDIT_SENT], 1, "... an NMI, of the first kind");
        is_u64(trace.audit[0][AUDIT_SENT + 3], 1, "... and one rise of the last kind to CPU 0");
        is_u64(trace.audit[0][AUDIT_RECORDS], 4 + 2 * i,
            "... recorded once: a mark, and three counts");
    }
    m.host.nmi(m.host.self, 0);
    fake_exit();
    read_trace(&trace, file);
    is_u64(trace.audit[0][AUDIT_SENT], 1, "the last one is recorded at the end");
    ok(trace.whole, "... of a complete trace");
    unlink(file);
}

/* ---- the guest's messages ---- */

static void witness(void *data)
{
    const struct sim_access access = {.now = *(uint64_t *)data, .pc = 0x1234, .cpu = 0};

    arbiter_enter();
    runtime_port_out(&access, 0x508, 0x02aabbcc);
    access_counters_add(0, true, 1);
    runtime_port_out(&access, 0x50c, 0x11223344);
    access_counters_add(0, true, 1);
    arbiter_leave();
}

static void test_witness(void)
{
    static struct read_trace trace;
    const struct trace_record *r = trace.records;
    uint64_t now = 7000, none = 0;
    g_autofree char *file = new_file(""), *text = g_strdup_printf("trace=%s", file);

    begin_qemu(NULL);
    ok(!install(text), "a plugin whose guest sends messages");
    fake_start_cpus();
    ok(runtime_has_port(0x508) && runtime_has_port(0x50c) && !runtime_has_port(0x504) &&
            !runtime_has_port(0x50b),
        "... at two ports");
    fake_on_cpu(0, witness, &now);
    fake_on_cpu(0, witness, &none);
    fake_exit();
    read_trace(&trace, file);
    is_u64(trace.n, 2, "two words");
    ok(r->kind == TRACE_WITNESS && r->offset == 2 && r->value == UINT64_C(0xaabbcc11223344),
        "... with kind and value");
    ok(r->time == 7000 && r->pc == 0x1234, "... time and place");
    is_u64(r[1].time, 7000, "... a record without a time has the previous one's");
    is_u64(trace.audit[0][AUDIT_WRITES], 0, "messages are no register accesses");
    unlink(file);
}

/* A read that never ends: QEMU ends, and the trace has all up to the read. */
static void test_hang(void)
{
    static struct read_trace trace;
    g_autofree char *file = new_file(""), *text = g_strdup_printf("trace=%s", file);
    struct captured captured;
    int status = 0;
    pid_t child;

    begin_qemu(NULL);
    ok(!install(text), "a plugin with a trace");
    fake_start_cpus();
    capture_stderr(&captured);
    child = fork();
    if (!child) {
        add_record(TRACE_READ, 1000, 5);
        add_record(TRACE_HANG, 1000, 5);
        _exit(0); /* not reached */
    }
    waitpid(child, &status, 0);
    is_str(captured_stderr(&captured), "pmulab: CPU 0 hangs at its read of block 0+0x0\n",
        "one line names the CPU and the register");
    ok(WIFEXITED(status) && WEXITSTATUS(status) == 1, "... and QEMU ends with status 1");
    read_trace(&trace, file);
    ok(trace.n == 2 && trace.records[1].kind == TRACE_HANG, "the trace ends with the read");
    ok(!trace.whole, "... without an end record");
    unlink(file);
}

static void test_no_trace(void)
{
    begin_qemu(NULL);
    is_str(complaint("trace=/nonexistent/trace"),
        "pmulab: cannot write trace /nonexistent/trace: No such file or directory\n",
        "... that cannot be written");
    is_str(complaint("trace=/dev/full"), "pmulab: the trace ends here: No space left on device\n",
        "... on a full disk");
}

static void test_refused(void)
{
    struct captured captured;

    begin_qemu(NULL);
    ok(!install(""), "a plugin without a trace");
    capture_stderr(&captured);
    add_record(TRACE_REFUSED, 1, 6);
    add_record(TRACE_PLAN, 1, 7);
    is_str(captured_stderr(&captured),
        "pmulab: entry 7 of the plan does not fit the traffic of the moment\n", "a refusal");
}

/* ---- deadlines ---- */

static void update(void *data)
{
    (void)data;
    arbiter_enter();
    runtime_update();
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
    is_u64(m.advances, 0, "a deadline of the machine");
    fake_sleep_until(5000);
    is_u64(m.advances, 1, "... comes");
    is_u64(m.advanced, 5000, "... on time");
    ok(m.inside && !arbiter_is_mine(), "... as a transaction");
    fake_sleep_until(20000);
    is_u64(m.advances, 5, "... and the deadlines that the machine sets then: 6000 to 9000");
    m.deadline = 25000;
    fake_on_cpu(0, update, NULL);
    m.deadline = 23000;
    fake_on_cpu(0, update, NULL);
    fake_sleep_until(23000);
    is_u64(m.advanced, 23000, "an earlier deadline replaces a later one");
    m.deadline = 40000;
    fake_on_cpu(0, update, NULL);
    m.deadline = SIM_NEVER;
    fake_on_cpu(0, update, NULL);
    fake_sleep_until(50000);
    is_u64(m.advanced, 23000, "a cancelled deadline does not fire");
    m.deadline = 60000;
    m.unmoved = true;
    m.advances = 0;
    fake_on_cpu(0, update, NULL);
    fake_sleep_until(60001);
    is_u64(m.advances, 2, "a deadline that the machine keeps fires again");
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
    ok(moved.written && moved.read, "the guest's memory can be written and read");
    is_u64(moved.value, UINT64_C(0x1122334455669988), "... byte by byte");
    ok(!moved.read_beyond && !moved.written_beyond, "... but not past its end");
}

int main(void)
{
    apart(test_options);
    apart(test_descriptor_0);
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
    apart(test_audit);
    apart(test_call_path);
    apart(test_sent);
    apart(test_witness);
    apart(test_hang);
    apart(test_no_trace);
    apart(test_refused);
    apart(test_deadlines);
    apart(test_memory);
    return done_testing();
}
