/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Resolves the names in a plan for `snbep` (monitors, registers, events) and stores its actions. */
#include "models/snbep/snbep_plan.h"

#include <stdio.h>
#include <string.h>

static unsigned socket_of(unsigned block)
{
    return block / SNBEP_N_BLOCKS;
}

static unsigned channel_of(unsigned block)
{
    return block % SNBEP_N_BLOCKS - SNBEP_BLOCK_IMC0;
}

/* Finds the channel monitor called @name. Returns false with a complaint. */
static bool find_box(const struct snbep *m, const char *name, unsigned *block, char *wrong)
{
    const struct reg_bank *bank;
    char known[16];

    for (unsigned socket = 0; socket < m->config.n_sockets; socket++)
        for (unsigned channel = 0; channel < SNBEP_CHANNELS; channel++) {
            *block = socket * SNBEP_N_BLOCKS + SNBEP_BLOCK_IMC0 + channel;
            if (snbep_model.block(*block, known, sizeof(known), &bank) && !strcmp(known, name))
                return true;
        }
    return plan_text_complain(wrong, "there is no '%.40s': expected imc0 to imc3%s", name,
        m->config.n_sockets > 1 ? ", or s1.imc0 to s1.imc3" : "");
}

static bool find_register(void *machine, const char *block, const char *name, struct plan_text_register *reg,
    char wrong[PLAN_TEXT_WRONG])
{
    const struct snbep *m = ((struct snbep_plan_text *)machine)->m;
    const struct reg_bank *bank = imc_bank(m->config.box_ctl);
    int found;

    if (!find_box(m, block, &reg->block, wrong))
        return false;
    found = reg_bank_named(bank, name);
    if (found < 0)
        return plan_text_complain(
            wrong, "%s has no register '%.40s': `pmulab describe snbep.imc` lists them", block, name);
    reg->reg = (unsigned)found;
    reg->described = &bank->regs[found];
    reg->bank = bank;
    return true;
}

/* Finds "EVENT" or "EVENT.SUB". SUB must be a single sub-event, not a name for several. */
static bool find_sub_event(const char *name, unsigned *event, unsigned *sub, char *wrong)
{
    const char *dot = strchr(name, '.');
    char stem[PLAN_TEXT_WORD];
    int index, umask = 1;

    snprintf(stem, sizeof(stem), "%.*s", dot ? (int)(dot - name) : PLAN_TEXT_WORD - 1, name);
    index = imc_event_named(stem);
    if (index < 0)
        return plan_text_complain(
            wrong, "unknown event '%.40s': `pmulab describe snbep.imc.events` lists them", stem);
    const struct imc_event *e = &imc_events[index];
    if (!dot != !e->subs)
        return plan_text_complain(
            wrong, "%s %s", e->name, e->subs ? "has sub-events: name one" : "has no sub-events");
    if (dot)
        umask = imc_umask_named(e, dot + 1);
    if (umask < 0)
        return plan_text_complain(wrong, "%s has no sub-event '%.40s'", e->name, dot + 1);
    if (umask & (umask - 1))
        return plan_text_complain(wrong, "%s is more than one sub-event: name each", name);
    *event = (unsigned)index;
    for (*sub = 0; umask >> (*sub + 1); ++*sub)
        ;
    return true;
}

static bool find_event(void *machine, const char *block, const char *name, struct plan_text_event *event,
    char wrong[PLAN_TEXT_WRONG])
{
    const struct snbep_plan_text *text = machine;

    if (!find_box(text->m, block, &event->block, wrong) ||
        !find_sub_event(name, &event->event, &event->sub, wrong))
        return false;
    event->bytes = imc_events[event->event].bytes;
    return true;
}

static const char *fits(void *machine, const struct plan_text_action *action)
{
    struct snbep_plan_text *text = machine;
    const struct plan_text_event *e = &action->event;

    if (action->add && action->reg.reg > IMC_FIXED_CTR)
        return "expected '=': it is not a counter";
    if (action->preset)
        return NULL;
    return imc_traffic_set(
        &text->check[socket_of(e->block)][channel_of(e->block)], 0, e->event, e->sub, &action->amount);
}

static void store(void *machine, unsigned entry, const struct plan_text_action *action)
{
    struct snbep_plan_text *text = machine;
    unsigned block = action->preset ? action->reg.block : action->event.block;

    text->m->actions[entry] = (struct snbep_action){
        .socket = socket_of(block),
        .channel = channel_of(block),
        .preset = action->preset,
        .add = action->add,
        .reg = action->reg.reg,
        .value = action->value,
        .event = action->event.event,
        .sub = action->event.sub,
        .amount = action->amount,
    };
}

static const struct plan_text_ops ops = {
    .example = "imc0.PMON_CTR0",
    .find_register = find_register,
    .find_event = find_event,
    .fits = fits,
    .store = store,
};

void snbep_plan_begin(struct snbep_plan_text *text, struct snbep *m)
{
    plan_text_begin(&text->lines, &ops, text, &m->plan, &m->faults);
    text->m = m;
    memcpy(text->check, m->imc, sizeof(text->check));
}

bool snbep_plan_line(struct snbep_plan_text *text, const char *line, char wrong[PLAN_TEXT_WRONG])
{
    return plan_text_line(&text->lines, line, wrong);
}
