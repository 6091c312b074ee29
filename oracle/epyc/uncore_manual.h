/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The counters of AMD's uncore, typed for the oracle alone from the Processor
 * Programming Reference (PPR) of family 19h model 11h (55901). Details that it
 * omits are from Linux's driver (arch/x86/events/amd/uncore.c).
 */
#ifndef PMULAB_ORACLE_EPYC_UNCORE_MANUAL_H
#define PMULAB_ORACLE_EPYC_UNCORE_MANUAL_H

#include "oracle/epyc/manual.h"

#include <stdbool.h>
#include <stdint.h>

/* L3s and data fabrics of several generations: their fields or events
 * differ. */
enum oracle_amd_uncore_kind {
    ORACLE_UMC,
    ORACLE_L3_ZEN1,
    ORACLE_L3_ZEN3,
    ORACLE_L3_ZEN4,
    ORACLE_DF_ZEN1,
    ORACLE_DF_ZEN4,
    ORACLE_AMD_UNCORE_KINDS
};

enum {
    ORACLE_AMD_UNCORE_SOCKETS = 2,
    ORACLE_AMD_UNCORE_BLOCKS = 16,   /* limit of one kind in a socket */
    ORACLE_AMD_UNCORE_COUNTERS = 16, /* limit in one block */
    ORACLE_AMD_UNCORE_STREAMS = 144, /* limit of one kind */
};

struct oracle_amd_uncore_row {
    const char *block;         /* "umc", as in scenarios */
    bool single;               /* a socket has one, without a number */
    enum oracle_part from, to; /* the parts that have it */
    unsigned counters;
    uint64_t enable;  /* bit of a control */
    uint64_t selects; /* bits of a control that select events */
    uint64_t held;    /* implemented bits of a counter */
    uint64_t full;    /* its largest count */
    uint64_t beyond;  /* overflow bit, with which the count stays at its maximum; 0: it wraps */
};

extern const struct oracle_amd_uncore_row oracle_amd_uncore_rows[ORACLE_AMD_UNCORE_KINDS];

/* The selection in a control. */
struct oracle_amd_uncore_ask {
    unsigned code, mask; /* the effective mask: all, if 0 means all */
    unsigned slices;     /* L3: bit s for slice s */
    unsigned cores;      /* L3: bit c for core c, each by its first thread */
};

struct oracle_amd_uncore_ask oracle_amd_uncore_ask_of(
    enum oracle_amd_uncore_kind kind, uint64_t control);

/* An event of a block that can have its own traffic. */
struct oracle_amd_uncore_stream {
    unsigned code, mask; /* bits that select it; mask 0: any mask does */
    const char *name;    /* "CAS_CMD.RD"; NULL ends a list */
    unsigned bytes;      /* bytes that one event moves, or 0 */
    bool clock;          /* one event in each cycle */
    bool everywhere;     /* L3: for any selection of slices and cores */
};

extern const struct oracle_amd_uncore_stream
    *const oracle_amd_uncore_streams[ORACLE_AMD_UNCORE_KINDS];

/* Whether a counter with the selection @ask counts @stream. */
bool oracle_amd_uncore_counts(enum oracle_amd_uncore_kind kind,
    const struct oracle_amd_uncore_ask *ask, const struct oracle_amd_uncore_stream *stream);

/* Whether @part has blocks of @kind. */
bool oracle_amd_uncore_has(enum oracle_part part, enum oracle_amd_uncore_kind kind);

/* Whether the counters of @kind select slices and cores. */
bool oracle_is_l3(enum oracle_amd_uncore_kind kind);

/* docs/hardware/epyc.md: @cpus CPUs share an L3 of @kind. Returns how many of a
 * stream's first @n events are in slices and cores that @ask selects. */
uint64_t oracle_l3_share(enum oracle_amd_uncore_kind kind, const struct oracle_amd_uncore_ask *ask,
    unsigned cpus, uint64_t n);

/* The stream's index in the list of @kind, by its name in any case; or -1. */
int oracle_amd_uncore_stream_named(enum oracle_amd_uncore_kind kind, const char *name);

/* A block's registers, in order: counter n's control has number 2n, its count
 * 2n + 1. The first returns the number of the register with the name @name in
 * any case, or -1. The second returns the name of register @reg (24 bytes). */
int oracle_amd_uncore_register(enum oracle_amd_uncore_kind kind, const char *name);
void oracle_amd_uncore_register_name(unsigned reg, char name[24]);

#endif
