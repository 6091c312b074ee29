/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "models/uncore/snbep_plan.h"

#include "models/sim/step.h"

#include <ctype.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define WORD 64 /* longest word, with its end */

struct time_unit {
    const char *name;
    uint64_t ns;
};

static const struct time_unit time_units[] = {{"ns", 1}, {"us", 1000}, {"ms", 1000000}, {"s", SIM_NS_PER_S}};

/* Longest delay: a guest's hour, far below where nanoseconds leave 64 bits. */
#define MAX_DELAY (3600 * SIM_NS_PER_S)

__attribute__((format(printf, 2, 3))) static bool complain(
    char wrong[SNBEP_PLAN_WRONG], const char *format, ...)
{
    va_list args;

    va_start(args, format);
    vsnprintf(wrong, SNBEP_PLAN_WRONG, format, args);
    va_end(args);
    return false;
}

void snbep_plan_begin(struct snbep_plan_text *text, struct snbep *m)
{
    text->m = m;
    text->anchor = -1;
    text->delay = 0;
    memcpy(text->check, m->imc, sizeof(text->check));
}

static const char *skip_spaces(const char *text)
{
    while (*text == ' ' || *text == '\t')
        text++;
    return text;
}

/* Cuts the first word off *@text. An overlong one comes out shortened, and so as a name that nothing has. */
static void take_word(const char **text, char word[WORD])
{
    size_t n = strcspn(*text, " \t");

    snprintf(word, WORD, "%.*s", (int)n, *text);
    *text = skip_spaces(*text + n);
}

static bool take(const char **text, const char *expected)
{
    size_t n = strlen(expected);

    if (strncmp(*text, expected, n) || ((*text)[n] && !isspace((unsigned char)(*text)[n])))
        return false;
    *text = skip_spaces(*text + n);
    return true;
}

static bool take_number(const char **text, unsigned *number)
{
    char *end;
    unsigned long value = strtoul(*text, &end, 10);

    if (!isdigit((unsigned char)**text) || value < 1 || value > 1000000 ||
        (*end && !isspace((unsigned char)*end)))
        return false;
    *number = (unsigned)value;
    *text = skip_spaces(end);
    return true;
}

static bool take_step(const char **text, unsigned *step)
{
    return take(text, "step") && take_number(text, step) && *step <= SIM_STEP_MAX;
}

static bool parse_delay(const char *text, uint64_t *delay, char *wrong)
{
    char *end;
    uint64_t number = strtoull(text, &end, 10);

    if (isdigit((unsigned char)*text))
        for (size_t i = 0; i < sizeof(time_units) / sizeof(time_units[0]); i++)
            if (!strcmp(end, time_units[i].name) && number <= MAX_DELAY / time_units[i].ns) {
                *delay = number * time_units[i].ns;
                return true;
            }
    return complain(
        wrong, "delay '%.40s': expected a whole number of ns, us, ms or s, at most an hour", text);
}

/* Finds the channel monitor called @name. */
static bool find_box(
    const struct snbep *m, const char *name, unsigned *socket, unsigned *channel, char *wrong)
{
    const struct reg_bank *bank;
    char known[16];

    for (*socket = 0; *socket < m->config.n_sockets; ++*socket)
        for (*channel = 0; *channel < SNBEP_CHANNELS; ++*channel)
            if (snbep_model.block(*socket * SNBEP_N_BLOCKS + *channel, known, sizeof(known), &bank) &&
                !strcmp(known, name))
                return true;
    return complain(wrong, "there is no '%.40s': expected imc0 to imc3%s", name,
        m->config.n_sockets > 1 ? ", or s1.imc0 to s1.imc3" : "");
}

/* Splits "imc0.PMON_CTL0" and finds both parts. */
static bool find_register(
    const struct snbep *m, const char *path, unsigned *socket, unsigned *channel, unsigned *reg, char *wrong)
{
    const char *dot = strrchr(path, '.');
    char box[WORD];
    int found;

    if (!dot)
        return complain(wrong, "'%.40s' is no register: expected one such as imc0.PMON_CTR0", path);
    snprintf(box, sizeof(box), "%.*s", (int)(dot - path), path);
    if (!find_box(m, box, socket, channel, wrong))
        return false;
    found = reg_bank_named(imc_bank(m->config.box_ctl), dot + 1);
    *reg = (unsigned)found;
    return found >= 0 || complain(wrong, "%s has no register '%.40s': `pmulab describe snbep.imc` lists them",
                             box, dot + 1);
}

static bool parse_access_anchor(
    const struct snbep *m, const char **text, enum plan_event event, struct plan_anchor *anchor, char *wrong)
{
    unsigned socket = 0, channel = 0;
    char path[WORD];

    anchor->event = event;
    if (!take_number(text, &anchor->countdown) || !take(text, "of"))
        return complain(wrong, "expected 'at %s N of BLOCK.REGISTER'", event == PLAN_READ ? "read" : "write");
    take_word(text, path);
    if (!find_register(m, path, &socket, &channel, &anchor->reg, wrong))
        return false;
    anchor->block = socket * SNBEP_N_BLOCKS + SNBEP_BLOCK_IMC0 + channel;
    if (take(text, "in"))
        return take_step(text, &anchor->step) ||
               complain(wrong, "expected 'in step N', N at most %d", SIM_STEP_MAX);
    return true;
}

static bool parse_anchor(const struct snbep *m, const char **text, struct plan_anchor *anchor, char *wrong)
{
    *anchor = (struct plan_anchor){.countdown = 1};
    if (take(text, "boot")) {
        anchor->event = PLAN_BOOT;
        return true;
    }
    if (take(text, "read"))
        return parse_access_anchor(m, text, PLAN_READ, anchor, wrong);
    if (take(text, "write"))
        return parse_access_anchor(m, text, PLAN_WRITE, anchor, wrong);
    bool end = take(text, "end");
    anchor->event = end ? PLAN_STEP_END : PLAN_STEP_BEGIN;
    return ((!end || take(text, "of")) && take_step(text, &anchor->step)) ||
           complain(wrong,
               "expected 'at boot', 'at step N', 'at end of step N' (N at most %d), 'at read N of REGISTER' "
               "or 'at write N of REGISTER'",
               SIM_STEP_MAX);
}

static bool anchor_line(struct snbep_plan_text *text, const char *rest, char *wrong)
{
    struct plan_anchor anchor;
    uint64_t delay = 0;
    int added;

    if (!parse_anchor(text->m, &rest, &anchor, wrong))
        return false;
    if (take(&rest, "+")) {
        if (!parse_delay(rest, &delay, wrong))
            return false;
    } else if (*rest)
        return complain(wrong, "'%.40s': expected the line's end or '+ DELAY'", rest);
    added = plan_add_anchor(&text->m->plan, &anchor);
    if (added < 0)
        return complain(wrong, "more than %d lines begin with 'at'", PLAN_ANCHORS);
    text->anchor = added;
    text->delay = delay;
    return true;
}

static bool add_action(struct snbep_plan_text *text, const struct snbep_action *action, char *wrong)
{
    int entry;

    if (text->anchor < 0)
        return complain(wrong, "expected 'at ...' first, which says when");
    entry = plan_add_entry(&text->m->plan, (unsigned)text->anchor, text->delay);
    if (entry < 0)
        return complain(wrong, "the plan has more than %d entries", PLAN_ENTRIES);
    text->m->actions[entry] = *action;
    return true;
}

static bool preset_line(struct snbep_plan_text *text, const char *path, const char *value, char *wrong)
{
    struct snbep_action a = {.preset = true};
    char *end;

    if (!find_register(text->m, path, &a.socket, &a.channel, &a.reg, wrong))
        return false;
    a.value = strtoull(value, &end, 0);
    if (!isdigit((unsigned char)*value) || *end)
        return complain(wrong, "value '%.40s': expected a number", value);
    const struct reg *reg = &imc_bank(text->m->config.box_ctl)->regs[a.reg];
    if (a.value & ~reg_access_mask(reg, REG_RW))
        return complain(wrong, "value '%.40s' has bits that %s does not hold", value, reg->name);
    return add_action(text, &a, wrong);
}

/* Finds "EVENT" or "EVENT.SUB", where SUB must be one sub-event and not a name for several. */
static bool find_event(const char *name, unsigned *event, unsigned *sub, char *wrong)
{
    const char *dot = strchr(name, '.');
    char stem[WORD];
    int index, umask = 1;

    snprintf(stem, sizeof(stem), "%.*s", dot ? (int)(dot - name) : WORD - 1, name);
    index = imc_event_named(stem);
    if (index < 0)
        return complain(wrong, "unknown event '%.40s': `pmulab describe snbep.imc.events` lists them", stem);
    const struct imc_event *e = &imc_events[index];
    if (!dot != !e->subs)
        return complain(wrong, "%s %s", e->name, e->subs ? "has sub-events: name one" : "has no sub-events");
    if (dot)
        umask = imc_umask_named(e, dot + 1);
    if (umask < 0)
        return complain(wrong, "%s has no sub-event '%.40s'", e->name, dot + 1);
    if (umask & (umask - 1))
        return complain(wrong, "%s is more than one sub-event: name each", name);
    *event = (unsigned)index;
    for (*sub = 0; umask >> (*sub + 1); ++*sub)
        ;
    return true;
}

static bool traffic_line(struct snbep_plan_text *text, const char *box, const char *rest, char *wrong)
{
    struct snbep_action a = {.preset = false};
    const char *why;
    char name[WORD];

    take_word(&rest, name);
    if (!find_box(text->m, box, &a.socket, &a.channel, wrong) || !find_event(name, &a.event, &a.sub, wrong))
        return false;
    why = traffic_parse_amount(rest, imc_events[a.event].bytes, &a.amount);
    if (!why)
        why = imc_traffic_set(&text->check[a.socket][a.channel], 0, a.event, a.sub, &a.amount);
    if (why)
        return complain(wrong, "%s %s '%.40s': %s", box, name, rest, why);
    return add_action(text, &a, wrong);
}

bool snbep_plan_line(struct snbep_plan_text *text, const char *line, char wrong[SNBEP_PLAN_WRONG])
{
    char bare[256], word[WORD];
    const char *rest = bare;
    size_t n = strcspn(line, "#");

    if (n >= sizeof(bare))
        return complain(wrong, "the line is longer than %zu characters", sizeof(bare) - 1);
    while (n && isspace((unsigned char)line[n - 1]))
        n--;
    snprintf(bare, sizeof(bare), "%.*s", (int)n, line);
    rest = skip_spaces(rest);
    if (!*rest)
        return true;
    if (take(&rest, "at"))
        return anchor_line(text, rest, wrong);
    take_word(&rest, word);
    if (take(&rest, "="))
        return preset_line(text, word, rest, wrong);
    return traffic_line(text, word, rest, wrong);
}
