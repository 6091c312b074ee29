/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The addresses at which software finds the instances of a register. */
#include "harness/atlas/atlas.h"

#include "harness/hardware/blocks.h"

#include <string.h>

#define ADDRESS_MAX 128 /* bytes of the longest address in words, with its NUL */

/* One address and its blocks. */
struct found {
    char text[ADDRESS_MAX];
    GString *blocks; /* "cbo0, s1.cbo0" */
};

static void found_clear(gpointer data)
{
    g_string_free(((struct found *)data)->blocks, TRUE);
}

/* Another variant's block may have the same name, and be in the same place. */
static void name_block(GString *blocks, const char *block)
{
    g_auto(GStrv) names = g_strsplit(blocks->str, ", ", -1);

    if (!g_strv_contains((const char *const *)names, block))
        g_string_append_printf(blocks, ", %s", block);
}

static void add(GArray *all, const char *block, const char *text)
{
    struct found *fresh;

    for (guint i = 0; i < all->len; i++) {
        struct found *known = &g_array_index(all, struct found, i);

        if (!strcmp(known->text, text)) {
            name_block(known->blocks, block);
            return;
        }
    }
    g_array_set_size(all, all->len + 1);
    fresh = &g_array_index(all, struct found, all->len - 1);
    g_strlcpy(fresh->text, text, sizeof(fresh->text));
    fresh->blocks = g_string_new(block);
}

/* The address of @reg in block number @number; FALSE if it is unknown. */
static gboolean place_of(const struct machine *machine, unsigned number,
    const struct reg_bank *bank, const struct reg *reg, char text[ADDRESS_MAX])
{
    uint64_t base;

    if (machine->address && machine->address(number, reg, text, ADDRESS_MAX))
        return TRUE;
    if (!machine->model->base || !machine->model->base(number, &base))
        return FALSE;
    g_autofree char *address = block_address_text(bank, base, reg);
    return g_strlcpy(text, address, ADDRESS_MAX) < ADDRESS_MAX;
}

static GArray *find(
    const struct machine *machine, const struct reg_bank *bank, const struct reg *reg)
{
    GArray *all = g_array_new(FALSE, FALSE, sizeof(struct found));
    const struct reg_bank *other;
    char block[MACHINE_BLOCK_NAME], text[ADDRESS_MAX];

    g_array_set_clear_func(all, found_clear);
    for (unsigned i = 0; i < machine->model->end_block; i = machine_block_after(machine->model, i))
        if (machine->model->block(i, block, sizeof(block), &other) && other == bank &&
            place_of(machine, i, bank, reg, text))
            add(all, block, text);
    return all;
}

void atlas_add_addresses(JsonBuilder *json, const struct machine *machine,
    const struct reg_bank *bank, const struct reg *reg)
{
    g_autoptr(GArray) all = find(machine, bank, reg);

    if (!all->len)
        return;
    json_builder_set_member_name(json, "at");
    json_builder_begin_array(json);
    for (guint i = 0; i < all->len; i++) {
        const struct found *one = &g_array_index(all, struct found, i);

        json_builder_begin_array(json);
        atlas_add_string(json, one->blocks->str);
        atlas_add_string(json, one->text);
        json_builder_end_array(json);
    }
    json_builder_end_array(json);
}
