/* SPDX-License-Identifier: GPL-2.0-or-later */
/* An event in perf's syntax:
 * "hisi_pmcu_sccl3/nr_sample=10,sample_period_ms=4/",
 * "uncore_imc_0/cas_count_read/".
 */
#ifndef PMULAB_GUEST_PMU_EVENT_H
#define PMULAB_GUEST_PMU_EVENT_H

#include <stdbool.h>
#include <stdint.h>

#define PMU_DEVICES "/sys/bus/event_source/devices"

struct pmu_event {
    char pmu[64];
    uint32_t type;
    int cpu;            /* the CPU that the PMU requires; -1: none */
    uint64_t config[3]; /* config, config1, config2 */
};

/* Parses @text. The folder @devices lists PMUs, their words and their named
 * events. Returns false after a line on stderr. */
bool pmu_event_parse(struct pmu_event *event, const char *text, const char *devices);

#endif
