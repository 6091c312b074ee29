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
    *map = (struct export_map){
        name, space, g_array_new(FALSE, FALSE, sizeof(const struct reg_bank *))};
    g_ptr_array_add(maps, map);
    return map;
}

/* Bytes of place @i of @bank in the map, from the first register to the
 * last. */
struct span {
    guint64 begin, end;
};

static struct span span_of(const struct register_place *scope, const struct reg_bank *bank,
    const struct block_place *place)
{
    guint64 first = G_MAXUINT64, base = export_byte(bank, place->base);

    for (unsigned i = 0; i < bank->n_regs; i++)
        if (export_has_register(scope, &bank->regs[i]))
            first = MIN(first, export_byte(bank, bank->regs[i].offset));
    return (struct span){base + first, base + export_end(scope, bank)};
}

static gboolean overlap(
    const struct register_place *scope, const struct reg_bank *one, const struct reg_bank *other)
{
    g_autoptr(GPtrArray) ones = block_places(scope->machine->model, one);
    g_autoptr(GPtrArray) others = block_places(scope->machine->model, other);

    for (guint i = 0; i < ones->len; i++)
        for (guint j = 0; j < others->len; j++) {
            struct span a = span_of(scope, one, g_ptr_array_index(ones, i));
            struct span b = span_of(scope, other, g_ptr_array_index(others, j));

            if (a.begin < b.end && b.begin < a.end)
                return TRUE;
        }
    return FALSE;
}

/* Whether @bank overlaps an earlier bank. Both begin at 0 if the configuration
 * sets their bases, and register numbers may be scattered. */
static gboolean is_taken(const struct register_place *scope, const struct reg_bank *bank)
{
    const struct machine_model *model = scope->machine->model;

    for (const struct reg_bank *const *b = model->banks; *b != bank; b++)
        if ((*b)->space == bank->space && export_has_bank(scope, *b) &&
            !block_variant_of(model, *b) && overlap(scope, *b, bank))
            return TRUE;
    return FALSE;
}

static const char *map_name(const struct register_place *scope, const struct reg_bank *bank)
{
    const struct machine_model *model = scope->machine->model;
    gboolean own = block_variant_of(model, bank) || is_taken(scope, bank);

    return own ? bank->name : reg_space_word(bank->space);
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
    else if (strcmp(map->name, reg_space_word(map->space)) != 0)
        g_string_append_printf(text, ", %s alone", first->name);
    return g_string_free(text, FALSE);
}
