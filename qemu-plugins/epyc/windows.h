/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The windows of instruction-based sampling. Outside of a window, the plugin
 * only counts a CPU's instructions. A window begins when the next sample may be
 * in the next block. Within it, each op is shown to the model, which decides
 * which one is sampled.
 *
 * All functions are called within the arbiter, unless they say otherwise.
 */
#ifndef PMULAB_QEMU_PLUGINS_EPYC_WINDOWS_H
#define PMULAB_QEMU_PLUGINS_EPYC_WINDOWS_H

#include "models/epyc/epyc.h"
#include "qemu-plugins/qemu/snapshot.h"
#include "qemu-plugins/qemu/special_blocks.h"

/* Call when the machine is reset, before its CPUs run. */
void windows_start(struct epyc *machine);

/* Brings the model up to the place of @cpu, which is outside of a window; or of
 * all such CPUs, up to the known places of running ones. */
void windows_catch_up(unsigned cpu);
void windows_catch_up_all(void);

/* Call after anything that may have moved the next sample of @cpu, which runs
 * the call; or of any CPU. */
void windows_update(unsigned cpu);
void windows_update_all(void);

/* The machine's deadline (ns), for the runtime. An op that changes it makes the
 * runtime ask again. */
uint64_t windows_deadline(void);

/* A hook of struct sim_host: an NMI of @cpu is due. */
void windows_nmi(void *host, unsigned cpu);

/* Outside of the arbiter: sends @cpu's due NMI, now if the clock can be read
 * (@readable: it can at this place), else between two of its blocks. The second
 * is a hook of x86.h. The third sends NMIs that no access and no op caused:
 * late and spurious ones. It is called within the arbiter. */
void windows_deliver(unsigned cpu, bool readable);
void windows_deliver_later(unsigned cpu);
void windows_deliver_late(void);

/* Hooks of blocks.h and x86.h. */
uint64_t windows_about_to_expire(void *machine, unsigned cpu, uint32_t n, bool shown);
bool windows_keep(unsigned cpu, enum special kind);

/* Saves or restores the CPUs. */
void windows_state(struct snapshot *snapshot);

#endif
