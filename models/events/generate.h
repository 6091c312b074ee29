/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Writes the C of a list NAME. For a box: enumerators NAME_EVENT_X, which are
 * indices of events, and the table NAME_events (models/snbep/box_events.h). For
 * AMD: NAME_events and NAME_n_events (models/amd/uncore_events.h), with a row
 * for each sub-event. For HiSilicon: uncore_NAME_events
 * (models/kunpeng/uncore_events.h).
 */
#ifndef PMULAB_MODELS_EVENTS_GENERATE_H
#define PMULAB_MODELS_EVENTS_GENERATE_H

#include "models/events/events.h"

#include <stdio.h>

/* The header with enumerators; and the table, which includes it. */
void events_write_header(FILE *out, const struct events_list *list);
void events_write_table(FILE *out, const struct events_list *list);

/* A rule for make: @targets depend on the list's files. */
void events_write_rule(FILE *out, const struct events_list *list, const char *targets);

#endif
