/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Offsets within a subsample, shared by the model, the checks and the tests. */
#include "models/kunpeng/subsample.h"

enum { CONTEXT = 4, COUNT = 8, CONTEXTS = 2 }; /* bytes, bytes, blocks */

static unsigned slots(const struct subsample_layout *layout)
{
    return layout->clusters * SUBSAMPLE_CLUSTER;
}

uint32_t subsample_size(const struct subsample_layout *layout)
{
    return slots(layout) * (CONTEXTS * CONTEXT + COUNT * (layout->events + layout->cycles));
}

unsigned subsample_place(const struct subsample_layout *layout, unsigned slot)
{
    return slot % SUBSAMPLE_CLUSTER * layout->clusters + slot / SUBSAMPLE_CLUSTER;
}

uint32_t subsample_context(const struct subsample_layout *layout, unsigned which, unsigned slot)
{
    return (which * slots(layout) + subsample_place(layout, slot)) * CONTEXT;
}

uint32_t subsample_event(const struct subsample_layout *layout, unsigned event, unsigned slot)
{
    return slots(layout) * CONTEXTS * CONTEXT +
           (event * slots(layout) + subsample_place(layout, slot)) * COUNT;
}

uint32_t subsample_cycles(const struct subsample_layout *layout, unsigned slot)
{
    return subsample_event(layout, layout->events, slot);
}
