/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * HiSilicon's uncore PMUs: the kinds and their differences. All have eight or
 * sixteen counters, and an event for each. One bit starts and stops all of
 * them, and a bit for each selects it. Overflows interrupt, with mask, status
 * and clear. A kind is a row of uncore_types[].
 */
#ifndef PMULAB_MODELS_KUNPENG_UNCORE_TYPES_H
#define PMULAB_MODELS_KUNPENG_UNCORE_TYPES_H

#include "models/kunpeng/kunpeng_blocks.h"
#include "models/kunpeng/kunpeng_config.h"
#include "models/kunpeng/uncore.rdl.h"
#include "models/kunpeng/uncore_events.h"

#define UNCORE_HZ 1000000000u /* clock of all uncore PMUs: this model's choice */

enum {
    UNCORE_MAX_COUNTERS = 16,
    UNCORE_PER_DIE = 22,                               /* places for PMUs, for any chip */
    UNCORE_PLACES = UNCORE_PER_DIE * KUNPENG_MAX_DIES, /* in a machine */
    UNCORE_MAX_REGS = HHA_N_REGS,                      /* of a bank */
    UNCORE_WINDOW = 0x2000, /* bytes of a PMU's address window that have registers */
    UNCORE_EVENT_BITS = 8,  /* of an event's word: the event; above it, attributes */
};

/* A field of a register of the kind's bank. */
struct uncore_field {
    unsigned reg, field;
};

/*
 * The properties that distinguish traffic of one event: its source, its type
 * and others. A plan's line names them after the event, "l3c_ref.core=1,req=4";
 * an omitted one is 0. Place in an event's word: @bits from @first on.
 */
struct uncore_attribute {
    const char *name;
    unsigned first, bits;
};

enum uncore_compares {
    UNCORE_EQUAL,  /* the attribute equals @a */
    UNCORE_ONE_OF, /* @a has the bit of the attribute's number */
    UNCORE_MASKED, /* the attribute equals @a except in the bits that @b has */
    UNCORE_WITHIN, /* it is at least @a and at most @b */
    UNCORE_SET,    /* it is not 0 */
    UNCORE_SOURCE, /* it equals @a of the counter, unless that is 0: no filter */
    /* it is 1 if @a is odd, 2 if @a is 2; @a 0: no filter. Events 0x47 to 0x59
     * alone */
    UNCORE_CHANNEL,
};

#define UNCORE_FILTER_ENABLES 3

/* A filter of all counters, in registers that they share. */
struct uncore_filter {
    unsigned attribute;
    enum uncore_compares compares;
    struct uncore_field a, b;
    unsigned n_enables; /* the filter is active if all of these are set */
    struct uncore_field enables[UNCORE_FILTER_ENABLES];
};

struct uncore_type {
    enum kunpeng_uncore chip; /* the chip that has it */
    enum kunpeng_block_kind kind;
    const char *name;          /* "ddrc" */
    const char *hid;           /* ID of its ACPI device */
    const char *driver;        /* of Linux: the platform driver's name; NULL: needs ACPI's id */
    const char *properties[2]; /* properties whose values identify it: "hisilicon,ch-id" */
    bool io_die;               /* part of the I/O die, so it has no CPUs */
    unsigned first, count;     /* places on a die; @count is 8 for one in each cluster */
    uint32_t version;
    unsigned counters, bits;
    const struct reg_bank *bank;
    unsigned counter0, mask, status, clear, version_reg;
    struct uncore_field run, select;
    const struct uncore_field *clocked; /* NULL, or an enable bit for all counting */
    /* the first register of events, and events in each; 0: counter i counts
     * event i */
    unsigned type0, types;
    /* erratum 162700402: without the clock of @run counters cannot be set */
    bool set_while_running;
    const struct uncore_events *events;
    unsigned n_attributes, n_filters;
    const struct uncore_attribute *attributes;
    const struct uncore_filter *filters;
};

extern const struct uncore_type uncore_types[];
extern const unsigned uncore_n_types;

/* A PMU of a machine: a kind's PMU number @index on die @die. */
struct uncore_place {
    const struct uncore_type *type;
    unsigned die, index;
};

/* Sets @place to the PMU at place number @number (below UNCORE_PLACES). Returns
 * false if there is none. */
bool uncore_place(const struct kunpeng_config *config, unsigned number, struct uncore_place *place);

/* Its number and block, and the numbers in its properties; @ids[1] is 0 if
 * there is only one. */
unsigned uncore_number(const struct uncore_place *place);
unsigned uncore_block(const struct uncore_place *place);
void uncore_ids(const struct uncore_place *place, unsigned ids[2]);

/* The properties from firmware for the drivers: the number of the die (its own,
 * or the I/O die's besides it), and its own numbers. Returns their number. */
enum { UNCORE_PROPERTIES = 3 };
struct uncore_property {
    const char *name;
    uint32_t value;
};
unsigned uncore_properties(const struct kunpeng_config *config, const struct uncore_place *place,
    struct uncore_property properties[UNCORE_PROPERTIES]);

/* The PMU with block number @block of any machine, for any chip version.
 * Returns false if there is none. */
bool uncore_of_block(unsigned block, struct uncore_place *place);

/* Writes a block's name: "ddrc0", "d1.uc0_1". @size is at least
 * MACHINE_BLOCK_NAME. */
void uncore_block_name(const struct uncore_place *place, char *name, size_t size);

#endif
