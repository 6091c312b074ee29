/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * A plugin beside snbep's that counts independently the cache lines that a
 * guest reads and writes. It has its own caches, and shares only the
 * declarations of QEMU's calls with pmulab. Each cache entry has the number of
 * its last access; the oldest entry is replaced.
 *
 * -plugin lines_witness.so,log=FILE. It begins, with empty caches, when another
 * plugin makes QEMU retranslate all code, as the machine's does when it begins
 * to count lines. FILE gets a line for each mark of a step: its byte, and the
 * numbers of lines read and written so far.
 */
#include "qemu-plugins/qemu/qemu_api.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int qemu_plugin_version = QEMU_API_VERSION;

enum { LINE = 64, PAGE = 4096, STEP_PORT = 0x504, OUT_DX_AL = 0xee };

/* ---- caches, as in docs/hardware/snbep.md ---- */

struct entry {
    uint64_t line, used; /* @used 0: empty */
    bool dirty;
};

struct cache {
    unsigned sets, ways;
    struct entry *entries;
};

static struct cache l1 = {64, 8, NULL}, l2 = {512, 8, NULL}, l3 = {16384, 20, NULL};
static uint64_t accesses, reads, writes;

static void empty(struct cache *c)
{
    free(c->entries);
    c->entries = calloc((size_t)c->sets * c->ways, sizeof(*c->entries));
    if (!c->entries)
        abort();
}

static struct entry *set_of(const struct cache *c, uint64_t line)
{
    return &c->entries[line % c->sets * c->ways];
}

static struct entry *find(const struct cache *c, uint64_t line)
{
    struct entry *set = set_of(c, line);

    for (unsigned i = 0; i < c->ways; i++)
        if (set[i].used && set[i].line == line)
            return &set[i];
    return NULL;
}

/* The least recently used entry; the first one if several are unused. */
static struct entry *oldest(const struct cache *c, uint64_t line)
{
    struct entry *set = set_of(c, line), *least = set;

    for (unsigned i = 1; i < c->ways; i++)
        if (set[i].used < least->used)
            least = &set[i];
    return least;
}

/* Uses the line, and returns whether it was cached before. */
static bool use(struct cache *c, uint64_t line, bool store)
{
    struct entry *e = find(c, line);
    bool hit = e;

    if (!hit) {
        e = oldest(c, line);
        writes += e->dirty;
        *e = (struct entry){.line = line};
    }
    e->used = ++accesses;
    e->dirty |= store;
    return hit;
}

/* A store also marks the line dirty in the last cache. */
static void touch(uint64_t line, bool store)
{
    if (!use(&l1, line, false) && !use(&l2, line, false) && !use(&l3, line, false))
        reads++;
    if (store)
        use(&l3, line, true);
}

/* ---- QEMU ---- */

static struct {
    qemu_plugin_id_t id;
    bool begins; /* again */
    FILE *log;
    struct qemu_plugin_register *rax, *rdx;
    GByteArray *buffer;
} self;

static uint16_t get(struct qemu_plugin_register *reg)
{
    uint16_t value;

    g_byte_array_set_size(self.buffer, 0);
    qemu_plugin_read_register(reg, self.buffer);
    memcpy(&value, self.buffer->data, sizeof(value));
    return value;
}

static void outputs(unsigned vcpu, void *data)
{
    (void)vcpu;
    (void)data;
    if (get(self.rdx) == STEP_PORT)
        fprintf(self.log, "%u %" PRIu64 " %" PRIu64 "\n", get(self.rax) & 0xffu, reads, writes);
}

static void accessed(unsigned vcpu, qemu_plugin_meminfo_t info, uint64_t vaddr, void *data)
{
    const struct qemu_plugin_hwaddr *where = qemu_plugin_get_hwaddr(info, vaddr);
    uint64_t first, last;

    (void)vcpu;
    (void)data;
    if (!where || qemu_plugin_hwaddr_is_io(where))
        return;
    first = qemu_plugin_hwaddr_phys_addr(where);
    last = first + (1u << qemu_plugin_mem_size_shift(info)) - 1;
    if (last / PAGE != first / PAGE)
        last = first | (PAGE - 1);
    for (uint64_t line = first / LINE; line <= last / LINE; line++)
        touch(line, qemu_plugin_mem_is_store(info));
}

static void translated(struct qemu_plugin_tb *tb, void *data)
{
    (void)data;
    for (size_t i = 0; i < qemu_plugin_tb_n_insns(tb); i++) {
        struct qemu_plugin_insn *insn = qemu_plugin_tb_get_insn(tb, i);
        uint8_t byte = 0;

        qemu_plugin_insn_data(insn, &byte, sizeof(byte));
        if (byte == OUT_DX_AL)
            qemu_plugin_register_vcpu_insn_exec_cb(insn, outputs, QEMU_PLUGIN_CB_R_REGS, NULL);
        qemu_plugin_register_vcpu_mem_cb(
            insn, accessed, QEMU_PLUGIN_CB_NO_REGS, QEMU_PLUGIN_MEM_R | QEMU_PLUGIN_MEM_W, NULL);
    }
}

static void started(unsigned vcpu, void *data)
{
    g_autoptr(GArray) list = qemu_plugin_get_registers();

    (void)vcpu;
    (void)data;
    for (guint i = 0; i < list->len; i++) {
        const qemu_plugin_reg_descriptor *reg = &g_array_index(list, qemu_plugin_reg_descriptor, i);

        if (!strcmp(reg->name, "rax"))
            self.rax = reg->handle;
        if (!strcmp(reg->name, "rdx"))
            self.rdx = reg->handle;
    }
}

static void exiting(void *data)
{
    (void)data;
    fclose(self.log);
}

static void flushed(void *data);

static void listen(void *data)
{
    (void)data;
    self.begins = false;
    empty(&l1);
    empty(&l2);
    empty(&l3);
    qemu_plugin_register_vcpu_tb_trans_cb(self.id, translated, NULL);
    qemu_plugin_register_flush_cb(self.id, flushed, NULL);
    qemu_plugin_register_atexit_cb(self.id, exiting, NULL);
}

/* The last registered plugin is called first, and the machine's callbacks
 * suppress later ones for an answered instruction. So this plugin registers
 * again, after the machine. */
static void flushed(void *data)
{
    (void)data;
    if (self.begins)
        return;
    self.begins = true;
    qemu_plugin_reset(self.id, listen, NULL);
}

int qemu_plugin_install(qemu_plugin_id_t id, const qemu_info_t *info, int argc, char **argv)
{
    if (argc != 1 || strncmp(argv[0], "log=", 4) || info->system.max_vcpus != 1) {
        fprintf(stderr, "witness: expected log=FILE, and one CPU\n");
        return -1;
    }
    self.log = fopen(argv[0] + 4, "we");
    if (!self.log) {
        perror(argv[0] + 4);
        return -1;
    }
    self.id = id;
    self.buffer = g_byte_array_new();
    qemu_plugin_register_vcpu_init_cb(id, started, NULL);
    qemu_plugin_register_flush_cb(id, flushed, NULL);
    return 0;
}
