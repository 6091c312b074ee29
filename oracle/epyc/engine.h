/* SPDX-License-Identifier: GPL-2.0-or-later */
/* One CPU's control registers, and the op counter behind them: when an op must be tagged. */
#ifndef PMULAB_ORACLE_EPYC_ENGINE_H
#define PMULAB_ORACLE_EPYC_ENGINE_H

#include "oracle/epyc/sample.h"

/* A counter, as far as it is known: between @low and @high; for ops, after so many instructions. */
struct oracle_ibs_counter {
    bool known;
    uint64_t low, high, at;
};

struct oracle_cpu {
    const struct oracle_epyc *hardware;
    bool val_stuck;                 /* a fault: what a sample has set, software cannot clear */
    uint64_t regs[ORACLE_IBS_REGS]; /* what software wrote; of a sample, what is known */
    struct oracle_ibs_counter op, fetch;
    bool fetch_due; /* the latest fetch is surely the one that the counter asks for */
    bool cnt_lost;  /* a write kept Cnt of IBS_FETCH_CTL, and its value is not known */
};

/* After reset; firmware has left @ibs_ctl in IBS_CTL. */
void oracle_cpu_begin(
    struct oracle_cpu *cpu, const struct oracle_epyc *hardware, bool val_stuck, uint64_t ibs_ctl);

/* Software writes @value to @reg after @instructions. Returns false with @why if a sample should have come
 * before. */
bool oracle_cpu_write(struct oracle_cpu *cpu, enum oracle_ibs_reg reg, uint64_t value, uint64_t instructions,
    char why[ORACLE_SAMPLE_WHY]);

/* Something other than software sets @reg to @value, and it is not known after how many instructions. */
void oracle_cpu_set(struct oracle_cpu *cpu, enum oracle_ibs_reg reg, uint64_t value);

/*
 * @op, or the fetch that begins with it, has been sampled after @instructions. Fills in @sample; its control
 * register is in it. Returns false with @why if it should not have been: the engine is off, a filter is
 * against it, or, for ops, it is not the one at which the counter came to the period.
 */
bool oracle_cpu_op_sampled(struct oracle_cpu *cpu, const struct oracle_op *op, uint64_t instructions,
    struct oracle_sample *sample, char why[ORACLE_SAMPLE_WHY]);
bool oracle_cpu_fetch_sampled(struct oracle_cpu *cpu, const struct oracle_op *op,
    struct oracle_sample *sample, char why[ORACLE_SAMPLE_WHY]);

/* @op has been executed after @instructions, and has not been sampled by the op engine. Returns false with
 * @why if it should have been. */
bool oracle_cpu_op_passed(
    struct oracle_cpu *cpu, const struct oracle_op *op, uint64_t instructions, char why[ORACLE_SAMPLE_WHY]);

/* Fetches. Outside of windows @n are taken to have been completed. In a window one has begun; @surely: it was
 * completed. It has been sampled if oracle_cpu_fetch_sampled() comes next, and not if
 * oracle_cpu_fetch_passed() does, which objects only where the counter surely asked for this one. */
void oracle_cpu_fetches(struct oracle_cpu *cpu, uint64_t n);
void oracle_cpu_fetch(struct oracle_cpu *cpu, bool surely);
bool oracle_cpu_fetch_passed(struct oracle_cpu *cpu, const struct oracle_op *op, char why[ORACLE_SAMPLE_WHY]);

/* The bits of @reg that software reads as anything: running counts. */
uint64_t oracle_cpu_running(const struct oracle_cpu *cpu, enum oracle_ibs_reg reg);

#endif
