/* SPDX-License-Identifier: GPL-2.0-or-later */
/* A machine's view of a POWER9 guest's accesses: SPRs, SCOMs, bytes of devices,
 * and loads of counters by a little-endian kernel. Encodings: Power ISA 3.0B,
 * book I to III; SCOM addresses: QEMU's pnv.
 */
#include "qemu-plugins/trap/ppc64.h"

#include "qemu-plugins/qemu/arbiter.h"
#include "qemu-plugins/qemu/clock.h"
#include "qemu-plugins/qemu/qemu_private.h"
#include "tests/fake_qemu/apart.h"
#include "tests/fake_qemu/fake_qemu.h"
#include "tests/fake_qemu/stderr.h"

#define SCOMS    UINT64_C(0x603fc00000000)
#define CHIP1    UINT64_C(0x40000000000)
#define PORTS    UINT64_C(0x60300d0010000)
#define CODE     UINT64_C(0x10000)
#define COUNTERS UINT64_C(0x20000)

/* States of the machine: hypervisor, little-endian; big-endian; kernel of a
 * guest; problem state. */
#define KERNEL   UINT64_C(0x9000000000000001)
#define BIG      UINT64_C(0x9000000000000000)
#define GUEST    UINT64_C(0x8000000000000001)
#define VIRTUAL  UINT64_C(0x9000000000000021) /* hypervisor with virtual addresses */
#define USER     UINT64_C(0x900000000000c001)
#define BIG_USER UINT64_C(0x900000000000c000)

/* Instructions as numbers. */
#define NOP         0x60000000u
#define MTSPR_LDBAR 0x7c72d3a6u /* mtspr 850,r3 */
#define MFSPR_LDBAR 0x7c92d2a6u /* mfspr r4,850 */
#define MTSPR_MARK  0x7ca8cba6u /* mtspr 808,r5 */
#define MFSPR_MARK  0x7ca8caa6u
#define MTSPR_CTR   0x7c6903a6u
#define LDCIX       0x7cc03eeau /* ldcix r6,0,r7 */
#define STDCIX      0x7cc03feau
#define LBZCIX      0x7d003eaau /* lbzcix r8,0,r7 */
#define STBCIX      0x7d003faau
#define LDBRX       0x7d205428u /* ldbrx r9,0,r10 */
#define LD          0xe9650000u /* ld r11,0(r5) */
#define VERY_LOW    0x7ffffb78u /* or 31,31,31 */
#define MEDIUM      0x7c421378u /* or 2,2,2 */
#define ROTATE      0x5563c03eu /* rotlwi r3,r11,24, the beginning of a reversal of r11 */

static struct {
    int machine;
    struct sim_access access;
    char what[64];
    uint64_t answer, qemu, timebase;
    bool ours, outside;
    unsigned n;
    struct trap_ppc64_block block;
} seen = {.ours = true};

__attribute__((format(printf, 3, 4))) static void note(
    void *machine, const struct sim_access *access, const char *format, ...)
{
    va_list args;

    seen.n++;
    seen.outside |= !arbiter_is_mine() || machine != &seen.machine;
    if (access)
        seen.access = *access;
    va_start(args, format);
    vsnprintf(seen.what, sizeof(seen.what), format, args);
    va_end(args);
}

static void spr_write(void *machine, const struct sim_access *access, unsigned spr, uint64_t value)
{
    note(machine, access, "mtspr %u %" PRIx64, spr, value);
}

static uint64_t spr_read(void *machine, const struct sim_access *access, unsigned spr)
{
    note(machine, access, "mfspr %u", spr);
    return seen.answer;
}

static bool has_scom(void *machine, unsigned chip, uint32_t pcba)
{
    seen.outside |= arbiter_is_mine() || machine != &seen.machine;
    return chip != 1 || pcba != 0x30;
}

static bool scom_read(
    void *machine, const struct sim_access *access, unsigned chip, uint32_t pcba, uint64_t *value)
{
    note(machine, access, "scom %u:%x", chip, pcba);
    seen.timebase = trap_ppc64_timebase(access->cpu);
    *value = seen.answer;
    return seen.ours;
}

static void scom_write(
    void *machine, const struct sim_access *access, unsigned chip, uint32_t pcba, uint64_t value)
{
    note(machine, access, "scom %u:%x = %" PRIx64, chip, pcba, value);
}

static bool byte_loaded(void *machine, uint64_t address, uint8_t *byte)
{
    note(machine, NULL, "byte %" PRIx64 " was %x", address, *byte);
    *byte = (uint8_t)seen.answer;
    return seen.ours;
}

static void byte_stored(void *machine, uint64_t address, uint8_t byte)
{
    note(machine, NULL, "byte %" PRIx64 " = %x", address, byte);
}

static void loaded(void *machine, const struct sim_access *access, uint64_t address, uint64_t value)
{
    note(machine, access, "load %" PRIx64 " %" PRIx64, address, value);
}

static const struct trap_ppc64_spr sprs[] = {{850, "ldbar", true}, {808, NULL, false}, {0}};

static const struct trap_ppc64_hooks hooks = {
    .sprs = sprs,
    .spr_write = spr_write,
    .spr_read = spr_read,
    .scom_shift = 42,
    .has_scom = has_scom,
    .scom_read = scom_read,
    .scom_write = scom_write,
    .byte_loaded = byte_loaded,
    .byte_stored = byte_stored,
    .loaded = loaded,
};

static void translated(struct qemu_plugin_tb *tb, void *data)
{
    (void)data;
    seen.block = trap_ppc64_translated(tb);
}

/* The values of QEMU's own devices. */
static uint64_t qemus(uint64_t address, unsigned size)
{
    return size == 1 ? 0x5a : UINT64_C(0x0123456789abcdef) + address % 8;
}

static void begin(uint64_t msr, bool icount)
{
    fake_begin(&(struct fake_setup){.isa = FAKE_PPC64, .cpus = 2, .icount = icount});
    fake_ram(0, 0x1000000);
    fake_device(SCOMS, 2 * CHIP1, qemus);
    fake_device(PORTS, 0x10000, qemus);
    qemu_private_find("test", QEMU_CLOCK | QEMU_LOCK | QEMU_CPU_NUMBER, 0);
    clock_init();
    ok(trap_ppc64_start(fake_info(), &hooks, &seen.machine), "the traps are set");
    trap_ppc64_listen(1);
    qemu_plugin_register_vcpu_tb_trans_cb(1, translated, NULL);
    fake_start_cpus();
    for (unsigned cpu = 0; cpu < 2; cpu++)
        fake_set(cpu, "msr", msr);
}

/* An instruction in the CPU's byte order. */
static struct fake_insn insn(unsigned cpu, uint32_t word)
{
    static char texts[64][12];
    static unsigned n;
    char *text = texts[n++ % 64];
    uint32_t order = fake_get(cpu, "msr") & 1 ? word : GUINT32_SWAP_LE_BE(word);

    sprintf(text, "%02x %02x %02x %02x", order & 0xff, order >> 8 & 0xff, order >> 16 & 0xff,
        order >> 24);
    return (struct fake_insn){.hex = text};
}

static uint64_t qemu_executes(unsigned cpu, uint64_t next)
{
    (void)cpu;
    seen.qemu++;
    return next;
}

/* Runs @word after a plain instruction; it ends the block. */
static void execute(unsigned cpu, uint32_t word)
{
    struct fake_insn code[2] = {insn(cpu, NOP), insn(cpu, word)};

    code[1].effect = qemu_executes;
    FAKE_CODE(CODE, code);
    is_u64(fake_run(cpu, CODE), CODE + 8, "%08x runs", word);
}

/* The same with an access in the middle. */
static void access_by(
    unsigned cpu, uint32_t word, uint64_t address, unsigned size, const char *to, uint64_t value)
{
    struct fake_insn code[3] = {insn(cpu, NOP), insn(cpu, word), insn(cpu, NOP)};

    code[1].access.address = address;
    code[1].access.size = size;
    code[1].access.store = !to;
    code[1].access.value = value;
    code[1].access.to = to;
    code[1].access.swapped = word == LDBRX;
    FAKE_CODE(CODE, code);
    is_u64(fake_run(cpu, CODE), CODE + 12, "%08x runs", word);
}

/* ---- SPRs ---- */

static void test_sprs(void)
{
    begin(KERNEL, true);
    fake_set(0, "r3", UINT64_C(0x8000000123456789));
    execute(0, MTSPR_LDBAR);
    is_str(seen.what, "mtspr 850 8000000123456789", "mtspr has R3's value");
    is_u64(seen.access.pc, CODE + 4, "... at its address");
    is_u64(seen.access.now, 0, "... and without a time under -icount");
    is_u64(seen.qemu, 1, "... and QEMU also stores it");
    seen.answer = UINT64_C(0x1122334455667788);
    execute(0, MFSPR_LDBAR);
    is_str(seen.what, "mfspr 850", "mfspr");
    is_u64(fake_get(0, "ldbar"), UINT64_C(0x1122334455667788),
        "... writes the value for QEMU to read");
    is_u64(seen.qemu, 2, "... which QEMU reads");
    fake_set(0, "r5", 0x81);
    execute(0, MTSPR_MARK);
    is_str(seen.what, "mtspr 808 81", "another SPR");
    execute(0, MFSPR_MARK);
    execute(0, MTSPR_CTR);
    is_u64(seen.n, 3, "an SPR that is not kept is not read, and others are QEMU's");
    ok(!seen.outside, "each is one transaction of the machine");
}

static void test_privilege(void)
{
    begin(GUEST, true);
    execute(0, MTSPR_LDBAR);
    is_u64(seen.n, 0, "LDBAR is the hypervisor's, not a guest kernel's");
    ok(!seen.block.user, "... although that is privileged");
    fake_set(0, "msr", USER);
    execute(0, MTSPR_LDBAR);
    execute(0, MFSPR_LDBAR);
    is_u64(seen.n, 0, "... nor a user's below the hypervisor");
    ok(seen.block.user, "... which is not privileged");
    execute(0, MTSPR_MARK);
    is_u64(seen.n, 1, "any privilege may make marks");
    fake_set(0, "msr", BIG_USER);
    execute(0, MTSPR_MARK);
    ok(seen.block.user, "a big-endian user is also a user");
}

static void test_big_endian(void)
{
    begin(BIG, true);
    fake_set(0, "tb", UINT64_C(0x123456789));
    fake_set(0, "r3", UINT64_C(0x8000000123456789));
    execute(0, MTSPR_LDBAR);
    is_str(seen.what, "mtspr 850 8000000123456789", "big-endian firmware's mtspr");
    seen.answer = UINT64_C(0x1122334455667788);
    execute(0, MFSPR_LDBAR);
    is_u64(fake_get(0, "ldbar"), UINT64_C(0x1122334455667788), "... and mfspr");
    access_by(0, LDCIX, SCOMS + 8 * 0x10, 8, "r6", 0);
    is_u64(fake_get(0, "r6"), UINT64_C(0x1122334455667788), "... a SCOM's read");
    is_u64(seen.timebase, UINT64_C(0x123456789), "... the timebase");
    access_by(0, STDCIX, SCOMS + 8 * 0x10, 8, NULL, 0xabc);
    is_str(seen.what, "scom 0:10 = abc", "... and write, in the register's byte order");
    fake_poke(COUNTERS, UINT64_C(0x0807060504030201), 8);
    seen.n = 0;
    access_by(0, LDBRX, COUNTERS, 8, "r9", 0);
    is_u64(seen.n, 0, "... but its loads are not trapped");
}

/* ---- SCOMs ---- */

static void test_scoms(void)
{
    begin(KERNEL, true);
    fake_set(0, "tb", UINT64_C(0x123456789));
    seen.answer = UINT64_C(0x1122334455667788);
    access_by(0, LDCIX, SCOMS + 8 * UINT64_C(0x1001220b), 8, "r6", 0);
    is_str(seen.what, "scom 0:1001220b", "a SCOM is read");
    is_u64(fake_get(0, "r6"), UINT64_C(0x1122334455667788), "... into R6, in the CPU's byte order");
    is_u64(seen.access.pc, CODE + 4, "... at its address in the middle of a block");
    is_u64(seen.access.now, fake_now() - 2, "... at its time, with one more instruction after it");
    is_u64(seen.timebase, UINT64_C(0x123456789), "... and with the timebase");
    access_by(0, LDCIX, SCOMS + CHIP1 + 8 * 0x20, 8, "r6", 0);
    is_str(seen.what, "scom 1:20", "a SCOM of the second chip");
    access_by(0, STDCIX, SCOMS + 8 * UINT64_C(0x20010aa8), 8, NULL,
        GUINT64_SWAP_LE_BE(UINT64_C(0x402010000000000)));
    is_str(seen.what, "scom 0:20010aa8 = 402010000000000", "a SCOM is written, big-endian");
    is_u64(fake_writes(), 1, "... and QEMU also makes the access");
    seen.ours = false;
    access_by(0, LDCIX, SCOMS, 8, "r6", 0);
    is_u64(fake_get(0, "r6"), UINT64_C(0x0123456789abcdef),
        "a SCOM that the machine lacks has QEMU's value");
    seen.n = 0;
    access_by(0, LDCIX, COUNTERS, 8, "r6", 0);
    access_by(0, STDCIX, COUNTERS, 8, NULL, 5);
    is_u64(seen.n, 0, "other addresses are not SCOMs");
    access_by(0, LDCIX, SCOMS + CHIP1 + 8 * 0x30, 8, "r6", 0);
    access_by(0, STDCIX, SCOMS + CHIP1 + 8 * 0x30, 8, NULL, 5);
    is_u64(seen.n, 0, "... and an unwanted SCOM is not trapped");
    ok(!seen.outside, "each is one transaction of the machine");
}

static void test_cpus(void)
{
    begin(KERNEL, true);
    access_by(0, LDCIX, SCOMS, 8, "r6", 0);
    is_u64(seen.access.cpu, 0, "CPU 0's access");
    seen.answer = 99;
    fake_run(1, CODE);
    is_u64(seen.access.cpu, 1, "... and CPU 1's, of the same translation");
    is_u64(fake_get(1, "r6"), 99, "... into its register");
    fake_run(1, CODE);
    fake_map(0x40000000, CODE);
    fake_run(1, 0x40000000);
    is_u64(seen.access.pc, 0x40000004, "code at another address has a separate translation");
}

static void test_without_icount(void)
{
    begin(KERNEL, false);
    fake_sleep_until(999999);
    fake_set(1, "r3", 7);
    execute(1, MTSPR_LDBAR);
    is_u64(seen.access.now, 999999, "without -icount an SPR's access has a time");
    is_u64(seen.access.cpu, 1, "... and its CPU");
}

static void test_bytes(void)
{
    begin(KERNEL, true);
    seen.answer = 0x42;
    access_by(0, LBZCIX, PORTS + 0xe5, 1, "r8", 0);
    is_str(seen.what, "byte 60300d00100e5 was 5a", "a byte of a device");
    is_u64(fake_get(0, "r8"), 0x42, "... takes the machine's value");
    seen.ours = false;
    access_by(0, LBZCIX, PORTS + 0xe4, 1, "r8", 0);
    is_u64(fake_get(0, "r8"), 0x5a, "... or keeps QEMU's");
    access_by(0, STBCIX, PORTS + 0xe4, 1, NULL, 0x77);
    is_str(seen.what, "byte 60300d00100e4 = 77", "a byte is stored");
    seen.n = 0;
    access_by(0, LBZCIX, COUNTERS, 1, "r8", 0);
    access_by(0, STBCIX, COUNTERS, 1, NULL, 1);
    is_u64(seen.n, 0, "bytes of memory are not trapped");
    ok(!seen.outside, "each is one transaction of the machine");
}

/* ---- loads of counters ---- */

static void test_loads(void)
{
    begin(KERNEL, true);
    fake_poke(COUNTERS + 8, UINT64_C(0x8877665544332211), 8); /* big-endian: 1122334455667788 */
    access_by(0, LDBRX, COUNTERS + 8, 8, "r9", 0);
    is_str(seen.what, "load 20008 1122334455667788", "a byte-reversed load");
    is_u64(seen.access.pc, CODE + 4, "... at its address");
    is_u64(seen.access.now, 0, "... without a time, as the block continues");
    seen.n = 0;
    access_by(0, LD, COUNTERS + 8, 8, "r11", 0);
    is_u64(seen.n, 0, "a plain load of little-endian data is not trapped");
    fake_set(0, "msr", USER);
    access_by(0, LDBRX, COUNTERS + 8, 8, "r9", 0);
    is_u64(seen.n, 0, "nor is a user's");
    fake_set(0, "msr", KERNEL);
    access_by(0, LDBRX, SCOMS, 8, "r9", 0);
    is_u64(seen.n, 0, "nor is a load from a device");
}

/* A load, @between other instructions, and its reversal, possibly past the
 * block's end. */
static bool is_reversed(unsigned between, bool in_block, uint32_t last)
{
    struct fake_insn code[16];
    unsigned n = 0;

    code[n] = insn(0, LD);
    code[n].access.address = COUNTERS + 8;
    code[n].access.size = 8;
    code[n++].access.to = "r11";
    for (unsigned i = 0; i < between; i++)
        code[n++] = insn(0, NOP);
    code[n - 1].ends = !in_block;
    if (!in_block && last != NOP)
        memcpy((void *)(uintptr_t)code[n - 1].hex, insn(0, last).hex, 12);
    code[n++] = insn(0, ROTATE);
    fake_code(CODE, code, n);
    fake_flush();
    seen.n = 0;
    seen.what[0] = 0;
    fake_run(0, CODE);
    return seen.n == 1 && !strcmp(seen.what, "load 20008 1122334455667788");
}

static void test_reversals(void)
{
    begin(KERNEL, true);
    fake_poke(COUNTERS + 8, UINT64_C(0x8877665544332211), 8);
    ok(is_reversed(1, true, NOP), "a load with reversal two instructions later");
    ok(is_reversed(7, true, NOP), "... or eight");
    ok(!is_reversed(8, true, NOP), "... not nine");
    ok(is_reversed(1, false, NOP), "a reversal past the block's end");
    ok(is_reversed(7, false, NOP), "... eight instructions later");
    ok(!is_reversed(8, false, NOP), "... not nine");
    ok(!is_reversed(2, false, 0x48000100), "reversals past a branch do not count");
}

/* ---- priorities ---- */

static unsigned naps;

/* Replaces GLib's, called by the traps. */
void g_usleep(gulong microseconds)
{
    (void)microseconds;
    naps++;
}

/* Returns the naps of @cpu in a block of ordinary code. */
static unsigned naps_of(unsigned cpu, uint64_t msr)
{
    naps = 0;
    fake_set(cpu, "msr", msr);
    execute(cpu, NOP);
    return naps;
}

static void set_priority(unsigned cpu, uint64_t msr, uint32_t word)
{
    fake_set(cpu, "msr", msr);
    execute(cpu, word);
}

static void test_priorities(void)
{
    begin(BIG, false);
    is_u64(naps_of(1, BIG), 0, "firmware at medium priority does not nap");
    set_priority(1, BIG, VERY_LOW);
    is_u64(naps_of(1, BIG), 1, "at very low priority it naps, once a block");
    is_u64(naps_of(1, BIG), 1, "... and again");
    is_u64(naps_of(0, BIG), 0, "... while another CPU does not");
    is_u64(naps_of(1, VIRTUAL), 0, "... nor does an operating system on the same CPU");
    set_priority(1, VIRTUAL, MEDIUM);
    is_u64(naps_of(1, BIG), 0, "medium priority, set by any code, ends it");
    set_priority(1, VIRTUAL, VERY_LOW);
    is_u64(naps_of(1, VIRTUAL), 0, "an operating system at very low priority does not nap");
}

static void test_priorities_with_icount(void)
{
    begin(BIG, true);
    set_priority(1, BIG, VERY_LOW);
    is_u64(naps_of(1, BIG), 0, "CPUs that share a thread do not nap");
}

/* ---- blocks ---- */

static void is_block(uint32_t last, bool calls, bool changes, bool inside, unsigned n)
{
    struct fake_insn code[4] = {insn(0, NOP), insn(0, NOP), insn(0, NOP), insn(0, NOP)};

    code[n - 1] = insn(0, last);
    code[n - 1].effect = qemu_executes;
    fake_code(CODE, code, n);
    fake_run(0, CODE);
    ok(seen.block.calls == calls && seen.block.changes_mode == changes &&
            seen.block.goes_inside == inside,
        "%u instructions, the last %08x: calls %d, changes the mode %d, goes inside %d", n, last,
        calls, changes, inside);
}

static void test_blocks(void)
{
    begin(KERNEL, true);
    is_block(0x44000002, true, false, false, 3);  /* sc */
    is_block(0x4c000024, false, true, true, 3);   /* rfid */
    is_block(0x7c600164, false, true, false, 3);  /* mtmsrd r3 */
    is_block(0x7c610164, false, false, false, 3); /* mtmsrd r3,1: without the privilege */
    is_block(0x7c620164, false, true, false, 3);  /* ... with a reserved bit instead */
    is_block(0x4bfffffc, false, false, true, 3);  /* b .-4: into its own middle */
    is_block(0x4bfffff8, false, false, false, 3); /* b .-8: to its start */
    is_block(0x48000000, false, false, true, 3);  /* b .: to the last */
    is_block(0x48000004, false, false, false, 3); /* b .+4 */
    is_block(0x4e800420, false, false, true, 3);  /* bctr */
    is_block(NOP, false, false, false, 3);
}

static void test_vectors(void)
{
    static const unsigned between[] = {
        0x100, 0x400, 0x480, 0x500, 0x900, 0x980, 0xa00, 0xe20, 0xe60, 0xe80, 0xea0, 0xf00};
    unsigned n = 0;

    for (unsigned i = 0; i < G_N_ELEMENTS(between); i++)
        n += trap_ppc64_was_next(0, 0, 0xc000000000004000 + between[i]);
    is_u64(n, 12, "twelve vectors are for events between instructions");
    n = 0;
    for (unsigned vector = 0; vector < 0x1000; vector += 0x20)
        n += trap_ppc64_was_next(0, 0, vector);
    is_u64(n, 12, "... and no others");
}

static void test_too_many(void)
{
    qemu_info_t info = {.target_name = "ppc64", .system = {1, 257}};
    struct captured captured;

    capture_stderr(&captured);
    ok(!trap_ppc64_start(&info, &hooks, NULL), "257 CPUs do not fit");
    is_str(captured_stderr(&captured), "pmulab: 257 CPUs: expected at most 256\n",
        "... which is reported");
    info.system.max_vcpus = 256;
    ok(trap_ppc64_start(&info, &hooks, NULL), "256 do");
}

int main(void)
{
    apart(test_sprs);
    apart(test_privilege);
    apart(test_big_endian);
    apart(test_scoms);
    apart(test_cpus);
    apart(test_without_icount);
    apart(test_bytes);
    apart(test_loads);
    apart(test_reversals);
    apart(test_priorities);
    apart(test_priorities_with_icount);
    apart(test_blocks);
    test_vectors();
    apart(test_too_many);
    return done_testing();
}
