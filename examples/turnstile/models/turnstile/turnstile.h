/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The machine `turnstile`: a gate behind eight I/O ports of a PC, which counts
 * the people who pass. Nobody sells it; docs/adding-a-machine.md makes it, to
 * show what a machine is made of.
 */
#ifndef PMULAB_MODELS_TURNSTILE_TURNSTILE_H
#define PMULAB_MODELS_TURNSTILE_TURNSTILE_H

#include "models/machine.h"
#include "models/sim/config.h"
#include "models/sim/fault.h"
#include "models/sim/flow.h"
#include "models/sim/host.h"
#include "models/sim/plan.h"
#include "models/turnstile/gate_regs.h"

#define TURNSTILE_PORT  0x580 /* of CTL */
#define TURNSTILE_PORTS 8
#define TURNSTILE_BLOCK 0 /* the gate's number in a trace */

struct turnstile_config {
    /* the sensor looks so often a second, and sees at most one person each
     * time */
    uint32_t clock_hz;
};

#define TURNSTILE_DEFAULTS ((struct turnstile_config){.clock_hz = 10000000})

/* What an entry of the plan does. */
struct turnstile_action {
    bool preset; /* register @reg is set to @value; else @amount is who passes from now on */
    unsigned reg;
    uint64_t value;
    struct traffic_amount amount;
};

struct turnstile {
    struct turnstile_config config;
    struct sim_host host;
    uint64_t now; /* latest virtual time (ns) that was seen */
    uint64_t values[GATE_N_REGS];
    struct flow passing; /* everybody who passes, counted or not */
    uint64_t seen;       /* of them, those that came before @now */
    uint64_t count;      /* those who passed while the gate counted */
    struct plan plan;
    struct faults faults;
    struct turnstile_action actions[PLAN_ENTRIES]; /* one for each entry of the plan */
};

/* As after hardware reset, with an empty plan. @host is copied. */
void turnstile_reset(
    struct turnstile *m, const struct turnstile_config *config, const struct sim_host *host);

/* An access of @size bytes (1, 2 or 4) at @offset (below TURNSTILE_PORTS) from
 * the first port. */
uint32_t turnstile_read(
    struct turnstile *m, const struct sim_access *access, unsigned offset, unsigned size);
void turnstile_write(struct turnstile *m, const struct sim_access *access, unsigned offset,
    unsigned size, uint32_t value);

/* The guest says that step @step begins or, with @end, ends. */
void turnstile_step(struct turnstile *m, const struct sim_access *access, unsigned step, bool end);

/* Brings everything up to @now (ns). Accesses do it by themselves. */
void turnstile_advance(struct turnstile *m, uint64_t now);

/* When (ns) turnstile_advance() is to be called at the latest, or SIM_NEVER. */
uint64_t turnstile_deadline(const struct turnstile *m);

extern const struct config_option turnstile_options[];
extern const struct machine_model turnstile_model;

#endif
