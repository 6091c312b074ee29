/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * A window into the running machine for the command that started QEMU: option live=FD, a Unix socket of type
 * SOCK_SEQPACKET. Each request is a message of text and gets an answer, another message:
 *
 *     peek BLOCK:OFFSET:SIZE ...   = NS VALUE ...   what reads would return now; "-" where there is nothing
 *     plan LINE                    = NS             the plan goes on with LINE (models/sim/plan_text.h), now
 *     stop any                     = NS             stop at the next access of software's,
 *     stop BLOCK FROM TO           = NS             at the next one that begins in [FROM, TO) of BLOCK,
 *     stop never                   = NS             or not
 *     anything                     ! WHY            it cannot be done
 *
 * Blocks and offsets are as in the trace, decimal; sizes are bytes; values are hexadecimal; NS is the virtual
 * time. Before it answers, the plugin writes the trace to its file.
 *
 * A stop at an access is a message by itself, "stop NS CPU". QEMU's monitor must then stop the machine: that
 * CPU has made its access at that time, and waits before its next block, but not for ever. Another CPU may
 * make one more access meanwhile.
 *
 * Requests are served in the context of CPU 0, between two blocks, even while the machine is stopped. Who
 * asks nothing pays for one comparison per record of the trace.
 */
#ifndef PMULAB_QEMU_PLUGINS_CARRIER_LIVE_H
#define PMULAB_QEMU_PLUGINS_CARRIER_LIVE_H

#include "models/sim/plan_text.h"
#include "models/sim/trace.h"

#include <glib.h>

/* The longest request and the longest answer, in bytes with the NUL. */
#define LIVE_MESSAGE 65536

/* What a window needs of the carrier and of the machine; called within the arbiter. */
struct live_hooks {
    void (*advance)(uint64_t now);
    bool (*peek)(unsigned block, uint32_t offset, unsigned size, uint64_t *value);
    bool (*plan_line)(const char *line, char wrong[PLAN_TEXT_WRONG]);
    void (*update)(void); /* the machine's deadline may have moved */
    void (*flush)(void);  /* writes the trace to its file */
};

/* Serves @fd from a thread of its own, until the other end closes it. At installation; needs QEMU_CLOCK,
 * QEMU_LOCK and QEMU_SAVING. @hooks must live as long as QEMU. */
void live_open(int fd, const struct live_hooks *hooks);

/* Where to stop. */
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
