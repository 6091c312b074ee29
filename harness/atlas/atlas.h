/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The register reference of all machines as HTML, from the same tables that the models obey. It is plain
 * text, tables and links; page/atlas.js makes its diagrams clickable, and takes every fact from the elements'
 * data, so that each stands in the page once:
 *
 *   section.reg   data-width, data-msb0 (if the manual counts so), data-reset; data-names: the number of its
 *                 list in script#names, if fields have names for values. Its id is "snbep.imc.PMON_CTL0".
 *   tr.field      data-low (from the least significant bit on), data-width. Its id is the register's, a dot,
 *                 and the field's name.
 *   script#names  an array of objects: {"FIELD": {"VALUE": "NAME"}}; under "FIELD=VALUE" names that others
 *                 have only then, as sub-events do.
 */
#ifndef PMULAB_HARNESS_ATLAS_ATLAS_H
#define PMULAB_HARNESS_ATLAS_ATLAS_H

#include "harness/hardware/machine.h"
#include "harness/trace/excerpt.h"
#include "harness/trace/touched.h"

#include <glib.h>

/* What runs did; borrowed. */
struct atlas_uses {
    const struct touched *touched;
    const struct excerpts *excerpts;
    const GPtrArray *machines; /* of struct machine: those that had runs */
};

/* What goes into a page, and its lists of names so far, strings of JSON. */
struct atlas {
    const struct atlas_uses *uses; /* NULL: none */
    GPtrArray *names;
};

/* Appends the whole page. @uses: NULL if no runs are to be shown. */
void atlas_append(GString *page, const struct atlas_uses *uses);

/* Appends the register and its fields. */
void atlas_append_register(GString *page, struct atlas *atlas, const struct machine *machine,
    const struct reg_bank *bank, const struct reg *reg);

/* Appends a fact: where software finds the instances of @reg; nothing if @machine does not say. */
void atlas_append_addresses(
    GString *page, const struct machine *machine, const struct reg_bank *bank, const struct reg *reg);

/* Appends the scenarios that touched @reg, and an excerpt of one's trace; nothing without @uses of the
 * machine. */
void atlas_append_uses(
    GString *page, const struct atlas_uses *uses, const struct machine *machine, const struct reg *reg);

/* Appends the fields of @reg beside those that variants of @bank have; nothing if it has none. */
void atlas_append_variants(
    GString *page, const struct machine *machine, const struct reg_bank *bank, const struct reg *reg);

/* Appends the list of events of @machine that is called @name; nothing if there is none. */
void atlas_append_events(GString *page, const struct machine *machine, const char *name);

/* The names that values of @reg's fields have, as script#names has them; NULL: none. A new string. */
char *atlas_value_names(const struct machine_model *model, const struct reg *reg);

#endif
