/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "qemu-plugins/cpu_count.h"

#include <assert.h>
#include <glib.h>
#include <string.h>

/*
 * Generated code does not see requests, so that it has to call us now and then, in instructions; less often
 * where a countdown is soon at its end.
 */
enum { LOOK_EACH = 512, SOON = 8 * LOOK_EACH };

const struct block count_nothing;

void count_nothing_newest(struct cpu_count *cpu)
{
    count_newest(cpu, &count_nothing, 0);
    count_newest_mix(cpu, false, 0);
}

/* Before a change, and after it. */
static void change(struct cpu_count *cpu)
{
    unsigned changes = atomic_load_explicit(&cpu->changes, memory_order_relaxed);

    atomic_thread_fence(memory_order_release);
    atomic_store_explicit(&cpu->changes, changes + 1, memory_order_relaxed);
    atomic_thread_fence(memory_order_release);
}

void count_take(struct cpu_count *cpu)
{
    struct inline_count *generated = cpu->generated;
    uint64_t count, more;

    if (!generated)
        return;
    count = count_read(&generated->count);
    more = count - count_read(&cpu->given);
    if (!more)
        return;
    change(cpu);
    cpu->last = (const struct block *)(uintptr_t)count_read(&generated->last);
    count_add(&cpu->executed[cpu->last->user], more);
    cpu->left -= (int64_t)more;
    count_newest(cpu, cpu->last, cpu->last->n);
    atomic_store_explicit(&cpu->given, count, memory_order_relaxed);
    change(cpu);
}

/* So many instructions can be counted before the next call; none: the next block calls. */
static uint64_t unattended(const struct cpu_count *cpu)
{
    if (cpu->leaves || cpu->left <= 0)
        return 0;
    return cpu->left > SOON ? LOOK_EACH : (uint64_t)cpu->left;
}

void count_give(struct cpu_count *cpu)
{
    struct inline_count *generated = cpu->generated;
    uint64_t count = INLINE_COUNT_ENDS - unattended(cpu);

    if (!generated || (count_read(&generated->count) == count && count_read(&cpu->given) == count))
        return;
    change(cpu);
    atomic_store_explicit(&generated->count, count, memory_order_relaxed);
    atomic_store_explicit(&cpu->given, count, memory_order_relaxed);
    change(cpu);
}

/*
 * An entry stores the block before it counts it: so the
 * count that is read first has no block in it that is newer than the last.
 */
void count_sure(const struct cpu_count *cpu, uint64_t sure[2])
{
    unsigned changes;

    do {
        changes = atomic_load_explicit(&cpu->changes, memory_order_acquire);
        for (unsigned user = 0; user < 2; user++)
            sure[user] = count_read(&cpu->executed[user]) - count_unsure(cpu, user);
        if (!cpu->generated)
            return;
        uint64_t count = atomic_load_explicit(&cpu->generated->count, memory_order_acquire);
        uint64_t last = atomic_load_explicit(&cpu->generated->last, memory_order_acquire);
        const struct block *block = (const struct block *)(uintptr_t)last;
        uint64_t more = count - count_read(&cpu->given);
        if (more) {
            for (unsigned user = 0; user < 2; user++)
                sure[user] = count_read(&cpu->executed[user]);
            sure[block->user] += more - MIN(more, block->n);
        }
        atomic_thread_fence(memory_order_acquire);
    } while (changes % 2 || atomic_load_explicit(&cpu->changes, memory_order_relaxed) != changes);
}

void count_cut(struct cpu_count *cpu, uint32_t n)
{
    const struct block *block = cpu->last;
    uint32_t rest = block->n - n;

    assert(count_unsure(cpu, block->user) >= rest);
    count_instructions(cpu, block, block->n, n);
    count_newest_number(cpu, block->user, (uint32_t)count_unsure(cpu, block->user) - rest);
    count_add(&cpu->newest_mix[block->user],
        count_pack(block_mix_at(block, n)) - count_pack(block_mix_at(block, block->n)));
    cpu->left += rest;
    if (cpu->leaves)
        count_add(&cpu->charged, rest);
    cpu->leaves = false;
    cpu->cut = *block;
    cpu->cut.n = n;
    cpu->cut.span = cpu->cut.reach = 0;
    cpu->cut.placed = false;
    cpu->last = &cpu->cut;
}

void count_final(struct cpu_count *cpu)
{
    static const uint16_t at_start[1];
    const struct block *block = cpu->last;
    uint64_t offset = block_last_offset(block),
             before = BLOCK_PAGE - block->start % BLOCK_PAGE; /* bytes in its first page */

    cpu->final = *block;
    cpu->final.n = 1;
    cpu->final.start =
        block->second && offset >= before ? block->second + offset - before : block->start + offset;
    cpu->final.span = block->span - offset;
    cpu->final.reach = cpu->final.span;
    cpu->final.second = 0;
    cpu->final.offsets = block->offsets ? at_start : NULL;
    cpu->final.mix = block->mix ? &block->mix[block->n - 1] : NULL;
    cpu->last = &cpu->final;
}

void count_keep_last(struct cpu_count *cpu)
{
    const uint16_t *offsets = cpu->last->offsets;

    if (cpu->last != &cpu->kept)
        cpu->kept = *cpu->last;
    if (offsets && offsets != cpu->kept_offsets) {
        memcpy(cpu->kept_offsets, offsets, cpu->last->n * sizeof(*offsets));
        cpu->kept.offsets = cpu->kept_offsets;
    }
    if (cpu->kept.mix && cpu->kept.mix != cpu->kept_mix) {
        memcpy(cpu->kept_mix, cpu->kept.mix, (cpu->last->n + 1) * sizeof(*cpu->kept_mix));
        cpu->kept.mix = cpu->kept_mix;
    }
    cpu->last = &cpu->kept;
}
