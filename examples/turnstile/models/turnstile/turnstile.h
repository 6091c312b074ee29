/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The machine `turnstile`: a gate at eight I/O ports of a PC that counts
 * people. It is not a real product: docs/adding-a-machine.md makes it, as an
 * example of a machine's parts.
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
    /* samples of the sensor per second; each sees at most one person */
    uint32_t clock_hz;
};

#define TURNSTILE_DEFAULTS ((struct turnstile_config){.clock_hz = 10000000})

/* The action of a plan entry. */
struct turnstile_action {
    bool preset; /* sets register @reg to @value; otherwise people pass at @amount from now on */
    unsigned reg;
    uint64_t value;
    struct traffic_amount amount;
};

struct turnstile {
    struct turnstile_config config;
    struct sim_host host;
    uint64_t now; /* latest virtual time seen, ns */
    uint64_t values[GATE_N_REGS];
    struct flow passing; /* all people who pass, counted or not */
    uint64_t seen;       /* total of @passing at @now */
    uint64_t count;      /* people who passed while the gate counted */
    struct plan plan;
    struct faults faults;
    struct turnstile_action actions[PLAN_ENTRIES]; /* one per entry of the plan */
};

/* Sets the state after a hardware reset, with an empty plan. @host is copied.
 * */
void turnstile_reset(
    struct turnstile *m, const struct turnstile_config *config, const struct sim_host *host);

/* Reads and, below, writes @size bytes (1, 2 or 4) at @offset (below
 * TURNSTILE_PORTS) from the first port. */
uint32_t turnstile_read(
    struct turnstile *m, const struct sim_access *access, unsigned offset, unsigned size);
void turnstile_write(struct turnstile *m, const struct sim_access *access, unsigned offset,
    unsigned size, uint32_t value);

/* The guest reports that step @step begins or, with @end, ends. */
void turnstile_step(struct turnstile *m, const struct sim_access *access, unsigned step, bool end);

/* Brings everything up to @now (ns). Accesses do this themselves. */
void turnstile_advance(struct turnstile *m, uint64_t now);

/* Returns when (ns) to call turnstile_advance() at the latest, or SIM_NEVER. */
uint64_t turnstile_deadline(const struct turnstile *m);

extern const struct config_option turnstile_options[];
extern const struct machine_model turnstile_model;

#endif
