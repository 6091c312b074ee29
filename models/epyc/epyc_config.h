/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The configuration of `epyc` as text: the plugin's options, a scenario's, and a trace's header. */
#ifndef PMULAB_MODELS_EPYC_EPYC_CONFIG_H
#define PMULAB_MODELS_EPYC_EPYC_CONFIG_H

#include "models/epyc/memory.h"
#include "models/epyc/predictor.h"
#include "models/sim/config.h"

#define EPYC_MAX_CPUS    MEMORY_MAX_CPUS
#define EPYC_MAX_SOCKETS MEMORY_MAX_SOCKETS

enum epyc_lvt {
    EPYC_LVT_FREE,    /* as firmware leaves it: IBS_CTL names an entry, which is masked */
    EPYC_LVT_INVALID, /* a fault: IBS_CTL names none */
    EPYC_LVT_BUSY,    /* a fault: the entry is in use, unmasked and with another's vector */
};

/* Which accesses to the hierarchy are in the trace: a window's, those of what is tagged, or none. */
enum epyc_cache_log { EPYC_LOG_ALL, EPYC_LOG_TAGGED, EPYC_LOG_OFF, EPYC_N_LOGS };

struct epyc_config {
    enum ibs_variant variant;
    unsigned cpus, sockets; /* CPUs in all; a socket's are one core complex */
    unsigned window;        /* ops before a tagged one that the model is shown */
    unsigned fetch_ops;     /* outside of windows, so many ops make one fetch */
    uint64_t seed;          /* of the random bits of counters */
    enum epyc_cache_log cache_log;
    bool has_caps;
    uint32_t caps; /* with has_caps: CPUID Fn8000_001B EAX; registers stay the variant's */
    enum epyc_lvt lvt;
    unsigned lvt_entry;          /* that IBS_CTL names */
    bool val_stuck;              /* a fault: once set by a sample, Val stays */
    unsigned nmi_lost;           /* a fault: so many-th interrupts are lost, each CPU's by itself; 0: none */
    struct memory_config memory; /* zeros: the variant's, see epyc_config_memory() */
    struct predictor_shape predictor;
};

/* What is so unless an option says otherwise. */
extern const struct epyc_config EPYC_DEFAULTS;

/* All options, which set a struct epyc_config; docs/hardware/epyc.md has more on them. */
extern const struct config_option epyc_options[];

/* config_parse() with them. */
const char *epyc_config_option(struct epyc_config *config, const char *option);

/* What makes a configuration impossible as a whole (sockets that don't share the CPUs evenly), or NULL. */
const char *epyc_config_wrong(const struct epyc_config *config);

/* The memory hierarchy that @config asks for: what it gives, and for the rest what the variant has. */
struct memory_config epyc_config_memory(const struct epyc_config *config);

/* CPUID Fn8000_001B EAX. */
uint32_t epyc_config_caps(const struct epyc_config *config);

/* config_print() with them; those about memory and faults stand there only where given. */
void epyc_config_text(const struct epyc_config *config, char text[CONFIG_TEXT]);

#endif
