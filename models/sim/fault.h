/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Faults: hardware that does not do what it should, from a moment of the plan on. They act where every
 * machine is reached: between an access and the register it is for, and on the way out, at the host's hooks
 * for interrupts and for memory. The model behind them stays sound, so that what a fault hid can be told from
 * what the hardware had.
 *
 * A machine has one struct faults and
 *
 *     faults_reset(&m->faults);                                 in its reset
 *     if (faults_begin(&m->faults, &m->host, entry, m->now))    in front of what an entry of its plan does
 *     value = faults_read(&m->faults, &at, value);              behind a read, before it is traced
 *     if (faults_write(&m->faults, &at))                        in front of a write
 *     faults_trace(&m->faults, &m->host, &record);              behind the trace of an access
 *     faults_host(&m->faults, &m->host)                         instead of &m->host for interrupts and memory
 *     faults_advance(), faults_deadline()                       only where it has interrupts
 *
 * It is a value, as the machine is: a copy goes on as the original does.
 */
#ifndef PMULAB_SIM_FAULT_H
#define PMULAB_SIM_FAULT_H

#include "models/reg/reg.h"
#include "models/sim/host.h"

#define FAULTS_MAX     64 /* lines of a plan */
#define FAULTS_PENDING 16 /* interrupts that are late at a time */

enum fault_kind {
    FAULT_DROPS,    /* writes of the register do nothing */
    FAULT_READS,    /* it reads as @value */
    FAULT_FREEZES,  /* it goes on reading as the next read finds it */
    FAULT_FLIPS,    /* bits @value of what is read are flipped */
    FAULT_NOISE,    /* @value bits of each read are flipped, other ones each time */
    FAULT_LOST,     /* interrupts of line @line are not raised */
    FAULT_LATE,     /* they are raised @value ns later */
    FAULT_SPURIOUS, /* one is raised that nothing asked for */
    FAULT_DMA,      /* @value more bytes reach memory, and then none do; nobody is told */
    FAULT_SOUND,    /* ends every fault of the same thing */
};

/* What is at fault. */
enum fault_place { FAULT_REGISTER, FAULT_LINE, FAULT_MEMORY };

struct fault {
    enum fault_kind kind;
    enum fault_place place;
    unsigned block;        /* FAULT_REGISTER: the trace's number */
    const struct reg *reg; /* of which register, */
    bool numbered;         /* in a bank of numbered ones */
    unsigned line;         /* FAULT_LINE: as the host's hooks number it, or the CPU of an nmi */
    uint64_t value;        /* as the kind says */
    uint64_t times;        /* accesses or interrupts that it takes; 0: all */
    uint64_t seed;         /* FAULT_NOISE */

    unsigned entry;       /* of the plan, that it begins with */
    bool active;          /* it does something: faults_begin() */
    uint64_t held, known; /* FAULT_FREEZES: what it reads as, in those bits */
};

/* An interrupt on its way. */
struct fault_pending {
    uint64_t due; /* ns; SIM_NEVER: none */
    unsigned line;
    bool nmi, high;
};

struct faults {
    struct sim_host host, faulty; /* of the latest faults_host(): the outside as it is, and as it seems */
    uint64_t now;                 /* ns, as of the latest call that told it */
    unsigned n;
    bool struck;    /* the access that is being made met a fault */
    uint64_t given; /* by the hardware, to a read */
    struct fault fault[FAULTS_MAX];
    struct fault_pending pending[FAULTS_PENDING];
};

/* An access to @size bytes at @offset of the block that traces number @block. */
struct fault_access {
    unsigned block;
    uint32_t offset;
    unsigned size;
};

/* There are none. */
void faults_reset(struct faults *faults);

/* @host as the machine is to see it, until it calls this again. */
const struct sim_host *faults_host(struct faults *faults, const struct sim_host *host);

/* Adds a fault that begins with entry @fault->entry of the plan. False: there are FAULTS_MAX already. */
bool faults_add(struct faults *faults, const struct fault *fault);

/* Entry number @entry of the plan is due. Returns false where it is no fault; else that has begun, and is in
 * the trace. */
bool faults_begin(struct faults *faults, const struct sim_host *host, unsigned entry, uint64_t now);

/* What software gets of @value, which the hardware gave to a read. */
uint64_t faults_read(struct faults *faults, const struct fault_access *access, uint64_t value);

/* Whether a write reaches the hardware. */
bool faults_write(struct faults *faults, const struct fault_access *access);

/* @record, an access, is in the trace: if it met a fault, that follows. */
void faults_trace(struct faults *faults, const struct sim_host *host, const struct trace_record *record);

/* Raises late interrupts that are due at or before @now, and says when (ns) the next one is, or SIM_NEVER. */
void faults_advance(struct faults *faults, const struct sim_host *host, uint64_t now);
uint64_t faults_deadline(const struct faults *faults);

#endif
