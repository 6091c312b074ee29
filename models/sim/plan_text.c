/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "models/sim/plan_text.h"

#include "models/sim/step.h"

#include <ctype.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct time_unit {
    const char *name;
    uint64_t ns;
};

static const struct time_unit time_units[] = {{"ns", 1}, {"us", 1000}, {"ms", 1000000}, {"s", SIM_NS_PER_S}};

/* Longest delay: a guest's hour, far below where nanoseconds leave 64 bits. */
#define MAX_DELAY (3600 * SIM_NS_PER_S)

bool plan_text_complain(char wrong[PLAN_TEXT_WRONG], const char *format, ...)
{
    va_list args;

    va_start(args, format);
    vsnprintf(wrong, PLAN_TEXT_WRONG, format, args);
    va_end(args);
    return false;
}

void plan_text_begin(
    struct plan_text *text, const struct plan_text_ops *ops, void *machine, struct plan *plan)
{
    *text = (struct plan_text){.ops = ops, .machine = machine, .plan = plan, .anchor = -1};
}

static const char *skip_spaces(const char *text)
{
    while (*text == ' ' || *text == '\t')
        text++;
    return text;
}

/* Cuts the first word off *@text. An overlong one comes out shortened, and so as a name that nothing has. */
static void take_word(const char **text, char word[PLAN_TEXT_WORD])
{
    size_t n = strcspn(*text, " \t");

    snprintf(word, PLAN_TEXT_WORD, "%.*s", (int)n, *text);
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
    return plan_text_complain(
        wrong, "delay '%.40s': expected a whole number of ns, us, ms or s, at most an hour", text);
}

/* Splits "chip0.COMMAND" at its last dot and has the machine find it. */
static bool find_register(
    const struct plan_text *text, const char *path, struct plan_text_register *reg, char *wrong)
{
    const char *dot = strrchr(path, '.');
    char block[PLAN_TEXT_WORD];

    if (!dot)
        return plan_text_complain(
            wrong, "'%.40s' is no register: expected one such as %s", path, text->ops->example);
    snprintf(block, sizeof(block), "%.*s", (int)(dot - path), path);
    return text->ops->find_register(text->machine, block, dot + 1, reg, wrong);
}

static bool parse_access_anchor(const struct plan_text *text, const char **rest, enum plan_event event,
    struct plan_anchor *anchor, char *wrong)
{
    struct plan_text_register reg = {0};
    char path[PLAN_TEXT_WORD];

    anchor->event = event;
    if (!take_number(rest, &anchor->countdown) || !take(rest, "of"))
        return plan_text_complain(
            wrong, "expected 'at %s N of BLOCK.REGISTER'", event == PLAN_READ ? "read" : "write");
    take_word(rest, path);
    if (!find_register(text, path, &reg, wrong))
        return false;
    anchor->block = reg.block;
    anchor->reg = reg.reg;
    if (take(rest, "in"))
        return take_step(rest, &anchor->step) ||
               plan_text_complain(wrong, "expected 'in step N', N at most %d", SIM_STEP_MAX);
    return true;
}

static bool parse_anchor(
    const struct plan_text *text, const char **rest, struct plan_anchor *anchor, char *wrong)
{
    *anchor = (struct plan_anchor){.countdown = 1};
    if (take(rest, "boot")) {
        anchor->event = PLAN_BOOT;
        return true;
    }
    if (take(rest, "read"))
        return parse_access_anchor(text, rest, PLAN_READ, anchor, wrong);
    if (take(rest, "write"))
        return parse_access_anchor(text, rest, PLAN_WRITE, anchor, wrong);
    bool end = take(rest, "end");
    anchor->event = end ? PLAN_STEP_END : PLAN_STEP_BEGIN;
    return ((!end || take(rest, "of")) && take_step(rest, &anchor->step)) ||
           plan_text_complain(wrong,
               "expected 'at boot', 'at step N', 'at end of step N' (N at most %d), 'at read N of REGISTER' "
               "or 'at write N of REGISTER'",
               SIM_STEP_MAX);
}

static bool anchor_line(struct plan_text *text, const char *rest, char *wrong)
{
    struct plan_anchor anchor;
    uint64_t delay = 0;
    int added;

    if (!parse_anchor(text, &rest, &anchor, wrong))
        return false;
    if (take(&rest, "+")) {
        if (!parse_delay(rest, &delay, wrong))
            return false;
    } else if (*rest)
        return plan_text_complain(wrong, "'%.40s': expected the line's end or '+ DELAY'", rest);
    added = plan_add_anchor(text->plan, &anchor);
    if (added < 0)
        return plan_text_complain(wrong, "more than %d lines begin with 'at'", PLAN_ANCHORS);
    text->anchor = added;
    text->delay = delay;
    return true;
}

static bool add_action(struct plan_text *text, const struct plan_text_action *action, char *wrong)
{
    int entry;

    if (text->anchor < 0)
        return plan_text_complain(wrong, "expected 'at ...' first, which says when");
    entry = plan_add_entry(text->plan, (unsigned)text->anchor, text->delay);
    if (entry < 0)
        return plan_text_complain(wrong, "the plan has more than %d entries", PLAN_ENTRIES);
    text->ops->store(text->machine, (unsigned)entry, action);
    return true;
}

static bool preset_line(struct plan_text *text, const char *path, const char *value, char *wrong)
{
    struct plan_text_action a = {.preset = true};
    const struct reg *reg;
    const char *why;
    char *end;

    if (!find_register(text, path, &a.reg, wrong))
        return false;
    a.value = strtoull(value, &end, 0);
    if (!isdigit((unsigned char)*value) || *end)
        return plan_text_complain(wrong, "value '%.40s': expected a number", value);
    reg = a.reg.described;
    if (reg && a.value & ~reg_access_mask(reg, REG_RW))
        return plan_text_complain(wrong, "value '%.40s' has bits that %s does not hold", value, reg->name);
    why = text->ops->fits(text->machine, &a);
    if (why)
        return plan_text_complain(wrong, "%s = %.40s: %s", path, value, why);
    return add_action(text, &a, wrong);
}

static bool traffic_line(struct plan_text *text, const char *block, const char *rest, char *wrong)
{
    struct plan_text_action a = {.preset = false};
    const char *why;
    char name[PLAN_TEXT_WORD];

    take_word(&rest, name);
    if (!text->ops->find_event(text->machine, block, name, &a.event, wrong))
        return false;
    why = traffic_parse_amount(rest, a.event.bytes, &a.amount);
    if (!why)
        why = text->ops->fits(text->machine, &a);
    if (why)
        return plan_text_complain(wrong, "%s %s '%.40s': %s", block, name, rest, why);
    return add_action(text, &a, wrong);
}

bool plan_text_line(struct plan_text *text, const char *line, char wrong[PLAN_TEXT_WRONG])
{
    char bare[256], word[PLAN_TEXT_WORD];
    const char *rest = bare;
    size_t n = strcspn(line, "#");

    if (n >= sizeof(bare))
        return plan_text_complain(wrong, "the line is longer than %zu characters", sizeof(bare) - 1);
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
