/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Model and oracle under the same random plans and accesses: each value that is read and each entry of the
 * plan must be the same, to the bit and to the nanosecond. */
#include "models/snbep/snbep_plan.h"
#include "oracle/snbep/machine.h"
#include "tests/rng.h"
#include "tests/tap.h"

#include <stdlib.h>

enum { CASES = 3000, ACCESSES = 60, LINES = 24, RECORDS = 4096 };

static struct snbep model;
static struct snbep_plan_text reader;
static struct oracle_plan plan;
static struct trace_record records[RECORDS];
static unsigned n_records;

static void note_record(void *self, const struct trace_record *record)
{
    (void)self;
    if (n_records == RECORDS)
        abort();
    records[n_records++] = *record;
}

/* Of a case, in both languages. */
static const struct snbep_variant *variant;
static const struct oracle_variant *same_variant;

/* The guest's own traffic is part of it. */
static bool guest_memory;

/* A case is about few events and mostly one channel, so that what counts meets what there is. */
static const struct box_event *favourites[3];

static const struct box_event *any_event(struct rng *rng)
{
    const struct box_events *list = variant->boxes[0].type->events;

    return &list->rows[rng_below(rng, list->n)];
}

static const struct box_event *random_event(struct rng *rng)
{
    return rng_one_in(rng, 8) ? any_event(rng) : favourites[rng_below(rng, 3)];
}

static unsigned random_channel(struct rng *rng)
{
    return rng_one_in(rng, 8) ? (unsigned)rng_below(rng, snbep_n_imcs(variant)) : 0;
}

static const char *one_of(struct rng *rng, const char *const *words, unsigned n)
{
    return words[rng_below(rng, n)];
}

/* ---- plans ---- */

static void channel_text(struct rng *rng, const struct snbep_config *config, char *text, size_t size)
{
    snprintf(
        text, size, "%simc%u", config->n_sockets > 1 && rng_one_in(rng, 4) ? "s1." : "", random_channel(rng));
}

static void moment_text(struct rng *rng, const struct snbep_config *config, char *text, size_t size)
{
    static const char *const ends[] = {"", " + 1ns", " + 700us", " + 3ms", " + 1s"};
    const char *end = one_of(rng, ends, 5);
    char channel[24];
    unsigned step = 1 + (unsigned)rng_below(rng, 3);

    channel_text(rng, config, channel, sizeof(channel));
    switch (rng_below(rng, 5)) {
    case 0:
        snprintf(text, size, "at boot%s", end);
        break;
    case 1:
        snprintf(text, size, "at step %u%s", step, end);
        break;
    case 2:
        snprintf(text, size, "at end of step %u%s", step, end);
        break;
    case 3:
        snprintf(text, size, "at %s %u of %s.%s%s", rng_one_in(rng, 2) ? "read" : "write",
            1 + (unsigned)rng_below(rng, 3), channel,
            oracle_imc.registers[rng_below(rng, oracle_imc.n_registers)].name, end);
        break;
    default:
        snprintf(text, size, "at %s 1 of %s.%s in step %u%s", rng_one_in(rng, 2) ? "read" : "write", channel,
            oracle_imc.registers[rng_below(rng, oracle_imc.n_registers)].name, step, end);
    }
}

static void amount_text(struct rng *rng, char *text, size_t size)
{
    switch (rng_below(rng, 7)) {
    case 0:
        snprintf(text, size, "off");
        break;
    case 1:
        snprintf(text, size, "%u/s", (unsigned)rng_bits(rng, 30));
        break;
    case 2:
        snprintf(text, size, "%u.%04u%%", (unsigned)rng_below(rng, 60), (unsigned)rng_below(rng, 10000));
        break;
    case 3:
        snprintf(text, size, "%u MiB/s", (unsigned)rng_below(rng, 4000));
        break;
    case 4:
        snprintf(text, size, "level %u", (unsigned)rng_below(rng, 12));
        break;
    case 5: /* one period, so that sub-events can have bursts together */
        snprintf(text, size, "level 1 for %u of 1000 cycles", (unsigned)rng_below(rng, 500));
        break;
    default:
        snprintf(text, size, "level %u for %u of %u cycles", 1 + (unsigned)rng_below(rng, 22),
            (unsigned)rng_below(rng, 50), 50 + (unsigned)rng_below(rng, 1000));
    }
}

static void entry_text(struct rng *rng, const struct snbep_config *config, char *text, size_t size)
{
    const struct box_event *event = random_event(rng);
    const char *dot = event->n_subs ? "." : "",
               *sub = event->n_subs ? event->subs[rng_below(rng, event->n_subs)].name : "";
    char channel[24], amount[64];

    channel_text(rng, config, channel, sizeof(channel));
    amount_text(rng, amount, sizeof(amount));
    if (rng_one_in(rng, 8))
        snprintf(text, size, "%s.PMON_CTR%u %s 0xffffff%06x", channel, (unsigned)rng_below(rng, 4),
            rng_one_in(rng, 2) ? "=" : "+=", (unsigned)rng_bits(rng, 24));
    else if (rng_one_in(rng, 12))
        snprintf(text, size, "%s.PMON_CTL%u = 0x%x", channel, (unsigned)rng_below(rng, 4),
            (unsigned)(0x400000 | event->code | rng_below(rng, 16) << 8));
    else if (rng_one_in(rng, 16))
        snprintf(text, size, "%s.PMON_CTR0 drops writes", channel);
    else if (guest_memory && rng_one_in(rng, 12))
        snprintf(text, size, "memory %s", rng_one_in(rng, 3) ? "off" : "guest");
    else
        snprintf(text, size, "%s %s%s%s %s", channel, event->name, dot, sub, amount);
}

/* Lines that the model takes; the oracle must take them all. */
static bool make_plan(struct rng *rng, const struct snbep_config *config)
{
    char line[256], wrong[PLAN_TEXT_WRONG];

    memset(&plan, 0, sizeof(plan));
    plan.variant = same_variant;
    snbep_plan_begin(&reader, &model);
    for (unsigned i = 0; guest_memory && i < 2; i++) {
        static const char *const lines[] = {"at boot", "memory guest"};

        if (!snbep_plan_line(&reader, lines[i], wrong) || oracle_plan_line(&plan, lines[i]))
            return false;
    }
    for (unsigned i = 0; i < LINES; i++) {
        if (i % 3 == 0)
            moment_text(rng, config, line, sizeof(line));
        else
            entry_text(rng, config, line, sizeof(line));
        if (!snbep_plan_line(&reader, line, wrong))
            continue;
        const char *expected = oracle_plan_line(&plan, line);
        if (expected) {
            printf("# the oracle does not take '%s': %s\n", line, expected);
            return false;
        }
    }
    return plan.moments.n_entries == model.plan.n_entries && plan.moments.n_anchors == model.plan.n_anchors;
}

/* ---- accesses ---- */

static uint32_t random_value(struct rng *rng, unsigned offset)
{
    const struct box_event *event = random_event(rng);
    static const uint32_t box[] = {0, 0x100, 0x10000, 0x10100, 0, 0x10002, 0x20000, 0x10003};
    uint32_t thresh = rng_one_in(rng, 2) ? 0 : (uint32_t)rng_below(rng, 10);

    if (rng_one_in(rng, 10))
        return (uint32_t)rng_next(rng);
    if (offset >= 0xf4 && offset < 0xf8)
        return box[rng_below(rng, 8)];
    if (offset >= 0xf0)
        return rng_one_in(rng, 3) ? 0x480000 : 0x400000;
    return event->code | (uint32_t)rng_below(rng, 256) << 8 | (rng_one_in(rng, 8) ? 0 : 0x400000u) |
           (rng_one_in(rng, 3) ? 0x40000u : 0) | (rng_one_in(rng, 3) ? 0x800000u : 0) | thresh << 24;
}

/* Mostly counters are read and their controls written. */
static unsigned random_offset(struct rng *rng, bool reads)
{
    if (rng_one_in(rng, 16))
        return 0x40 + (unsigned)rng_below(rng, 0xc0);
    if (rng_one_in(rng, 4))
        return 0xa0 + (unsigned)rng_below(rng, 0x5c);
    if (reads)
        return rng_one_in(rng, 4) ? 0xd0 + (unsigned)rng_below(rng, 8)
                                  : 0xa0 + (unsigned)rng_below(rng, 0x20);
    return rng_one_in(rng, 4) ? 0xf0 + (unsigned)rng_below(rng, 8) : 0xd8 + (unsigned)rng_below(rng, 0x10);
}

static void access_once(struct rng *rng, const struct snbep_config *config, uint64_t now)
{
    struct sim_access access = {.now = now, .pc = 1, .cpu = (unsigned)rng_below(rng, 2)};
    unsigned socket = config->n_sockets > 1 && rng_one_in(rng, 4);
    const struct oracle_place *f = &same_variant->boxes[random_channel(rng)];
    unsigned size = rng_one_in(rng, 4) ? 1u << rng_below(rng, 2) : 4;
    bool reads = rng_one_in(rng, 2);
    unsigned offset = random_offset(rng, reads) & ~(size - 1);
    unsigned bus = variant->buses[socket][f->bus], devfn = f->device << 3 | f->function;

    if (rng_one_in(rng, 12))
        snbep_step(&model, &access, 1 + (unsigned)rng_below(rng, 3), rng_one_in(rng, 2));
    else if (reads)
        snbep_pci_read(&model, &access, bus, devfn, offset, size);
    else
        snbep_pci_write(&model, &access, bus, devfn, offset, size, random_value(rng, offset));
}

static void drive(struct rng *rng, const struct snbep_config *config)
{
    uint64_t now = 1000;

    for (unsigned i = 0; i < ACCESSES; i++) {
        for (unsigned n = (unsigned)rng_below(rng, 300); model.lines.on && n; n--)
            snbep_line(&model, rng_below(rng, 64), (enum lines_direction)rng_below(rng, LINES_N_DIRECTIONS));
        access_once(rng, config, now);
        now += rng_bits(rng, 31) >> rng_below(rng, 2) * 12;
    }
}

/* ---- both ---- */

struct tally {
    unsigned reads, nonzero, entries, wrong;
    uint64_t lines;
};

/* Whether what the model did in @record is what the oracle says. */
static bool agrees(struct oracle_machine *oracle, const struct trace_record *r, struct tally *tally)
{
    struct snbep_block block = {.socket = 0};
    bool found = snbep_block_find(r->block, &block);
    const struct oracle_access access = {.ns = r->time,
        .socket = block.socket,
        .box = found && block.place ? block.index : ORACLE_MAX_BOXES,
        .offset = r->offset,
        .size = r->size};
    struct oracle_due due;

    switch (r->kind) {
    case TRACE_PLAN:
    case TRACE_REFUSED:
        tally->entries++;
        return oracle_machine_entry(oracle, r->time, &due) && due.entry == r->value && due.ns == r->time &&
               due.refused == (r->kind == TRACE_REFUSED);
    case TRACE_READ:
        tally->reads++;
        tally->nonzero += r->value != 0;
        return !oracle_machine_entry(oracle, r->time, &due) &&
               oracle_machine_read(oracle, &access) == r->value;
    case TRACE_WRITE:
        if (oracle_machine_entry(oracle, r->time, &due))
            return false;
        oracle_machine_write(oracle, &access, r->value);
        return true;
    case TRACE_LINES:
        tally->lines += r->value;
        return oracle_machine_lines(
            oracle, r->time, block.socket, block.index, r->offset == LINES_WRITTEN, r->value);
    case TRACE_STEP_BEGIN:
    case TRACE_STEP_END:
        if (oracle_machine_entry(oracle, r->time, &due))
            return false;
        oracle_machine_step(oracle, r->time, (unsigned)r->value, r->kind == TRACE_STEP_END);
        return true;
    default:
        return true;
    }
}

static void run_case(unsigned seed, struct tally *tally)
{
    static const uint32_t clocks[] = {800000000, 666666667, 933333333, 1000000, 1000000000};
    struct rng rng = {seed};
    const struct sim_host host = {.trace = note_record};
    struct snbep_config config = {.dclk_hz = clocks[rng_below(&rng, 5)],
        .n_sockets = 1 + (unsigned)rng_below(&rng, 2),
        .variant = (enum snbep_variant_number)rng_below(&rng, SNBEP_N_VARIANTS)};
    if (config.variant == VARIANT_SNBEP && rng_one_in(&rng, 3))
        config.box_ctl = IMC_GUIDE;
    const struct oracle_config same = {config.dclk_hz, config.n_sockets, config.box_ctl == IMC_GUIDE};
    struct oracle_machine *oracle;

    variant = snbep_variant_of(&config);
    same_variant = oracle_variant_named(variant->name);
    for (unsigned i = 0; i < 3; i++)
        favourites[i] = any_event(&rng);
    guest_memory = rng_one_in(&rng, 3);
    while (guest_memory && !favourites[0]->lines[LINES_READ])
        favourites[0] = any_event(&rng);
    snbep_reset(&model, &config, &host);
    n_records = 0;
    if (!make_plan(&rng, &config)) {
        ok(false, "seed %u: one plan for both", seed);
        tally->wrong++;
        return;
    }
    drive(&rng, &config);
    oracle = oracle_machine_new(&same, &plan);
    for (unsigned i = 0; i < n_records; i++)
        if (!agrees(oracle, &records[i], tally)) {
            ok(false,
                "seed %u: record %u, kind %d, block %u, offset 0x%x of %u bytes, value 0x%llx, at %llu ns",
                seed, i, records[i].kind, records[i].block, (unsigned)records[i].offset, records[i].size,
                (unsigned long long)records[i].value, (unsigned long long)records[i].time);
            tally->wrong++;
            break;
        }
    oracle_machine_free(oracle);
}

int main(void)
{
    struct tally tally = {0};

    for (unsigned seed = 1; seed <= CASES && tally.wrong < 10; seed++)
        run_case(seed, &tally);
    is_u64(tally.wrong, 0, "%u cases agree", CASES);
    ok(tally.reads > CASES * 20 && tally.nonzero > tally.reads / 6, "%u reads, %u of them not 0", tally.reads,
        tally.nonzero);
    ok(tally.lines > CASES * 1000, "%llu lines of the guest's own", (unsigned long long)tally.lines);
    ok(tally.entries > CASES * 3, "%u entries took effect", tally.entries);
    return done_testing();
}
