/* SPDX-License-Identifier: GPL-2.0-or-later */
/* A scenario's traffic: a second parser, by docs/scenarios.md. Each entry has a
 * time, an action, and a word or register. */
#ifndef PMULAB_ORACLE_POWER9_TRAFFIC_H
#define PMULAB_ORACLE_POWER9_TRAFFIC_H

#include "oracle/power9/catalogue.h"
#include "oracle/power9/manual.h"
#include "oracle/traffic/amount.h"
#include "oracle/traffic/moments.h"

/* A register, or a word of counter memory. */
struct oracle_p9_place {
    enum oracle_p9_kind kind;
    unsigned index;  /* of the chip, the core (machine-wide) or the thread */
    uint32_t offset; /* register: its number; word: bytes */
};

/* An event at one place. */
struct oracle_p9_source {
    struct oracle_p9_place place;
    unsigned pmu, event; /* in the catalogue */
};

enum oracle_p9_entry_kind { ORACLE_P9_AMOUNT, ORACLE_P9_SET, ORACLE_P9_FAULT };

/* A line below an `at`. */
struct oracle_p9_entry {
    enum oracle_p9_entry_kind kind;
    struct oracle_p9_source source; /* SET: only its place; FAULT: unused */
    struct oracle_amount amount;
    uint64_t value; /* SET */
};

struct oracle_p9_plan {
    const struct oracle_p9_generation *generation;
    bool own; /* the scenario defines the catalogue */
    struct oracle_p9_catalogue catalogue;
    struct oracle_moments moments; /* registers are numbers or bytes, blocks as below */
    struct oracle_p9_entry entries[ORACLE_MAX_ENTRIES];
};

/* The number of a block in the moments. */
static inline unsigned oracle_p9_block(enum oracle_p9_kind kind, unsigned index)
{
    return (unsigned)kind * 0x1000 + index;
}

/* Begins a plan on a machine of @generation with the catalogue @list in flash,
 * unless the plan defines one. Returns NULL, or the expected text as a static
 * phrase. */
const char *oracle_p9_plan_begin(
    struct oracle_p9_plan *plan, const struct oracle_p9_generation *generation, const char *list);

/* Reads one line into @plan. Returns the same. */
const char *oracle_p9_plan_line(struct oracle_p9_plan *plan, const char *line);

#endif
