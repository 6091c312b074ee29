/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Faults: hardware that misbehaves from a given moment of the plan. They act
 * where they reach every machine: between an access and its register, and at
 * the host's hooks for interrupts and memory. The model's state stays correct,
 * so a trace has both the value that a fault returned and the hardware's.
 *
 * A machine has one struct faults and calls
 *
 *     faults_reset(&m->faults);             in its reset
 *     if (faults_begin(&m->faults, &m->host, entry, m->now))
 *                                           before it acts on a plan entry
 *     value = faults_read(&m->faults, &at, value);
 *                                           after a read, before its trace
 *     if (faults_write(&m->faults, &at))    before a write
 *     faults_trace(&m->faults, &m->host, &record);
 *                                           after the trace of an access
 *     faults_host(&m->faults, &m->host)     as &m->host, except for traces
 *     faults_advance(), faults_deadline()   only if it has interrupts
 *
 * It is a value, like the machine: a copy behaves as the original does.
 */
#ifndef PMULAB_MODELS_SIM_FAULT_H
#define PMULAB_MODELS_SIM_FAULT_H

#include "models/reg/reg.h"
#include "models/sim/host.h"

#define FAULTS_MAX     64 /* faults in a plan */
#define FAULTS_PENDING 16 /* interrupts delayed at one time */

enum fault_kind {
    FAULT_DROPS,    /* writes of the register have no effect */
    FAULT_READS,    /* reads return @value */
    FAULT_FREEZES,  /* the next read's value is frozen */
    FAULT_FLIPS,    /* the bits @value of each read are flipped */
    FAULT_HANGS,    /* the next read never ends: the host must end the machine */
    FAULT_NOISE,    /* @value bits of each read are flipped, different ones each time */
    FAULT_LOST,     /* interrupts of line @line are not raised */
    FAULT_LATE,     /* they are raised @value ns later */
    FAULT_SPURIOUS, /* one is raised without a cause */
    FAULT_DMA,      /* after @value more bytes, no bytes reach memory; no error is reported */
    FAULT_SOUND,    /* ends every fault of the same register, line or memory */
};

/* The faulty part. */
enum fault_place { FAULT_REGISTER, FAULT_LINE, FAULT_MEMORY };

struct fault {
    enum fault_kind kind;
    enum fault_place place;
    unsigned block;        /* FAULT_REGISTER: the block's number in the trace */
    const struct reg *reg; /* its register */
    bool numbered;         /* the register's bank is numbered */
    unsigned line;         /* FAULT_LINE: number at the host's irq hook, or the CPU of an NMI */
    uint64_t value;        /* depends on the kind */
    uint64_t times;        /* accesses or interrupts affected; 0: all */
    uint64_t seed;         /* FAULT_NOISE */

    unsigned entry;       /* the plan's entry that starts it */
    bool active;          /* started by faults_begin() and not over */
    uint64_t held, known; /* FAULT_FREEZES: the frozen value, and its valid bits */
};

/* A delayed interrupt. */
struct fault_pending {
    uint64_t due; /* ns; SIM_NEVER: none */
    unsigned line;
    bool nmi, high;
};

struct faults {
    /* from the latest faults_host(): the real hooks, and those for the
     * machine */
    struct sim_host host, faulty;
    uint64_t now; /* ns, the latest time passed in */
    unsigned n;
    bool struck;    /* a fault affected the current access */
    bool hung;      /* ... and the access never ends */
    uint64_t given; /* the hardware's value for the current read */
    struct fault fault[FAULTS_MAX];
    struct fault_pending pending[FAULTS_PENDING];
};

/* An access to @size bytes at @offset of block number @block (as in the trace).
 * */
struct fault_access {
    unsigned block;
    uint32_t offset;
    unsigned size;
};

/* Removes all faults. */
void faults_reset(struct faults *faults);

/* Returns @host with faults applied, for the machine to call. Owned by @faults;
 * valid until the next call. */
const struct sim_host *faults_host(struct faults *faults, const struct sim_host *host);

/* Adds a fault that starts with entry @fault->entry of the plan. Returns false
 * if there are FAULTS_MAX already. */
bool faults_add(struct faults *faults, const struct fault *fault);

/* Entry number @entry of the plan is due. Returns true if it is a fault, which
 * is then active and traced. */
bool faults_begin(struct faults *faults, const struct sim_host *host, unsigned entry, uint64_t now);

/* Returns software's value for a read for which the hardware returned
 * @value. */
uint64_t faults_change(struct faults *faults, const struct fault_access *access, uint64_t value);
static inline uint64_t faults_read(
    struct faults *faults, const struct fault_access *access, uint64_t value)
{
    return faults->n ? faults_change(faults, access, value) : value;
}

/* Returns whether a write reaches the hardware. */
bool faults_pass(struct faults *faults, const struct fault_access *access);
static inline bool faults_write(struct faults *faults, const struct fault_access *access)
{
    return !faults->n || faults_pass(faults, access);
}

/* Call after @record, an access, was traced: traces the fault that affected it,
 * if any. */
void faults_emit(
    struct faults *faults, const struct sim_host *host, const struct trace_record *record);
static inline void faults_trace(
    struct faults *faults, const struct sim_host *host, const struct trace_record *record)
{
    if (faults->struck)
        faults_emit(faults, host, record);
}

/* Raises delayed interrupts that are due at or before @now (ns). Below: when
 * (ns) the next is due, or SIM_NEVER. */
void faults_advance(struct faults *faults, const struct sim_host *host, uint64_t now);
uint64_t faults_deadline(const struct faults *faults);

#endif
