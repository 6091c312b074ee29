/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The counters of AMD's uncore, typed for the oracle alone from the Processor Programming Reference (PPR) of
 * family 19h model 11h (55901) and, where it is silent, from what Linux's driver takes for granted
 * (arch/x86/events/amd/uncore.c).
 */
#ifndef PMULAB_ORACLE_EPYC_UNCORE_MANUAL_H
#define PMULAB_ORACLE_EPYC_UNCORE_MANUAL_H

#include "oracle/epyc/manual.h"

#include <stdbool.h>
#include <stdint.h>

/* L3s and data fabrics of several generations: with other fields, or other events. */
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
    ORACLE_AMD_UNCORE_BLOCKS = 12,   /* most of one kind in a socket */
    ORACLE_AMD_UNCORE_COUNTERS = 16, /* most of one block */
    ORACLE_AMD_UNCORE_STREAMS = 144, /* most of one kind */
};

struct oracle_amd_uncore_row {
    const char *block;         /* "umc", as scenarios have it */
    bool single;               /* a socket has one, and it has no number */
    enum oracle_part from, to; /* the parts that have it */
    unsigned counters;
    uint64_t enable;  /* bit of a control */
    uint64_t selects; /* bits of a control that say what is counted */
    uint64_t held;    /* bits that a counter has */
    uint64_t full;    /* its largest count */
    uint64_t beyond;  /* bit that says that there was more, and the count stays; 0: it goes on from 0 */
};

extern const struct oracle_amd_uncore_row oracle_amd_uncore_rows[ORACLE_AMD_UNCORE_KINDS];

/* What a control asks for. */
struct oracle_amd_uncore_ask {
    unsigned code, mask; /* the mask as it acts: where 0 stands for all, all */
    unsigned slices;     /* of an L3: bit s for slice s */
    unsigned cores;      /* likewise, each by its first thread */
};

struct oracle_amd_uncore_ask oracle_amd_uncore_ask_of(enum oracle_amd_uncore_kind kind, uint64_t control);

/* Something that happens in a block, and can have traffic of its own. */
struct oracle_amd_uncore_stream {
    unsigned code, mask; /* bits that choose it; 0: any mask does */
    const char *name;    /* "CAS_CMD.RD"; NULL ends a list */
    unsigned bytes;      /* that one of them moves, or 0 */
    bool clock;          /* one in each cycle */
    bool everywhere;     /* of an L3: whatever slices and cores are asked for */
};

extern const struct oracle_amd_uncore_stream *const oracle_amd_uncore_streams[ORACLE_AMD_UNCORE_KINDS];

/* Whether a counter that is asked for @ask counts @stream. */
bool oracle_amd_uncore_counts(enum oracle_amd_uncore_kind kind, const struct oracle_amd_uncore_ask *ask,
    const struct oracle_amd_uncore_stream *stream);

/* Whether @part has blocks of @kind. */
bool oracle_amd_uncore_has(enum oracle_part part, enum oracle_amd_uncore_kind kind);

/* Whether the counters of @kind count what slices and cores have. */
bool oracle_is_l3(enum oracle_amd_uncore_kind kind);

/* docs/hardware/epyc.md: of the first @n occurrences of a stream in an L3 of @kind that @cpus CPUs share,
 * those in slices and of cores that @ask asks for. */
uint64_t oracle_l3_share(
    enum oracle_amd_uncore_kind kind, const struct oracle_amd_uncore_ask *ask, unsigned cpus, uint64_t n);

/* The stream's place in the list of @kind, by its name in any case; or -1. */
int oracle_amd_uncore_stream_named(enum oracle_amd_uncore_kind kind, const char *name);

/* The registers of a block in order: counter n's control has number 2n, its count 2n + 1. The number of the
 * one called @name in any case, or -1; and the name of register @reg (a buffer of 24 bytes). */
int oracle_amd_uncore_register(enum oracle_amd_uncore_kind kind, const char *name);
void oracle_amd_uncore_register_name(unsigned reg, char name[24]);

#endif
