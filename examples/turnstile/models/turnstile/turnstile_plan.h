/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Reads a plan for `turnstile` line by line, for the plugin's traffic file and
 * for scenarios. */
#ifndef PMULAB_MODELS_TURNSTILE_TURNSTILE_PLAN_H
#define PMULAB_MODELS_TURNSTILE_TURNSTILE_PLAN_H

#include "models/sim/plan_text.h"
#include "models/turnstile/turnstile.h"

/* Begins a plan for @m, which must be freshly reset and must outlive @text. */
void turnstile_plan_begin(struct plan_text *text, struct turnstile *m);

#endif
