/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The effects that a scenario promises to cause at a register: wraps,
 * overflows, races, active faults. */
#ifndef PMULAB_HARNESS_SCENARIO_EXPECT_EFFECT_H
#define PMULAB_HARNESS_SCENARIO_EXPECT_EFFECT_H

#include "harness/scenario/expect_register.h"
#include "harness/scenario/relation.h"

#include <glib.h>

enum effect {
    EFFECT_WRAPS, /* the counter wrapped between two reads of the driver, while it measured */
    /* the hardware recorded an overflow of the counter while an event was on
     * it */
    EFFECT_OVERFLOWS,
    EFFECT_TORN,    /* the driver read one half of the counter before a carry and one after it */
    EFFECT_RACED,   /* two CPUs read the counter at the same time */
    EFFECT_TURNS,   /* one measured event followed another on the counter */
    EFFECT_DROPPED, /* a fault dropped a write to the register */
    EFFECT_MASKED,  /* a fault changed the value that a read returned */
};

/* The text after `wraps`, `overflows` or `met`. */
struct expect_effect {
    enum effect effect;
    struct expect_register at; /* a whole register */
    enum relation_sign sign;
    guint64 n;
};

/*
 * Parses "BLOCK.REGISTER N" or "BLOCK.REGISTER SIGN N" after `wraps` or
 * `overflows`. On error returns NULL and sets @wrong to a new string: the error
 * and the expected form. Does not look up the register yet. Free with
 * expect_effect_free().
 */
struct expect_effect *expect_effect_count(enum effect effect, const char *text, char **wrong);

/* Parses "EFFECT BLOCK.REGISTER", which means at least once, or "EFFECT
 * BLOCK.REGISTER SIGN N"; the same. */
struct expect_effect *expect_effect_met(const char *text, char **wrong);

/* Looks up the register. FALSE with @wrong as above. */
gboolean expect_effect_resolve(
    struct expect_effect *expect, const struct machine *machine, char **wrong);

/* The effect as a verdict names it after a number: "wraps", "torn reads". */
const char *expect_effect_name(enum effect effect);

/* NULL is allowed. */
void expect_effect_free(struct expect_effect *expect);

#endif
