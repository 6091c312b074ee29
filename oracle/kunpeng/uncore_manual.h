/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * HiSilicon's uncore PMUs, typed for the oracle alone from Linux's drivers
 * (drivers/perf/hisilicon, 6.12) and
 * Documentation/admin-guide/perf/hisi-pmu.rst: registers, events, formats and
 * filters.
 */
#ifndef PMULAB_ORACLE_KUNPENG_UNCORE_MANUAL_H
#define PMULAB_ORACLE_KUNPENG_UNCORE_MANUAL_H

#include "oracle/perf/terms.h"

enum oracle_family {
    ORACLE_DDRC, /* version 1 */
    ORACLE_HHA,
    ORACLE_L3C,
    ORACLE_DMC, /* the DDRC of version 2: a channel has two */
    ORACLE_SLLC,
    ORACLE_PA,
    ORACLE_CPA,
    ORACLE_UC,
    ORACLE_FAMILIES,
};

enum { ORACLE_UNCORE_COUNTERS = 16, ORACLE_UNCORE_REGS = 40 };

struct oracle_uncore_register {
    const char *name;
    uint32_t offset;
    unsigned bytes;
    uint64_t held; /* writable bits */
};

/* An event of version 1, of version 2, or of both. */
struct oracle_uncore_event {
    uint8_t code, versions; /* bit 0: version 1, bit 1: version 2 */
    bool clock;             /* counts cycles */
    const char *name;
};

struct oracle_family_manual {
    const char *name; /* as in "hisi_sccl3_ddrc0" */
    bool io_die;      /* hisi_sicl... */
    bool two_numbers; /* "ddrc0_1" */
    const struct oracle_uncore_register *regs;
    unsigned n_regs;
    const char *counter0; /* name of the first counter; the others follow in the list */
    const char *start;    /* the register with the global start bit, @start_bit */
    unsigned start_bit;
    unsigned events_per_reg; /* of EVENT_TYPE0...; 0: counter i counts event i */
    const struct oracle_uncore_event *events;
    unsigned n_events;
    const struct oracle_format *formats; /* of version 2; version 1 has the event alone */
    unsigned n_formats;
};

extern const struct oracle_family_manual oracle_families[ORACLE_FAMILIES];

/* The register with the name @name in any case; the register that contains
 * @offset; or -1. */
int oracle_uncore_reg(enum oracle_family family, const char *name);
int oracle_uncore_at(enum oracle_family family, uint32_t offset, unsigned *byte);

/* The number of counters, and the bits in each. */
unsigned oracle_uncore_counters(enum oracle_family family, unsigned version);
unsigned oracle_uncore_bits(enum oracle_family family, unsigned version);

/* The event with the name @name in any case, of @versions; or NULL. */
const struct oracle_uncore_event *oracle_uncore_event(
    enum oracle_family family, unsigned versions, const char *name);
bool oracle_uncore_has_event(enum oracle_family family, unsigned version, unsigned event);
bool oracle_uncore_is_clock(enum oracle_family family, unsigned version, unsigned event);

/* ---- filters ---- */

/* The source and target of traffic, as PMUs distinguish them. */
struct oracle_origin {
    unsigned core, req, datasrc, srcid, tgtid, tag, channel;
};

/* Sets the field in "core=1". Returns false if it does not exist. */
bool oracle_origin_set(struct oracle_origin *origin, const char *text);

/* Whether the filter in config1 passes @origin's @event. */
bool oracle_uncore_wants(enum oracle_family family, uint64_t config1, unsigned event,
    const struct oracle_origin *origin);

#endif
