/* SPDX-License-Identifier: GPL-2.0-or-later */
/* An open event with its AUX area, which the kernel fills and a reader empties
 * into a file. */
#ifndef PMULAB_GUEST_PMCU_AREA_H
#define PMULAB_GUEST_PMCU_AREA_H

#include "guest/pmu_event.h"

#include <linux/perf_event.h>
#include <stddef.h>

struct pmcu_area {
    int fd;
    struct perf_event_mmap_page *page;
    size_t data_size; /* size of the ring of records after that page */
    const uint8_t *bytes;
    size_t size;
    bool was_full; /* the driver had no room before the last pmcu_area_drain() */
};

/* The event's state. */
struct pmcu_progress {
    uint64_t samples;          /* samples stored by the unit */
    uint64_t enabled, running; /* ns; a @running of 0: the driver refused to start */
};

/* Opens @event, disabled, with an area of @size bytes, a power of two. Returns
 * false after a line on stderr. */
bool pmcu_area_open(struct pmcu_area *area, const struct pmu_event *event, size_t size);

bool pmcu_area_enable(const struct pmcu_area *area);
bool pmcu_area_disable(const struct pmcu_area *area);

/* Makes the driver continue after @area->was_full, and clears the flag. */
bool pmcu_area_resume(struct pmcu_area *area);

bool pmcu_area_progress(const struct pmcu_area *area, struct pmcu_progress *progress);

/* Appends new data to @out and returns the room to the kernel. Adds to
 * *@written. Returns false after a line on stderr. */
bool pmcu_area_drain(struct pmcu_area *area, int out, size_t *written);

#endif
