/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The part of the register reference that lists what can be counted: by the blocks of one kind ("snbep.imc"),
 * by a unit that has no registers of its own ("power9.mcs01"), or by all that a machine with such units has
 * ("power9").
 */
#ifndef PMULAB_HARNESS_CLI_DESCRIBE_EVENTS_H
#define PMULAB_HARNESS_CLI_DESCRIBE_EVENTS_H

#include "harness/base/output.h"
#include "harness/hardware/machine.h"

/* Whose events. */
struct events_place {
    const struct machine *machine;
    gboolean all;  /* of all that has some; else: */
    unsigned list; /* as machine_model.events() counts them */
    gboolean unit; /* the list is of a unit, and of no bank */
};

/*
 * Finds whose events @path means: MACHINE, MACHINE.BLOCK or MACHINE.UNIT; where only one machine has such a
 * one, MACHINE may be left out. FALSE with HARNESS_ERROR_USAGE.
 */
gboolean describe_events_find(const char *path, struct events_place *place, GError **error);

/* Whether blocks whose bank is called @bank have events. */
gboolean describe_has_events(const struct machine_model *model, const char *bank);

/* What has events in @model: "mcs01, mcs23, core". "" where that is blocks alone. A new string. */
char *describe_units(const struct machine_model *model);

/* For the title: "snbep.imc.events", a new string; and a line on what is listed. */
char *describe_events_name(const struct events_place *place);
const char *describe_events_prose(const struct events_place *place);

/* Appends the table. */
void describe_events(struct output *out, const struct events_place *place);

#endif
