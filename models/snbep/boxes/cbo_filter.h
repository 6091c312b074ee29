/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The filter of a cache slice, for all products that have one. Products differ
 * in the places of fields, not in the rules. A flow's marks are the filter
 * value that passes it, with the second register above bit 31. Properties
 * without a field in the filter are in its reserved bits.
 */
#ifndef PMULAB_MODELS_SNBEP_BOXES_CBO_FILTER_H
#define PMULAB_MODELS_SNBEP_BOXES_CBO_FILTER_H

#include "models/snbep/box_type.h"

/* A field of the filter: the index of its register, and the field's index
 * there. */
struct cbo_field {
    uint8_t reg, field;
};

/* The properties of a flow. */
struct cbo_meeting {
    const struct cbo_layout *layout;
    const struct box *box;
    const struct box_event *event; /* its @unit_bits: kinds of lookups, states of victims */
    const struct box_flow *flow;
};

struct cbo_layout {
    const struct reg_bank *bank;
    unsigned filter; /* its first register; a second one follows if it has fields */
    struct cbo_field opc, state, nid, tid, link;
    unsigned most_state;
    unsigned most_nid, most_link; /* 0: the filter has no field for nodes, or for links */
    box_marks misses;             /* the request misses */
    box_marks far;                /* it is for another socket's memory; 0: unknown */
    box_marks near_memory;        /* it is for memory that caches other memory; 0: unknown */
    uint8_t any_lookup;           /* umask's bit for all kinds, or 0 */
    /* umask's bits for requests to this socket's memory and another's, or 0 */
    uint8_t local, remote;
    bool distances; /* they also apply to lookups and victims */
    /* Whether an entry of the table of requests counts; NULL: by opcode, or
     * all, by bits 0 and 3 of the umask. */
    bool (*entry)(const struct cbo_meeting *m, uint64_t umask);
    bool targets;             /* bit 6 of retries' umasks selects the filter's nodes */
    struct cbo_field only[3]; /* if set, only requests of the kind count */
    const char *only_names[3];
};

/* Members of a layout that are the same since Ivy Bridge-EP. */
#define CBO_SINCE_IVT                                                                              \
    .opc = {1, CBO_F1_OPC}, .nid = {1, CBO_F1_NID}, .most_nid = 15, .misses = 1u << 10,            \
    .far = 1u << 11, .any_lookup = 0x10, .local = 0x20, .remote = 0x80,                            \
    .only = {{1, CBO_F1_NC}, {1, CBO_F1_C6}, {1, CBO_F1_ISOC}}, .only_names = {"nc", "c6", "isoc"}

/* A field's value in the flow, and in the filter. */
uint64_t cbo_of_marks(const struct cbo_meeting *m, struct cbo_field f);
uint64_t cbo_of_filter(const struct cbo_meeting *m, struct cbo_field f);

/* Whether the flow has each kind that the filter requires. */
bool cbo_only_those(const struct cbo_meeting *m);

/* For struct box_type. */
bool cbo_selects(const struct box *box, const struct box_event *event, uint64_t ctl,
    const struct box_flow *flow);
bool cbo_mark(const struct box_type *type, const char *name, unsigned value, box_marks *marks);

#endif
