/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Finds a step's last value of a register, as read by the guest or latched by the hardware. */
#include "harness/judge/step_shown.h"

#include <string.h>

const char *step_shown_path(const char *name, enum trace_kind *kind)
{
    static const struct {
        const char *word;
        enum trace_kind kind;
    } words[] = {{"read:", TRACE_READ}, {"latched:", TRACE_LATCH}};

    for (gsize i = 0; i < G_N_ELEMENTS(words); i++)
        if (g_str_has_prefix(name, words[i].word)) {
            *kind = words[i].kind;
            return name + strlen(words[i].word);
        }
    return NULL;
}

/* A register may be read in parts. */
static struct expect_shown last_value(
    const struct expect_register *at, const struct trace_part *part, enum trace_kind kind)
{
    struct expect_shown shown = {0, 0};

    for (gsize i = part->begin; i < part->to; i++) {
        guint64 value, lanes;

        if (part->records[i].kind != kind)
            continue;
        lanes = expect_register_covers(at, part->model, &part->records[i], &value);
        shown.value = (shown.value & ~lanes) | value;
        shown.known |= lanes;
    }
    return shown;
}

gboolean step_shown_figure(
    const struct machine *machine, const struct trace_part *part, const char *name, gint64 *figure)
{
    enum trace_kind kind;
    const char *path = step_shown_path(name, &kind);
    g_autofree char *copy = g_strdup(path);
    g_autofree char *why = NULL;
    struct expect_register named = {.path = copy}, at;
    struct expect_shown shown;

    if (!path || !expect_register_find(&named, machine, &why) ||
        !expect_register_bind(&at, &named, part, &why))
        return FALSE;
    shown = last_value(&at, part, kind);
    *figure = (gint64)expect_register_field(&at, shown.value);
    return !(expect_register_bits(&at) & ~shown.known);
}
