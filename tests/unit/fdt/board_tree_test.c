/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The device-tree nodes of a file's PMUs: windows, and a node in a node. */
#include "fdt/board_tree.h"

#include "tests/tap.h"

#include <libfdt.h>

enum { ROOM = 4096 };

static char tree[ROOM];

/* A tree whose root has 2 cells for addresses and for sizes. */
static void begin(void)
{
    fdt_create_empty_tree(tree, ROOM);
    fdt_setprop_u32(tree, 0, "#address-cells", 2);
    fdt_setprop_u32(tree, 0, "#size-cells", 2);
    fdt_pack(tree);
}

/* Number @i of 64 bits in property `reg` of @path, which has @n of them. */
static uint64_t reg_of(const char *path, int n, unsigned i)
{
    int length;
    const fdt64_t *reg = fdt_getprop(tree, fdt_path_offset(tree, path), "reg", &length);

    return ok(reg && length == 8 * n, "%s has %d numbers", path, n) ? fdt64_ld(reg + i) : 0;
}

int main(void)
{
    struct hardware hardware = {.n = 1};
    struct pmu_kind *kind = &hardware.pmus[0];
    char within[] = "x,z";

    *kind = (struct pmu_kind){.compatible = "x,y", .address = 0xb000000, .size = 0x10000};
    begin();
    is_str(board_tree_add(tree, ROOM, &hardware), NULL, "one window");
    is_u64(reg_of("/pmu@b000000", 2, 0), 0xb000000, "... its address");
    is_u64(reg_of("/pmu@b000000", 2, 1), 0x10000, "... its size");
    ok(fdt_first_subnode(tree, fdt_path_offset(tree, "/pmu@b000000")) < 0, "... no node in it");

    kind->n_windows = 2;
    kind->windows[0] = (struct pmu_window){0x40, 0x100};
    kind->windows[1] = (struct pmu_window){0xc00, 0x200};
    kind->child = within;
    kind->child_window = (struct pmu_window){0x1000, 0x800};
    begin();
    is_str(board_tree_add(tree, ROOM, &hardware), NULL, "two windows and a child");
    is_u64(reg_of("/pmu@b000000", 4, 0), 0xb000040, "... the first address");
    is_u64(reg_of("/pmu@b000000", 4, 3), 0x200, "... the second size");
    is_u64(reg_of("/pmu@b000000/pmu@b001000", 2, 0), 0xb001000, "... the child's address");
    is_u64(reg_of("/pmu@b000000/pmu@b001000", 2, 1), 0x800, "... and size");
    const int node = fdt_path_offset(tree, "/pmu@b000000");
    const int child = fdt_path_offset(tree, "/pmu@b000000/pmu@b001000");
    is_str(fdt_getprop(tree, node, "compatible", NULL), "x,y", "... the node's driver");
    is_str(fdt_getprop(tree, child, "compatible", NULL), "x,z", "... the child's");
    ok(fdt_getprop(tree, node, "ranges", NULL) && fdt_address_cells(tree, node) == 2 &&
            fdt_size_cells(tree, node) == 2,
        "... whose addresses are physical");
    return done_testing();
}
