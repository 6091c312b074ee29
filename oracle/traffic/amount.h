/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Amounts of traffic, by docs/scenarios.md: what an event does in the cycles of its clock. */
#ifndef PMULAB_ORACLE_TRAFFIC_AMOUNT_H
#define PMULAB_ORACLE_TRAFFIC_AMOUNT_H

#include <stdbool.h>
#include <stdint.h>

enum oracle_amount_kind { ORACLE_OFF, ORACLE_RATE, ORACLE_SHARE, ORACLE_LEVEL, ORACLE_BURST };

struct oracle_amount {
    enum oracle_amount_kind kind;
    uint64_t rate;       /* RATE: a second; SHARE: cycles in a million */
    uint32_t level;      /* LEVEL, BURST: in each cycle that it is there */
    uint32_t on, period; /* BURST: cycles */
};

/* Reads @text ("120M/s", "25%", "level 8 for 100 of 1000 cycles") as an amount of an event that moves @bytes;
 * 0: its rate cannot be given in bytes. Returns NULL, or what was expected as a static phrase. */
const char *oracle_amount(const char *text, unsigned bytes, struct oracle_amount *amount);

/* Whether a burst is shorter than its period, or as long; true for amounts that are no bursts. */
static inline bool oracle_burst_fits(const struct oracle_amount *amount)
{
    return amount->kind != ORACLE_BURST || (amount->period && amount->on <= amount->period);
}

#endif
