/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The lists of the uncore PMUs' events. */
#include "models/kunpeng/uncore_events.h"

#include <stddef.h>
#include <strings.h>

#define CLOCK true
#define EVENT false

static const struct uncore_event ddrc[] = {
    {0x00, EVENT, "flux_wr", "writes to memory", 1 + CACHELINES_WRITTEN},
    {0x01, EVENT, "flux_rd", "reads from memory", 1 + CACHELINES_READ},
    {0x02, EVENT, "flux_wcmd", "write commands", 0},
    {0x03, EVENT, "flux_rcmd", "read commands", 0},
    {0x04, EVENT, "pre_cmd", "precharge commands", 0},
    {0x05, EVENT, "act_cmd", "activate commands", 0},
    {0x06, EVENT, "rnk_chg", "changes of rank", 0},
    {0x07, EVENT, "rw_chg", "changes between reading and writing", 0},
};

static const struct uncore_event hha[] = {
    {0x00, EVENT, "rx_ops_num", "operations received", 0},
    {0x01, EVENT, "rx_outer", "operations from another socket", 0},
    {0x02, EVENT, "rx_sccl", "operations from another die of the socket", 0},
    {0x03, EVENT, "rx_ccix", "operations by CCIX", 0},
    {0x04, EVENT, "rx_wbi", "write-backs that invalidate", 0},
    {0x05, EVENT, "rx_wbip", "such write-backs of part of a line", 0},
    {0x11, EVENT, "rx_wtistash", "write-throughs that stash", 0},
    {0x1c, EVENT, "rd_ddr_64b", "reads of 64 bytes from memory", 0},
    {0x1d, EVENT, "wr_ddr_64b", "writes of 64 bytes to memory", 0},
    {0x1e, EVENT, "rd_ddr_128b", "reads of 128 bytes from memory", 0},
    {0x1f, EVENT, "wr_ddr_128b", "writes of 128 bytes to memory", 0},
    {0x20, EVENT, "spill_num", "lines that were spilled", 0},
    {0x21, EVENT, "spill_success", "lines that were spilled and taken", 0},
    {0x23, EVENT, "bi_num", "back-invalidations", 0},
    {0x32, EVENT, "mediated_num", "operations that were mediated", 0},
    {0x33, EVENT, "tx_snp_num", "snoops sent", 0},
    {0x34, EVENT, "tx_snp_outer", "snoops sent to another socket", 0},
    {0x35, EVENT, "tx_snp_ccix", "snoops sent by CCIX", 0},
    {0x38, EVENT, "rx_snprspdata", "answers to snoops with data", 0},
    {0x3c, EVENT, "rx_snprsp_outer", "answers to snoops from another socket", 0},
    {0x40, EVENT, "sdir-lookup", "look-ups in the directory S", 0},
    {0x41, EVENT, "edir-lookup", "look-ups in the directory E", 0},
    {0x42, EVENT, "sdir-hit", "hits in the directory S", 0},
    {0x43, EVENT, "edir-hit", "hits in the directory E", 0},
    {0x4c, EVENT, "sdir-home-migrate", "homes that moved, directory S", 0},
    {0x4d, EVENT, "edir-home-migrate", "homes that moved, directory E", 0},
};

static const struct uncore_event l3c[] = {
    {0x00, EVENT, "rd_cpipe", "reads by the cluster", 0},
    {0x01, EVENT, "wr_cpipe", "writes by the cluster", 0},
    {0x02, EVENT, "rd_hit_cpipe", "hits of reads by the cluster", 0},
    {0x03, EVENT, "wr_hit_cpipe", "hits of writes by the cluster", 0},
    {0x04, EVENT, "victim_num", "lines that were evicted", 0},
    {0x20, EVENT, "rd_spipe", "reads of the cluster's lines from elsewhere", 0},
    {0x21, EVENT, "wr_spipe", "writes of the cluster's lines from elsewhere", 0},
    {0x22, EVENT, "rd_hit_spipe", "hits of such reads", 0},
    {0x23, EVENT, "wr_hit_spipe", "hits of such writes", 0},
    {0x29, EVENT, "back_invalid", "back-invalidations", 0},
    {0x40, EVENT, "retry_cpu", "retries that CPUs were asked for", 0},
    {0x41, EVENT, "retry_ring", "retries that the ring was asked for", 0},
    {0x42, EVENT, "prefetch_drop", "prefetches that were dropped", 0},
};

static const struct uncore_event ddrc2[] = {
    {0x00, CLOCK, "cycles", "cycles", 0},
    {0x83, EVENT, "flux_wr", "writes to memory", 1 + CACHELINES_WRITTEN},
    {0x84, EVENT, "flux_rd", "reads from memory", 1 + CACHELINES_READ},
};

static const struct uncore_event hha2[] = {
    {0x00, EVENT, "rx_ops_num", "operations received", 0},
    {0x01, EVENT, "rx_outer", "operations from another socket", 0},
    {0x02, EVENT, "rx_sccl", "operations from another die of the socket", 0},
    {0x2e, EVENT, "hha_retry", "retries", 0},
    {0x55, CLOCK, "cycles", "cycles", 0},
};

static const struct uncore_event l3c2[] = {
    {0x48, EVENT, "l3c_hit", "hits", 0},
    {0x7f, CLOCK, "cycles", "cycles", 0},
    {0xb8, EVENT, "l3c_ref", "references", 0},
    {0xb9, EVENT, "dat_access", "accesses to data", 0},
};

static const struct uncore_event sllc[] = {
    {0x09, CLOCK, "cycles", "cycles", 0},
    {0x30, EVENT, "rx_req", "requests received", 0},
    {0x31, EVENT, "rx_data", "data received", 0},
    {0x34, EVENT, "tx_req", "requests sent", 0},
    {0x35, EVENT, "tx_data", "data sent", 0},
};

static const struct uncore_event pa[] = {
    {0x40, EVENT, "rx_req", "requests received", 0},
    {0x5c, EVENT, "tx_req", "requests sent", 0},
    {0x78, CLOCK, "cycle", "cycles", 0},
};

static const struct uncore_event cpa[] = {
    {0x00, CLOCK, "cpa_cycles", "cycles", 0},
    {0x03, EVENT, "cpa_p1_rd_dat_64b", "64 bytes read by port 1", 0},
    {0x04, EVENT, "cpa_p1_rd_dat_32b", "32 bytes read by port 1", 0},
    {0x61, EVENT, "cpa_p1_wr_dat", "data written by port 1", 0},
    {0x62, EVENT, "cpa_p1_rd_dat", "data read by port 1", 0},
    {0x83, EVENT, "cpa_p0_rd_dat_64b", "64 bytes read by port 0", 0},
    {0x84, EVENT, "cpa_p0_rd_dat_32b", "32 bytes read by port 0", 0},
    {0xe1, EVENT, "cpa_p0_wr_dat", "data written by port 0", 0},
    {0xe2, EVENT, "cpa_p0_rd_dat", "data read by port 0", 0},
};

static const struct uncore_event uc[] = {
    {0x00, EVENT, "sq_time", "cycles with requests in the queue SQ", 0},
    {0x01, EVENT, "pq_time", "cycles with requests in the queue PQ", 0},
    {0x02, EVENT, "hbm_time", "cycles with requests to HBM", 0},
    {0x03, EVENT, "iq_comp_time_cring", "cycles until the cluster's ring answered", 0},
    {0x05, EVENT, "iq_comp_time_uring", "cycles until the uncore's ring answered", 0},
    {0x10, EVENT, "cpu_rd", "reads by CPUs", 0},
    {0x17, EVENT, "cpu_rd64", "reads of 64 bytes by CPUs", 0},
    {0x19, EVENT, "cpu_rs64", "shared reads of 64 bytes by CPUs", 0},
    {0x1c, EVENT, "cpu_mru", "unique reads by CPUs", 0},
    {0x95, CLOCK, "cycles", "cycles", 0},
    {0xb3, EVENT, "spipe_hit", "hits in the pipe S", 0},
    {0xdb, EVENT, "hpipe_hit", "hits in the pipe H", 0},
    {0xfa, EVENT, "cring_rxdat_cnt", "data received from the cluster's ring", 0},
    {0xfb, EVENT, "cring_txdat_cnt", "data sent to the cluster's ring", 0},
    {0xfc, EVENT, "uring_rxdat_cnt", "data received from the uncore's ring", 0},
    {0xfd, EVENT, "uring_txdat_cnt", "data sent to the uncore's ring", 0},
};

#define LIST(list)                                                                                 \
    const struct uncore_events uncore_##list##_events = {                                          \
        #list, list, sizeof(list) / sizeof((list)[0])}
LIST(ddrc);
LIST(hha);
LIST(l3c);
LIST(ddrc2);
LIST(hha2);
LIST(l3c2);
LIST(sllc);
LIST(pa);
LIST(cpa);
LIST(uc);

const struct uncore_event *uncore_event_coded(const struct uncore_events *events, unsigned code)
{
    for (unsigned i = 0; i < events->n; i++)
        if (events->event[i].code == code)
            return &events->event[i];
    return NULL;
}

const struct uncore_event *uncore_event_named(const struct uncore_events *events, const char *name)
{
    for (unsigned i = 0; i < events->n; i++)
        if (!strcasecmp(events->event[i].name, name))
            return &events->event[i];
    return NULL;
}
