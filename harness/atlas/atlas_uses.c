/* SPDX-License-Identifier: GPL-2.0-or-later */
/* A register's accesses in runs: how many, in which scenarios, and a few lines
 * of a trace. */
#include "harness/atlas/atlas.h"

#include "harness/format/json.h"

/* Whether some run was of this machine. */
static gboolean has_machine(const struct atlas_uses *uses, const struct machine *machine)
{
    return g_ptr_array_find((GPtrArray *)(guintptr)uses->machines, machine, NULL);
}

static void add_excerpt(JsonBuilder *json, const struct excerpt *excerpt)
{
    json_add_text(json, "run", excerpt->run);
    if (excerpt->step)
        json_add_number(json, "step", excerpt->step);
    json_add_text(json, "text", excerpt->text);
}

static void add_touched(
    JsonBuilder *json, const struct touched_register *of, const struct excerpt *excerpt)
{
    json_add_count(json, "reads", of->n[TOUCHED_READ]);
    json_add_count(json, "writes", of->n[TOUCHED_WRITTEN]);
    json_builder_set_member_name(json, "runs");
    json_builder_begin_array(json);
    for (guint i = 0; i < of->runs->len; i++)
        atlas_add_string(json, g_ptr_array_index(of->runs, i));
    json_builder_end_array(json);
    if (excerpt)
        add_excerpt(json, excerpt);
}

void atlas_add_uses(struct atlas *atlas, const struct machine *machine, const struct reg *reg)
{
    const struct atlas_uses *uses = atlas->uses;
    const struct touched_register *of = uses ? touched_find(uses->touched, reg) : NULL;

    if (!uses || !has_machine(uses, machine))
        return;
    json_builder_set_member_name(atlas->json, "uses");
    json_builder_begin_object(atlas->json);
    if (of)
        add_touched(atlas->json, of, excerpts_find(uses->excerpts, reg));
    json_builder_end_object(atlas->json);
}
