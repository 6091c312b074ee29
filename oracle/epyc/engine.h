/* SPDX-License-Identifier: GPL-2.0-or-later */
/* One CPU's IBS control registers and op counter: they decide when an op must
 * be tagged. */
#ifndef PMULAB_ORACLE_EPYC_ENGINE_H
#define PMULAB_ORACLE_EPYC_ENGINE_H

#include "oracle/epyc/sample.h"

/* A counter: its value is between @low and @high, if known. The value of an op
 * counter is as of instruction @at. */
struct oracle_ibs_counter {
    bool known;
    uint64_t low, high, at;
    uint64_t waited; /* the CPU's waits by then, in cycles */
};

struct oracle_cpu {
    const struct oracle_epyc *hardware;
    bool val_stuck;                 /* a fault: software cannot clear bits that a sample set */
    uint64_t regs[ORACLE_IBS_REGS]; /* as software wrote them; a sample's, if known */
    struct oracle_ibs_counter op, fetch;
    uint64_t waited; /* cycles of the CPU's waits before the current op */
    uint64_t waits;  /* the current op's */
    bool fetch_due;  /* the counter surely selects the latest fetch */
    bool cnt_lost;   /* a write kept Cnt of IBS_FETCH_CTL, whose value is unknown */
};

/* After reset, with @ibs_ctl in IBS_CTL, as firmware leaves it. */
void oracle_cpu_begin(
    struct oracle_cpu *cpu, const struct oracle_epyc *hardware, bool val_stuck, uint64_t ibs_ctl);

/* With timing=approximate: the CPU has waited @before cycles before the op of
 * the next call, and @own in it. */
void oracle_cpu_waited(struct oracle_cpu *cpu, uint64_t before, uint64_t own);

/* Software writes @value to @reg after @instructions. Returns false, with @why,
 * if a sample was due before. */
bool oracle_cpu_write(struct oracle_cpu *cpu, enum oracle_ibs_reg reg, uint64_t value,
    uint64_t instructions, char why[ORACLE_SAMPLE_WHY]);

/* Another actor than software sets @reg to @value. The instruction count at
 * that time is unknown. */
void oracle_cpu_set(struct oracle_cpu *cpu, enum oracle_ibs_reg reg, uint64_t value);

/*
 * @op, or the fetch that begins with it, has been sampled after @instructions.
 * Fills in @sample, including its control register. Returns false, with @why,
 * if no sample was due: the engine is off, a filter rejects it, or the op
 * counter had not reached the period at this op.
 */
bool oracle_cpu_op_sampled(struct oracle_cpu *cpu, const struct oracle_op *op,
    uint64_t instructions, struct oracle_sample *sample, char why[ORACLE_SAMPLE_WHY]);
bool oracle_cpu_fetch_sampled(struct oracle_cpu *cpu, const struct oracle_op *op,
    struct oracle_sample *sample, char why[ORACLE_SAMPLE_WHY]);

/* @op has been executed after @instructions. The op engine has not sampled it.
 * Returns false, with @why, if it should have. */
bool oracle_cpu_op_passed(struct oracle_cpu *cpu, const struct oracle_op *op, uint64_t instructions,
    char why[ORACLE_SAMPLE_WHY]);

/* Fetches. Outside of windows, @n fetches are assumed complete. In a window,
 * one has begun, and has completed if @surely is set. A call of
 * oracle_cpu_fetch_sampled() or oracle_cpu_fetch_passed() follows and reports
 * whether it was sampled. The latter objects only if the counter surely
 * selected this fetch. */
void oracle_cpu_fetches(struct oracle_cpu *cpu, uint64_t n);
void oracle_cpu_fetch(struct oracle_cpu *cpu, bool surely);
bool oracle_cpu_fetch_passed(
    struct oracle_cpu *cpu, const struct oracle_op *op, char why[ORACLE_SAMPLE_WHY]);

/* The running counts in @reg: software may read any value in these bits. */
uint64_t oracle_cpu_running(const struct oracle_cpu *cpu, enum oracle_ibs_reg reg);

#endif
