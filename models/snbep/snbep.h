/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The machine `snbep`: the uncore of one or two Xeon E5-2600 sockets. Each socket has a bus of its own in PCI
 * configuration space (7f, ff) with four memory channel monitors among its functions, and model-specific
 * registers.
 */
#ifndef PMULAB_MODELS_SNBEP_SNBEP_H
#define PMULAB_MODELS_SNBEP_SNBEP_H

#include "models/machine.h"
#include "models/sim/fault.h"
#include "models/sim/host.h"
#include "models/sim/plan.h"
#include "models/snbep/imc.h"
#include "models/snbep/snbep_bus.h"
#include "models/snbep/snbep_msr.h"
#include "models/snbep/ubox_regs.h"

#define SNBEP_MAX_SOCKETS 2
#define SNBEP_CHANNELS    4

/* A socket's blocks, in the order of their numbers in a trace; the second socket's follow the first's. */
enum snbep_block {
    SNBEP_BLOCK_IMC0,
    SNBEP_BLOCK_UBOX = SNBEP_BLOCK_IMC0 + SNBEP_CHANNELS,
    SNBEP_BLOCK_PCI, /* headers of all functions: offset is device and function << 8 | offset */
    SNBEP_BLOCK_MSR, /* one block for each of snbep_msr_boxes */
    SNBEP_N_BLOCKS = SNBEP_BLOCK_MSR + SNBEP_N_MSR_BOXES,
};

struct snbep_config {
    enum imc_mode box_ctl;
    uint32_t dclk_hz;
    unsigned n_sockets;         /* 1 or 2 */
    uint8_t absent, duplicated; /* monitors, as bits: those of the first socket, then those of the second */
};

#define SNBEP_DEFAULTS ((struct snbep_config){.box_ctl = IMC_SILICON, .dclk_hz = 800000000, .n_sockets = 1})

/* What an entry of the plan does. */
struct snbep_action {
    unsigned socket, channel;
    bool preset; /* a register is set to @value, or goes up by it (@add); else sub-event @sub of @event (an
                    index) sees @amount */
    bool add;
    unsigned reg;
    uint64_t value;
    unsigned event, sub;
    struct traffic_amount amount;
};

struct snbep {
    struct snbep_config config;
    struct sim_host host;
    uint64_t now; /* latest virtual time that was seen */
    struct imc_box imc[SNBEP_MAX_SOCKETS][SNBEP_CHANNELS];
    uint64_t overflow[SNBEP_MAX_SOCKETS][SNBEP_CHANNELS]; /* ns: no counter of the box overflows before */
    uint64_t ubox[SNBEP_MAX_SOCKETS][UBOX_N_REGS];
    uint64_t msr[SNBEP_MAX_SOCKETS][SNBEP_N_MSR_BOXES][SNBEP_MSR_BOX_REGS];
    struct plan plan;
    struct faults faults;
    struct snbep_action actions[PLAN_ENTRIES]; /* one for each entry of the plan */
};

/* As after hardware reset, with an empty plan. @config must be as snbep_config_option() makes it; @host is
 * copied. */
void snbep_reset(struct snbep *m, const struct snbep_config *config, const struct sim_host *host);

/* Whether @bus is an uncore bus of ours; what is not is the rest of the machine's. */
bool snbep_has_bus(const struct snbep *m, unsigned bus);

/*
 * A configuration access of @size bytes (1, 2 or 4) at @offset (0 to 255) of a function of @bus, which must
 * be ours. Where no function is, reads give all ones and writes do nothing.
 */
uint32_t snbep_pci_read(struct snbep *m, const struct sim_access *access, unsigned bus, unsigned devfn,
    unsigned offset, unsigned size);
void snbep_pci_write(struct snbep *m, const struct sim_access *access, unsigned bus, unsigned devfn,
    unsigned offset, unsigned size, uint32_t value);

/* Whether register number @msr is the uncore's. */
bool snbep_has_msr(uint32_t msr);

/* Accesses to register number @msr, for which snbep_has_msr() must hold, by a CPU of @socket. */
uint64_t snbep_msr_read(struct snbep *m, const struct sim_access *access, unsigned socket, uint32_t msr);
void snbep_msr_write(
    struct snbep *m, const struct sim_access *access, unsigned socket, uint32_t msr, uint64_t value);

/* The guest says that step @step (0 to SIM_STEP_MAX) begins or, with @end, ends. */
void snbep_step(struct snbep *m, const struct sim_access *access, unsigned step, bool end);

/* Brings everything up to @now (ns): the plan, and overflows. Accesses do it by themselves. */
void snbep_advance(struct snbep *m, uint64_t now);

/* When (ns) snbep_advance() should be called at the latest, or SIM_NEVER. */
uint64_t snbep_deadline(const struct snbep *m);

/* The bank of the block that traces number @block, or NULL where there is none. */
const struct reg_bank *snbep_bank(unsigned block);

extern const struct machine_model snbep_model;

#endif
