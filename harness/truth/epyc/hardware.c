/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The configuration in the oracle's terms. */
#include "harness/truth/epyc/replay.h"

struct oracle_epyc truth_hardware_epyc(const struct epyc_config *config)
{
    struct oracle_epyc hardware = {.part = (enum oracle_part)config->variant,
        .logged = config->cache_log != EPYC_LOG_OFF,
        .predicts = config->cache_log == EPYC_LOG_ALL,
        .branch = config->lat_branch,
        .timed = config->timed};

    hardware.caps = config->has_caps ? config->caps : oracle_parts[hardware.part].caps;
    for (unsigned i = 0; i < ORACLE_LEVELS; i++)
        hardware.cycles[i] = config->memory.cycles[i];
    for (unsigned i = 0; i < ORACLE_TLBS; i++)
        hardware.refill[i] = config->memory.refill[i];
    return hardware;
}

static struct oracle_x86_waits waits_of(const struct epyc_config *config)
{
    const struct oracle_epyc hardware = truth_hardware_epyc(config);

    if (!config->timed)
        return (struct oracle_x86_waits){.l1 = 0};
    return (struct oracle_x86_waits){.l1 = oracle_latency(&hardware, ORACLE_L1),
        .l2 = oracle_latency(&hardware, ORACLE_L2),
        .l3 = oracle_latency(&hardware, ORACLE_L3),
        .peer = oracle_latency(&hardware, ORACLE_PEER),
        .remote = oracle_latency(&hardware, ORACLE_REMOTE),
        .dram = oracle_latency(&hardware, ORACLE_DRAM),
        .device = oracle_latency(&hardware, ORACLE_DEVICE),
        .tlb2 = oracle_refill(&hardware, ORACLE_TLB_L2),
        .walk = oracle_refill(&hardware, ORACLE_TLB_WALK),
        .branch = oracle_branch_cycles(&hardware)};
}

struct oracle_x86_pmu truth_core_epyc(const struct epyc_config *config)
{
    static const enum oracle_x86_part parts[IBS_N_VARIANTS] = {
        [IBS_FAM10H] = ORACLE_X86_10H,
        [IBS_ZEN1] = ORACLE_X86_ZEN1,
        [IBS_ZEN2] = ORACLE_X86_ZEN2,
        [IBS_ZEN3] = ORACLE_X86_ZEN2,
        [IBS_ZEN4] = ORACLE_X86_ZEN4,
        [IBS_ZEN5] = ORACLE_X86_ZEN5,
        [IBS_ZEN6] = ORACLE_X86_ZEN5,
    };
    enum oracle_x86_part part = parts[config->variant];

    return (struct oracle_x86_pmu){.part = part,
        .version = part >= ORACLE_X86_ZEN4 ? 2 : part != ORACLE_X86_10H,
        .general = part == ORACLE_X86_10H ? 4 : 6,
        .free_running = config->aperf && part != ORACLE_X86_10H,
        .waits = waits_of(config)};
}
