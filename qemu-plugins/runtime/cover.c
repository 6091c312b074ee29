/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Fills in a map of executed code. Translation finds or makes a block's entry,
 * under a lock; execution only stores. */
#include "qemu-plugins/runtime/cover.h"

#include "models/sim/cover.h"
#include "qemu-plugins/qemu/cpu_number.h"

#include <errno.h>
#include <fcntl.h>
#include <stdatomic.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

/* Entries to try in the table of edges before an edge is lost. */
enum { PROBES = 32 };

static struct {
    struct cover_map *map; /* NULL: no map */
    GMutex lock;           /* guards @numbers */
    GHashTable *numbers;   /* of blocks, by key_of() */
    /* Each CPU writes only its own: the number of the block entered last, from
     * 1. */
    _Atomic uint32_t last[CPU_NUMBER_MAX];
} self;

/* ---- the file ---- */

static bool is_map(const struct cover_map *map)
{
    uint64_t end = 0;

    if (memcmp(map->magic, COVER_MAGIC, sizeof(map->magic)) || map->n_ranges > COVER_RANGES)
        return false;
    for (uint32_t i = 0; i < map->n_ranges; i++) {
        if (map->ranges[i].from < end || map->ranges[i].to <= map->ranges[i].from)
            return false;
        end = map->ranges[i].to;
    }
    return true;
}

bool cover_open(const char *path)
{
    int fd = open(path, O_RDWR | O_CLOEXEC);
    void *map = MAP_FAILED;
    struct stat st;

    if (fd < 0) {
        fprintf(stderr, "pmulab: cover: %s: %s\n", path, strerror(errno));
        return false;
    }
    if (!fstat(fd, &st) && st.st_size == (off_t)sizeof(*self.map))
        map = mmap(NULL, sizeof(*self.map), PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
    close(fd);
    if (map == MAP_FAILED || !is_map(map)) {
        if (map != MAP_FAILED)
            munmap(map, sizeof(*self.map));
        fprintf(stderr, "pmulab: cover: %s: expected a map of code, as models/sim/cover.h has it\n",
            path);
        return false;
    }
    self.map = map;
    self.numbers = g_hash_table_new_full(g_int64_hash, g_int64_equal, g_free, NULL);
    cover_begin(); /* also drops an earlier guest's record */
    self.map->n_blocks = 0;
    self.map->lost_blocks = 0;
    return true;
}

void cover_begin(void)
{
    struct cover_map *map = self.map;

    if (!map)
        return;
    for (unsigned cpu = 0; cpu < CPU_NUMBER_MAX; cpu++)
        atomic_store_explicit(&self.last[cpu], 0, memory_order_relaxed);
    for (uint32_t i = 0, n = map->n_blocks; i < n; i++)
        atomic_store_explicit(&map->blocks[i].seen, 0, memory_order_relaxed);
    for (uint32_t i = 0; map->n_edges && i < COVER_EDGES; i++)
        if (atomic_load_explicit(&map->edges[i], memory_order_relaxed))
            atomic_store_explicit(&map->edges[i], 0, memory_order_relaxed);
    map->n_edges = 0;
    map->lost_edges = 0;
}

/* ---- execution ---- */

static void lose(_Atomic uint32_t *count)
{
    atomic_fetch_add_explicit(count, 1, memory_order_relaxed);
}

static void add_edge(struct cover_map *map, uint32_t from, uint32_t to)
{
    const uint64_t edge = (uint64_t)from << 32 | to;
    uint64_t at = edge * UINT64_C(0x9e3779b97f4a7c15) >> 32;

    for (unsigned i = 0; i < PROBES; i++, at++) {
        _Atomic uint64_t *place = &map->edges[at % COVER_EDGES];
        uint64_t there = atomic_load_explicit(place, memory_order_relaxed);

        if (there == edge)
            return;
        if (!there && atomic_compare_exchange_strong(place, &there, edge)) {
            atomic_fetch_add_explicit(&map->n_edges, 1, memory_order_relaxed);
            return;
        }
        if (there == edge) /* another CPU was faster */
            return;
    }
    lose(&map->lost_edges);
}

static void entered(unsigned vcpu_index, void *data)
{
    struct cover_map *map = self.map;
    struct cover_block *block = data;
    const uint32_t number = (uint32_t)(block - map->blocks) + 1;
    _Atomic uint32_t *last = &self.last[cpu_number(vcpu_index) % CPU_NUMBER_MAX];
    const uint32_t before = atomic_load_explicit(last, memory_order_relaxed);

    atomic_store_explicit(&block->seen, 1, memory_order_relaxed);
    atomic_store_explicit(last, number, memory_order_relaxed);
    if (before)
        add_edge(map, before, number);
}

/* ---- translation ---- */

static bool is_wanted(const struct cover_map *map, uint64_t address)
{
    uint32_t from = 0, to = map->n_ranges;

    while (from < to) {
        uint32_t middle = from + (to - from) / 2;

        if (address >= map->ranges[middle].to)
            from = middle + 1;
        else
            to = middle;
    }
    return from < map->n_ranges && address >= map->ranges[from].from;
}

/* Kernels' addresses differ in their lower 48 bits, and a block is within two
 * pages. */
static gint64 key_of(uint64_t start, uint64_t size)
{
    return (gint64)((start & UINT64_C(0xffffffffffff)) | size << 48);
}

void cover_translated(struct qemu_plugin_tb *tb)
{
    struct cover_map *map = self.map;
    const struct qemu_plugin_insn *last;
    uint32_t number, size;
    uint64_t start;
    gint64 key;

    if (!map)
        return;
    start = qemu_plugin_insn_vaddr(qemu_plugin_tb_get_insn(tb, 0));
    if (!is_wanted(map, start))
        return;
    last = qemu_plugin_tb_get_insn(tb, qemu_plugin_tb_n_insns(tb) - 1);
    size = (uint32_t)(qemu_plugin_insn_vaddr(last) + qemu_plugin_insn_size(last) - start);
    key = key_of(start, size);
    g_mutex_lock(&self.lock);
    number = GPOINTER_TO_UINT(g_hash_table_lookup(self.numbers, &key));
    if (!number && map->n_blocks < COVER_BLOCKS) {
        map->blocks[map->n_blocks].start = start;
        map->blocks[map->n_blocks].size = size;
        number = map->n_blocks + 1;
        atomic_store(&map->n_blocks, number);
        g_hash_table_insert(self.numbers, g_memdup2(&key, sizeof(key)), GUINT_TO_POINTER(number));
    }
    g_mutex_unlock(&self.lock);
    if (number)
        qemu_plugin_register_vcpu_tb_exec_cb(
            tb, entered, QEMU_PLUGIN_CB_NO_REGS, &map->blocks[number - 1]);
    else
        lose(&map->lost_blocks);
}
