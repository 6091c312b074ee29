/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The configuration of `kunpeng` as text: the plugin's options, a scenario's, and a trace's header. */
#ifndef PMULAB_MODELS_KUNPENG_KUNPENG_CONFIG_H
#define PMULAB_MODELS_KUNPENG_KUNPENG_CONFIG_H

#include "models/sim/config.h"

#define KUNPENG_MAX_DIES     4
#define KUNPENG_MAX_CLUSTERS 8   /* of a die */
#define KUNPENG_CLUSTER      8   /* CPUs that a cluster has room for */
#define KUNPENG_MAX_CPUS     256 /* of QEMU */

struct kunpeng_config {
    unsigned cpus;       /* that there are, die by die, cluster by cluster; the last places may stay empty */
    unsigned dies;       /* each has a PMCU */
    unsigned sccl;       /* number of the first die; the others follow in steps of two: 3, 5, 7 */
    unsigned clusters;   /* of each die */
    unsigned counters;   /* event counters of each core PMU */
    unsigned hpmn;       /* MDCR_EL2.HPMN as firmware leaves it; 0: as many as there are, as after reset */
    unsigned clock_mhz;  /* of the CPUs */
    unsigned blind_ns;   /* from a round's stop to the next round's start */
    unsigned kernel_el;  /* exception level at which the kernel runs: 2 (with VHE) or 1 */
    bool copies_filter;  /* the PMCU writes event words and PMCCFILTR as they are; else with NSH set */
    bool acpi;           /* the guest knows of its hardware by ACPI's tables; else by a device tree */
    bool clusters_given; /* an option said how many: kunpeng_config_cpus() leaves them alone */
};

extern const struct kunpeng_config KUNPENG_DEFAULTS;

/* All options, which set a struct kunpeng_config. */
extern const struct config_option kunpeng_options[];

/* config_parse() with them. */
const char *kunpeng_config_option(struct kunpeng_config *config, const char *option);

/* What makes a configuration impossible as a whole (more CPUs than places), or NULL. */
const char *kunpeng_config_wrong(const struct kunpeng_config *config);

/* There are @cpus CPUs; and, unless an option said how many, as many clusters as they fill. */
void kunpeng_config_cpus(struct kunpeng_config *config, unsigned cpus);

/* config_print() with them. */
void kunpeng_config_text(const struct kunpeng_config *config, char text[CONFIG_TEXT]);

/* CPUs that a die has room for, which is what a PMCU has slots for. */
static inline unsigned kunpeng_slots(const struct kunpeng_config *config)
{
    return config->clusters * KUNPENG_CLUSTER;
}

/* The number by which Linux and the dump know die number @die. */
static inline unsigned kunpeng_sccl(const struct kunpeng_config *config, unsigned die)
{
    return config->sccl + 2 * die;
}

/* The affinity fields of @cpu's MPIDR_EL1: die in Aff2, cluster in Aff1, CPU of the cluster in Aff0. */
static inline uint64_t kunpeng_mpidr(const struct kunpeng_config *config, unsigned cpu)
{
    unsigned slot = cpu % kunpeng_slots(config);

    return (uint64_t)kunpeng_sccl(config, cpu / kunpeng_slots(config)) << 16 |
           (uint64_t)(slot / KUNPENG_CLUSTER) << 8 | slot % KUNPENG_CLUSTER;
}

#endif
