/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Adds up a replay's intervals by event. */
#include "harness/proof/step_counts.h"

#include "harness/hardware/registers.h"

/* A count, and what tells it from the others. */
struct counting {
    struct step_count count; /* first */
    struct truth_interval first;
    GArray *blocks; /* unsigned: those in @count.place */
};

static void counting_free(gpointer data)
{
    struct counting *counting = data;

    g_free(counting->count.place);
    g_free(counting->count.event);
    g_array_unref(counting->blocks);
    g_free(counting);
}

/* The register that selects events in @bank: the first that has a field for
 * that, and is no counter. */
static const struct reg *selecting_register(
    const struct machine_model *model, const struct reg_bank *bank)
{
    static const char *const names[] = {"ev_sel", "event", "eventselect", "event_type"};

    for (unsigned i = 0; i < bank->n_regs; i++) {
        const struct reg *reg = &bank->regs[i];

        for (unsigned k = 0; k < reg->n_fields; k++)
            for (gsize n = 0; n < G_N_ELEMENTS(names); n++)
                if (!g_ascii_strcasecmp(reg->fields[k].name, names[n]) &&
                    !(model->counter && model->counter(reg)))
                    return reg;
    }
    return NULL;
}

static char *event_name(const struct machine_model *model, const struct truth_interval *interval)
{
    const struct reg_bank *bank = NULL;
    char block[MACHINE_BLOCK_NAME], word[MACHINE_EVENT_NAME];
    GString *name = g_string_new(NULL);
    const struct reg *reg;

    if (interval->fixed)
        g_string_printf(name, "fixed counter %u", interval->counter);
    else if (model->word_name &&
             model->word_name(interval->block, (guint32)interval->control, word, sizeof(word)))
        g_string_assign(name, word);
    else if (model->block(interval->block, block, sizeof(block), &bank) && bank &&
             (reg = selecting_register(model, bank)))
        register_append_fields(name, model, reg, interval->control, G_MAXUINT64);
    if (!name->len)
        g_string_printf(name, "control 0x%" G_GINT64_MODIFIER "x", interval->control);
    return g_string_free(name, FALSE);
}

static gint by_number(gconstpointer a, gconstpointer b)
{
    const unsigned x = *(const unsigned *)a, y = *(const unsigned *)b;

    return (x > y) - (x < y);
}

static void add_block(GArray *blocks, unsigned block)
{
    for (guint i = 0; i < blocks->len; i++)
        if (g_array_index(blocks, unsigned, i) == block)
            return;
    g_array_append_val(blocks, block);
}

static char *place_name(const struct machine_model *model, GArray *blocks)
{
    GString *place = g_string_new(NULL);

    g_array_sort(blocks, by_number);
    for (guint i = 0; i < blocks->len; i++) {
        const unsigned block = g_array_index(blocks, unsigned, i);
        const struct reg_bank *bank;
        char name[MACHINE_BLOCK_NAME];

        if (!model->block(block, name, sizeof(name), &bank))
            g_snprintf(name, sizeof(name), "block %u", block);
        g_string_append_printf(place, "%s%s", i ? " " : "", name);
    }
    return g_string_free(place, FALSE);
}

static gboolean is_same(const struct truth_interval *a, const struct truth_interval *b)
{
    return a->fixed == b->fixed && a->control == b->control && a->event == b->event &&
           (a->event || a->block == b->block) && (!a->fixed || a->counter == b->counter);
}

static struct counting *counting_of(
    GPtrArray *counts, const struct machine_model *model, const struct truth_interval *interval)
{
    struct counting *counting;

    for (guint i = 0; i < counts->len; i++) {
        counting = g_ptr_array_index(counts, i);
        if (is_same(&counting->first, interval))
            return counting;
    }
    counting = g_new0(struct counting, 1);
    counting->first = *interval;
    counting->blocks = g_array_new(FALSE, FALSE, sizeof(unsigned));
    counting->count.event = event_name(model, interval);
    g_ptr_array_add(counts, counting);
    return counting;
}

static void add_interval(
    GPtrArray *counts, const struct machine_model *model, const struct truth_interval *interval)
{
    struct counting *counting = counting_of(counts, model, interval);

    add_block(counting->blocks, interval->block);
    if (interval->last == TRUTH_NONE) {
        counting->count.open++;
        return;
    }
    counting->count.driver += interval->driver;
    counting->count.truth += interval->truth;
}

static gboolean is_switched(const struct truth *truth, const struct truth_read *read)
{
    for (guint i = 0; i < truth->intervals->len; i++) {
        const struct truth_interval *interval =
            &g_array_index(truth->intervals, struct truth_interval, i);

        if (interval->block == read->block && interval->counter == read->counter)
            return TRUE;
    }
    return FALSE;
}

/* Words of memory count all the time. The driver's count is the difference from
 * the read before. */
static void add_read(GPtrArray *counts, const struct machine_model *model,
    const struct truth *truth, const struct truth_read *read, gsize begin)
{
    const struct truth_read *before;
    struct counting *counting;

    if (read->written || read->begins || read->previous == TRUTH_NONE)
        return;
    before = &g_array_index(truth->reads, struct truth_read, read->previous);
    if (before->low < begin || before->ends || is_switched(truth, read))
        return;
    counting = counting_of(counts, model,
        &(struct truth_interval){
            .block = read->block, .counter = read->counter, .control = read->counter});
    add_block(counting->blocks, read->block);
    counting->count.driver += truth_difference(truth, before, read);
    counting->count.truth += read->total - before->total;
}

GPtrArray *step_counts(
    const struct perf_check *check, const struct machine_model *model, gsize begin, gsize end)
{
    const struct truth *truth = perf_check_truth(check);
    GPtrArray *counts = g_ptr_array_new_with_free_func(counting_free);

    for (guint i = 0; i < truth->intervals->len; i++) {
        const struct truth_interval *interval =
            &g_array_index(truth->intervals, struct truth_interval, i);

        if (interval->on >= begin && interval->on < end)
            add_interval(counts, model, interval);
    }
    for (guint i = 0; i < truth->reads->len; i++) {
        const struct truth_read *read = &g_array_index(truth->reads, struct truth_read, i);

        if (read->low >= begin && read->low < end)
            add_read(counts, model, truth, read, begin);
    }
    for (guint i = 0; i < counts->len; i++) {
        struct counting *counting = g_ptr_array_index(counts, i);

        counting->count.place = place_name(model, counting->blocks);
    }
    return counts;
}
