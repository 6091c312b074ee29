/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Creates and frees the result of a replay, and collects its notes. */
#include "harness/truth/truth.h"

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
    truth->interrupts = g_array_new(FALSE, FALSE, sizeof(struct truth_interrupt));
    truth->branches = g_array_new(FALSE, FALSE, sizeof(struct truth_branch));
    truth->sets = g_array_new(FALSE, FALSE, sizeof(struct truth_set));
    truth->notes = g_ptr_array_new_with_free_func(note_free);
    return truth;
}

void truth_add_note(struct truth *truth, const struct truth_note *note)
{
    g_ptr_array_add(truth->notes, g_memdup2(note, sizeof(*note)));
}

guint64 truth_difference(
    const struct truth *truth, const struct truth_read *before, const struct truth_read *read)
{
    return (read->value - before->value) & (read->mask ? read->mask : truth->mask);
}

void truth_free(struct truth *truth)
{
    if (!truth)
        return;
    g_array_unref(truth->reads);
    g_array_unref(truth->intervals);
    g_array_unref(truth->samples);
    g_array_unref(truth->interrupts);
    g_array_unref(truth->branches);
    g_array_unref(truth->sets);
    g_ptr_array_unref(truth->notes);
    if (truth->oracle)
        truth->oracle_free(truth->oracle);
    if (truth->cores)
        truth->cores_free(truth->cores);
    g_free(truth);
}
