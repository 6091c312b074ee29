/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Checks a catalogue's tree. Rules of the kernel: arch/powerpc/perf/imc-pmu.c
 * and arch/powerpc/platforms/powernv/opal-imc.c; of skiboot before it:
 * hw/imc.c, core/device.c. */
#include "fdt/check.h"
#include "fdt/complaints.h"
#include "fdt/limits.h"
#include "fdt/tree_read.h"
#include "models/power9/catalogue.h"
#include "models/power9/homer.h"

#include <libfdt.h>
#include <string.h>

#define COUNTER_BYTES       8
#define CONTROL_BLOCK_BYTES 0x30

/* The readable properties of one PMU's node. */
struct pmu {
    const struct tree *tree;
    int node;
    const char *path;
    guint32 type, size, base;
    GHashTable *offsets, *names; /* from its events to their nodes */
};

/* Exactly one cell: skiboot writes a longer `events` beyond its own
 * variable. */
static gboolean one_cell(const struct tree *tree, int node, const char *property, guint32 *value)
{
    int size = 0;

    if (fdt_getprop(tree->fdt, node, property, &size) && size > 4) {
        tree_complain(tree, node, "'%s' has %d bytes, expected 4", property, size);
        return FALSE;
    }
    return tree_cell(tree, node, property, 1, value);
}

static gboolean known_type(guint32 type)
{
    return type == P9_PMU_NEST || type == P9_PMU_CORE || type == P9_PMU_THREAD ||
           type == P9_PMU_TRACE;
}

/* A scale, if present, must be a number: perf multiplies by it. */
static void check_scale(const struct tree *tree, int node)
{
    const char *scale = tree_has(tree, node, "scale") ? tree_string(tree, node, "scale") : NULL;
    char *end;

    if (!scale)
        return;
    if (g_ascii_strtod(scale, &end) == 0 || *end || end == scale)
        tree_complain(tree, node, "scale '%s': expected a number other than 0", scale);
}

static void check_unit(const struct tree *tree, int node)
{
    if (tree_has(tree, node, "unit"))
        tree_string(tree, node, "unit");
}

/* Checks the place of a nest PMU's counters in HOMER. */
static void check_nest_place(const struct pmu *pmu)
{
    guint32 offset, control_block;

    /* skiboot stops the machine if a nest PMU has none. */
    if (!one_cell(pmu->tree, pmu->node, "offset", &offset))
        return;
    if ((guint64)offset + pmu->size > P9_HOMER_SIZE)
        tree_complain(pmu->tree, pmu->node,
            "offset 0x%x and size 0x%x reach beyond HOMER's 0x%llx bytes", offset, pmu->size,
            P9_HOMER_SIZE);
    if (tree_has(pmu->tree, pmu->node, "cb_offset") &&
        one_cell(pmu->tree, pmu->node, "cb_offset", &control_block) &&
        (guint64)control_block + CONTROL_BLOCK_BYTES > pmu->size)
        tree_complain(pmu->tree, pmu->node,
            "cb_offset 0x%x: the control block's 0x%x bytes do not fit into size 0x%x",
            control_block, CONTROL_BLOCK_BYTES, pmu->size);
}

static void check_place(const struct pmu *pmu)
{
    if (pmu->type == P9_PMU_NEST)
        check_nest_place(pmu);
    else if (tree_has(pmu->tree, pmu->node, "offset"))
        tree_complain(pmu->tree, pmu->node,
            "'offset': only a nest PMU (type 0x10) has one; the kernel refuses this PMU");
}

/* Checks an event independently of its PMU. */
static void check_event(const struct tree *tree, int event)
{
    const char *name = tree_string(tree, event, "event-name");
    guint32 reg;

    if (name && !*name)
        tree_complain(tree, event, "'event-name' is empty");
    tree_cell(tree, event, "reg", 1, &reg);
    check_scale(tree, event);
    check_unit(tree, event);
}

/* Adds @event to @table under @key. If the key exists, sets @other to its event
 * instead and returns FALSE. */
static gboolean is_new(GHashTable *table, gpointer key, int event, int *other)
{
    gpointer found;

    if (g_hash_table_lookup_extended(table, key, NULL, &found)) {
        *other = GPOINTER_TO_INT(found);
        return FALSE;
    }
    g_hash_table_insert(table, key, GINT_TO_POINTER(event));
    return TRUE;
}

static void check_name_in(const struct pmu *pmu, int event, const char *name)
{
    g_autofree char *other_path = NULL;
    int other;

    if (is_new(pmu->names, (gpointer)(guintptr)name, event, &other))
        return;
    other_path = tree_path(pmu->tree, other);
    tree_complain(
        pmu->tree, event, "event-name '%s' of %s is also that of %s", name, pmu->path, other_path);
}

/* Checks the word that the kernel reads for @event of this PMU. */
static void check_offset_in(const struct pmu *pmu, int event, guint32 reg)
{
    guint64 offset = (guint64)pmu->base + reg;
    g_autofree char *other_path = NULL;
    int other;

    if (offset + COUNTER_BYTES > pmu->size)
        tree_complain(pmu->tree, event,
            "offset 0x%" G_GINT64_MODIFIER "x (0x%x of %s and 0x%x) is beyond its size 0x%x",
            offset, pmu->base, pmu->path, reg, pmu->size);
    else if (offset % COUNTER_BYTES)
        tree_complain(pmu->tree, event,
            "offset 0x%" G_GINT64_MODIFIER "x in %s is not a multiple of %d", offset, pmu->path,
            COUNTER_BYTES);
    else if (!is_new(pmu->offsets, GUINT_TO_POINTER(reg), event, &other)) {
        other_path = tree_path(pmu->tree, other);
        tree_complain(pmu->tree, event, "offset 0x%" G_GINT64_MODIFIER "x in %s is also that of %s",
            offset, pmu->path, other_path);
    }
}

static void check_event_in(const struct pmu *pmu, int event)
{
    int name_size, reg_size;
    const char *name = fdt_getprop(pmu->tree->fdt, event, "event-name", &name_size);
    const fdt32_t *reg = fdt_getprop(pmu->tree->fdt, event, "reg", &reg_size);

    if (name && name_size > 0 && !name[name_size - 1])
        check_name_in(pmu, event, name);
    /* A trace event's number is not an offset in memory. */
    if (reg && reg_size >= 4 && pmu->type != P9_PMU_TRACE)
        check_offset_in(pmu, event, fdt32_ld(reg));
}

/* Returns the node that `events` points to, or -1 with a complaint. */
static int events_of(const struct pmu *pmu)
{
    guint32 phandle;
    int group;

    if (!one_cell(pmu->tree, pmu->node, "events", &phandle))
        return -1;
    group = fdt_node_offset_by_phandle(pmu->tree->fdt, phandle);
    if (group < 0)
        tree_complain(pmu->tree, pmu->node, "'events': no node has phandle 0x%x", phandle);
    else if (fdt_first_subnode(pmu->tree->fdt, group) < 0)
        /* The kernel makes an attribute for the first event without checking
         * that there is one. */
        tree_complain(pmu->tree, group, "has no events, but %s points to it", pmu->path);
    else
        return group;
    return -1;
}

static void check_events(struct pmu *pmu, GHashTable *groups)
{
    const void *fdt = pmu->tree->fdt;
    int group = events_of(pmu), event;

    if (group < 0)
        return;
    /* PMUs share groups: report faults of an event itself only once. */
    if (g_hash_table_add(groups, GINT_TO_POINTER(group)))
        for (event = fdt_first_subnode(fdt, group); event >= 0;
             event = fdt_next_subnode(fdt, event))
            check_event(pmu->tree, event);
    pmu->offsets = g_hash_table_new(g_direct_hash, g_direct_equal);
    pmu->names = g_hash_table_new(g_str_hash, g_str_equal);
    for (event = fdt_first_subnode(fdt, group); event >= 0; event = fdt_next_subnode(fdt, event))
        check_event_in(pmu, event);
    g_hash_table_unref(pmu->offsets);
    g_hash_table_unref(pmu->names);
}

static void check_pmu(const struct tree *tree, int node, GHashTable *groups)
{
    g_autofree char *path = tree_path(tree, node);
    struct pmu pmu = {.tree = tree, .node = node, .path = path};
    gboolean typed = one_cell(tree, node, "type", &pmu.type);
    gboolean sized = one_cell(tree, node, "size", &pmu.size);
    gboolean based = tree_cell(tree, node, "reg", 1, &pmu.base);

    if (typed && !known_type(pmu.type))
        tree_complain(tree, node,
            "type 0x%x: expected 0x10 (nest), 0x4 (core), 0x1 (thread) or 0x2 (trace)", pmu.type);
    tree_string(tree, node, "events-prefix");
    check_scale(tree, node);
    check_unit(tree, node);
    if (typed && sized && based && known_type(pmu.type)) {
        check_place(&pmu);
        check_events(&pmu, groups);
    } else {
        events_of(&pmu);
    }
}

/* A node with a PMU's properties that is not compatible: the kernel does not
 * see it. */
static gboolean is_nearly_pmu(const struct tree *tree, int node)
{
    return tree_has(tree, node, "events") || tree_has(tree, node, "events-prefix");
}

/* The kernel names a PMU after its node, up to the @. */
static void check_pmu_name(const struct tree *tree, int node, GHashTable *names)
{
    const char *full = fdt_get_name(tree->fdt, node, NULL);
    g_autofree char *name = g_strndup(full, strcspn(full, "@"));
    gpointer other;

    if (g_hash_table_lookup_extended(names, name, NULL, &other)) {
        g_autofree char *path = tree_path(tree, GPOINTER_TO_INT(other));

        tree_complain(tree, node, "a PMU of that name is %s already", path);
        return;
    }
    g_hash_table_insert(names, g_steal_pointer(&name), GINT_TO_POINTER(node));
}

/* The kernel searches the whole tree for PMUs. */
static void check_nodes(const struct tree *tree)
{
    g_autoptr(GHashTable) names = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
    g_autoptr(GHashTable) groups = g_hash_table_new(g_direct_hash, g_direct_equal);

    for (int node = 0; node >= 0; node = fdt_next_node(tree->fdt, node, NULL)) {
        if (tree_compatible(tree, node, "ibm,imc-counters")) {
            check_pmu(tree, node, groups);
            check_pmu_name(tree, node, names);
        } else if (is_nearly_pmu(tree, node)) {
            tree_complain(
                tree, node, "no compatible \"ibm,imc-counters\": the kernel does not see this PMU");
        }
    }
    if (!g_hash_table_size(names))
        tree_complain(tree, 0, "no PMU: no node is compatible \"ibm,imc-counters\"");
}

void check_catalogue(const guint8 *bytes, gsize size, GPtrArray *complaints)
{
    struct tree tree = {bytes, complaints};

    if (!tree_sound(bytes, size, complaints))
        return;
    if (size > CATALOGUE_TREE_BYTES)
        complain(complaints, "/: the tree has 0x%zx bytes; skiboot unpacks at most 0x%x", size,
            CATALOGUE_TREE_BYTES);
    if (!tree_compatible(&tree, 0, "ibm,opal-in-memory-counters"))
        tree_complain(&tree, 0,
            "no compatible \"ibm,opal-in-memory-counters\": the kernel's driver finds no "
            "catalogue");
    check_nodes(&tree);
}
