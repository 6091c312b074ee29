/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Follows a driver's measurements with one counter that is switched on and off:
 * consecutive reads, and the intervals between them. For replays that know when
 * the counter is switched. */
#ifndef PMULAB_HARNESS_TRUTH_TRACK_H
#define PMULAB_HARNESS_TRUTH_TRACK_H

#include "harness/truth/truth.h"

/* A counter's indices into truth.intervals and truth.reads, or TRUTH_NONE. */
struct truth_track {
    gsize open;   /* the running interval */
    gsize closed; /* an interval that still lacks its last read */
    gsize reads;  /* the latest read */
};

/* Initialises a track: nothing read, nothing switched on. */
void truth_track_begin(struct truth_track *track);

/* Whether an interval runs. */
gboolean truth_track_is_open(const struct truth_track *track);

/* Record number @now of @records switches the counter on. @what: the interval's
 * block, counter and event. A closed interval that still lacks its last read
 * stays without it. */
void truth_track_open(struct truth_track *track, struct truth *truth,
    const struct trace_record *records, gsize now, const struct truth_interval *what);

/* Switches the counter off; the interval still lacks its last read. */
void truth_track_close(struct truth_track *track, struct truth *truth, gsize now);

/* A counter that always runs: adds the interval from its first to its last read
 * since read number @since, if there are two. @what: as above. */
void truth_track_span(struct truth_track *track, struct truth *truth,
    const struct trace_record *records, gsize since, const struct truth_interval *what);

/* Adds @read, which has all members except `previous`, to the truth's reads. A
 * value that the driver writes ends no interval; an interval closed before the
 * write has no last read. */
void truth_track_read(struct truth_track *track, struct truth *truth,
    const struct trace_record *records, const struct truth_read *read);

#endif
