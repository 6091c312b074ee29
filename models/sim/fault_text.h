/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Faults as text: the rest of a plan's line after the word `fault`. docs/scenarios.md has the grammar. */
#ifndef PMULAB_SIM_FAULT_TEXT_H
#define PMULAB_SIM_FAULT_TEXT_H

#include "models/sim/plan_text.h"

/* Reads @rest into @fault; the machine of @text resolves names. Returns false with a complaint in @wrong. */
bool fault_text_parse(
    const struct plan_text *text, const char *rest, struct fault *fault, char wrong[PLAN_TEXT_WRONG]);

#endif
