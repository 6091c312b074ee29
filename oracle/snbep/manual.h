/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The performance monitors of a Xeon's uncore, typed from the manuals for the
 * oracle alone. Sources: Intel 327043-001 ("the guide", uncore performance
 * monitoring) and its event list for the product (JKT). Details that the guide
 * omits are from the LGA-2011 datasheet, volume 2 ("the datasheet"). Each kind
 * of monitor is a table.
 */
#ifndef PMULAB_ORACLE_SNBEP_MANUAL_H
#define PMULAB_ORACLE_SNBEP_MANUAL_H

#include "oracle/x86/manual.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
    ORACLE_SOCKETS = 2,
    ORACLE_MAX_BOXES = 80, /* in a socket */
    ORACLE_JOINED = 3,     /* limit of channels that a free-running counter adds up */
    ORACLE_COUNTERS = 16,  /* limit in a monitor; the last is the fixed one if there is one */
    ORACLE_MAX_REGS = 16,
};

/* A register's role. */
enum oracle_role {
    ORACLE_IS_CTR, /* general counter @nr, and its control */
    ORACLE_IS_CTL,
    ORACLE_IS_FIXED_CTR,
    ORACLE_IS_FIXED_CTL,
    ORACLE_IS_BOX_CTL,
    ORACLE_IS_STATUS,
    ORACLE_IS_FILTER, /* number @nr */
};

struct oracle_register {
    const char *name;
    uint32_t offset; /* bytes in configuration space, or a number from the monitor's first on */
    unsigned bytes;  /* in configuration space; a numbered one is accessed as a whole */
    enum oracle_role role;
    unsigned nr;
};

/* An event's counting rule. */
enum oracle_rule {
    ORACLE_ADDS,   /* each selected sub-event adds its amount */
    ORACLE_CLOCK,  /* one in each cycle */
    ORACLE_HALVES, /* the same; without umask bit 0, one in each second cycle */
    /* umask bits 5:0: kinds, none: all; 6 and 7: pseudo channels 0 and 1; each
     * adds */
    ORACLE_PSEUDO,
    ORACLE_ANY,       /* selected sub-events in the same cycle together add 1 */
    ORACLE_DEFAULT,   /* sub-event 0 is in all cycles without another */
    ORACLE_NOT_EMPTY, /* 1 in cycles in which @queue's queue has an entry */
    ORACLE_FULL,      /* 1 in cycles in which that queue is full */
    ORACLE_EACH,      /* sub-events are independent, and each selected one adds its amount */
    /* 1 in cycles in which the level (@queue's, if set) reaches the filter's
     * band */
    ORACLE_BAND,
};

struct oracle_sub {
    const char *name; /* NULL ends a table */
    uint8_t umask;
    uint32_t units; /* units that it selects, a bit each */
};

/* A sub-event, or a union of several, whose umask has the bit of each. The
 * other macro: a sub-event whose umask is just a number. */
#define ORACLE_SUB(name, umask)                                                                    \
    {                                                                                              \
        name, umask, umask                                                                         \
    }
#define ORACLE_NUMBERED(name, umask, units)                                                        \
    {                                                                                              \
        name, umask, units                                                                         \
    }
#define ORACLE_NO_SUB                                                                              \
    {                                                                                              \
        NULL, 0, 0                                                                                 \
    }

#define ORACLE_EXT 0x100 /* in an event's code: the extended bit */

struct oracle_event {
    uint16_t code;
    uint8_t max; /* maximum in a cycle, as listed */
    const char *name;
    const struct oracle_sub *subs; /* NULL: umask is ignored */
    enum oracle_rule rule;
    uint16_t queue;   /* code of the occupancy event */
    unsigned bytes;   /* bytes that one event moves, or 0: guide, page 15 (a CAS counts 64 bytes) */
    uint8_t counters; /* that can count it, a bit each; 0: all */
    bool numbered;    /* umasks are numbers */
    uint8_t band;     /* first bit of the filter's band, of 8 bits */
};

/* The fields of a general counter's control; 0: no such field. */
struct oracle_fields {
    uint64_t ev_sel, umask, thresh, edge, invert, en;
    uint64_t ext, tid_en;
    uint64_t more; /* further bits by which the kind's selects() chooses */
    /* instead of edge and invert, for events whose umasks are numbers */
    uint64_t occ_edge, occ_invert;
};

/* sysfs: events/NAME, NAME.scale and NAME.unit. */
struct oracle_alias {
    const char *name; /* NULL ends a table */
    uint64_t config;
    double scale;
    const char *unit;
};

/* An event that counts lines of the guest's traffic. */
struct oracle_cacheline {
    uint16_t code; /* 0 ends a table */
    uint8_t umask; /* the sub-event's; 0: any */
    bool written;
};

/* An event's name in an older list, which perf still has. */
struct oracle_former {
    const char *name; /* NULL ends a table */
    const char *now;
};

/* A name in perf's list, and its filter: attr.config1. */
struct oracle_filtered {
    const char *name; /* NULL ends a table */
    uint64_t filter;
};

struct oracle_format;
struct oracle_ask;
struct oracle_part;
struct oracle_marks;

/* A free-running counter: perf's config, and the control of one or two channel
 * counters that count the same, or 0. A clock is one channel's; other counts
 * are the sum of all channels. */
struct oracle_free {
    uint64_t config, control, also;
};

/* A kind of monitor. */
struct oracle_kind {
    const char *pmu;      /* Linux: "uncore_imc" */
    const char *list;     /* prefix of perf's names for its events: "unc_m_"; NULL: none */
    const char *older[2]; /* other prefixes in the list for the same names, or NULL */
    const struct oracle_register *registers;
    unsigned n_registers;
    bool numbered;        /* model-specific registers */
    bool two_documents;   /* guide and datasheet differ on its box control */
    unsigned general;     /* number of general counters */
    bool fixed;           /* plus a fixed counter */
    unsigned fixed_every; /* cycles per count of the fixed counter; 0: 1 */
    unsigned bits;        /* of a general counter */
    bool frz_alone;       /* it freezes without frz_en */
    /* its counters are free-running and count for @part's monitors, or NULL */
    const struct oracle_free *free;
    const struct oracle_kind *part; /* @joined of them, in order */
    unsigned joined;
    bool listed;       /* its controls are ORACLE_UNIT_*, without an enable bit */
    bool fixed_hidden; /* the driver does not support its fixed counter */
    /* bits of box control: writable; bits that reset, and do not read back */
    uint64_t box_held, box_resets;
    struct oracle_fields fields;
    /* bits of its filter register; a second one's from bit 32 on. A third and
     * fourth, if any, have the same bits, and mask the first two */
    uint64_t filter;
    /* For a kind whose filter selects traffic. The first returns whether @ask
     * passes @part. The second returns the field of a traffic line's word
     * @name, or NULL. */
    bool (*selects)(const struct oracle_ask *ask, const struct oracle_part *part);
    unsigned *(*mark)(struct oracle_marks *marks, const char *name);
    const struct oracle_event *events;
    unsigned n_events;
    const char *file; /* that has the list, for messages */
    unsigned line;    /* after the list in that file; 0: the list is in another */
    const struct oracle_cacheline *cachelines; /* of memory channels, or NULL */
    const struct oracle_format *formats;       /* sysfs: format/ */
    unsigned n_formats;
    const struct oracle_alias *aliases;
    const struct oracle_alias
        *names; /* whole names in perf's list, lower case, other than @events; or NULL */
    const struct oracle_filtered *filtered; /* the part of @names that sets the filter; or NULL */
    const struct oracle_former *formers;    /* or NULL */
    /* suffixes of names in the list, and bits of the control; or NULL */
    const struct oracle_filtered *tails;
    bool indexed; /* its PMUs have numbers even if there is only one */
};

/* The index in a kind's events of the one with @code, or with the name @name in
 * any case; or -1. */
int oracle_event_coded(const struct oracle_kind *kind, unsigned code);
int oracle_event_named(const struct oracle_kind *kind, const char *name);

/* The umask of @event's sub-event or union with the name @name in any case, or
 * -1. */
int oracle_umask_named(const struct oracle_event *event, const char *name);

/* The units of @event that @umask selects, a bit each. */
uint32_t oracle_units(const struct oracle_event *event, uint8_t umask);

/* The index in a kind's registers of the one with @role and @nr, or with the
 * name @name in any case; or -1. */
int oracle_register_is(const struct oracle_kind *kind, enum oracle_role role, unsigned nr);
int oracle_register_named(const struct oracle_kind *kind, const char *name);

/* The register that contains @offset, and the byte's number in it in *@byte; or
 * -1. */
int oracle_register_at(const struct oracle_kind *kind, uint32_t offset, unsigned *byte);

/* The bits of a general counter's control, without the enable bit. */
uint64_t oracle_selects(const struct oracle_kind *kind);

/* Whether @event is a clock, which no traffic drives. */
static inline bool oracle_is_clock(const struct oracle_event *event)
{
    return event->rule == ORACLE_CLOCK || event->rule == ORACLE_HALVES;
}

/* The number of @kind's counters; the fixed one has the highest number. */
static inline unsigned oracle_n_counters(const struct oracle_kind *kind)
{
    return kind->general + kind->fixed;
}

/* Guide, page 61; datasheet, section 4.6.2.5: PMON_BOX_CTL. Guide and datasheet
 * differ on bits 17, 1 and 0, which the guide reserves, and on whether bits 16
 * and 8 read back. */
#define ORACLE_BOX_RST_CTRL (UINT64_C(1) << 0)
#define ORACLE_BOX_RST_CTRS (UINT64_C(1) << 1)
#define ORACLE_BOX_FRZ      (UINT64_C(1) << 8)
#define ORACLE_BOX_FRZ_EN   (UINT64_C(1) << 16)
#define ORACLE_BOX_OV_EN    (UINT64_C(1) << 17)

/* Linux, GENERIC_PMON_BOX_CTL_*: the same for monitors in tables of units. */
#define ORACLE_UNIT_FRZ      (UINT64_C(1) << 0)
#define ORACLE_UNIT_RST_CTRL (UINT64_C(1) << 8)
#define ORACLE_UNIT_RST_CTRS (UINT64_C(1) << 9)

/* Guide, page 62: PMON_FIXED_CTL. */
#define ORACLE_FIXED_RST (UINT64_C(1) << 19)
#define ORACLE_FIXED_EN  (UINT64_C(1) << 22)

/* Guide, page 62: fixed counters have 48 bits and wrap. */
enum { ORACLE_FIXED_BITS = 48 };

/* Counter number @i's bits. */
static inline uint64_t oracle_count_mask(const struct oracle_kind *kind, unsigned i)
{
    return (UINT64_C(1) << (i < kind->general ? kind->bits : (unsigned)ORACLE_FIXED_BITS)) - 1;
}

/* Datasheet, section 4.6.2.6: UNIT_STATUS, bit 0 for the fixed counter, bit 1 +
 * n for general counter n. */
#define ORACLE_STATUS UINT64_C(0x1f)

/* A monitor's clock. The guide: the power control unit's is 800 MHz. No
 * document gives the uncore's, which differs by part; 1 GHz is assumed. */
enum oracle_clock { ORACLE_DCLK, ORACLE_UCLK, ORACLE_QFCLK, ORACLE_PCLK };
enum { ORACLE_UCLK_HZ = 1000000000, ORACLE_PCLK_HZ = 800000000 };

/* Where a monitor is. */
struct oracle_place {
    const char *name; /* "imc0" */
    const struct oracle_kind *kind;
    unsigned index; /* in the PMU's name */
    enum oracle_clock clock;
    /* on one of the socket's uncore buses; a model-specific one has none */
    unsigned device, function;
    uint32_t id;  /* device ID << 16 | vendor ID, as offset 0 of the function reads */
    unsigned bus; /* of the socket's buses */
};

/* A monitor that is no PCI function, and four of a kind. */
#define ORACLE_AT(name, kind, n, clock)                                                            \
    {                                                                                              \
        name #n, kind, n, clock, 0, 0, 0, 0                                                        \
    }
#define ORACLE_FOUR_AT(name, kind, clock, a, b, c, d)                                              \
    ORACLE_AT(name, kind, a, clock), ORACLE_AT(name, kind, b, clock),                              \
        ORACLE_AT(name, kind, c, clock), ORACLE_AT(name, kind, d, clock)

/* Linux, enum uncore_access_type. */
enum oracle_unit_access { ORACLE_MSR, ORACLE_MMIO, ORACLE_PCI };

/* A monitor in a socket's tables: its type and number, and its control's
 * place. */
struct oracle_unit {
    unsigned type, id;
    enum oracle_unit_access access;
    /* in the socket's window; in configuration space without the bus; or a
     * number */
    uint64_t at;
    unsigned ctl, ctr; /* of the first control and the first counter, relative to it */
    unsigned counters;
};

/* A product. */
struct oracle_variant {
    const char *name;
    enum oracle_x86_part core;
    const struct oracle_place *boxes; /* in a socket */
    unsigned n_boxes;
    const struct oracle_unit *units; /* in its tables; NULL: it has none */
    unsigned n_units;
    uint32_t link_hz; /* of its links' clock, an eighth of their transfers by ARK; 0: no links */
};

/* Calls @X with each product's name in C. Its tables are in
 * oracle/snbep/variants. */
#define ORACLE_VARIANTS(X)                                                                         \
    X(snbep) X(ivt) X(hsx) X(bdx) X(bdx_de) X(skx) X(clx) X(icx) X(spr) X(generic) X(emr)
#define ORACLE_VARIANT(name) extern const struct oracle_variant oracle_##name;
ORACLE_VARIANTS(ORACLE_VARIANT)

extern const struct oracle_variant *const oracle_variants[];
extern const unsigned oracle_n_variants;

/* The variant called @name, or NULL. */
const struct oracle_variant *oracle_variant_named(const char *name);

/* The index of the box with the name @name ("imc0", "s1.imc0"), and its socket
 * in *@socket; or -1. */
int oracle_box_named(const struct oracle_variant *variant, const char *name, unsigned *socket);

/* Reads @size bytes at @offset of a socket's bus, if a box's function has its
 * IDs there: sets *@value and returns the box's index. Bits 23:20 of @offset
 * are the bus, 15:11 the device, 10:8 the function, 7:0 the register. Returns
 * -1 if there is no ID of a box. */
int oracle_function_at(
    const struct oracle_variant *variant, uint32_t offset, unsigned size, uint64_t *value);

/* The kinds, in a file each. */
extern const struct oracle_kind oracle_imc;
extern const struct oracle_kind oracle_ha, oracle_qpi, oracle_r2pcie, oracle_r3qpi;
extern const struct oracle_kind oracle_cbo, oracle_pcu, oracle_ubox;
extern const struct oracle_kind oracle_ivt_ha, oracle_ivt_qpi, oracle_ivt_r2pcie, oracle_ivt_r3qpi,
    oracle_ivt_cbo, oracle_ivt_pcu, oracle_ivt_ubox;
extern const struct oracle_kind oracle_hsx_ha, oracle_hsx_qpi, oracle_hsx_r2pcie, oracle_hsx_r3qpi,
    oracle_bdx_r3qpi;
extern const struct oracle_kind oracle_bdx_de_ha, oracle_bdx_de_cbo;
extern const struct oracle_kind oracle_hsx_cbo, oracle_hsx_sbo, oracle_hsx_pcu, oracle_hsx_ubox,
    oracle_bdx_ubox;
extern const struct oracle_kind oracle_skx_cha, oracle_clx_cha, oracle_skx_pcu, oracle_skx_ubox;
extern const struct oracle_kind oracle_skx_upi, oracle_skx_m2m, oracle_clx_m2m, oracle_skx_m3upi;
extern const struct oracle_kind oracle_skx_iio, oracle_skx_irp, oracle_skx_iio_free,
    oracle_skx_iio_clock;
/* Sapphire Rapids' kinds, including those named by number in Linux. */
extern const struct oracle_kind oracle_spr_imc, oracle_spr_imc_free, oracle_spr_pcu, oracle_spr_m2m;
extern const struct oracle_kind oracle_spr_upi, oracle_spr_irp, oracle_spr_mdf;
extern const struct oracle_kind oracle_type_imc, oracle_type_m2m, oracle_type_pcu;

#endif
