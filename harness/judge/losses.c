/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Compares a trace's records with the plugin's counts of them, from one count
 * to the next. */
#include "harness/judge/losses.h"

#include "harness/trace/accesses.h"

/* A CPU's number in records has 16 bits. */
#define CPUS (G_MAXUINT16 + 1)

/* The records' totals so far, in the plugin's units. AUDIT_RECORDS, kept for
 * CPU 0, covers all CPUs. */
struct sums {
    guint64 of[AUDIT_SENT];
    guint64 previous[AUDIT_SENT]; /* the plugin's previous count */
    guint64 since[AUDIT_SENT];    /* its time, ns */
    gboolean lost;                /* accesses are missing, so the values must also differ */
};

static const char *const nouns[AUDIT_SENT] = {"reads", "writes", NULL, "records"};

/* Hardware also writes to memory, but has no PC. */
static gboolean is_access(const struct trace_record *record)
{
    return (record->kind == TRACE_READ || record->kind == TRACE_WRITE) && record->pc;
}

static void add_access(struct sums *sums, const struct trace_record *record)
{
    gboolean write = record->kind == TRACE_WRITE;

    sums->of[write ? AUDIT_WRITES : AUDIT_READS]++;
    sums->of[AUDIT_VALUES] = trace_sum(sums->of[AUDIT_VALUES], write, record->value);
}

static void append_difference(GString *line, unsigned what, guint64 counted, guint64 found)
{
    if (what == AUDIT_VALUES)
        g_string_append(line, "its accesses have other values or another order than it saw");
    else if (found < counted)
        g_string_append_printf(line, "%" G_GUINT64_FORMAT " of %" G_GUINT64_FORMAT " %s %s missing",
            counted - found, counted, nouns[what], counted - found == 1 ? "is" : "are");
    else
        g_string_append_printf(line,
            "%" G_GUINT64_FORMAT " %s, and only %" G_GUINT64_FORMAT " happened", found, nouns[what],
            counted);
}

/* Adds one line per difference; the next count starts from the plugin's
 * count. */
static void compare(struct losses *losses, struct sums *sums, const struct trace_record *audit)
{
    unsigned what = audit->offset;
    guint64 before = sums->previous[what];
    gboolean differs = sums->of[what] != audit->value;

    if (differs && !(what == AUDIT_VALUES && sums->lost)) {
        g_autofree char *from = access_time_text(sums->since[what]);
        g_autofree char *to = access_time_text(audit->time);
        GString *line = g_string_new("trace: ");

        if (what != AUDIT_RECORDS)
            g_string_append_printf(line, "CPU %u: ", audit->cpu);
        append_difference(line, what, audit->value - before, sums->of[what] - before);
        g_string_append_printf(line, ", between %s and %s", from, to);
        g_ptr_array_add(losses->lines, g_string_free(line, FALSE));
    }
    if (what != AUDIT_RECORDS)
        sums->lost = what != AUDIT_VALUES && (differs || sums->lost);
    sums->of[what] = sums->previous[what] = audit->value;
    sums->since[what] = audit->time;
}

static struct sums *sums_of(struct sums **cpus, const struct trace_record *record)
{
    if (!cpus[record->cpu])
        cpus[record->cpu] = g_new0(struct sums, 1);
    return cpus[record->cpu];
}

static void look_at(struct losses *losses, struct sums **cpus, const struct trace_record *record)
{
    const struct trace_record whole = {
        .cpu = 0, .offset = AUDIT_RECORDS, .time = record->time, .value = record->value};

    if (is_access(record)) {
        add_access(sums_of(cpus, record), record);
        losses->accesses++;
    }
    if (record->kind == TRACE_AUDIT && record->offset < AUDIT_SENT)
        compare(losses, sums_of(cpus, record), record);
    losses->closed = record->kind == TRACE_CLOSED;
    if (losses->closed)
        compare(losses, sums_of(cpus, &whole), &whole);
    sums_of(cpus, &whole)->of[AUDIT_RECORDS]++;
}

struct losses losses_find(const struct trace_record *records, gsize n)
{
    struct losses losses = {.records = n, .lines = g_ptr_array_new_with_free_func(g_free)};
    struct sums **cpus = g_new0(struct sums *, CPUS);

    for (gsize i = 0; i < n; i++)
        look_at(&losses, cpus, &records[i]);
    for (unsigned cpu = 0; cpu < CPUS; cpu++) {
        losses.cpus += cpus[cpu] && cpus[cpu]->of[AUDIT_READS] + cpus[cpu]->of[AUDIT_WRITES];
        g_free(cpus[cpu]);
    }
    g_free(cpus);
    return losses;
}

void losses_clear(struct losses *losses)
{
    g_ptr_array_unref(losses->lines);
    losses->lines = NULL;
}
