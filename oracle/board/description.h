/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * A user's file of PMUs, read a second time by docs/hardware-from-a-file.md. A
 * file that the product accepts is not checked again, only understood; a file
 * beyond these limits has no oracle.
 */
#ifndef PMULAB_ORACLE_BOARD_DESCRIPTION_H
#define PMULAB_ORACLE_BOARD_DESCRIPTION_H

#include <stdbool.h>
#include <stdint.h>

enum {
    ORACLE_PMUS = 8,
    ORACLE_PMU_COUNTERS = 64,
    ORACLE_PMU_REGISTERS = 256,
    ORACLE_PMU_PARTS = 512,
    ORACLE_PMU_EVENTS = 512,
    ORACLE_PMU_NAME = 48,
    ORACLE_PMU_ALL = 1000, /* for all counters together */
};

struct oracle_pmu_register {
    char name[ORACLE_PMU_NAME];
    uint32_t offset, bytes;
    uint64_t reset;
    /* bits that read as held; that a write stores, clears by 1, or acts on */
    uint64_t reads, stores, clears, acts;
    uint64_t event; /* of a counter that cannot select one */
};

/* A role of a field. */
struct oracle_pmu_part {
    char role[12];
    bool set, clear, low, interrupts, freezes, saturates, top, down, onehot;
    bool own;                   /* words after it, from `set` on */
    bool upper;                 /* the word high: further bits of a counter's value */
    unsigned first;             /* of these, the lowest one's number in the value */
    unsigned reg, high, lowest; /* bits */
    unsigned counter;           /* or ORACLE_PMU_ALL */
};

struct oracle_pmu_event {
    char name[ORACLE_PMU_NAME];
    uint64_t code;
    bool clock;
};

struct oracle_pmu_manual {
    char name[ORACLE_PMU_NAME], perf[ORACLE_PMU_NAME];
    uint32_t hz;
    unsigned n_counters, n_registers, n_parts, n_events;
    struct oracle_pmu_register registers[ORACLE_PMU_REGISTERS];
    struct oracle_pmu_part parts[ORACLE_PMU_PARTS];
    struct oracle_pmu_event events[ORACLE_PMU_EVENTS];
};

struct oracle_board_manual {
    unsigned n;
    struct oracle_pmu_manual pmus[ORACLE_PMUS]; /* in the order of the file */
};

/* Reads @path into @m, which begins as zero bytes. Returns NULL, or the
 * expected text as a static phrase. */
const char *oracle_board_manual(struct oracle_board_manual *m, const char *path);

/* Whether @part has @role; and its field in @value, a register's. */
bool oracle_part_is(const struct oracle_pmu_part *part, const char *role);
uint64_t oracle_part_field(const struct oracle_pmu_part *part, uint64_t value);

/* A 1 for each bit of @part's field, from bit 0 on. */
uint64_t oracle_part_ones(const struct oracle_pmu_part *part);

/* The bit of @part's field for @counter in its register, or -1. */
int oracle_part_bit(const struct oracle_pmu_part *part, unsigned counter);

/* The field with @role, "event" or "count", of @counter, with the lowest bits
 * of its value; or NULL. */
const struct oracle_pmu_part *oracle_pmu_part(
    const struct oracle_pmu_manual *m, const char *role, unsigned counter);

/* The numbers of the register called @name, and of the event, or -1. */
int oracle_pmu_register_named(const struct oracle_pmu_manual *m, const char *name);
int oracle_pmu_event_named(const struct oracle_pmu_manual *m, const char *name);

/* The width of @counter in bits. */
unsigned oracle_pmu_width(const struct oracle_pmu_manual *m, unsigned counter);

/* Whether the list has @code, and whether it counts every cycle. */
bool oracle_pmu_lists(const struct oracle_pmu_manual *m, uint64_t code);
bool oracle_pmu_is_clock(const struct oracle_pmu_manual *m, uint64_t code);

#endif
