/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Compares the interrupts that went out with the due ones, line by line. */
#include "harness/truth/interrupts.h"

#include "harness/trace/accesses.h"

#include <string.h>

/* An interrupt that became due and has not gone out. */
struct due {
    struct truth_interrupt what;
    guint64 from;     /* ns: a fault of the plan delays it until then */
    gboolean delayed; /* by such a fault, which sets no limit either */
};

struct line {
    unsigned number;
    GArray *due;      /* struct due, the oldest first */
    guint64 more;     /* more that may go out, because others merged */
    guint64 spurious; /* expected because of a fault of the plan */
    gsize cause;      /* of the latest one that went out */
    gboolean served;  /* one went out, and nothing became due since */
    gsize stray;      /* one that went out before any due one is known; or NONE */
};

#define NONE G_MAXSIZE

/* An interrupt due within this time (ns) before a trace's end need not have
 * gone out. */
enum { LAST = 1000000 };

struct compare {
    const struct truth_interrupts_of *of;
    struct truth_interrupts out;
    GArray *faults;    /* struct fault: the faults of lines, in their current state */
    GPtrArray *lines;  /* struct line */
    unsigned n_strays; /* number of lines with a stray one */
};

static const struct trace_record *record_at(const struct compare *c, gsize i)
{
    return &c->of->records[i];
}

static void line_free(gpointer data)
{
    struct line *line = data;

    g_array_unref(line->due);
    g_free(line);
}

static struct line *line_of(struct compare *c, unsigned number)
{
    struct line *line;

    for (guint i = 0; i < c->lines->len; i++) {
        line = g_ptr_array_index(c->lines, i);
        if (line->number == number)
            return line;
    }
    line = g_new0(struct line, 1);
    *line = (struct line){
        .number = number, .due = g_array_new(FALSE, FALSE, sizeof(struct due)), .stray = NONE};
    g_ptr_array_add(c->lines, line);
    return line;
}

static struct due *due_at(const struct line *line, guint i)
{
    return &g_array_index(line->due, struct due, i);
}

/* ---- faults, a line each ---- */

static void complain(struct compare *c, const struct line *line, char *what)
{
    g_autofree char *name = c->of->lines->name(line->number);

    g_ptr_array_add(c->out.wrong, g_strdup_printf("%s: %s", name, what));
    g_free(what);
}

static char *time_of(const struct compare *c, gsize record)
{
    return access_time_text(record_at(c, record)->time);
}

/* The time (ns) at which it became due. */
static guint64 since(const struct compare *c, const struct truth_interrupt *what)
{
    return what->since ? what->since : record_at(c, what->record)->time;
}

static void complain_lost(struct compare *c, const struct line *line, const struct due *due)
{
    g_autofree char *time = access_time_text(since(c, &due->what));

    complain(c, line, g_strdup_printf("lost: it was expected at %s, and did not go out", time));
}

/* Another CPU's line with a due interrupt. */
static struct line *other_due(struct compare *c, const struct line *line)
{
    guint cpu;

    for (guint i = 0; i < c->lines->len && c->of->lines->of_cpu(line->number, &cpu); i++) {
        struct line *other = g_ptr_array_index(c->lines, i);

        if (other != line && other->due->len && c->of->lines->of_cpu(other->number, &cpu))
            return other;
    }
    return NULL;
}

/* An interrupt went out that nothing explains. */
static void complain_stray(struct compare *c, struct line *line)
{
    struct line *other = other_due(c, line);
    g_autofree char *time = time_of(c, line->stray);

    if (other) {
        g_autofree char *name = c->of->lines->name(other->number);
        g_autofree char *expected = access_time_text(since(c, &due_at(other, 0)->what));

        complain(c, line,
            g_strdup_printf("sent to another CPU: it went out at %s, expected the %s at %s", time,
                name, expected));
        g_array_remove_index(other->due, 0);
    } else if (line->served) {
        g_autofree char *cause = time_of(c, line->cause);

        complain(c, line,
            g_strdup_printf(
                "doubled: another one went out at %s, expected one, of %s", time, cause));
    } else
        complain(c, line, g_strdup_printf("unexpected: it went out at %s, expected none", time));
    line->stray = NONE;
    c->n_strays--;
}

/* A record of the same time may still explain it: a write's interrupt goes out
 * before the write is traced. */
static void settle_strays(struct compare *c, guint64 time)
{
    for (guint i = 0; c->n_strays && i < c->lines->len; i++) {
        struct line *line = g_ptr_array_index(c->lines, i);

        if (line->stray != NONE && record_at(c, line->stray)->time < time)
            complain_stray(c, line);
    }
}

/* ---- faults of the plan ---- */

static struct fault *fault_of(struct compare *c, enum fault_kind kind, unsigned line)
{
    for (guint i = 0; i < c->faults->len; i++) {
        struct fault *fault = &g_array_index(c->faults, struct fault, i);

        if (fault->active && fault->kind == kind && fault->line == line)
            return fault;
    }
    return NULL;
}

static void use_up(struct fault *fault)
{
    if (fault->times && !--fault->times)
        fault->active = FALSE;
}

static void end_faults(struct compare *c, unsigned line)
{
    for (guint i = 0; i < c->faults->len; i++)
        if (g_array_index(c->faults, struct fault, i).line == line)
            g_array_index(c->faults, struct fault, i).active = FALSE;
}

static void spurious(struct compare *c, struct line *line)
{
    if (line->stray == NONE) {
        line->spurious++;
        return;
    }
    line->stray = NONE;
    c->n_strays--;
}

static void fault_begins(struct compare *c, guint64 entry)
{
    for (guint i = 0; i < c->faults->len; i++) {
        struct fault *fault = &g_array_index(c->faults, struct fault, i);

        if (fault->entry != entry)
            continue;
        if (fault->kind == FAULT_SPURIOUS)
            spurious(c, line_of(c, fault->line));
        else if (fault->kind == FAULT_SOUND)
            end_faults(c, fault->line);
        else
            fault->active = TRUE;
    }
}

/* ---- due ---- */

/* How late the interrupt of record @sent is; 0: in time, or unknown. */
static guint64 late_by(const struct compare *c, const struct due *due, gsize sent)
{
    const struct truth_interrupt *what = &due->what;
    guint64 executed = record_at(c, sent)->value, time = record_at(c, sent)->time;

    if (due->delayed)
        return 0;
    if (what->executed)
        return executed > what->executed + what->within ? executed - what->executed : 0;
    if (!c->of->virtual_time || !what->ns)
        return 0;
    return time > since(c, what) + what->ns ? time - since(c, what) : 0;
}

/* Whether @due should have gone out before @next became due, so that the two
 * did not merge. */
static gboolean is_overdue(const struct due *due, const struct truth_interrupt *next)
{
    return !due->delayed && due->what.executed &&
           next->executed > due->what.executed + due->what.within;
}

static void went_out(struct compare *c, struct line *line, guint i, gsize sent)
{
    struct due *due = due_at(line, i);
    guint64 by = late_by(c, due, sent);

    if (by) {
        g_autofree char *expected = access_time_text(since(c, &due->what));
        g_autofree char *time = time_of(c, sent);

        complain(c, line,
            g_strdup_printf("late by %" G_GUINT64_FORMAT " %s: it went out at %s, expected at %s",
                by, due->what.executed ? "instructions" : "ns", time, expected));
    }
    line->cause = due->what.record;
    line->served = TRUE;
    if (due->delayed) {
        g_array_remove_index(line->due, i);
        return;
    }
    line->more = 0;
    for (guint k = line->due->len; k--;)
        if (!due_at(line, k)->delayed) {
            line->more++;
            g_array_remove_index(line->due, k);
        }
    line->more--;
}

/* An interrupt whose level was up past its limit is lost; otherwise one may be
 * on its way. */
static void falls(struct compare *c, struct line *line, gsize now)
{
    for (guint i = 0; i < line->due->len; i++) {
        const struct due *due = due_at(line, i);
        guint64 late = since(c, &due->what) + due->what.ns;

        if (!due->delayed && due->what.ns && c->of->virtual_time && record_at(c, now)->time > late)
            complain_lost(c, line, due);
    }
    line->more = line->due->len;
    line->served = FALSE;
    g_array_set_size(line->due, 0);
}

static void becomes_due(struct compare *c, const struct truth_interrupt *what)
{
    struct line *line = line_of(c, what->line);
    struct due due = {.what = *what};
    struct fault *lost = what->again ? NULL : fault_of(c, FAULT_LOST, what->line);
    struct fault *late = what->again ? NULL : fault_of(c, FAULT_LATE, what->line);

    line->served = FALSE;
    line->more = 0;
    if (lost) {
        use_up(lost);
        c->out.lost++;
        return;
    }
    if (late) {
        due.delayed = TRUE;
        /* A level's rise may be known only by the interrupt. */
        if (record_at(c, what->record)->kind != TRACE_INTERRUPT)
            due.from = record_at(c, what->record)->time + late->value;
        use_up(late);
    }
    c->out.expected++;
    if (line->due->len && is_overdue(due_at(line, 0), what)) {
        complain_lost(c, line, due_at(line, 0));
        g_array_remove_index(line->due, 0);
    }
    c->out.merged += line->due->len && !due.delayed;
    g_array_append_val(line->due, due);
    if (line->stray != NONE &&
        record_at(c, line->stray)->time == record_at(c, what->record)->time) {
        went_out(c, line, line->due->len - 1, line->stray);
        line->stray = NONE;
        c->n_strays--;
    }
}

/* ---- sent ---- */

/* The first due interrupt that may go out at @time; delayed ones come last. */
static gint first_due(const struct line *line, guint64 time)
{
    for (guint i = 0; i < line->due->len; i++)
        if (!due_at(line, i)->delayed)
            return (gint)i;
    for (guint i = 0; i < line->due->len; i++)
        if (due_at(line, i)->from <= time)
            return (gint)i;
    return -1;
}

static void sent(struct compare *c, gsize now)
{
    struct line *line = line_of(c, record_at(c, now)->offset);
    gint due = first_due(line, record_at(c, now)->time);

    c->out.sent++;
    if (due >= 0)
        went_out(c, line, (guint)due, now);
    else if (line->spurious)
        line->spurious--;
    else if (line->more)
        line->more--;
    else {
        if (line->stray != NONE)
            complain_stray(c, line);
        line->stray = now;
        c->n_strays++;
    }
}

/* ---- all ---- */

static void end(struct compare *c)
{
    guint64 last = c->of->n ? record_at(c, c->of->n - 1)->time : 0;

    settle_strays(c, G_MAXUINT64);
    for (guint i = 0; i < c->lines->len; i++) {
        struct line *line = g_ptr_array_index(c->lines, i);

        for (guint k = 0; k < line->due->len; k++)
            if (record_at(c, due_at(line, k)->what.record)->time + LAST < last &&
                due_at(line, k)->from + LAST < last)
                complain_lost(c, line, due_at(line, k));
    }
}

static void look_at(struct compare *c, gsize now, guint *next)
{
    const GArray *expected = c->of->expected;

    if (c->n_strays)
        settle_strays(c, record_at(c, now)->time);
    if (record_at(c, now)->kind == TRACE_FAULT)
        fault_begins(c, record_at(c, now)->value);
    for (; *next < expected->len; ++*next) {
        const struct truth_interrupt *what =
            &g_array_index(expected, struct truth_interrupt, *next);

        if (what->record > now)
            break;
        if (what->fell)
            falls(c, line_of(c, what->line), now);
        else
            becomes_due(c, what);
    }
    if (record_at(c, now)->kind == TRACE_INTERRUPT)
        sent(c, now);
}

struct truth_interrupts truth_interrupts_compare(const struct truth_interrupts_of *of)
{
    struct compare c = {.of = of,
        .out.wrong = g_ptr_array_new_with_free_func(g_free),
        .faults = g_array_new(FALSE, FALSE, sizeof(struct fault)),
        .lines = g_ptr_array_new_with_free_func(line_free)};
    guint next = 0;

    for (unsigned i = 0; of->faults && i < of->faults->n; i++)
        if (of->faults->fault[i].place == FAULT_LINE)
            g_array_append_val(c.faults, of->faults->fault[i]);
    for (gsize i = 0; i < of->n; i++)
        look_at(&c, i, &next);
    end(&c);
    g_array_unref(c.faults);
    g_ptr_array_unref(c.lines);
    return c.out;
}

void truth_interrupts_clear(struct truth_interrupts *interrupts)
{
    g_ptr_array_unref(interrupts->wrong);
    interrupts->wrong = NULL;
}
