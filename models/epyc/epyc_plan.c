/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Resolves the register names in a plan for `epyc` and stores its actions. */
#include "models/epyc/epyc_plan.h"

#include <string.h>

static bool find_block(const struct epyc *m, const char *name, unsigned *block, char *wrong)
{
    const struct reg_bank *bank;
    char known[16];

    for (unsigned kind = 0; kind < EPYC_N_BLOCK_KINDS; kind++)
        for (unsigned cpu = 0; cpu < m->config.cpus; cpu++) {
            *block = epyc_block((enum epyc_block_kind)kind, m->config.variant, cpu);
            if (epyc_model.block(*block, known, sizeof(known), &bank) && !strcmp(known, name))
                return true;
        }
    return plan_text_complain(wrong,
        "there is no '%.40s': expected cpu0 to cpu%u, each also with .apic or .core", name,
        m->config.cpus - 1);
}

static bool find_register(void *machine, const char *block, const char *name, struct plan_text_register *reg,
    char wrong[PLAN_TEXT_WRONG])
{
    const struct epyc *m = ((struct epyc_plan_text *)machine)->m;

    if (!find_block(m, block, &reg->block, wrong))
        return false;
    const struct reg_bank *bank = epyc_bank(reg->block);
    int found = reg_bank_named(bank, name);
    if (found < 0)
        return plan_text_complain(wrong, "%s has no register '%.40s': `pmulab describe epyc.%s` lists them",
            block, name, bank->name);
    reg->reg = (unsigned)found;
    reg->described = &bank->regs[found];
    reg->bank = bank;
    return true;
}

static bool find_event(void *machine, const char *block, const char *name, struct plan_text_event *event,
    char wrong[PLAN_TEXT_WRONG])
{
    (void)machine;
    (void)event;
    return plan_text_complain(wrong,
        "'%.40s %.40s': this machine samples what the guest executes: expected 'BLOCK.REGISTER = VALUE'",
        block, name);
}

static const char *fits(void *machine, const struct plan_text_action *action)
{
    (void)machine;
    return action->add ? "expected '=': none of its registers counts by itself" : NULL;
}

static void store(void *machine, unsigned entry, const struct plan_text_action *action)
{
    struct epyc *m = ((struct epyc_plan_text *)machine)->m;

    m->actions[entry] = (struct epyc_action){
        .kind = (enum epyc_block_kind)epyc_block_kind(action->reg.block),
        .cpu = epyc_block_cpu(action->reg.block),
        .reg = action->reg.reg,
        .value = action->value,
    };
}

/* The CPU's non-maskable interrupt. */
static bool find_line(void *machine, const char *block, unsigned *line, char wrong[PLAN_TEXT_WRONG])
{
    const struct epyc *m = ((struct epyc_plan_text *)machine)->m;
    unsigned found = 0;

    if (!find_block(m, block, &found, wrong))
        return false;
    if (epyc_block_kind(found) != EPYC_IBS)
        return plan_text_complain(wrong, "%s raises no interrupt: expected a CPU, such as cpu0", block);
    *line = epyc_block_cpu(found);
    return true;
}

static const struct plan_text_ops ops = {
    .example = "cpu0.IBS_CTL",
    .find_register = find_register,
    .find_event = find_event,
    .fits = fits,
    .find_line = find_line,
    .store = store,
};

void epyc_plan_begin(struct epyc_plan_text *text, struct epyc *m)
{
    plan_text_begin(&text->lines, &ops, text, &m->plan, &m->faults);
    text->m = m;
}

bool epyc_plan_line(struct epyc_plan_text *text, const char *line, char wrong[PLAN_TEXT_WRONG])
{
    return plan_text_line(&text->lines, line, wrong);
}
