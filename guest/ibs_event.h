/* SPDX-License-Identifier: GPL-2.0-or-later */
/* An IBS event through Linux's perf_event interface, as described in AMD
 * Research's "Gathering IBS Samples Using the Linux perf_events System".
 * Functions that fail print one line on stderr. */
#ifndef PMULAB_GUEST_IBS_EVENT_H
#define PMULAB_GUEST_IBS_EVENT_H

#include "guest/ibs_decode.h"
#include "guest/ibs_ring.h"

#include <sys/types.h>

struct ibs_request {
    enum ibs_engine engine;
    uint64_t period; /* completed fetches, ops or cycles; the low 4 bits are ignored */
    bool cnt_ctl;    /* op: count ops, not cycles */
    bool rand_en;    /* fetch: random low 4 bits of the period */
    bool l3_miss_only;
    unsigned pages;          /* size of the ring: 2^n */
    unsigned wakeup_samples; /* samples before poll() returns; 0: see wakeup_bytes */
    unsigned wakeup_bytes;   /* ... or bytes; 0: when the ring is half full */
};

struct ibs_event {
    int fd;
    unsigned cpu;
    struct ibs_ring ring;
};

/* Returns the part that this program runs on. Sets *@has_ibs to whether the
 * kernel finds IBS in it. */
struct ibs_part ibs_this_part(bool *has_ibs);

/* Returns the type that the kernel gave the PMU at boot, or -1 if no PMU
 * supports @request. */
int ibs_pmu_type(const struct ibs_request *request);

/* Fills @attr as the document's code snippets 1 and 2 do. */
void ibs_fill_attr(struct perf_event_attr *attr, const struct ibs_request *request, unsigned type);

/* Result of ibs_event_open(). */
enum ibs_open { IBS_OPENED, IBS_CPU_OFFLINE, IBS_NOT_OPENED };

/* Opens an event for process @pid and its children on CPU @cpu, or for all
 * processes there (@pid -1), and maps its ring. It does not count yet. Prints
 * nothing on stderr if the CPU is offline. */
enum ibs_open ibs_event_open(struct ibs_event *event, const struct perf_event_attr *attr, pid_t pid,
    unsigned cpu, unsigned pages);

/* Empties the event's ring and count, and starts sampling. Returns false on
 * failure. */
bool ibs_event_enable(struct ibs_event *event);

/* Stops sampling; the ring keeps its contents. Returns false on failure. */
bool ibs_event_disable(struct ibs_event *event);

void ibs_event_close(struct ibs_event *event);

#endif
