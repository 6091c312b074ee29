/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The plugin of power9, driven like skiboot and Linux do: HOMER, nest postings,
 * core and thread counters, samples of trace mode, step marks, the BMC's date.
 * Memory is big-endian. Registers and layouts: the IMC document and skiboot's
 * hw/imc.c. */
#include "models/sim/host.h"
#include "qemu-plugins/qemu/qemu_private.h"
#include "qemu-plugins/runtime/homer.h"
#include "tests/fake_qemu/apart.h"
#include "tests/fake_qemu/fake_qemu.h"
#include "tests/fake_qemu/files.h"
#include "tests/fake_qemu/stderr.h"

#define SCOMS    UINT64_C(0x603fc00000000)
#define CHIP     UINT64_C(0x40000000000)
#define PORTS    UINT64_C(0x60300d0010000)
#define QEMUS    UINT64_C(0x203ffd800000) /* QEMU's HOMER of chip 0 */
#define HOMER    UINT64_C(0x3f800000)
#define COUNTERS (HOMER + 0x180000)
#define CODE     UINT64_C(0x10000)
#define WORK     UINT64_C(0x20000)
#define PDBAR    UINT64_C(0x400000)
#define BUFFER   UINT64_C(0x800000)
#define MS       UINT64_C(1000000)

/* SCOMs of core 0: PDBAR, HTM mode (start and stop), event mask, TRACE_IMC. */
enum {
    SCOM_PDBAR = 0x1001220b,
    SCOM_HTM = 0x10012200,
    SCOM_EVENTS = 0x20010aa8,
    SCOM_TRACE = 0x20010aa9
};
#define START UINT64_C(0xe800000000000000)
#define STOP  UINT64_C(0xe000000000000000)

/* Hypervisor, little-endian; and a user. */
#define KERNEL UINT64_C(0x9000000000000001)
#define USER   UINT64_C(0x900000000000c001)

static char *trace_name;

static uint64_t nothing(uint64_t address, unsigned size)
{
    (void)address;
    (void)size;
    return 0;
}

static void begin(unsigned cpus, bool icount, const char *options, const char *traffic)
{
    g_autofree char *file = new_file(traffic), *all = NULL;

    trace_name = new_file("");
    fake_begin(&(struct fake_setup){.isa = FAKE_PPC64, .cpus = cpus, .icount = icount});
    fake_ram(0, 0x40000000);
    fake_ram(QEMUS, 0x800000);
    fake_device(SCOMS, 2 * CHIP, nothing);
    fake_device(PORTS, 0x10000, nothing);
    all = g_strdup_printf("traffic=%s trace=%s%s", file, trace_name, options);
    ok(!fake_install(all), "the plugin is installed with%s", *options ? options : "out options");
    for (unsigned cpu = 0; cpu < cpus; cpu++)
        fake_set(cpu, "msr", KERNEL);
    unlink(file);
}

static void end(struct read_trace *trace)
{
    fake_exit();
    read_trace(trace, trace_name);
    unlink(trace_name);
    ok(trace->whole, "the trace is whole");
    ok(audit_agrees(trace), "... with each access");
}

static struct fake_insn insn(uint32_t word)
{
    char text[12];

    sprintf(
        text, "%02x %02x %02x %02x", word & 0xff, word >> 8 & 0xff, word >> 16 & 0xff, word >> 24);
    return (struct fake_insn){.hex = g_strdup(text)};
}

static void execute(unsigned cpu, struct fake_insn what)
{
    what.ends = true;
    fake_code(CODE, &what, 1);
    fake_run(cpu, CODE);
}

static uint64_t getscom(unsigned cpu, unsigned chip, uint32_t number)
{
    struct fake_insn load = insn(0x7cc03eea);

    load.access.address = SCOMS + chip * CHIP + (uint64_t)number * 8;
    load.access.size = 8;
    load.access.to = "r6";
    execute(cpu, load);
    return fake_get(cpu, "r6");
}

/* A little-endian kernel stores a big-endian value. */
static void putscom(unsigned cpu, unsigned chip, uint32_t number, uint64_t value)
{
    struct fake_insn store = insn(0x7cc03fea);

    store.access.address = SCOMS + chip * CHIP + (uint64_t)number * 8;
    store.access.size = 8;
    store.access.store = true;
    store.access.value = GUINT64_SWAP_LE_BE(value);
    execute(cpu, store);
}

static void ldbar(unsigned cpu, uint64_t value)
{
    fake_set(cpu, "r3", value);
    execute(cpu, insn(0x7c72d3a6));
}

static uint64_t peek(uint64_t address)
{
    return GUINT64_SWAP_LE_BE(fake_peek(address, 8));
}

static uint64_t again(unsigned cpu, uint64_t next)
{
    uint64_t count = fake_get(cpu, "r9") - 1;

    fake_set(cpu, "r9", count);
    return count ? WORK : next + 0x8000;
}

/* @n instructions, a multiple of 4. */
static void work(unsigned cpu, uint64_t n)
{
    const struct fake_insn code[] = {{.hex = "00 00 00 60"}, {.hex = "00 00 00 60"},
        {.hex = "00 00 00 60"}, {.hex = "f4 ff 00 42", .effect = again}};

    FAKE_CODE(WORK, code);
    fake_set(cpu, "r9", n / 4);
    fake_run(cpu, WORK);
}

/* ---- nest ---- */

static void test_homer(void)
{
    begin(2, true, " sockets=2", "");
    fake_poke(QEMUS + 0x200008 - 0x100000, UINT64_C(0x1122334455667788), 8);
    fake_poke(QEMUS + 0x17fff8, 77, 8);
    fake_poke(QEMUS + 0x180000, 99, 8);
    fake_poke(QEMUS + 0x400010, 55, 8);
    is_u64(getscom(0, 0, 0x5012b00), HOMER, "chip 0's HOMER is in ordinary memory");
    is_u64(fake_peek(HOMER + 0x100008, 8), UINT64_C(0x1122334455667788),
        "... with the content of QEMU's HOMER");
    is_u64(fake_peek(HOMER + 0x17fff8, 8), 77, "... up to the counters");
    is_u64(fake_peek(HOMER + 0x180000, 8), 0, "... and without them");
    is_u64(getscom(0, 1, 0x5012b00), HOMER + 0x400000, "chip 1's HOMER follows it");
    is_u64(fake_peek(HOMER + 0x400010, 8), 55, "... with its own content");
    unlink(trace_name);
}

static bool has_homer = true, has_room = true;

static bool host_read(void *host, uint64_t address, void *bytes, unsigned size)
{
    (void)host;
    memset(bytes, address == QEMUS + 0x400000 ? 0x5a : 0xff, size);
    return has_homer;
}

static bool host_write(void *host, uint64_t address, const void *bytes, unsigned size)
{
    uint64_t *last = host;

    memcpy(last, (const char *)bytes + size - sizeof(*last), sizeof(*last));
    return has_room && address == HOMER + 0x400000;
}

/* The SCOM of the register with HOMER's address; no other SCOM, and none of a
 * missing chip. */
static void test_homer_scoms(void)
{
    const struct homer homer = {2, 0x05012b00, UINT64_C(0x203ffd800000)};
    uint64_t last = 0, value = 7;
    const struct sim_host host = {.self = &last, .read = host_read, .write = host_write};
    struct captured captured;

    ok(!homer_scom_read(&host, &homer, 1, 0x5012b01, &value), "another register");
    ok(!homer_scom_read(&host, &homer, 2, 0x5012b00, &value), "a third chip of two is missing");
    ok(!last && value == 7, "... change nothing");
    capture_stderr(&captured);
    has_homer = false;
    ok(!homer_scom_read(&host, &homer, 1, 0x5012b00, &value), "QEMU has no HOMER there");
    is_str(captured_stderr(&captured),
        "pmulab: this QEMU has no memory at 0x203ffdc00000, or none at 0x3fc00000: the nest's "
        "counters of "
        "chip "
        "1 cannot be read\n",
        "... which is reported");
    has_homer = true;
    has_room = false;
    capture_stderr(&captured);
    ok(!homer_scom_read(&host, &homer, 1, 0x5012b00, &value), "no memory at its new address");
    captured_stderr(&captured);
    has_room = true;
    ok(homer_scom_read(&host, &homer, 1, 0x5012b00, &value), "chip 1's HOMER");
    is_u64(value, HOMER + 0x400000, "... is at that address");
    is_u64(last, UINT64_C(0x5a5a5a5a5a5a5a5a), "... with QEMU's content");
}

/* The CPUs' thread takes turns with the main loop, and RCU no longer interrupts
 * it. */
static void test_turns(void)
{
    static struct qemu_notifier theirs;

    fake_begin(&(struct fake_setup){.isa = FAKE_PPC64, .cpus = 1, .icount = true});
    fake_rcu_add(&theirs);
    ok(!fake_install(""), "the plugin is installed");
    ok(!fake_rcu_has(&theirs), "... and its CPUs' thread has joined");
}

static void test_impossible(void)
{
    struct captured captured;

    fake_begin(&(struct fake_setup){.isa = FAKE_PPC64, .cpus = 1, .icount = true});
    capture_stderr(&captured);
    ok(fake_install("sockets=2"), "two chips cannot share a CPU");
    ok(g_str_has_prefix(captured_stderr(&captured), "pmulab: "), "... which is reported");
}

/* The microcode polls each 0.5 ms and runs from 2 ms on. It posts at 3 ms and
 * then each ms. DISP_PORT01 counts in units of 256. */
static void test_nest(void)
{
    static struct read_trace trace;
    unsigned posts = 0;

    begin(2, true, " sockets=2", "at boot + 4ms\nchip1.mcs01 PM_MCS01_64B_RD_DISP_PORT01 1G/s\n");
    getscom(0, 0, 0x5012b00);
    fake_sleep_until(10 * MS + MS / 10);
    is_u64(peek(COUNTERS), 8, "chip 0 has posted eight times by 10 ms, big-endian");
    is_u64(peek(COUNTERS + 0x400000), 8, "... and chip 1");
    is_u64(peek(COUNTERS + 0xc8), 0, "traffic of chip 1 is not chip 0's");
    ok(peek(COUNTERS + 0x4000c8) - (6000000 / 256 - 1) < 3, "6 ms of traffic are 6 million events");
    end(&trace);
    for (unsigned i = 0; i < trace.n; i++)
        posts += trace.records[i].kind == TRACE_POST && trace.records[i].value == 8;
    is_u64(posts, 2, "the trace has the eighth posting of each chip");
}

/* A kernel's load of a counter, byte-reversed. */
static void test_load(void)
{
    static struct read_trace trace;
    struct fake_insn load = insn(0x7d205428);
    const struct trace_record *r = trace.records;

    begin(1, true, "", "");
    getscom(0, 0, 0x5012b00);
    fake_sleep_until(5 * MS + MS / 10);
    load.access.address = COUNTERS;
    load.access.size = 8;
    load.access.swapped = true;
    load.access.to = "r9";
    execute(0, load);
    is_u64(fake_get(0, "r9"), 3, "the kernel loads the posted value");
    load.access.address = 0x1000;
    execute(0, load);
    putscom(0, 0, 0x20000000, 5);
    getscom(0, 0, 0x20000000);
    end(&trace);
    while (r->kind != TRACE_READ && r < trace.records + trace.n)
        r++;
    ok(r->value == 3 && r->size == 8 && r->pc == CODE, "the trace has this load");
    for (r++; r < trace.records + trace.n && r->kind != TRACE_READ; r++)
        ;
    ok(r == trace.records + trace.n, "... and no other loads, nor missing SCOMs");
}

/* ---- cores and threads: word 0x18 + 8 counts instructions, of scale 512
 * ---- */

enum { INST = 0x20 };

static void run_core(void)
{
    putscom(0, 0, SCOM_PDBAR, PDBAR);
    putscom(0, 0, SCOM_EVENTS, UINT64_C(0x0402010000000000));
    putscom(0, 0, SCOM_HTM, STOP);
    work(0, 51200);
    putscom(0, 0, SCOM_HTM, START);
    work(0, 102400);
    fake_sleep_until(fake_now() / MS * MS + 2 * MS);
    is_u64(peek(PDBAR + INST), 199, "102,400 instructions without the last block: 199 times 512");
    work(0, 10240);
    putscom(0, 0, SCOM_HTM, STOP);
    is_u64(peek(PDBAR + INST), 220, "the stopping store posts first");
    work(0, 102400);
    fake_sleep_until(fake_now() + 3 * MS);
    is_u64(peek(PDBAR + INST), 220, "then the counter stops");
}

static void test_core(void)
{
    begin(1, true, "", "");
    run_core();
    unlink(trace_name);
}

static void test_core_without_icount(void)
{
    begin(1, false, "", "");
    run_core();
    unlink(trace_name);
}

static void test_thread(void)
{
    static struct read_trace trace;

    begin(4, true, " threads=4", "");
    putscom(0, 0, SCOM_HTM, START);
    ldbar(2, UINT64_C(0x8000000000000000) | BUFFER);
    work(1, 99996);
    work(2, 51200);
    ldbar(2, BUFFER);
    is_u64(peek(BUFFER + INST), 100, "LDBAR's write posts 51,200 instructions of CPU 2");
    work(2, 51200);
    is_u64(peek(BUFFER + INST), 100, "then the counter stops");
    fake_set(2, "ldbar", 1);
    execute(2, insn(0x7c92d2a6));
    is_u64(fake_get(2, "ldbar"), BUFFER, "LDBAR reads as written");
    end(&trace);
}

/* Runs eight instructions, the second @what, 1280 times: the rest of the block
 * also counts. */
static void run_in_block(struct fake_insn what)
{
    const struct fake_insn nop = {.hex = "00 00 00 60"};
    const struct fake_insn code[8] = {
        nop, what, nop, nop, nop, nop, nop, {.hex = "e4 ff 00 42", .effect = again}};

    putscom(0, 0, SCOM_PDBAR, PDBAR);
    putscom(0, 0, SCOM_HTM, START);
    work(0, 400);
    FAKE_CODE(WORK, code);
    fake_set(0, "r9", 1280);
    fake_run(0, WORK);
    putscom(0, 0, SCOM_HTM, STOP);
    is_u64(peek(PDBAR + INST), (400 + 10240 + 1) / 512,
        "1280 times eight instructions and 400 before");
}

/* The kernel loads a counter in the middle of a block. */
static void test_load_in_block(void)
{
    static struct read_trace trace;
    const struct trace_record *r = trace.records;
    struct fake_insn load = insn(0x7d205428);
    uint64_t begins;

    begin(1, true, "", "");
    getscom(0, 0, 0x5012b00);
    load.access.address = COUNTERS;
    load.access.size = 8;
    load.access.swapped = true;
    load.access.to = "r10";
    run_in_block(load);
    begins = fake_now() - 2 * (1280 * 8 + 1);
    end(&trace);
    while (r < trace.records + trace.n && r->pc != WORK + 4)
        r++;
    is_u64(r->time, begins + 2, "the first load is after one instruction");
}

/* The same with a read of LDBAR. */
static void test_ldbar_in_block(void)
{
    begin(1, true, "", "");
    ldbar(0, BUFFER);
    fake_set(0, "ldbar", 1);
    run_in_block(insn(0x7c92d2a6));
    is_u64(fake_get(0, "ldbar"), BUFFER, "LDBAR reads as written");
    unlink(trace_name);
}

/* ---- trace mode: SAMPSEL 1, CPMC_LOAD 0xffffff9b, slot 0: each 101
 * instructions ---- */

static uint64_t record(unsigned number, unsigned word)
{
    return peek(BUFFER + number * 64 + 8 * word);
}

/* TRACE_IMC: SAMPSEL 0:1, CPMC_LOAD 2:33. */
static void run_trace(bool icount, uint64_t privilege)
{
    uint64_t tb;

    fake_set(0, "tb", UINT64_C(0x100000000));
    putscom(0, 0, SCOM_TRACE, UINT64_C(1) << 62 | UINT64_C(0xffffff9b) << 30);
    ldbar(0, UINT64_C(0x4000000000000000) | BUFFER);
    putscom(0, 0, SCOM_HTM, START);
    fake_set(0, "msr", privilege);
    work(0, 400);
    execute(0, insn(0x60000000));
    is_u64(
        record(0, 1), WORK, "the first sample is of instruction 101: the loop's first, big-endian");
    is_u64(record(1, 1), WORK + 4, "... then of instruction 202");
    is_u64(record(2, 1), WORK + 8, "... and of 303");
    is_u64(record(3, 0), 0, "... and no more in 400 instructions");
    tb = record(0, 0) - UINT64_C(0x100000000);
    ok(icount ? tb - 103 < 2 : tb < 2, "it is 202 ns after the start, in ticks of 512 MHz: %u",
        (unsigned)tb);
    tb = record(1, 0) - record(0, 0);
    ok(icount ? tb - 103 < 2 : tb == 1, "... and before the next: %u", (unsigned)tb);
    unlink(trace_name);
}

static void test_trace(void)
{
    begin(1, true, "", "");
    run_trace(true, KERNEL);
}

static void test_trace_of_user(void)
{
    begin(1, true, "", "");
    run_trace(true, USER);
}

static void test_trace_without_icount(void)
{
    begin(1, false, "", "");
    run_trace(false, KERNEL);
}

/* ---- cross play: trace mode and the core's counters of CPU 0, while CPU 1
 * reads the nest's ---- */

static void test_cross_play(void)
{
    struct fake_insn load = insn(0x7d205428);

    begin(2, true, "", "at boot\nchip0.mcs01 PM_MCS01_64B_RD_DISP_PORT01 1G/s\n");
    getscom(1, 0, 0x5012b00);
    load.access.address = COUNTERS;
    load.access.size = 8;
    load.access.swapped = true;
    load.access.to = "r9";
    putscom(0, 0, SCOM_PDBAR, PDBAR);
    putscom(0, 0, SCOM_EVENTS, UINT64_C(0x0402010000000000));
    putscom(0, 0, SCOM_TRACE, UINT64_C(1) << 62 | UINT64_C(0xffffff9b) << 30);
    ldbar(0, UINT64_C(0x4000000000000000) | BUFFER);
    putscom(0, 0, SCOM_HTM, START);
    for (unsigned i = 0; i < 4; i++) {
        work(0, 100);
        execute(1, load);
    }
    execute(0, insn(0x60000000));
    is_u64(
        record(0, 1), WORK, "the first sample is of instruction 101, despite another CPU's reads");
    is_u64(record(1, 1), WORK + 4, "... then of instruction 202");
    is_u64(record(2, 1), WORK + 8, "... and of 303");
    is_u64(record(3, 0), 0, "... and no more in 400 instructions");
    fake_sleep_until(10 * MS + MS / 10);
    execute(1, load);
    is_u64(fake_get(1, "r9"), 8, "the nest has posted eight times by 10 ms");
    is_u64(peek(PDBAR + INST), 0, "the core has 401 instructions, less than one unit of 512");
    work(0, 51200);
    putscom(0, 0, SCOM_HTM, STOP);
    is_u64(peek(PDBAR + INST), 100, "... and 51,600 with those of the loop: 100 times 512");
    unlink(trace_name);
}

/* A sample's time is the guest's timebase, also long after the SCOM that set
 * it. */
static void test_timebase(void)
{
    const struct fake_insn wakes = {.hex = "00 00 00 60", .ends = true};
    uint64_t start, tb;

    begin(1, true, "", "");
    fake_set(0, "tb", UINT64_C(0x100000000));
    putscom(0, 0, SCOM_TRACE, UINT64_C(1) << 62 | UINT64_C(0xffffff9b) << 30);
    ldbar(0, UINT64_C(0x4000000000000000) | BUFFER);
    start = fake_now();
    putscom(0, 0, SCOM_HTM, START);
    fake_sleep_until(start + 1000 * MS);
    fake_code(CODE + 0x100, &wakes, 1);
    fake_interrupt(0, CODE + 0x100);
    fake_run(0, CODE + 0x200);
    work(0, 400);
    execute(0, insn(0x60000000));
    is_u64(record(0, 1), WORK + 12, "a sample of instruction 101, after a sleep");
    tb = record(0, 0) - UINT64_C(0x100000000);
    ok(tb - (512000000 + 102) < 2, "... by 1 s and 200 ns, in ticks of 512 MHz: %u", (unsigned)tb);
    unlink(trace_name);
}

/* ---- marks ---- */

static void mark(unsigned cpu, uint64_t value)
{
    fake_set(cpu, "r5", value);
    execute(cpu, insn(0x7ca8cba6));
}

static void test_marks(void)
{
    static struct read_trace trace;
    const struct trace_record *r = trace.records;
    uint64_t time;

    begin(2, true, "", "");
    fake_set(1, "r3", 9);
    execute(1, insn(0x7c6103a6)); /* mtxer r3: no mark */
    mark(1, 4);
    time = fake_now();
    mark(1, 0x84);
    mark(1, UINT64_C(0x02aabbcc11223344));
    end(&trace);
    while (r->kind != TRACE_STEP_BEGIN)
        r++;
    ok(r->value == 4 && r->cpu == 1, "a mark begins a step on CPU 1");
    is_u64(r->time, time, "... between the following blocks");
    while (r->kind != TRACE_STEP_END)
        r++;
    is_u64(r->value, 4, "another ends it");
    /* an instruction, and the block that was left for its time */
    is_u64(r->time, time + 4, "... two instructions later");
    while (r->kind != TRACE_WITNESS)
        r++;
    ok(r->offset == 2 && r->value == UINT64_C(0xaabbcc11223344) && r->cpu == 1,
        "the guest's message is recorded");
}

static void test_marks_without_icount(void)
{
    static struct read_trace trace;
    const struct trace_record *r = trace.records;

    begin(2, false, "", "");
    fake_sleep_until(123456);
    mark(1, 4);
    end(&trace);
    while (r->kind != TRACE_STEP_BEGIN)
        r++;
    ok(r->value == 4 && r->cpu == 1 && r->time == 123456,
        "without -icount a mark has a time at once");
}

/* ---- the BMC's date: IPMI 2.0, sections 11 and 31.10 ---- */

static void out(unsigned port, uint8_t byte)
{
    struct fake_insn store = insn(0x7d003faa);

    store.access.address = PORTS + port;
    store.access.size = 1;
    store.access.store = true;
    store.access.value = byte;
    execute(0, store);
}

static const uint8_t *answer;

static uint64_t bmc(uint64_t address, unsigned size)
{
    (void)size;
    return address == PORTS + 0xe5 ? *answer++ : 0;
}

static uint64_t in(unsigned port)
{
    struct fake_insn load = insn(0x7d003eaa);

    load.access.address = PORTS + port;
    load.access.size = 1;
    load.access.to = "r8";
    execute(0, load);
    return fake_get(0, "r8");
}

static void test_date(void)
{
    static const uint8_t request[] = {3, 0x28, 1, 0x48}, said[] = {8, 0x2c, 1, 0x48, 0, 1, 2, 3, 4},
                         set[] = {7, 0x28, 2, 0x49, 0x44, 0x33, 0x22, 0x11};
    uint64_t date = 0;

    begin(1, true, "", "");
    fake_device(PORTS, 0x10000, bmc);
    fake_sleep_until(10000000000);
    answer = said;
    out(0xe4, 1);
    for (unsigned i = 0; i < sizeof(request); i++)
        out(0xe5, request[i]);
    out(0xe4, 4);
    out(0xe4, 2);
    for (unsigned i = 0; i < 5; i++)
        is_u64(in(0xe5), said[i], "the answer's byte %u is the BMC's", i);
    for (unsigned i = 0; i < 4; i++)
        date |= in(0xe5) << 8 * i;
    is_u64(date, 1234567900, "its date is that of the guest's clock");
    answer = said;
    out(0xe4, 1);
    for (unsigned i = 0; i < sizeof(set); i++)
        out(0xe5, set[i]);
    out(0xe4, 4);
    out(0xe4, 2);
    for (unsigned i = 0; i < 5; i++)
        in(0xe5);
    date = 0;
    for (unsigned i = 0; i < 4; i++)
        date |= in(0xe5) << 8 * i;
    is_u64(date, 0x11223344, "... until the guest sets it");
    unlink(trace_name);
}

/* A load of the date in the middle of a block leaves the block. Its executed
 * part counts once. */
static void count_with_date(bool icount)
{
    static const uint8_t said[] = {8, 0x2c, 1, 0x48, 0, 1, 2, 3, 4};
    const struct fake_insn nop = {.hex = "00 00 00 60"};
    struct fake_insn code[8] = {
        nop, nop, insn(0x7d003eaa), nop, nop, nop, nop, {.hex = "e4 ff 00 42", .effect = again}};

    begin(1, icount, "", "");
    fake_device(PORTS, 0x10000, bmc);
    answer = said;
    out(0xe4, 2);
    for (unsigned i = 0; i < 5; i++)
        in(0xe5);
    putscom(0, 0, SCOM_PDBAR, PDBAR);
    putscom(0, 0, SCOM_HTM, START);
    work(0, 512);
    code[2].access.address = PORTS + 0xe5;
    code[2].access.size = 1;
    code[2].access.to = "r8";
    FAKE_CODE(WORK, code);
    fake_set(0, "r9", 4);
    fake_run(0, WORK);
    work(0, 512 * 9 - 32);
    putscom(0, 0, SCOM_HTM, STOP);
    is_u64(peek(PDBAR + INST), 10, "four loads of the date in blocks of eight: 32 instructions");
    unlink(trace_name);
}

static void test_count_with_date(void)
{
    count_with_date(true);
}

static void test_count_with_date_without_icount(void)
{
    count_with_date(false);
}

int main(void)
{
    apart(test_homer);
    apart(test_homer_scoms);
    apart(test_turns);
    apart(test_impossible);
    apart(test_nest);
    apart(test_load);
    apart(test_core);
    apart(test_core_without_icount);
    apart(test_thread);
    apart(test_load_in_block);
    apart(test_ldbar_in_block);
    apart(test_trace);
    apart(test_cross_play);
    apart(test_trace_of_user);
    apart(test_trace_without_icount);
    apart(test_timebase);
    apart(test_marks);
    apart(test_marks_without_icount);
    apart(test_date);
    apart(test_count_with_date);
    apart(test_count_with_date_without_icount);
    return done_testing();
}
