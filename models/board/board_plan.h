/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Reads a plan for `board` line by line. models/sim/plan_text.h has the
 * grammar: "ddr_pmu read-cycles 3M/s", "ddr_pmu.CYCLES = 0xfffffff0". */
#ifndef PMULAB_MODELS_BOARD_BOARD_PLAN_H
#define PMULAB_MODELS_BOARD_BOARD_PLAN_H

#include "models/board/board.h"
#include "models/sim/plan_text.h"

/* Begins to read into the plan of @m, which has been reset. @text and @m must
 * not move. Lines are read with plan_text_line(). */
void board_plan_begin(struct plan_text *text, struct board *m);

#endif
