/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The machine `board`: a plain arm64 board with the PMUs of a user's file
 * (models/pmu/hardware.h). A PMU is a block, with the number that it has in the
 * file.
 *
 *     event                                      call
 *     load, store to a PMU's window              board_read(), board_write()
 *     virtual time reaches board_deadline()      board_advance()
 *     the guest marks a step                     board_step()
 */
#ifndef PMULAB_MODELS_BOARD_BOARD_H
#define PMULAB_MODELS_BOARD_BOARD_H

#include "models/machine.h"
#include "models/pmu/hardware.h"
#include "models/pmu/pmu.h"
#include "models/sim/fault.h"
#include "models/sim/plan.h"

struct board_config {
    const struct hardware *hardware; /* NULL: no PMU */
    unsigned cpus;
};

#define BOARD_DEFAULTS ((struct board_config){.cpus = 4})
enum { BOARD_MAX_CPUS = 256 };

extern const struct config_option board_options[];

/* The action of a plan entry. */
struct board_action {
    unsigned block;
    bool preset; /* sets register number @reg to @value; otherwise @event has @amount */
    unsigned reg;
    uint64_t value;
    uint64_t event; /* its code */
    struct traffic_amount amount;
};

struct board {
    struct board_config config;
    struct sim_host host;
    uint64_t now; /* latest virtual time seen, ns */
    struct pmu pmus[HARDWARE_PMUS];
    struct plan plan;
    struct faults faults;
    struct board_action actions[PLAN_ENTRIES]; /* one per entry of the plan */
};

/* Sets the state after a hardware reset, with an empty plan. @host is
 * copied. */
void board_reset(struct board *m, const struct board_config *config, const struct sim_host *host);

/* The number of PMUs. */
unsigned board_pmus(const struct board *m);

/* Reads and, below, writes @size bytes (1 to 8) at @offset of the window of PMU
 * number @block, which must exist. A write returns true if it cleared
 * overflows, but others still interrupt. The number of an interrupt line is its
 * PMU's. */
uint64_t board_read(struct board *m, const struct sim_access *access, unsigned block,
    uint32_t offset, unsigned size);
bool board_write(struct board *m, const struct sim_access *access, unsigned block, uint32_t offset,
    unsigned size, uint64_t value);

/* Returns the value of a read without its effects on the plan and the trace,
 * and without faults, at the latest time seen. Returns false if there is no
 * such PMU. */
bool board_peek(
    const struct board *m, unsigned block, uint32_t offset, unsigned size, uint64_t *value);

/* The guest reports that step @step begins or, with @end, ends. */
void board_step(struct board *m, const struct sim_access *access, unsigned step, bool end);

/* Brings everything up to @now (ns). Accesses do this themselves. */
void board_advance(struct board *m, uint64_t now);

/* Returns when (ns) to call board_advance() at the latest, or SIM_NEVER. */
uint64_t board_deadline(const struct board *m);

/* Its blocks are the PMUs of hardware_used(). */
extern const struct machine_model board_model;

/* Makes the PMUs of @hardware board_model.banks. For a process that describes
 * one file, before it has threads. */
void board_show(const struct hardware *hardware);

#endif
