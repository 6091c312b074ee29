/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Compares one count with the other, for each time between two accesses of a
 * CPU to its PMU. */
#include "harness/truth/x86/recount.h"

#include "harness/trace/accesses.h"

/* Pairs of enum trace_recount, as bits. */
enum {
    NEEDS_ACCESSES = 1 << RECOUNT_LOADS / 2 | 1 << RECOUNT_STORES / 2,
    NEEDS_BRANCHES = 1 << RECOUNT_BRANCHES / 2
};

static const struct {
    const char *name;
    enum oracle_x86_did did;
} kinds[RECOUNT_SUM / 2] = {
    {"loads", ORACLE_X86_LOADS}, {"stores", ORACLE_X86_STORES}, {"branches", ORACLE_X86_BRANCHES}};

/* Whether a counter with @selection also depends on @did. */
static gboolean depends(
    const struct oracle_x86_pmu *pmu, guint64 selection, enum oracle_x86_did did)
{
    uint64_t without[ORACLE_X86_N_DIDS] = {0}, with[ORACLE_X86_N_DIDS] = {0}, none, some;

    without[ORACLE_X86_INSTRUCTIONS] = with[ORACLE_X86_INSTRUCTIONS] = 1;
    with[did] = 1;
    return oracle_x86_counted(pmu, selection, without, &none) &&
           oracle_x86_counted(pmu, selection, with, &some) && none != some;
}

/* The plugin sees branches by kind only if it follows branches, and other kinds
 * from loads on only if it records accesses and fetches. Clocks need
 * neither. */
static unsigned needs_for(enum oracle_x86_did did)
{
    if (did >= ORACLE_X86_BUS)
        return 0;
    if (did < ORACLE_X86_LOADS || (did >= ORACLE_X86_COND_TAKEN && did <= ORACLE_X86_WRONG_FAR))
        return NEEDS_BRANCHES;
    return NEEDS_ACCESSES;
}

static unsigned needs_of(const struct oracle_x86_pmu *pmu, guint64 selection)
{
    unsigned needs = 0;

    for (int did = ORACLE_X86_MISPREDICTED; did < ORACLE_X86_N_DIDS; did++)
        if (depends(pmu, selection, (enum oracle_x86_did)did))
            needs |= needs_for((enum oracle_x86_did)did);
    return needs;
}

static unsigned counter_needs(
    struct x86_recount *recount, const struct oracle_x86_core *core, unsigned i)
{
    guint64 selection = oracle_x86_selects(core, i);

    if (!(selection & (ORACLE_X86_USR | ORACLE_X86_OS)))
        return 0;
    if (recount->known[i].selection != selection) {
        recount->known[i].selection = selection;
        recount->known[i].needs = needs_of(&core->pmu, selection);
    }
    return recount->known[i].needs;
}

static unsigned all_needs(struct x86_recount *recount, const struct oracle_x86_core *core)
{
    unsigned needs = 0;

    for (unsigned i = 0; i < ORACLE_X86_COUNTERS; i++)
        if (oracle_x86_runs(core, i))
            needs |= counter_needs(recount, core, i);
    return needs;
}

char *x86_recount_begin(struct x86_recount *recount, unsigned cpu, guint64 now)
{
    gboolean missing = recount->waits && recount->enabled;
    g_autofree char *from = access_time_text(recount->since), *to = access_time_text(now);

    recount->waits = TRUE;
    if (!missing)
        return NULL;
    recount->needs = recount->enabled = 0;
    return g_strdup_printf(
        "CPU %u: nothing was counted a second time after %s; expected a count before %s", cpu, from,
        to);
}

/* Whether the access enabled or ended an event, so that a sum must follow. */
void x86_recount_accessed(struct x86_recount *recount, const struct oracle_x86_core *core)
{
    unsigned needs = all_needs(recount, core);

    recount->enabled = recount->planned ? 0 : needs;
}

static guint64 shown(const struct oracle_x86_core *core, unsigned what)
{
    const guint64 *done = what % 2 ? core->work.kernel : core->work.users;

    return done[kinds[what / 2].did];
}

static void compare(const struct x86_recount *recount, const struct oracle_x86_core *core,
    const struct trace_record *record, unsigned what, GPtrArray *wrong)
{
    guint64 expected = recount->again[what] - recount->before[what];
    guint64 counted = shown(core, what) - recount->shown[what];
    g_autofree char *from = access_time_text(recount->since), *to = access_time_text(record->time);

    if (counted != expected)
        g_ptr_array_add(wrong, g_strdup_printf("CPU %u: %" G_GUINT64_FORMAT
                                               " %s of %s were counted, expected %" G_GUINT64_FORMAT
                                               ", between %s and %s",
                                   record->cpu, counted, kinds[what / 2].name,
                                   what % 2 ? "the kernel" : "users", expected, from, to));
}

unsigned x86_recount_take(struct x86_recount *recount, const struct oracle_x86_core *core,
    const struct trace_record *record, GPtrArray *wrong)
{
    unsigned counter = recount->counter;
    guint64 sum = 0;

    if (record->offset < RECOUNT_SUM)
        recount->again[record->offset] = record->value;
    if (record->offset != RECOUNT_SUM)
        return counter;
    for (unsigned what = 0; what < RECOUNT_SUM; what++) {
        sum += recount->again[what];
        if (recount->needs >> what / 2 & 1)
            compare(recount, core, record, what, wrong);
    }
    if (sum != record->value)
        g_ptr_array_add(
            wrong, g_strdup_printf("CPU %u: the second counts add up to %" G_GUINT64_FORMAT
                                   ", expected %" G_GUINT64_FORMAT,
                       record->cpu, sum, (guint64)record->value));
    for (unsigned what = 0; what < RECOUNT_SUM; what++) {
        recount->before[what] = recount->again[what];
        recount->shown[what] = shown(core, what);
    }
    recount->since = record->time;
    recount->waits = FALSE;
    recount->counter = ORACLE_X86_NONE; /* else the first that needs something */
    for (unsigned i = 0; recount->counter == ORACLE_X86_NONE && i < ORACLE_X86_COUNTERS; i++)
        if (oracle_x86_runs(core, i) && counter_needs(recount, core, i))
            recount->counter = i;
    recount->needs = recount->enabled = recount->planned ? 0 : all_needs(recount, core);
    return counter;
}
