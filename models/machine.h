/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * What the tools around a machine need to know of it: its options, its registers, names for what stands in
 * them, and what can be counted. Hooks that are called optional may be NULL.
 */
#ifndef PMULAB_MODELS_MACHINE_H
#define PMULAB_MODELS_MACHINE_H

#include "models/reg/bank.h"
#include "models/sim/config.h"

#include <stddef.h>

#define MACHINE_BLOCK_NAME 32 /* bytes that a block's name takes at most */
#define MACHINE_EVENT_NAME 96 /* and an event's, or that of a function or a word */

/* One event, in a form for people. */
struct machine_event {
    char name[MACHINE_EVENT_NAME]; /* as traffic names it: "CAS_COUNT", "PM_MCS01_64B_WR_DISP_PORT01" */
    uint64_t code;                 /* machine_events.code says what this is */
    unsigned number;               /* machine_events.number says what this is */
    const char *prose;             /* "" where the name has to do, as it is before the hook is called */
    unsigned n_subs;               /* sub-events, and names for several of them together; likewise 0 */
};

/* A part of an event that has a name of its own. */
struct machine_sub_event {
    const char *name;
    uint64_t code;
};

/* A list of events: what the blocks of one kind count, or a unit that is no block of registers. */
struct machine_events {
    const char *name;   /* the bank's ("imc"), or the unit's own ("mcs01") */
    const char *prose;  /* one line, for the title */
    const char *code;   /* headings of the members of struct machine_event: "ev_sel", "offset" */
    const char *number; /* "max/cycle", "scale"; NULL: there is none */
    const char *text;   /* of its prose: "counts" */
    const char *sub;    /* what a sub-event's code is: "umask"; NULL: no event has any */
    unsigned code_bits; /* codes are shown with all digits of so many bits */
    unsigned n_events;
};

struct machine_model {
    const char *name; /* "snbep" */
    const char *prose;
    const struct config_option *options; /* of the plugin and of scenarios; ends with a row of zeros */
    const struct reg_bank *const *banks; /* every kind of block that has registers, once; ends with NULL */
    unsigned
        end_block; /* traces number blocks below this; there may be numbers in between that no block has */

    /*
     * The name ("imc0", "s1.imc0") and the bank of the block that traces number @block; the bank is NULL for
     * a block that is memory and has no registers ("cpu0.mem"). @size is MACHINE_BLOCK_NAME at least. Returns
     * false where there is no such block.
     */
    bool (*block)(unsigned block, char *name, size_t size, const struct reg_bank **bank);

    /*
     * Optional, for banks of which a block has several copies, one for each of its functions: the name of the
     * function that @offset lies in ("10.0"), at most 7 characters; *@offset becomes the offset in the bank.
     * Returns false where @bank is not such a one.
     */
    bool (*function)(const struct reg_bank *bank, uint32_t *offset, char *name, size_t size);

    /*
     * Optional: the event whose count lies at @offset of @block, where no register is. @size is
     * MACHINE_EVENT_NAME at least. Returns false where there is none.
     */
    bool (*word_name)(unsigned block, uint32_t offset, char *name, size_t size);

    /*
     * Optional: what the offset of a TRACE_CACHE record tells of how the caches answered, for people. Returns
     * false where it tells nothing.
     */
    bool (*cache_text)(uint32_t how, char *text, size_t size);

    /*
     * Optional: which sample a TRACE_SAMPLE record is of, from its offset and its value, for people ("op
     * number 5"). Returns false where it tells nothing.
     */
    bool (*sample_text)(uint32_t offset, uint64_t value, char *text, size_t size);

    /* Optional: what the offset of a TRACE_COUNTED record counts, for people ("user loads"), or NULL. */
    const char *(*counted_text)(uint32_t what);

    /*
     * Optional: a name for field number @field of a register that holds @value ("CAS_COUNT", "RD"), or NULL.
     * The string is static.
     */
    const char *(*value_name)(const struct reg *reg, unsigned field, uint64_t value);

    /*
     * Needed with it, the other way: what the field must hold to mean @name; @value is the register's value
     * as far as it is known, since the name of a sub-event depends on the event. Returns -1 where @name is
     * none.
     */
    int64_t (*value_named)(const struct reg *reg, unsigned field, uint64_t value, const char *name);

    /* Optional: list of events number @list, counted from 0. Returns false after the last one. */
    bool (*events)(unsigned list, struct machine_events *events);

    /* Its event number @i, which is below n_events, in the order in which people look for them. */
    void (*event)(unsigned list, unsigned i, struct machine_event *event);

    /* That event's sub-event number @sub. Needed where some n_subs is not 0. */
    void (*sub_event)(unsigned list, unsigned i, unsigned sub, struct machine_sub_event *sub_event);
};

#endif
