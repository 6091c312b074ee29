/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Draws traffic and plans. Most operations make sense; some do not. */
#include "harness/fuzz/fuzz_draw.h"

#include "harness/fuzz/fuzz_rand.h"

#include <string.h>

enum { SLOTS = 8, OPERATIONS = 2000, TRIES = 2000, FAULT_TRIES = 50 };

/* ---- the machine's events ---- */

struct drawn_event {
    const char *list; /* "imc": that its event is of */
    struct machine_event event;
    struct machine_sub_event sub; /* its name is empty if the event has none */
};

/* The number of the list named after @bank, or @lists: there is none. */
static unsigned list_of(
    const struct machine_model *model, const struct reg_bank *bank, unsigned lists)
{
    struct machine_events events;
    unsigned list = bank ? 0 : lists;

    while (list < lists && model->events(list, &events) && strcmp(events.name, bank->name) != 0)
        list++;
    return list;
}

/* One of @bank's list if it has one, else of any. FALSE if the machine has no
 * events. */
static gboolean draw_event(const struct machine_model *model, const struct reg_bank *bank,
    GRand *rand, struct drawn_event *drawn)
{
    struct machine_events events;
    unsigned lists = 0, list, number;

    *drawn = (struct drawn_event){.event = {.prose = ""}, .sub = {.name = ""}};
    while (model->events && model->events(lists, &events))
        lists++;
    if (!lists)
        return FALSE;
    list = list_of(model, bank, lists);
    if (list == lists)
        list = fuzz_below(rand, lists);
    model->events(list, &events);
    drawn->list = events.name;
    number = fuzz_below(rand, events.n_events);
    model->event(list, number, &drawn->event);
    if (drawn->event.n_subs)
        model->sub_event(list, number, fuzz_below(rand, drawn->event.n_subs), &drawn->sub);
    return TRUE;
}

/* ---- the machine's blocks ---- */

/* A machine, and its blocks with registers. */
struct pool {
    const struct machine_model *model;
    GArray *blocks; /* their numbers, unsigned */
};

static struct pool pool_of(const struct machine_model *model)
{
    struct pool pool = {model, g_array_new(FALSE, FALSE, sizeof(unsigned))};
    char name[MACHINE_BLOCK_NAME];
    const struct reg_bank *bank;

    for (unsigned i = 0; i < model->end_block; i = machine_block_after(model, i))
        if (model->block(i, name, sizeof(name), &bank) && bank)
            g_array_append_val(pool.blocks, i);
    return pool;
}

/* NULL if there are none. */
static const struct reg_bank *draw_block(
    const struct pool *pool, GRand *rand, char name[MACHINE_BLOCK_NAME])
{
    const struct reg_bank *bank = NULL;
    const guint n = pool->blocks->len;

    if (n)
        pool->model->block(g_array_index(pool->blocks, unsigned, fuzz_below(rand, n)), name,
            MACHINE_BLOCK_NAME, &bank);
    return bank;
}

/* ---- traffic ---- */

/* "imc0 CAS_COUNT.RD_REG 12345/s", "chip0.mcs01 PM_MCS01_64B_RD_DISP_PORT01
 * 12345/s"; NULL if there are no events. */
static char *draw_line(const struct pool *pool, GRand *rand)
{
    char block[MACHINE_BLOCK_NAME];
    const struct reg_bank *bank = draw_block(pool, rand, block);
    struct drawn_event drawn;
    gboolean unit;

    if (!bank || !draw_event(pool->model, bank, rand, &drawn))
        return NULL;
    unit = strcmp(bank->name, drawn.list) != 0;
    return g_strdup_printf("%s%s%s %s%s%s %" G_GUINT64_FORMAT "/s", block, unit ? "." : "",
        unit ? drawn.list : "", drawn.event.name, *drawn.sub.name ? "." : "", drawn.sub.name,
        fuzz_any_size(rand, 1000, 5));
}

/* The bank of the first block called @name, or NULL. */
static const struct reg_bank *bank_of(const struct machine_model *model, const char *name)
{
    char same[MACHINE_BLOCK_NAME];
    const struct reg_bank *bank = NULL;

    return model->block(machine_block_named(model, name), same, sizeof(same), &bank) ? bank : NULL;
}

/* "imc0.PMON_CTR0 = 0xfffffffff000": sets a counter of a block that has traffic
 * in @c, shortly before its end or the end of its lower half. Events at that
 * line's rate pass the end after 0.1 ms to 100 ms. NULL if the draw is no
 * counter. */
static char *draw_preset(
    const struct fuzz_case *c, const struct fuzz_counters *counters, GRand *rand)
{
    const char *line =
        c->traffic->len ? g_ptr_array_index(c->traffic, fuzz_below(rand, c->traffic->len)) : "";
    g_auto(GStrv) words = g_strsplit(line, " ", 3);
    const struct reg_bank *bank = words[0] && words[2] && g_str_has_suffix(words[2], "/s")
                                      ? bank_of(c->machine->model, words[0])
                                      : NULL;
    const struct reg *reg = bank ? &bank->regs[fuzz_below(rand, bank->n_regs)] : NULL;
    guint64 end = G_GUINT64_CONSTANT(1) << (fuzz_one_in(rand, 4) ? 32 : counters->bits);
    guint64 rate, distance;

    if (!reg || !g_regex_match_simple(counters->names, reg->name, 0, 0))
        return NULL;
    rate = g_ascii_strtoull(words[2], NULL, 10);
    distance = MAX(1, (guint64)((double)rate * (double)fuzz_any_size(rand, 1, 3) / 1e4));
    return g_strdup_printf(
        "%s.%s = 0x%" G_GINT64_MODIFIER "x", words[0], reg->name, end - MIN(distance, end / 2));
}

/* Takes @line, and adds it to @c if that is then still a valid scenario. NULL
 * is no line. */
static gboolean add_traffic(struct fuzz_case *c, char *line)
{
    if (!line)
        return FALSE;
    g_ptr_array_add(c->traffic, line);
    if (fuzz_case_takes_traffic(c))
        return TRUE;
    g_ptr_array_remove_index(c->traffic, c->traffic->len - 1);
    return FALSE;
}

void fuzz_draw_traffic(
    struct fuzz_case *c, const struct fuzz_counters *counters, GRand *rand, unsigned n)
{
    const struct pool pool = pool_of(c->machine->model);

    for (unsigned tries = 0; n && tries < TRIES; tries++) {
        /* Two lines of traffic, then a counter of one of their blocks. Some
         * blocks have no counter. */
        gboolean preset = n % 3 == 1 && counters->names && c->traffic->len && tries % 40 != 39;

        n -= add_traffic(c, preset ? draw_preset(c, counters, rand) : draw_line(&pool, rand));
    }
    g_array_unref(pool.blocks);
}

/* ---- faults ---- */

/* "fault imc0.PMON_CTL0 freezes" */
static char *draw_register_fault(const struct pool *pool, GRand *rand)
{
    static const char *const kinds[] = {"drops writes", "drops writes 1 time",
        "drops writes 3 times", "reads 0", "reads 0xffffffff", "reads 0xffffffffffffffff",
        "freezes", "flips 1 bits", "flips 8 bits", "flips 1 bits 2 times"};
    char block[MACHINE_BLOCK_NAME];
    const struct reg_bank *bank = draw_block(pool, rand, block);

    return bank ? g_strdup_printf("fault %s.%s %s", block,
                      bank->regs[fuzz_below(rand, bank->n_regs)].name,
                      kinds[fuzz_below(rand, G_N_ELEMENTS(kinds))])
                : NULL;
}

/* "fault interrupt of cpu0 is lost 1 time" */
static char *draw_interrupt_fault(const struct pool *pool, GRand *rand)
{
    static const char *const kinds[] = {"lost", "lost 1 time", "lost 3 times", "late by 10us",
        "late by 3ms", "late by 1ms 1 time", "spurious"};
    char block[MACHINE_BLOCK_NAME];

    return draw_block(pool, rand, block) ? g_strdup_printf("fault interrupt of %s is %s", block,
                                               kinds[fuzz_below(rand, G_N_ELEMENTS(kinds))])
                                         : NULL;
}

/* "fault dma stops after 4096 bytes" */
static char *draw_dma_fault(const struct pool *pool, GRand *rand)
{
    (void)pool;
    return g_strdup_printf(
        "fault dma stops after %" G_GUINT64_FORMAT " bytes", fuzz_any_size(rand, 1, 6));
}

typedef char *draw_fault_fn(const struct pool *pool, GRand *rand);

/* Kinds are equally likely. The scenario refuses blocks that the machine lacks;
 * few blocks have interrupts. */
static gboolean add_fault(
    struct fuzz_case *c, const struct pool *pool, draw_fault_fn *draw_fault, GRand *rand)
{
    for (unsigned tries = 0; tries < FAULT_TRIES; tries++)
        if (add_traffic(c, draw_fault(pool, rand)))
            return TRUE;
    return FALSE;
}

void fuzz_draw_faults(struct fuzz_case *c, GRand *rand, unsigned n, gboolean dma)
{
    static draw_fault_fn *const kinds[] = {draw_register_fault, draw_register_fault,
        draw_register_fault, draw_interrupt_fault, draw_interrupt_fault, draw_dma_fault};

    const struct pool pool = pool_of(c->machine->model);

    c->sick = TRUE;
    for (unsigned tries = 0; n && tries < TRIES; tries++)
        n -= add_fault(c, &pool, kinds[fuzz_below(rand, G_N_ELEMENTS(kinds) - !dma)], rand);
    g_array_unref(pool.blocks);
}

/* ---- events for perf ---- */

static void add_term(GString *terms, const char *name, guint64 value)
{
    g_string_append_printf(
        terms, "%s%s=0x%" G_GINT64_MODIFIER "x", terms->len ? "," : "", name, value);
}

/* The machine's code and sub-events, if the format has words for them, and some
 * of its other words. */
static char *draw_terms(const struct fuzz_world *world, const struct fuzz_pmu *pmu, GRand *rand)
{
    GString *terms = g_string_new(NULL);
    struct drawn_event drawn = {.event = {.code = fuzz_below(rand, 256)}};

    if (pmu->ours)
        draw_event(world->machine->model, NULL, rand, &drawn);
    for (guint i = 0; i < pmu->formats->len; i++) {
        const struct fuzz_format *format = &g_array_index(pmu->formats, struct fuzz_format, i);
        guint64 any = g_rand_int(rand) & (G_MAXUINT32 >> (32 - MIN(format->bits, 32)));

        if (!strcmp(format->name, "event"))
            add_term(terms, format->name, drawn.event.code);
        else if (!strcmp(format->name, "umask")) {
            if (drawn.sub.code)
                add_term(terms, format->name, drawn.sub.code);
        } else if (fuzz_one_in(rand, 8))
            add_term(terms, format->name, any);
    }
    return g_string_free(terms, FALSE);
}

static char *draw_perf_event(const struct fuzz_world *world, GRand *rand, unsigned *cpu)
{
    const struct fuzz_pmu *pmu;
    g_autofree char *terms = NULL;

    do
        pmu = g_ptr_array_index(world->pmus, fuzz_below(rand, world->pmus->len));
    while (!pmu->ours && !fuzz_one_in(rand, 10));
    *cpu = fuzz_one_in(rand, 20)
               ? fuzz_below(rand, world->cpus)
               : g_array_index(pmu->cpus, unsigned, fuzz_below(rand, pmu->cpus->len));
    if (pmu->events->len && fuzz_one_in(rand, 3))
        terms = g_strdup(g_ptr_array_index(pmu->events, fuzz_below(rand, pmu->events->len)));
    else
        terms = draw_terms(world, pmu, rand);
    return g_strdup_printf("%s/%s/", pmu->name, terms);
}

/* ---- plans ---- */

struct slot {
    gboolean open;
    gboolean bereft; /* a CPU went off after it was opened */
    int leader;
    unsigned cpu;
    char *name;
};

struct plan {
    const struct fuzz_world *world;
    GRand *rand;
    GPtrArray *lines;
    struct slot slots[SLOTS];
    unsigned most; /* events that are open at once */
    gboolean off[64];
    gboolean mapped[SLOTS]; /* the number has a mapping, perhaps of an event that was closed */
    /* it unloads the driver and loads it again: once, since that takes long */
    gboolean reloads;
    gboolean unplugs; /* it switches CPUs, which takes as long as ten thousand reads */
};

static void add(struct plan *p, const char *format, ...) G_GNUC_PRINTF(2, 3);
static void add(struct plan *p, const char *format, ...)
{
    va_list list;

    va_start(list, format);
    g_ptr_array_add(p->lines, g_strdup_vprintf(format, list));
    va_end(list);
}

/* One that is open, or with @nonsense any; -1: none is. */
static int draw_slot(struct plan *p, gboolean nonsense)
{
    unsigned first = fuzz_below(p->rand, SLOTS);

    for (unsigned i = 0; i < SLOTS && !nonsense; i++)
        if (p->slots[(first + i) % SLOTS].open)
            return (int)((first + i) % SLOTS);
    return nonsense ? (int)first : -1;
}

static unsigned n_open(const struct plan *p)
{
    unsigned n = 0;

    for (unsigned i = 0; i < SLOTS; i++)
        n += p->slots[i].open;
    return n;
}

static void close_slot(struct plan *p, unsigned i)
{
    p->slots[i].open = FALSE;
    for (unsigned k = 0; k < SLOTS; k++)
        if (p->slots[k].leader == (int)i)
            p->slots[k].leader = -1;
}

/* Half of the events are in a group, often with the leader's event. The leader
 * is rarely one that may have gone with its CPU, since the kernel then panics
 * (docs/findings.md). */
static void open_event(struct plan *p)
{
    unsigned i = fuzz_below(p->rand, SLOTS), cpu;
    int leader = fuzz_one_in(p->rand, 2) ? draw_slot(p, FALSE) : -1;
    g_autofree char *name = draw_perf_event(p->world, p->rand, &cpu);

    if (n_open(p) >= p->most)
        return;
    while (p->slots[i].open)
        i = (i + 1) % SLOTS;
    if (leader >= 0 && p->slots[leader].leader >= 0)
        leader = p->slots[leader].leader;
    if (leader >= 0 && p->slots[leader].bereft && !fuzz_one_in(p->rand, 1000))
        leader = -1;
    if (leader >= 0 && fuzz_one_in(p->rand, 2)) {
        g_free(name);
        name = g_strdup(p->slots[leader].name);
    }
    if (leader >= 0)
        add(p, "open %u %s cpu %u in %d", i, name, p->slots[leader].cpu, leader);
    else
        add(p, "open %u %s cpu %u", i, name, cpu);
    g_free(p->slots[i].name);
    p->slots[i] = (struct slot){
        TRUE, FALSE, leader, leader >= 0 ? p->slots[leader].cpu : cpu, g_steal_pointer(&name)};
}

static void act_on(struct plan *p, const char *verb)
{
    int i = draw_slot(p, fuzz_one_in(p->rand, 30));

    if (i >= 0)
        add(p, "%s %d%s", verb, i, fuzz_one_in(p->rand, 2) ? " all" : "");
}

static void read_event(struct plan *p)
{
    int i = draw_slot(p, fuzz_one_in(p->rand, 30));

    if (i >= 0)
        add(p, "read %d", i);
}

/* Contracts forbid these: the driver's, perf_event_open(2)'s. Such an event is
 * never open. */
static void open_refused(struct plan *p)
{
    static const char *const words[] = {" user", " kernel", " task", " period 1", " period 1000000",
        " user kernel", " in 63", " task period 4000"};
    unsigned i = fuzz_below(p->rand, SLOTS), cpu,
             what = fuzz_below(p->rand, G_N_ELEMENTS(words) + 3);
    g_autofree char *name = draw_perf_event(p->world, p->rand, &cpu);

    for (unsigned n = 0; n < SLOTS && p->slots[i].open; n++)
        i = (i + 1) % SLOTS;
    if (p->slots[i].open)
        return;
    if (what < G_N_ELEMENTS(words))
        add(p, "open %u %s cpu %u%s", i, name, cpu, words[what]);
    else if (what == G_N_ELEMENTS(words))
        add(p, "open %u %s cpu %u", i, name, p->world->cpus + fuzz_below(p->rand, 100));
    else
        add(p, "open %u %s cpu any%s", i, name, what % 2 ? " task" : "");
}

/* Mostly maps only the first page, and rarely so many pages that they are not a
 * ring. */
static void map_event(struct plan *p)
{
    int i = draw_slot(p, fuzz_one_in(p->rand, 30));

    if (i < 0)
        return;
    if (fuzz_one_in(p->rand, 2))
        add(p, "map %d", i);
    else
        add(p, "map %d %u", i, fuzz_one_in(p->rand, 10) ? 3 : 1U << fuzz_below(p->rand, 5));
    p->mapped[i] = TRUE;
}

static void unmap_event(struct plan *p)
{
    unsigned first = fuzz_below(p->rand, SLOTS);

    for (unsigned i = 0; i < SLOTS; i++) {
        unsigned k = (first + i) % SLOTS;

        if (!p->mapped[k] && !fuzz_one_in(p->rand, 100))
            continue;
        add(p, "unmap %u", k);
        p->mapped[k] = FALSE;
        return;
    }
}

/* A closed but mapped event continues to exist. It is mostly off then: an
 * unread event that takes turns would make all other counts uncertain. */
static void close_event(struct plan *p)
{
    int i = draw_slot(p, fuzz_one_in(p->rand, 30));

    if (i < 0)
        return;
    if (p->mapped[i] && fuzz_one_in(p->rand, 2)) {
        add(p, "unmap %d", i);
        p->mapped[i] = FALSE;
    }
    if (p->mapped[i] && !fuzz_one_in(p->rand, 8))
        add(p, "off %d", i);
    add(p, "read %d", i);
    add(p, "close %d", i);
    close_slot(p, (unsigned)i);
}

static void wait_some(struct plan *p)
{
    add(p, "wait %" G_GUINT64_FORMAT, fuzz_any_size(p->rand, 1000, 4));
}

/* Not CPU 0, which some kernels cannot switch off. Mostly while no event is
 * off: the switch turns such an event on (docs/findings.md), and that would
 * hide other faults. */
static void switch_cpu(struct plan *p)
{
    unsigned cpu = 1 + fuzz_below(p->rand, MAX(p->world->cpus, 2) - 1);

    if (!p->unplugs || p->world->cpus < 2 || cpu >= G_N_ELEMENTS(p->off) ||
        !fuzz_one_in(p->rand, 4))
        return;
    for (unsigned i = 0; i < SLOTS && !fuzz_one_in(p->rand, 100); i++)
        if (p->slots[i].open)
            add(p, "on %u all", i);
    add(p, "cpu %u %s", cpu, p->off[cpu] ? "on" : "off");
    for (unsigned i = 0; i < SLOTS && !p->off[cpu]; i++)
        p->slots[i].bereft = TRUE;
    p->off[cpu] = !p->off[cpu];
}

static void close_all(struct plan *p)
{
    for (unsigned i = 0; i < SLOTS; i++) {
        if (p->slots[i].open)
            add(p, "close %u", i);
        if (p->mapped[i])
            add(p, "unmap %u", i);
        p->slots[i].open = p->mapped[i] = FALSE;
        p->slots[i].leader = -1;
    }
}

/* The driver is unloaded only after all events are closed; else it must stay. A
 * driver that is loaded while a CPU is off may miss its socket. */
static void switch_module(struct plan *p)
{
    const char *module = p->world->machine->modules[0];
    gboolean free = !fuzz_one_in(p->rand, 3);

    for (unsigned cpu = 0; cpu < G_N_ELEMENTS(p->off); cpu++)
        if (p->off[cpu] && !fuzz_one_in(p->rand, 10))
            return;
    p->reloads = FALSE;
    if (free)
        close_all(p);
    add(p, "module %s off", module);
    if (free && fuzz_one_in(p->rand, 3))
        open_refused(p);
    add(p, "module %s on", module);
}

/* Rare operations. */
static void operate_otherwise(struct plan *p)
{
    unsigned what = fuzz_below(p->rand, 12);

    if (what < 4)
        open_refused(p);
    else if (what < 7)
        map_event(p);
    else if (what < 9)
        unmap_event(p);
    else if (what < 10 && p->reloads)
        switch_module(p);
}

static void operate(struct plan *p)
{
    static const char *const verbs[] = {"on", "on", "on", "off", "off", "reset"};
    unsigned what = fuzz_below(p->rand, 16);

    if (fuzz_one_in(p->rand, 12))
        operate_otherwise(p);
    else if (what < 4 || !n_open(p))
        open_event(p);
    else if (what < 9)
        act_on(p, verbs[fuzz_below(p->rand, G_N_ELEMENTS(verbs))]);
    else if (what < 12)
        read_event(p);
    else if (what < 14)
        wait_some(p);
    else if (what < 15)
        close_event(p);
    else
        switch_cpu(p);
}

/* Reads all open events, and switches each CPU on again. */
static void finish(struct plan *p)
{
    for (unsigned i = 0; i < SLOTS; i++) {
        if (p->slots[i].open)
            add(p, "read %u", i);
        if (p->mapped[i])
            add(p, "unmap %u", i);
    }
    for (unsigned cpu = 0; cpu < G_N_ELEMENTS(p->off); cpu++)
        if (p->off[cpu])
            add(p, "cpu %u on", cpu);
}

const struct fuzz_way fuzz_play = {
    "play", "pmulab-play <<END", "END", FALSE, "play exact" FUZZ_ALLOW};

void fuzz_draw_play(struct fuzz_case *c, const struct fuzz_world *world, GRand *rand)
{
    struct plan p = {
        .world = world, .rand = rand, .lines = fuzz_case_add_plan(c, &fuzz_play)->lines};
    unsigned n = 5 + fuzz_below(rand, OPERATIONS);

    p.most = fuzz_one_in(rand, 4) ? SLOTS : 4;
    p.reloads = fuzz_one_in(rand, 4);
    p.unplugs = fuzz_one_in(rand, 3);
    for (unsigned k = 0; k < SLOTS; k++)
        p.slots[k].leader = -1;
    while (n--)
        operate(&p);
    finish(&p);
    for (unsigned k = 0; k < SLOTS; k++)
        g_free(p.slots[k].name);
}
