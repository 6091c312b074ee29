/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The configuration of `kunpeng` as text: the plugin's options, a scenario's,
 * and a trace's header. */
#ifndef PMULAB_MODELS_KUNPENG_KUNPENG_CONFIG_H
#define PMULAB_MODELS_KUNPENG_KUNPENG_CONFIG_H

#include "models/sim/access_time.h"

#define KUNPENG_MAX_DIES     4
#define KUNPENG_MAX_CLUSTERS 8   /* per die */
#define KUNPENG_CLUSTER      8   /* CPUs that fit a cluster */
#define KUNPENG_MAX_CPUS     256 /* QEMU's limit */

/* The chip of the uncore PMUs. */
enum kunpeng_uncore { KUNPENG_NO_UNCORE, KUNPENG_HIP08, KUNPENG_HIP09 };

struct kunpeng_config {
    /* CPUs that exist, die by die, cluster by cluster; the last places may stay
     * empty */
    unsigned cpus;
    unsigned dies;      /* dies, each with a PMCU */
    unsigned sccl;      /* number of the first die; the others follow in steps of two: 3, 5, 7 */
    unsigned clusters;  /* per die */
    unsigned counters;  /* event counters per core PMU */
    unsigned hpmn;      /* MDCR_EL2.HPMN from firmware; 0: all counters, as after reset */
    unsigned clock_mhz; /* clock of the CPUs */
    unsigned blind_ns;  /* from the stop of a round to the next start */
    unsigned kernel_el; /* the kernel's exception level: 2 (with VHE) or 1 */
    /* the PMCU writes event words and PMCCFILTR unchanged; otherwise it sets
     * NSH */
    bool copies_filter;
    /* ACPI tables describe the hardware to the guest; otherwise a device
     * tree */
    bool acpi;
    enum kunpeng_uncore uncore;
    bool edges; /* their interrupts are edges; otherwise levels */
    struct access_time access;
    bool clusters_given; /* an option gave the number: kunpeng_config_cpus() keeps it */
};

extern const struct kunpeng_config KUNPENG_DEFAULTS;

/* All options, for a struct kunpeng_config. */
extern const struct config_option kunpeng_options[];

/* Returns NULL, or a static phrase: the reason why the whole configuration is
 * invalid (more CPUs than places). */
const char *kunpeng_config_wrong(const struct kunpeng_config *config);

/* After all options: sets the number of CPUs to @cpus and, unless an option
 * gave it, the number of clusters that they fill. */
void kunpeng_config_cpus(struct kunpeng_config *config, unsigned cpus);

/* The number of CPUs that fit a die: its PMCU's slots. */
static inline unsigned kunpeng_slots(const struct kunpeng_config *config)
{
    return config->clusters * KUNPENG_CLUSTER;
}

/* The number of die @die in Linux and in the dump. */
static inline unsigned kunpeng_sccl(const struct kunpeng_config *config, unsigned die)
{
    return config->sccl + 2 * die;
}

/* The affinity fields of @cpu's MPIDR_EL1: die in Aff2, cluster in Aff1, CPU of
 * the cluster in Aff0. */
static inline uint64_t kunpeng_mpidr(const struct kunpeng_config *config, unsigned cpu)
{
    unsigned slot = cpu % kunpeng_slots(config);

    return (uint64_t)kunpeng_sccl(config, cpu / kunpeng_slots(config)) << 16 |
           (uint64_t)(slot / KUNPENG_CLUSTER) << 8 | slot % KUNPENG_CLUSTER;
}

#endif
