/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Accumulation mode: keeps the counts of a core or a thread, and posts changes
 * to its counter memory. */
#include "models/power9/accumulate.h"

#include <string.h>

void accumulate_reset(
    struct accumulator *a, const struct slots *slots, unsigned block, unsigned smt, unsigned summed)
{
    memset(a, 0, sizeof(*a));
    a->slots = slots;
    a->block = block;
    a->totals.smt = smt;
    a->totals.summed = summed;
}

/* The increase from @before to @after; 0 if the host's count went backwards. */
static uint64_t grown(uint64_t before, uint64_t after)
{
    return after > before ? after - before : 0;
}

static void account(struct accumulator *a, uint64_t now, const struct sim_executed *executed)
{
    slots_add(&a->totals, grown(a->executed.user, executed->user),
        grown(a->executed.kernel, executed->kernel), grown(a->upto, now));
    a->executed = *executed;
    a->upto = now;
}

static void write_word(
    const struct accumulator *a, const struct sim_host *host, uint32_t offset, uint64_t value)
{
    uint8_t bytes[sizeof(value)];

    for (unsigned i = 0; i < sizeof(bytes); i++)
        bytes[i] = (uint8_t)(value >> 8 * (sizeof(bytes) - 1 - i));
    if (offset <= SLOTS_MEMORY - sizeof(bytes))
        host->write(host->self, a->address + offset, bytes, sizeof(bytes));
}

static void write_traffic(
    const struct accumulator *a, const struct p9_outside *outside, uint64_t from, uint64_t to)
{
    struct p9_word words[P9_TRAFFIC_WORDS];

    if (!outside->traffic)
        return;
    unsigned n = outside->traffic(outside->traffic_self, a->block, from, to, words);
    for (unsigned i = 0; i < n; i++)
        write_word(a, outside->host, words[i].offset, words[i].value);
}

/* The count of word number @word. */
static uint64_t counted(const struct accumulator *a, unsigned word)
{
    return slots_events(&a->slots->words[word], &a->totals) / a->slots->scale;
}

static void write_changed(struct accumulator *a, const struct sim_host *host)
{
    for (unsigned i = 0; i < a->slots->n; i++) {
        uint64_t value = a->base[i] + counted(a, i);
        if (!a->fresh && value == a->posted[i])
            continue;
        write_word(a, host, slots_offset(&a->slots->words[i]), value);
        a->posted[i] = value;
    }
    a->fresh = false;
}

/* Posts the counts to memory. @from: the time up to which traffic was accounted
 * for. */
static void post(struct accumulator *a, const struct p9_outside *outside, uint64_t from)
{
    const struct sim_host *host = outside->host;

    write_traffic(a, outside, from, a->upto);
    write_changed(a, host);
    a->ordinal++;
    if (host->trace)
        host->trace(host->self,
            &(struct trace_record){
                .kind = TRACE_POST, .block = a->block, .time = a->upto, .value = a->ordinal});
}

void accumulate_post(struct accumulator *a, const struct p9_outside *outside, uint64_t now,
    const struct sim_executed *executed)
{
    uint64_t from = a->upto;

    if (!a->running)
        return;
    account(a, now, executed);
    post(a, outside, from);
}

void accumulate_start(struct accumulator *a, const struct p9_outside *outside, uint64_t now,
    const struct sim_executed *executed, uint64_t address)
{
    bool was_running = a->running;

    accumulate_post(a, outside, now, executed);
    if (!was_running) {
        a->running = true;
        a->upto = now;
        a->executed = *executed;
    }
    if (address != a->address) {
        a->address = address;
        a->fresh = true;
    }
    if (!was_running || a->fresh)
        post(a, outside, a->upto);
}

void accumulate_stop(struct accumulator *a, const struct p9_outside *outside, uint64_t now,
    const struct sim_executed *executed)
{
    accumulate_post(a, outside, now, executed);
    a->running = false;
}

uint64_t accumulate_deadline(const struct accumulator *a)
{
    return a->running ? a->upto + ACCUMULATE_PERIOD : SIM_NEVER;
}

bool accumulate_preset(struct accumulator *a, uint32_t offset, uint64_t value)
{
    int word = slots_at(a->slots, offset);

    if (word < 0)
        return false;
    a->base[word] = value - counted(a, (unsigned)word);
    return true;
}
