/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Finds a step's last value of a register or word, as read by the guest or
 * latched by the hardware, and counts samples. */
#include "harness/judge/step_shown.h"

#include "harness/trace/accesses.h"

#include <string.h>

static const struct word {
    const char *word;
    enum trace_kind kind;
} words[] = {{"read:", TRACE_READ}, {"latched:", TRACE_LATCH}, {"sampled:", TRACE_SAMPLE}};

static const struct word *word_of(const char *name)
{
    for (gsize i = 0; i < G_N_ELEMENTS(words); i++)
        if (g_str_has_prefix(name, words[i].word))
            return &words[i];
    return NULL;
}

gboolean step_shown_is(const char *name)
{
    return word_of(name) != NULL;
}

static gboolean register_figure(const struct expect_register *named, const struct trace_part *part,
    enum trace_kind kind, gint64 *figure)
{
    struct expect_shown shown = {0, 0};
    g_autofree char *why = NULL;
    struct expect_register at;

    if (!expect_register_bind(&at, named, part, &why))
        return FALSE;
    /* A register may be read in parts. */
    for (gsize i = part->begin; i < part->to; i++) {
        guint64 value, lanes;

        if (part->records[i].kind != kind)
            continue;
        lanes = expect_register_covers(&at, part->model, &part->records[i], &value);
        shown.value = (shown.value & ~lanes) | value;
        shown.known |= lanes;
    }
    *figure = (gint64)expect_register_field(&at, shown.value);
    return !(expect_register_bits(&at) & ~shown.known);
}

static gboolean word_figure(
    const struct trace_part *part, const char *path, enum trace_kind kind, gint64 *figure)
{
    for (gsize i = part->to; i > part->begin; i--) {
        const struct trace_record *record = &part->records[i - 1];
        g_autofree char *place = NULL;

        if (record->kind != kind)
            continue;
        place = access_place_text(part->model, record);
        if (strcmp(place, path) != 0)
            continue;
        *figure = (gint64)record->value;
        return TRUE;
    }
    return FALSE;
}

static gboolean count_samples(const struct trace_part *part, const char *block, gint64 *figure)
{
    *figure = 0;
    for (gsize i = part->begin; i < part->to; i++) {
        char name[MACHINE_BLOCK_NAME];
        const struct reg_bank *bank;

        *figure += part->records[i].kind == TRACE_SAMPLE &&
                   part->model->block(part->records[i].block, name, sizeof(name), &bank) &&
                   !strcmp(name, block);
    }
    return TRUE;
}

gboolean step_shown_figure(
    const struct machine *machine, const struct trace_part *part, const char *name, gint64 *figure)
{
    const struct word *word = word_of(name);
    g_autofree char *path = word ? g_strdup(name + strlen(word->word)) : NULL;
    g_autofree char *wrong = NULL;
    struct expect_register named = {.path = path};

    if (!word)
        return FALSE;
    if (word->kind == TRACE_SAMPLE)
        return count_samples(part, path, figure);
    return expect_register_find(&named, machine, &wrong)
               ? register_figure(&named, part, word->kind, figure)
               : word_figure(part, path, word->kind, figure);
}
