/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The proof of one step: its trace, and what is known of it so far. */
#ifndef PMULAB_HARNESS_PROOF_PROOF_H
#define PMULAB_HARNESS_PROOF_PROOF_H

#include "harness/proof/machine_proof.h"
#include "harness/proof/perf_verbose.h"

struct proof {
    const struct machine *machine;
    const struct truth *truth;
    const struct trace_record *records;
    gsize begin, end;        /* the step's marks */
    GPtrArray *claims;       /* struct claim */
    GPtrArray *measurements; /* struct measurement */
    struct verbose verbose;
    GPtrArray *rows; /* the result so far */
};

#endif
