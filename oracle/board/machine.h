/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The oracle of `board`: the PMUs of a user's file, and the scenario's plan for
 * them. The caller reports the guest's accesses and steps with their times, in
 * order. Before each, it takes all plan entries that are due with
 * oracle_board_entry().
 */
#ifndef PMULAB_ORACLE_BOARD_MACHINE_H
#define PMULAB_ORACLE_BOARD_MACHINE_H

#include "oracle/board/pmu.h"
#include "oracle/perf/terms.h"
#include "oracle/traffic/moments.h"

enum oracle_board_kind { ORACLE_BOARD_TRAFFIC, ORACLE_BOARD_PRESET, ORACLE_BOARD_FAULT };

/* A line below an `at` line, in the order of the text. */
struct oracle_board_line {
    enum oracle_board_kind kind;
    unsigned pmu;
    uint64_t event; /* its code */
    struct oracle_amount amount;
    unsigned reg; /* PRESET */
    uint64_t value;
};

/* A scenario's file and plan. Begins as zero bytes. */
struct oracle_board_plan {
    struct oracle_board_manual manual;
    struct oracle_moments moments;
    struct oracle_board_line lines[ORACLE_MAX_ENTRIES];
};

/* Reads one line into @plan, whose manual is complete. Returns NULL, or the
 * expected text as a static phrase. */
const char *oracle_board_plan_line(struct oracle_board_plan *plan, const char *line);

struct oracle_board {
    struct oracle_board_plan plan;
    struct oracle_pmu pmus[ORACLE_PMUS];
};

/* The state after reset. @plan is copied. Free with oracle_board_free(). */
struct oracle_board *oracle_board_new(const struct oracle_board_plan *plan);
void oracle_board_free(struct oracle_board *m);

/* An entry of the plan that has taken effect. */
struct oracle_board_due {
    unsigned entry;
    uint64_t ns;
    const struct oracle_board_line *line;
    uint64_t set; /* counters of the line's PMU that it set, bit by bit */
};

/* Takes the next plan entry that is due at or before @ns. Returns false if none
 * is due. */
bool oracle_board_entry(struct oracle_board *m, uint64_t ns, struct oracle_board_due *due);

/* Step number @step begins or, with @end, ends. */
void oracle_board_step(struct oracle_board *m, uint64_t ns, unsigned step, bool end);

/* Software has read or, with @write, written @offset of PMU number @pmu:
 * entries of the plan wait for that. */
void oracle_board_accessed(
    struct oracle_board *m, uint64_t ns, unsigned pmu, uint32_t offset, bool write);

enum oracle_board_asked { ORACLE_BOARD_ASKED, ORACLE_BOARD_OTHER, ORACLE_BOARD_REFUSED };

/* Understands perf's event @name, "imx8_ddr0/read-cycles/": sets the number of
 * the PMU and the event's code. Sets @why if it is refused. */
enum oracle_board_asked oracle_board_what_is_asked(const struct oracle_board_manual *manual,
    const char *name, unsigned *pmu, uint64_t *event, char why[ORACLE_WHY]);

#endif
