/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Keeps the traffic of each event of each source. */
#include "models/kunpeng/kunpeng_traffic.h"

static int find(const struct kunpeng_traffic *traffic, unsigned source, uint32_t event)
{
    for (unsigned i = 0; i < traffic->n; i++)
        if (traffic->entry[i].source == source && traffic->entry[i].event == event)
            return (int)i;
    return -1;
}

struct flow *kunpeng_traffic_of(struct kunpeng_traffic *traffic, unsigned source, uint32_t event)
{
    int found = find(traffic, source, event);

    if (found >= 0)
        return &traffic->entry[found].flow;
    if (traffic->n == KUNPENG_MAX_TRAFFIC)
        return NULL;
    traffic->entry[traffic->n].source = source;
    traffic->entry[traffic->n].event = event;
    flow_reset(&traffic->entry[traffic->n].flow);
    return &traffic->entry[traffic->n++].flow;
}

uint64_t kunpeng_traffic_total(
    const struct kunpeng_traffic *traffic, unsigned source, uint32_t event, uint64_t cycle)
{
    int found = find(traffic, source, event);

    return found < 0 ? 0 : flow_total(&traffic->entry[found].flow, cycle);
}
