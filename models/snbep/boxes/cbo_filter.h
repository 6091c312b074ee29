/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * What the filter of a cache slice lets through, in all products that have one: the fields are at different
 * places, the rules are the same. Traffic's marks are what the filter would have to hold to let it through,
 * its second register above bit 31, and in bits that the filter reserves what it has no field for.
 */
#ifndef PMULAB_MODELS_SNBEP_BOXES_CBO_FILTER_H
#define PMULAB_MODELS_SNBEP_BOXES_CBO_FILTER_H

#include "models/snbep/box_type.h"

/* A field of the filter: which of its registers, and the field's index there. */
struct cbo_field {
    uint8_t reg, field;
};

struct cbo_layout {
    const struct reg *filter; /* its first register; a second one follows where fields are in it */
    struct cbo_field opc, state, nid, tid, link;
    unsigned most_state, most_nid;
    unsigned most_link;       /* 0: the filter has no links */
    box_marks misses;         /* the request misses */
    box_marks far;            /* the request is for another socket's memory; 0: nothing tells */
    uint8_t lookups, victims; /* umask's bits of kinds of lookups, and of states of victims */
    uint8_t any_lookup;       /* umask's bit for all kinds, or 0 */
    uint8_t local, remote;    /* umask's bits for requests of near and far memory, or 0 */
    bool targets;             /* bit 6 of retries' umasks is for the filter's nodes */
    struct cbo_field only[3]; /* where set, only requests of the kind count */
    const char *only_names[3];
};

/* As struct box_type's selects() and mark(). */
bool cbo_selects(const struct cbo_layout *layout, const struct box *box, const struct box_event *event,
    uint64_t ctl, const struct box_flow *flow);
bool cbo_mark(const struct cbo_layout *layout, const char *name, unsigned value, box_marks *marks);

#endif
