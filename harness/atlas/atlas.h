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

#include <glib.h>

/* Appends the whole page. */
void atlas_append(GString *page);

/* Appends the register and its fields; @names are the lists so far, strings of JSON, and grow. */
void atlas_append_register(GString *page, const struct machine *machine, const struct reg_bank *bank,
    const struct reg *reg, GPtrArray *names);

/* Appends the fields of @reg beside those that variants of @bank have; nothing if it has none. */
void atlas_append_variants(
    GString *page, const struct machine *machine, const struct reg_bank *bank, const struct reg *reg);

/* Appends the list of events of @machine that is called @name; nothing if there is none. */
void atlas_append_events(GString *page, const struct machine *machine, const char *name);

/* The names that values of @reg's fields have, as script#names has them; NULL: none. A new string. */
char *atlas_value_names(const struct machine_model *model, const struct reg *reg);

#endif
