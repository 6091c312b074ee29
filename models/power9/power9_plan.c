/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Resolves the names in a plan for a machine of POWER (units, registers, words
 * of memory) and stores its actions. */
#include "models/power9/power9_plan.h"

#include "models/power9/power9_blocks.h"

#include <stdio.h>
#include <string.h>

enum { WHERE_BYTES = 80 };

/* ---- names ---- */

static unsigned n_of(const struct p9 *m, enum p9_block_kind kind)
{
    switch (kind) {
    case P9_CHIP_MEMORY:
        return m->config.sockets;
    case P9_CORE:
        return p9_n_cores(&m->config);
    default:
        return m->config.cpus;
    }
}

/* Finds the chip, core or CPU with registers called @name. Returns false with a
 * complaint. */
static bool find_block(const struct p9 *m, const char *name, unsigned *block, char *wrong)
{
    const struct reg_bank *bank;
    char known[MACHINE_BLOCK_NAME];

    for (enum p9_block_kind kind = P9_CHIP_MEMORY; kind <= P9_CPU; kind++)
        for (unsigned i = 0; i < n_of(m, kind); i++) {
            *block = p9_block(kind, i);
            if (p9_block_name(m->config.generation, *block, known, sizeof(known), &bank) &&
                !strcmp(known, name))
                return true;
        }
    plan_text_complain(wrong,
        "there is no '%.40s': expected a chip (last: chip%u), core (core%u) or CPU (cpu%u)", name,
        m->config.sockets - 1, p9_n_cores(&m->config) - 1, m->config.cpus - 1);
    return false;
}

/* A word of counter memory, from the catalogue. */
struct word {
    unsigned block;
    const struct p9_pmu *pmu;
    const struct p9_pmu_event *event;
};

/* Describes where the names of the catalogue's PMU @pmu are listed; "" for the
 * list of all PMUs. */
static const char *where_listed(const struct p9 *m, const char *pmu, char text[WHERE_BYTES])
{
    if (m->catalogue)
        return "the catalogue in its flash lists them";
    snprintf(text, WHERE_BYTES, "`pmulab describe %s%s%s%s` lists them",
        m->config.generation->machine, *pmu ? "." : "", pmu, *pmu ? ".events" : "");
    return text;
}

/* Finds the nest PMU after the dot of "chip0.mcs01". */
static bool find_nest(const struct p9 *m, const char *path, struct word *word, char *wrong)
{
    const char *dot = strchr(path, '.');
    char chip[MACHINE_BLOCK_NAME], where[WHERE_BYTES];

    snprintf(chip, sizeof(chip), "%.*s", (int)(dot - path), path);
    if (!find_block(m, chip, &word->block, wrong))
        return false;
    if (p9_block_kind(word->block) != P9_CHIP_MEMORY) {
        plan_text_complain(
            wrong, "%s has no units: expected one of a chip, such as chip0.mcs01", chip);
        return false;
    }
    word->pmu = p9_catalogue_pmu(p9_catalogue(m), dot + 1);
    if (!word->pmu || word->pmu->type != P9_PMU_NEST) {
        plan_text_complain(
            wrong, "%s has no unit '%.40s': %s", chip, dot + 1, where_listed(m, "", where));
        return false;
    }
    return true;
}

static bool find_first(
    const struct p9 *m, const char *path, enum p9_pmu_type type, struct word *word, char *wrong)
{
    word->pmu = p9_catalogue_first(p9_catalogue(m), type);
    if (!word->pmu)
        plan_text_complain(wrong, "the catalogue has no PMU for %s", path);
    return word->pmu != NULL;
}

/* Finds something that counts: a unit of a chip, a core, a CPU. */
static bool find_counting(const struct p9 *m, const char *path, struct word *word, char *wrong)
{
    if (strchr(path, '.'))
        return find_nest(m, path, word, wrong);
    if (!find_block(m, path, &word->block, wrong))
        return false;
    switch (p9_block_kind(word->block)) {
    case P9_CORE:
        word->block = p9_block(P9_CORE_MEMORY, p9_block_index(word->block));
        return find_first(m, path, P9_PMU_CORE, word, wrong);
    case P9_CPU:
        word->block = p9_block(P9_THREAD_MEMORY, p9_block_index(word->block));
        return find_first(m, path, P9_PMU_THREAD, word, wrong);
    default:
        plan_text_complain(wrong, "a chip's units count: expected one, such as %s.mcs01", path);
        return false;
    }
}

static bool find_word(
    const struct p9 *m, const char *path, const char *name, struct word *word, char *wrong)
{
    char where[WHERE_BYTES];

    if (!find_counting(m, path, word, wrong))
        return false;
    word->event = p9_catalogue_event(p9_catalogue(m), word->pmu, name);
    if (!word->event) {
        plan_text_complain(wrong, "%s has no event '%.60s': %s", path, name,
            where_listed(m, word->pmu->name, where));
        return false;
    }
    return true;
}

/* ---- names in lines ---- */

/* The plan identifies registers of numbered banks by index, memory by byte. */
static bool find_register(void *machine, const char *path, const char *name,
    struct plan_text_register *reg, char wrong[PLAN_TEXT_WRONG])
{
    const struct p9 *m = ((struct p9_plan_text *)machine)->m;
    struct word word;

    if (!strchr(path, '.')) {
        if (!find_block(m, path, &reg->block, wrong))
            return false;
        const struct reg_bank *bank = p9_bank(m->config.generation, reg->block);
        int found = reg_bank_named(bank, name);
        if (found >= 0) {
            reg->reg = reg_bank_numbered(bank) ? (unsigned)found : bank->regs[found].offset;
            reg->described = &bank->regs[found];
            reg->bank = reg_bank_numbered(bank) ? bank : NULL;
            return true;
        }
        if (p9_block_kind(reg->block) == P9_CHIP_MEMORY)
            return plan_text_complain(wrong,
                "%s has no register '%.40s': `pmulab describe %s.chip` lists them", path, name,
                m->config.generation->machine);
    }
    if (!find_word(m, path, name, &word, wrong))
        return false;
    *reg = (struct plan_text_register){
        word.block, p9_event_offset(word.pmu, word.event), NULL, NULL, false};
    return true;
}

/* Bytes that one event moves, according to its name; 0 if the name has none. */
static unsigned bytes_of(const char *event)
{
    const char *end = strrchr(event, '_');

    if (end && !strcmp(end, "_BYTES"))
        return 1;
    if (!strncmp(event, "32B_", 4))
        return 32;
    return !strncmp(event, "64B_", 4) ? 64 : !strncmp(event, "128B_", 5) ? 128 : 0;
}

/* Event and sub-event are the numbers of the PMU in the catalogue and of the
 * event in the PMU. */
static bool find_event(void *machine, const char *path, const char *name,
    struct plan_text_event *event, char wrong[PLAN_TEXT_WRONG])
{
    const struct p9 *m = ((struct p9_plan_text *)machine)->m;
    const struct p9_catalogue *catalogue = p9_catalogue(m);
    struct word word;

    if (!find_word(m, path, name, &word, wrong))
        return false;
    *event = (struct plan_text_event){
        .block = word.block,
        .event = (unsigned)(word.pmu - catalogue->pmus),
        .sub = (unsigned)(word.event - catalogue->events),
        .bytes = bytes_of(word.event->name),
    };
    return true;
}

/* ---- actions of lines ---- */

static struct p9_action traffic_action(const struct p9 *m, const struct plan_text_action *line)
{
    const struct p9_pmu *pmu = &p9_catalogue(m)->pmus[line->event.event];
    const struct p9_pmu_event *event = &p9_catalogue(m)->events[line->event.sub];
    struct p9_action action = {
        .block = line->event.block,
        .offset = p9_event_offset(pmu, event),
        .scale = p9_event_scale(pmu, event),
        .amount = line->amount,
    };

    if (pmu->type == P9_PMU_NEST)
        action.units = m->config.generation->units(pmu->name, &action.exactly);
    return action;
}

static bool is_counter_memory(unsigned block)
{
    return p9_block_kind(block) == P9_CORE_MEMORY || p9_block_kind(block) == P9_THREAD_MEMORY;
}

/* The scale matters only for traffic of cores and threads. */
static struct p9_action preset_action(const struct p9 *m, const struct plan_text_action *line)
{
    const struct reg_bank *bank = p9_bank(m->config.generation, line->reg.block);
    bool numbered = bank && reg_bank_numbered(bank);

    return (struct p9_action){
        .block = line->reg.block,
        .preset = true,
        .offset = numbered ? bank->regs[line->reg.reg].offset : line->reg.reg,
        .scale = m->config.generation->slots->scale,
        .value = line->value,
    };
}

static struct p9_action action_of(const struct p9 *m, const struct plan_text_action *line)
{
    return line->preset ? preset_action(m, line) : traffic_action(m, line);
}

static const char *fits(void *machine, const struct plan_text_action *line)
{
    struct p9_plan_text *text = machine;
    struct p9_action a = action_of(text->m, line);
    bool executed =
        is_counter_memory(a.block) && slots_at(text->m->config.generation->slots, a.offset) >= 0;
    const char *wrong = a.preset ? NULL : p9_traffic_wrong(&a.amount);

    if (wrong)
        return wrong;
    if (line->add)
        return "expected '='";
    if (!a.preset && executed)
        return "it counts the guest's work";
    if (!a.preset && p9_block_kind(a.block) == P9_CHIP_MEMORY &&
        nest_update_count(text->m->config.generation, a.offset))
        return "in the catalogue it lies on the microcode's count of postings";
    /* These words will need an entry; see p9_traffic_word(). */
    if ((!a.preset || (is_counter_memory(a.block) && !executed)) &&
        !p9_traffic_word(&text->words, &(struct p9_traffic){.block = a.block,
                                           .offset = a.offset,
                                           .scale = a.scale,
                                           .units = a.units,
                                           .exactly = a.exactly}))
        return "more than 128 events would see traffic";
    return NULL;
}

static void store(void *machine, unsigned entry, const struct plan_text_action *line)
{
    struct p9 *m = ((struct p9_plan_text *)machine)->m;

    m->actions[entry] = action_of(m, line);
}

static const struct plan_text_ops ops = {
    .example = "chip0.COMMAND",
    .find_register = find_register,
    .find_event = find_event,
    .fits = fits,
    .writes_memory = true,
    .store = store,
};

void p9_plan_begin(struct p9_plan_text *text, struct p9 *m)
{
    text->m = m;
    text->words.n = 0;
    plan_text_begin(&text->lines, &ops, text, &m->plan, &m->faults);
}

/* The model does not see stores to memory, so a plan can wait only for reads of
 * it. */
static bool is_unseen(const struct p9 *m, const struct plan_anchor *anchor)
{
    const struct reg_bank *bank = p9_bank(m->config.generation, anchor->block);

    return anchor->event == PLAN_WRITE && (!bank || !reg_bank_numbered(bank));
}

static bool action_line(struct p9_plan_text *text, const char *line, char wrong[PLAN_TEXT_WRONG])
{
    struct plan *plan = text->lines.plan;
    struct plan_text before = text->lines;
    unsigned n = plan->n_anchors;

    if (!plan_text_line(&text->lines, line, wrong))
        return false;
    if (plan->n_anchors == n || !is_unseen(text->m, &plan->anchors[n]))
        return true;
    plan->n_anchors = n;
    text->lines = before;
    return plan_text_complain(wrong,
        "stores to memory are not seen: expected 'at read ...', or a register of a core or a CPU");
}

/* Returns the rest of @line after its first word @first, or NULL if it begins
 * with another word. */
static const char *behind(const char *line, const char *first)
{
    size_t n = strlen(first);

    line += strspn(line, " \t");
    return !strncmp(line, first, n) && (line[n] == ' ' || line[n] == '\t') ? line + n : NULL;
}

static bool catalogue_line(struct p9_plan_text *text, const char *line, char wrong[PLAN_TEXT_WRONG])
{
    char why[P9_CATALOGUE_WRONG];

    if (text->lines.plan->n_anchors)
        return plan_text_complain(
            wrong, "the catalogue continues: expected all of it before the first 'at'");
    if (!text->m->catalogue)
        p9_catalogue_begin(&text->catalogue);
    text->m->catalogue = &text->catalogue;
    return p9_catalogue_line(&text->catalogue, line, why) ||
           plan_text_complain(wrong, "catalogue: %s", why);
}

bool p9_plan_line(struct p9_plan_text *text, const char *line, char wrong[PLAN_TEXT_WRONG])
{
    const char *of_catalogue = behind(line, "catalogue");

    if (of_catalogue)
        return catalogue_line(text, of_catalogue, wrong);
    return action_line(text, line, wrong);
}
