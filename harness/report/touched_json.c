/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Turns sums of accesses into JSON. */
#include "harness/report/touched_json.h"

#include "harness/hardware/registers.h"
#include "harness/report/untouched.h"

struct writing {
    JsonBuilder *json;
    const struct touched *touched;
    const struct machine *machine;
    gboolean all;
    GPtrArray *runs; /* interned names, in order of appearance */
};

static void begin_list(JsonBuilder *json, const char *name)
{
    json_builder_set_member_name(json, name);
    json_builder_begin_array(json);
}

static void add_runs(struct writing *w, const GPtrArray *runs)
{
    begin_list(w->json, "runs");
    for (guint i = 0; i < runs->len; i++) {
        guint at = w->runs->len;

        if (!g_ptr_array_find(w->runs, g_ptr_array_index(runs, i), &at))
            g_ptr_array_add(w->runs, g_ptr_array_index(runs, i));
        json_builder_add_int_value(w->json, at);
    }
    json_builder_end_array(w->json);
}

static void add_values(struct writing *w, const char *name, const struct touched_register *of,
    const struct reg_field *field, unsigned i, enum touched_way way)
{
    json_builder_set_member_name(w->json, name);
    if (!touched_can(field, way)) {
        json_builder_add_null_value(w->json);
        return;
    }
    json_builder_begin_array(w->json);
    for (unsigned class = 0; class < TOUCHED_CLASSES; class ++)
        json_builder_add_int_value(w->json, of ? (gint64)of->fields[i].values[way].n[class] : 0);
    json_builder_add_int_value(w->json, touched_extent(of, field, i, way));
    json_builder_end_array(w->json);
}

static void add_field(struct writing *w, const struct touched_register *of, const char *reg,
    const struct reg_field *field, unsigned i)
{
    g_autofree char *name = g_strjoin(".", reg, field->name, NULL);

    json_builder_begin_object(w->json);
    json_add_text(w->json, "name", field->name);
    json_add_text(w->json, "access", register_access_word(field->access));
    add_values(w, "read", of, field, i, TOUCHED_READ);
    add_values(w, "written", of, field, i, TOUCHED_WRITTEN);
    begin_list(w->json, "names");
    for (guint k = 0; of && k < of->fields[i].names->len; k++)
        json_builder_add_string_value(w->json, g_ptr_array_index(of->fields[i].names, k));
    json_builder_end_array(w->json);
    if (of)
        add_runs(w, of->fields[i].runs);
    begin_list(w->json, "why");
    for (unsigned way = 0; way < TOUCHED_WAYS; way++)
        json_builder_add_string_value(
            w->json, explained_why(explained_own(), name, (enum touched_way)way));
    json_builder_end_array(w->json);
    json_builder_end_object(w->json);
}

static void add_orders(struct writing *w, const struct touched_register *of)
{
    static const char *const letters[TOUCHED_WAYS] = {"R", "W"};

    begin_list(w->json, "orders");
    for (guint i = 0; of && i < of->orders->len; i++) {
        const struct touched_order *order = &g_array_index(of->orders, struct touched_order, i);

        json_builder_begin_array(w->json);
        json_builder_add_string_value(w->json, letters[order->way_before]);
        json_builder_add_string_value(w->json, order->before->reg->name);
        json_builder_add_string_value(w->json, letters[order->way]);
        json_builder_add_int_value(w->json, (gint64)order->n);
        json_builder_end_array(w->json);
    }
    json_builder_end_array(w->json);
}

static void add_register(struct writing *w, const struct reg_bank *bank, const struct reg *reg)
{
    const struct touched_register *of = touched_find(w->touched, reg);
    const struct register_place place = {w->machine, bank, reg};
    g_autofree char *full = register_place_name(&place),
                    *name = g_strjoin(".", bank->name, reg->name, NULL);

    if (!of && !w->all)
        return;
    json_builder_begin_object(w->json);
    json_add_text(w->json, "name", name);
    begin_list(w->json, "n");
    for (unsigned way = 0; way < TOUCHED_WAYS; way++)
        json_builder_add_int_value(w->json, of ? (gint64)of->n[way] : 0);
    json_builder_end_array(w->json);
    if (of)
        add_runs(w, of->runs);
    begin_list(w->json, "fields");
    for (unsigned i = 0; i < reg->n_fields; i++)
        if (reg->fields[i].access != REG_RV)
            add_field(w, of, full, &reg->fields[i], i);
    json_builder_end_array(w->json);
    add_orders(w, of);
    json_builder_end_object(w->json);
}

static void add_numbers(JsonBuilder *json, const char *name, const guint numbers[TOUCHED_WAYS])
{
    begin_list(json, name);
    for (unsigned way = 0; way < TOUCHED_WAYS; way++)
        json_builder_add_int_value(json, numbers[way]);
    json_builder_end_array(json);
}

static void add_machine(struct writing *w)
{
    const struct touched_sum sum = untouched_find(w->touched, w->machine, explained_own(), NULL);
    g_autofree const struct reg_bank **banks = touched_banks(w->machine->model);

    json_builder_begin_object(w->json);
    json_add_text(w->json, "name", w->machine->name);
    json_add_number(w->json, "registers", sum.registers);
    json_add_number(w->json, "orders", sum.orders);
    add_numbers(w->json, "fields", sum.fields);
    add_numbers(w->json, "touched", sum.fields_touched);
    begin_list(w->json, "list");
    for (const struct reg_bank **bank = banks; *bank; bank++)
        for (unsigned i = 0; i < (*bank)->n_regs; i++)
            add_register(w, *bank, &(*bank)->regs[i]);
    json_builder_end_array(w->json);
    json_builder_end_object(w->json);
}

void touched_json_add(
    JsonBuilder *json, const struct touched *touched, const GPtrArray *machines, gboolean all)
{
    g_autoptr(GPtrArray) runs = g_ptr_array_new();
    struct writing w = {.json = json, .touched = touched, .all = all, .runs = runs};

    json_builder_begin_object(json);
    begin_list(json, "machines");
    for (guint i = 0; i < machines->len; i++) {
        w.machine = g_ptr_array_index(machines, i);
        add_machine(&w);
    }
    json_builder_end_array(json);
    begin_list(json, "runs");
    for (guint i = 0; i < runs->len; i++)
        json_builder_add_string_value(json, g_ptr_array_index(runs, i));
    json_builder_end_array(json);
    json_builder_end_object(json);
}
