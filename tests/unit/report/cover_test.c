/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Coverage: the watched ranges, a map's functions, and the table. */
#include "harness/report/coverage.h"

#include "harness/machine/machines.h"
#include "models/sim/cover.h"
#include "tests/tap.h"

#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

static const char *const no_modules[] = {NULL};

static struct cover_map *map_of(const struct memory_file *file)
{
    return mmap(NULL, sizeof(struct cover_map), PROT_READ | PROT_WRITE, MAP_SHARED, file->fd, 0);
}

/* ---- the map's file ---- */

/* A guest that is not in the cache. */
static struct driver_naming naming_of(const struct machine *machine)
{
    return (struct driver_naming){
        .guest = machine->guest, .built_in = machine->built_in, .moves = TRUE};
}

static void test_ranges(void)
{
    const struct driver_naming snbep = naming_of(&snbep_machine), epyc = naming_of(&epyc_machine);
    struct memory_file file = {.fd = -1};
    struct cover_map *map;

    ok(cover_file_open(&file, &snbep_machine, &snbep, NULL), "a map for snbep");
    map = map_of(&file);
    ok(!memcmp(map->magic, COVER_MAGIC, 8), "... as the plugin wants it");
    is_u64(map->n_ranges, 1, "... of modules only");
    is_u64(map->ranges[0].from, 0xffffffffc0000000, "... from the first address on");
    is_u64(map->n_blocks + map->n_edges, 0, "... and is empty");
    munmap(map, sizeof(*map));
    memory_file_close(&file);
    ok(cover_file_open(&file, &epyc_machine, &epyc, NULL),
        "a map for epyc, whose driver is built in");
    map = map_of(&file);
    is_u64(map->n_ranges, 1, "... where kernel and modules are adjacent");
    is_u64(
        map->ranges[0].from, 0xffffffff80000000, "... all of the kernel, whose address is unknown");
    munmap(map, sizeof(*map));
    memory_file_close(&file);
}

/* The map has only blocks of unknown drivers, and no module is left. */
static void test_gone(void)
{
    struct driver_naming naming = naming_of(&snbep_machine);
    struct memory_file file = {.fd = -1};
    struct cover *cover;
    struct cover_map *map;

    naming.places = "";
    ok(cover_file_open(&file, &snbep_machine, &naming, NULL), "a map of removed modules");
    map = map_of(&file);
    map->blocks[0] = (struct cover_block){0xffffffffc0001000, 10, 1};
    map->blocks[1] = (struct cover_block){0xffffffffc0002000, 10, 0};
    map->blocks[2] = (struct cover_block){0xffffffffc0003000, 10, 1};
    map->n_blocks = 3;
    map->edges[7] = UINT64_C(1) << 32 | 3;
    map->n_edges = 1;
    map->lost_blocks = 4;
    map->lost_edges = 5;
    cover = cover_read(&file, &naming, no_modules);
    is_u64(cover->functions->len, 0, "no functions");
    is_u64(cover->gone, 2, "two executed blocks are in no module");
    is_u64(cover->lost, 9, "the map's losses are reported");
    is_u64(g_hash_table_size(cover->edges), 0, "no edges");
    cover_free(cover);
    munmap(map, sizeof(*map));
    memory_file_close(&file);
}

/* Two functions in a custom kernel, of 32 bytes each. */
static const char listing[] = "vmlinux/sections/.text:0xffffffff81000000\n"
                              "ffffffff81000000 T _text\n"
                              "ffffffff81000010 t perf_ibs_first\n"
                              "ffffffff81000030 t perf_ibs_first.cold\n"
                              "ffffffff81000050 t perf_ibs_second\n"
                              "ffffffff81000070 t other\n"
                              "ffffffff81000090 t last\n";

/* Puts a block at @offset of the kernel's text into @map: number @i. */
static void put(struct cover_map *map, guint32 i, guint64 offset, guint32 size)
{
    map->blocks[i] = (struct cover_block){G_GUINT64_CONSTANT(0xffffffff81000000) + offset, size, 1};
    map->n_blocks = MAX(map->n_blocks, i + 1);
}

static void put_edge(struct cover_map *map, guint32 from, guint32 to)
{
    map->edges[map->n_edges++] = (guint64)(from + 1) << 32 | (to + 1);
}

/* Block 2 is the first piece of block 1, and 3 the rest. */
static void fill(struct cover_map *map)
{
    put(map, 0, 0x10, 8); /* the first function's begin, */
    put(map, 1, 0x18, 8); /* the path without the branch, */
    put(map, 2, 0x18, 4);
    put(map, 3, 0x1c, 4);
    put(map, 4, 0x30, 16); /* its cold part, */
    put(map, 5, 0x50, 2);  /* the second function, */
    put(map, 6, 0x70, 2);  /* and one outside of drivers */
    put_edge(map, 0, 1);
    put_edge(map, 0, 2);
    put_edge(map, 2, 3); /* no edge */
    put_edge(map, 3, 4);
    put_edge(map, 1, 4); /* the same */
    put_edge(map, 4, 5); /* between two */
    put_edge(map, 6, 5);
}

static void test_functions(void)
{
    struct driver_naming naming = naming_of(&epyc_machine);
    struct memory_file file = {.fd = -1};
    const struct cover_function *function;
    struct cover *cover;
    struct cover_map *map;

    naming.places = listing;
    naming.kernel = "/nonexistent/kernel";
    ok(cover_file_open(&file, &epyc_machine, &naming, NULL), "a map of two functions");
    map = map_of(&file);
    fill(map);
    cover = cover_read(&file, &naming, no_modules);
    is_u64(cover->functions->len, 2, "a cold part belongs to its function");
    function = g_ptr_array_index(cover->functions, 0);
    is_str(function->name, "perf_ibs_first", "... with the function's name");
    is_u64(function->size, 64, "... and both sizes");
    is_u64(function->reached, 32, "bytes in several blocks count once");
    function = g_ptr_array_index(cover->functions, 1);
    is_u64(function->reached, 2, "the other function's bytes are separate");
    is_u64(g_hash_table_size(cover->edges), 2, "two edges:");
    ok(g_hash_table_contains(cover->edges, "vmlinux:perf_ibs_first+0x8>0x8"),
        "... a branch that is not taken is an edge, but not the cut");
    ok(g_hash_table_contains(cover->edges, "vmlinux:perf_ibs_first+0x10>0x20"),
        "... so is a branch to the cold part, from either piece");
    is_u64(cover->gone + cover->unwatched, 0, "nothing is missing");
    cover_free(cover);
    munmap(map, sizeof(*map));
    memory_file_close(&file);
}

/* ---- sums ---- */

static void add(
    struct cover *cover, const char *module, const char *name, guint size, guint from, guint to)
{
    struct cover_function *function = g_new0(struct cover_function, 1);
    guint8 *bytes = g_new0(guint8, size);

    memset(bytes + from, 1, to - from);
    *function = (struct cover_function){g_strdup(module), g_strdup(name), size, to - from, NULL};
    function->bytes = g_byte_array_new_take(bytes, size);
    g_ptr_array_add(cover->functions, function);
}

static const struct cover_function *function_at(const struct cover *cover, guint i)
{
    return g_ptr_array_index(cover->functions, i);
}

static void test_add(void)
{
    struct cover *sum = cover_new(), *one = cover_new(), *two = cover_new();

    add(one, "mine", "beta", 20, 0, 10);
    add(one, NULL, "gamma", 8, 0, 0);
    add(two, "mine", "alpha", 5, 0, 5);
    add(two, "mine", "beta", 20, 5, 15);
    add(two, "mine", "gamma", 8, 0, 0);
    g_hash_table_add(one->edges, g_strdup("mine:beta+0x0>0x5"));
    g_hash_table_add(two->edges, g_strdup("mine:beta+0x0>0x5"));
    g_hash_table_add(two->edges, g_strdup("mine:beta+0x5>0xa"));
    one->gone = two->gone = 1;
    two->unwatched = 3;
    is_u64(cover_add(sum, one), 1, "a first edge is new");
    is_u64(cover_add(sum, two), 1, "of two edges, the new one");
    is_u64(cover_add(sum, two), 0, "none the second time");
    is_u64(sum->functions->len, 4, "each function once");
    is_str(function_at(sum, 0)->name, "alpha", "... by name");
    is_str(function_at(sum, 1)->name, "beta", "... then the next one");
    is_u64(function_at(sum, 1)->reached, 15, "... with the bytes that either run reached");
    is_u64(function_at(sum, 1)->size, 20, "... of all its bytes");
    ok(!function_at(sum, 2)->module && function_at(sum, 3)->module,
        "one name in two places is two functions");
    is_u64(sum->gone, 3, "losses are added up");
    is_u64(sum->unwatched, 3, "lost functions are not added up");
    cover_free(one);
    cover_free(two);
    cover_free(sum);
}

/* ---- the table ---- */

static char *printed(const struct cover *cover, const char *prefix, const char *lead)
{
    struct output out = {.text = g_string_new(NULL), .columns = 40};

    coverage_print_one(cover, "snbep", prefix, lead, &out);
    return g_string_free(out.text, FALSE);
}

static void test_table(void)
{
    struct cover *cover = cover_new();

    add(cover, "mine", "alpha", 5, 0, 5);
    add(cover, "mine", "beta", 1200, 0, 1199);
    add(cover, "mine", "gamma_of_a_long_name", 8, 0, 0);
    add(cover, "mine", "gamma_second", 8, 0, 0);
    g_autofree char *all = printed(cover, "", "# "), *some = printed(cover, "gamma", ""),
                    *none = printed(cover, "delta", "# ");
    is_str(all,
        "# coverage of snbep: 2 of 4 functions, 1204 of 1221 bytes\n"
        "#   BYTES    OF    %  FUNCTION\n"
        "#       5     5  100  alpha\n"
        "#    1199  1200   99  beta\n"
        "# never reached: gamma_of_a_long_name\n"
        "#   gamma_second\n",
        "the table; only all is 100");
    is_str(some,
        "coverage of snbep: 0 of 2 functions, 0 of 16 bytes\n"
        "never reached: gamma_of_a_long_name\n"
        "  gamma_second\n",
        "functions with a prefix");
    is_str(none, "# coverage of snbep: no function of a driver begins with delta\n", "of none");
    cover->gone = 2;
    cover->unwatched = 3;
    cover->lost = 4;
    g_free(none);
    none = printed(cover, "delta", "# ");
    is_str(none,
        "# coverage of snbep: no function of a driver begins with delta\n"
        "# not in the table: 2 blocks of modules that were gone at the end\n"
        "# not watched: 3 functions, which lie elsewhere than expected; run it again\n"
        "# incomplete: no room for 4 blocks or edges\n",
        "missing functions are reported");
    cover_free(cover);
}

int main(void)
{
    test_ranges();
    test_gone();
    test_functions();
    test_add();
    test_table();
    return done_testing();
}
