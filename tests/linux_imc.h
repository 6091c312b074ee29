/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Linux's imc-pmu on the machines of POWER, for unit tests: the accesses of
 * arch/powerpc/perf/imc-pmu.c, skiboot's part of its calls, and perf's way of
 * enabling events, on struct p9 with a host that records them.
 */
#ifndef PMULAB_TESTS_LINUX_IMC_H
#define PMULAB_TESTS_LINUX_IMC_H

#include "models/power9/ldbar_regs.h"
#include "models/power9/scom_regs.h"
#include "oracle/power9/traffic.h"
#include "tests/power9_machine.h"

#include <glib.h>

#define US UINT64_C(1000)

#define LI_SCALE 512 /* of core and thread words */

struct li_host {
    struct fake_host fake; /* first, because hooks cast to it */
    GArray *records;       /* struct trace_record */
};

struct li {
    struct p9 *m;
    struct p9 *planned;            /* the result of a scenario's reader */
    struct oracle_p9_plan *oracle; /* the same, read by the oracle */
    struct li_host *h;
    uint64_t now;                 /* ns */
    unsigned events[P9_MAX_CPUS]; /* events that need the core to count: core_imc_refc */
};

enum li_kind { LI_NEST, LI_CORE, LI_THREAD };

/* A perf event in the kernel, at one place. */
struct li_event {
    enum li_kind kind;
    unsigned index; /* number of the chip, core (of all) or CPU */
    uint32_t word;  /* offset */
    uint64_t prev, count;
};

static inline void li_trace(void *self, const struct trace_record *record)
{
    g_array_append_vals(((struct li_host *)self)->records, record, 1);
}

static inline void li_plan(struct p9 *m, const char *plan)
{
    struct p9_plan_text *text = g_new(struct p9_plan_text, 1);
    g_auto(GStrv) lines = g_strsplit(plan, "\n", -1);
    char wrong[PLAN_TEXT_WRONG];

    p9_plan_begin(text, m);
    for (char **line = lines; *line; line++)
        if (!p9_plan_line(text, *line, wrong))
            ok(false, "the test's own plan, '%s': %s", *line, wrong);
    g_free(text);
}

/* The oracle's own word for @generation. */
static inline const struct oracle_p9_generation *li_oracle_of(
    const struct p9_generation *generation)
{
    return generation == &generation_power9 ? &oracle_power9 : &oracle_power10;
}

static inline void li_oracle_plan(
    struct oracle_p9_plan *oracle, const struct p9_generation *generation, const char *plan)
{
    g_auto(GStrv) lines = g_strsplit(plan, "\n", -1);
    const char *wrong = oracle_p9_plan_begin(oracle, li_oracle_of(generation), generation->list);

    for (char **line = lines; !wrong && *line; line++)
        wrong = oracle_p9_plan_line(oracle, *line);
    if (wrong)
        ok(false, "the oracle does not read the test's plan: expected %s", wrong);
}

static inline struct li li_new(const struct p9_config *config, const char *plan)
{
    struct li li = {g_new(struct p9, 1), g_new(struct p9, 1), g_new(struct oracle_p9_plan, 1),
        g_new0(struct li_host, 1), MS, {0}};
    struct sim_host host = host_of(&li.h->fake);
    const struct sim_host none = {0};

    li.h->fake.homer = true;
    li.h->records = g_array_new(FALSE, FALSE, sizeof(struct trace_record));
    host.trace = li_trace;
    p9_reset(li.m, config, &host);
    p9_reset(li.planned, config, &none);
    li_plan(li.m, plan);
    li_plan(li.planned, plan);
    li_oracle_plan(li.oracle, config->generation, plan);
    return li;
}

static inline void li_free(struct li *li)
{
    g_array_unref(li->h->records);
    g_free(li->h);
    g_free(li->m);
    g_free(li->planned);
    g_free(li->oracle);
}

static inline guint li_n(const struct li *li)
{
    return li->h->records->len;
}

static inline struct trace_record *li_record(const struct li *li, guint i)
{
    return &g_array_index(li->h->records, struct trace_record, i);
}

static inline const struct trace_record *li_records(const struct li *li)
{
    return (const struct trace_record *)(const void *)li->h->records->data;
}

/* ---- time ---- */

/* All CPUs sleep for @ns. Deadlines are served on time, as by the plugin. */
static inline void li_pass(struct li *li, uint64_t ns)
{
    uint64_t until = li->now + ns;

    while (p9_deadline(li->m) < until)
        p9_advance(li->m, p9_deadline(li->m));
    li->now = until;
    p9_advance(li->m, until);
}

/* CPU @cpu executes one instruction per 2 ns, in portions, so postings are on
 * time. */
static inline void li_execute(struct li *li, unsigned cpu, uint64_t user, uint64_t kernel)
{
    struct sim_executed *executed = &li->h->fake.executed[cpu];

    while (user || kernel) {
        uint64_t u = MIN(user, 1000), k = MIN(kernel, 1000);

        executed->user += u;
        executed->kernel += k;
        user -= u;
        kernel -= k;
        li_pass(li, 2 * (u + k));
    }
}

static inline struct sim_access li_access(struct li *li, unsigned cpu)
{
    li_execute(li, cpu, 0, 61); /* a prime, to avoid patterns */
    return (struct sim_access){.now = li->now, .pc = 0xc000000000001000, .cpu = cpu};
}

static inline void li_step(struct li *li, unsigned step, bool end)
{
    struct sim_access access = li_access(li, 0);

    p9_step(li->m, &access, step, end);
}

/* ---- accesses ---- */

static inline unsigned li_cores_of_chip(const struct li *li)
{
    return p9_n_cores(&li->m->config) / li->m->config.sockets;
}

static inline void li_scom(
    struct li *li, unsigned cpu, unsigned core, enum core_reg reg, uint64_t value)
{
    struct sim_access access = li_access(li, cpu);
    unsigned of_chip = li_cores_of_chip(li);

    p9_scom_write(li->m, &access, core / of_chip,
        scom_number(li->m->config.generation->scoms, core % of_chip, reg), value);
}

static inline void li_ldbar(struct li *li, unsigned cpu, uint64_t value)
{
    struct sim_access access = li_access(li, cpu);

    p9_ldbar_write(li->m, &access, value);
}

static inline uint64_t li_core_memory(unsigned core)
{
    return 0x2000 * (uint64_t)(1 + core);
}

static inline uint64_t li_thread_memory(unsigned cpu)
{
    return 0x20000 + 0x2000 * (uint64_t)cpu;
}

static inline uint64_t li_address(const struct li_event *e)
{
    if (e->kind == LI_NEST)
        return (e->index ? COUNTERS1 : COUNTERS0) + e->word;
    return (e->kind == LI_CORE ? li_core_memory(e->index) : li_thread_memory(e->index)) + e->word;
}

/* The CPU that the kernel uses for the event: the first of its chip or core. */
static inline unsigned li_cpu(const struct li *li, const struct li_event *e)
{
    const struct p9_config *config = &li->m->config;

    switch (e->kind) {
    case LI_NEST:
        return e->index * config->cpus / config->sockets;
    case LI_CORE:
        return e->index * config->threads;
    default:
        return e->index;
    }
}

/* imc_read_counter() */
static inline uint64_t li_read(struct li *li, struct li_event *e)
{
    struct sim_access access = li_access(li, li_cpu(li, e));

    e->prev = peek(&li->h->fake, li_address(e));
    p9_loaded(li->m, &access, li_address(e), 8, e->prev);
    return e->prev;
}

/* imc_event_update() */
static inline void li_update(struct li *li, struct li_event *e)
{
    uint64_t before = e->prev;

    e->count += li_read(li, e) - before;
}

/* ---- the kernel and skiboot ---- */

#define LI_HTM_STOPPED UINT64_C(0xe000000000000000)
#define LI_HTM_STARTED UINT64_C(0xe800000000000000)

static inline void li_htm(struct li *li, unsigned core, bool start)
{
    li_scom(li, core * li->m->config.threads, core, CORE_HTM_MODE,
        start ? LI_HTM_STARTED : LI_HTM_STOPPED);
}

static inline void li_command(struct li *li, unsigned chip, enum nest_command command)
{
    poke(&li->h->fake, (chip ? COUNTERS1 : COUNTERS0) + nest_bank.regs[NEST_COMMAND].offset,
        command);
}

/* Boots up to the registration of the counters, which leaves the microcode
 * paused. */
static inline void li_boot(struct li *li)
{
    li_pass(li, 10 * MS);
    for (unsigned core = 0; core < p9_n_cores(&li->m->config); core++) {
        li_scom(li, 0, core, CORE_PDBAR, li_core_memory(core));
        li_scom(li, 0, core, CORE_EVENT_MASK, UINT64_C(0x0402010000000000));
        li_htm(li, core, false);
    }
    for (unsigned cpu = 0; cpu < li->m->config.cpus; cpu++)
        li_ldbar(li, cpu, 0);
    for (unsigned chip = 0; chip < li->m->config.sockets; chip++)
        li_command(li, chip, NEST_COMMAND_PAUSE);
    li_pass(li, 10 * MS + 123457);
}

static inline void li_want(struct li *li, unsigned core)
{
    if (!li->events[core]++)
        li_htm(li, core, true);
}

static inline void li_release(struct li *li, unsigned core)
{
    if (!--li->events[core])
        li_htm(li, core, false);
}

/* The first event of a chip or a core is opened, the last one closed. */
static inline void li_open(struct li *li, enum li_kind kind, unsigned index)
{
    if (kind == LI_NEST)
        li_command(li, index, NEST_COMMAND_RESUME);
    else
        li_want(li, index);
    li_pass(li, 2 * MS + 77);
}

static inline void li_close(struct li *li, enum li_kind kind, unsigned index)
{
    if (kind == LI_NEST)
        li_command(li, index, NEST_COMMAND_PAUSE);
    else
        li_release(li, index);
    li_pass(li, 2 * MS + 33);
}

/* perf enables @n events of one PMU at one place in turn: ctx_resched(). */
static inline void li_enable(struct li *li, struct li_event *e, unsigned n)
{
    for (unsigned i = 0; i < n; i++) {
        for (unsigned k = 0; k < i; k++)
            li_update(li, &e[k]);
        for (unsigned k = 0; k <= i; k++)
            li_read(li, &e[k]);
        li_execute(li, li_cpu(li, e), 0, 20000); /* perf's next call */
    }
}

static inline void li_disable(struct li *li, struct li_event *e, unsigned n)
{
    for (unsigned i = 0; i < n; i++)
        li_update(li, &e[i]);
}

/* thread_imc_event_add() and _del() for @n events of a task that arrives on CPU
 * @cpu, or leaves it. */
static inline void li_switch_in(struct li *li, unsigned cpu, struct li_event *e, unsigned n)
{
    for (unsigned i = 0; i < n; i++) {
        e[i].index = cpu;
        li_read(li, &e[i]);
        li_ldbar(li, cpu, UINT64_C(0x8000000000000000) | li_thread_memory(cpu));
        li_want(li, cpu / li->m->config.threads);
    }
}

static inline void li_switch_out(struct li *li, struct li_event *e, unsigned n)
{
    for (unsigned i = 0; i < n; i++) {
        unsigned cpu = e[i].index;

        li_release(li, cpu / li->m->config.threads);
        li_ldbar(li, cpu, li_thread_memory(cpu));
        li_update(li, &e[i]);
    }
}

#endif
