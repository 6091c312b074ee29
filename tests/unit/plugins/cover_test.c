/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Executed blocks of given ranges, and their order: the option cover=FILE of
 * every plugin. */
#include "models/sim/cover.h"
#include "models/sim/step.h"
#include "tests/unit/plugins/invented.h"

#include <fcntl.h>

/* The driver's text in these tests, and code that calls it. Each function is
 * one block: two instructions in 3 bytes, ending with a jump to the next. */
enum {
    TEXT = 0x9000,
    TEXT_END = 0x9200,
    FIRST = 0x9000,
    SECOND = 0x9100,
    BEYOND = 0x9200,
    CALLER = 0x8000
};
enum { SIZE = 3 };

static struct cover_map *map;
static char *path;

static void put(uint64_t at, uint64_t next)
{
    const struct fake_insn code[] = {{.hex = "90"}, {.hex = "66 90", .jump = next, .ends = true}};

    FAKE_CODE(at, code);
}

/* A map file with one range of TEXT. */
static void make_map(void)
{
    int fd = g_file_open_tmp("pmulab-cover-XXXXXX", &path, NULL);

    if (fd < 0 || ftruncate(fd, sizeof(*map)))
        abort();
    map = mmap(NULL, sizeof(*map), PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
    close(fd);
    memcpy(map->magic, COVER_MAGIC, sizeof(map->magic));
    map->n_ranges = 1;
    map->ranges[0] = (struct cover_range){TEXT, TEXT_END};
}

static void begin(unsigned cpus)
{
    g_autofree char *text = NULL;

    fake_begin(&(struct fake_setup){.isa = FAKE_X86, .cpus = cpus, .icount = true});
    fake_ram(0, 0x1000000);
    make_map();
    text = g_strdup_printf("cover=%s", path);
    ok(!install(text), "a plugin with cover=");
    fake_start_cpus();
    unlink(path);
}

/* The number of the block at @start, from 1; 0: none. */
static uint32_t number_of(uint64_t start)
{
    for (uint32_t i = 0; i < map->n_blocks; i++)
        if (map->blocks[i].start == start)
            return i + 1;
    return 0;
}

static bool was_seen(uint64_t start)
{
    uint32_t number = number_of(start);

    return number && map->blocks[number - 1].seen;
}

static bool has_edge(uint64_t from, uint64_t to)
{
    uint64_t edge = (uint64_t)number_of(from) << 32 | number_of(to);

    for (uint32_t i = 0; i < COVER_EDGES; i++)
        if (map->edges[i] == edge)
            return true;
    return false;
}

/* ---- recorded blocks and edges ---- */

static void test_blocks(void)
{
    begin(1);
    put(CALLER, FIRST);
    put(FIRST, BEYOND);
    put(BEYOND, SECOND);
    put(SECOND, 0x7000);
    fake_run(0, CALLER);
    is_u64(map->n_blocks, 2, "the range has two blocks");
    ok(was_seen(FIRST) && was_seen(SECOND), "... from its start to before its end");
    is_u64(map->blocks[0].size, SIZE, "... with the bytes of both instructions");
    is_u64(map->n_edges, 1, "one edge,");
    ok(has_edge(FIRST, SECOND), "... despite code in between");
    is_u64(map->lost_blocks + map->lost_edges, 0, "no block or edge is lost");
}

static void test_again(void)
{
    begin(1);
    put(FIRST, SECOND);
    put(SECOND, 0x7000);
    fake_run(0, FIRST);
    fake_flush();
    fake_run(0, FIRST);
    is_u64(map->n_blocks, 2, "retranslated blocks keep their numbers");
    is_u64(map->n_edges, 2, "... and edges count once");
    ok(has_edge(FIRST, SECOND) && has_edge(SECOND, FIRST), "... in both directions");
}

static void test_cpus(void)
{
    begin(2);
    put(FIRST, 0x7000);
    put(SECOND, 0x7000);
    fake_run(0, FIRST);
    fake_run(1, SECOND);
    is_u64(map->n_edges, 0, "blocks on different CPUs make no edge");
    fake_run(0, SECOND);
    is_u64(map->n_edges, 1, "... but blocks on the same CPU do");
    ok(has_edge(FIRST, SECOND), "... regardless of the translating CPU");
}

static void ready(void *data)
{
    (void)data;
    arbiter_enter();
    runtime_marked(SIM_STEP_READY);
    arbiter_leave();
}

static void test_ready(void)
{
    begin(1);
    put(FIRST, SECOND);
    put(SECOND, 0x7000);
    fake_run(0, FIRST);
    fake_on_cpu(0, ready, NULL);
    ok(!was_seen(FIRST) && !was_seen(SECOND) && !map->n_edges,
        "blocks before the guest is ready are forgotten");
    fake_run(0, SECOND);
    ok(was_seen(SECOND) && !was_seen(FIRST), "... code translated earlier counts from then on");
    is_u64(map->n_edges, 0, "... and no edge begins earlier");
}

/* ---- refused files, and overflow ---- */

static void test_no_file(void)
{
    begin_qemu(NULL);
    is_str(complaint("cover=/nonexistent/map"),
        "pmulab: cover: /nonexistent/map: No such file or directory\n", "... that does not exist");
}

static void is_refused(const char *why)
{
    g_autofree char *text = g_strdup_printf("cover=%s", path), *expected = NULL;

    expected = g_strdup_printf(
        "pmulab: cover: %s: expected a map of code, as models/sim/cover.h has it\n", path);
    is_str(complaint(text), expected, "... %s", why);
    unlink(path);
}

static void test_text_file(void)
{
    begin_qemu(NULL);
    path = new_file("a text");
    is_refused("that is not a map");
}

static void test_no_magic(void)
{
    begin_qemu(NULL);
    make_map();
    map->magic[7]++;
    is_refused("of another version");
}

static void test_overlap(void)
{
    begin_qemu(NULL);
    make_map();
    map->n_ranges = 2;
    map->ranges[1] = (struct cover_range){TEXT_END - 1, TEXT_END + 1};
    is_refused("with ranges that overlap");
}

static void test_empty_range(void)
{
    begin_qemu(NULL);
    make_map();
    map->ranges[0].to = TEXT;
    is_refused("with an empty range");
}

static void test_many_ranges(void)
{
    begin_qemu(NULL);
    make_map();
    map->n_ranges = COVER_RANGES + 1;
    is_refused("with more ranges than fit");
}

static void test_no_room(void)
{
    begin(1);
    put(FIRST, SECOND);
    put(SECOND, 0x7000);
    map->n_blocks = COVER_BLOCKS - 1;
    fake_run(0, FIRST);
    is_u64(map->lost_blocks, 1, "a block without space is reported lost");
    is_u64(map->blocks[COVER_BLOCKS - 1].start, FIRST, "... the last entry is used");
}

static void test_no_room_for_edges(void)
{
    begin(1);
    put(FIRST, SECOND);
    put(SECOND, 0x7000);
    for (uint32_t i = 0; i < COVER_EDGES; i++)
        map->edges[i] = 1;
    fake_run(0, FIRST);
    is_u64(map->lost_edges, 1, "so is an edge without space");
}

int main(void)
{
    apart(test_blocks);
    apart(test_again);
    apart(test_cpus);
    apart(test_ready);
    apart(test_no_file);
    apart(test_text_file);
    apart(test_no_magic);
    apart(test_overlap);
    apart(test_empty_range);
    apart(test_many_ranges);
    apart(test_no_room);
    apart(test_no_room_for_edges);
    return done_testing();
}
