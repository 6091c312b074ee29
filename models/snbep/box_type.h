/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Kinds of boxes, as rows of tables, and a box's state. */
#ifndef PMULAB_MODELS_SNBEP_BOX_TYPE_H
#define PMULAB_MODELS_SNBEP_BOX_TYPE_H

#include "models/sim/clock.h"
#include "models/snbep/box_signals.h"
#include "models/snbep/imc_regs.h"

#include <assert.h>

#define BOX_MAX_COUNTERS 4 /* limit of general counters in a box */
#define BOX_COUNTERS     (BOX_MAX_COUNTERS + 1)
#define BOX_MAX_REGS     16
#define BOX_MAX_FREE     17   /* limit of free-running counts in a box */
#define BOX_NONE         (-1) /* no such register or field */

/* The kinds of boxes, in all generations. Traces contain these numbers, so a
 * new kind is the last. */
enum box_kind {
    BOX_IMC,
    BOX_IMC_FREE, /* a memory controller's free-running counters */
    BOX_CBO,
    BOX_PCU,
    BOX_UBOX,
    BOX_SBO,
    BOX_HA,
    BOX_QPI,
    BOX_R2PCIE,
    BOX_R3QPI,
    BOX_CHA,
    BOX_M2M,
    BOX_UPI,
    BOX_M3UPI,
    BOX_IIO,
    BOX_IRP,
    BOX_IIO_FREE, /* a stack's free-running counters, and its clock */
    BOX_IIO_CLOCK,
    BOX_MDF,
    BOX_N_KINDS,
};

/* The clocks that boxes count in. */
enum box_clock {
    BOX_DCLK,  /* half the transfer rate of the memory */
    BOX_UCLK,  /* the uncore's */
    BOX_QFCLK, /* an eighth of a QPI link's transfers */
    BOX_PCLK,  /* the power control unit's */
    BOX_N_CLOCKS,
};

/* The fields of a general counter's control, as indices into its description.
 * Set every member, because 0 is the index of another field. */
struct box_control {
    int8_t ev_sel, umask, edge, invert, thresh;
    int8_t en;                   /* or BOX_NONE: a counter is on while it has an event */
    int8_t ext;                  /* the code's extended bit, or BOX_NONE */
    int8_t tid_en;               /* the event's flows must be of the filter's thread, or BOX_NONE */
    int8_t occ_edge, occ_invert; /* edge and invert for events of occupancy, or BOX_NONE */
};

/* The fields of a box's control. */
struct box_unit {
    uint8_t frz, rst_ctrl, rst_ctrs;
};

struct box;
struct cbo_layout;

/* The event of a free-running count: that of a general counter with this
 * control. */
struct box_free {
    uint16_t event; /* index into the list */
    uint8_t umask, thresh;
    struct {
        uint8_t field;
        uint16_t value; /* 0: none */
    } more[2];          /* further fields of the control */
};

/* A kind of box. */
struct box_type {
    enum box_kind kind;
    const struct reg_bank *banks[IMC_N_MODES]; /* all have the same registers at the same offsets */
    const struct box_events *events;
    enum box_clock clock;
    unsigned n_counters;      /* general ones */
    int ctr0, ctl0;           /* indices into the bank; the other counters' follow */
    int fixed_ctr, fixed_ctl; /* index, or BOX_NONE: enum fixed_ctl_field */
    unsigned fixed_every;     /* cycles per count of the fixed counter; 0: 1 */
    int box_ctl, status;      /* the same: enum box_ctl_field, status_field */
    int filter;               /* index of the first register of the box's filter, or BOX_NONE */
    /* Counts that always run, for another box's free-running counters. */
    const struct box_free *free;
    unsigned n_free;
    /* or: register i is a free-running count's sum over this number of
     * boxes: */
    unsigned sums;
    const struct box_type *of; /* the boxes of this kind; NULL: memory channels */
    const uint32_t *adds;      /* the counts that register i sums up, a bit each; NULL: count i */
    const struct box_control *control; /* the fields of general controls */
    bool frz_alone;                    /* frz freezes without frz_en */
    const struct box_unit *unit;       /* the fields of the box control; NULL: enum box_ctl_field */
    bool listed;                       /* in tables of a socket's units, as type @unit_type */
    uint16_t unit_type;
    /* Optional, if the umask's units do not fully define the counted traffic:
     * whether control value @ctl of a counter selects @flow of @event. */
    bool (*selects)(const struct box *box, const struct box_event *event, uint64_t ctl,
        const struct box_flow *flow);
    /* Optional, for traffic lines: adds the bits of box_marks for @name ("opc")
     * and @value. Returns false if there are none. */
    bool (*mark)(const struct box_type *type, const char *name, unsigned value, box_marks *marks);
    const char *marks;               /* with @mark: the valid names and values, for complaints */
    const struct cbo_layout *layout; /* for a cache slice: the fields of the filter */
};

/* The signal that a running counter watches. */
struct box_watch {
    int16_t signal; /* index of a signal, or one of: */
    uint16_t limit; /* maximum in a cycle */
    struct wave_filter filter;
};

enum { BOX_WATCH_NOTHING = -4, BOX_WATCH_QUIET, BOX_WATCH_CONSTANT, BOX_WATCH_HALF };

struct box {
    uint8_t type; /* index into box_types: a snapshot may be from another process */
    uint8_t mode; /* enum imc_mode */
    /* Masks of counters; the fixed one is above the general ones: */
    uint8_t enabled;     /* by their controls */
    uint8_t running;     /* enabled counters that count: the box is neither frozen nor idle */
    uint8_t stale;       /* box_update() must find their signals again; 0: none */
    bool gated;          /* its clock stops without traffic */
    uint16_t number;     /* the box's number, for the signals */
    uint32_t hz;         /* Hz of the box's clock */
    int first;           /* index of the box's first signal, or -1 */
    uint64_t cycle;      /* cycles that the counters have accounted for; */
    uint64_t free_cycle; /* ... and @free: updated less often, as no register stops them */
    uint64_t values[BOX_MAX_REGS];
    /* counts since reset; for a box that sums: amounts added by presets */
    uint64_t free[BOX_MAX_FREE];
    struct box_watch watch[BOX_MAX_COUNTERS];
    struct box_watch free_watch[BOX_MAX_FREE];
    /* The cycle at which each counter overflows if its inputs do not change, as
     * found by box_next_overflow(). Unknown if not after @cycle. */
    uint64_t overflow[BOX_COUNTERS];
};

/* All kinds of boxes, of all variants; ends with NULL. */
extern const struct box_type *const box_types[];

/* Returns the kind of @box. */
static inline const struct box_type *box_type_of(const struct box *box)
{
    return box_types[box->type];
}

/* Returns the bank of @box. */
static inline const struct reg_bank *box_bank(const struct box *box)
{
    return box_type_of(box)->banks[box->mode];
}

/* The number of counters of a box of @type. */
static inline unsigned box_n_counters(const struct box_type *type)
{
    return type->n_counters + (type->fixed_ctr != BOX_NONE);
}

/* Whether register number @reg of @type's bank is a counter. The second returns
 * its index; the fixed counter's is above the general ones'. */
static inline bool box_is_counter(const struct box_type *type, unsigned reg)
{
    return reg - (unsigned)type->ctr0 < type->n_counters ||
           (type->fixed_ctr != BOX_NONE && reg == (unsigned)type->fixed_ctr);
}

static inline unsigned box_counter_of(const struct box_type *type, unsigned reg)
{
    assert(box_is_counter(type, reg));
    return (int)reg == type->fixed_ctr ? type->n_counters : reg - (unsigned)type->ctr0;
}

/* The same for the counters' controls. */
static inline bool box_is_control(const struct box_type *type, unsigned reg)
{
    return reg - (unsigned)type->ctl0 < type->n_counters ||
           (type->fixed_ctl != BOX_NONE && reg == (unsigned)type->fixed_ctl);
}

static inline unsigned box_control_of(const struct box_type *type, unsigned reg)
{
    assert(box_is_control(type, reg));
    return (int)reg == type->fixed_ctl ? type->n_counters : reg - (unsigned)type->ctl0;
}

/* The reverse: the registers of counter @i and its control. */
static inline unsigned box_counter_reg(const struct box_type *type, unsigned i)
{
    assert(i < box_n_counters(type));
    return i == type->n_counters ? (unsigned)type->fixed_ctr : (unsigned)type->ctr0 + i;
}

static inline unsigned box_control_reg(const struct box_type *type, unsigned i)
{
    assert(i < box_n_counters(type));
    return i == type->n_counters ? (unsigned)type->fixed_ctl : (unsigned)type->ctl0 + i;
}

/* Field @index of a control of @reg, or 0 if it is BOX_NONE. */
static inline uint64_t box_control_field(const struct reg *reg, int index, uint64_t ctl)
{
    return index == BOX_NONE ? 0 : reg_get(reg, (unsigned)index, ctl);
}

/* The event's code that control value @ctl selects. */
unsigned box_code(const struct box_type *type, uint64_t ctl);

static inline const struct reg *box_reg(const struct box *box, unsigned reg)
{
    return &box_bank(box)->regs[reg];
}

static inline uint64_t box_field(const struct box *box, unsigned reg, unsigned index)
{
    return reg_get(box_reg(box, reg), index, box->values[reg]);
}

/* Whether the box is frozen: no counter counts, even if enabled. */
bool box_frozen(const struct box *box);

/* The fields of a box control. The second returns whether @ctl, a general
 * counter's control, enables it. */
const struct box_unit *box_unit_of(const struct box_type *type);
bool box_control_on(const struct box_type *type, uint64_t ctl);

#endif
