/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Resolves the names in a plan for `board` by the user's file, and stores its
 * actions. */
#include "models/board/board_plan.h"

#include "models/sim/config.h"

#include <string.h>

static const struct pmu_kind *kind_of(const struct board *m, unsigned block)
{
    return &m->config.hardware->pmus[block];
}

static bool find_block(const struct board *m, const char *name, unsigned *block, char *wrong)
{
    for (*block = 0; *block < board_pmus(m); ++*block)
        if (!strcmp(kind_of(m, *block)->bank->name, name))
            return true;
    return plan_text_complain(wrong, "there is no '%.40s': expected %s", name,
        board_pmus(m) ? kind_of(m, 0)->bank->name : "a line 'hardware FILE' before it");
}

static bool find_register(void *machine, const char *block, const char *name,
    struct plan_text_register *reg, char wrong[PLAN_TEXT_WRONG])
{
    const struct board *m = machine;

    if (!find_block(m, block, &reg->block, wrong))
        return false;
    reg->bank = kind_of(m, reg->block)->bank;
    const int found = reg_bank_named(reg->bank, name);
    if (found < 0)
        return plan_text_complain(wrong,
            "%s has no register '%.40s': expected one of its file, such as %s", block, name,
            reg->bank->regs[0].name);
    reg->reg = (unsigned)found;
    reg->described = &reg->bank->regs[found];
    reg->counts = board_model.counter(reg->described);
    return true;
}

/* An event of the list, or its code. */
static bool find_event(void *machine, const char *block, const char *name,
    struct plan_text_event *event, char wrong[PLAN_TEXT_WRONG])
{
    const struct board *m = machine;
    const struct pmu_event *listed;
    uint64_t code;

    *event = (struct plan_text_event){.block = 0};
    if (!find_block(m, block, &event->block, wrong))
        return false;
    listed = pmu_event_named(kind_of(m, event->block), name);
    if (listed)
        code = listed->code;
    else if (!config_number(name, 0, UINT32_MAX, &code))
        return plan_text_complain(wrong,
            "%s has no event '%.40s': expected one of its list, such as %s", block, name,
            kind_of(m, event->block)->events.event[0].name);
    event->event = (unsigned)code;
    return true;
}

/* Whether there is room for traffic of @event of @block beside the events of
 * the lines so far. */
static bool has_room(const struct board *m, unsigned block, uint64_t event)
{
    uint64_t events[PMU_FLOWS + 1] = {event};
    unsigned n = 1;

    for (unsigned i = 0; i < m->plan.n_entries && n <= PMU_FLOWS; i++) {
        const struct board_action *a = &m->actions[i];
        unsigned k = 0;

        if (a->preset || a->block != block || a->amount.kind == TRAFFIC_OFF)
            continue;
        while (k < n && events[k] != a->event)
            k++;
        if (k == n)
            events[n++] = a->event;
    }
    return n <= PMU_FLOWS;
}

static const char *fits(void *machine, const struct plan_text_action *line)
{
    const struct board *m = machine;
    const unsigned block = line->event.block;

    if (line->memory)
        return "the guest's own traffic has no memory controller here: expected other machines";
    if (line->preset)
        return line->add ? "expected '='" : NULL;
    const struct pmu_event *listed = pmu_event_coded(kind_of(m, block), line->event.event);
    if (listed && listed->clock)
        return "it counts the PMU's clock";
    const char *wrong = flow_wrong(&line->amount, kind_of(m, block)->hz);
    if (wrong)
        return wrong;
    return has_room(m, block, line->event.event)
               ? NULL
               : "more than 32 events of the PMU would have traffic";
}

static void store(void *machine, unsigned entry, const struct plan_text_action *line)
{
    ((struct board *)machine)->actions[entry] = (struct board_action){
        .block = line->preset ? line->reg.block : line->event.block,
        .preset = line->preset,
        .reg = line->reg.reg,
        .value = line->value,
        .event = line->event.event,
        .amount = line->amount,
    };
}

static bool find_line(void *machine, const char *block, unsigned *line, char wrong[PLAN_TEXT_WRONG])
{
    return find_block(machine, block, line, wrong);
}

static const struct plan_text_ops ops = {
    .example = "ddr_pmu.CYCLES",
    .find_register = find_register,
    .find_event = find_event,
    .fits = fits,
    .find_line = find_line,
    .store = store,
};

void board_plan_begin(struct plan_text *text, struct board *m)
{
    plan_text_begin(text, &ops, m, &m->plan, &m->faults);
}
