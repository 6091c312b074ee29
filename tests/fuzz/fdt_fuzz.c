/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Feeds trees, containers, flash images and ACPI tables to the checks of
 * `pmulab fdt check` and to the readers of checked trees. If the bytes begin as
 * a flash or a table does, its checksums are corrected first, so the protected
 * contents are also reached.
 */
#include "fdt/big_endian.h"
#include "fdt/check.h"
#include "fdt/complaints.h"
#include "fdt/ffs.h"
#include "fdt/homer.h"
#include "fdt/limits.h"
#include "fdt/machine_tree.h"
#include "fdt/p9_list.h"
#include "fdt/p9_tree.h"
#include "harness/machine/kunpeng_tables.h"
#include "models/power9/catalogue.h"
#include "tests/fuzz/fuzz.h"

static void repair(guint8 *bytes, gsize size)
{
    enum { ENTRIES = 4 };

    if (size >= FFS_HEADER)
        be32_put(bytes + FFS_HEADER - 4, ffs_checksum(bytes, FFS_HEADER - 4));
    for (gsize i = 0; i < ENTRIES && size >= FFS_HEADER + (i + 1) * FFS_ENTRY; i++) {
        guint8 *entry = bytes + FFS_HEADER + i * FFS_ENTRY;
        be32_put(entry + FFS_ENTRY - 4, ffs_checksum(entry, FFS_ENTRY - 4));
    }
}

static void check_complaints(const GPtrArray *complaints)
{
    for (guint i = 0; i < complaints->len; i++) {
        const char *line = g_ptr_array_index(complaints, i);
        MUST(*line && !strchr(line, '\n'), "a complaint is one line");
    }
}

/* A valid catalogue has a list, and the list makes a valid catalogue. */
static void use_catalogue(const guint8 *bytes)
{
    static struct p9_catalogue catalogue;
    g_autofree char *list = p9_list_write(bytes);
    char wrong[P9_CATALOGUE_WRONG];

    if (!p9_catalogue_parse(&catalogue, list, wrong))
        return;
    g_autoptr(GBytes) tree = p9_tree_write(&catalogue, 0x20);
    g_autoptr(GPtrArray) complaints = complaints_new();
    check_catalogue(g_bytes_get_data(tree, NULL), g_bytes_get_size(tree), complaints);
    check_complaints(complaints);
}

static void use_machine(const guint8 *bytes, gsize size)
{
    enum { ROOM = 4096 };
    guint chips = machine_tree_chips(bytes);
    guint8 *larger = g_malloc0(size + ROOM);

    machine_tree_memory(bytes);
    memcpy(larger, bytes, size);
    fdt_add_homer(larger, size + ROOM, chips);
    g_free(larger);
}

/* An SSDT's length and checksum: ACPI 6.5, section 5.2.6. */
static void use_acpi(guint8 *bytes, gsize size, GPtrArray *complaints)
{
    enum { HEADER = 36 };
    guint8 sum = 0;

    if (size >= HEADER) {
        for (unsigned i = 0; i < 4; i++)
            bytes[4 + i] = (guint8)(size >> 8 * i);
        bytes[9] = 0;
        for (gsize i = 0; i < size; i++)
            sum = (guint8)(sum + bytes[i]);
        bytes[9] = (guint8)-sum;
    }
    kunpeng_tables_check_acpi(bytes, size, complaints);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    g_autoptr(GPtrArray) complaints = complaints_new();
    g_autofree guint8 *bytes = g_memdup2(data, size);

    if (kunpeng_tables_is_acpi(bytes, size))
        use_acpi(bytes, size, complaints);
    else if (kunpeng_tables_is_tree(bytes, size))
        kunpeng_tables_check_tree(bytes, size, complaints);
    switch (size ? check_kind_of(bytes, size) : CHECK_UNKNOWN) {
    case CHECK_CATALOGUE:
        check_catalogue(bytes, size, complaints);
        if (!complaints->len)
            use_catalogue(bytes);
        break;
    case CHECK_MACHINE:
        check_machine(bytes, size, complaints);
        use_machine(bytes, size);
        break;
    case CHECK_CONTAINER:
        check_container(bytes, size, complaints);
        break;
    case CHECK_FLASH:
        repair(bytes, size);
        check_flash(bytes, size, complaints);
        break;
    default:
        break;
    }
    check_complaints(complaints);
    return 0;
}
