/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The contract as a table: each row has an operation, a condition and the
 * required result.
 *
 * Sources: perf_event_open(2), ERRORS: EBADF for a group's leader, EINVAL for a
 * CPU that does not exist and for events that do not fit. Linux,
 * uncore_pmu_event_init() and uncore_validate_group() in
 * arch/x86/events/intel/uncore.c: no samples, no event without a CPU, no group
 * that the box cannot count at once. perf_event_open() in kernel/events/core.c:
 * a PMU without a context for tasks has none, one with PERF_PMU_CAP_NO_EXCLUDE
 * excludes nothing, a group has one PMU, one CPU and one depth.
 * delete_module(2): EWOULDBLOCK, which is EAGAIN, while the module is in use.
 * Bits of `config` outside of the format do not count: the driver drops them.
 */
#include "harness/play/play_contract.h"

#include "harness/setup/kernel_modules.h"

#include <string.h>

struct contract {
    const struct play_where *where;
    struct play_events now;
    enum { MODULE_UNKNOWN, MODULE_ON, MODULE_OFF } module; /* the machine's */
    /* "uncore_imc_0", and "uncore_imc_0 1" for its box in socket 1: PMUs whose
     * events could be opened. */
    GHashTable *takes;
};

/* ---- known facts ---- */

static char *pmu_of(const char *event)
{
    return g_strndup(event, strcspn(event, "/"));
}

static char *box_of(const struct contract *c, const struct play_op *op)
{
    g_autofree char *pmu = pmu_of(op->name);

    return g_strdup_printf("%s %d", pmu, play_events_socket(c->where, op->cpu));
}

static gboolean takes_pmu(const struct contract *c, const struct play_op *op)
{
    g_autofree char *pmu = pmu_of(op->name);

    return g_hash_table_contains(c->takes, pmu);
}

static gboolean takes_box(const struct contract *c, const struct play_op *op)
{
    g_autofree char *box = box_of(c, op);

    return g_hash_table_contains(c->takes, box);
}

/* The machine's own PMUs, and others of its driver. */
static gboolean is_uncore(const struct contract *c, const char *event)
{
    struct perf_event asked;

    return g_str_has_prefix(event, "uncore_") || perf_check_event(c->where->check, event, &asked);
}

static const struct play_event *event_of(const struct contract *c, const struct play_op *op)
{
    return &c->now.events[op->event];
}

/* NULL: the event leads a group itself, or there is no such event. */
static const struct play_event *leader_of(const struct contract *c, const struct play_op *op)
{
    const struct play_event *leader =
        op->leader >= 0 && op->leader < PLAY_EVENTS ? &c->now.events[op->leader] : NULL;

    return leader && leader->open ? leader : NULL;
}

/* The leader of an uncore event if all its CPUs stayed: when one goes off, the
 * kernel may break up its group. */
static const struct play_event *steady_leader(const struct contract *c, const struct play_op *op)
{
    const struct play_event *leader = leader_of(c, op);

    return leader && !leader->shaken && is_uncore(c, op->name) && is_uncore(c, leader->open->name)
               ? leader
               : NULL;
}

/* ---- groups ---- */

/* Whether the box has counters for the group of op->leader with the new event.
 * Members that are off do not matter to the driver now, but would later:
 * @with_off also counts them. */
static gboolean fits(const struct contract *c, const struct play_op *op, gboolean with_off)
{
    unsigned any = 0, fixed = 0;
    struct perf_event asked;

    if (!perf_check_event(c->where->check, op->name, &asked))
        return !with_off;
    *(asked.fixed ? &fixed : &any) += 1;
    for (unsigned i = 0; i < PLAY_EVENTS_ALL; i++) {
        const struct play_event *event = &c->now.events[i];

        if (event->open && play_events_leader(&c->now, i) == (unsigned)op->leader &&
            (event->on || with_off || i == (unsigned)op->leader))
            *(event->fixed ? &fixed : &any) += 1;
    }
    return any <= (asked.counters ? asked.counters : c->where->counters) && fixed <= 1;
}

/* ---- opening ---- */

static gboolean without_module(const struct contract *c, const struct play_op *op)
{
    return c->module == MODULE_OFF && is_uncore(c, op->name);
}

static gboolean samples(const struct contract *c, const struct play_op *op)
{
    return op->samples && is_uncore(c, op->name);
}

static gboolean is_for_task(const struct contract *c, const struct play_op *op)
{
    return op->task && is_uncore(c, op->name);
}

static gboolean is_for_any_cpu(const struct contract *c, const struct play_op *op)
{
    return op->cpu == PLAY_ANY_CPU && is_uncore(c, op->name);
}

static gboolean excludes(const struct contract *c, const struct play_op *op)
{
    return op->excludes && is_uncore(c, op->name);
}

static gboolean has_no_cpu(const struct contract *c, const struct play_op *op)
{
    return op->cpu >= (int)c->where->cpus;
}

static gboolean has_no_leader(const struct contract *c, const struct play_op *op)
{
    return op->leader >= 0 && !leader_of(c, op);
}

static gboolean joins_member(const struct contract *c, const struct play_op *op)
{
    const struct play_event *leader = steady_leader(c, op);

    return leader && leader->leader >= 0;
}

static gboolean joins_others(const struct contract *c, const struct play_op *op)
{
    const struct play_event *leader = steady_leader(c, op);
    g_autofree char *own = pmu_of(op->name), *other = leader ? pmu_of(leader->open->name) : NULL;

    return leader &&
           (strcmp(own, other) || leader->socket != play_events_socket(c->where, op->cpu));
}

static gboolean joins_too_many(const struct contract *c, const struct play_op *op)
{
    const struct play_event *leader = steady_leader(c, op);

    return leader && leader->ours && !fits(c, op, FALSE);
}

/* Event code 255 is the fixed counter's, and the driver's own for others that
 * the box does not have. */
static gboolean may_open(const struct contract *c, const struct play_op *op)
{
    const struct play_event *leader = steady_leader(c, op);
    struct perf_event asked;

    return !c->now.off[op->cpu % PLAY_CPUS] && takes_box(c, op) &&
           perf_check_event(c->where->check, op->name, &asked) &&
           (asked.fixed || (asked.control & 0xff) != 0xff) &&
           (op->leader < 0 || (leader && leader->ours && fits(c, op, TRUE)));
}

/* ---- others ---- */

static gboolean is_closed(const struct contract *c, const struct play_op *op)
{
    return !event_of(c, op)->open;
}

static gboolean is_open(const struct contract *c, const struct play_op *op)
{
    return event_of(c, op)->open && !event_of(c, op)->shaken;
}

static gboolean is_odd(const struct contract *c, const struct play_op *op)
{
    (void)c;
    return (op->pages & (op->pages - 1)) != 0;
}

static gboolean is_mapped(const struct contract *c, const struct play_op *op)
{
    return c->now.mapped[op->event];
}

static gboolean is_not_mapped(const struct contract *c, const struct play_op *op)
{
    return !is_mapped(c, op);
}

static gboolean is_ours(const struct contract *c, const struct play_op *op)
{
    g_autofree char *name = g_strdelimit(g_strdup(op->name), "-", '_');

    for (const char *const *module = c->where->modules; module && *module; module++)
        if (kernel_module_is(name, *module))
            return TRUE;
    return FALSE;
}

static gboolean is_used(const struct contract *c)
{
    for (unsigned i = 0; i < PLAY_EVENTS_ALL; i++)
        if (c->now.events[i].open && is_uncore(c, c->now.events[i].open->name))
            return TRUE;
    return FALSE;
}

/* A built-in driver is not a module, so ENOENT is possible at first. */
static gboolean may_be_none(const struct contract *c, const struct play_op *op)
{
    return c->module == MODULE_UNKNOWN && !strcmp(op->result, "ENOENT");
}

static gboolean takes_none_away(const struct contract *c, const struct play_op *op)
{
    return is_ours(c, op) && !op->on && c->module == MODULE_OFF;
}

static gboolean takes_used_away(const struct contract *c, const struct play_op *op)
{
    return is_ours(c, op) && !op->on && !may_be_none(c, op) && is_used(c);
}

static gboolean takes_away(const struct contract *c, const struct play_op *op)
{
    return is_ours(c, op) && !op->on && !may_be_none(c, op) && !is_used(c);
}

static gboolean brings_again(const struct contract *c, const struct play_op *op)
{
    return is_ours(c, op) && op->on && c->module == MODULE_ON;
}

static gboolean brings(const struct contract *c, const struct play_op *op)
{
    return is_ours(c, op) && op->on && c->module == MODULE_OFF;
}

/* ---- the table ---- */

#define VERB(NAME) (1u << PLAY_##NAME)
#define ON_EVENTS  (VERB(ON) | VERB(OFF) | VERB(RESET) | VERB(READ) | VERB(CLOSE) | VERB(MAP))

/* If several rows with errors apply, any of them is valid. Rows with "ok" count
 * if none applies. */
static const struct rule {
    unsigned verbs;
    gboolean (*applies)(const struct contract *c, const struct play_op *op);
    const char *result, *why;
} rules[] = {
    {VERB(OPEN), without_module, "ENODEV", "its module is off"},
    {VERB(OPEN), samples, "EINVAL", "an uncore PMU does not sample"},
    {VERB(OPEN), is_for_task, "EINVAL", "an uncore PMU does not count for tasks"},
    {VERB(OPEN), is_for_any_cpu, "EINVAL", "an uncore PMU needs a CPU"},
    {VERB(OPEN), excludes, "EINVAL", "an uncore PMU does not know user from kernel"},
    {VERB(OPEN), has_no_cpu, "EINVAL", "there is no such CPU"},
    {VERB(OPEN), has_no_leader, "EBADF", "the group's leader is not open"},
    {VERB(OPEN), joins_member, "EINVAL", "its leader is in a group itself"},
    {VERB(OPEN), joins_others, "EINVAL", "the group is of another PMU or socket"},
    {VERB(OPEN), joins_too_many, "EINVAL", "the box has not enough counters for the group"},
    {VERB(OPEN), may_open, "ok", "the box has taken others, and it has room"},
    {ON_EVENTS, is_closed, "EBADF", "it is not open"},
    {VERB(MAP), is_odd, "EINVAL", "the pages of a ring are a power of 2"},
    {ON_EVENTS, is_open, "ok", "it is open"},
    {VERB(UNMAP), is_not_mapped, "EINVAL", "it is not mapped"},
    {VERB(UNMAP), is_mapped, "ok", "it is mapped"},
    {VERB(MODULE), takes_none_away, "ENOENT", "it is off"},
    {VERB(MODULE), takes_used_away, "EAGAIN", "an event of it is open or mapped"},
    {VERB(MODULE), takes_away, "ok", "no event of it is open or mapped"},
    {VERB(MODULE), brings_again, "EEXIST", "it is on"},
    {VERB(MODULE), brings, "ok", "it is off"},
};

/* pmulab-play itself reports ENODEV for a PMU that is not in sysfs, and for an
 * event that it cannot read. Only PMUs that opened are known to exist. It reads
 * all events that the machine counts. */
static gboolean may_be_unknown(const struct contract *c, const struct play_op *op)
{
    struct perf_event asked;

    return op->verb == PLAY_OPEN && !strcmp(op->result, "ENODEV") &&
           !(takes_pmu(c, op) && perf_check_event(c->where->check, op->name, &asked));
}

/* Whether the contract defines the result. */
static gboolean judge(const struct contract *c, const struct play_op *op, GPtrArray *wrong)
{
    const char *result = op->done ? "ok" : op->result;
    const struct rule *expected = NULL;

    for (gsize i = 0; i < G_N_ELEMENTS(rules); i++) {
        const struct rule *rule = &rules[i];

        if (!(rule->verbs & 1u << op->verb) || (expected && !strcmp(rule->result, "ok")) ||
            !rule->applies(c, op))
            continue;
        if (!strcmp(rule->result, result))
            return TRUE;
        if (!expected)
            expected = rule;
    }
    if (!expected || may_be_unknown(c, op))
        return FALSE;
    g_ptr_array_add(
        wrong, g_strdup_printf("'%s': expected %s: %s", op->line, expected->result, expected->why));
    return TRUE;
}

/* ---- the plan ---- */

static void begin_program(struct contract *c)
{
    play_events_begin(&c->now);
    c->module = MODULE_UNKNOWN;
    g_hash_table_remove_all(c->takes);
}

/* A driver that is loaded while a CPU is off may miss its socket. */
static void note_module(struct contract *c, const struct play_op *op)
{
    if (op->on ? op->done || !strcmp(op->result, "EEXIST") : !strcmp(op->result, "EAGAIN"))
        c->module = MODULE_ON;
    else if (!op->on && (op->done || !strcmp(op->result, "ENOENT")))
        c->module = MODULE_OFF;
    for (unsigned cpu = 0; cpu < c->where->cpus; cpu++)
        if (op->on && c->now.off[cpu % PLAY_CPUS])
            g_hash_table_remove_all(c->takes);
}

/* A write to a file may remove anything, such as a device. */
static void note(struct contract *c, const struct play_op *op)
{
    if (op->verb == PLAY_OPEN && op->done) {
        g_hash_table_add(c->takes, pmu_of(op->name));
        g_hash_table_add(c->takes, box_of(c, op));
    } else if (op->verb == PLAY_MODULE && is_ours(c, op)) {
        note_module(c, op);
    } else if (op->verb == PLAY_PUT) {
        g_hash_table_remove_all(c->takes);
    }
    play_events_act(&c->now, op);
}

guint play_contract_check(const struct play_where *where, const GPtrArray *ops, GPtrArray *wrong)
{
    struct contract *c = g_new0(struct contract, 1);
    guint known = 0;

    c->where = where;
    c->now.where = where;
    c->takes = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
    for (guint i = 0; i < ops->len; i++) {
        const struct play_op *op = g_ptr_array_index(ops, i);

        if (op->first)
            begin_program(c);
        if (op->verb == PLAY_OPEN)
            play_events_close(&c->now, op->event);
        known += judge(c, op, wrong);
        note(c, op);
    }
    g_hash_table_unref(c->takes);
    g_free(c);
    return known;
}
