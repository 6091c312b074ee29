/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Resolves the names in a plan for `snbep` (monitors, registers, events) and
 * stores its actions. */
#include "models/snbep/snbep_plan.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

/* "imc0 to imc3, pcu": a socket's boxes, kind by kind. */
static void box_names(const struct snbep_variant *v, char *text, size_t size)
{
    size_t n = 0;

    for (unsigned i = 0, last; i < v->n_boxes && n < size; i = last + 1) {
        for (last = i; last + 1 < v->n_boxes && v->boxes[last + 1].type == v->boxes[i].type; last++)
            ;
        n += (size_t)snprintf(text + n, size - n, "%s%s%s%s", n ? ", " : "", v->boxes[i].name,
            last > i ? " to " : "", last > i ? v->boxes[last].name : "");
    }
}

/* Finds the box called @name: its number among all, and its block. Returns
 * false with a complaint. */
static bool find_box(
    const struct snbep *m, const char *name, unsigned *box, unsigned *block, char *wrong)
{
    const struct reg_bank *bank;
    const struct snbep_variant *v = m->variant;
    char known[MACHINE_BLOCK_NAME], all[PLAN_TEXT_WRONG];

    for (*box = 0; *box < m->n_boxes; ++*box) {
        *block = snbep_box_block(v, *box / v->n_boxes, *box % v->n_boxes);
        if (snbep_model.block(*block, known, sizeof(known), &bank) && !strcmp(known, name))
            return true;
    }
    box_names(v, all, sizeof(all));
    return plan_text_complain(wrong, "there is no '%.40s': expected %s%s", name, all,
        m->config.n_sockets > 1 ? ", or one of socket 1: s1.imc0" : "");
}

static bool find_register(void *machine, const char *block, const char *name,
    struct plan_text_register *reg, char wrong[PLAN_TEXT_WRONG])
{
    const struct snbep *m = ((struct snbep_plan_text *)machine)->m;
    unsigned box;

    if (!find_box(m, block, &box, &reg->block, wrong))
        return false;
    const struct reg_bank *bank = box_bank(&m->boxes[box]);
    int found = reg_bank_named(bank, name);

    if (found < 0)
        return plan_text_complain(wrong,
            "%s has no register '%.40s': `pmulab describe snbep.%s` lists them", block, name,
            bank->name);
    reg->reg = (unsigned)found;
    reg->described = &bank->regs[found];
    reg->bank = bank;
    reg->counts = box_type_of(&m->boxes[box])->sums;
    return true;
}

/* Reads "nid=1,tid=2": the properties of traffic that filters of the box
 * distinguish. */
static bool find_marks(const struct box_type *type, const char *text, box_marks *marks, char *wrong)
{
    char name[PLAN_TEXT_WORD];
    unsigned value;
    int n;

    *marks = 0;
    for (; *text; text += n + (text[n] == ',')) {
        n = 0;
        if (sscanf(text, "%8[a-z]=%i%n", name, (int *)&value, &n) != 2 ||
            (text[n] && text[n] != ',') || !type->mark || !type->mark(type, name, value, marks))
            return plan_text_complain(wrong, "'%.40s': expected %s", text,
                type->marks ? type->marks : "no attributes: this box has no filter for them");
    }
    return true;
}

/* Finds "EVENT" or "EVENT.SUB". SUB must be a single sub-event, not a name for
 * several. */
static bool find_sub_event(
    const struct box_type *type, const char *name, unsigned *event, unsigned *unit, char *wrong)
{
    const char *dot = strchr(name, '.'), *bank = type->banks[IMC_SILICON]->name;
    char stem[PLAN_TEXT_WORD];
    int index, found = 0;

    snprintf(stem, sizeof(stem), "%.*s", dot ? (int)(dot - name) : PLAN_TEXT_WORD - 1, name);
    index = box_event_named(type->events, stem);
    if (index < 0)
        return plan_text_complain(wrong,
            "unknown event '%.40s': `pmulab describe snbep.%s.events` lists them", stem, bank);
    const struct box_event *e = &type->events->rows[index];
    if (!dot != !e->subs)
        return plan_text_complain(
            wrong, "%s %s", e->name, e->subs ? "has sub-events: name one" : "has no sub-events");
    if (dot && box_umask_named(e, dot + 1) < 0)
        return plan_text_complain(wrong, "%s has no sub-event '%.40s'", e->name, dot + 1);
    if (dot)
        found = box_unit_named(e, dot + 1);
    if (found < 0)
        return plan_text_complain(wrong, "%s is more than one sub-event: name each", name);
    *event = (unsigned)index;
    *unit = (unsigned)found;
    return true;
}

static bool find_event(void *machine, const char *block, const char *name,
    struct plan_text_event *event, char wrong[PLAN_TEXT_WRONG])
{
    const struct snbep_plan_text *text = machine;
    const struct box_type *type;
    char bare[PLAN_TEXT_WORD], *attributes;
    unsigned box;

    if (!find_box(text->m, block, &box, &event->block, wrong))
        return false;
    type = box_type_of(&text->m->boxes[box]);
    snprintf(bare, sizeof(bare), "%s", name);
    attributes = strchr(bare, '=');
    while (attributes && attributes > bare && *attributes != '.')
        attributes--;
    if (attributes)
        *attributes++ = '\0';
    if (!find_sub_event(type, bare, &event->event, &event->sub, wrong) ||
        !find_marks(type, attributes ? attributes : "", &event->marks, wrong))
        return false;
    event->bytes = type->events->rows[event->event].bytes;
    return true;
}

/* The number among all boxes of the box with block number @block. */
static unsigned box_of(const struct snbep *m, unsigned block)
{
    struct snbep_block b;

    snbep_block_find(block, &b);
    return snbep_box_number(m, b.socket, b.box);
}

static struct box_flow flow_of(const struct plan_text_action *action)
{
    return (struct box_flow){
        .unit = (uint8_t)action->event.sub, .marks = action->event.marks, .amount = action->amount};
}

/* Sets the traffic of the check, unless the channel's bus cannot carry it. */
static const char *fits_traffic(
    struct snbep_plan_text *text, unsigned number, unsigned event, const struct box_flow *flow)
{
    struct box *box = &text->check[number];
    const struct box_event *row = &box_type_of(box)->events->rows[event];
    uint64_t most;

    if (box_bus_carries(box, &text->signals, event, flow, &most))
        return box_traffic_set(box, &text->signals, 0, event, flow);
    snprintf(text->wrong, sizeof(text->wrong),
        "the data bus carries at most %" PRIu64 "/s%s of this event, as each takes %u cycles", most,
        row->kinds ? " of a pseudo channel" : "", row->bus);
    return text->wrong;
}

static const char *fits(void *machine, const struct plan_text_action *action)
{
    struct snbep_plan_text *text = machine;
    const struct box_flow flow = flow_of(action);

    if (action->memory)
        return NULL;
    if (action->preset) {
        const struct box *box = &text->m->boxes[box_of(text->m, action->reg.block)];
        bool is_counter = box_is_counter(box_type_of(box), action->reg.reg);

        return action->add && !is_counter ? "expected '=': it is not a counter" : NULL;
    }
    return fits_traffic(text, box_of(text->m, action->event.block), action->event.event, &flow);
}

static void store(void *machine, unsigned entry, const struct plan_text_action *action)
{
    struct snbep_plan_text *text = machine;

    text->m->actions[entry] = (struct snbep_action){
        .box = action->memory
                   ? 0
                   : box_of(text->m, action->preset ? action->reg.block : action->event.block),
        .memory = action->memory,
        .guest = action->guest,
        .preset = action->preset,
        .add = action->add,
        .reg = action->reg.reg,
        .value = action->value,
        .event = action->event.event,
        .flow = flow_of(action),
    };
}

static const struct plan_text_ops ops = {
    .example = "imc0.PMON_CTR0",
    .find_register = find_register,
    .find_event = find_event,
    .fits = fits,
    .guest_memory = true,
    .store = store,
};

void snbep_plan_begin(struct snbep_plan_text *text, struct snbep *m)
{
    plan_text_begin(&text->lines, &ops, text, &m->plan, &m->faults);
    text->m = m;
    memcpy(text->check, m->boxes, sizeof(text->check));
    memcpy(&text->signals, &m->signals, sizeof(text->signals));
}

bool snbep_plan_line(struct snbep_plan_text *text, const char *line, char wrong[PLAN_TEXT_WRONG])
{
    return plan_text_line(&text->lines, line, wrong);
}
