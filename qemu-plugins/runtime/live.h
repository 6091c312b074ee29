/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * A window into the running machine for the command that started QEMU: option
 * live=FD, a Unix socket of type SOCK_SEQPACKET. Each request is a text
 * message, with another message as its response:
 *
 *     peek BLOCK:OFFSET:SIZE ...   = NS VALUE ...   the values that reads would
 *                                                   return now; "-": none
 *     plan LINE                    = NS             add LINE to the plan now:
 *                                                   models/sim/plan_text.h
 *     stop any                     = NS             stop at the next access by
 *                                                   software
 *     stop BLOCK FROM TO           = NS             stop at the next one that
 *                                                   begins in [FROM, TO) of
 *                                                   BLOCK
 *     stop never                   = NS             do not stop
 *     anything                     ! WHY            the request failed
 *
 * Blocks and offsets are as in the trace, decimal; sizes are bytes; values are
 * hexadecimal; NS is the virtual time. Before it responds, the plugin writes
 * the trace to its file.
 *
 * A stop at an access is a separate message, "stop NS CPU". QEMU's monitor must
 * then stop the machine: that CPU has made its access at that time. It waits
 * before its next block, but not forever. Another CPU may make one more access
 * in that time.
 *
 * Requests are served in the context of CPU 0, between two blocks, even while
 * the machine is stopped. Without requests, the cost is one comparison per
 * record of the trace.
 */
#ifndef PMULAB_QEMU_PLUGINS_RUNTIME_LIVE_H
#define PMULAB_QEMU_PLUGINS_RUNTIME_LIVE_H

#include "models/sim/plan_text.h"
#include "models/sim/trace.h"

#include <glib.h>

/* The limits of a request and a response, in bytes with the NUL. */
#define LIVE_MESSAGE 65536

/* A window's hooks into the runtime and the machine; called within the
 * arbiter. */
struct live_hooks {
    void (*advance)(uint64_t now);
    bool (*peek)(unsigned block, uint32_t offset, unsigned size, uint64_t *value);
    bool (*plan_line)(const char *line, char wrong[PLAN_TEXT_WRONG]);
    void (*update)(void); /* the machine's deadline may have moved */
    void (*flush)(void);  /* writes the trace to its file */
};

/* Serves @fd from a separate thread, until the other end closes it. At
 * installation; needs QEMU_CLOCK, QEMU_LOCK and QEMU_SAVING. @hooks must live
 * as long as QEMU. */
void live_open(int fd, const struct live_hooks *hooks);

/* The place to stop. */
extern struct live_stop {
    bool armed, any;
    unsigned block;
    uint32_t from, to;
} live_stop __attribute__((visibility("hidden")));

/* Stops after the access in @record. */
void live_stop_here(const struct trace_record *record);

/* Call for each record of the trace, within the arbiter. */
static inline void live_traced(const struct trace_record *record)
{
    if (G_UNLIKELY(live_stop.armed))
        live_stop_here(record);
}

#endif
