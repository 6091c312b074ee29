/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Sorts the blocks of a machine into address maps. */
#include "harness/export/export_maps.h"

#include "harness/hardware/blocks.h"

#include <string.h>

static void free_map(gpointer data)
{
    struct export_map *map = data;

    g_array_unref(map->banks);
    g_free(map);
}

static struct export_map *map_named(GPtrArray *maps, const char *name, enum reg_space space)
{
    struct export_map *map;

    for (guint i = 0; i < maps->len; i++) {
        map = g_ptr_array_index(maps, i);
        if (!strcmp(map->name, name))
            return map;
    }
    map = g_new(struct export_map, 1);
    *map = (struct export_map){name, space, g_array_new(FALSE, FALSE, sizeof(const struct reg_bank *))};
    g_ptr_array_add(maps, map);
    return map;
}

/* Whether the configuration says where @bank is. */
static gboolean is_adrift(const struct machine_model *model, const struct reg_bank *bank)
{
    g_autoptr(GPtrArray) places = block_places(model, bank);
    const struct block_place *first = g_ptr_array_index(places, 0);

    return !first->based;
}

/* Banks adrift begin at 0, so a map holds one of them. */
static gboolean space_has_one_adrift(const struct register_place *scope, const struct reg_bank *bank)
{
    const struct machine_model *model = scope->machine->model;

    for (const struct reg_bank *const *b = model->banks; *b != bank; b++)
        if ((*b)->space == bank->space && export_has_bank(scope, *b) && is_adrift(model, *b))
            return TRUE;
    return FALSE;
}

static const char *map_name(const struct register_place *scope, const struct reg_bank *bank)
{
    const struct machine_model *model = scope->machine->model;
    gboolean own =
        block_variant_of(model, bank) || (is_adrift(model, bank) && space_has_one_adrift(scope, bank));

    return own ? bank->name : block_space_word(bank->space);
}

GPtrArray *export_maps_of(const struct register_place *scope)
{
    GPtrArray *maps = g_ptr_array_new_with_free_func(free_map);

    for (const struct reg_bank *const *b = scope->machine->model->banks; *b; b++)
        if (export_has_bank(scope, *b))
            g_array_append_val(map_named(maps, map_name(scope, *b), (*b)->space)->banks, *b);
    return maps;
}

char *export_map_prose(const struct machine *machine, const struct export_map *map)
{
    const struct reg_bank *first = g_array_index(map->banks, const struct reg_bank *, 0);
    const struct reg_bank *of = block_variant_of(machine->model, first);
    GString *text = g_string_new(NULL);

    g_string_append_printf(text, "%s of %s", block_space_text(map->space), machine->name);
    if (of)
        g_string_append_printf(text, ", with %s in place of %s", first->name, of->name);
    else if (strcmp(map->name, block_space_word(map->space)) != 0)
        g_string_append_printf(text, ", %s alone", first->name);
    return g_string_free(text, FALSE);
}
