/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * QEMU's private symbols (qemu/private.h) as typed pointers. Only this file
 * goes beyond QEMU's plugin API. Users: clock.h, big_lock.h, turns.h,
 * special_blocks.h, cpu_number.h, arm_timers.h, trap/mmio.h.
 */
#ifndef PMULAB_QEMU_PLUGINS_QEMU_QEMU_PRIVATE_H
#define PMULAB_QEMU_PLUGINS_QEMU_QEMU_PRIVATE_H

#include "qemu/private.h"

#include <glib.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>
#include <time.h>

/* ---- types of QEMU 11.1 ---- */

/* The argument of QEMU's work on a CPU (run_on_cpu_data in
 * include/hw/core/cpu.h). */
union qemu_cpu_work_data {
    void *pointer;
    uint64_t number;
};

/* include/qemu/notify.h: Notifier. */
struct qemu_notifier {
    void (*notify)(struct qemu_notifier *notifier, void *data);
    void *links[2]; /* to the next one, and to the link to this one */
};

/* include/qemu/thread.h: QemuCondWaitFunc. @file and @line are for QEMU's
 * profiler. */
typedef void qemu_cond_wait(void *cond, void *mutex, const char *file, int line);

/* include/exec/memattrs.h: MemTxAttrs, the origin of an access. */
struct qemu_access_attributes {
    uint64_t bits;
};

/* include/system/memory.h: MemoryRegionOps. Functions without attributes come
 * first; a size of 0 means QEMU's own choice. */
struct qemu_region_functions {
    uint64_t (*plain_read)(void *opaque, uint64_t offset, unsigned size);
    void (*plain_write)(void *opaque, uint64_t offset, uint64_t value, unsigned size);
    unsigned (*read)(void *opaque, uint64_t offset, uint64_t *value, unsigned size,
        struct qemu_access_attributes attributes);
    unsigned (*write)(void *opaque, uint64_t offset, uint64_t value, unsigned size,
        struct qemu_access_attributes attributes);
    int endianness;
    struct {
        unsigned min_size, max_size;
        bool unaligned;
        void *accepts;
    } valid;
    struct {
        unsigned min_size, max_size;
        bool unaligned;
    } made;
};

/* include/system/memory.h: MemoryRegionSection, a part of an address space: its
 * size, owner, and more. */
struct qemu_memory_section {
    _Alignas(16) uint64_t size[2];
    void *region;
    unsigned char more[1024];
};

/* ---- pointers ---- */

/* A member for each symbol, with its name. NULL if qemu_private_find() was
 * called without its ability, or this QEMU lacks it. */
#define QEMU_MEMBER_FUNCTION(ability, result, name, arguments) result(*name) arguments;
#define QEMU_MEMBER_VARIABLE(ability, type, name)              type *name;
/* returns the calling thread's */
#define QEMU_MEMBER_OF_THREAD(ability, type, name) type *(*name)(void);
extern struct qemu_private {
    QEMU_SYMBOLS(QEMU_MEMBER_FUNCTION, QEMU_MEMBER_VARIABLE, QEMU_MEMBER_OF_THREAD)
} qemu_private __attribute__((visibility("hidden"))); /* one load each, as for a static one */

/*
 * Looks for the symbols of all abilities (bits) in @needed and @wanted. Prints
 * one line on standard error for each wanted ability that this QEMU lacks, with
 * the resulting loss. If it lacks a needed one, prints only one line about this
 * and @machine, and returns false. At installation, before anything else in
 * this file.
 */
bool qemu_private_find(const char *machine, unsigned needed, unsigned wanted);

/* Whether qemu_private_find() has found all symbols of these @abilities. */
bool qemu_private_has(unsigned abilities);

#endif
