/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The reference of events: the events of one kind of blocks ("snbep.imc"), of a
 * unit without registers ("power9.mcs01"), or of all units of a machine
 * ("power9"). */
#ifndef PMULAB_HARNESS_CLI_DESCRIBE_EVENTS_H
#define PMULAB_HARNESS_CLI_DESCRIBE_EVENTS_H

#include "harness/base/output.h"
#include "harness/hardware/machine.h"

/* The owner of a list of events. */
struct events_place {
    const struct machine *machine;
    gboolean all;  /* all owners; else: */
    unsigned list; /* index for machine_model.events() */
    gboolean unit; /* the list belongs to a unit, not to a bank */
    int event;     /* the number of one event in the list; -1: all of them */
};

/* Finds the events of @path: MACHINE, MACHINE.BLOCK or MACHINE.UNIT. MACHINE is
 * optional if only one machine has such a block or unit. FALSE with
 * HARNESS_ERROR_USAGE. */
gboolean describe_events_find(const char *path, struct events_place *place, GError **error);

/* The same for the event called @name of @path, MACHINE.BLOCK or
 * MACHINE.UNIT. */
gboolean describe_event_find(
    const char *path, const char *name, struct events_place *place, GError **error);

/* Whether blocks whose bank is called @bank have events. */
gboolean describe_has_events(const struct machine_model *model, const char *bank);

/* The owners of events in @model: "mcs01, mcs23, core"; "" if only blocks have
 * events. A new string. */
char *describe_units(const struct machine_model *model);

/* The title, "snbep.imc.events" or "snbep.imc.events.CAS_COUNT", and a line that describes the list. A new
 * string. */
char *describe_events_name(const struct events_place *place);
const char *describe_events_prose(const struct events_place *place);

/* Appends the table of events to @out. */
void describe_events(struct output *out, const struct events_place *place);

#endif
