/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * One block of the uncore: its counters, and the traffic that they count. A row
 * of amd_uncore_kinds defines the differences between kinds of blocks. A block
 * is a value: memcpy takes a snapshot. It updates itself before every access,
 * so counts do not depend on how often it is read.
 */
#ifndef PMULAB_MODELS_AMD_UNCORE_H
#define PMULAB_MODELS_AMD_UNCORE_H

#include "models/amd/l3_parts.h"
#include "models/amd/uncore_events.h"
#include "models/amd/uncore_regs.h"
#include "models/sim/flow.h"
#include "models/sim/uncounted.h"

enum amd_uncore_kind {
    AMD_UNCORE_UMC,
    AMD_UNCORE_L3, /* from Zen4 on */
    AMD_UNCORE_L3_ZEN1,
    AMD_UNCORE_L3_ZEN3,
    AMD_UNCORE_DF, /* from Zen4 on */
    AMD_UNCORE_DF_ZEN1,
    AMD_UNCORE_N_KINDS
};

/* Fields of a control register that form one number, lowest bits first. */
struct amd_uncore_parts {
    uint8_t n, fields[3];
};

struct amd_uncore_kind_traits {
    const char *name;            /* prefix of its blocks' names: "umc" */
    const struct reg_bank *bank; /* pairs of a control and a counter */
    /* number of the first block's first register; the other blocks' follow */
    uint32_t msr;
    uint8_t rdpmc; /* RDPMC number of the first counter; 0: RDPMC cannot read them */
    /* RDPMC number of the fifth counter; 0: the numbers are consecutive */
    uint8_t rdpmc_more;
    unsigned counters;
    uint8_t enable;                /* field of a control */
    struct amd_uncore_parts event; /* the same: parts of the event's code */
    struct amd_uncore_parts mask;
    uint8_t count;       /* field of a counter */
    int8_t overflow;     /* overflow bit of a counter, which then stays full; -1: it wraps */
    uint16_t whole_mask; /* the mask that a mask of 0 means */
    bool exact;          /* a mask selects only the stream with this mask, not all within it */
    const struct amd_uncore_event *events;
    const unsigned *n_events;
    amd_uncore_part_fn *part; /* a counter counts only some parts' traffic; NULL: all traffic */
    unsigned slices;          /* with part() */
};

extern const struct amd_uncore_kind_traits amd_uncore_kinds[AMD_UNCORE_N_KINDS];

/* Counters of a memory controller whose clock is off while none of its controls
 * has En. Two public reports contradict one another: docs/silicon.md. */
enum amd_uncore_gate {
    AMD_UNCORE_NO_GATE,
    AMD_UNCORE_DROPS,  /* software's writes of counters are dropped */
    AMD_UNCORE_CLEARS, /* and counters are 0 when the first En is set */
    AMD_UNCORE_N_GATES,
};

#define AMD_UNCORE_MAX_STREAMS 32 /* streams with traffic in one block */

struct amd_uncore_box {
    enum amd_uncore_kind kind;
    uint32_t hz;    /* clock of its events */
    unsigned cpus;  /* CPUs that share it */
    uint64_t cycle; /* accounted for until here */
    bool counting;  /* at least one counter is enabled */
    enum amd_uncore_gate gate;
    uint64_t values[AMD_UNCORE_N_REGS];
    unsigned n_streams;
    struct {
        unsigned event; /* index into the kind's events */
        struct flow flow;
    } streams[AMD_UNCORE_MAX_STREAMS];
};

/* Sets the state after a hardware reset, with no traffic. @hz and @cpus: at
 * least 1. */
void amd_uncore_reset(
    struct amd_uncore_box *box, enum amd_uncore_kind kind, uint32_t hz, unsigned cpus);

/* Sets @event to the event that @value in register number @reg of a block of
 * @kind enables, if no table has it. Returns the number of events: 0 or 1. */
unsigned amd_uncore_uncounted(
    enum amd_uncore_kind kind, unsigned reg, uint64_t value, struct machine_uncounted *event);

/* Returns the offset of the counter that RDPMC reads as number @number in a
 * block of @kind, or -1. */
int amd_uncore_rdpmc(enum amd_uncore_kind kind, uint32_t number);

/* Accounts for all cycles up to virtual time @now (ns). Has no effect if @now
 * is before the last call's. */
void amd_uncore_advance(struct amd_uncore_box *box, uint64_t now);

/* A line of the guest's own traffic moves now, in @direction: the counters
 * count it at once. */
void amd_uncore_cacheline(struct amd_uncore_box *box, enum cachelines_direction direction);

/* Reads and, below, writes the register at @offset of the bank, which must
 * exist, at virtual time @now. */
uint64_t amd_uncore_read(struct amd_uncore_box *box, uint64_t now, uint32_t offset);
void amd_uncore_write(struct amd_uncore_box *box, uint64_t now, uint32_t offset, uint64_t value);

/* Sets the held value of register @reg (an index) to @value at virtual time
 * @now, or adds it (@add). */
void amd_uncore_preset(
    struct amd_uncore_box *box, uint64_t now, unsigned reg, uint64_t value, bool add);

/* Returns NULL, or a static phrase: the reason why stream @event (an index of
 * the kind's events) cannot have @amount. */
const char *amd_uncore_traffic_check(
    const struct amd_uncore_box *box, unsigned event, const struct traffic_amount *amount);

/* Sets stream @event's amount to @amount from virtual time @now on.
 * amd_uncore_traffic_check() must accept it. A block supports
 * AMD_UNCORE_MAX_STREAMS different streams. */
void amd_uncore_traffic_set(
    struct amd_uncore_box *box, uint64_t now, unsigned event, const struct traffic_amount *amount);

/* Returns the index of the stream with the name @name ("CAS_CMD.RD"; case is
 * ignored) of @kind, or -1. */
int amd_uncore_event_named(enum amd_uncore_kind kind, const char *name);

/* Events by name: the number of @kind's names, and the first stream of name
 * number @i, from 0. *@streams: the number of consecutive streams with this
 * name. */
unsigned amd_uncore_n_names(enum amd_uncore_kind kind);
const struct amd_uncore_event *amd_uncore_name(
    enum amd_uncore_kind kind, unsigned i, unsigned *streams);

/* The name of field @field's value in a control register that holds @value: its
 * event, its mask, or NULL. Below: the field's value for @name, or -1. Fields
 * with only part of a number have no names. */
const char *amd_uncore_field_name(enum amd_uncore_kind kind, unsigned field, uint64_t value);
int64_t amd_uncore_field_named(
    enum amd_uncore_kind kind, unsigned field, uint64_t value, const char *name);

/* The event and the mask that control value @ctl selects. */
uint16_t amd_uncore_code(enum amd_uncore_kind kind, uint64_t ctl);
uint16_t amd_uncore_mask(enum amd_uncore_kind kind, uint64_t ctl);

#endif
