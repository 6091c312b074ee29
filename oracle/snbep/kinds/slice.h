/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The filter of a cache slice. All products have the same; only the places of
 * its fields differ. */
#ifndef PMULAB_ORACLE_SNBEP_KINDS_SLICE_H
#define PMULAB_ORACLE_SNBEP_KINDS_SLICE_H

#include "oracle/snbep/kinds/kinds.h"
#include "oracle/snbep/signal.h"

/* Codes of the events that it filters. */
enum { SLICE_LOOKUP = 0x34, SLICE_INSERTS, SLICE_OCCUPANCY, SLICE_VICTIMS };

struct oracle_slice {
    unsigned state, nid, opc; /* first bits of the filter's fields */
    uint64_t states, nids;    /* their bits, from bit 0 on */
    uint8_t kinds, victims;   /* umask bits for kinds of lookups, and for states of victims */
    /* the umask has bits for all lookups, near and far memory; the filter has
     * kinds */
    bool since_ivt;
};

/* Whether the filter passes. The event has one of the codes above. */
bool oracle_slice_counts(
    const struct oracle_slice *slice, const struct oracle_ask *ask, const struct oracle_part *part);
bool oracle_slice_nid_matches(
    const struct oracle_slice *slice, const struct oracle_ask *ask, const struct oracle_part *part);

/* Guide, page 35; filter bits 63:61: only isochronous, non-coherent, C6
 * requests. */
bool oracle_slice_kinds_match(const struct oracle_ask *ask, const struct oracle_part *part);

/* The mark called @name, if it is one of @names, which end with NULL; or
 * NULL. */
unsigned *oracle_slice_mark(struct oracle_marks *marks, const char *const *names, const char *name);

#endif
