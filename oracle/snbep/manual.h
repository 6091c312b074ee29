/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The performance monitor of an E5-2600 memory channel, typed from the manuals for the oracle alone: Intel
 * 327043-001 ("the guide", uncore performance monitoring), its event list for the product (JKT), and where
 * the guide is silent the LGA-2011 datasheet, volume 2 ("the datasheet"). Everything stands in the order of
 * the guide.
 */
#ifndef PMULAB_ORACLE_SNBEP_MANUAL_H
#define PMULAB_ORACLE_SNBEP_MANUAL_H

#include <stdbool.h>
#include <stdint.h>

/* Guide, page 60, table 2-59: the registers in a channel's configuration space. */
enum oracle_reg {
    ORACLE_CTR0, /* and CTR1 to CTR3 */
    ORACLE_FIXED_CTR = 4,
    ORACLE_CTL0, /* and CTL1 to CTL3 */
    ORACLE_FIXED_CTL = 9,
    ORACLE_BOX_CTL,
    ORACLE_UNIT_STATUS, /* the datasheet alone has it */
    ORACLE_N_REGS,
};

enum {
    ORACLE_SOCKETS = 2,
    ORACLE_CHANNELS = 4,
    ORACLE_GENERAL = 4,  /* general counters of a channel */
    ORACLE_COUNTERS = 5, /* and the fixed one, which is the last */
};

struct oracle_register {
    const char *name;
    uint32_t offset; /* bytes */
    unsigned bytes;
};

extern const struct oracle_register oracle_registers[ORACLE_N_REGS];

/* Guide, page 60, table 2-59: where channel n's registers are. */
struct oracle_function {
    unsigned device, function;
    uint32_t id; /* device ID << 16 | vendor ID, as offset 0 of the function reads */
};

extern const struct oracle_function oracle_functions[ORACLE_CHANNELS];

/* What @size bytes at @offset of a channel's bus read as, where a channel's function has its IDs: *@value,
 * and the channel is returned. Device, function and register are bits 15:11, 10:8 and 7:0 of @offset. -1:
 * nothing there says which channel it is. */
int oracle_function_at(uint32_t offset, unsigned size, uint64_t *value);

/* Guide, page 61, table 2-61: PMON_CTL. The other bits are reserved. */
#define ORACLE_CTL_EV_SEL   UINT64_C(0x000000ff)
#define ORACLE_CTL_UMASK    UINT64_C(0x0000ff00)
#define ORACLE_CTL_EDGE_DET (UINT64_C(1) << 18)
#define ORACLE_CTL_EN       (UINT64_C(1) << 22)
#define ORACLE_CTL_INVERT   (UINT64_C(1) << 23)
#define ORACLE_CTL_THRESH   UINT64_C(0xff000000)
#define ORACLE_CTL_SELECTS                                                                                   \
    (ORACLE_CTL_EV_SEL | ORACLE_CTL_UMASK | ORACLE_CTL_EDGE_DET | ORACLE_CTL_INVERT | ORACLE_CTL_THRESH)

/* Guide, page 61; datasheet, section 4.6.2.5: PMON_BOX_CTL. Guide and datasheet differ on bits 17, 1 and 0,
 * which the guide reserves, and on whether bits 16 and 8 read back. */
#define ORACLE_BOX_RST_CTRL (UINT64_C(1) << 0)
#define ORACLE_BOX_RST_CTRS (UINT64_C(1) << 1)
#define ORACLE_BOX_FRZ      (UINT64_C(1) << 8)
#define ORACLE_BOX_FRZ_EN   (UINT64_C(1) << 16)
#define ORACLE_BOX_OV_EN    (UINT64_C(1) << 17)

/* Guide, page 62: PMON_FIXED_CTL. */
#define ORACLE_FIXED_RST (UINT64_C(1) << 19)
#define ORACLE_FIXED_EN  (UINT64_C(1) << 22)

/* Guide, page 62: counters have 48 bits and go on from 0. */
#define ORACLE_COUNT ((UINT64_C(1) << 48) - 1)

/* Datasheet, section 4.6.2.6: UNIT_STATUS, bit 0 for the fixed counter, bit 1 + n for general counter n. */
#define ORACLE_STATUS UINT64_C(0x1f)

/* What is peculiar to an event. */
enum oracle_peculiar {
    ORACLE_ADDS,      /* each selected sub-event adds what it does */
    ORACLE_CLOCK,     /* one in every cycle */
    ORACLE_ANY,       /* selected sub-events that come together add 1, not 1 each */
    ORACLE_DEFAULT,   /* sub-event 0 is in all cycles that no other is in */
    ORACLE_NOT_EMPTY, /* 1 in cycles in which the queue of @queue has an entry */
    ORACLE_FULL,      /* 1 in cycles in which that queue has as many entries as it can have */
};

struct oracle_sub {
    const char *name; /* NULL ends a table */
    uint8_t umask;
};

/* Guide, from page 63 on. All events are on counters 0 to 3 and in DCLK cycles of their channel. */
struct oracle_event {
    uint8_t code, max; /* ev_sel; most that a cycle adds, as listed */
    const char *name;
    const struct oracle_sub *subs; /* NULL: umask is ignored */
    enum oracle_peculiar peculiar;
    uint8_t queue;  /* code of the occupancy event */
    unsigned bytes; /* that one event moves, or 0: guide, page 15, where a CAS counts 64 bytes */
};

enum { ORACLE_MAX_EVENTS = 32 };

extern const struct oracle_event oracle_events[];
extern const unsigned oracle_n_events;

/* The place in oracle_events of the event with @code, or called @name in any case; or -1. */
int oracle_event_coded(uint8_t code);
int oracle_event_named(const char *name);

/* The umask of the sub-event or union of @event called @name in any case, or -1. */
int oracle_umask_named(const struct oracle_event *event, const char *name);

#endif
