/* SPDX-License-Identifier: GPL-2.0-or-later */
/* One CPU's known executed instructions; only for qemu-plugins/count/blocks.c.
 * The block entered last counts as a whole. Instructions of it that did not run
 * are subtracted later. */
#ifndef PMULAB_QEMU_PLUGINS_COUNT_CPU_COUNT_H
#define PMULAB_QEMU_PLUGINS_COUNT_CPU_COUNT_H

#include "models/sim/host.h"
#include "qemu-plugins/count/block.h"
#include "qemu-plugins/count/inline_count.h"
#include "qemu-plugins/qemu/snapshot.h"

#include <stdatomic.h>
#include <string.h>

/* A CPU's count. Its thread writes it; other threads read the counts and leave
 * requests. It has separate cache lines. */
struct cpu_count {
    _Alignas(64) const struct block *last; /* entered last, and counted as a whole */
    /* instructions until the countdown ends, if all of the last block runs */
    int64_t left;
    _Atomic uint64_t executed[2]; /* kernel, user */
    _Atomic uint64_t newest;      /* the part that may not have run: count_unsure() */
    _Atomic bool attention;       /* there may be a request, or @leaves is set */
    /* the part of each kind that may not have run: count_unsure_mix() */
    _Atomic uint64_t newest_mix;
    _Atomic uint64_t recent[2];              /* executed instructions of each kind, packed, */
    _Atomic uint64_t mixed[2][BLOCKS_KINDS]; /* in addition to these: count_keep_recent() */
    _Atomic uint64_t exceptions;
    _Atomic uint64_t charged; /* instructions that moved the clock and were not executed */
    _Atomic uint64_t request; /* from another CPU, about the countdown */
    /* Generated code counts between count_give() and count_take(); NULL:
     * never. */
    struct inline_count *generated;
    /* its count at count_give(): the excess has the last block's privilege */
    _Atomic uint64_t given;
    _Atomic unsigned changes; /* changes of it; odd during one */
    struct block cut;         /* the executed part of the last block */
    struct block final;       /* the last block's last instruction */
    struct block kept;        /* copy of the last block, while QEMU drops translations */
    uint16_t kept_offsets[BLOCK_INSTRUCTIONS];
    struct blocks_mix kept_mix[BLOCK_INSTRUCTIONS + 1];
    const struct block *whole; /* the last block, while the CPU is within it */
    uint32_t rest;             /* instructions of it still to run */
    bool here;                 /* see blocks_begin_access() */
    bool shows;                /* see blocks_show() */
    bool leaves;               /* left the last block in its middle, with qemu_plugin_set_pc() */
    uint64_t time;             /* ns, the latest reported */
    uint64_t said[2];          /* see blocks_executed() */
    uint64_t said_mix[2][BLOCKS_KINDS];
};

/* A block without instructions. */
extern const struct block count_nothing;

static inline uint64_t count_read(const _Atomic uint64_t *value)
{
    return atomic_load_explicit(value, memory_order_relaxed);
}

/* Only the CPU's thread writes, so this is not a locked instruction. */
static inline void count_add(_Atomic uint64_t *value, uint64_t more)
{
    atomic_store_explicit(value, count_read(value) + more, memory_order_relaxed);
}

/* @n instructions of the last block, at that privilege, may not have run. A
 * single store, because every block executes it. */
static inline void count_newest_number(struct cpu_count *cpu, bool user, uint32_t n)
{
    atomic_store_explicit(&cpu->newest, (uint64_t)n << 1 | user, memory_order_relaxed);
}

/* Their number for that privilege. */
static inline uint64_t count_unsure(const struct cpu_count *cpu, bool user)
{
    uint64_t newest = count_read(&cpu->newest);

    return (newest & 1) == user ? newest >> 1 : 0;
}

_Static_assert(sizeof(struct blocks_mix) == sizeof(uint64_t), "a mix is written at once");

static inline uint64_t count_pack(const struct blocks_mix *mix)
{
    uint64_t packed;

    memcpy(&packed, mix, sizeof(packed));
    return packed;
}

static inline struct blocks_mix count_unpack(uint64_t packed)
{
    struct blocks_mix mix;

    memcpy(&mix, &packed, sizeof(mix));
    return mix;
}

/* A flag beside a block's mix, whose fields do not reach this bit. */
#define COUNT_OF_USER (UINT64_C(1) << 63)
_Static_assert(BLOCK_INSTRUCTIONS < 1 << 15, "a block's mix leaves that bit");

static inline void count_newest_mix(struct cpu_count *cpu, bool user, uint64_t packed)
{
    atomic_store_explicit(
        &cpu->newest_mix, user ? packed | COUNT_OF_USER : packed, memory_order_relaxed);
}

static inline uint64_t count_unsure_mix(const struct cpu_count *cpu, bool user)
{
    uint64_t newest = count_read(&cpu->newest_mix);

    return !(newest & COUNT_OF_USER) == !user ? newest & ~COUNT_OF_USER : 0;
}

/*
 * Whether @recent must move to @mixed before another @n instructions of that
 * privilege count. That happens each time their number crosses a multiple of
 * 2^COUNT_RECENT_BITS. Every field has room for that number plus a block.
 */
enum { COUNT_RECENT_BITS = 15 };
_Static_assert((1 << COUNT_RECENT_BITS) + BLOCK_INSTRUCTIONS <= UINT16_MAX, "a field's room");

static inline bool count_is_full(const struct cpu_count *cpu, bool user, uint32_t n)
{
    uint64_t before = count_read(&cpu->executed[user]);

    return (before ^ (before + n)) >> COUNT_RECENT_BITS;
}

void count_keep_recent(struct cpu_count *cpu);

/* These are the last @n instructions of @block, already counted. Each field of
 * their mix is at least the amount subtracted from it. */
static inline void count_newest(struct cpu_count *cpu, const struct block *block, uint32_t n)
{
    bool user = block->user;

    count_newest_number(cpu, user, n);
    count_newest_mix(cpu, user,
        count_pack(block_mix_at(block, block->n)) - count_pack(block_mix_at(block, block->n - n)));
}

static inline void count_mix(
    struct cpu_count *cpu, bool user, const struct blocks_mix *from, const struct blocks_mix *to)
{
    for (unsigned kind = 0; kind < BLOCKS_KINDS; kind++)
        count_add(&cpu->mixed[user][kind], (uint64_t)to->of[kind] - from->of[kind]);
}

/* Counts instructions of @block from number @from to before @to; if @to is less
 * than @from, subtracts them. */
static inline void count_instructions(
    struct cpu_count *cpu, const struct block *block, uint32_t from, uint32_t to)
{
    count_add(&cpu->executed[block->user], (uint64_t)to - from);
    if (block->mix) {
        count_keep_recent(cpu);
        count_mix(cpu, block->user, block_mix_at(block, from), block_mix_at(block, to));
    }
}

/* Everything counted has run. */
void count_nothing_newest(struct cpu_count *cpu);

/* Adds the count of generated code since count_give(). On @cpu's thread, or
 * while it is stopped. */
void count_take(struct cpu_count *cpu);

/* Lets generated code count from here on, until the countdown ends or it is
 * time to check for requests. */
void count_give(struct cpu_count *cpu);

/* Returns the instructions that @cpu has surely executed, for any thread:
 * kernel, user. The second returns them by kind. */
void count_sure(const struct cpu_count *cpu, uint64_t sure[2]);
void count_sure_mix(const struct cpu_count *cpu, bool user, uint64_t sure[BLOCKS_KINDS]);

/* The same, for the model: never less than before. */
struct sim_executed count_executed(struct cpu_count *cpu);
struct sim_activity count_activity(struct cpu_count *cpu);

/* Saves or restores @cpu's counts. */
void count_state(struct snapshot *snapshot, struct cpu_count *cpu);

/* Only @n instructions of the last block ran. */
void count_cut(struct cpu_count *cpu, uint32_t n);

/* Only the last instruction of the last block may not have run. */
void count_final(struct cpu_count *cpu);

/* Keeps the last block beyond its translation. */
void count_keep_last(struct cpu_count *cpu);

#endif
