/* SPDX-License-Identifier: GPL-2.0-or-later */
/* A PMU as a user's file describes it: its registers, the part that each field
 * plays for counting, its events, and how software finds it. */
#ifndef PMULAB_MODELS_PMU_KIND_H
#define PMULAB_MODELS_PMU_KIND_H

#include "models/reg/bank.h"

enum {
    PMU_COUNTERS = 64, /* of a PMU */
    PMU_REGISTERS = 256,
    PMU_PROPERTIES = 3, /* for its driver, from firmware */
    PMU_WINDOWS = 4,    /* of its device-tree node */
};

/* A line of a list of events. */
struct pmu_event {
    uint64_t code;
    const char *name;
    const char *prose;
    bool clock; /* counts each cycle of the PMU's clock */
};

struct pmu_events {
    const struct pmu_event *event; /* in the order of the list */
    unsigned n;
    char *text; /* the list, into which the events point */
};

/* The parts of fields. From PMU_RUN on they are flags of counters. */
enum pmu_role {
    PMU_EVENT,     /* selects the counter's event */
    PMU_COUNT,     /* holds the counter's value */
    PMU_CLEAR,     /* sets the counter to 0 */
    PMU_INDEX,     /* selects a counter for PMU_LOAD: holds its number + pmu_part.counter */
    PMU_LOAD,      /* writing sets the value of that counter */
    PMU_RUN,       /* no counter counts without it; a flag of all counters */
    PMU_FREEZE,    /* no counter counts with it; the same */
    PMU_GATE,      /* no overflow interrupts without it; each field is a separate flag */
    PMU_HALT,      /* an overflow that may interrupt sets PMU_FREEZE; a flag of all counters */
    PMU_ENABLE,    /* the counter counts */
    PMU_OVERFLOW,  /* it has wrapped */
    PMU_INTERRUPT, /* its overflow interrupts */
    PMU_TOGGLE,    /* it overflows at each change of its highest bit */
    PMU_N_ROLES,
};

/* How a field shows a flag. */
enum pmu_way {
    PMU_IS,     /* the field is the flag */
    PMU_SETS,   /* writing the active value sets it */
    PMU_CLEARS, /* writing the active value clears it */
};

#define PMU_ALL 0xff /* a part for all counters together */

/* A field that plays a part. Each bit of a flag's field is another
 * counter's. */
struct pmu_part {
    enum pmu_role role;
    enum pmu_way way;
    bool low;    /* active at 0 */
    bool onehot; /* PMU_EVENT: bit n selects the event with code n + 1 */
    bool own; /* PMU_EVENT: codes with the highest bit are of this counter alone: + 256 * counter */
    bool high; /* PMU_COUNT: it holds upper bits of the value, from bit `shift` on */
    uint8_t shift;
    uint16_t reg;
    /* the first one, or PMU_ALL; PMU_INDEX: the value for counter 0; PMU_GATE:
     * a number among the gates */
    uint8_t counter;
    uint8_t bit, width; /* the field's lowest bit, counted from 0; and bits */
    enum reg_access access;
    unsigned line; /* in the file */
};

/* Bytes of a PMU's registers, from its address on. */
struct pmu_window {
    uint32_t offset, size;
};

struct pmu_kind {
    const struct reg_bank *bank;
    const char *perf;       /* its name in perf: "imx8_ddr0" */
    const char *compatible; /* of its device-tree node; or NULL, and */
    const char *hid;        /* of its ACPI device, with */
    uint32_t uid;           /* this number */
    bool has_parent;        /* in a device with */
    uint32_t parent;        /* this number */
    unsigned n_properties;
    struct {
        const char *name;
        uint32_t value;
    } properties[PMU_PROPERTIES];
    uint64_t address;   /* of its registers in physical memory */
    uint32_t size;      /* of its window in bytes */
    unsigned n_windows; /* 0: the node has the whole window */
    struct pmu_window windows[PMU_WINDOWS];
    char *child; /* `compatible` of a node in the PMU's node, or NULL; with */
    struct pmu_window child_window;
    uint32_t interrupt; /* its number among the GIC's shared ones */
    uint32_t hz;        /* of its clock */
    unsigned n_counters;
    uint8_t bits[PMU_COUNTERS];                    /* of each counter */
    const struct pmu_part *event_of[PMU_COUNTERS]; /* NULL: it counts only */
    uint64_t fixed[PMU_COUNTERS];                  /* this event */
    /* a bit for each counter whose overflow does that; which stops at its
     * last value, on which it overflows; whose flag PMU_OVERFLOW is the highest
     * bit of its value; which counts down */
    uint64_t interrupts, freezes, saturates, tops, downs;
    uint64_t always; /* counters that no field enables: they count whenever the PMU does */
    unsigned n_gates;
    bool has[PMU_N_ROLES];        /* some field has the role */
    const struct pmu_part *parts; /* in the order of the registers */
    unsigned n_parts;
    struct pmu_events events;
};

/* The code of the event that @bits of @part's field, PMU_EVENT, select; and the
 * bits that select @code, which the field can. */
uint64_t pmu_event_selected(const struct pmu_part *part, uint64_t bits);
uint64_t pmu_event_bits(const struct pmu_part *part, uint64_t code);

/* The event of @kind with @code; the one called @name (case is ignored); or
 * NULL. */
const struct pmu_event *pmu_event_coded(const struct pmu_kind *kind, uint64_t code);
const struct pmu_event *pmu_event_named(const struct pmu_kind *kind, const char *name);

#endif
