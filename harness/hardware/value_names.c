/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Asks a model for the name of each value that can have one. */
#include "harness/hardware/value_names.h"

#include "harness/hardware/registers.h"

#include <string.h>

enum {
    CODES = 1024,     /* values of any field that are tried; above these only codes of events */
    MOST_FIELDS = 64, /* each has a bit */
    SWITCH_BITS = 3   /* most bits of a field without names on which other names may depend */
};

/* A model's results so far: each register occurs in many places. */
struct model_names {
    GArray *events;        /* uint64_t: codes of all events from CODES on */
    GHashTable *registers; /* struct reg -> GPtrArray of struct value_names */
};

struct search {
    const struct machine_model *model;
    const struct reg *reg;
    const GArray *events; /* as above */
    GPtrArray *found;
    /* for each field: the field that must be 0 for the names that seemed to
     * hold always; -1: none */
    int needs[MOST_FIELDS];
};

static GArray *event_codes(const struct machine_model *model)
{
    GArray *codes = g_array_new(FALSE, FALSE, sizeof(uint64_t));
    struct machine_events events;
    struct machine_event event;

    for (unsigned list = 0; model->events && model->events(list, &events); list++)
        for (unsigned i = 0; i < events.n_events; i++) {
            event = (struct machine_event){.prose = ""};
            model->event(list, i, &event);
            if (event.code >= CODES)
                g_array_append_val(codes, event.code);
        }
    return codes;
}

static unsigned width_of(const struct search *s, unsigned field)
{
    return reg_field_width(s->reg, &s->reg->fields[field]);
}

/* Value number @i of those to try for @field; FALSE after the last one. */
static gboolean candidate(const struct search *s, unsigned field, guint i, uint64_t *value)
{
    uint64_t most = reg_low_bits(width_of(s, field));

    if (i < CODES)
        *value = i;
    else if (i - CODES < s->events->len)
        *value = g_array_index(s->events, uint64_t, i - CODES);
    else
        return FALSE;
    return *value <= most || i >= CODES;
}

/* The name of @value in @field while the register's other bits are @rest. */
static const char *ask(const struct search *s, unsigned field, uint64_t value, uint64_t rest)
{
    if (value > reg_low_bits(width_of(s, field)))
        return NULL;
    return register_value_name(s->model, s->reg, field, reg_set(s->reg, field, rest, value));
}

static gboolean is_reserved(const struct search *s, unsigned field)
{
    return s->reg->fields[field].access == REG_RV;
}

/* The name that always holds: the one while all other fields are 0. If the
 * model has no name then, tries each other field at 1; the names must agree. */
static const char *ask_always(const struct search *s, unsigned field, uint64_t value)
{
    const char *name = ask(s, field, value, 0), *other = NULL;

    if (name || value)
        return name;
    for (unsigned i = 0; i < s->reg->n_fields; i++) {
        if (i == field || is_reserved(s, i))
            continue;
        name = ask(s, field, value, reg_set(s->reg, i, 0, 1));
        if (!name || (other && strcmp(name, other) != 0))
            return NULL;
        other = name;
    }
    return other;
}

static int by_value(gconstpointer a, gconstpointer b)
{
    const struct value_name *one = a, *two = b;

    return (one->value > two->value) - (one->value < two->value);
}

static void add(GArray *names, uint64_t value, const char *name)
{
    const struct value_name entry = {value, name};

    g_array_append_val(names, entry);
}

/* Keeps @names, unless there are none. */
static void keep(struct search *s, unsigned field, int other, uint64_t other_value, GArray *names)
{
    struct value_names *set;

    if (!names->len) {
        g_array_unref(names);
        return;
    }
    g_array_sort(names, by_value);
    set = g_new(struct value_names, 1);
    *set = (struct value_names){field, other, other_value, names};
    g_ptr_array_add(s->found, set);
}

static void find_always(struct search *s, unsigned field)
{
    GArray *names = g_array_new(FALSE, FALSE, sizeof(struct value_name));
    const char *name;
    uint64_t value;

    for (guint i = 0; candidate(s, field, i, &value); i++)
        if ((name = ask_always(s, field, value)))
            add(names, value, name);
    keep(s, field, -1, 0, names);
}

/* Whether a name that seemed to hold always does not hold while the other bits
 * are @rest. */
static gboolean loses(const struct search *s, unsigned field, uint64_t rest)
{
    const struct value_names *always = value_names_always(s->found, field);

    for (guint i = 0; always && i < always->names->len; i++) {
        const struct value_name *entry = &g_array_index(always->names, struct value_name, i);

        if (reg_set(s->reg, field, rest, entry->value) && !ask(s, field, entry->value, rest))
            return TRUE;
    }
    return FALSE;
}

static void find_dependent(struct search *s, unsigned field, unsigned other, uint64_t other_value)
{
    GArray *names = g_array_new(FALSE, FALSE, sizeof(struct value_name));
    uint64_t rest = reg_set(s->reg, other, 0, other_value), value;
    gboolean all = other_value && loses(s, field, rest);
    const char *name;

    if (all)
        s->needs[field] = (int)other;
    for (guint i = 0; candidate(s, field, i, &value); i++)
        if ((name = ask(s, field, value, rest)) &&
            (all || g_strcmp0(name, ask_always(s, field, value)) != 0))
            add(names, value, name);
    keep(s, field, (int)other, other_value, names);
}

static gboolean may_switch(const struct search *s, unsigned field)
{
    return !is_reserved(s, field) &&
           (width_of(s, field) <= SWITCH_BITS || value_names_always(s->found, field));
}

static void find_all_dependent(struct search *s, unsigned other)
{
    const struct value_names *named = value_names_always(s->found, other);
    guint n = named ? named->names->len : 1u << width_of(s, other);

    for (guint i = 0; i < n; i++)
        for (unsigned field = 0; field < s->reg->n_fields; field++)
            if (field != other && !is_reserved(s, field))
                find_dependent(s, field, other,
                    named ? g_array_index(named->names, struct value_name, i).value : i);
}

static int in_order(gconstpointer a, gconstpointer b)
{
    const struct value_names *one = *(const struct value_names *const *)a;
    const struct value_names *two = *(const struct value_names *const *)b;

    if (one->other != two->other)
        return one->other < two->other ? -1 : 1;
    if (one->other_value != two->other_value)
        return one->other_value < two->other_value ? -1 : 1;
    return one->field < two->field ? -1 : one->field > two->field;
}

/* Names that another field's value removes need that field to be 0. */
static void sort_out(const struct search *s)
{
    for (guint i = 0; i < s->found->len; i++) {
        struct value_names *set = g_ptr_array_index(s->found, i);

        if (set->other < 0)
            set->other = s->needs[set->field];
    }
    g_ptr_array_sort(s->found, in_order);
}

static void free_set(gpointer data)
{
    struct value_names *set = data;

    g_array_unref(set->names);
    g_free(set);
}

static GPtrArray *search_all(
    const struct machine_model *model, const struct reg *reg, const GArray *events)
{
    struct search s = {.model = model,
        .reg = reg,
        .events = events,
        .found = g_ptr_array_new_with_free_func(free_set)};

    g_assert(reg->n_fields <= MOST_FIELDS);
    memset(s.needs, -1, sizeof(s.needs));
    for (unsigned field = 0; field < reg->n_fields; field++)
        if (!is_reserved(&s, field))
            find_always(&s, field);
    for (unsigned other = 0; other < reg->n_fields; other++)
        if (may_switch(&s, other))
            find_all_dependent(&s, other);
    sort_out(&s);
    return s.found;
}

static void free_model(gpointer data)
{
    struct model_names *known = data;

    g_array_unref(known->events);
    g_hash_table_unref(known->registers);
    g_free(known);
}

static void free_models(gpointer data)
{
    g_hash_table_unref(data);
}

/* This thread's results for @model. */
static struct model_names *known_of(const struct machine_model *model)
{
    static GPrivate models = G_PRIVATE_INIT(free_models);
    GHashTable *all = g_private_get(&models);
    struct model_names *known;

    if (!all) {
        all = g_hash_table_new_full(NULL, NULL, NULL, free_model);
        g_private_set(&models, all);
    }
    known = g_hash_table_lookup(all, model);
    if (!known) {
        known = g_new(struct model_names, 1);
        known->events = event_codes(model);
        known->registers =
            g_hash_table_new_full(NULL, NULL, NULL, (GDestroyNotify)g_ptr_array_unref);
        g_hash_table_insert(all, (gpointer)(uintptr_t)model, known);
    }
    return known;
}

GPtrArray *value_names_of(const struct machine_model *model, const struct reg *reg)
{
    struct model_names *known;
    GPtrArray *found;

    if (!model->value_name)
        return g_ptr_array_new();
    known = known_of(model);
    found = g_hash_table_lookup(known->registers, reg);
    if (!found) {
        found = search_all(model, reg, known->events);
        g_hash_table_insert(known->registers, (gpointer)(uintptr_t)reg, found);
    }
    return g_ptr_array_ref(found);
}

const struct value_names *value_names_always(const GPtrArray *all, unsigned field)
{
    for (guint i = 0; i < all->len; i++) {
        const struct value_names *set = g_ptr_array_index(all, i);

        if (set->field == field && set->other < 0)
            return set;
    }
    return NULL;
}
