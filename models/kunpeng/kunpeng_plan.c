/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Resolves the names in a plan for `kunpeng` (PMCUs, CPUs, uncore PMUs, events)
 * and stores its actions. */
#include "models/kunpeng/kunpeng_plan.h"

#include "models/kunpeng/uncore_filter.h"

#include <stdlib.h>
#include <string.h>

static unsigned n_of(const struct kunpeng *m, enum kunpeng_block_kind kind)
{
    return kind == KUNPENG_PMCU ? m->config.dies : m->config.cpus;
}

static bool find_uncore(const struct kunpeng *m, const char *name, unsigned *block)
{
    const struct reg_bank *bank;
    char known[MACHINE_BLOCK_NAME];

    for (unsigned i = 0; i < m->n_uncore; i++) {
        *block = m->uncore[i].block;
        if (kunpeng_model.block(*block, known, sizeof(known), &bank) && !strcmp(known, name))
            return true;
    }
    return false;
}

/* Finds the PMCU, CPU or uncore PMU with registers called @name. Returns false
 * with a complaint. */
static bool find_block(const struct kunpeng *m, const char *name, unsigned *block, char *wrong)
{
    const struct reg_bank *bank;
    char known[MACHINE_BLOCK_NAME];

    for (enum kunpeng_block_kind kind = KUNPENG_PMCU; kind <= KUNPENG_CPU; kind++)
        for (unsigned i = 0; i < n_of(m, kind); i++) {
            *block = kunpeng_block(kind, i);
            if (kunpeng_model.block(*block, known, sizeof(known), &bank) && !strcmp(known, name))
                return true;
        }
    if (find_uncore(m, name, block))
        return true;
    return plan_text_complain(wrong,
        "there is no '%.40s': expected a PMCU (last: pmcu%u), a CPU (cpu%u) or an uncore PMU such "
        "as ddrc0",
        name, m->config.dies - 1, m->config.cpus - 1);
}

static bool find_register(void *machine, const char *block, const char *name,
    struct plan_text_register *reg, char wrong[PLAN_TEXT_WRONG])
{
    if (!find_block(((struct kunpeng_plan_text *)machine)->m, block, &reg->block, wrong))
        return false;
    const struct reg_bank *bank = kunpeng_bank(reg->block);
    int found = reg_bank_named(bank, name);
    if (found < 0)
        return plan_text_complain(wrong,
            "%s has no register '%.40s': `pmulab describe kunpeng.%s` lists them", block, name,
            bank->name);
    reg->reg = (unsigned)found;
    reg->described = &bank->regs[found];
    reg->bank = bank;
    return true;
}

/* An event's name, or its number as 0x and up to four digits. */
static bool find_number(const char *name, unsigned *number)
{
    const struct arm_event *event = arm_event_named(name);
    size_t digits = strspn(name + 2 * !strncmp(name, "0x", 2), "0123456789abcdefABCDEF");

    if (event)
        *number = event->number;
    else if (!strncmp(name, "0x", 2) && digits >= 1 && digits <= 4 && !name[2 + digits])
        *number = (unsigned)strtoul(name, NULL, 16);
    else
        return false;
    return true;
}

/* Finds an event of the PMU at @event->block, with the attributes of its
 * traffic. */
static bool find_uncore_event(const struct uncore_box *box, const char *block, const char *name,
    struct plan_text_event *event, char wrong[PLAN_TEXT_WRONG])
{
    uint32_t word = 0;
    const char *why = uncore_word(uncore_box_type(box), name, &word);

    event->event = word;
    return !why || plan_text_complain(wrong,
                       "'%.40s' of %s: %s; `pmulab describe kunpeng.%s.events` lists them", name,
                       block, why, uncore_box_type(box)->bank->name);
}

static bool find_event(void *machine, const char *block, const char *name,
    struct plan_text_event *event, char wrong[PLAN_TEXT_WRONG])
{
    struct kunpeng *m = ((struct kunpeng_plan_text *)machine)->m;

    *event = (struct plan_text_event){.block = 0};
    if (!find_block(m, block, &event->block, wrong))
        return false;
    if (kunpeng_uncore(m, event->block))
        return find_uncore_event(kunpeng_uncore(m, event->block), block, name, event, wrong);
    if (kunpeng_block_kind(event->block) != KUNPENG_CPU)
        return plan_text_complain(wrong, "%s has no counters: expected a CPU, such as cpu0", block);
    if (find_number(name, &event->event))
        return true;
    return plan_text_complain(wrong,
        "there is no event '%.40s': expected a number such as 0x0110, or a name; `pmulab describe "
        "kunpeng.cpu.events` lists them",
        name);
}

static uint32_t hz_of(const struct kunpeng *m)
{
    return m->config.clock_mhz * 1000000u;
}

static const char *fits(void *machine, const struct plan_text_action *line)
{
    struct kunpeng_plan_text *text = machine;
    bool of_cpu = kunpeng_block_kind(line->event.block) == KUNPENG_CPU;

    if (line->memory)
        return text->m->n_ddrcs
                   ? NULL
                   : "there is no memory controller with counters: expected uncore=hip08";
    if (line->preset)
        return line->add ? "expected '='" : NULL;
    if (of_cpu && arm_event_source((uint16_t)line->event.event) != ARM_TRAFFIC)
        return "it counts the guest's work";
    if (of_cpu && line->event.event == ARM_EVENT_NULL)
        return "this event is the one that counts nothing";
    const char *wrong = flow_wrong(&line->amount, of_cpu ? hz_of(text->m) : UNCORE_HZ);
    if (wrong)
        return wrong;
    return kunpeng_traffic_of(&text->traffic,
               of_cpu ? kunpeng_block_index(line->event.block) : line->event.block,
               line->event.event)
               ? NULL
               : "more than 128 events would see traffic";
}

static void store(void *machine, unsigned entry, const struct plan_text_action *line)
{
    ((struct kunpeng_plan_text *)machine)->m->actions[entry] = (struct kunpeng_action){
        .memory = line->memory,
        .guest = line->guest,
        .block = line->preset ? line->reg.block : line->event.block,
        .preset = line->preset,
        .reg = line->reg.reg,
        .value = line->value,
        .event = line->event.event,
        .amount = line->amount,
    };
}

/* A PMCU's interrupt, an uncore PMU's, or the overflow interrupt of a CPU's
 * PMU. */
static bool find_line(void *machine, const char *block, unsigned *line, char wrong[PLAN_TEXT_WRONG])
{
    struct kunpeng *m = ((struct kunpeng_plan_text *)machine)->m;
    unsigned found = 0;

    if (!find_block(m, block, &found, wrong))
        return false;
    if (kunpeng_uncore(m, found)) {
        *line = kunpeng_uncore(m, found)->irq;
        return true;
    }
    *line = kunpeng_block_kind(found) == KUNPENG_PMCU ? KUNPENG_IRQ_PMCU(kunpeng_block_index(found))
                                                      : KUNPENG_IRQ_CPU(kunpeng_block_index(found));
    return true;
}

static const struct plan_text_ops ops = {
    .example = "pmcu0.WAIT_CNT",
    .find_register = find_register,
    .find_event = find_event,
    .fits = fits,
    .find_line = find_line,
    .writes_memory = true,
    .guest_memory = true,
    .store = store,
};

void kunpeng_plan_begin(struct kunpeng_plan_text *text, struct kunpeng *m)
{
    text->m = m;
    text->traffic.n = 0;
    plan_text_begin(&text->lines, &ops, text, &m->plan, &m->faults);
}

bool kunpeng_plan_line(
    struct kunpeng_plan_text *text, const char *line, char wrong[PLAN_TEXT_WRONG])
{
    return plan_text_line(&text->lines, line, wrong);
}
