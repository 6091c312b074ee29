/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Registers in memory: separate regions, and regions over a QEMU device that
 * keeps responding. */
#include "qemu-plugins/trap/mmio.h"

#include "qemu-plugins/qemu/arbiter.h"
#include "qemu-plugins/qemu/clock.h"
#include "qemu-plugins/qemu/cpu_number.h"
#include "qemu-plugins/qemu/qemu_private.h"
#include "qemu-plugins/qemu/translations.h"
#include "tests/fake_qemu/apart.h"
#include "tests/fake_qemu/x86.h"
#include "tests/rng.h"

/* A device with amended registers, and a region without a device. */
#define DEVICE  UINT64_C(0xd0000)
#define AMENDED UINT64_C(0x320)
#define OWN     UINT64_C(0xe0000)
#define CODE    UINT64_C(0x20000)

enum { RIP_OF_DEBUGGERS = 16 };

static char mine[] = "mine", theirs[] = "theirs";

/* The hooks' latest access. */
static struct {
    const void *data;
    struct sim_access access;
    uint32_t offset;
    unsigned size;
    uint64_t value;
    unsigned n;
} last;

static void note(
    void *data, const struct sim_access *access, uint32_t offset, unsigned size, uint64_t value)
{
    last.data = data;
    last.access = *access;
    last.offset = offset;
    last.size = size;
    last.value = value;
    last.n++;
}

static void read_hook(
    void *data, const struct sim_access *access, uint32_t offset, unsigned size, uint64_t *value)
{
    note(data, access, offset, size, *value);
    *value += 1;
}

static void write_hook(
    void *data, const struct sim_access *access, uint32_t offset, unsigned size, uint64_t value)
{
    note(data, access, offset, size, value);
}

static const struct mmio_hooks hooks = {read_hook, write_hook};

static uint64_t device_read(uint64_t address, unsigned size)
{
    return (address - DEVICE) * 0x100 + size;
}

static void cpu_started(unsigned cpu, void *data)
{
    (void)data;
    cpu_number_learn(cpu);
    mmio_cpu_started();
}

static uint64_t rip(unsigned cpu)
{
    g_autoptr(GByteArray) bytes = g_byte_array_new();

    qemu_private.gdb_read_register(qemu_private.qemu_get_cpu((int)cpu), bytes, RIP_OF_DEBUGGERS);
    return *(const uint64_t *)(const void *)bytes->data;
}

static void dropped(void *data)
{
    (void)data;
    translations_gone();
}

static void begin(bool icount)
{
    fake_begin(&(struct fake_setup){.isa = FAKE_X86, .cpus = 2, .icount = icount});
    fake_ram(0, 0x100000);
    fake_device(DEVICE, 0x1000, device_read);
    qemu_private_find("test", QEMU_CLOCK | QEMU_LOCK | QEMU_CPU_NUMBER | QEMU_DEVICES, 0);
    clock_init();
    mmio_init(rip);
    mmio_amend(DEVICE, DEVICE + AMENDED, 0x10, &hooks, theirs);
    mmio_add(OWN, 0x1000, &hooks, mine);
    qemu_plugin_register_vcpu_init_cb(1, cpu_started, NULL);
    qemu_plugin_register_flush_cb(1, dropped, NULL);
    fake_start_cpus();
}

/* CPU 1 makes the access with its block's third instruction, at an odd address
 * at the page's end. QEMU repeats it alone in a block, unless it is its block's
 * last. */
#define ACCESS (block + 5)

static uint64_t block = CODE + 0xff8;
static bool ends_block;

static uint64_t access_memory(uint64_t address, unsigned size, bool store, uint64_t value)
{
    struct fake_insn code[] = {
        {.hex = "66 90"}, {.hex = "0f 1f 00"}, {.hex = "8b 00"}, {.hex = "90", .ends = true}};

    code[2].ends = ends_block;
    code[2].access.address = address;
    code[2].access.size = size;
    code[2].access.store = store;
    code[2].access.value = value;
    code[2].access.to = store ? NULL : "rax";
    FAKE_CODE(block, code);
    fake_flush();
    last.n = 0;
    fake_run(1, block);
    return fake_get(1, "rax");
}

static void is_access(
    const void *data, uint32_t offset, unsigned size, uint64_t value, const char *what)
{
    ok(last.n == 1 && last.data == data && last.offset == offset && last.size == size, "%s", what);
    is_u64(last.value, value, "... with its value");
    ok(last.access.cpu == 1, "... CPU");
    is_u64(last.access.pc, ACCESS, "... and place");
}

static void own(bool icount)
{
    begin(icount);
    is_u64(access_memory(OWN + 0x18, 4, false, 0), 1, "a load returns the hook's value");
    is_access(mine, 0x18, 4, 0, "... with 0 as the initial value");
    is_u64(access_memory(OWN + 0xff8, 8, false, 0), 1, "eight bytes at the end");
    is_access(mine, 0xff8, 8, 0, "... are one access");
    access_memory(OWN + 0x21, 1, true, 0xab);
    is_access(mine, 0x21, 1, 0xab, "a store of a byte");
    is_u64(fake_writes(), 0, "QEMU's devices do not see it");
}

static void test_own(void)
{
    own(true);
}

static void test_own_without_icount(void)
{
    own(false);
}

static void test_own_at_end(void)
{
    ends_block = true;
    own(true);
}

static void test_own_at_end_without_icount(void)
{
    ends_block = true;
    own(false);
}

/* The block begins on the previous page. */
static void test_own_across_pages(void)
{
    block = CODE + 0xffb;
    ends_block = true;
    own(true);
}

/* Places a block at @at: @n instructions of two bytes, then a load. */
static void place_load(uint64_t at, unsigned n)
{
    struct fake_insn two = {.hex = "66 90"}, load = {.hex = "8b 00"},
                     end = {.hex = "90", .ends = true};

    load.access.address = OWN + 0x18;
    load.access.size = 4;
    load.access.to = "rax";
    for (unsigned i = 0; i < n; i++)
        fake_code(at + 2 * i, &two, 1);
    fake_code(at + 2 * n, &load, 1);
    fake_code(at + 2 * n + 2, &end, 1);
}

/* Instructions make many accesses; after a flush new blocks reuse earlier
 * memory. */
static void again(bool icount)
{
    enum { BLOCKS = 40, APART = 0x100, MOST = 20 };
    unsigned n[BLOCKS] = {0};
    struct rng rng = {1};
    bool good = true;

    begin(icount);
    for (unsigned i = 0; i < 2000 && good; i++) {
        unsigned k = (unsigned)rng_below(&rng, BLOCKS);
        uint64_t at = CODE + k * APART;

        if (i % 200 == 0) {
            fake_flush();
            for (unsigned b = 0; b < BLOCKS; b++) {
                n[b] = (unsigned)rng_below(&rng, MOST);
                place_load(CODE + b * APART, n[b]);
            }
        }
        fake_run(1, at);
        good = last.access.pc == at + 2 * n[k];
    }
    ok(good, "each of many accesses has its address, also repeatedly");
}

static void test_again(void)
{
    again(true);
}

static void test_again_without_icount(void)
{
    again(false);
}

static void test_amended(void)
{
    begin(true);
    is_u64(access_memory(DEVICE + AMENDED + 4, 4, false, 0), (AMENDED + 4) * 0x100 + 4 + 1,
        "a load returns the device's value, amended by the hook");
    is_access(theirs, 4, 4, (AMENDED + 4) * 0x100 + 4, "... which has the device's value");
    is_u64(access_memory(DEVICE + AMENDED - 4, 4, false, 0), (AMENDED - 4) * 0x100 + 4,
        "a register before them is only the device's");
    is_u64(last.n, 0, "... without a hook");
    access_memory(DEVICE + AMENDED + 8, 4, true, 0x1234);
    is_access(theirs, 8, 4, 0x1234, "a store");
    is_u64(fake_writes(), 1, "... reaches the device");
    ok(fake_write(0)->address == DEVICE + AMENDED + 8 && fake_write(0)->value == 0x1234 &&
            fake_write(0)->size == 4,
        "... at its address");
}

static void read_within(void *bytes)
{
    arbiter_enter();
    qemu_plugin_read_memory_hwaddr(OWN, bytes, 4);
    arbiter_leave();
}

/* A model's read of guest memory hits its own registers. */
static void test_within(void)
{
    g_autoptr(GByteArray) bytes = g_byte_array_new();

    begin(true);
    last.n = 0;
    fake_on_cpu(1, read_within, bytes);
    is_u64(last.n, 0, "accesses without a CPU call no hook");
}

int main(void)
{
    apart(test_own);
    apart(test_own_without_icount);
    apart(test_own_at_end);
    apart(test_own_at_end_without_icount);
    apart(test_own_across_pages);
    apart(test_again);
    apart(test_again_without_icount);
    apart(test_amended);
    apart(test_within);
    return done_testing();
}
