/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Device trees, the container and the flash image: their bytes, and that each
 * check finds its faults. */
#include "fdt/big_endian.h"
#include "fdt/check.h"
#include "fdt/complaints.h"
#include "fdt/container.h"
#include "fdt/ffs.h"
#include "fdt/flash.h"
#include "fdt/homer.h"
#include "fdt/limits.h"
#include "fdt/machine_tree.h"
#include "fdt/p9_list.h"
#include "fdt/p9_tree.h"
#include "models/power9/generation.h"
#include "tests/tap.h"

#include <libfdt.h>

#define PMU                                                                                        \
    "pmu mcs01 type=nest base=0xc8 size=0x40000 offset=0x180000 scale=256 prefix=PM_ events=e\n"
static const char LIST[] = "events e\n 0x0 A\n 0x8 B scale=1.5 unit=MiB desc=reads, 64 bytes\n" PMU
                           "pmu core type=core base=0x18 size=0x2000 events=e\n";

/* The tree of a list that parses; the caller frees. */
static GBytes *tree_of(const char *list)
{
    g_autofree struct p9_catalogue *catalogue = g_new(struct p9_catalogue, 1);
    char wrong[P9_CATALOGUE_WRONG];

    if (!p9_catalogue_parse(catalogue, list, wrong))
        g_error("%s", wrong);
    return p9_tree_write(catalogue, 0x20);
}

/* A copy with room to change it; the caller frees. */
static void *open_tree(GBytes *tree, int room)
{
    void *fdt = g_malloc0((gsize)room);

    fdt_open_into(g_bytes_get_data(tree, NULL), fdt, room);
    return fdt;
}

typedef void check(const guint8 *bytes, gsize size, GPtrArray *complaints);

/* @run finds one fault and reports @expected; NULL: none. */
static void finds(check *run, const void *bytes, gsize size, const char *expected)
{
    g_autoptr(GPtrArray) complaints = complaints_new();
    const char *first;

    run(bytes, size, complaints);
    first = complaints->len ? g_ptr_array_index(complaints, 0) : NULL;
    is_str(first, expected, "%s", expected ? expected : "nothing to complain of");
    if (expected)
        is_u64(complaints->len, 1, "... and that is all");
}

static void tree_finds(GBytes *tree, const char *expected)
{
    finds(check_catalogue, g_bytes_get_data(tree, NULL), g_bytes_get_size(tree), expected);
}

static void list_finds(const char *list, const char *expected)
{
    g_autoptr(GBytes) tree = tree_of(list);

    tree_finds(tree, expected);
}

static const char *string_at(const void *fdt, const char *path, const char *property)
{
    return fdt_getprop(fdt, fdt_path_offset(fdt, path), property, NULL);
}

static guint32 cell_at(const void *fdt, const char *path, const char *property, unsigned index)
{
    int size;
    const guint8 *cells = fdt_getprop(fdt, fdt_path_offset(fdt, path), property, &size);

    return cells && (int)(index + 1) * 4 <= size ? be32_at(cells + (gsize)index * 4) : 0xdeadbeef;
}

static void test_tree(void)
{
    g_autoptr(GBytes) tree = tree_of(LIST);
    const void *fdt = g_bytes_get_data(tree, NULL);

    ok(!fdt_check_full(fdt, g_bytes_get_size(tree)), "a sound tree");
    is_str(string_at(fdt, "/", "compatible"), "ibm,opal-in-memory-counters", "the root");
    is_str(string_at(fdt, "/mcs01@c8", "compatible"), "ibm,imc-counters", "a PMU");
    is_str(string_at(fdt, "/mcs01@c8", "events-prefix"), "PM_", "... its prefix");
    is_str(string_at(fdt, "/core@18", "events-prefix"), "", "... which may be empty, but is there");
    is_str(string_at(fdt, "/mcs01@c8", "scale"), "256", "... its scale");
    ok(!string_at(fdt, "/core@18", "scale"), "... or none");
    is_u64(cell_at(fdt, "/mcs01@c8", "reg", 0), 0xc8, "... its base");
    is_u64(cell_at(fdt, "/mcs01@c8", "type", 0), 0x10, "... its type");
    is_u64(cell_at(fdt, "/core@18", "type", 0), 4, "... another's");
    is_u64(cell_at(fdt, "/mcs01@c8", "offset", 0), 0x180000, "... its offset");
    is_u64(cell_at(fdt, "/mcs01@c8", "cb_offset", 0), 0x3fc00, "... and the control block's");
    ok(!string_at(fdt, "/core@18", "offset"), "... which only a nest PMU has");
    ok(fdt_node_offset_by_phandle(fdt, cell_at(fdt, "/core@18", "events", 0)) ==
            fdt_path_offset(fdt, "/e"),
        "its events, by phandle");
    is_str(string_at(fdt, "/e/event@8", "event-name"), "B", "an event");
    is_str(string_at(fdt, "/e/event@8", "scale"), "1.5", "... with its own scale");
    is_str(string_at(fdt, "/e/event@8", "unit"), "MiB", "... and a unit");
    is_str(string_at(fdt, "/e/event@8", "desc"), "reads, 64 bytes", "... and a description");
    ok(!string_at(fdt, "/e/event@0", "scale") && !string_at(fdt, "/e/event@0", "unit") &&
            !string_at(fdt, "/e/event@0", "desc"),
        "... or without");
}

static void test_built_in(void)
{
    g_autoptr(GBytes) tree = p9_tree_write(power9_catalogue(), 0x20);

    ok(g_bytes_get_size(tree) < CATALOGUE_TREE_BYTES, "the list of POWER9 fits (%zu bytes)",
        g_bytes_get_size(tree));
    tree_finds(tree, NULL);
    is_u64(cell_at(g_bytes_get_data(tree, NULL), "/nest-nvlink0-events/event@228", "reg", 0), 0x228,
        "nvlink's events are numbered from the beginning, as ever");
}

/* The properties of a generation's built-in tree that no list decides about:
 * version-id, and the number of events with a description. */
static void describes(const struct p9_generation *generation, guint32 version, unsigned events)
{
    g_autoptr(GBytes) tree = p9_tree_write(generation->catalogue(), generation->version);
    const void *fdt = g_bytes_get_data(tree, NULL);
    unsigned n = 0;

    for (int node = 0; node >= 0; node = fdt_next_node(fdt, node, NULL))
        n += fdt_getprop(fdt, node, "desc", NULL) != NULL;
    is_u64(cell_at(fdt, "/", "version-id", 0), version, "version-id of %s", generation->machine);
    is_u64(n, events, "... and its events with a description");
    tree_finds(tree, NULL);
}

/* open-power/ima-catalog: 4E0200 has a description for 330 events. 800200 and
 * 820200 have one for 182, 81 of which repeat the name. */
static void test_descriptions(void)
{
    describes(&generation_power9, 0x20, 330);
    describes(&generation_power10, 3, 101);
    describes(&generation_power11, 3, 101);
}

/* The list of a tree is the list that the tree came from. */
static void test_list_of_tree(void)
{
    const struct p9_catalogue *before = power9_catalogue();
    g_autofree struct p9_catalogue *after = g_new(struct p9_catalogue, 1);
    g_autoptr(GBytes) tree = p9_tree_write(before, 0x20);
    g_autofree char *list = p9_list_write(g_bytes_get_data(tree, NULL));
    char wrong[P9_CATALOGUE_WRONG] = "";
    unsigned same = 0;

    ok(p9_catalogue_parse(after, list, wrong), "the list of the built-in tree (%s)", wrong);
    for (unsigned i = 0; i < before->n_pmus; i++) {
        const struct p9_pmu *a = &before->pmus[i], *b = p9_catalogue_pmu(after, a->name);

        if (!ok(b && a->type == b->type && a->base == b->base && a->size == b->size &&
                    a->n_events == b->n_events && a->has_offset == b->has_offset &&
                    a->offset == b->offset && !strcmp(a->prefix, b->prefix) &&
                    !strcmp(a->scale, b->scale) && !strcmp(a->unit, b->unit),
                "%s", a->name))
            continue;
        for (unsigned e = 0; e < a->n_events; e++)
            same += !strcmp(before->events[a->first_event + e].name,
                        after->events[b->first_event + e].name) &&
                    before->events[a->first_event + e].reg == after->events[b->first_event + e].reg;
    }
    is_u64(same, 621, "all events are the same");
}

static void test_lists(void)
{
    list_finds(LIST, NULL);
    list_finds("events e\n 0x40000 A\n" PMU, "/e/event@40000: offset 0x400c8 (0xc8 of /mcs01@c8 "
                                             "and 0x40000) is beyond its size 0x40000");
    list_finds("events e\n 0x1fe0 A\npmu core type=core base=0x18 size=0x2000 events=e\n", NULL);
    list_finds("events e\n 0x1fe8 A\npmu core type=core base=0x18 size=0x2000 events=e\n",
        "/e/event@1fe8: offset 0x2000 (0x18 of /core@18 and 0x1fe8) is beyond its size 0x2000");
    list_finds("events e\n 0xffffffff A\n" PMU,
        "/e/event@ffffffff: offset 0x1000000c7 (0xc8 of /mcs01@c8 "
        "and 0xffffffff) is beyond its size 0x40000");
    list_finds(
        "events e\n 0xc A\n" PMU, "/e/event@c: offset 0xd4 in /mcs01@c8 is not a multiple of 8");
    list_finds("events e\n 0 A\n 8 A\n" PMU,
        "/e/event@8: event-name 'A' of /mcs01@c8 is also that of /e/event@0");
    list_finds("events e\n 0 A\n 0 B\n" PMU,
        "/e/event@0: offset 0xc8 in /mcs01@c8 is also that of /e/event@0");
    list_finds("events e\n 0 A scale=much\n" PMU,
        "/e/event@0: scale 'much': expected a number other than 0");
    list_finds("events e\n" PMU, "/e: has no events, but /mcs01@c8 points to it");
    list_finds(
        "events e\n 0 A\npmu n type=nest base=0 size=0x40000 events=e\n", "/n@0: no 'offset'");
    list_finds("events e\n 0 A\npmu c type=core base=0 size=0x2000 events=e offset=0\n",
        "/c@0: 'offset': only a nest PMU (type 0x10) has one; the kernel refuses this PMU");
    list_finds("events e\n 0 A\npmu n type=nest base=0 size=0x40000 events=e offset=0x3e0000\n",
        "/n@0: offset 0x3e0000 and size 0x40000 reach beyond HOMER's 0x400000 bytes");
    list_finds("events e\n 0 A\npmu n type=nest base=0 size=0x30000 events=e offset=0\n",
        "/n@0: cb_offset 0x3fc00: the control block's 0x30 bytes do not fit into size 0x30000");
    list_finds(
        "events e\n 0x10200000 cycles\npmu trace type=trace base=0 size=0x40000 events=e\n", NULL);
}

/* Faults that only a tree can have: @change spoils the node at @path. */
static void spoilt(const char *path, int (*change)(void *fdt, int node), const char *expected)
{
    g_autoptr(GBytes) tree = tree_of(LIST);
    g_autofree void *fdt = open_tree(tree, 8192);

    if (change(fdt, fdt_path_offset(fdt, path)))
        g_error("%s cannot be spoilt", path);
    finds(check_catalogue, fdt, fdt_totalsize(fdt), expected);
}

#define SPOIL(name, call)                                                                          \
    static int name(void *fdt, int node)                                                           \
    {                                                                                              \
        return call;                                                                               \
    }
SPOIL(no_type, fdt_delprop(fdt, node, "type"))
SPOIL(odd_type, fdt_setprop_u32(fdt, node, "type", 8))
SPOIL(long_type, fdt_setprop_u64(fdt, node, "type", 16))
SPOIL(no_size, fdt_delprop(fdt, node, "size"))
SPOIL(no_reg, fdt_delprop(fdt, node, "reg"))
SPOIL(no_events, fdt_delprop(fdt, node, "events"))
SPOIL(dangling, fdt_setprop_u32(fdt, node, "events", 0x77))
SPOIL(no_prefix, fdt_delprop(fdt, node, "events-prefix"))
SPOIL(open_prefix, fdt_setprop(fdt, node, "events-prefix", "PM", 2))
SPOIL(no_name, fdt_delprop(fdt, node, "event-name"))
SPOIL(two_words, fdt_setprop_string(fdt, node, "event-name", "A B"))
SPOIL(short_reg, fdt_setprop(fdt, node, "reg", "\0\0", 2))
SPOIL(no_compatible, fdt_delprop(fdt, node, "compatible"))
SPOIL(same_name, fdt_set_name(fdt, node, "mcs01@18"))

/* Its list after @change at @path. */
static void is_listed(const char *path, int (*change)(void *fdt, int node), const char *expected)
{
    g_autoptr(GBytes) tree = tree_of(LIST);
    g_autofree void *fdt = open_tree(tree, 8192);
    g_autofree char *list = NULL;

    if (change && change(fdt, fdt_path_offset(fdt, path)))
        g_error("%s cannot be changed", path);
    list = p9_list_write(fdt);
    /* Groups are named after their place, which does not matter. */
    g_autoptr(GRegex) group = g_regex_new("group-?[0-9]+", 0, 0, NULL);
    g_autofree char *plain = g_regex_replace_literal(group, list, -1, 0, "G", 0, NULL);
    is_str(plain, expected, "the list %s%s", change ? "with a fault at " : "of a sound tree", path);
}

static void test_list_of_faults(void)
{
#define A "    0x0 A\n"
#define B "    0x8 B scale=1.5 unit=MiB\n"
#define MCS                                                                                        \
    "pmu mcs01 type=nest base=0xc8 size=0x40000 events=G prefix=PM_ scale=256 offset=0x180000 "    \
    "cb_offset=0x3fc00\n"
#define CORE "pmu core type=core base=0x18 size=0x2000 events=G\n"
    is_listed("", NULL, "events G\n" A B MCS CORE);
    is_listed("/mcs01@c8", no_type, "events G\n" A B CORE);
    is_listed("/e/event@0", no_name, "events G\n" B MCS CORE);
    is_listed("/e/event@8", two_words, "events G\n" A MCS CORE);
    is_listed("/core@18", dangling, "events G\n" A B MCS "events G\n" CORE);
    is_listed("/core@18", no_prefix, "events G\n" A B MCS "events G\n" CORE);
}

static void test_spoilt_trees(void)
{
    spoilt("/mcs01@c8", no_type, "/mcs01@c8: no 'type'");
    spoilt("/mcs01@c8", odd_type,
        "/mcs01@c8: type 0x8: expected 0x10 (nest), 0x4 (core), 0x1 (thread) or 0x2 (trace)");
    spoilt("/mcs01@c8", long_type, "/mcs01@c8: 'type' has 8 bytes, expected 4");
    spoilt("/mcs01@c8", no_size, "/mcs01@c8: no 'size'");
    spoilt("/mcs01@c8", no_reg, "/mcs01@c8: no 'reg'");
    spoilt("/mcs01@c8", no_events, "/mcs01@c8: no 'events'");
    spoilt("/mcs01@c8", dangling, "/mcs01@c8: 'events': no node has phandle 0x77");
    spoilt("/mcs01@c8", no_prefix, "/mcs01@c8: no 'events-prefix'");
    spoilt("/mcs01@c8", open_prefix, "/mcs01@c8: 'events-prefix' is not a string");
    spoilt("/e/event@8", no_name, "/e/event@8: no 'event-name'");
    spoilt("/e/event@8", short_reg, "/e/event@8: 'reg' has 2 bytes, expected 4");
    spoilt("/mcs01@c8", no_compatible,
        "/mcs01@c8: no compatible \"ibm,imc-counters\": the kernel does not see this PMU");
    spoilt("/", no_compatible,
        "/: no compatible \"ibm,opal-in-memory-counters\": the kernel's driver finds no catalogue");
    spoilt("/core@18", same_name, "/mcs01@18: a PMU of that name is /mcs01@c8 already");
}

/* A root that claims to be a PMU, and so has no PMU's name. */
static void test_root_as_pmu(void)
{
    g_autoptr(GBytes) tree = tree_of(LIST);
    g_autofree void *fdt = open_tree(tree, 8192);
    g_autoptr(GPtrArray) complaints = complaints_new();

    fdt_setprop_string(fdt, 0, "compatible", "ibm,imc-counters");
    check_catalogue(fdt, fdt_totalsize(fdt), complaints);
    is_str(complaints->len ? g_ptr_array_index(complaints, 1) : NULL, "/: no 'type'",
        "the root as a PMU");
}

static void test_damaged_tree(void)
{
    g_autoptr(GBytes) tree = tree_of(LIST);
    gsize size = g_bytes_get_size(tree);
    g_autofree guint8 *bytes = g_memdup2(g_bytes_get_data(tree, NULL), size);
    g_autofree void *large = open_tree(tree, CATALOGUE_TREE_BYTES + 4);

    finds(check_catalogue, bytes, size - 4, "the device tree is damaged: FDT_ERR_TRUNCATED");
    finds(
        check_catalogue, bytes, FDT_V16_SIZE - 1, "the device tree is damaged: FDT_ERR_TRUNCATED");
    finds(check_catalogue, large, CATALOGUE_TREE_BYTES,
        "the device tree is damaged: FDT_ERR_TRUNCATED");
    finds(check_catalogue, large, CATALOGUE_TREE_BYTES + 4,
        "/: the tree has 0x40004 bytes; skiboot unpacks at most 0x40000");
    fdt_set_version(bytes, 15);
    finds(check_catalogue, bytes, size, "the device tree is damaged: FDT_ERR_BADVERSION");
    is_u64(check_kind_of(bytes, size), CHECK_CATALOGUE,
        "a tree of an old version is none of a machine");
}

/* The container that has @tree, changed by a word at @at (none if 0). */
static void container_finds(guint at, guint32 word, gsize actual, const char *expected)
{
    static const guint32 keys[] = {0x4e0100, 0x4e0200};
    g_autoptr(GBytes) tree = tree_of(LIST);
    g_autoptr(GBytes) container = container_write(tree, keys, 2, PACKED_CRC32);
    gsize size = g_bytes_get_size(container);
    g_autofree guint8 *bytes = g_memdup2(g_bytes_get_data(container, NULL), size);

    if (at)
        be32_put(bytes + at, word);
    finds(check_container, bytes, actual ? actual : size, expected);
}

static void test_container(void)
{
    static const guint8 header[] = {'I', 'M', 'C', 'C', 0, 0, 0, 1, 0, 0x4e, 2, 0, 0, 0, 0x10, 0};
    static const guint32 key = 0x4e0200;
    g_autoptr(GBytes) tree = p9_tree_write(power9_catalogue(), 0x20);
    g_autoptr(GBytes) container = container_write(tree, &key, 1, PACKED_CRC32);
    const guint8 *bytes = g_bytes_get_data(container, NULL);

    ok(!memcmp(bytes, header, sizeof(header)),
        "a container begins with name, version, key, offset");
    ok(g_bytes_get_size(container) % 0x1000 == 0, "... and ends with a block");
    ok(!memcmp(bytes + 0x1000, "\3757zXZ\0\0\1", 8), "... and has xz data with a CRC32");
    is_u64(be32_at(bytes + 20) | be32_at(bytes + 24) | be32_at(bytes + 28), 0,
        "the list of sections ends");
    container_finds(0, 0, 0, NULL);
    container_finds(4, 2, 0, "container: version 2, expected 1");
    container_finds(0, 0, 0xfff, "container: 0xfff bytes: the header alone has 0x1000");
    container_finds(
        12, 0xffc, 0, "container: section 0x4e0100: offset 0xffc: expected 0x1000 or more");
    container_finds(16, 0, 0, "container: section 0x4e0100: no bytes");
    container_finds(16, 0xfffffff0, 0,
        "container: section 0x4e0100: offset 0x1000 and 0xfffffff0 bytes reach beyond the 0x2000 "
        "bytes in "
        "use");
    container_finds(12, 0x1004, 0, "container: section 0x4e0100: no xz data");
    container_finds(20, 0x4e0300, 0,
        "container: no section for a key that a machine asks for, such as power9's 0x4e0200");
    container_finds(
        8, 0x4e0200, 0, "container: 2 sections for key 0x4e0200: skiboot adds up their offsets");
}

static void test_complaint(void)
{
    g_autoptr(GPtrArray) complaints = complaints_new();

    complain(complaints, "/%s: '%s' \\ \"\"", "a\nb", "\033[31m\x7f");
    is_str(g_ptr_array_index(complaints, 0), "/a\\nb: '\\033[31m\\177' \\ \"\"",
        "a complaint is a line of text");
}

static void test_crc64(void)
{
    static const guint32 key = 0x4e0200;
    g_autoptr(GBytes) tree = tree_of(LIST);
    g_autoptr(GBytes) container = container_write(tree, &key, 1, PACKED_CRC64);

    finds(check_container, g_bytes_get_data(container, NULL), g_bytes_get_size(container),
        "container: section 0x4e0200: xz check CRC64: skiboot takes CRC32 or none (xz -C crc32)");
}

/* A container in which skiboot would have to read past its buffer. */
static void test_large_container(void)
{
    static const guint32 key = 0x4e0200;
    g_autoptr(GBytes) tree = tree_of(LIST);
    g_autoptr(GBytes) container = container_write(tree, &key, 1, PACKED_CRC32);
    gsize size = g_bytes_get_size(container), large = CONTAINER_BYTES + 0x1000;
    g_autofree guint8 *bytes = g_malloc0(large);

    memcpy(bytes, g_bytes_get_data(container, NULL), size);
    be32_put(bytes + 16, CONTAINER_BYTES - 0x1000);
    finds(check_container, bytes, large, NULL);
    be32_put(bytes + 16, CONTAINER_BYTES - 0x1000 + 1);
    finds(check_container, bytes, large,
        "container: 0x41000 bytes with all sections; skiboot's buffer holds 0x40000");
}

/* Entry 1 is the catalogue's. */
#define ENTRY (FFS_HEADER + FFS_ENTRY)

/* The image with a word changed, and the header's or the entry's checksum with
 * it unless it is to be wrong. */
static void flash_finds(guint at, guint32 word, gboolean sum, const char *expected)
{
    GBytes *image = fdt_flash_image(&generation_power9, NULL);
    gsize size = g_bytes_get_size(image);
    g_autofree guint8 *bytes = g_bytes_unref_to_data(image, &size);
    guint begin = at < FFS_HEADER ? 0 : ENTRY, n = at < FFS_HEADER ? FFS_HEADER : FFS_ENTRY;

    be32_put(bytes + at, word);
    if (sum) {
        be32_put(bytes + begin + n - 4, 0);
        be32_put(bytes + begin + n - 4, ffs_checksum(bytes + begin, n));
    }
    finds(check_flash, bytes, size, expected);
}

static void test_flash(void)
{
    static const guint8 header[] = {'P', 'A', 'R', 'T', 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 128, 0, 0,
        0, 2, 0, 0, 0x10, 0, 0, 0, 1, 0};
    g_autoptr(GBytes) image = fdt_flash_image(&generation_power9, NULL);
    const guint8 *bytes = g_bytes_get_data(image, NULL);

    is_u64(g_bytes_get_size(image), 1 << 20, "an image has 1 MiB");
    ok(!memcmp(bytes, header, sizeof(header)), "... 256 blocks of 4 KiB, 2 entries of 128 bytes");
    is_str((const char *)bytes + 48, "part", "the table itself");
    is_str((const char *)bytes + 176, "IMA_CATALOG", "the catalogue");
    is_u64(be32_at(bytes + 176 + 16), 1, "... from block 1");
    is_u64(be32_at(bytes + 176 + 40), be32_at(bytes + 176 + 20) * 0x1000u,
        "... with all its blocks in use");
    ok(!ffs_checksum(bytes, 48) && !ffs_checksum(bytes + 48, 128) &&
            !ffs_checksum(bytes + 176, 128),
        "checksums");
    ok(!memcmp(bytes + 0x1000, "IMCC", 4), "the container");
}

static void test_spoilt_flash(void)
{
    flash_finds(0, FFS_MAGIC, TRUE, NULL);
    flash_finds(0, 0x50415255, TRUE, "flash: does not begin with \"PART\"");
    flash_finds(24, 255, FALSE, "flash: the header's checksum is wrong");
    flash_finds(4, 2, TRUE, "flash: the table has version 2, expected 1");
    flash_finds(12, 64, TRUE, "flash: entries of 64 bytes, expected 128");
    flash_finds(16, 33, TRUE, "flash: 33 entries do not fit into the table's 1 blocks");
    flash_finds(20, 0x10000, TRUE, "flash: blocks of 0x10000 bytes, expected 0x1000");
    flash_finds(24, 257, TRUE, "flash: 257 blocks, but the image has 1048576 bytes");
    flash_finds(
        ENTRY + 32, 2, FALSE, "flash: partition 'IMA_CATALOG': the entry's checksum is wrong");
    flash_finds(ENTRY, 0x58585858, TRUE, "flash: no partition 'IMA_CATALOG'");
    flash_finds(ENTRY + 16, 256, TRUE,
        "flash: partition 'IMA_CATALOG' reaches beyond the flash's 256 blocks");
    flash_finds(ENTRY + 40, 0xfff, TRUE,
        "flash: partition 'IMA_CATALOG': 'actual' 0xfff: expected 0x1000 or more");
    flash_finds(ENTRY + 40, 0x1000, TRUE,
        "container: section 0x4e0200: offset 0x1000 and 0x18ec bytes reach beyond the 0x1000 bytes "
        "in use");
    flash_finds(ENTRY + 40, 0x100000, TRUE,
        "flash: partition 'IMA_CATALOG': 'actual' 0x100000 is more than its 0x3000 bytes");
    flash_finds(ENTRY + 60, 0x8000, TRUE,
        "flash: partition 'IMA_CATALOG': with ECC; only plain ones are known here");
}

static void test_flash_of(void)
{
    static const guint32 key = 0x4e0200;
    g_autoptr(GBytes) bad = tree_of("events e\n 4 A\n" PMU);
    g_autoptr(GBytes) image = fdt_flash_image_unchecked(bad, &key, 1, PACKED_CRC32, FLASH_BYTES);
    g_autoptr(GPtrArray) complaints = complaints_new();

    fdt_flash_check(bad, image, complaints);
    is_u64(complaints->len, 1, "an image with a catalogue that does not pass: one complaint");
    is_str(complaints->len ? g_ptr_array_index(complaints, 0) : NULL,
        "/e/event@4: offset 0xcc in /mcs01@c8 is not a multiple of 8", "... about the catalogue");
}

/* The relevant parts of a machine's tree in QEMU's form; 4 KiB of room. */
static void machine_tree(void *fdt, guint chips, guint64 memory)
{
    fdt64_t reg[2] = {0, cpu_to_fdt64(memory)};
    int node;

    fdt_create_empty_tree(fdt, 4096);
    fdt_setprop_u32(fdt, 0, "#address-cells", 2);
    fdt_setprop_u32(fdt, 0, "#size-cells", 2);
    fdt_setprop_string(fdt, 0, "compatible", "ibm,powernv");
    node = fdt_add_subnode(fdt, 0, "memory@0");
    fdt_setprop(fdt, node, "reg", reg, sizeof(reg));
    for (guint i = 0; i < chips; i++) {
        g_autofree char *name = g_strdup_printf("xscom@%x", i);

        fdt_add_subnode(fdt, 0, name);
    }
}

static void test_homer(void)
{
    guint64 fdt[512] = {0};
    static const guint8 reg[] = {0, 0, 0x20, 0x3f, 0xfd, 0xc0, 0, 0, 0, 0, 0, 0, 0, 0x40, 0, 0};
    const char *path = "/memory@203ffdc00000";

    machine_tree(fdt, 2, 2040ull << 20);
    is_u64(machine_tree_chips(fdt), 2, "a tree of two chips");
    ok(check_kind_of((const guint8 *)fdt, fdt_totalsize(fdt)) == CHECK_MACHINE, "... of a machine");
    is_str(fdt_add_homer(fdt, sizeof(fdt), 2), NULL, "HOMER is added");
    ok(fdt_path_offset(fdt, "/memory@203ffd800000") > 0 && fdt_path_offset(fdt, path) > 0,
        "... for both");
    is_str(string_at(fdt, path, "device_type"), "memory", "... as memory");
    is_u64(cell_at(fdt, path, "ibm,chip-id", 0), 1, "... of the chip");
    ok(string_at(fdt, path, "reg") && !memcmp(string_at(fdt, path, "reg"), reg, sizeof(reg)),
        "... in place");
    is_u64(machine_tree_memory(fdt), 2048ull << 20, "all memory is a multiple of 16 MiB");
    finds(check_machine, fdt, fdt_totalsize(fdt), NULL);
    guint32 size = fdt_totalsize(fdt);
    is_str(fdt_add_homer(fdt, sizeof(fdt), 2), NULL, "... once more");
    is_u64(fdt_totalsize(fdt), size, "... and nothing is added");
}

static void test_homer_wrong(void)
{
    guint64 fdt[512] = {0};

    machine_tree(fdt, 1, 2048ull << 20);
    fdt_pack(fdt);
    is_str(fdt_add_homer(fdt, fdt_totalsize(fdt) + 16, 1), "FDT_ERR_NOSPACE", "no room");
    machine_tree(fdt, 1, 2048ull << 20);
    fdt_setprop_u32(fdt, 0, "#size-cells", 1);
    is_str(fdt_add_homer(fdt, sizeof(fdt), 1),
        "the root does not have 2 cells for addresses and 2 for sizes", "another kind of machine");
    memset(fdt, 0, sizeof(fdt));
    is_str(fdt_add_homer(fdt, sizeof(fdt), 1), "FDT_ERR_BADMAGIC", "no tree at all");
    machine_tree(fdt, 1, 2044ull << 20);
    finds(check_machine, fdt, fdt_totalsize(fdt),
        "/: no node memory@203ffd800000, HOMER of chip 0: the kernel cannot read nest counters");
    machine_tree(fdt, 1, 2048ull << 20);
    fdt_add_homer(fdt, sizeof(fdt), 1);
    finds(check_machine, fdt, fdt_totalsize(fdt),
        "/: memory is 0x80400000 bytes with HOMER, not a multiple of 16 MiB: the kernel cuts the "
        "rest off "
        "HOMER; for such a "
        "sum give QEMU -m 2060M");
}

int main(void)
{
    test_tree();
    test_built_in();
    test_descriptions();
    test_lists();
    test_list_of_tree();
    test_list_of_faults();
    test_spoilt_trees();
    test_root_as_pmu();
    test_damaged_tree();
    test_container();
    test_complaint();
    test_crc64();
    test_large_container();
    test_flash();
    test_spoilt_flash();
    test_flash_of();
    test_homer();
    test_homer_wrong();
    return done_testing();
}
