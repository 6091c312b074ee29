/* SPDX-License-Identifier: GPL-2.0-or-later */
/* An event in perf's syntax: "hisi_pmcu_sccl3/nr_sample=10,sample_period_ms=4/". */
#ifndef PMULAB_GUEST_PMCU_EVENT_H
#define PMULAB_GUEST_PMCU_EVENT_H

#include <stdbool.h>
#include <stdint.h>

#define PMCU_DEVICES "/sys/bus/event_source/devices"

struct pmcu_event {
    char pmu[64];
    uint32_t type;
    int cpu;            /* the CPU on which the PMU wants its events */
    uint64_t config[3]; /* config, config1, config2 */
};

/* Parses @text; the folder @devices lists PMUs and the words they know. Returns false after a line on
 * stderr. */
bool pmcu_event_parse(struct pmcu_event *event, const char *text, const char *devices);

#endif
