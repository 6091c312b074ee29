/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Counts the events of one amount of traffic. The machines use it for events
 * that only need a number. */
#include "models/sim/flow.h"

#include <assert.h>

void flow_reset(struct flow *flow)
{
    *flow = (struct flow){.since = 0};
    wave_quiet(&flow->wave);
}

const char *flow_wrong(const struct traffic_amount *amount, uint32_t hz)
{
    struct wave wave;

    return traffic_wave_alone(amount, hz, &wave);
}

void flow_set(struct flow *flow, uint64_t cycle, uint32_t hz, const struct traffic_amount *amount)
{
    const char *wrong;

    flow->before = flow_total(flow, cycle);
    flow->since = cycle;
    flow->amount = *amount;
    wrong = traffic_wave_alone(amount, hz, &flow->wave);
    assert(!wrong);
    (void)wrong;
}

uint64_t flow_total(const struct flow *flow, uint64_t cycle)
{
    static const struct wave_filter all = {.subs = 1};
    const struct wave_signal signal = {.since = flow->since, .now = flow->wave};

    return flow->before + wave_signal_count(&signal, &all, flow->since, cycle);
}
