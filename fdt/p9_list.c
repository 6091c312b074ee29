/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Writes a catalogue's tree as a text list. The kernel decides what counts as
 * missing: arch/powerpc/perf/imc-pmu.c, platforms/powernv/opal-imc.c. */
#include "fdt/p9_list.h"

#include "fdt/p9_tree.h"

#include <libfdt.h>
#include <string.h>

/* A list being written. Groups precede the PMUs that share them. */
struct listing {
    const void *fdt;
    GString *text;
    GHashTable *groups; /* GINT_TO_POINTER(node) of the groups written so far */
    GHashTable *names;  /* of PMUs: the kernel uses the first of two with one name */
};

static gboolean cell(const void *fdt, int node, const char *property, guint32 *value)
{
    int size;
    const fdt32_t *cells = fdt_getprop(fdt, node, property, &size);

    if (!cells || size < (int)sizeof(*cells))
        return FALSE;
    *value = fdt32_ld(cells);
    return TRUE;
}

/* The first string in @property, or NULL. */
static const char *string(const void *fdt, int node, const char *property)
{
    int size;
    const char *value = fdt_getprop(fdt, node, property, &size);

    return value && size > 0 && memchr(value, 0, (size_t)size) ? value : NULL;
}

static gboolean is_word(const char *text)
{
    return text && *text && !text[strcspn(text, "# \t\r\n")];
}

/* Adds " NAME=TEXT" if the node has such a text. */
static void add_text(const struct listing *l, int node, const char *name, const char *property)
{
    const char *value = string(l->fdt, node, property);

    if (is_word(value))
        g_string_append_printf(l->text, " %s=%s", name, value);
}

static void add_event(const struct listing *l, int event)
{
    const char *name = string(l->fdt, event, "event-name");
    guint32 reg;

    if (!is_word(name) || !cell(l->fdt, event, "reg", &reg))
        return;
    g_string_append_printf(l->text, "    0x%x %s", reg, name);
    add_text(l, event, "scale", "scale");
    add_text(l, event, "unit", "unit");
    g_string_append_c(l->text, '\n');
}

/* -1 means no events. */
static void add_group(const struct listing *l, int group)
{
    if (!g_hash_table_add(l->groups, GINT_TO_POINTER(group)))
        return;
    g_string_append_printf(l->text, "events group%d\n", group);
    if (group < 0)
        return;
    for (int event = fdt_first_subnode(l->fdt, group); event >= 0;
         event = fdt_next_subnode(l->fdt, event))
        add_event(l, event);
}

/* Returns the node with the PMU's events, or -1. */
static int group_of(const struct listing *l, int pmu)
{
    guint32 phandle;
    int group = -1;

    if (cell(l->fdt, pmu, "events", &phandle) && string(l->fdt, pmu, "events-prefix"))
        group = fdt_node_offset_by_phandle(l->fdt, phandle);
    return MAX(group, -1);
}

static const char *type_name(guint32 type)
{
    switch (type) {
    case P9_PMU_NEST:
        return "nest";
    case P9_PMU_CORE:
        return "core";
    case P9_PMU_THREAD:
        return "thread";
    case P9_PMU_TRACE:
        return "trace";
    default:
        return NULL;
    }
}

/* Only nest PMUs get their memory from firmware. */
static void add_place(const struct listing *l, int pmu, guint32 type)
{
    guint32 offset, control_block;

    if (type != P9_PMU_NEST || !cell(l->fdt, pmu, "offset", &offset))
        return;
    g_string_append_printf(l->text, " offset=0x%x", offset);
    if (cell(l->fdt, pmu, "cb_offset", &control_block))
        g_string_append_printf(l->text, " cb_offset=0x%x", control_block);
}

static void add_pmu(const struct listing *l, int pmu)
{
    const char *full = fdt_get_name(l->fdt, pmu, NULL);
    g_autofree char *name = g_strndup(full, strcspn(full, "@"));
    guint32 type, size, base = 0;
    int group = group_of(l, pmu);

    if (!cell(l->fdt, pmu, "type", &type) || !type_name(type) ||
        !cell(l->fdt, pmu, "size", &size) || !is_word(name) ||
        g_hash_table_contains(l->names, name))
        return;
    add_group(l, group);
    cell(l->fdt, pmu, "reg", &base);
    g_string_append_printf(l->text, "pmu %s type=%s base=0x%x size=0x%x events=group%d", name,
        type_name(type), base, size, group);
    add_text(l, pmu, "prefix", "events-prefix");
    add_text(l, pmu, "scale", "scale");
    add_text(l, pmu, "unit", "unit");
    add_place(l, pmu, type);
    g_string_append_c(l->text, '\n');
    g_hash_table_add(l->names, g_steal_pointer(&name));
}

char *p9_list_write(const void *tree)
{
    const struct listing l = {
        .fdt = tree,
        .text = g_string_new(NULL),
        .groups = g_hash_table_new(NULL, NULL),
        .names = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL),
    };

    for (int node = 0; node >= 0; node = fdt_next_node(tree, node, NULL))
        if (!fdt_node_check_compatible(tree, node, "ibm,imc-counters"))
            add_pmu(&l, node);
    g_hash_table_unref(l.groups);
    g_hash_table_unref(l.names);
    return g_string_free(l.text, FALSE);
}
