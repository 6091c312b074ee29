/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The branch predictor of docs/hardware/epyc.md. */
#ifndef PMULAB_ORACLE_EPYC_PREDICTOR_H
#define PMULAB_ORACLE_EPYC_PREDICTOR_H

#include "oracle/epyc/insn.h"

enum { ORACLE_BHT = 16384, ORACLE_BTB = 4096, ORACLE_RAS = 64 };

struct oracle_predictor {
    unsigned bht, btb, ras;    /* entries */
    uint8_t takes[ORACLE_BHT]; /* 0 and 1: not taken, 2 and 3: taken */
    uint64_t from[ORACLE_BTB], to[ORACLE_BTB];
    uint64_t returns[ORACLE_RAS]; /* the latest is last */
    unsigned n_returns;
};

/* The predictor's state is unknown. The sizes are at most those above. */
void oracle_predictor_begin(struct oracle_predictor *p, unsigned bht, unsigned btb, unsigned ras);

/* A window begins: the oracle has not seen the calls before it. */
void oracle_predictor_window(struct oracle_predictor *p);

/* A branch at @pc, with the next instruction at @end, has gone to @next.
 * Returns whether it was mispredicted. */
bool oracle_predictor_wrong(struct oracle_predictor *p, enum oracle_branch branch, uint64_t pc,
    uint64_t end, uint64_t next);

#endif
