/* SPDX-License-Identifier: GPL-2.0-or-later */
/* A register of the atlas: facts and fields. */
#include "harness/atlas/atlas.h"
#include "harness/format/json.h"
#include "harness/hardware/register_json.h"
#include "harness/silicon/ledger.h"

/* The number of @list in @names; a new list is appended. Takes @list. */
static guint number_of(GPtrArray *names, char *list)
{
    guint at;

    if (g_ptr_array_find_with_equal_func(names, list, g_str_equal, &at)) {
        g_free(list);
        return at;
    }
    g_ptr_array_add(names, list);
    return names->len - 1;
}

void atlas_add_register(struct atlas *atlas, const struct machine *machine,
    const struct reg_bank *bank, const struct reg *reg)
{
    guint64 ones;
    g_autofree char *seen = silicon_seen_text(machine->name, bank, reg, &ones);
    char *names = atlas_value_names(machine->model, reg);
    JsonBuilder *json = atlas->json;

    json_builder_begin_object(json);
    register_json_add(json, reg);
    json_add_text(json, "silicon", seen);
    atlas_add_addresses(json, machine, bank, reg);
    if (names)
        json_add_number(json, "names", number_of(atlas->names, names));
    atlas_add_uses(atlas, machine, reg);
    json_builder_end_object(json);
}
