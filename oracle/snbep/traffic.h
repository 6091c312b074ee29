/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * A scenario's traffic, read a second time, by docs/scenarios.md: what happens to which channel, and what of
 * the guest's doings it waits for. Steps are numbers, as in the plan that the plugin gets.
 */
#ifndef PMULAB_ORACLE_SNBEP_TRAFFIC_H
#define PMULAB_ORACLE_SNBEP_TRAFFIC_H

#include "oracle/snbep/signal.h"

enum { ORACLE_MAX_ENTRIES = 512, ORACLE_MAX_ANCHORS = 128 };

enum oracle_anchor_kind { ORACLE_AT_BOOT, ORACLE_AT_STEP, ORACLE_AT_END, ORACLE_AT_READ, ORACLE_AT_WRITE };

/* An `at` line. */
struct oracle_anchor {
    enum oracle_anchor_kind kind;
    unsigned step; /* AT_READ and AT_WRITE: 0 is any time */
    unsigned socket, channel;
    enum oracle_reg reg;
    unsigned nth;   /* access */
    uint64_t delay; /* ns */
};

enum oracle_entry_kind { ORACLE_TRAFFIC, ORACLE_PRESET, ORACLE_JUMP, ORACLE_FAULT };

/* A line below it, in the order of the text. */
struct oracle_entry {
    enum oracle_entry_kind kind;
    unsigned anchor;
    unsigned socket, channel; /* not of a fault, which is no business of the hardware */
    unsigned event, sub;      /* TRAFFIC: place in oracle_events, and the number of the umask's bit */
    struct oracle_amount amount;
    enum oracle_reg reg; /* PRESET, JUMP: set to @value, or goes up by it */
    uint64_t value;
};

struct oracle_plan {
    unsigned n_anchors, n_entries;
    struct oracle_anchor anchors[ORACLE_MAX_ANCHORS];
    struct oracle_entry entries[ORACLE_MAX_ENTRIES];
};

/* Reads one line into @plan, which begins as zero bytes. Returns NULL, or what was expected as a static
 * phrase. */
const char *oracle_plan_line(struct oracle_plan *plan, const char *line);

/* Reads an amount, of an event that moves @bytes. Returns likewise. */
const char *oracle_amount(const char *text, unsigned bytes, struct oracle_amount *amount);

#endif
