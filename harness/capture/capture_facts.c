/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Facts of a capture, for the ledger. */
#include "harness/capture/capture_facts.h"

#include "harness/hardware/registers.h"
#include "harness/trace/accesses.h"

#include <string.h>

/* The key of the source, which the user may rename. */
#define SOURCE "mine"

static guint64 reserved_ones(const struct compare_seen *seen)
{
    return seen->value & reg_access_mask(seen->reg, REG_RV);
}

static gboolean is_fact(const struct compare_seen *seen)
{
    return strcmp(seen->bank->name, "pci") != 0;
}

/* "imc.PMON_BOX_CTL". */
static char *name_of(const struct compare_seen *seen)
{
    return g_strdup_printf("%s.%s", seen->bank->name, seen->reg->name);
}

/* A reason for each register that had reserved bits. */
static void append_reasons(GString *text, const GArray *all)
{
    const struct reg *latest = NULL;

    for (guint i = 0; i < all->len; i++) {
        const struct compare_seen *seen = &g_array_index(all, struct compare_seen, i);
        g_autofree char *name = name_of(seen);

        if (is_fact(seen) && reserved_ones(seen) && seen->reg != latest)
            g_string_append_printf(text,
                "differs %s reserved bits 0x%" G_GINT64_MODIFIER "x are 1; write the reason here\n",
                name, reserved_ones(seen));
        if (reserved_ones(seen))
            latest = seen->reg;
    }
}

static void append_fact(GString *text, const struct compare_seen *seen)
{
    g_autofree char *name = name_of(seen);

    g_string_append_printf(text, "  %s=%0*" G_GINT64_MODIFIER "x%s%s\n", name, seen->reg->width / 4,
        seen->value, reserved_ones(seen) ? "!" : "", reserved_ones(seen) ? name : "");
}

static void append_row(GString *text, const struct capture *capture, const struct compare_row *row)
{
    g_autofree char *seen = register_hex(row->reg->width, row->seen);
    g_autofree char *model = register_hex(row->reg->width, row->model);
    g_autofree char *first = capture_place_text(capture, row->line);

    g_string_append_printf(
        text, "# %s: seen %s, the model says %s, %s: ", row->name, seen, model, first);
    access_append_differences(text, row->reg, row->seen, row->model, "model");
    g_string_append_printf(text, "; %s\n", row->reg->source);
}

static gint by_register(gconstpointer a, gconstpointer b)
{
    const struct compare_seen *one = a, *other = b;

    if (one->reg != other->reg)
        return one->reg < other->reg ? -1 : 1;
    return one->order < other->order ? -1 : 1;
}

void capture_facts(GString *text, const struct capture *capture, const struct compare *compare)
{
    g_autoptr(GString) stepping = g_string_new("-");
    g_autofree char *options = capture_options_text(capture);
    const struct machine_cpuid *cpu = capture_cpu(capture);

    if (*cpu->vendor)
        g_string_printf(stepping, "%x", cpu->stepping);
    g_array_sort(compare->seen, by_register);
    g_string_append(text, "source " SOURCE " - write here where the capture is from\n");
    append_reasons(text, compare->seen);
    g_string_append_printf(text, "capture %s " SOURCE " %s %s write the part's name here\n",
        capture_machine(capture)->name, stepping->str, options);
    for (guint i = 0; i < compare->seen->len; i++) {
        const struct compare_seen *seen = &g_array_index(compare->seen, struct compare_seen, i);

        if (is_fact(seen))
            append_fact(text, seen);
    }
    for (guint i = 0; i < compare->rows->len; i++)
        append_row(text, capture, &g_array_index(compare->rows, struct compare_row, i));
}
