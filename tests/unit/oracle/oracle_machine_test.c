/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Model and oracle under the same random plans and accesses. Each value that is
 * read and each entry of the plan must be equal, to the bit and to the
 * nanosecond. */
#include "models/snbep/snbep_plan.h"
#include "oracle/snbep/machine.h"
#include "tests/rng.h"
#include "tests/tap.h"

#include <stdlib.h>

enum { CASES = 5000, ACCESSES = 60, LINES = 24, RECORDS = 4096 };

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

/* The variant of a case, for model and oracle. */
static const struct snbep_variant *variant;
static const struct oracle_variant *same_variant;

/* The case includes the guest's own traffic. */
static bool guest_memory;

/* A case is about few events and mostly one box, so that counters meet
 * traffic. */
static const struct box_event *favourites[3];
static unsigned subject; /* index of the box in the variant */

static const struct box_event *any_event(struct rng *rng)
{
    const struct box_events *list = variant->boxes[subject].type->events;

    return &list->rows[rng_below(rng, list->n)];
}

static const struct box_event *random_event(struct rng *rng)
{
    return rng_one_in(rng, 8) ? any_event(rng) : favourites[rng_below(rng, 3)];
}

static const struct oracle_kind *kind(void)
{
    return same_variant->boxes[subject].kind;
}

/* The subject, or another box of its kind. */
static unsigned random_box(struct rng *rng)
{
    unsigned other = (unsigned)rng_below(rng, variant->n_boxes);

    return rng_one_in(rng, 8) && variant->boxes[other].type == variant->boxes[subject].type
               ? other
               : subject;
}

static const struct oracle_register *random_register(struct rng *rng)
{
    return &kind()->registers[rng_below(rng, kind()->n_registers)];
}

/* Counter @i, or its control, modulo their number. */
static const char *name_of(enum oracle_role role, unsigned i)
{
    return kind()->registers[oracle_register_is(kind(), role, i % kind()->general)].name;
}

static const char *one_of(struct rng *rng, const char *const *words, unsigned n)
{
    return words[rng_below(rng, n)];
}

/* ---- plans ---- */

static void box_text(struct rng *rng, const struct snbep_config *config, char *text, size_t size)
{
    snprintf(text, size, "%s%s", config->n_sockets > 1 && rng_one_in(rng, 4) ? "s1." : "",
        variant->boxes[random_box(rng)].name);
}

static void moment_text(struct rng *rng, const struct snbep_config *config, char *text, size_t size)
{
    static const char *const ends[] = {"", " + 1ns", " + 700us", " + 3ms", " + 1s"};
    const char *end = one_of(rng, ends, 5);
    char box[24];
    unsigned step = 1 + (unsigned)rng_below(rng, 3);

    box_text(rng, config, box, sizeof(box));
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
            1 + (unsigned)rng_below(rng, 3), box, random_register(rng)->name, end);
        break;
    default:
        snprintf(text, size, "at %s 1 of %s.%s in step %u%s", rng_one_in(rng, 2) ? "read" : "write",
            box, random_register(rng)->name, step, end);
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
        snprintf(
            text, size, "%u.%04u%%", (unsigned)rng_below(rng, 60), (unsigned)rng_below(rng, 10000));
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

/* A link's filter has masks. */
static bool masked(void)
{
    return oracle_register_is(kind(), ORACLE_IS_FILTER, 3) >= 0;
}

/* Marks by which a filter of the cache or of a link selects traffic; other
 * kinds have none. */
static const char *marks_text(struct rng *rng)
{
    /* The first two are equal in meaning, and often used: a state or node of 0
     * is the same as none. */
    static const char *const marks[] = {".opc=0x182", ".opc=0x182,state=0,nid=0", ".opc=0x182",
        ".opc=0x182,state=0,nid=0", ".opc=0x180,miss=1", ".nid=1", ".state=3,nid=0,tid=2", ".tid=2",
        ".state=1", ".miss=1,nid=1,opc=0x182", ".tid=31,state=4,nid=7", ".opc=0x182,nc=1",
        ".opc=0x182,remote=1,miss=1", ".remote=1,opc=0x180,c6=1,isoc=1", ".link=2",
        ".link=0,tid=2"};

    static const char *const packets[] = {".mc=1,opc=4", ".mc=1,opc=4,rnid=18", ".rds=9,vnw=2",
        ".dnid=31", ".opc=4,mc=0,mc=1", ".rnid=2,rds=0"};

    if (!kind()->mark || rng_one_in(rng, 2))
        return "";
    return masked() ? one_of(rng, packets, sizeof(packets) / sizeof(packets[0]))
                    : one_of(rng, marks, sizeof(marks) / sizeof(marks[0]));
}

static void entry_text(struct rng *rng, const struct snbep_config *config, char *text, size_t size)
{
    const struct box_event *event = random_event(rng);
    const char *dot = event->n_subs ? "." : "",
               *sub = event->n_subs ? event->subs[rng_below(rng, event->n_subs)].name : "";
    char box[24], amount[64];

    box_text(rng, config, box, sizeof(box));
    amount_text(rng, amount, sizeof(amount));
    if (rng_one_in(rng, 8))
        snprintf(text, size, "%s.%s %s 0x%x%06x", box,
            name_of(ORACLE_IS_CTR, (unsigned)rng_below(rng, 4)),
            rng_one_in(rng, 2) ? "=" : "+=", kind()->bits == 48 ? 0xffffff : 0xfffff,
            (unsigned)rng_bits(rng, 24));
    else if (rng_one_in(rng, 12))
        snprintf(text, size, "%s.%s = 0x%x", box,
            name_of(ORACLE_IS_CTL, (unsigned)rng_below(rng, 4)),
            (unsigned)(0x400000 | (event->code & 0xff) | rng_below(rng, 16) << 8));
    else if (rng_one_in(rng, 16))
        snprintf(text, size, "%s.%s drops writes", box, name_of(ORACLE_IS_CTR, 0));
    else if (guest_memory && rng_one_in(rng, 12))
        snprintf(text, size, "memory %s", rng_one_in(rng, 3) ? "off" : "guest");
    else
        snprintf(text, size, "%s %s%s%s%s %s", box, event->name, dot, sub, marks_text(rng), amount);
}

/* Lines that the model accepts; the oracle must accept all of them. */
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
    return plan.moments.n_entries == model.plan.n_entries &&
           plan.moments.n_anchors == model.plan.n_anchors;
}

/* ---- accesses ---- */

static uint64_t random_control(struct rng *rng, const struct box_event *event)
{
    const struct oracle_fields *f = &kind()->fields;
    uint64_t all = rng_next(rng) & (f->umask | f->tid_en | f->occ_invert | f->occ_edge);

    all |= rng_one_in(rng, 2) ? 0 : rng_below(rng, 10) << 24 & f->thresh;
    all |= (rng_one_in(rng, 8) ? 0 : f->en) | (rng_one_in(rng, 3) ? f->edge : 0);
    all |= (rng_one_in(rng, 3) ? f->invert : 0) | (event->code & BOX_CODE_EXT ? f->ext : 0);
    return all | (event->code & UINT8_MAX);
}

/* A value from the events' traffic, or a random one: for the E5-2600's filter,
 * or one of the two later registers. */
static uint64_t random_filter(struct rng *rng, const struct oracle_register *reg)
{
    static const uint64_t later[2][6] = {
        {0x3 << 17, 0x7f << 17 | 2, 0x4 << 5, 0x1f << 17, 0x3 << 5 | 2, 0},
        {0x182 << 20 | 3, 0x180 << 20 | 1, 0x182 << 20 | UINT64_C(1) << 30 | 2, 0x81, 0x182 << 20,
            3}};
    static const uint64_t values[] = {0x182u << 23 | 0x03 << 10, 0x180u << 23 | 0x1f << 18,
        0x1f << 18 | 2, 0x05040302, 0x08 << 18 | 0x02 << 10, 0};

    static const uint64_t packets[4][3] = {{4 << 5 | 1 << 9, UINT64_C(1) << 31, 31 << 13},
        {2, 9 << 16, 0}, {0xf << 5, UINT64_C(1) << 31 | 0xf << 9, 0}, {0xf, 0xf << 16, 0}};

    if (rng_one_in(rng, masked() ? 8 : 3))
        return rng_next(rng);
    if (masked())
        return packets[reg->nr][rng_below(rng, 3)];
    return oracle_register_is(kind(), ORACLE_IS_FILTER, 1) < 0 ? values[rng_below(rng, 6)]
                                                               : later[reg->nr][rng_below(rng, 6)];
}

static uint64_t random_value(struct rng *rng, unsigned offset)
{
    static const uint32_t box[] = {0, 0x100, 0x10000, 0x10100, 0, 0x10002, 0x20000, 0x10003};
    static const uint32_t unit[] = {0, 1, 0, 0, 0x300, 0x100, 0x200, 0x101};
    unsigned byte;
    int reg = oracle_register_at(kind(), offset, &byte);

    switch (rng_one_in(rng, 10) || reg < 0 ? ORACLE_IS_CTR : kind()->registers[reg].role) {
    case ORACLE_IS_CTL:
        return random_control(rng, random_event(rng));
    case ORACLE_IS_BOX_CTL:
        return (kind()->listed ? unit : box)[rng_below(rng, 8)];
    case ORACLE_IS_FIXED_CTL:
        return rng_one_in(rng, 3) ? 0x480000 : 0x400000;
    case ORACLE_IS_FILTER:
        return random_filter(rng, &kind()->registers[reg]);
    default:
        return rng_next(rng);
    }
}

/* Mostly reads of counters and writes of their controls. */
static unsigned random_offset(struct rng *rng, bool reads)
{
    const struct oracle_register *reg = random_register(rng);

    if (!kind()->numbered && rng_one_in(rng, 16))
        return 0x40 + (unsigned)rng_below(rng, 0xc0);
    while (reg->role != (reads ? ORACLE_IS_CTR : ORACLE_IS_CTL) && !rng_one_in(rng, 3))
        reg = random_register(rng);
    return reg->offset + (kind()->numbered ? 0 : (unsigned)rng_below(rng, reg->bytes));
}

static void access_pci(
    struct rng *rng, const struct sim_access *access, unsigned socket, bool reads)
{
    const struct snbep_place *f = &variant->boxes[random_box(rng)];
    unsigned size = rng_one_in(rng, 4) ? 1u << rng_below(rng, 2) : 4;
    unsigned offset = random_offset(rng, reads) & ~(size - 1);
    bool own = snbep_place_has(f, f->function, offset) && !rng_one_in(rng, 32);
    unsigned bus = variant->buses[socket][f->bus],
             devfn = (unsigned)(f->device << 3 | (own || !f->beyond ? f->function : f->beyond));

    if (reads)
        snbep_pci_read(&model, access, bus, devfn, offset, size);
    else
        snbep_pci_write(
            &model, access, bus, devfn, offset, size, (uint32_t)random_value(rng, offset));
}

/* Whether @p has free-running counters of the subject, of its controller or of
 * itself. */
static bool shows(const struct snbep_place *p)
{
    const struct snbep_place *s = &variant->boxes[subject];

    if (!p->type->sums || (p->type->of && p->type->of != s->type))
        return false;
    return p->index == (p->type->of ? s->index : subject / p->type->sums);
}

/* A box with free-running counters of the subject, or NULL. */
static const struct snbep_place *free_running(struct rng *rng)
{
    unsigned first = (unsigned)rng_below(rng, variant->n_boxes);

    for (unsigned i = 0; i < variant->n_boxes; i++)
        if (shows(&variant->boxes[(first + i) % variant->n_boxes]))
            return &variant->boxes[(first + i) % variant->n_boxes];
    return NULL;
}

static void access_msr(
    struct rng *rng, const struct sim_access *access, unsigned socket, bool reads)
{
    unsigned offset = random_offset(rng, reads);
    uint32_t msr = variant->boxes[random_box(rng)].base + offset;
    const struct snbep_place *free = free_running(rng);

    if (free && rng_one_in(rng, 3))
        msr = free->base + (uint32_t)rng_below(rng, free->type->banks[IMC_SILICON]->n_regs);
    if (reads)
        snbep_msr_read(&model, access, socket, msr);
    else
        snbep_msr_write(&model, access, socket, msr, random_value(rng, offset));
}

static void access_window(
    struct rng *rng, const struct sim_access *access, unsigned socket, bool reads)
{
    unsigned size = rng_one_in(rng, 4) ? 1u << rng_below(rng, 2) : 4u << rng_below(rng, 2);
    unsigned offset = random_offset(rng, reads) & ~(size - 1);
    uint32_t at = variant->boxes[random_box(rng)].base + offset;

    const struct snbep_place *free = free_running(rng);

    if (free && rng_one_in(rng, 3)) {
        const struct reg_bank *bank = free->type->banks[IMC_SILICON];

        at = free->base + bank->regs[rng_below(rng, bank->n_regs)].offset;
        size = 4u << rng_below(rng, 2);
    }
    uint64_t value;

    if (reads)
        snbep_window_read(&model, access, socket, at, size, &value);
    else
        snbep_window_write(&model, access, socket, at, size, random_value(rng, offset));
}

static void access_once(struct rng *rng, const struct snbep_config *config, uint64_t now)
{
    struct sim_access access = {.now = now, .pc = 1, .cpu = (unsigned)rng_below(rng, 2)};
    unsigned socket = config->n_sockets > 1 && rng_one_in(rng, 4);
    bool reads = rng_one_in(rng, 2);

    if (rng_one_in(rng, 12))
        snbep_step(&model, &access, 1 + (unsigned)rng_below(rng, 3), rng_one_in(rng, 2));
    else if (kind()->numbered)
        access_msr(rng, &access, socket, reads);
    else if (snbep_place_space(&variant->boxes[subject]) == REG_SPACE_MMIO)
        access_window(rng, &access, socket, reads);
    else
        access_pci(rng, &access, socket, reads);
}

static void drive(struct rng *rng, const struct snbep_config *config)
{
    uint64_t now = 1000;

    for (unsigned i = 0; i < ACCESSES; i++) {
        for (unsigned n = (unsigned)rng_below(rng, 300); model.cachelines.on && n; n--)
            snbep_cacheline(&model, rng_below(rng, 64),
                (enum cachelines_direction)rng_below(rng, CACHELINES_N_DIRECTIONS));
        access_once(rng, config, now);
        now += rng_bits(rng, 31) >> rng_below(rng, 2) * 12;
    }
}

/* ---- both ---- */

struct stats {
    unsigned reads, nonzero, entries, wrong;
    uint64_t lines;
};

/* Whether the oracle agrees with the model's action in @record. */
static bool agrees(struct oracle_machine *oracle, const struct trace_record *r, struct stats *stats)
{
    struct snbep_block block = {.socket = 0};
    bool found = snbep_block_find(r->block, &block);
    const struct oracle_access access = {.ns = r->time,
        .socket = block.socket,
        .box = found && block.place ? block.box : ORACLE_MAX_BOXES,
        .offset = r->offset,
        .size = r->size};
    struct oracle_due due;

    /* A function with only some of a box's registers. */
    if (access.box == ORACLE_MAX_BOXES && (r->kind == TRACE_READ || r->kind == TRACE_WRITE))
        return r->kind == TRACE_WRITE || !r->value;
    switch (r->kind) {
    case TRACE_PLAN:
    case TRACE_REFUSED:
        stats->entries++;
        return oracle_machine_entry(oracle, r->time, &due) && due.entry == r->value &&
               due.ns == r->time && due.refused == (r->kind == TRACE_REFUSED);
    case TRACE_READ:
        stats->reads++;
        stats->nonzero += r->value != 0;
        return !oracle_machine_entry(oracle, r->time, &due) &&
               oracle_machine_read(oracle, &access) == r->value;
    case TRACE_WRITE:
        if (oracle_machine_entry(oracle, r->time, &due))
            return false;
        oracle_machine_write(oracle, &access, r->value);
        return true;
    case TRACE_CACHELINES:
        stats->lines += r->value;
        return oracle_machine_cachelines(
            oracle, r->time, block.socket, block.box, r->offset == CACHELINES_WRITTEN, r->value);
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

static void run_case(unsigned seed, struct stats *stats)
{
    static const uint32_t clocks[] = {
        800000000, 666666667, 933333333, 1000000, 1000000000, 1466666667, 3200000000};
    struct rng rng = {seed};
    const struct sim_host host = {.trace = note_record};
    struct snbep_config config = {
        .dclk_hz = clocks[rng_below(&rng, sizeof(clocks) / sizeof(clocks[0]))],
        .uclk_hz = clocks[rng_below(&rng, 7)],
        .qfclk_hz = rng_one_in(&rng, 2) ? clocks[rng_below(&rng, 7)] : 0,
        .n_sockets = 1 + (unsigned)rng_below(&rng, 2),
        .variant = rng_one_in(&rng, 2)
                       ? VARIANT_SNBEP
                       : (enum snbep_variant_number)rng_below(&rng, SNBEP_N_VARIANTS),
        .uclk_gate = rng_one_in(&rng, 4)};
    if (config.variant == VARIANT_SNBEP && rng_one_in(&rng, 3))
        config.box_ctl = IMC_GUIDE;
    const struct oracle_config same = {config.dclk_hz, config.n_sockets,
        config.box_ctl == IMC_GUIDE, config.uclk_hz, config.qfclk_hz, config.uclk_gate};
    struct oracle_machine *oracle;

    variant = snbep_variant_of(&config);
    same_variant = oracle_variant_named(variant->name);
    subject = rng_one_in(&rng, 2) ? 0 : (unsigned)rng_below(&rng, variant->n_boxes);
    while (variant->boxes[subject].type->sums)
        subject = (unsigned)rng_below(&rng, variant->n_boxes);
    for (unsigned i = 0; i < 3; i++)
        favourites[i] = any_event(&rng);
    guest_memory = subject < snbep_n_imcs(variant) && rng_one_in(&rng, 3);
    while (guest_memory && !favourites[0]->cachelines[CACHELINES_READ])
        favourites[0] = any_event(&rng);
    snbep_reset(&model, &config, &host);
    n_records = 0;
    if (!make_plan(&rng, &config)) {
        ok(false, "seed %u: one plan for both", seed);
        stats->wrong++;
        return;
    }
    drive(&rng, &config);
    oracle = oracle_machine_new(&same, &plan);
    for (unsigned i = 0; i < n_records; i++)
        if (!agrees(oracle, &records[i], stats)) {
            ok(false,
                "seed %u: record %u, kind %d, block %u, offset 0x%x of %u bytes, value 0x%llx, at "
                "%llu ns",
                seed, i, records[i].kind, records[i].block, (unsigned)records[i].offset,
                records[i].size, (unsigned long long)records[i].value,
                (unsigned long long)records[i].time);
            stats->wrong++;
            break;
        }
    oracle_machine_free(oracle);
}

int main(void)
{
    struct stats stats = {0};

    for (unsigned seed = 1; seed <= CASES && stats.wrong < 10; seed++)
        run_case(seed, &stats);
    is_u64(stats.wrong, 0, "model and oracle agree in %u cases", CASES);
    ok(stats.reads > CASES * 20 && stats.nonzero > stats.reads / 6, "%u reads, %u of them not 0",
        stats.reads, stats.nonzero);
    ok(stats.lines > CASES * 1000, "%llu of the guest's own cachelines",
        (unsigned long long)stats.lines);
    ok(stats.entries > CASES * 3, "%u entries took effect", stats.entries);
    return done_testing();
}
