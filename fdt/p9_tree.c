/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Writes a catalogue as the device tree that skiboot and the kernel read. */
#include "fdt/p9_tree.h"

#include <libfdt.h>

/* First size to try: enough for the list of POWER9. */
#define ROOM_BYTES (128u * 1024u)

#define COUNTER_BYTES 8

/* A tree being written from front to back. Steps after a failed one do nothing,
 * so only the end checks. */
struct writer {
    void *fdt;
    int status;
};

static void step(struct writer *w, int status)
{
    if (!w->status)
        w->status = status;
}

static void begin_node(struct writer *w, const char *name)
{
    step(w, fdt_begin_node(w->fdt, name));
}

static void end_node(struct writer *w)
{
    step(w, fdt_end_node(w->fdt));
}

static void number(struct writer *w, const char *name, guint32 value)
{
    step(w, fdt_property_u32(w->fdt, name, value));
}

static void text(struct writer *w, const char *name, const char *value)
{
    step(w, fdt_property_string(w->fdt, name, value));
}

static void text_if_any(struct writer *w, const char *name, const char *value)
{
    if (*value)
        text(w, name, value);
}

/* Address and size, one cell each. */
static void place(struct writer *w, guint32 address)
{
    fdt32_t cells[2] = {cpu_to_fdt32(address), cpu_to_fdt32(COUNTER_BYTES)};

    step(w, fdt_property(w->fdt, "reg", cells, sizeof(cells)));
}

static void cells_of_children(struct writer *w)
{
    number(w, "#address-cells", 1);
    number(w, "#size-cells", 1);
}

static void event_node(struct writer *w, const struct p9_pmu_event *event)
{
    char name[sizeof("event@") + 8];

    g_snprintf(name, sizeof(name), "event@%x", event->reg);
    begin_node(w, name);
    text(w, "event-name", event->name);
    place(w, event->reg);
    text_if_any(w, "scale", event->scale);
    text_if_any(w, "unit", event->unit);
    text_if_any(w, "desc", event->desc);
    end_node(w);
}

/* Phandles begin at 1: 0 is none. */
static guint32 phandle_of(unsigned group)
{
    return group + 1;
}

static void group_node(struct writer *w, const struct p9_catalogue *catalogue, unsigned index)
{
    const struct p9_event_group *group = &catalogue->groups[index];

    begin_node(w, group->name);
    cells_of_children(w);
    number(w, "phandle", phandle_of(index));
    for (unsigned i = 0; i < group->n_events; i++)
        event_node(w, &catalogue->events[group->first_event + i]);
    end_node(w);
}

static void pmu_node(struct writer *w, const struct p9_pmu *pmu)
{
    char name[sizeof(pmu->name) + 10];

    g_snprintf(name, sizeof(name), "%s@%x", pmu->name, pmu->base);
    begin_node(w, name);
    text(w, "compatible", "ibm,imc-counters");
    text(w, "events-prefix", pmu->prefix);
    text_if_any(w, "scale", pmu->scale);
    text_if_any(w, "unit", pmu->unit);
    place(w, pmu->base);
    number(w, "events", phandle_of(pmu->group));
    number(w, "type", pmu->type);
    number(w, "size", pmu->size);
    if (pmu->has_offset) {
        number(w, "offset", pmu->offset);
        number(w, "cb_offset", pmu->cb_offset);
    }
    end_node(w);
}

static void root_node(struct writer *w, const struct p9_catalogue *catalogue, guint32 version)
{
    begin_node(w, "");
    text(w, "name", "");
    text(w, "compatible", "ibm,opal-in-memory-counters");
    cells_of_children(w);
    number(w, "version-id", version);
    for (unsigned i = 0; i < catalogue->n_groups; i++)
        group_node(w, catalogue, i);
    for (unsigned i = 0; i < catalogue->n_pmus; i++)
        pmu_node(w, &catalogue->pmus[i]);
    end_node(w);
}

static int write_tree(const struct p9_catalogue *catalogue, guint32 version, void *fdt, int room)
{
    struct writer w = {fdt, 0};

    step(&w, fdt_create(fdt, room));
    step(&w, fdt_finish_reservemap(fdt));
    root_node(&w, catalogue, version);
    step(&w, fdt_finish(fdt));
    return w.status;
}

GBytes *p9_tree_write(const struct p9_catalogue *catalogue, guint32 version)
{
    for (guint room = ROOM_BYTES;; room *= 2) {
        g_autofree void *fdt = g_malloc0(room);
        int status = write_tree(catalogue, version, fdt, (int)room);

        if (!status)
            return g_bytes_new(fdt, fdt_totalsize(fdt));
        /* Anything else means a wrong order of calls. */
        g_assert(status == -FDT_ERR_NOSPACE);
    }
}
