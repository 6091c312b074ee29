/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "harness/describe_events.h"

#include "harness/table.h"
#include "models/uncore/imc_events.h"
#include "models/uncore/imc_regs.h"

gboolean describe_has_events(const struct reg_bank *bank)
{
    return bank == imc_bank(IMC_SILICON) || bank == imc_bank(IMC_GUIDE);
}

static char *sub_events(const struct imc_event *event)
{
    GString *text = g_string_new("umask: ");

    for (unsigned i = 0; i < event->n_subs; i++)
        g_string_append_printf(text, "%s%s=0x%02x", i ? ", " : "", event->subs[i].name, event->subs[i].umask);
    return g_string_free(text, FALSE);
}

static void add_event(struct table *table, const struct imc_event *event)
{
    g_autofree char *code = g_strdup_printf("0x%02x", event->code);
    g_autofree char *max = g_strdup_printf("%u", event->max);
    g_autofree char *subs = sub_events(event);

    table_row(table, OUTPUT_PLAIN, (const char *const[]){code, event->name, max, event->prose});
    if (event->n_subs)
        table_row(table, OUTPUT_PLAIN, (const char *const[]){"", "", "", subs});
}

void describe_events(struct output *out, const struct reg_bank *bank)
{
    static const struct table_column columns[] = {
        {"ev_sel", TRUE}, {"event", FALSE}, {"max/cycle", TRUE}, {"counts", FALSE}};
    struct table *table = table_new(columns, G_N_ELEMENTS(columns));

    g_assert(describe_has_events(bank));
    for (unsigned code = 0; code <= UINT8_MAX; code++) {
        int index = imc_event_coded((uint8_t)code);
        if (index >= 0)
            add_event(table, &imc_events[index]);
    }
    table_print(table, out);
}
