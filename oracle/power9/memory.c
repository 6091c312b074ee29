/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Accumulation (docs/hardware/power9.md, "Cores, threads, trace"). */
#include "oracle/power9/memory.h"

#include <stdlib.h>
#include <string.h>

static void *grown(void *array, unsigned n, size_t size)
{
    /* Postings are many, so the capacity doubles. */
    if (n & (n - 1))
        return array;
    array = realloc(array, (n ? 2 * n : 1) * size);
    if (!array)
        abort();
    return array;
}

void oracle_p9_memory_begin(struct oracle_p9_memory *memory,
    const struct oracle_p9_generation *generation, unsigned smt, unsigned summed)
{
    *memory = (struct oracle_p9_memory){
        .generation = generation, .smt = smt, .summed = summed, .read = UINT64_MAX};
}

void oracle_p9_memory_end(struct oracle_p9_memory *memory)
{
    for (unsigned i = 0; i < memory->n_seen; i++)
        oracle_flow_end(&memory->seen[i].flow);
    free(memory->postings);
    free(memory->whiles);
    free(memory->seen);
    free(memory->moved);
}

/* ---- counting ---- */

/* The host may lower its number of instructions; a count does not decrease. */
static uint64_t more(uint64_t before, uint64_t now)
{
    return now > before ? now - before : 0;
}

static void account(struct oracle_p9_memory *memory, uint64_t ns, uint64_t user, uint64_t kernel)
{
    struct oracle_p9_work *work = &memory->work;
    uint64_t busy;

    ns = ns > memory->upto ? ns : memory->upto;
    if (memory->counts) {
        work->user += more(memory->user, user);
        work->kernel += more(memory->kernel, kernel);
        work->ns += ns - memory->upto;
        busy = (work->user + work->kernel) * ORACLE_P9_INSTRUCTION_NS;
        /* With the host's clock, execution may be ahead of time. */
        if (work->ns > busy && work->ns - busy > work->idle)
            work->idle = work->ns - busy;
        memory->whiles[memory->n_whiles - 1].to = ns;
    }
    memory->upto = ns;
    memory->user = user;
    memory->kernel = kernel;
}

static void post(struct oracle_p9_memory *memory)
{
    memory->postings = grown(memory->postings, memory->n_postings, sizeof(*memory->postings));
    memory->postings[memory->n_postings++] =
        (struct oracle_p9_posting){memory->upto, memory->read == memory->upto, memory->work};
    for (unsigned i = 0; i < memory->n_moved; i++)
        memory->moved[i].posted = memory->moved[i].now;
}

void oracle_p9_memory_switch(
    struct oracle_p9_memory *memory, bool counts, uint64_t ns, uint64_t user, uint64_t kernel)
{
    if (!memory->counts && !counts)
        return;
    account(memory, ns, user, kernel);
    post(memory);
    if (counts && !memory->counts) {
        memory->whiles = grown(memory->whiles, memory->n_whiles, sizeof(*memory->whiles));
        memory->whiles[memory->n_whiles++] = (struct oracle_p9_while){memory->upto, memory->upto};
    }
    memory->counts = counts;
}

void oracle_p9_memory_post(
    struct oracle_p9_memory *memory, uint64_t ns, uint64_t user, uint64_t kernel)
{
    if (!memory->counts)
        return;
    account(memory, ns, user, kernel);
    post(memory);
}

bool oracle_p9_memory_is_late(const struct oracle_p9_memory *memory, uint64_t ns)
{
    uint64_t last = memory->n_postings ? memory->postings[memory->n_postings - 1].ns : 0;

    return memory->counts && ns > last + ORACLE_P9_MEMORY_POSTS_NS;
}

/* ---- words ---- */

static uint64_t traffic_of(
    const struct oracle_p9_memory *memory, const struct oracle_p9_seen *seen, uint64_t ns)
{
    uint64_t sum = 0;

    for (unsigned i = 0; i < memory->n_whiles; i++) {
        const struct oracle_p9_while *w = &memory->whiles[i];
        uint64_t to = w->to < ns ? w->to : ns;

        if (w->from < to)
            sum += oracle_flow_events(&seen->flow, oracle_cycles(ORACLE_P9_TRAFFIC_HZ, w->from),
                oracle_cycles(ORACLE_P9_TRAFFIC_HZ, to));
    }
    return sum / seen->divisor;
}

static uint64_t counted_at(
    const struct oracle_p9_memory *memory, uint32_t offset, const struct oracle_p9_posting *posting)
{
    const struct oracle_p9_word *word = oracle_p9_word_at(memory->generation, offset);
    uint64_t sum = 0;

    if (word)
        return oracle_p9_word_events(word, &posting->work, memory->smt, memory->summed) /
               memory->generation->scale;
    for (unsigned i = 0; i < memory->n_seen; i++)
        if (memory->seen[i].source.place.offset == offset)
            sum += traffic_of(memory, &memory->seen[i], posting->ns);
    return sum;
}

uint64_t oracle_p9_memory_counted(
    const struct oracle_p9_memory *memory, uint32_t offset, uint64_t ns)
{
    unsigned low = 0, high = memory->n_postings;

    while (low < high) {
        unsigned middle = (low + high) / 2;

        if (memory->postings[middle].ns + memory->postings[middle].behind <= ns)
            low = middle + 1;
        else
            high = middle;
    }
    return low ? counted_at(memory, offset, &memory->postings[low - 1]) : 0;
}

uint64_t oracle_p9_memory_latest(const struct oracle_p9_memory *memory, uint32_t offset)
{
    return memory->n_postings
               ? counted_at(memory, offset, &memory->postings[memory->n_postings - 1])
               : 0;
}

static struct oracle_p9_moved *moved_at(const struct oracle_p9_memory *memory, uint32_t offset)
{
    for (unsigned i = 0; i < memory->n_moved; i++)
        if (memory->moved[i].offset == offset)
            return &memory->moved[i];
    return NULL;
}

uint64_t oracle_p9_memory_holds(const struct oracle_p9_memory *memory, uint32_t offset)
{
    const struct oracle_p9_moved *moved = moved_at(memory, offset);

    return oracle_p9_memory_latest(memory, offset) + (moved ? moved->posted : 0);
}

/* ---- the scenario ---- */

void oracle_p9_memory_amount(struct oracle_p9_memory *memory, uint64_t ns,
    const struct oracle_p9_source *source, unsigned divisor, const struct oracle_amount *amount)
{
    struct oracle_p9_seen *seen = NULL;

    for (unsigned i = 0; i < memory->n_seen; i++)
        if (memory->seen[i].source.event == source->event)
            seen = &memory->seen[i];
    if (!seen) {
        memory->seen = grown(memory->seen, memory->n_seen, sizeof(*memory->seen));
        seen = &memory->seen[memory->n_seen++];
        *seen = (struct oracle_p9_seen){.source = *source, .divisor = divisor};
        oracle_flow_begin(&seen->flow, ORACLE_P9_TRAFFIC_HZ);
    }
    oracle_flow_change(&seen->flow, oracle_cycles(ORACLE_P9_TRAFFIC_HZ, ns), amount);
}

/* The next posting writes it to memory. */
void oracle_p9_memory_set(struct oracle_p9_memory *memory, uint32_t offset, uint64_t value)
{
    struct oracle_p9_moved *moved = moved_at(memory, offset);

    if (!moved) {
        memory->moved = grown(memory->moved, memory->n_moved, sizeof(*memory->moved));
        moved = &memory->moved[memory->n_moved++];
        *moved = (struct oracle_p9_moved){.offset = offset};
    }
    moved->now = value - oracle_p9_memory_latest(memory, offset);
}
