/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The common part of all machines' plugins: options, the traffic file, the
 * trace, guest memory, deadlines, and the entry to and exit from QEMU. A
 * machine's own file connects accesses to its model and is otherwise a table of
 * hooks.
 *
 * -plugin pmulab-MACHINE.so[,traffic=FILE][,trace=FILE][,hold=FD][,the
 * machine's own...]; models/sim/plugin_options.c has all common ones.
 *
 * hold=FD holds the guest when it reports that it has booted (SIM_STEP_READY):
 * the plugin writes a byte to that descriptor and waits for a byte or EOF.
 * During the wait, QEMU runs and takes the guest's input, but no virtual time
 * passes. So the guest finds the input already present.
 *
 * With stop=on as well, QEMU's monitor is to stop the guest there. A second
 * byte confirms the stop. A third byte reports that the continued guest is held
 * again, before its first block. From then on it behaves like a resumed guest.
 * With save=FD the plugin writes its state to that open file when the guest
 * stops. Another QEMU that takes over the saved guest gets resume=FD and no
 * stop=on. It continues the trace, which must contain the first QEMU's trace.
 *
 * live=FD opens a window into the machine: live.h.
 */
#ifndef PMULAB_QEMU_PLUGINS_RUNTIME_RUNTIME_H
#define PMULAB_QEMU_PLUGINS_RUNTIME_RUNTIME_H

#include "models/machine.h"
#include "models/sim/access_time.h"
#include "models/sim/config.h"
#include "models/sim/fault.h"
#include "models/sim/host.h"
#include "models/sim/plan.h"
#include "models/sim/plan_text.h"
#include "qemu-plugins/qemu/qemu_api.h"
#include "qemu-plugins/qemu/snapshot.h"
#include "qemu-plugins/runtime/notes.h"

/* A machine's description. Once QEMU runs, deadline() and advance() are called
 * within the arbiter. */
struct runtime_machine {
    const char *name;                  /* "snbep" */
    const struct machine_model *model; /* NULL: no notes (notes.h) about its blocks */
    const char *target;                /* the guest's ISA in QEMU's terms: "x86_64" */
    /* Required and optional abilities (qemu/private.h), in addition to the
     * runtime's own. */
    unsigned needed, wanted;
    /* The machine's options, and their target: the configuration, with its
     * defaults. */
    const struct config_option *options;
    void *config;
    const struct access_time *access; /* in @config; NULL: accesses take no time */
    const bool *timed;                /* in @config: CPUs wait for memory; NULL: never */
    /* Resets the model, configured by the options. @host is valid during the
     * call only. Returns NULL, or why the configuration is impossible. */
    const char *(*reset)(const qemu_info_t *info, const struct sim_host *host);
    /* Reads one line of the traffic file; see plan_text_line(). */
    bool (*plan_line)(const char *line, char wrong[PLAN_TEXT_WRONG]);
    /* Returns when (virtual ns) to call advance() at the latest, or
     * SIM_NEVER. */
    uint64_t (*deadline)(void);
    void (*advance)(uint64_t now);
    /* Returns the value of a software read at the latest time passed to
     * advance(), without side effects. @block and @offset are as in the trace.
     * Returns false if there is nothing. Called in the context of CPU 0, within
     * the arbiter. NULL: peek is not supported. */
    bool (*peek)(unsigned block, uint32_t offset, unsigned size, uint64_t *value);
    /* Prepares to trap accesses; returns false after one line on standard
     * error. */
    bool (*start)(const qemu_info_t *info);
    /* Registers all callbacks except the one at exit: at installation, and
     * whenever QEMU has dropped them all. */
    void (*listen)(qemu_plugin_id_t id);
    /* Saves or restores the machine's state except its configuration, and the
     * plan if runtime_plan_state() includes it. NULL: it cannot be saved. */
    void (*state)(struct snapshot *snapshot);
    /* Raises interrupts, as the hooks of struct sim_host do; either may be
     * NULL. The runtime gives reset() a host that counts before it calls
     * them. */
    void (*irq)(void *self, unsigned line, bool high);
    void (*nmi)(void *self, unsigned cpu);
    /* Returns the kind of interrupt of @line, for the guest's counts (struct
     * machine, harness/hardware/ machine.h). Sets *@cpu to the CPU that takes
     * it, or 0 if any may. NULL: no lines. */
    unsigned (*line_kind)(unsigned line, unsigned *cpu);
    notes_uncounted *uncounted; /* NULL: the model's */
    /* The saved guest is about to continue. From a vCPU's context, outside of
     * the arbiter; may be NULL. */
    void (*resumed)(void);
};

/* A machine's qemu_plugin_install(). @machine must live as long as QEMU.
 * Returns 0, or -1 after one line on standard error. */
int runtime_install(const struct runtime_machine *machine, qemu_plugin_id_t id,
    const qemu_info_t *info, int argc, char **argv);

/* Call within the arbiter after anything that may have moved the machine's
 * deadline. */
void runtime_update(void);

/* Handles marks other than a scenario's steps: SIM_STEP_READY. Returns false if
 * @value is for the machine. From a vCPU's context, within the arbiter. */
bool runtime_marked(uint64_t value);

/* x86: whether @port is the one for the guest's reports
 * (SIM_WITNESS_HIGH_PORT). The second handles the guest's write of a doubleword
 * to it. Within the arbiter. */
bool runtime_has_port(unsigned port);
void runtime_port_out(const struct sim_access *access, unsigned port, uint32_t value);

/* For a machine's state(): saves or restores the progress of @plan and @faults.
 * A plan without actions before the first step is not saved, since such a guest
 * can continue with any other plan. */
void runtime_plan_state(struct snapshot *snapshot, struct plan *plan, struct faults *faults);

/* Traces the guest's report @value, a number of models/sim/step.h. Within the
 * arbiter. */
void runtime_witness(const struct sim_access *access, uint64_t value);

/* Traces that an interrupt is sent on @line to @cpu (-1: any may take it), as
 * TRACE_INTERRUPT, with that CPU's executed instructions. Call right before it
 * is passed to QEMU, where the clock can be read, within the arbiter. */
void runtime_sends(unsigned line, int cpu);

/* The same for an NMI, whose line is its CPU, outside of the arbiter. */
void runtime_sends_nmi(unsigned cpu);

/* Call first in the callback of translations. */
void runtime_translated(void);

/* Makes QEMU drop all callbacks and translated code, and registers callbacks
 * again, so that listen() and translation may then act differently. From a
 * vCPU's context. It happens some blocks later, when no CPU runs. */
void runtime_retranslate(void);

#endif
