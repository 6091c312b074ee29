/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Makes I/O regions with QEMU's own functions, and finds the instruction that
 * accesses them. */
#include "qemu-plugins/trap/mmio.h"

#include "qemu-plugins/qemu/arbiter.h"
#include "qemu-plugins/qemu/big_lock.h"
#include "qemu-plugins/qemu/clock.h"
#include "qemu-plugins/qemu/cpu_number.h"
#include "qemu-plugins/qemu/qemu_private.h"
#include "qemu-plugins/qemu/translations.h"
#include "qemu-plugins/trap/access_counters.h"
#include "qemu-plugins/trap/access_wait.h"

#include <stddef.h>
#include <stdio.h>
#include <string.h>

/* ---- values of QEMU 11.1, from its include/system/memory.h and
 * include/exec/memattrs.h ---- */

enum transaction_result { TRANSACTION_OK = 0, TRANSACTION_ERROR = 1 };

enum { LITTLE_ENDIAN_DEVICE = 2 };

/* Above the APIC's 0x1000, the highest of QEMU's. */
enum { PRIORITY = 0x10000 };

/* ---- regions ---- */

struct region {
    /* Space for QEMU's own structure, whose size (272 bytes in QEMU 11.1) is
     * not known here. */
    _Alignas(max_align_t) unsigned char qemus[4096];
    uint64_t address;
    uint32_t size;
    uint64_t device; /* start of the device whose registers it covers, or 0 */
    void *below;     /* that device's region, once known */
    const struct mmio_hooks *hooks;
    void *data;
    struct region *next;
};

/* Instructions with a cached offset, by address of their generated code. */
enum { SOURCES = 256 };

static struct {
    uint64_t (*pc)(unsigned cpu); /* valid at the start of the block */
    bool started;                 /* QEMU has a CPU, and so its memory */
    struct region *waiting;       /* regions waiting for that */
    void *cpus[CPU_NUMBER_MAX];   /* QEMU's structures; QEMU finds them only by a linear search */
    size_t note;                  /* see find_note() */
    struct source {
        uintptr_t note;
        uint64_t offset; /* within the page */
    } sources[SOURCES];
    unsigned drops; /* translations_drops() for which @sources are valid */
} self;

/* ---- an access's origin ---- */

enum {
    UNWOUND_WORDS = 8,                    /* more than any target uses */
    CPU_WORDS = 2048 / sizeof(uintptr_t), /* the start of QEMU's CPU structure */
    PAGE = 4096,                          /* page within which QEMU can locate an instruction */
};

static uintptr_t word_of(const void *cpu, size_t number)
{
    uintptr_t word;

    memcpy(&word, (const char *)cpu + number * sizeof(word), sizeof(word));
    return word;
}

/*
 * To find the instruction again, QEMU stores the address of a device access in
 * generated code in the CPU (mem_io_pc). Its location there is not known here,
 * but the CPU contains no other address of generated code. Returns the word's
 * number, or 0.
 */
static size_t find_note(void *cpu)
{
    uint64_t unwound[UNWOUND_WORDS];
    size_t found = 0;

    for (size_t i = 0; i < CPU_WORDS; i++) {
        if (!qemu_private.cpu_unwind_state_data(cpu, word_of(cpu, i), unwound))
            continue;
        if (found)
            return 0;
        found = i;
    }
    if (!found)
        fprintf(stderr,
            "pmulab: this QEMU does not tell which instruction accesses a device: expected one "
            "address of generated code in its CPU\n");
    return found;
}

/* Virtual addresses share translated code: only an instruction's page offset is
 * known. Unwinding takes longer than the rest of an access, so it is done once
 * per instruction: generated code does not move until QEMU drops all of it. */
static uint64_t pc_of(unsigned number)
{
    uint64_t block = self.pc(number), unwound[UNWOUND_WORDS], pc;
    void **cpu = &self.cpus[number];
    struct source *source;
    uintptr_t note;

    if (G_UNLIKELY(!*cpu))
        *cpu = qemu_private.qemu_get_cpu((int)number);
    if (!self.note)
        self.note = find_note(*cpu);
    note = self.note ? word_of(*cpu, self.note) : 0;
    if (!note)
        return block;
    if (G_UNLIKELY(self.drops != translations_drops())) {
        memset(self.sources, 0, sizeof(self.sources));
        self.drops = translations_drops();
    }
    source = &self.sources[(note ^ note / SOURCES) % SOURCES];
    if (source->note != note) {
        if (!qemu_private.cpu_unwind_state_data(*cpu, note, unwound))
            return block;
        *source = (struct source){note, unwound[0] & (PAGE - 1)};
    }
    pc = (block & ~(uint64_t)(PAGE - 1)) | source->offset;
    return pc < block ? pc + PAGE : pc;
}

/* ---- accesses ---- */

/* Returns false if the access is not by the guest. */
static bool enter(struct sim_access *access)
{
    unsigned cpu = cpu_number_here();

    if (cpu == CPU_NUMBER_NONE || arbiter_is_mine())
        return false;
    arbiter_enter();
    *access = (struct sim_access){.now = clock_now(), .pc = pc_of(cpu), .cpu = cpu};
    return true;
}

/* Finds the device's region by its start, which no region of the plugin
 * covers. */
static void *below(struct region *region)
{
    if (!region->below)
        region->below =
            qemu_private.memory_region_find(qemu_private.get_system_memory(), region->device, 1)
                .region;
    return region->below;
}

static void count_access(
    const struct region *region, const struct sim_access *access, bool write, uint64_t value)
{
    if (region->device)
        access_counters_ignore();
    else if (access_counters_add(access->cpu, write, value))
        access_wait(ACCESS_MMIO);
}

static unsigned read_region(void *opaque, uint64_t offset, uint64_t *value, unsigned size,
    struct qemu_access_attributes attributes)
{
    struct region *region = opaque;
    struct sim_access access;
    unsigned result = TRANSACTION_OK;

    *value = 0;
    if (region->device && !below(region))
        result = TRANSACTION_ERROR;
    else if (region->device)
        result = qemu_private.memory_region_dispatch_read(region->below,
            region->address - region->device + offset, value, (unsigned)__builtin_ctz(size),
            attributes);
    if (!enter(&access))
        return region->device ? result : TRANSACTION_ERROR;
    region->hooks->read(region->data, &access, (uint32_t)offset, size, value);
    count_access(region, &access, false, *value);
    arbiter_leave();
    return result;
}

static unsigned write_region(void *opaque, uint64_t offset, uint64_t value, unsigned size,
    struct qemu_access_attributes attributes)
{
    struct region *region = opaque;
    struct sim_access access;
    unsigned result = TRANSACTION_OK;

    if (region->device && !below(region))
        result = TRANSACTION_ERROR;
    else if (region->device)
        result = qemu_private.memory_region_dispatch_write(region->below,
            region->address - region->device + offset, value, (unsigned)__builtin_ctz(size),
            attributes);
    if (!enter(&access))
        return region->device ? result : TRANSACTION_ERROR;
    region->hooks->write(region->data, &access, (uint32_t)offset, size, value);
    count_access(region, &access, true, value);
    arbiter_leave();
    return result;
}

static const struct qemu_region_functions functions = {
    .read = read_region,
    .write = write_region,
    .endianness = LITTLE_ENDIAN_DEVICE,
    .valid = {.min_size = 1, .max_size = 8},
    .made = {.min_size = 1, .max_size = 8},
};

/* ---- places ---- */

/* QEMU keeps the pointers that it gets here. */
static void place(struct region *region)
{
    bool took = big_lock_take();

    qemu_private.memory_region_init_io(
        region->qemus, NULL, &functions, region, "pmulab", region->size);
    qemu_private.memory_region_add_subregion_overlap(
        qemu_private.get_system_memory(), region->address, region->qemus, PRIORITY);
    if (took)
        big_lock_give();
}

void mmio_amend(
    uint64_t device, uint64_t address, uint32_t size, const struct mmio_hooks *hooks, void *data)
{
    struct region *region = g_new0(struct region, 1);

    region->address = address;
    region->size = size;
    region->device = device;
    region->hooks = hooks;
    region->data = data;
    if (self.started) {
        place(region);
    } else {
        region->next = self.waiting;
        self.waiting = region;
    }
}

void mmio_add(uint64_t address, uint32_t size, const struct mmio_hooks *hooks, void *data)
{
    mmio_amend(0, address, size, hooks, data);
}

void mmio_cpu_started(void)
{
    self.started = true;
    for (; self.waiting; self.waiting = self.waiting->next)
        place(self.waiting);
}

void mmio_init(uint64_t (*pc)(unsigned cpu))
{
    g_assert(qemu_private_has(QEMU_DEVICES | QEMU_CLOCK | QEMU_LOCK));
    self.pc = pc;
}
