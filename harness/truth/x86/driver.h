/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The measurements that Linux's x86 driver (arch/x86/events/core.c) makes with
 * core PMUs. The driver sets a counter to its event's distance from the next
 * overflow, lets it run, and adds up the increases that it reads. An event can
 * stop and resume on any counter of any CPU; then it resumes with its last
 * value. A new or overflowed event begins with its period. So the trace
 * distinguishes the driver's events.
 */
#ifndef PMULAB_HARNESS_TRUTH_X86_DRIVER_H
#define PMULAB_HARNESS_TRUTH_X86_DRIVER_H

#include "harness/truth/truth.h"

struct x86_driver;

/* A counter's place: block and counter as in struct truth_interval, and the
 * CPU. */
struct x86_place {
    unsigned cpu, block, counter;
};

/* Serves @cpus CPUs with counters below @counters each. Fills the reads and
 * intervals of @truth, from @records. Free with x86_driver_free(). */
struct x86_driver *x86_driver_new(
    struct truth *truth, const struct trace_record *records, unsigned cpus, unsigned counters);
void x86_driver_free(struct x86_driver *driver);

/* Record number @now sets the counter to @value, or reads it as @value; @total
 * as in struct truth_read.
 * @runs: the counter runs; the driver stops an event before it reads it for the
 *   last time. */
void x86_driver_set(
    struct x86_driver *driver, const struct x86_place *at, gsize now, guint64 value, guint64 total);
void x86_driver_read(struct x86_driver *driver, const struct x86_place *at, gsize now,
    guint64 value, guint64 total, gboolean runs);

/* The counter runs and counts @selection from record number @now on. May be
 * repeated. */
void x86_driver_runs(
    struct x86_driver *driver, const struct x86_place *at, gsize now, guint64 selection);

#endif
