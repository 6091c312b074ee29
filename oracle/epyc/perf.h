/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What Linux makes of a sample's registers for perf: 6.1 to 7.3, arch/x86/events/amd/ibs.c. */
#ifndef PMULAB_ORACLE_EPYC_PERF_H
#define PMULAB_ORACLE_EPYC_PERF_H

#include "oracle/epyc/sample.h"

/* What `perf mem` prints of an op. */
struct oracle_perf {
    uint64_t ip, address, weight, data_src;
};

/* Of the registers @regs, by enum oracle_ibs_reg. @numbered: Linux gives lvl_num, remote and hops, as it does
 * since 6.5. */
struct oracle_perf oracle_perf_op(const struct oracle_epyc *hardware, bool numbered, const uint64_t *regs);

/* Whether the driver drops a sample of users alone, or of the kernel alone, as it does by itself (swfilt). It
 * tells the kernel by bit 63, and drops users' ops that give an address of the kernel away. */
bool oracle_perf_drops(const struct oracle_epyc *hardware, const uint64_t *regs, bool is_op, bool users_only);

/* The registers of a raw sample, in their order in it, as the driver's capabilities @caps have it. Returns
 * how many. */
unsigned oracle_perf_raw(bool is_op, uint32_t caps, enum oracle_ibs_reg regs[ORACLE_IBS_REGS]);

/* The register that perf's dump of raw samples calls @name ("IbsOpRip"), of @n characters; -1 for none. */
int oracle_perf_named(const char *name, unsigned long n);

#endif
