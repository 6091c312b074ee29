/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The PMCU's nodes in QEMU's device tree for a machine `virt`. */
#include "fdt/pmcu_node.h"
#include "tests/tap.h"

#include <libfdt.h>

#define ROOM 65536

static void add_memory(void *fdt, const char *name, uint64_t base, uint64_t size)
{
    fdt64_t reg[2] = {cpu_to_fdt64(base), cpu_to_fdt64(size)};
    int node = fdt_add_subnode(fdt, 0, name);

    fdt_setprop(fdt, node, "reg", reg, sizeof(reg));
    fdt_setprop_string(fdt, node, "device_type", "memory");
}

/* As `-M virt` has it. */
static void make_tree(void *fdt)
{
    fdt_create_empty_tree(fdt, ROOM);
    fdt_setprop_u32(fdt, 0, "#address-cells", 2);
    fdt_setprop_u32(fdt, 0, "#size-cells", 2);
    add_memory(fdt, "memory@40000000", 0x40000000, 0x40000000);
    fdt_pack(fdt);
}

static uint32_t cell(const void *fdt, const char *path, const char *name, unsigned i)
{
    int size, node = fdt_path_offset(fdt, path);
    const fdt32_t *cells = node < 0 ? NULL : fdt_getprop(fdt, node, name, &size);

    return cells && size >= (int)(4 * (i + 1)) ? fdt32_to_cpu(cells[i]) : UINT32_MAX;
}

static bool has(const void *fdt, const char *path, const char *name)
{
    int node = fdt_path_offset(fdt, path);

    return node >= 0 && fdt_getprop(fdt, node, name, NULL);
}

#define UNIT     "/pmcu@7fff0000"
#define RESERVED "/reserved-memory/pmcu@7fff0000"

static void test_one(void)
{
    static const struct fdt_pmcu unit = {.die = 3, .clusters = 6, .spi = 200};
    static char fdt[ROOM];
    int node;

    make_tree(fdt);
    is_u64(fdt_pmcu_window(fdt, 0), 0x7fff0000, "the window is at the top of memory");
    is_str(fdt_add_pmcus(fdt, sizeof(fdt), &unit, 1), NULL, "a PMCU is added");
    node = fdt_path_offset(fdt, UNIT);
    is_str(fdt_getprop(fdt, node, "compatible", NULL), "hisilicon,pmcu", "compatible");
    ok(cell(fdt, UNIT, "reg", 1) == 0x7fff0000 && cell(fdt, UNIT, "reg", 3) == FDT_PMCU_WINDOW,
        "reg");
    is_u64(cell(fdt, UNIT, "hisilicon,scl-id", 0), 3, "die");
    is_u64(cell(fdt, UNIT, "hisilicon,nr-cluster", 0), 6, "clusters");
    ok(cell(fdt, UNIT, "interrupts", 0) == 0 && cell(fdt, UNIT, "interrupts", 1) == 200 &&
            cell(fdt, UNIT, "interrupts", 2) == 1,
        "shared interrupt 200, rising edge");
    ok(!has(fdt, UNIT, "cpus"), "MPIDR tells its CPUs, not the tree");
    ok(has(fdt, RESERVED, "no-map"), "the kernel leaves the window unmapped");
    ok(cell(fdt, RESERVED, "reg", 1) == 0x7fff0000 &&
            cell(fdt, RESERVED, "reg", 3) == FDT_PMCU_WINDOW,
        "... all of it");
    ok(has(fdt, "/reserved-memory", "ranges") &&
            cell(fdt, "/reserved-memory", "#address-cells", 0) == 2,
        "... below a node as the binding wants it");
    is_u64(fdt_totalsize(fdt) < ROOM, true, "the tree is packed");
}

static void test_two(void)
{
    static const struct fdt_pmcu units[] = {{3, 1, 200}, {5, 1, 201}};
    static char fdt[ROOM];

    make_tree(fdt);
    is_str(fdt_add_pmcus(fdt, sizeof(fdt), units, 2), NULL, "two are added");
    is_u64(
        cell(fdt, "/pmcu@7ffe0000", "hisilicon,scl-id", 0), 5, "the second one is below the first");
    is_u64(cell(fdt, "/pmcu@7ffe0000", "interrupts", 1), 201, "... with its own interrupt");
    ok(has(fdt, RESERVED, "no-map") && has(fdt, "/reserved-memory/pmcu@7ffe0000", "no-map"),
        "both windows");
}

static void test_memory(void)
{
    static char fdt[ROOM];

    make_tree(fdt);
    fdt_open_into(fdt, fdt, sizeof(fdt));
    add_memory(fdt, "memory@100000000", 0x100000000, 0x10000000);
    is_u64(fdt_pmcu_window(fdt, 1), 0x10ffe0000, "the highest memory counts");
}

static void test_wrong(void)
{
    static const struct fdt_pmcu unit = {3, 1, 200};
    static char fdt[ROOM];

    make_tree(fdt);
    is_str(fdt_add_pmcus(fdt, fdt_totalsize(fdt) + 16, &unit, 1), "FDT_ERR_NOSPACE", "no room");
    make_tree(fdt);
    fdt_del_node(fdt, fdt_path_offset(fdt, "/memory@40000000"));
    is_str(fdt_add_pmcus(fdt, sizeof(fdt), &unit, 1), "there is no node with memory", "no memory");
    make_tree(fdt);
    fdt_setprop_inplace_u32(fdt, 0, "#size-cells", 1);
    is_str(fdt_add_pmcus(fdt, sizeof(fdt), &unit, 1),
        "the root does not have 2 cells for addresses and 2 for sizes", "cells");
    memset(fdt, 0, sizeof(fdt));
    is_str(fdt_add_pmcus(fdt, sizeof(fdt), &unit, 1), "FDT_ERR_BADMAGIC", "no tree at all");
}

int main(void)
{
    test_one();
    test_two();
    test_memory();
    test_wrong();
    return done_testing();
}
