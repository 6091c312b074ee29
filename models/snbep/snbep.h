/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The machine `snbep`: the uncore of one or two Xeon sockets, E5-2600 unless a
 * variant is set. Each socket has its own buses in PCI configuration space,
 * whose functions include monitors. It also has its own model-specific
 * registers, with more monitors. A machine is a value that memcpy copies. It
 * refers only to constant tables.
 */
#ifndef PMULAB_MODELS_SNBEP_SNBEP_H
#define PMULAB_MODELS_SNBEP_SNBEP_H

#include "models/machine.h"
#include "models/sim/access_time.h"
#include "models/sim/cachelines.h"
#include "models/sim/fault.h"
#include "models/sim/host.h"
#include "models/sim/plan.h"
#include "models/snbep/snbep_cpu.h"
#include "models/snbep/socket/package_regs.h"
#include "models/snbep/socket/window_regs.h"
#include "models/snbep/variant.h"

/* Hyper-Threading: without it a CPU also has the general counters of the
 * core's second thread. */
enum snbep_ht { SNBEP_HT_ON, SNBEP_HT_OFF };

struct snbep_config {
    enum imc_mode box_ctl;
    uint32_t dclk_hz, uclk_hz, qfclk_hz; /* 0: the variant's */
    unsigned n_sockets;                  /* 1 or 2 */
    /* bit masks of memory channels: SNBEP_MAX_IMCS of the first socket, then
     * the second's */
    uint16_t absent, duplicated;
    enum snbep_variant_number variant;
    struct access_time access;
    enum snbep_ht ht;
    bool uclk_gate; /* the uncore's clock stops in a box without traffic */
    bool aperf;     /* CPUs have free-running counters */
    bool lbr;       /* CPUs have branch records, if intel_lbr_bank() has any for their generation */
};

#define SNBEP_DEFAULTS ((struct snbep_config){.box_ctl = IMC_SILICON, .n_sockets = 1})

/* Returns the frequency of @clock in Hz. */
uint32_t snbep_clock(const struct snbep_config *config, enum box_clock clock);

/* The action of a plan entry. */
struct snbep_action {
    unsigned box; /* index among all sockets' boxes: snbep_box_number() */
    bool memory;  /* the guest's own traffic begins or ends (@guest); otherwise: */
    bool guest;
    /* sets a register to @value, or adds it (@add); otherwise @event (an index)
     * has @flow */
    bool preset;
    bool add;
    unsigned reg;
    uint64_t value;
    unsigned event;
    struct box_flow flow;
};

#define SNBEP_ALL_BOXES (SNBEP_MAX_SOCKETS * SNBEP_MAX_BOXES)

/* The function or register at a place in configuration space. */
struct snbep_found {
    unsigned bus, devfn; /* indices of the place; @bus is a number */
    unsigned socket;
    unsigned index;                        /* index among the socket's buses */
    const struct snbep_function *function; /* NULL: none */
    int box;                               /* of the socket's boxes, or -1 */
    unsigned block;                        /* the box's, in traces */
};

/* The box of a model-specific register or of a place in a window: a cache of
 * the latest, by the low bits of the number. */
enum { SNBEP_FOUND_PLACES = 64 };
struct snbep_found_place {
    uint32_t at; /* number or offset */
    int box;     /* of the socket's boxes, or -1 */
    bool known;
};

struct snbep {
    struct snbep_config config;
    const struct snbep_variant *variant;
    struct sim_host host;
    uint64_t now;     /* latest virtual time seen, ns */
    unsigned n_boxes; /* of all sockets */
    /* the first socket's in the variant's order, then the second's */
    struct box boxes[SNBEP_ALL_BOXES];
    uint64_t overflow[SNBEP_ALL_BOXES]; /* ns: no counter of the box overflows before this */
    uint64_t next;                      /* ns: no box has an overflow before this */
    struct box_signals signals;         /* of all boxes */
    uint64_t ubox[SNBEP_MAX_SOCKETS][UBOX_N_REGS];
    uint64_t second[SNBEP_MAX_SOCKETS][WINDOW_N_REGS]; /* of the second function: at most these */
    /* base address of the tables of units, as two registers hold it */
    uint64_t bar[SNBEP_MAX_SOCKETS][2];
    uint64_t package[SNBEP_MAX_SOCKETS][PACKAGE_N_REGS];
    struct snbep_found found; /* the latest: drivers stay at a function for many accesses */
    struct snbep_found_place found_msrs[SNBEP_FOUND_PLACES];
    struct snbep_found_place found_in_window[SNBEP_FOUND_PLACES];
    struct cachelines cachelines;
    struct plan plan;
    struct faults faults;
    struct snbep_action actions[PLAN_ENTRIES]; /* one per entry of the plan */
    unsigned n_cpus;                           /* CPUs that peek may read; after a reset, all */
    struct snbep_cpu cpus[SNBEP_MAX_CPUS];
};

/* The variant of @config. */
static inline const struct snbep_variant *snbep_variant_of(const struct snbep_config *config)
{
    return snbep_variants[config->variant];
}

/* The number of box @index of @socket among all. */
static inline unsigned snbep_box_number(const struct snbep *m, unsigned socket, unsigned index)
{
    return socket * m->variant->n_boxes + index;
}

/* Sets the state after a hardware reset, with an empty plan. @config must come
 * from config_parse(); @config and @host are copied. */
void snbep_reset(struct snbep *m, const struct snbep_config *config, const struct sim_host *host);

/* Whether @bus is an uncore bus. All other buses belong to the rest of the
 * machine. */
bool snbep_has_bus(const struct snbep *m, unsigned bus);

/* Whether there is a function at @devfn of @bus, an uncore bus; only accesses
 * to one are traced. */
bool snbep_has_function(const struct snbep *m, unsigned bus, unsigned devfn);

/* Reads and, below, writes @size bytes (1, 2, 4 or 8) at @offset (0 to 4095) of
 * a function of @bus, which must be an uncore bus. Without a function, reads
 * return all ones and writes have no effect. */
uint64_t snbep_pci_read(struct snbep *m, const struct sim_access *access, unsigned bus,
    unsigned devfn, unsigned offset, unsigned size);
void snbep_pci_write(struct snbep *m, const struct sim_access *access, unsigned bus, unsigned devfn,
    unsigned offset, unsigned size, uint64_t value);

/* Whether sockets have a window of registers in physical memory, at
 * window_address(). */
bool snbep_has_window(const struct snbep *m);

/* Reads and, below, writes @size bytes (1, 2, 4 or 8) at @offset of @socket's
 * window. Returns false if there is no register: reads then set *@value to all
 * ones, writes have no effect, and neither is traced. */
bool snbep_window_read(struct snbep *m, const struct sim_access *access, unsigned socket,
    uint32_t offset, unsigned size, uint64_t *value);
bool snbep_window_write(struct snbep *m, const struct sim_access *access, unsigned socket,
    uint32_t offset, unsigned size, uint64_t value);

/* After reset: the TSC does not count virtual time, so PLATFORM_INFO does not
 * contain its frequency. */
void snbep_tsc_unknown(struct snbep *m);

/* Whether register number @msr exists. */
bool snbep_has_msr(const struct snbep *m, uint32_t msr);

/* Reads and, below, writes register number @msr, which snbep_has_msr() must
 * accept, from a CPU of @socket. */
uint64_t snbep_msr_read(
    struct snbep *m, const struct sim_access *access, unsigned socket, uint32_t msr);
void snbep_msr_write(struct snbep *m, const struct sim_access *access, unsigned socket,
    uint32_t msr, uint64_t value);

/*
 * Returns the value of a read of @size bytes (1 to 8) at @offset of block
 * number @block (both as in the trace) at the latest time seen, without faults.
 * Has no side effects. Returns false if the place does not exist.
 */
bool snbep_peek(
    const struct snbep *m, unsigned block, uint32_t offset, unsigned size, uint64_t *value);

/* The guest reports that step @step (0 to SIM_STEP_MAX) begins or, with @end,
 * ends. */
void snbep_step(struct snbep *m, const struct sim_access *access, unsigned step, bool end);

/* The guest's caches move line number @line between them and memory, now: the
 * latest time seen. Call while lines.on is set. */
void snbep_cacheline(struct snbep *m, uint64_t line, enum cachelines_direction direction);

/* Advances the plan and overflows to @now (ns). Accesses do this themselves. */
void snbep_advance(struct snbep *m, uint64_t now);

/* Returns when (ns) to call snbep_advance() at the latest, or SIM_NEVER. */
uint64_t snbep_deadline(const struct snbep *m);

/* Returns the static bank of block number @block (as in the trace), or NULL if
 * there is none. */
const struct reg_bank *snbep_bank(unsigned block);

extern const struct machine_model snbep_model;

#endif
