/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What Linux makes of a sampled op's registers for `perf mem` and `perf c2c`. */
#ifndef PMULAB_HARNESS_PROOF_EPYC_DATA_SRC_H
#define PMULAB_HARNESS_PROOF_EPYC_DATA_SRC_H

#include "models/epyc/epyc_config.h"

#include <glib.h>

/* The registers that it reads. */
struct perf_data_op {
    guint64 data2, data3;
};

/* PERF_SAMPLE_DATA_SRC for the part that @config describes, as in Linux 6.2 to 6.12:
 * perf_ibs_parse_ld_st_data(), arch/x86/events/amd/ibs.c. */
guint64 perf_data_src(const struct epyc_config *config, const struct perf_data_op *op);

/* PERF_SAMPLE_WEIGHT, or its first part: cycles for loads that missed the L1; else 0. */
guint64 perf_data_weight(const struct epyc_config *config, const struct perf_data_op *op);

/* Whether PERF_SAMPLE_ADDR is IBS_DC_LINADDR; otherwise it is 0. */
gboolean perf_data_has_address(const struct epyc_config *config, const struct perf_data_op *op);

#endif
