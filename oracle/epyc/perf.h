/* SPDX-License-Identifier: GPL-2.0-or-later */
/* How Linux converts a sample's registers for perf: 6.1 to 7.3,
 * arch/x86/events/amd/ibs.c. */
#ifndef PMULAB_ORACLE_EPYC_PERF_H
#define PMULAB_ORACLE_EPYC_PERF_H

#include "oracle/epyc/sample.h"

/* The fields of an op that `perf mem` prints. */
struct oracle_perf {
    uint64_t ip, address, weight, data_src;
};

/* Converts registers @regs, indexed by enum oracle_ibs_reg. @numbered: Linux
 * sets lvl_num, remote and hops (since 6.5). */
struct oracle_perf oracle_perf_op(
    const struct oracle_epyc *hardware, bool numbered, const uint64_t *regs);

/* Whether the driver's software filter (swfilt) drops a sample of an event for
 * users only, or for the kernel only. The filter takes addresses with bit 63
 * set for the kernel's. It also drops users' ops that would reveal a kernel
 * address. */
bool oracle_perf_drops(
    const struct oracle_epyc *hardware, const uint64_t *regs, bool is_op, bool users_only);

/* The registers of a raw sample, in their order, for a driver with capabilities
 * @caps. Returns their number. */
unsigned oracle_perf_raw(bool is_op, uint32_t caps, enum oracle_ibs_reg regs[ORACLE_IBS_REGS]);

/* The register with the name @name ("IbsOpRip"), of @n characters, in perf's
 * dump of raw samples; -1: none. */
int oracle_perf_named(const char *name, unsigned long n);

#endif
