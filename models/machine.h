/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * A machine's description for tools: its options, its registers, names for
 * their values, and its events. Hooks are required unless marked optional;
 * optional ones may be NULL. All strings are static, except in buffers from the
 * caller.
 */
#ifndef PMULAB_MODELS_MACHINE_H
#define PMULAB_MODELS_MACHINE_H

#include "models/reg/bank.h"
#include "models/sim/config.h"
#include "models/sim/uncounted.h"

#include <stddef.h>
#include <string.h>

#define MACHINE_BLOCK_NAME 32 /* longest name of a block in bytes, with its NUL */
#define MACHINE_EVENT_NAME 96 /* longest name of an event, a function or a word */

/* An event, for display. */
struct machine_event {
    char name[MACHINE_EVENT_NAME]; /* as in traffic: "CAS_COUNT", "PM_MCS01_64B_WR_DISP_PORT01" */
    uint64_t code;                 /* meaning: machine_events.code */
    unsigned number;               /* meaning: machine_events.number */
    const char *prose;             /* "" if there is only the name, and before the hook is called */
    /* number of sub-events and of names for several of them; 0 before the hook
     * is called */
    unsigned n_subs;
};

/* A part of an event with its own name. */
struct machine_sub_event {
    const char *name;
    uint64_t code;
};

/* A list of events: of one kind of block, or of a unit without registers. */
struct machine_events {
    const char *name;   /* the bank's ("imc"), or the unit's own ("mcs01") */
    const char *prose;  /* one line for the title */
    const char *code;   /* headings of the members of struct machine_event: "ev_sel", "offset" */
    const char *number; /* "max/cycle", "scale"; NULL: not used */
    const char *text;   /* heading of the prose: "counts" */
    const char *sub;    /* heading of a sub-event's code: "umask"; NULL: no sub-events */
    unsigned code_bits; /* codes are printed with all digits of this many bits */
    unsigned n_events;
};

struct machine_model {
    const char *name; /* "snbep" */
    const char *prose;
    /* for the plugin and for scenarios; ends with a row of zeros */
    const struct config_option *options;
    /* every kind of block with registers, once; ends with NULL */
    const struct reg_bank *const *banks;
    unsigned end_block; /* block numbers in traces are below this; some of them may be unused */

    /* Optional, if too many are unused: returns the block to try after @block
     * in a search from 0 to end_block. Numbers may be in any order. */
    unsigned (*block_after)(unsigned block);

    /*
     * Sets the name ("imc0", "s1.imc0") and the bank of block number @block (as
     * in the trace). The bank is NULL for memory without registers
     * ("cpu0.mem"). @size is at least MACHINE_BLOCK_NAME. Returns false if
     * there is no such block.
     */
    bool (*block)(unsigned block, char *name, size_t size, const struct reg_bank **bank);

    /* Optional: returns the option `variant`'s name of the variant that has
     * block number @block, and sets *@prose to one line about it. NULL if every
     * variant has the block, or there are no variants. Static. */
    const char *(*variant)(unsigned block, const char **prose);

    /*
     * Optional: sets *@base to the base of block number @block; offsets in its
     * bank are relative to it. The bank's space is one of: bytes of physical
     * memory; ports; PCI's ECAM (bus << 20 | device << 15 | function << 12);
     * register numbers, separate for each CPU. Returns false if there is no
     * such block, or its base depends on the configuration.
     */
    bool (*base)(unsigned block, uint64_t *base);

    /*
     * Optional, for banks that exist once per function of a block: sets the
     * name of the function at @offset ("10.0"), at most 7 characters, and
     * changes *@offset to the offset in the bank. Returns false for other
     * banks.
     */
    bool (*function)(const struct reg_bank *bank, uint32_t *offset, char *name, size_t size);

    /* Optional: names the event whose count is at @offset of @block, where
     * there is no register. @size is at least MACHINE_EVENT_NAME. Returns false
     * if there is none. */
    bool (*word_name)(unsigned block, uint32_t offset, char *name, size_t size);

    /* Optional: whether @reg is a counter, which changes without writes. */
    bool (*counter)(const struct reg *reg);

    /* Optional: sets @events to the events that a write of @value to register
     * number @reg of @block enables or selects, if no table has them. They
     * count nothing. Returns their number. */
    unsigned (*uncounted)(unsigned block, unsigned reg, uint64_t value,
        struct machine_uncounted events[MACHINE_UNCOUNTED]);

    /* Optional: describes the caches' response in the offset of a TRACE_CACHE
     * record. Returns false if it has no meaning. */
    bool (*cache_text)(uint32_t how, char *text, size_t size);

    /* Optional: describes the sample of a TRACE_SAMPLE record from its offset
     * and value ("op number 5"). Returns false if it has no meaning. */
    bool (*sample_text)(uint32_t offset, uint64_t value, char *text, size_t size);

    /* Optional: names the fact in the offset of a TRACE_OP record ("next"), or
     * returns NULL for an unknown one. Static. */
    const char *(*op_text)(uint32_t fact);
    /* Optional: describes the counts in a TRACE_COUNTED record with offset
     * @what ("user loads"), or returns NULL. */
    const char *(*counted_text)(uint32_t what);

    /* Optional: names field number @field of a register that holds @value
     * ("CAS_COUNT", "RD"), or returns NULL. */
    const char *(*value_name)(const struct reg *reg, unsigned field, uint64_t value);

    /* Required with value_name, the reverse: returns the field's value for
     * @name, or -1 if it has no such name. @value is the register's known
     * value, because a sub-event's name depends on the event. */
    int64_t (*value_named)(const struct reg *reg, unsigned field, uint64_t value, const char *name);

    /* Optional: describes list of events number @list, from 0. Returns false
     * after the last one. */
    bool (*events)(unsigned list, struct machine_events *events);

    /* Describes the list's event number @i, below n_events, in display
     * order. */
    void (*event)(unsigned list, unsigned i, struct machine_event *event);

    /* Describes that event's sub-event number @sub. Required if some n_subs is
     * not 0. */
    void (*sub_event)(unsigned list, unsigned i, unsigned sub, struct machine_sub_event *sub_event);
};

/* The block number to try after @block, from 0 to end_block: struct
 * machine_model.block finds out whether there is one. */
static inline unsigned machine_block_after(const struct machine_model *model, unsigned block)
{
    return model->block_after ? model->block_after(block) : block + 1;
}

/* Returns the number of the first block called @name, or end_block. */
static inline unsigned machine_block_named(const struct machine_model *model, const char *name)
{
    char other[MACHINE_BLOCK_NAME];
    const struct reg_bank *bank;
    unsigned block = 0;

    while (block < model->end_block &&
           (!model->block(block, other, sizeof(other), &bank) || strcmp(other, name)))
        block = machine_block_after(model, block);
    return block;
}

#endif
