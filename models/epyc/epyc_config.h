/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The configuration of `epyc` as text: the plugin's options, a scenario's, and
 * a trace's header. */
#ifndef PMULAB_MODELS_EPYC_EPYC_CONFIG_H
#define PMULAB_MODELS_EPYC_EPYC_CONFIG_H

#include "models/amd/uncore.h"
#include "models/cache/memory.h"
#include "models/epyc/ibs_state.h"
#include "models/sim/access_time.h"
#include "models/x86/predictor.h"

#define EPYC_MAX_CPUS    MEMORY_MAX_CPUS
#define EPYC_MAX_SOCKETS MEMORY_MAX_SOCKETS
#define EPYC_MAX_UMCS    16 /* limit of memory controllers in a socket */

enum epyc_lvt {
    EPYC_LVT_FREE,    /* as set by firmware: IBS_CTL names a masked entry */
    EPYC_LVT_INVALID, /* a fault: IBS_CTL names none */
    EPYC_LVT_BUSY,    /* a fault: the entry is in use, unmasked and with another vector */
};

/* Accesses to the hierarchy in the trace: all of a window, only of tagged ops,
 * or none. */
enum epyc_cache_log { EPYC_LOG_ALL, EPYC_LOG_TAGGED, EPYC_LOG_OFF, EPYC_N_LOGS };

struct epyc_config {
    enum ibs_variant variant;
    unsigned cpus, sockets; /* total number of CPUs; each socket's form one core complex */
    /* Memory controllers in a socket: their number, and a bit for each that is
     * in use. 0: see epyc_config_umcs(), epyc_config_umc_mask() */
    unsigned umcs, umc_mask;
    enum amd_uncore_gate umc_gate;
    bool lbr;           /* from Zen4 on: with branch records */
    bool aperf;         /* from Zen1 on: with free-running counters */
    unsigned mclk_mhz;  /* their memory clock: half the transfer rate */
    unsigned fclk_mhz;  /* clock of the data fabric */
    unsigned window;    /* ops that the model sees before a tagged one */
    unsigned fetch_ops; /* ops per fetch outside of windows */
    uint64_t seed;      /* of the counters' random bits */
    enum epyc_cache_log cache_log;
    enum ibs_stale stale;
    bool has_caps;
    uint32_t caps; /* with has_caps: CPUID Fn8000_001B EAX; registers are the variant's */
    enum epyc_lvt lvt;
    unsigned lvt_entry;          /* number in IBS_CTL */
    bool val_stuck;              /* a fault: a sample's Val stays set */
    unsigned nmi_lost;           /* a fault: every n-th interrupt of each CPU is lost; 0: none */
    struct memory_config memory; /* zeros: the variant's; see epyc_config_memory() */
    struct predictor_shape predictor;
    struct access_time access;
    bool timed;          /* instructions wait for memory */
    uint16_t lat_branch; /* core cycles of a mispredicted branch; 0: see epyc_config_branch() */
};

/* The configuration without options. */
extern const struct epyc_config EPYC_DEFAULTS;

/* All options, for a struct epyc_config; docs/hardware/epyc.md explains
 * them. */
extern const struct config_option epyc_options[];

/* Returns NULL, or a static phrase: the reason why the whole configuration is
 * invalid (sockets that do not share the CPUs evenly). */
const char *epyc_config_wrong(const struct epyc_config *config);

/* Returns the memory hierarchy of @config: its own values, and the variant's
 * for the rest. */
struct memory_config epyc_config_memory(const struct epyc_config *config);

/* Returns the core cycles that a mispredicted branch waits. */
unsigned epyc_config_branch(const struct epyc_config *config);

/* Returns the number of memory controllers in a socket, if the variant's have
 * counters, and a bit for each of them. */
unsigned epyc_config_umcs(const struct epyc_config *config);
uint32_t epyc_config_umc_mask(const struct epyc_config *config);

/* Returns whether the CPUs have branch records. */
bool epyc_config_lbr(const struct epyc_config *config);

/* Returns whether they have free-running counters. */
bool epyc_config_aperf(const struct epyc_config *config);

/* Returns CPUID Fn8000_001B EAX. */
uint32_t epyc_config_caps(const struct epyc_config *config);

#endif
