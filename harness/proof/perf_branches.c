/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Finds, for each printed sample, the stack of branch records that the driver
 * read for it. */
#include "harness/proof/perf_branches.h"

#include <string.h>

/* Neighbouring branches in an array of struct truth_branch. */
struct stack {
    guint first, n;
    unsigned cpu;
    gboolean used;
};

struct matching {
    struct perf_branches *out;
    GArray *read;   /* struct truth_branch: of each CPU together, the newest of a stack first */
    GArray *stacks; /* struct stack */
    guint from;     /* the stack after the latest match */
};

static const struct truth_branch *branch_at(const GArray *branches, guint i)
{
    return &g_array_index(branches, struct truth_branch, i);
}

/* ---- read stacks ---- */

static gint compare_times(gconstpointer a, gconstpointer b, gpointer data)
{
    const struct matching *m = data;
    const gsize first = branch_at(m->read, ((const struct stack *)a)->first)->record;
    const gsize second = branch_at(m->read, ((const struct stack *)b)->first)->record;

    return first < second ? -1 : first > second;
}

static void add_stacks(struct matching *m, const struct truth *truth, gsize begin, gsize end)
{
    struct stack *stack = NULL;
    unsigned entry = 0, cpus = 0;

    for (guint i = 0; i < truth->branches->len; i++)
        cpus = MAX(cpus, branch_at(truth->branches, i)->cpu + 1);
    for (unsigned cpu = 0; cpu < cpus; cpu++, stack = NULL)
        for (guint i = 0; i < truth->branches->len; i++) {
            const struct truth_branch *branch = branch_at(truth->branches, i);

            if (branch->cpu != cpu || branch->record <= begin || branch->record >= end)
                continue;
            if (!stack || branch->entry <= entry) {
                const struct stack next = {.first = m->read->len, .cpu = cpu};
                g_array_append_val(m->stacks, next);
                stack = &g_array_index(m->stacks, struct stack, m->stacks->len - 1);
            }
            entry = branch->entry;
            stack->n++;
            g_array_append_val(m->read, *branch);
        }
    g_array_sort_with_data(m->stacks, compare_times, m);
    m->out->stacks = m->stacks->len;
}

/* ---- printed samples ---- */

/* Reads "0x401036/0x401040/P/..." at @text. */
static gboolean read_branch(const char *text, struct truth_branch *branch)
{
    char *end;

    if (strncmp(text, "0x", 2) != 0)
        return FALSE;
    branch->from = g_ascii_strtoull(text, &end, 16);
    if (strncmp(end, "/0x", 3) != 0)
        return FALSE;
    branch->to = g_ascii_strtoull(end + 1, &end, 16);
    branch->mispredicted = end[0] == '/' && end[1] == 'M';
    return end[0] == '/' && (end[1] == 'M' || end[1] == 'P') && end[2] == '/';
}

/* Linux passes on the empty entries of an Intel stack, as branches from 0 to
 * 0. */
static GArray *sample_of(const char *line)
{
    GArray *sample = g_array_new(FALSE, FALSE, sizeof(struct truth_branch));
    g_auto(GStrv) words = g_strsplit_set(line, " \t", -1);

    for (char **word = words; *word; word++) {
        struct truth_branch branch = {.record = 0};

        if (read_branch(*word, &branch) && (branch.from || branch.to))
            g_array_append_val(sample, branch);
    }
    return sample;
}

/* ---- the comparison ---- */

/* Linux, amd_pmu_lbr_filter(): the most bytes by which it moves the source of
 * an interrupt, which it takes for a fused branch (MAX_INSN_SIZE). */
enum { MOVED = 15 };

static gboolean same(const struct truth_branch *read, const struct truth_branch *printed)
{
    gboolean kernel = read->to >> 63;

    return printed->from - read->from <= (kernel ? MOVED : 0) && read->to == printed->to &&
           read->mispredicted == printed->mispredicted;
}

/* Whether @sample has a part of the stack's branches, in their order. Sets the
 * number of them that were executed. */
static gboolean is_part(const struct matching *m, const GArray *sample, const struct stack *stack,
    guint *executed, guint *moved)
{
    guint at = 0;

    *executed = *moved = 0;
    for (guint i = 0; i < stack->n && at < sample->len; i++) {
        const struct truth_branch *read = branch_at(m->read, stack->first + i);

        if (!same(read, branch_at(sample, at)))
            continue;
        *executed += read->executed;
        *moved += read->from != branch_at(sample, at)->from;
        at++;
    }
    return at == sample->len;
}

/* perf prints almost in the order of time, so the search begins at the latest
 * match. */
static gboolean match(struct matching *m, const GArray *sample)
{
    for (guint i = 0; i < m->stacks->len; i++) {
        guint at = (m->from + i) % m->stacks->len, executed, moved;
        struct stack *stack = &g_array_index(m->stacks, struct stack, at);

        if (stack->used || !is_part(m, sample, stack, &executed, &moved))
            continue;
        stack->used = TRUE;
        m->from = at + 1;
        m->out->executed += executed;
        m->out->moved += moved;
        m->out->left_out += stack->n - sample->len;
        return TRUE;
    }
    return FALSE;
}

static void check_line(struct matching *m, const char *line, guint number)
{
    GArray *sample = sample_of(line);

    if (sample->len) {
        m->out->samples++;
        m->out->printed += sample->len;
        if (!match(m, sample))
            g_ptr_array_add(m->out->wrong,
                g_strdup_printf("hop one: line %u of the output: the driver read no such branches: "
                                "%u, the newest from 0x%" G_GINT64_MODIFIER
                                "x to 0x%" G_GINT64_MODIFIER "x",
                    number, sample->len, branch_at(sample, 0)->from, branch_at(sample, 0)->to));
    }
    g_array_unref(sample);
}

struct perf_branches *perf_branches_check(
    const struct truth *truth, gsize begin, gsize end, const char *text)
{
    struct perf_branches *out = g_new0(struct perf_branches, 1);
    struct matching m = {.out = out,
        .read = g_array_new(FALSE, FALSE, sizeof(struct truth_branch)),
        .stacks = g_array_new(FALSE, FALSE, sizeof(struct stack))};
    g_auto(GStrv) lines = g_strsplit(text, "\n", -1);

    out->wrong = g_ptr_array_new_with_free_func(g_free);
    add_stacks(&m, truth, begin, end);
    for (guint i = 0; lines[i]; i++)
        check_line(&m, lines[i], i + 1);
    g_array_unref(m.read);
    g_array_unref(m.stacks);
    return out;
}

void perf_branches_free(struct perf_branches *branches)
{
    g_ptr_array_unref(branches->wrong);
    g_free(branches);
}
