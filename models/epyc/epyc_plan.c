/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Resolves the register names in a plan for `epyc` and stores its actions. */
#include "models/epyc/epyc_plan.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

/* Whether @block exists in the configuration. */
static bool exists(const struct epyc *m, unsigned block)
{
    struct epyc_uncore_place place;
    enum amd_uncore_kind uncore;
    unsigned slots;

    if (epyc_uncore_kind(block, &uncore, &slots))
        return epyc_uncore_place(&m->config, block, &place);
    return epyc_block_cpu(block) < m->config.cpus;
}

static bool find_block(const struct epyc *m, const char *name, unsigned *block, char *wrong)
{
    enum { NUMBERS = EPYC_MAX_CPUS };
    const struct reg_bank *bank;
    char known[MACHINE_BLOCK_NAME];

    for (unsigned kind = 0; kind < EPYC_N_BLOCK_KINDS; kind++)
        for (unsigned n = 0; n < NUMBERS; n++) {
            *block = epyc_block((enum epyc_block_kind)kind, m->config.variant, n);
            if (exists(m, *block) && epyc_model.block(*block, known, sizeof(known), &bank) &&
                !strcmp(known, name))
                return true;
        }
    return plan_text_complain(wrong,
        "there is no '%.40s': expected cpu0 to cpu%u, each also with .apic or .core%s%s", name,
        m->config.cpus - 1, epyc_uncore_blocks(&m->config, EPYC_UMC) ? ", umc0 and so on" : "",
        epyc_uncore_blocks(&m->config, EPYC_L3) ? ", l3 or df" : "");
}

static bool find_register(void *machine, const char *block, const char *name,
    struct plan_text_register *reg, char wrong[PLAN_TEXT_WRONG])
{
    const struct epyc *m = ((struct epyc_plan_text *)machine)->m;

    if (!find_block(m, block, &reg->block, wrong))
        return false;
    const struct reg_bank *bank = epyc_bank(reg->block);
    int found = reg_bank_named(bank, name);
    if (found < 0)
        return plan_text_complain(wrong,
            "%s has no register '%.40s': `pmulab describe epyc.%s` lists them", block, name,
            bank->name);
    reg->reg = (unsigned)found;
    reg->described = &bank->regs[found];
    reg->bank = bank;
    return true;
}

static bool find_event(void *machine, const char *block, const char *name,
    struct plan_text_event *event, char wrong[PLAN_TEXT_WRONG])
{
    const struct epyc *m = ((struct epyc_plan_text *)machine)->m;
    struct epyc_uncore_place place;
    int found;

    if (!find_block(m, block, &event->block, wrong))
        return false;
    if (!epyc_uncore_place(&m->config, event->block, &place))
        return plan_text_complain(wrong,
            "'%.40s %.40s': a CPU executes the guest's code: expected 'BLOCK.REGISTER = VALUE'",
            block, name);
    const enum amd_uncore_kind kind = m->uncore.boxes[place.socket][place.slot].kind;
    found = amd_uncore_event_named(kind, name);
    if (found < 0)
        return plan_text_complain(wrong,
            "unknown event '%.40s': `pmulab describe epyc.%s.events` lists them; of several "
            "sub-events, name "
            "one",
            name, amd_uncore_kinds[kind].bank->name);
    event->event = (unsigned)found;
    event->bytes = amd_uncore_kinds[kind].events[found].bytes;
    return true;
}

/* Whether the block can have traffic of one more stream. Counts it. */
static bool has_room(bool seen[AMD_UNCORE_MAX_EVENTS], unsigned event)
{
    unsigned n = 0;

    seen[event] = true;
    for (unsigned i = 0; i < AMD_UNCORE_MAX_EVENTS; i++)
        n += seen[i];
    return n <= AMD_UNCORE_MAX_STREAMS;
}

/* Whether the data bus of @box carries @amount of @event beside the traffic of
 * @rates. Sets the rate, or returns the complaint. */
static const char *fits_bus(struct epyc_plan_text *text, const struct amd_uncore_box *box,
    unsigned event, const struct traffic_amount *amount, uint64_t rates[AMD_UNCORE_MAX_EVENTS])
{
    const struct amd_uncore_kind_traits *kind = &amd_uncore_kinds[box->kind];
    const unsigned bus = kind->events[event].bus;
    uint64_t sum = 0;

    rates[event] = traffic_per_second(amount, box->hz);
    for (unsigned i = 0; i < *kind->n_events; i++)
        if (kind->events[i].code == kind->events[event].code)
            sum += rates[i];
    if (!bus || sum <= box->hz / bus)
        return NULL;
    snprintf(text->wrong, sizeof(text->wrong),
        "the data bus carries at most %" PRIu32 "/s of this event, as each takes %u cycles",
        box->hz / bus, bus);
    return text->wrong;
}

static const char *fits(void *machine, const struct plan_text_action *action)
{
    struct epyc_plan_text *text = machine;
    struct epyc_uncore_place place;
    const char *wrong;

    if (action->memory)
        return epyc_uncore_blocks(&text->m->config, EPYC_UMC)
                   ? NULL
                   : "these CPUs' memory controllers have no counters: expected variant zen4 or "
                     "later";
    if (action->preset)
        return action->add && !epyc_model.counter(action->reg.described)
                   ? "expected '=': it is not a counter"
                   : NULL;
    if (!epyc_uncore_place(&text->m->config, action->event.block, &place))
        return "there is no such block";
    wrong = amd_uncore_traffic_check(
        epyc_uncore_box(&text->m->uncore, &place), action->event.event, &action->amount);
    if (!wrong && !has_room(text->seen[place.socket][place.slot], action->event.event))
        wrong = "expected fewer events of one block";
    if (!wrong)
        wrong = fits_bus(text, epyc_uncore_box(&text->m->uncore, &place), action->event.event,
            &action->amount, text->rate[place.socket][place.slot]);
    return wrong;
}

static void store(void *machine, unsigned entry, const struct plan_text_action *action)
{
    struct epyc *m = ((struct epyc_plan_text *)machine)->m;

    m->actions[entry] = (struct epyc_action){
        .block = action->preset ? action->reg.block : action->event.block,
        .memory = action->memory,
        .guest = action->guest,
        .traffic = !action->preset,
        .add = action->add,
        .reg = action->reg.reg,
        .value = action->value,
        .event = action->event.event,
        .amount = action->amount,
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
        return plan_text_complain(
            wrong, "%s raises no interrupt: expected a CPU, such as cpu0", block);
    *line = epyc_block_cpu(found);
    return true;
}

static const struct plan_text_ops ops = {
    .example = "cpu0.IBS_CTL",
    .find_register = find_register,
    .find_event = find_event,
    .fits = fits,
    .find_line = find_line,
    .guest_memory = true,
    .store = store,
};

void epyc_plan_begin(struct epyc_plan_text *text, struct epyc *m)
{
    plan_text_begin(&text->lines, &ops, text, &m->plan, &m->faults);
    text->m = m;
    memset(text->seen, 0, sizeof(text->seen));
    memset(text->rate, 0, sizeof(text->rate));
}

bool epyc_plan_line(struct epyc_plan_text *text, const char *line, char wrong[PLAN_TEXT_WRONG])
{
    return plan_text_line(&text->lines, line, wrong);
}
