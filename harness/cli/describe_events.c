/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Finds and prints lists of events for `pmulab describe`. */
#include "harness/cli/describe_events.h"

#include "harness/base/did_you_mean.h"
#include "harness/base/error.h"
#include "harness/base/table.h"
#include "harness/hardware/registers.h"

#include <string.h>

static gboolean next_list(
    const struct machine_model *model, unsigned list, struct machine_events *events)
{
    return model->events && model->events(list, events);
}

/* The number of the list called @name, or -1. */
static int list_named(const struct machine_model *model, const char *name)
{
    struct machine_events events;

    for (unsigned i = 0; next_list(model, i, &events); i++)
        if (!g_ascii_strcasecmp(events.name, name))
            return (int)i;
    return -1;
}

gboolean describe_has_events(const struct machine_model *model, const char *bank)
{
    return list_named(model, bank) >= 0;
}

static gboolean is_unit(const struct machine_model *model, const struct machine_events *events)
{
    for (const struct reg_bank *const *b = model->banks; *b; b++)
        if (!strcmp((*b)->name, events->name))
            return FALSE;
    return TRUE;
}

static gboolean has_units(const struct machine_model *model)
{
    struct machine_events events;

    for (unsigned i = 0; next_list(model, i, &events); i++)
        if (is_unit(model, &events))
            return TRUE;
    return FALSE;
}

char *describe_units(const struct machine_model *model)
{
    GString *names = g_string_new(NULL);
    struct machine_events events;

    for (unsigned i = 0; has_units(model) && next_list(model, i, &events); i++)
        g_string_append_printf(names, "%s%s", i ? ", " : "", events.name);
    return g_string_free(names, FALSE);
}

/* The rest of @path after the name of @machine and a dot, or NULL if @path does
 * not begin with them. */
static const char *after_machine(const char *path, const struct machine *machine)
{
    size_t n = strlen(machine->name);

    if (g_ascii_strncasecmp(path, machine->name, n) != 0 || (path[n] && path[n] != '.'))
        return NULL;
    return path + n + (path[n] == '.');
}

static void set_list(struct events_place *place, const struct machine *machine, int list)
{
    struct machine_events events;

    *place = (struct events_place){.machine = machine, .list = (unsigned)list, .event = -1};
    place->unit = machine->model->events(place->list, &events) && is_unit(machine->model, &events);
}

/* Whether some machine has a list called @path, with or without the machine's
 * name in front. */
static gboolean find_list(const char *path, struct events_place *place)
{
    const struct machine *machine;
    unsigned found = 0;

    for (unsigned i = 0; (machine = machine_number(i)); i++) {
        const char *rest = after_machine(path, machine);
        int list = list_named(machine->model, rest ? rest : path);
        if (list < 0)
            continue;
        set_list(place, machine, list);
        found++;
    }
    return found == 1;
}

static gboolean say_no_events(const char *path, const struct machine *machine, GError **error)
{
    struct machine_events events;
    gboolean any = next_list(machine->model, 0, &events);

    return error_usage(error,
        "describe: '%s' has no events: expected a block that counts events%s%s", path,
        any ? ", such as " : "", any ? events.name : "");
}

/* There is no such block. If the machine has units, the message also names
 * them. */
static gboolean fail_path(
    const char *path, const struct machine *machine, GError *problem, GError **error)
{
    const char *rest = machine ? after_machine(path, machine) : NULL;

    if (!rest || !has_units(machine->model)) {
        g_propagate_error(error, problem);
        return FALSE;
    }
    g_error_free(problem);
    return error_usage(error,
        "%s has no events of '%s': `pmulab describe %s` lists the units that have some",
        machine->name, rest, machine->name);
}

gboolean describe_events_find(const char *path, struct events_place *place, GError **error)
{
    struct register_place found;
    GError *problem = NULL;
    int list;

    if (find_list(path, place))
        return TRUE;
    if (!register_place_find(path, &found, &problem))
        return fail_path(path, found.machine, problem, error);
    if (!found.bank && has_units(found.machine->model)) {
        *place = (struct events_place){.machine = found.machine, .all = TRUE, .event = -1};
        return TRUE;
    }
    list = found.bank && !found.reg ? list_named(found.machine->model, found.bank->name) : -1;
    if (list < 0)
        return say_no_events(path, found.machine, error);
    set_list(place, found.machine, list);
    return TRUE;
}

gboolean describe_event_find(
    const char *path, const char *name, struct events_place *place, GError **error)
{
    struct machine_events events;
    struct machine_event event = {.prose = ""};
    g_autoptr(GString) names = g_string_new(NULL);

    if (!describe_events_find(path, place, error))
        return FALSE;
    place->machine->model->events(place->list, &events);
    for (unsigned i = 0; i < events.n_events && !place->all; i++) {
        place->machine->model->event(place->list, i, &event);
        if (!g_ascii_strcasecmp(event.name, name)) {
            place->event = (int)i;
            return TRUE;
        }
        g_string_append_printf(names, "%s%s", i ? ", " : "", event.name);
    }
    g_autofree char *meant = did_you_mean_word(name, names->str);
    return error_usage(error, "%s has no event '%s'%s%s%s `pmulab describe %s.events` lists them",
        path, name, meant ? "; did you mean " : "", meant ? meant : "", meant ? "?" : ";", path);
}

static char *sub_events(
    const struct machine_model *model, unsigned list, unsigned i, const struct machine_event *event)
{
    GString *text = g_string_new(NULL);
    struct machine_events events;

    model->events(list, &events);
    for (unsigned j = 0; j < event->n_subs; j++) {
        struct machine_sub_event sub;
        model->sub_event(list, i, j, &sub);
        g_string_append_printf(
            text, "%s%s=0x%02" G_GINT64_MODIFIER "x", j ? ", " : "", sub.name, (guint64)sub.code);
    }
    if (event->n_subs)
        g_string_prepend(g_string_prepend(text, ": "), events.sub);
    return g_string_free(text, FALSE);
}

/* Adds a row for the event, and one for its sub-events. */
static void add_event(
    struct table *table, const struct machine_model *model, unsigned list, unsigned i, gboolean all)
{
    struct machine_events events;
    struct machine_event event = {.prose = ""};

    model->events(list, &events);
    model->event(list, i, &event);
    g_autofree char *code = register_hex(events.code_bits, event.code);
    g_autofree char *number = events.number ? g_strdup_printf("%u", event.number) : g_strdup("");
    g_autofree char *subs = sub_events(model, list, i, &event);

    table_row(table, OUTPUT_PLAIN,
        (const char *const[]){all ? events.name : "", code, event.name, number, event.prose});
    if (*subs)
        table_row(table, OUTPUT_PLAIN, (const char *const[]){"", "", "", "", subs});
}

static void add_list(
    struct table *table, const struct machine_model *model, unsigned list, gboolean all)
{
    struct machine_events events;

    model->events(list, &events);
    for (unsigned i = 0; i < events.n_events; i++)
        add_event(table, model, list, i, all);
}

static void add_all(struct table *table, const struct machine_model *model)
{
    struct machine_events events;

    for (unsigned i = 0; next_list(model, i, &events); i++)
        add_list(table, model, i, TRUE);
}

char *describe_events_name(const struct events_place *place)
{
    struct machine_events events;
    struct machine_event event;

    if (place->all)
        return g_strconcat(place->machine->name, ".events", NULL);
    place->machine->model->events(place->list, &events);
    if (place->event >= 0)
        place->machine->model->event(place->list, (unsigned)place->event, &event);
    return g_strjoin(".", place->machine->name, events.name, "events",
        place->event < 0 ? NULL : event.name, NULL);
}

const char *describe_events_prose(const struct events_place *place)
{
    struct machine_events events;

    place->machine->model->events(place->list, &events);
    return place->all ? "events of its units" : events.prose;
}

void describe_events(struct output *out, const struct events_place *place)
{
    const struct machine_model *model = place->machine->model;
    struct machine_events events;
    struct table *table;

    model->events(place->list, &events);
    const struct table_column columns[] = {{"unit", FALSE}, {events.code, TRUE}, {"event", FALSE},
        {events.number, TRUE}, {events.text, FALSE}};
    table = table_new(columns, G_N_ELEMENTS(columns));
    if (place->all)
        add_all(table, model);
    else if (place->event >= 0)
        add_event(table, model, place->list, (unsigned)place->event, FALSE);
    else
        add_list(table, model, place->list, FALSE);
    table_print(table, out);
}
