/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Resolves the names in traffic lines: one block, its registers, one event.
 * plan_text.h defines the grammar. */
#include "models/turnstile/turnstile_plan.h"

#include <string.h>

static bool is_gate(const char *block, char wrong[PLAN_TEXT_WRONG])
{
    return !strcmp(block, "gate") ||
           plan_text_complain(wrong, "there is no '%.40s': expected gate", block);
}

static bool find_register(void *machine, const char *block, const char *name,
    struct plan_text_register *reg, char wrong[PLAN_TEXT_WRONG])
{
    int found = reg_bank_named(&gate_bank, name);

    (void)machine;
    if (!is_gate(block, wrong))
        return false;
    if (found < 0)
        return plan_text_complain(
            wrong, "gate has no register '%.40s': expected CTL or COUNT", name);
    *reg = (struct plan_text_register){.block = TURNSTILE_BLOCK,
        .reg = (unsigned)found,
        .described = &gate_bank.regs[found],
        .bank = &gate_bank};
    return true;
}

static bool find_event(void *machine, const char *block, const char *name,
    struct plan_text_event *event, char wrong[PLAN_TEXT_WRONG])
{
    (void)machine;
    if (!is_gate(block, wrong))
        return false;
    if (strcmp(name, "PASS"))
        return plan_text_complain(wrong, "unknown event '%.40s': expected PASS", name);
    *event = (struct plan_text_event){.block = TURNSTILE_BLOCK};
    return true;
}

static const char *fits(void *machine, const struct plan_text_action *action)
{
    const struct turnstile *m = machine;

    if (action->add)
        return "expected '=', as it is no counter";
    return action->preset ? NULL : flow_wrong(&action->amount, m->config.clock_hz);
}

static void store(void *machine, unsigned entry, const struct plan_text_action *action)
{
    struct turnstile *m = machine;

    m->actions[entry] = (struct turnstile_action){.preset = action->preset,
        .reg = action->reg.reg,
        .value = action->value,
        .amount = action->amount};
}

static const struct plan_text_ops ops = {
    .example = "gate.COUNT",
    .find_register = find_register,
    .find_event = find_event,
    .fits = fits,
    .store = store,
};

void turnstile_plan_begin(struct plan_text *text, struct turnstile *m)
{
    plan_text_begin(text, &ops, m, &m->plan, &m->faults);
}
