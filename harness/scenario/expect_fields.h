/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * A scenario's expectations of a register's fields, as bits: "imc0.PMON_CTL0
 * en=1 umask=RD". A verdict names each wrong field with its bits, its value and
 * its meaning.
 */
#ifndef PMULAB_HARNESS_SCENARIO_EXPECT_FIELDS_H
#define PMULAB_HARNESS_SCENARIO_EXPECT_FIELDS_H

#include "harness/scenario/expect_register.h"

#include <glib.h>

/* A register, and the expected values of some of its fields. */
struct expect_bits {
    struct expect_register at;
    char **words;        /* "FIELD=VALUE", as written; names of values belong to the machine */
    guint64 mask, value; /* of the fields, once they are resolved */
};

/* The text after `fields` or `wrote`. */
struct expect_fields {
    gboolean wrote;            /* some write of the step has these; else the register at its end */
    struct expect_bits fields; /* one register's */
    gboolean has_meanwhile;    /* @meanwhile must be true at the time of that write */
    struct expect_bits meanwhile;
};

/*
 * Parses "BLOCK.REGISTER FIELD=VALUE..."; with @wrote, optionally followed by
 * "while BLOCK.REGISTER FIELD=VALUE...". On error returns NULL and sets @wrong
 * to a new string: the error and the expected form. Does not look up names yet.
 * Free with expect_fields_free().
 */
struct expect_fields *expect_fields_parse(const char *text, gboolean wrote, char **wrong);

void expect_fields_free(struct expect_fields *expect);

/* Looks up registers, fields and names of values. FALSE with @wrong as
 * above. */
gboolean expect_fields_resolve(
    struct expect_fields *expect, const struct machine *machine, char **wrong);

/* Whether the fields have their values in @part. Adds new strings to @notes:
 * the value or the nearest write, and each of its wrong fields. If there is no
 * write, adds the other writes instead. */
gboolean expect_fields_judge(
    const struct expect_fields *expect, const struct trace_part *part, GPtrArray *notes);

#endif
