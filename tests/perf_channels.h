/* SPDX-License-Identifier: GPL-2.0-or-later */
/* A guest that measured memory channels as Linux does, and perf's output. */
#ifndef PMULAB_TESTS_PERF_CHANNELS_H
#define PMULAB_TESTS_PERF_CHANNELS_H

#include "harness/machine/machines.h"
#include "harness/proof/perf_check.h"

#include "tests/linux_uncore.h"
#include "tests/tap.h"

#define READS  0x304 /* CAS_COUNT.RD */
#define WRITES 0xc04 /* CAS_COUNT.WR */

#define PLAN                                                                                       \
    "at boot\nimc0 CAS_COUNT.RD_REG 123M/s\nimc0 CAS_COUNT.WR_WMM 45M/s\nimc1 CAS_COUNT.RD_REG "   \
    "6M/s\n"                                                                                       \
    "imc2 CAS_COUNT.RD_UNDERFILL 7M/s\nimc3 CAS_COUNT.RD_REG 89/s\nimc0 RPQ_OCCUPANCY level 3\n"

#define TABLE   "\n Performance counter stats for 'system wide':\n\n"
#define ELAPSED "\n       0.215691566 seconds time elapsed\n\n"

static const struct snbep_config one = SNBEP_DEFAULTS;

/* A guest that measured, and its perf's output. */
struct world {
    struct lx lx;
    GString *text;
};
#include "tests/perf_world.h"

static inline struct world world_new(const struct snbep_config *config, const char *plan)
{
    struct world w = {lx_new(config, plan), g_string_new(NULL)};

    for (unsigned s = 0; s < config->n_sockets; s++)
        for (unsigned c = 0; c < SNBEP_CHANNELS; c++)
            lx_init(&w.lx, s, c);
    lx_step(&w.lx, 1, false);
    return w;
}

static inline void world_free(struct world *w)
{
    lx_free(&w->lx);
    g_string_free(w->text, TRUE);
}

static inline struct perf_check_run run_of(const struct world *w)
{
    return (struct perf_check_run){&snbep_machine, {&snbep_model, w->lx.planned, w->lx.oracle},
        lx_records(&w->lx), w->lx.records->len, NULL};
}

/* Measures channel 0's reads, and its clock on the fixed counter. They are
 * switched on in turn, as by perf. */
static inline void measure_two(
    struct lx *lx, struct lx_event *reads, struct lx_event *clock, uint64_t ms)
{
    *reads = (struct lx_event){.counter = 0, .control = READS};
    *clock = (struct lx_event){.counter = IMC_FIXED_CTR};
    lx_start(lx, reads);
    lx_stop(lx, reads);
    lx_start(lx, reads);
    lx_start(lx, clock);
    lx->now += ms * MS;
    lx_stop(lx, reads);
    lx_stop(lx, clock);
}

static inline double mib(uint64_t lines)
{
    return (double)lines / 16384;
}

static inline void print_two(
    GString *text, const struct lx_event *reads, const struct lx_event *clock)
{
    g_string_append_printf(text,
        TABLE
        "  %18.2f MiB  uncore_imc_0/cas_count_read/                                          \n"
        "  %18" PRIu64 "      uncore_imc_0/clockticks/  \n" ELAPSED,
        mib(reads->count), clock->count);
}

static inline guint find_last(struct lx *lx, enum trace_kind kind, unsigned offset)
{
    for (guint i = lx->records->len; i; i--)
        if (lx_record_at(lx, i - 1)->kind == kind && lx_record_at(lx, i - 1)->offset == offset)
            return i - 1;
    abort();
}

static inline uint64_t scale(uint64_t value, uint64_t enabled, uint64_t running)
{
    return running < enabled ? (uint64_t)((double)value * (double)enabled / (double)running)
                             : value;
}

static inline void start_all(struct lx *lx, struct lx_event *events, unsigned n)
{
    for (unsigned i = 0; i < n; i++)
        lx_start(lx, &events[i]);
    lx->now += 20 * MS;
    for (unsigned i = 0; i < n; i++)
        lx_stop(lx, &events[i]);
}

#endif
