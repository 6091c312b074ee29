/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * What a driver measures with one counter that is switched on and off: its reads, one behind the other, and
 * the intervals between them. For the replays that know when that is.
 */
#ifndef PMULAB_HARNESS_TRUTH_TRACK_H
#define PMULAB_HARNESS_TRUTH_TRACK_H

#include "harness/truth/truth.h"

/* Indices of truth.intervals and truth.reads, or TRUTH_NONE. */
struct truth_track {
    gsize open;   /* the interval that runs */
    gsize closed; /* one that lacks its last read */
    gsize reads;  /* the latest read */
};

/* Nothing read, nothing switched on. */
void truth_track_begin(struct truth_track *track);

/* Whether an interval runs. */
gboolean truth_track_is_open(const struct truth_track *track);

/* The counter is switched on by record number @now of @records: @what is the interval's block, counter, and
 * what it counts. One that still lacks its last read will not get it. */
void truth_track_open(struct truth_track *track, struct truth *truth, const struct trace_record *records,
    gsize now, const struct truth_interval *what);

/* It is switched off, and lacks its last read now. */
void truth_track_close(struct truth_track *track, struct truth *truth, gsize now);

/* Adds @read, all but its `previous`, to the truth's. What a driver has written ends no interval, and one
 * that was closed before has no last read. */
void truth_track_read(struct truth_track *track, struct truth *truth, const struct trace_record *records,
    const struct truth_read *read);

#endif
