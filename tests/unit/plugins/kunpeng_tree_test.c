/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The plugin of kunpeng adds its PMCUs to QEMU's device tree, and keeps both in
 * a saved guest. */
#include "tests/fake_qemu/saved.h"
#include "tests/fake_qemu/stderr.h"
#include "tests/unit/plugins/kunpeng_guest.h"

#include <libfdt.h>

/* ---- the tree ---- */

static void add_memory(void *fdt)
{
    fdt64_t reg[2] = {cpu_to_fdt64(RAM), cpu_to_fdt64(0x40000000)};
    int node = fdt_add_subnode(fdt, 0, "memory@40000000");

    fdt_setprop(fdt, node, "reg", reg, sizeof(reg));
    fdt_setprop_string(fdt, node, "device_type", "memory");
}

/* Places the tree in guest memory, and its address in QEMU's boot code. */
static void place_tree(unsigned cpus)
{
    static char fdt[65536];
    char name[16];
    int parent;

    fdt_create_empty_tree(fdt, sizeof(fdt));
    fdt_setprop_u32(fdt, 0, "#address-cells", 2);
    fdt_setprop_u32(fdt, 0, "#size-cells", 2);
    add_memory(fdt);
    fdt_add_subnode(fdt, 0, "cpus");
    for (unsigned i = 0; i < cpus; i++) {
        parent = fdt_path_offset(fdt, "/cpus");
        snprintf(name, sizeof(name), "cpu@%u", i);
        fdt_setprop_u32(fdt, fdt_add_subnode(fdt, parent, name), "phandle", 100 + i);
    }
    fdt_pack(fdt);
    for (unsigned i = 0; i < fdt_totalsize(fdt); i++)
        fake_poke(TREE + i, (uint8_t)fdt[i], 1);
    fake_poke(RAM + 0x18, TREE, 8);
}

static uint32_t cell_of(const char *path, const char *property, unsigned i)
{
    static char fdt[65536];
    int node, size;
    const fdt32_t *cells;

    for (unsigned k = 0; k < sizeof(fdt); k++)
        fdt[k] = (char)fake_peek(TREE + k, 1);
    node = fdt_path_offset(fdt, path);
    cells = node < 0 ? NULL : fdt_getprop(fdt, node, property, &size);
    return cells ? fdt32_to_cpu(cells[i]) : UINT32_MAX;
}

/* RAM ends at 0x80000000: the window is below. */
static void test_tree(void)
{
    start(8, " dies=2 clusters=1 sccl=3", "");
    place_tree(8);
    word(0, 0xd503201f);
    is_u64(
        cell_of("/pmcu@7fff0000", "interrupts", 1), 200, "the tree has a PMCU with interrupt 200");
    is_u64(cell_of("/pmcu@7ffe0000", "interrupts", 1), 201, "... and one with 201");
    store(0x7fff0020, 7);
    store(0x7ffe0020, 8);
    is_u64(load(0x7fff0020, 4), 7, "its window has registers there");
    is_u64(load(0x7ffe0020, 4), 8, "... and so has the other's");
    is_u64(fake_peek(0x7fff0020, 4), 0, "... in place of memory");
    unlink(trace_name);
}

/* A cluster has 8 CPUs. */
static void test_cpus(void)
{
    start(16, " dies=2 clusters=1", "");
    place_tree(16);
    word(0, 0xd503201f);
    is_u64(cell_of("/pmcu@7fff0000", "hisilicon,scl-id", 0), 3, "the first PMCU is die 3's");
    is_u64(cell_of("/pmcu@7ffe0000", "hisilicon,scl-id", 0), 5, "... the second die 5's");
    is_u64(cell_of("/pmcu@7fff0000", "cpus", 0), UINT32_MAX, "... whose CPUs follow from MPIDR");
    is_u64(cell_of("/hisi-ddrc@b1a0000", "interrupts", 1), 112 + 22,
        "die 5 has an uncore PMU with interrupt 134");
    unlink(trace_name);
}

static void test_no_tree(void)
{
    struct captured captured;

    start(8, "", "");
    capture_stderr(&captured);
    word(0, 0xd503201f);
    is_str(captured_stderr(&captured),
        "pmulab: the device tree of this QEMU: there is none where the boot code says; the guest "
        "has no "
        "PMCU\n",
        "without a tree the guest has no PMCU");
    capture_stderr(&captured);
    word(0, 0xd503201f);
    is_str(captured_stderr(&captured), "", "... and it is reported once");
    unlink(trace_name);
}

/* Only the code has memory, not the boot code. */
static void test_no_boot_code(void)
{
    struct captured captured;

    fake_begin(&(struct fake_setup){.isa = FAKE_ARM64, .cpus = 8, .icount = true});
    fake_ram(CODE, 0x10000);
    ok(!fake_install("clusters=1"), "a plugin without boot code");
    fake_set(0, "cpsr", EL1);
    capture_stderr(&captured);
    word(0, 0xd503201f);
    is_str(captured_stderr(&captured),
        "pmulab: the device tree of this QEMU: there is none where the boot code says; the guest "
        "has no "
        "PMCU\n",
        "... has no tree");
}

static void test_no_magic(void)
{
    struct captured captured;

    start(8, "", "");
    place_tree(8);
    fake_poke(TREE, 0, 4);
    capture_stderr(&captured);
    word(0, 0xd503201f);
    ok(strstr(captured_stderr(&captured), "there is none where the boot code says"),
        "other data in its place is no tree");
    unlink(trace_name);
}

/* At most 1 MiB is read. */
static void test_big_tree(void)
{
    struct captured captured;

    start(8, "", "");
    place_tree(8);
    fake_poke(TREE + 4, GUINT32_TO_BE(0x100001), 4);
    capture_stderr(&captured);
    word(0, 0xd503201f);
    ok(strstr(captured_stderr(&captured), "there is none where the boot code says"),
        "a tree above 1 MiB is refused");
    unlink(trace_name);
}

/* The tree grows past the end of memory. */
static void test_tree_without_room(void)
{
    struct captured captured;
    uint32_t size;

    start(8, " clusters=1", "");
    place_tree(8);
    size = GUINT32_FROM_BE((uint32_t)fake_peek(TREE + 4, 4));
    for (uint64_t i = 0; i < size; i++)
        fake_poke(RAM_END - size + i, fake_peek(TREE + i, 1), 1);
    fake_poke(RAM + 0x18, RAM_END - size, 8);
    capture_stderr(&captured);
    word(0, 0xd503201f);
    is_str(captured_stderr(&captured),
        "pmulab: the device tree of this QEMU: it cannot be written; the guest has no PMCU\n",
        "a tree without space to grow is refused");
    unlink(trace_name);
}

static void test_broken_tree(void)
{
    struct captured captured;

    start(8, "", "");
    place_tree(8);
    fake_poke(TREE + 8, 0xff000000, 4);
    capture_stderr(&captured);
    word(0, 0xd503201f);
    ok(strstr(captured_stderr(&captured), "; the guest has no PMCU"), "a damaged tree is refused");
    unlink(trace_name);
}

/* ---- a saved guest ---- */

static FILE *saved;

static void test_save(void)
{
    g_autofree char *options = saving_options(saved),
                    *all = g_strconcat(" clusters=1", options, NULL);

    start(8, all, "");
    place_tree(8);
    smc(0, 0xc4000003, 5);
    store(0x7fff0020, 0x4321);
    msr(5, PMEVTYPER0, 0x21);
    fake_set(0, "x0", 0);
    word(0, 0xd5032fff);
    unlink(trace_name);
}

static void test_resume(void)
{
    g_autofree char *options = resuming_options(saved),
                    *all = g_strconcat("clusters=1", options, NULL);

    fake_begin(&(struct fake_setup){.isa = FAKE_ARM64, .cpus = 8, .icount = true});
    fake_ram(RAM, 0x40000000);
    ok(!fake_install(all), "a plugin takes a saved guest over");
    for (unsigned cpu = 0; cpu < 8; cpu++)
        fake_set(cpu, "cpsr", EL1);
    is_u64(load(0x7fff0020, 4), 0x4321, "its window has the same address and registers");
    is_u64(mrs(5, PMEVTYPER0), 0x21, "CPU 5 is on, with its registers");
    is_u64(mrs(4, PMEVTYPER0), UNTOUCHED, "... and CPU 4 off");
    is_u64(fake_world.el2_timers, 8, "the CPUs' EL2 timers are set again");
    is_u64(saved_holds, 1, "before its first block it was held, once");
}

int main(void)
{
    apart(test_tree);
    apart(test_cpus);
    apart(test_no_tree);
    apart(test_no_boot_code);
    apart(test_no_magic);
    apart(test_big_tree);
    apart(test_tree_without_room);
    apart(test_broken_tree);
    saved = tmpfile();
    apart(test_save);
    apart(test_resume);
    return done_testing();
}
