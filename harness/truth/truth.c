/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "harness/truth/truth.h"

#include "models/sim/clock.h"

static void note_free(gpointer data)
{
    struct truth_note *note = data;

    g_free(note->text);
    g_free(note);
}

struct truth *truth_new(void)
{
    struct truth *truth = g_new0(struct truth, 1);

    truth->mask = G_MAXUINT64;
    truth->reads = g_array_new(FALSE, FALSE, sizeof(struct truth_read));
    truth->intervals = g_array_new(FALSE, FALSE, sizeof(struct truth_interval));
    truth->samples = g_array_new(FALSE, FALSE, sizeof(struct truth_sample));
    truth->notes = g_ptr_array_new_with_free_func(note_free);
    return truth;
}

void truth_add_note(struct truth *truth, const struct truth_note *note)
{
    g_ptr_array_add(truth->notes, g_memdup2(note, sizeof(*note)));
}

char *truth_time_text(guint64 ns)
{
    return g_strdup_printf("%" G_GUINT64_FORMAT ".%09" G_GUINT64_FORMAT " s", (guint64)(ns / SIM_NS_PER_S),
        (guint64)(ns % SIM_NS_PER_S));
}

char *truth_place_text(const struct machine_model *model, const struct trace_record *record)
{
    char name[MACHINE_BLOCK_NAME], word[MACHINE_EVENT_NAME];
    const struct reg_bank *bank = NULL;
    int reg;

    if (!model->block(record->block, name, sizeof(name), &bank))
        return g_strdup_printf("block %u+0x%x", record->block, record->offset);
    reg = bank ? reg_bank_at(bank, record->offset) : -1;
    if (reg < 0 && model->word_name && model->word_name(record->block, record->offset, word, sizeof(word)))
        return g_strdup_printf("%s.%s", name, word);
    if (reg < 0)
        return g_strdup_printf("%s+0x%x", name, record->offset);
    return g_strdup_printf(
        "%s.%s%s", name, bank->regs[reg].name, record->offset == bank->regs[reg].offset ? "" : "+4");
}

char *truth_access_text(const struct machine_model *model, const struct trace_record *record)
{
    g_autofree char *time = truth_time_text(record->time);
    g_autofree char *place = truth_place_text(model, record);

    return g_strdup_printf("%s %s 0x%" G_GINT64_MODIFIER "x (%s, CPU %u)", place,
        record->kind == TRACE_WRITE ? "<-" : "=", (guint64)record->value, time, record->cpu);
}

void truth_free(struct truth *truth)
{
    if (!truth)
        return;
    g_array_unref(truth->reads);
    g_array_unref(truth->intervals);
    g_array_unref(truth->samples);
    if (truth->rounds)
        g_ptr_array_unref(truth->rounds);
    g_ptr_array_unref(truth->notes);
    g_free(truth);
}
