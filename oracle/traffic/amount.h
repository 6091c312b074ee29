/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Amounts of traffic, by docs/scenarios.md: an event's activity in the cycles
 * of its clock. */
#ifndef PMULAB_ORACLE_TRAFFIC_AMOUNT_H
#define PMULAB_ORACLE_TRAFFIC_AMOUNT_H

#include <stdbool.h>
#include <stdint.h>

enum oracle_amount_kind { ORACLE_OFF, ORACLE_RATE, ORACLE_SHARE, ORACLE_LEVEL, ORACLE_BURST };

struct oracle_amount {
    enum oracle_amount_kind kind;
    uint64_t rate;       /* RATE: per second; SHARE: cycles per million */
    uint32_t level;      /* LEVEL, BURST: in each cycle that has it */
    uint32_t on, period; /* BURST: cycles */
};

/* Reads @text ("120M/s", "25%", "level 8 for 100 of 1000 cycles") as an amount
 * of an event that moves @bytes bytes. 0: its rate cannot be in bytes. Returns
 * NULL, or the expected text as a static phrase. */
const char *oracle_amount(const char *text, unsigned bytes, struct oracle_amount *amount);

/* Whether a burst is at most as long as its period; true for amounts that are
 * no bursts. */
static inline bool oracle_burst_fits(const struct oracle_amount *amount)
{
    return amount->kind != ORACLE_BURST || (amount->period && amount->on <= amount->period);
}

#endif
