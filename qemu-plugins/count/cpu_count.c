/* SPDX-License-Identifier: GPL-2.0-or-later */
/* One CPU's count, and the part of it in generated code. */
#include "qemu-plugins/count/cpu_count.h"

#include <assert.h>
#include <glib.h>
#include <string.h>

/* Generated code does not see requests, so it calls back after LOOK_EACH
 * instructions, or later if a countdown is about to end. */
enum { LOOK_EACH = 512, SOON = 8 * LOOK_EACH };
_Static_assert(
    SOON + BLOCK_INSTRUCTIONS <= UINT16_MAX, "a packed mix has room for what is counted meanwhile");

const struct block count_nothing;

void count_nothing_newest(struct cpu_count *cpu)
{
    count_newest(cpu, &count_nothing, 0);
    count_keep_recent(cpu);
}

/* Brackets a change of values that other threads read as a whole. */
static void change(struct cpu_count *cpu)
{
    unsigned changes = atomic_load_explicit(&cpu->changes, memory_order_relaxed);

    atomic_thread_fence(memory_order_release);
    atomic_store_explicit(&cpu->changes, changes + 1, memory_order_relaxed);
    atomic_thread_fence(memory_order_release);
}

static void add_packed(struct cpu_count *cpu, bool user, uint64_t packed)
{
    struct blocks_mix mix = count_unpack(packed);

    for (unsigned kind = 0; kind < BLOCKS_KINDS; kind++)
        count_add(&cpu->mixed[user][kind], mix.of[kind]);
}

void count_keep_recent(struct cpu_count *cpu)
{
    if (!(count_read(&cpu->recent[0]) | count_read(&cpu->recent[1])))
        return;
    change(cpu);
    for (unsigned user = 0; user < 2; user++) {
        add_packed(cpu, user, count_read(&cpu->recent[user]));
        atomic_store_explicit(&cpu->recent[user], 0, memory_order_relaxed);
    }
    change(cpu);
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
    add_packed(cpu, cpu->last->user, count_read(&generated->sum));
    atomic_store_explicit(&generated->sum, 0, memory_order_relaxed);
    cpu->left -= (int64_t)more;
    count_newest(cpu, cpu->last, cpu->last->n);
    atomic_store_explicit(&cpu->given, count, memory_order_relaxed);
    change(cpu);
}

/* Instructions that may be counted before the next call; 0: the next block
 * calls. */
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

/* Generated code's counts since the last take, all at one privilege. */
struct untaken {
    const struct block *last;
    uint64_t n;
    struct blocks_mix mix;
};

/* An entry stores the block before it counts it. The counts are read first, so
 * they contain no block newer than the last. */
static struct untaken untaken_of(const struct cpu_count *cpu)
{
    const struct inline_count *generated = cpu->generated;
    struct untaken untaken = {.last = &count_nothing};

    if (!generated)
        return untaken;
    untaken.mix = count_unpack(atomic_load_explicit(&generated->sum, memory_order_acquire));
    untaken.n =
        atomic_load_explicit(&generated->count, memory_order_acquire) - count_read(&cpu->given);
    if (untaken.n)
        untaken.last = (const struct block *)(uintptr_t)atomic_load_explicit(
            &generated->last, memory_order_acquire);
    return untaken;
}

static bool changed(const struct cpu_count *cpu, unsigned before)
{
    atomic_thread_fence(memory_order_acquire);
    return before % 2 || atomic_load_explicit(&cpu->changes, memory_order_relaxed) != before;
}

void count_sure(const struct cpu_count *cpu, uint64_t sure[2])
{
    unsigned changes;

    do {
        changes = atomic_load_explicit(&cpu->changes, memory_order_acquire);
        const struct untaken more = untaken_of(cpu);
        for (unsigned user = 0; user < 2; user++)
            sure[user] = count_read(&cpu->executed[user]) - (more.n ? 0 : count_unsure(cpu, user));
        sure[more.last->user] += more.n - MIN(more.n, more.last->n);
    } while (changed(cpu, changes));
}

void count_sure_mix(const struct cpu_count *cpu, bool user, uint64_t sure[BLOCKS_KINDS])
{
    unsigned changes;

    do {
        changes = atomic_load_explicit(&cpu->changes, memory_order_acquire);
        const struct untaken more = untaken_of(cpu);
        const struct blocks_mix recent =
            count_unpack(atomic_load_explicit(&cpu->recent[user], memory_order_acquire));
        const struct blocks_mix unsure = count_unpack(more.n ? 0 : count_unsure_mix(cpu, user));
        for (unsigned kind = 0; kind < BLOCKS_KINDS; kind++) {
            sure[kind] = count_read(&cpu->mixed[user][kind]) + recent.of[kind] - unsure.of[kind];
            if (more.last->user == user)
                sure[kind] += more.mix.of[kind] - MIN(more.mix.of[kind], more.last->all.of[kind]);
        }
    } while (changed(cpu, changes));
}

struct sim_executed count_executed(struct cpu_count *cpu)
{
    uint64_t sure[2];

    count_sure(cpu, sure);
    for (unsigned user = 0; user < 2; user++)
        cpu->said[user] = MAX(cpu->said[user], sure[user]);
    return (struct sim_executed){.kernel = cpu->said[0], .user = cpu->said[1]};
}

/* The work at one privilege. */
static struct sim_work work_of(struct cpu_count *cpu, bool user)
{
    uint64_t sure[BLOCKS_KINDS], *said = cpu->said_mix[user];

    count_sure_mix(cpu, user, sure);
    for (unsigned kind = 0; kind < BLOCKS_KINDS; kind++)
        said[kind] = MAX(said[kind], sure[kind]);
    return (struct sim_work){.instructions = cpu->said[user],
        .loads = said[BLOCKS_LOAD],
        .stores = said[BLOCKS_STORE],
        .branches = said[BLOCKS_BRANCH],
        .returns = said[BLOCKS_RETURN]};
}

struct sim_activity count_activity(struct cpu_count *cpu)
{
    struct sim_activity activity;

    count_executed(cpu);
    activity = (struct sim_activity){.user = work_of(cpu, true), .kernel = work_of(cpu, false)};
    activity.kernel.exceptions = count_read(&cpu->exceptions);
    return activity;
}

void count_state(struct snapshot *snapshot, struct cpu_count *cpu)
{
    snapshot_part(snapshot, &cpu->executed, sizeof(cpu->executed));
    snapshot_part(snapshot, &cpu->mixed, sizeof(cpu->mixed));
    snapshot_part(snapshot, &cpu->exceptions, sizeof(cpu->exceptions));
    snapshot_part(snapshot, &cpu->charged, sizeof(cpu->charged));
    snapshot_part(snapshot, &cpu->time, sizeof(cpu->time));
    snapshot_part(snapshot, &cpu->said, sizeof(cpu->said));
    snapshot_part(snapshot, &cpu->said_mix, sizeof(cpu->said_mix));
}

void count_cut(struct cpu_count *cpu, uint32_t n)
{
    const struct block *block = cpu->last;
    uint32_t rest = block->n - n;

    assert(count_unsure(cpu, block->user) >= rest);
    count_instructions(cpu, block, block->n, n);
    count_newest_number(cpu, block->user, (uint32_t)count_unsure(cpu, block->user) - rest);
    count_add(&cpu->newest_mix,
        count_pack(block_mix_at(block, n)) - count_pack(block_mix_at(block, block->n)));
    cpu->left += cpu->shows ? 0 : rest;
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
