/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The table of the options of `kunpeng`, and its CPU numbering. */
#include "models/kunpeng/kunpeng_config.h"

/* The slides' die: number 3, 48 CPUs. Eight counters; compatibility mode uses
 * the last five. */
const struct kunpeng_config KUNPENG_DEFAULTS = {.cpus = 48,
    .dies = 1,
    .sccl = 3,
    .clusters = 6,
    .counters = 8,
    .clock_mhz = 2000,
    .blind_ns = 10000,
    .kernel_el = 2,
    .uncore = KUNPENG_HIP08};

/* The number of clusters from an option is kept, whatever the number of CPUs.
 * */
static bool parse_clusters(const struct config_option *option, void *config, const char *value)
{
    if (!config_parse_number(option, config, value))
        return false;
    ((struct kunpeng_config *)config)->clusters_given = true;
    return true;
}

const struct config_option kunpeng_options[] = {
    {
        .name = "cpus",
        .standard = "48",
        .help = "number of CPUs",
        .qemu = true,
        CONFIG_RANGE(
            struct kunpeng_config, cpus, "cpus: expected ", 1, " to ", KUNPENG_MAX_CPUS, ""),
    },
    {
        .name = "dies",
        .standard = "1",
        .help = "dies, with one PMCU each",
        CONFIG_RANGE(
            struct kunpeng_config, dies, "dies: expected ", 1, " to ", KUNPENG_MAX_DIES, ""),
    },
    {
        .name = "sccl",
        .standard = "3",
        .help = "number of the first die: hisi_pmcu_sccl3; the others follow in steps of two",
        CONFIG_RANGE(struct kunpeng_config, sccl, "sccl: expected the first die's number, ", 0,
            " to ", 63, ""),
    },
    {
        .name = "clusters",
        .otherwise = "as many as the CPUs need",
        .help = "clusters of a die, with eight places each",
        .expected = "clusters: expected 1 to 8 of each die",
        CONFIG_MEMBER(struct kunpeng_config, clusters),
        .least = 1,
        .most = KUNPENG_MAX_CLUSTERS,
        .parse = parse_clusters,
        .print = config_print_number,
    },
    {
        .name = "counters",
        .standard = "8",
        .help = "event counters of each CPU",
        CONFIG_RANGE(struct kunpeng_config, counters, "counters: expected ", 1, " to ", 31,
            " event counters of each CPU"),
    },
    {
        .name = "hpmn",
        .standard = "0",
        .help =
            "MDCR_EL2.HPMN as firmware leaves it, at most the number of counters; 0: all counters",
        CONFIG_RANGE(
            struct kunpeng_config, hpmn, "hpmn: expected ", 0, " (all counters) to ", 31, ""),
    },
    {
        .name = "clock",
        .standard = "2000",
        .help = "core clock in MHz",
        CONFIG_RANGE(
            struct kunpeng_config, clock_mhz, "clock: expected ", 100, " to ", 4000, " (MHz)"),
    },
    {
        .name = "blind",
        .standard = "10000",
        .help = "time without counting between two rounds in ns; less than 2000 is 2000",
        CONFIG_RANGE(struct kunpeng_config, blind_ns, "blind: expected ", 0, " to ", 1000000000,
            " (ns); below 2000 it is 2000"),
    },
    {
        .name = "kernel-el",
        .standard = "2",
        .help = "exception level at which the kernel runs; 2 is with VHE",
        CONFIG_RANGE(struct kunpeng_config, kernel_el, "kernel-el: expected ", 1, " or ", 2, ""),
    },
    {
        .name = "nsh",
        .standard = "added",
        .help =
            "whether the PMCU sets the NSH bit in its event filters, or copies them as they are",
        .expected = "nsh: expected added or copied",
        CONFIG_WORDS(struct kunpeng_config, copies_filter, "added", "copied"),
    },
    {
        .name = "tables",
        .standard = "devicetree",
        .help = "how the guest finds its hardware; with acpi it boots by UEFI",
        .expected = "tables: expected devicetree or acpi",
        CONFIG_WORDS(struct kunpeng_config, acpi, "devicetree", "acpi"),
    },
    {
        .name = "uncore",
        .standard = "hip08",
        .help = "chip generation of the uncore PMUs",
        .expected = "uncore: expected none, hip08 or hip09",
        CONFIG_WORDS(struct kunpeng_config, uncore, "none", "hip08", "hip09"),
    },
    {
        .name = "trigger",
        .standard = "level",
        .help = "type of the uncore PMUs' interrupts; HiSilicon's own ACPI tables declare edges",
        .expected = "trigger: expected level or edge",
        .quiet = true,
        CONFIG_WORDS(struct kunpeng_config, edges, "level", "edge"),
    },
    ACCESS_TIME_OPTION(struct kunpeng_config, access),
    {0},
};

const char *kunpeng_config_wrong(const struct kunpeng_config *config)
{
    if (config->dies * kunpeng_slots(config) > KUNPENG_MAX_CPUS)
        return "clusters: expected at most 256 CPUs' room on all dies: 32 clusters";
    if (config->cpus > config->dies * kunpeng_slots(config))
        return "cpus: expected at most 8 for each cluster of each die";
    if (config->hpmn > config->counters)
        return "hpmn: expected at most as many as there are counters";
    return NULL;
}

void kunpeng_config_cpus(struct kunpeng_config *config, unsigned cpus)
{
    unsigned filled = config->dies * KUNPENG_CLUSTER; /* by one cluster of each die */

    config->cpus = cpus;
    if (!config->clusters_given)
        config->clusters = (cpus + filled - 1) / filled;
}
