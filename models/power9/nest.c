/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The nest microcode of a chip: polls its control block, obeys commands, and
 * posts counts to HOMER. */
#include "models/power9/nest.h"

#include "models/power9/homer.h"
#include "models/power9/power9_blocks.h"
#include "models/sim/clock.h"

#include <assert.h>
#include <string.h>

enum { BACKLOG = 64 }; /* overdue postings that are made one by one */

/* One poll, with the control block's contents. */
struct poll {
    struct nest *n;
    struct p9_traffic_table *traffic;
    const struct sim_host *host;
    uint64_t now;
    uint64_t control[NEST_N_REGS];
};

static const struct p9_microcode *microcode(const struct nest *n)
{
    return &n->generation->microcode;
}

static uint64_t get_be64(const uint8_t *bytes)
{
    uint64_t value = 0;

    for (unsigned i = 0; i < 8; i++)
        value = value << 8 | bytes[i];
    return value;
}

static void put_be64(uint8_t *bytes, uint64_t value)
{
    for (unsigned i = 0; i < 8; i++)
        bytes[i] = (uint8_t)(value >> (56 - 8 * i));
}

uint64_t nest_memory(unsigned chip)
{
    return P9_HOMER_BASE(chip) + P9_IMC_COUNTERS;
}

/* The first and last word of each group count its postings: OCC gpe1_24x7.h. */
enum { LAST_OF_GROUP = NEST_GROUP - 8 };

unsigned nest_update_count(const struct p9_generation *generation, uint32_t offset)
{
    unsigned group = offset / NEST_GROUP, within = offset % NEST_GROUP;

    return group < generation->microcode.groups && (!within || within == LAST_OF_GROUP) ? group + 1
                                                                                        : 0;
}

bool nest_has(const struct p9_traffic *word, uint64_t availability)
{
    uint64_t there = availability & word->units;

    return !word->units || (word->exactly ? there == word->exactly : there != 0);
}

bool nest_set(unsigned chip, const struct sim_host *host, enum nest_reg reg, uint64_t value)
{
    uint8_t bytes[8];

    put_be64(bytes, value);
    return host->write(
        host->self, nest_memory(chip) + nest_bank.regs[reg].offset, bytes, sizeof(bytes));
}

void nest_reset(struct nest *n, const struct p9_generation *generation, unsigned chip,
    uint64_t availability, bool dead)
{
    memset(n, 0, sizeof(*n));
    n->generation = generation;
    n->chip = chip;
    n->availability = availability;
    n->dead = dead;
    n->poll = NEST_POLL_NS;
}

/* ---- the trace, the control block ---- */

static void trace(const struct poll *p, const struct trace_record *what)
{
    struct trace_record record = *what;

    record.block = p9_block(P9_CHIP_MEMORY, p->n->chip);
    record.time = p->now;
    if (p->host->trace)
        p->host->trace(p->host->self, &record);
}

static bool read_control(struct poll *p)
{
    uint8_t bytes[NEST_N_REGS * 8];

    if (!p->host->read(
            p->host->self, nest_memory(p->n->chip) + P9_IMC_CONTROL_BLOCK, bytes, sizeof(bytes)))
        return false;
    for (unsigned i = 0; i < NEST_N_REGS; i++)
        p->control[i] = get_be64(bytes + 8 * i);
    return true;
}

static void set_control(struct poll *p, enum nest_reg reg, uint64_t value)
{
    if (p->control[reg] == value || !nest_set(p->n->chip, p->host, reg, value))
        return;
    p->control[reg] = value;
    trace(p,
        &(struct trace_record){
            .kind = TRACE_WRITE, .size = 8, .offset = nest_bank.regs[reg].offset, .value = value});
}

/* ---- counting ---- */

static bool is_ours(const struct nest *n, const struct p9_traffic *word)
{
    return word->block == p9_block(P9_CHIP_MEMORY, n->chip);
}

/* Drops all counts so far. */
static void forget(struct poll *p)
{
    for (unsigned i = 0; i < p->traffic->n; i++)
        if (is_ours(p->n, &p->traffic->entry[i]))
            p9_traffic_advance(&p->traffic->entry[i], p->now);
    p->n->began = p->now;
}

static void zero_word(struct poll *p, struct p9_traffic *word)
{
    static const uint8_t zeroes[8];

    word->counted = 0;
    if (word->offset >= microcode(p->n)->posted)
        p->host->write(
            p->host->self, nest_memory(p->n->chip) + word->offset, zeroes, sizeof(zeroes));
}

static bool zero(struct poll *p)
{
    static const uint8_t zeroes[NEST_MOST_POSTED];

    if (!p->host->write(p->host->self, nest_memory(p->n->chip), zeroes, microcode(p->n)->posted))
        return false;
    for (unsigned i = 0; i < p->traffic->n; i++)
        if (is_ours(p->n, &p->traffic->entry[i]))
            zero_word(p, &p->traffic->entry[i]);
    p->n->postings = 0;
    trace(p, &(struct trace_record){.kind = TRACE_POST});
    return true;
}

/* The increment of the memory word that belongs to @word. */
static uint64_t growth(const struct poll *p, struct p9_traffic *word)
{
    bool there = nest_has(word, p->n->availability);
    bool elsewhere =
        p->n->mode == NEST_MODE_DEBUG1 && word->offset < microcode(p->n)->debugged * NEST_GROUP;

    /* A stopped counter loses its count when it resumes, because resuming
     * configures it anew. */
    return there && !elsewhere ? p9_traffic_count(word, p->now) : 0;
}

static void add_to_word(uint8_t *bytes, uint64_t more)
{
    put_be64(bytes, get_be64(bytes) + more);
}

/* Adds to a word that the catalogue places outside the microcode's area. */
static void add_beyond(struct poll *p, uint32_t offset, uint64_t more)
{
    uint64_t address = nest_memory(p->n->chip) + offset;
    uint8_t bytes[8];

    if (!more || !p->host->read(p->host->self, address, bytes, sizeof(bytes)))
        return;
    add_to_word(bytes, more);
    p->host->write(p->host->self, address, bytes, sizeof(bytes));
}

static void add_events(struct poll *p, uint8_t memory[NEST_MOST_POSTED])
{
    for (unsigned i = 0; i < p->traffic->n; i++) {
        struct p9_traffic *word = &p->traffic->entry[i];
        uint64_t more = is_ours(p->n, word) ? growth(p, word) : 0;

        if (word->offset <= microcode(p->n)->posted - 8)
            add_to_word(memory + word->offset, more);
        else
            add_beyond(p, word->offset, more);
    }
}

static uint64_t period(const struct nest *n)
{
    return 2 * NEST_POLL_NS << n->speed;
}

/* Reads and writes all of counter memory with two calls to the host, however
 * many words change. */
static void post(struct poll *p)
{
    struct nest *n = p->n;
    uint64_t times = (p->now - n->began) / period(n);
    uint8_t memory[NEST_MOST_POSTED];
    unsigned posted = microcode(n)->posted,
             first = n->mode == NEST_MODE_DEBUG1 ? microcode(n)->debugged : 0;

    if (!p->host->read(p->host->self, nest_memory(n->chip), memory, posted))
        return;
    for (unsigned i = first; i < microcode(n)->groups; i++) {
        add_to_word(memory + i * NEST_GROUP, times);
        add_to_word(memory + i * NEST_GROUP + LAST_OF_GROUP, times);
    }
    add_events(p, memory);
    p->host->write(p->host->self, nest_memory(n->chip), memory, posted);
    n->postings += times;
    trace(p, &(struct trace_record){.kind = TRACE_POST,
                 .offset = (uint32_t)((p->now - n->began) / NEST_POLL_NS),
                 .value = n->postings});
    n->began = p->now;
}

/* ---- obeying ---- */

/* Sets the final status once everything is configured. */
static void settle(struct poll *p)
{
    struct nest *n = p->n;

    if (n->state == NEST_CONFIGURES || n->state == NEST_WAITS)
        set_control(p, NEST_MODE_STATE, n->mode);
    if (n->state != NEST_RUNS && !n->paused)
        forget(p);
    n->state = n->paused ? NEST_PAUSED : NEST_RUNS;
    set_control(p, NEST_STATUS, n->paused ? NEST_STATUS_PAUSED : NEST_STATUS_RUN);
}

static void refuse(struct poll *p, enum nest_status status)
{
    p->n->state = NEST_REFUSES;
    set_control(p, NEST_STATUS, status);
}

/* Takes over the settings and begins to configure the units; this poll does the
 * first part. */
static void configure_anew(struct poll *p, bool zeroing)
{
    struct nest *n = p->n;

    n->speed = p->control[NEST_SPEED];
    n->mode = p->control[NEST_MODE];
    n->availability = p->control[NEST_AVAILABILITY];
    if (zeroing)
        zero(p);
    if (n->mode >= NEST_MODE_END) {
        refuse(p, NEST_STATUS_BAD_MODE);
    } else if (n->speed >= NEST_SPEED_END) {
        refuse(p, NEST_STATUS_BAD_SPEED);
    } else {
        n->state = NEST_CONFIGURES;
        n->configuring = microcode(n)->configuring;
        set_control(p, NEST_STATUS, NEST_STATUS_INIT);
    }
}

/* Returns whether to clear and begin again. */
static bool obey(struct poll *p)
{
    uint64_t command = p->control[NEST_COMMAND];
    struct nest *n = p->n;

    if (command == NEST_COMMAND_NOP || command >= NEST_COMMAND_END)
        return false;
    set_control(p, NEST_COMMAND, NEST_COMMAND_NOP);
    n->paused = command == NEST_COMMAND_PAUSE;
    if (command != NEST_COMMAND_CLEAR &&
        (n->state == NEST_RUNS || n->state == NEST_PAUSED || n->state == NEST_WAITS))
        settle(p);
    return command == NEST_COMMAND_CLEAR;
}

/* Whether an unknown command, which the microcode leaves in place, suspends all
 * other work. */
static bool strays(struct poll *p)
{
    struct nest *n = p->n;

    if (p->control[NEST_COMMAND] < NEST_COMMAND_END || !microcode(n)->strays_pause)
        return false;
    n->paused = true;
    if (n->state == NEST_RUNS)
        settle(p);
    return true;
}

static void look_around(struct poll *p)
{
    struct nest *n = p->n;

    if (strays(p))
        return;
    bool clear = obey(p), faster = p->control[NEST_SPEED] != n->speed;
    bool waits = !clear && (n->state == NEST_REFUSES || n->state == NEST_WAITS);

    if (clear || faster || p->control[NEST_MODE] != n->mode ||
        p->control[NEST_AVAILABILITY] != n->availability)
        configure_anew(p, clear || faster);
    /* Microcode that refuses to run needs a new command to try again: valid
     * settings alone do not restart it. */
    if (waits && n->state == NEST_CONFIGURES)
        n->state = NEST_WAITS;
}

/* The first poll that finds HOMER. */
static void begin_poll(struct poll *p)
{
    struct nest *n = p->n;

    if (!read_control(p) || !zero(p))
        return;
    set_control(p, NEST_STATUS, NEST_STATUS_INIT);
    set_control(p, NEST_COMMAND, NEST_COMMAND_NOP);
    if (!p->control[NEST_AVAILABILITY])
        set_control(p, NEST_AVAILABILITY, n->availability);
    if (n->dead)
        n->poll = SIM_NEVER;
    else
        configure_anew(p, false);
}

static void work(struct poll *p)
{
    struct nest *n = p->n;

    if (n->state == NEST_CONFIGURES && !--n->configuring) {
        settle(p);
    } else if (n->state == NEST_RUNS && p->now - n->began >= period(n)) {
        post(p);
    }
}

/* ---- time ---- */

/* Nothing else happens before @limit: returns the next poll that acts, or the
 * first that may find a change. */
static uint64_t next_poll(const struct nest *n, uint64_t limit)
{
    uint64_t next = (limit + NEST_POLL_NS - 1) / NEST_POLL_NS * NEST_POLL_NS;

    if (n->state == NEST_RUNS) {
        uint64_t posting = n->began + period(n);
        uint64_t overdue = limit > posting ? (limit - posting) / period(n) : 0;

        if (overdue > BACKLOG)
            posting += (overdue - BACKLOG) * period(n);
        next = posting < next ? posting : next;
    }
    return n->state == NEST_CONFIGURES || next < n->poll ? n->poll : next;
}

void nest_poll(
    struct nest *n, struct p9_traffic_table *traffic, const struct sim_host *host, uint64_t limit)
{
    struct poll p = {.n = n, .traffic = traffic, .host = host, .now = n->poll};

    assert(n->poll != SIM_NEVER);
    n->poll += NEST_POLL_NS;
    if (n->state == NEST_ABSENT)
        begin_poll(&p);
    else if (read_control(&p))
        look_around(&p);
    work(&p);
    if (n->poll != SIM_NEVER)
        n->poll = next_poll(n, limit);
}
