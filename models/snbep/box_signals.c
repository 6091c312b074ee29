/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Combines the flows of an event into its wave. */
#include "models/snbep/box_signals.h"

const struct box_signal box_quiet = {
    .next = -1, .wave = {.now = {.modulus = 1}, .before = {.modulus = 1}}};
const struct box_signal box_constant = {.next = -1,
    .n_flows = 1,
    .wave = {
        .now = {.modulus = 1, .n_parts = 1, .part = {{0, 1, 1, 0}}}, .before = {.modulus = 1}}};
const struct box_signal box_half = {.next = -1,
    .n_flows = 1,
    .wave = {.now = {.modulus = 2, .step = 1, .n_parts = 1, .part = {{1, 2, 1, 0}}},
        .before = {.modulus = 1}}};

int box_signal_find(const struct box_signals *signals, int first, unsigned event)
{
    for (int i = first; i >= 0; i = signals->all[i].next)
        if (signals->all[i].event == event)
            return i;
    return -1;
}

const char *box_signal_add(struct box_signal *signal, const struct box_flow *flow)
{
    unsigned i = 0;

    while (i < signal->n_flows &&
           (signal->flows[i].unit != flow->unit || signal->flows[i].marks != flow->marks))
        i++;
    if (i == WAVE_SUBS)
        return "the event has as many kinds of traffic as it can have";
    if (i == signal->n_flows)
        signal->n_flows++;
    signal->flows[i] = *flow;
    return NULL;
}

/* Sorts flows by unit. Flows of one unit keep their order. Returns their
 * number. */
static unsigned in_order(const struct box_signal *signal, uint8_t order[WAVE_SUBS])
{
    for (unsigned i = 0; i < signal->n_flows; i++) {
        unsigned at = i;

        for (; at && signal->flows[order[at - 1]].unit > signal->flows[i].unit; at--)
            order[at] = order[at - 1];
        order[at] = (uint8_t)i;
    }
    return signal->n_flows;
}

static int flow_of_unit(const struct box_signal *signal, int unit)
{
    for (int i = 0; i < signal->n_flows; i++)
        if (signal->flows[i].unit == unit)
            return i;
    return -1;
}

const char *box_signal_wave(
    const struct box_signal *signal, const struct box_event *event, uint32_t hz, struct wave *wave)
{
    struct traffic_amount amounts[WAVE_SUBS];
    uint8_t order[WAVE_SUBS];
    unsigned n = in_order(signal, order);

    if (event->sharing == TRAFFIC_TOGETHER && n > WAVE_CROSS)
        return "the event has as many kinds of traffic as it can have";
    for (unsigned i = 0; i < n; i++)
        amounts[i] = signal->flows[i].amount;
    /* If sub-events add 1 together, a level only means that one of them is
     * active. */
    const char *wrong = traffic_wave_ordered(
        amounts, order, n, event->sharing, event->any ? 1 : event->max, hz, wave);

    if (!wrong && event->rest >= 0) {
        uint32_t used = wave->n_parts ? wave->part[wave->n_parts - 1].to : 0;
        wave->part[wave->n_parts++] =
            (struct wave_part){used, wave->modulus, 1, (uint8_t)flow_of_unit(signal, event->rest)};
    }
    return wrong;
}
