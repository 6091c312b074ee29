/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "qemu-plugins/qemu/cpu_wait.h"

#include "qemu-plugins/qemu/clock.h"
#include "qemu-plugins/qemu/qemu_private.h"

#include <stdbool.h>
#include <stdio.h>
#include <string.h>

/*
 * QEMU 11.1, accel/tcg/icount-common.c and tcg-accel-ops-icount.c. @low has 16
 * bits and is what generated code counts down; the 16 bits after it are set by
 * other threads and must stay. @extra refills it. @budget is what both had when
 * the slice began, so executed = budget - low - extra.
 */
static struct places {
    bool known;
    uint32_t low, extra, budget; /* bytes into QEMU's structure of a CPU */
} places;

static uint64_t waited; /* instructions; CPUs take turns under -icount */

enum {
    CPU_BYTES = 128 * 1024, /* more than the structure's part that QEMU writes */
    LOW_MAX = 0xffff,
    MARK = 0x12345, /* a budget that leaves three different numbers */
    TRIES = 10000,  /* translations, of which a boot has many more */
};

/* The offset of the only aligned number @value of @size bytes in @cpu, or 0. */
static uint32_t only(const unsigned char *cpu, uint64_t value, size_t size)
{
    uint32_t found = 0;

    for (uint32_t at = 0; at < CPU_BYTES; at += (uint32_t)size) {
        if (memcmp(cpu + at, &value, size) != 0)
            continue;
        if (found)
            return 0;
        found = at;
    }
    return found;
}

void cpu_wait_prepare(void)
{
    static _Alignas(16) unsigned char cpu[CPU_BYTES];
    static unsigned tries;

    if (places.known || tries == TRIES || !qemu_private_has(QEMU_WAITS) ||
        !*qemu_private.use_icount)
        return;
    memset(cpu, 0, sizeof(cpu));
    qemu_private.icount_prepare_for_run(cpu, MARK);
    places.low = only(cpu, LOW_MAX, sizeof(uint16_t));
    places.extra = only(cpu, MARK - LOW_MAX, sizeof(int64_t));
    places.budget = only(cpu, MARK, sizeof(int64_t));
    places.known = places.low && places.extra && places.budget;
    if (!places.known && ++tries == TRIES)
        fprintf(stderr, "pmulab: accesses to registers take no time: expected a CPU's slice in "
                        "this QEMU's structure of it\n");
}

void cpu_wait(uint64_t ns)
{
    unsigned char *cpu = places.known ? *qemu_private.current_cpu() : NULL;
    const uint64_t each = cpu ? clock_of_instructions(1) : 1;
    int64_t n = (int64_t)((ns + each - 1) / each), extra, budget;
    uint16_t low;

    if (!cpu)
        return;
    waited += (uint64_t)n;
    memcpy(&low, cpu + places.low, sizeof(low));
    memcpy(&extra, cpu + places.extra, sizeof(extra));
    memcpy(&budget, cpu + places.budget, sizeof(budget));
    const int64_t of_low = n < low ? n : low;
    n -= of_low;
    const int64_t of_extra = n < extra ? n : extra;
    n -= of_extra;
    low = (uint16_t)(low - of_low);
    extra -= of_extra;
    budget += n; /* past the end of the slice */
    memcpy(cpu + places.low, &low, sizeof(low));
    memcpy(cpu + places.extra, &extra, sizeof(extra));
    memcpy(cpu + places.budget, &budget, sizeof(budget));
}

uint64_t cpu_wait_instructions(void)
{
    return waited;
}

void cpu_wait_state(struct snapshot *snapshot)
{
    snapshot_part(snapshot, &places, sizeof(places));
}
