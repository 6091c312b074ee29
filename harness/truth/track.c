/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Builds intervals from a counter's switching and the driver's reads, for all
 * replays. */
#include "harness/truth/track.h"

void truth_track_begin(struct truth_track *track)
{
    *track = (struct truth_track){.open = TRUTH_NONE, .closed = TRUTH_NONE, .reads = TRUTH_NONE};
}

gboolean truth_track_is_open(const struct truth_track *track)
{
    return track->open != TRUTH_NONE;
}

static struct truth_interval *interval_at(struct truth *truth, gsize index)
{
    return &g_array_index(truth->intervals, struct truth_interval, index);
}

static const struct truth_read *read_at(const struct truth *truth, gsize index)
{
    return &g_array_index(truth->reads, struct truth_read, index);
}

/* The latest read by @cpu at or before @read, or TRUTH_NONE. */
static gsize latest_by(
    const struct truth *truth, const struct trace_record *records, gsize read, unsigned cpu)
{
    while (read != TRUTH_NONE && records[read_at(truth, read)->low].cpu != cpu)
        read = read_at(truth, read)->previous;
    return read;
}

void truth_track_open(struct truth_track *track, struct truth *truth,
    const struct trace_record *records, gsize now, const struct truth_interval *what)
{
    struct truth_interval interval = *what;

    interval.cpu = records[now].cpu;
    interval.on = now;
    interval.off = interval.last = TRUTH_NONE;
    interval.first = latest_by(truth, records, track->reads, interval.cpu);
    track->open = truth->intervals->len;
    track->closed = TRUTH_NONE;
    g_array_append_val(truth->intervals, interval);
}

void truth_track_close(struct truth_track *track, struct truth *truth, gsize now)
{
    interval_at(truth, track->open)->off = now;
    track->closed = track->open;
    track->open = TRUTH_NONE;
}

/* A driver adds up the differences from each of its reads or writes to the next
 * read. */
static guint64 seen_between(const struct truth *truth, const struct trace_record *records,
    gsize first, gsize last, unsigned cpu)
{
    guint64 sum = 0;

    while (last != first) {
        gsize before = latest_by(truth, records, read_at(truth, last)->previous, cpu);

        if (!read_at(truth, last)->written)
            sum += truth_difference(truth, read_at(truth, before), read_at(truth, last));
        last = before;
    }
    return sum;
}

void truth_track_span(struct truth_track *track, struct truth *truth,
    const struct trace_record *records, gsize since, const struct truth_interval *what)
{
    struct truth_interval interval = *what;

    interval.first = interval.last = track->reads;
    if (track->reads == TRUTH_NONE || track->reads < since)
        return;
    while (read_at(truth, interval.first)->previous != TRUTH_NONE &&
           read_at(truth, interval.first)->previous >= since)
        interval.first = read_at(truth, interval.first)->previous;
    if (interval.first == interval.last)
        return;
    interval.on = read_at(truth, interval.first)->low;
    interval.off = read_at(truth, interval.last)->low;
    interval.cpu = records[interval.on].cpu;
    interval.driver = seen_between(truth, records, interval.first, interval.last, interval.cpu);
    interval.truth = read_at(truth, interval.last)->total - read_at(truth, interval.first)->total;
    g_array_append_val(truth->intervals, interval);
}

void truth_track_read(struct truth_track *track, struct truth *truth,
    const struct trace_record *records, const struct truth_read *read)
{
    struct truth_interval *interval =
        track->closed == TRUTH_NONE ? NULL : interval_at(truth, track->closed);
    struct truth_read added = *read;

    added.previous = track->reads;
    track->reads = truth->reads->len;
    g_array_append_val(truth->reads, added);
    /* It may be the missing last read of a closed interval. */
    if (!interval || records[added.low].cpu != interval->cpu)
        return;
    track->closed = TRUTH_NONE;
    if (added.written)
        return;
    interval->last = track->reads;
    if (interval->first == TRUTH_NONE)
        return;
    interval->driver = seen_between(truth, records, interval->first, interval->last, interval->cpu);
    interval->truth = added.total - read_at(truth, interval->first)->total;
}
