/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The register reference of all machines as one HTML page, from the models' own
 * tables. The page's data is one JSON object, script#atlas; page/atlas.js draws
 * one block at a time from it. Empty members are omitted.
 *
 *   machines   [{name, prose, groups, blocks, units, options}]
 *   groups     [{name, prose, blocks}]: one for each processor generation
 *              ("hsx"), and one without a name for the blocks of every
 *              generation; blocks are numbers in the machine's list
 *   blocks     [{name, prose, instances, of, numbered, registers, events}]; of:
 *              the name of the block of which this is a variant; numbered:
 *              registers have numbers, not offsets
 *   registers  [{name, prose, offset, width, msb0, reset, source, lacks, at,
 *              names, fields, uses}]; at: [[INSTANCES, ADDRESS]]; names: a
 *              number in the list of names
 *   fields     [[NAME, LOWEST BIT, WIDTH, ACCESS, RESET, PROSE]], the most
 *              significant first as in the tables
 *   events     {prose, code, number, text, sub, list}; list: [[CODE, NAME,
 *              NUMBER, PROSE, [[SUB, CODE]]]]
 *   units      [{name, events}]: event lists without registers
 *   options    [[NAME, VALUES, DEFAULT, PROSE]]
 *   uses       {reads, writes, runs, run, step, text}: accesses by scenarios,
 *              and lines of one's trace; absent without runs; reads is absent
 *              if no run touched the register
 *   names      [{"FIELD": {"VALUE": "NAME"}}]; "FIELD=VALUE" has names that
 *              other fields have only then
 */
#ifndef PMULAB_HARNESS_ATLAS_ATLAS_H
#define PMULAB_HARNESS_ATLAS_ATLAS_H

#include "harness/hardware/machine.h"
#include "harness/trace/excerpt.h"
#include "harness/trace/touched.h"

#include <glib.h>
#include <json-glib/json-glib.h>

/* Accesses in runs; borrowed. */
struct atlas_uses {
    const struct touched *touched;
    const struct excerpts *excerpts;
    const GPtrArray *machines; /* of struct machine: the machines with runs */
};

/* The growing data. */
struct atlas {
    const struct atlas_uses *uses; /* NULL: none */
    JsonBuilder *json;
    GPtrArray *names; /* lists of names so far, strings of JSON */
};

/* Appends the whole page. @uses: NULL to show no runs. */
void atlas_append(GString *page, const struct atlas_uses *uses);

/* Adds the register as an object. */
void atlas_add_register(struct atlas *atlas, const struct machine *machine,
    const struct reg_bank *bank, const struct reg *reg);

/* Adds the member "at": the addresses of the instances of @reg. Adds nothing if
 * @machine does not define them. */
void atlas_add_addresses(JsonBuilder *json, const struct machine *machine,
    const struct reg_bank *bank, const struct reg *reg);

/* Adds the member "uses"; nothing without uses of @machine. */
void atlas_add_uses(struct atlas *atlas, const struct machine *machine, const struct reg *reg);

/* Adds the member "events": the list of @model that is called @name; nothing if
 * there is none. */
void atlas_add_events(JsonBuilder *json, const struct machine_model *model, const char *name);

/* The names of the values of @reg's fields, as a JSON object; NULL: none. A new
 * string. */
char *atlas_value_names(const struct machine_model *model, const struct reg *reg);

/* Adds @name with @text to the current object, unless @text is NULL or
 * empty. */
void atlas_add_text(JsonBuilder *json, const char *name, const char *text);

/* Adds @text to the current array. */
void atlas_add_string(JsonBuilder *json, const char *text);

#endif
