/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Reads a plan line by line: the moment ("at ..."), then what happens. Each machine's hooks resolve its
 * names. */
#include "models/sim/plan_text.h"

#include "models/sim/fault_text.h"
#include "models/sim/step.h"
#include "models/sim/words.h"

#include <ctype.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

bool plan_text_complain(char wrong[PLAN_TEXT_WRONG], const char *format, ...)
{
    va_list args;

    va_start(args, format);
    vsnprintf(wrong, PLAN_TEXT_WRONG, format, args);
    va_end(args);
    return false;
}

void plan_text_begin(struct plan_text *text, const struct plan_text_ops *ops, void *machine,
    struct plan *plan, struct faults *faults)
{
    *text = (struct plan_text){.ops = ops, .machine = machine, .plan = plan, .faults = faults, .anchor = -1};
}

static bool take_step(const char **text, unsigned *step)
{
    return words_have(text, "step") && words_number(text, step) && *step <= SIM_STEP_MAX;
}

static bool parse_delay(const char *text, uint64_t *delay, char *wrong)
{
    return words_delay(text, delay) ||
           plan_text_complain(wrong, "delay '%.40s': expected " WORDS_DELAY, text);
}

/* Splits "chip0.COMMAND" at its last dot and asks the machine for the register. */
bool plan_text_find_register(const struct plan_text *text, const char *path, struct plan_text_register *reg,
    char wrong[PLAN_TEXT_WRONG])
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
    if (!words_number(rest, &anchor->countdown) || !words_have(rest, "of"))
        return plan_text_complain(
            wrong, "expected 'at %s N of BLOCK.REGISTER'", event == PLAN_READ ? "read" : "write");
    words_take(rest, path, sizeof(path));
    if (!plan_text_find_register(text, path, &reg, wrong))
        return false;
    anchor->block = reg.block;
    anchor->reg = reg.reg;
    if (words_have(rest, "in"))
        return take_step(rest, &anchor->step) ||
               plan_text_complain(wrong, "expected 'in step N', N at most %d", SIM_STEP_MAX);
    return true;
}

static bool parse_anchor(
    const struct plan_text *text, const char **rest, struct plan_anchor *anchor, char *wrong)
{
    *anchor = (struct plan_anchor){.countdown = 1};
    if (words_have(rest, "boot")) {
        anchor->event = PLAN_BOOT;
        return true;
    }
    if (words_have(rest, "read"))
        return parse_access_anchor(text, rest, PLAN_READ, anchor, wrong);
    if (words_have(rest, "write"))
        return parse_access_anchor(text, rest, PLAN_WRITE, anchor, wrong);
    bool end = words_have(rest, "end");
    anchor->event = end ? PLAN_STEP_END : PLAN_STEP_BEGIN;
    return ((!end || words_have(rest, "of")) && take_step(rest, &anchor->step)) ||
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
    if (words_have(&rest, "+")) {
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

/* Adds an entry to the plan at the latest moment given. Returns its index, or -1. */
static int add_entry(const struct plan_text *text, char *wrong)
{
    int entry;

    if (text->anchor < 0) {
        plan_text_complain(wrong, "expected a line 'at ...' first");
        return -1;
    }
    entry = plan_add_entry(text->plan, (unsigned)text->anchor, text->delay);
    if (entry < 0)
        plan_text_complain(wrong, "the plan has more than %d entries", PLAN_ENTRIES);
    return entry;
}

static bool add_action(struct plan_text *text, const struct plan_text_action *action, char *wrong)
{
    int entry = add_entry(text, wrong);

    if (entry < 0)
        return false;
    text->ops->store(text->machine, (unsigned)entry, action);
    return true;
}

static bool fault_line(struct plan_text *text, const char *rest, char *wrong)
{
    struct fault fault;
    int entry;

    if (!fault_text_parse(text, rest, &fault, wrong))
        return false;
    if (text->faults->n == FAULTS_MAX)
        return plan_text_complain(wrong, "more than %d lines begin with 'fault'", FAULTS_MAX);
    entry = add_entry(text, wrong);
    if (entry < 0)
        return false;
    fault.entry = (unsigned)entry;
    return faults_add(text->faults, &fault);
}

static bool preset_line(struct plan_text *text, const char *path, const char *value, bool add, char *wrong)
{
    struct plan_text_action a = {.preset = true, .add = add};
    const struct reg *reg;
    const char *why;
    char *end;

    if (!plan_text_find_register(text, path, &a.reg, wrong))
        return false;
    a.value = strtoull(value, &end, 0);
    if (!isdigit((unsigned char)*value) || *end)
        return plan_text_complain(wrong, "value '%.40s': expected a number", value);
    reg = a.reg.described;
    if (reg && a.value & ~reg_access_mask(reg, REG_RW))
        return plan_text_complain(wrong, "value '%.40s' has bits that %s does not hold", value, reg->name);
    why = text->ops->fits(text->machine, &a);
    if (why)
        return plan_text_complain(wrong, "%s %s %.40s: %s", path, add ? "+=" : "=", value, why);
    return add_action(text, &a, wrong);
}

static bool traffic_line(struct plan_text *text, const char *block, const char *rest, char *wrong)
{
    struct plan_text_action a = {.preset = false};
    const char *why;
    char name[PLAN_TEXT_WORD];

    words_take(&rest, name, sizeof(name));
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
    rest = words_skip(rest);
    if (!*rest)
        return true;
    if (words_have(&rest, "at"))
        return anchor_line(text, rest, wrong);
    if (words_have(&rest, "fault"))
        return fault_line(text, rest, wrong);
    words_take(&rest, word, sizeof(word));
    if (words_have(&rest, "="))
        return preset_line(text, word, rest, false, wrong);
    if (words_have(&rest, "+="))
        return preset_line(text, word, rest, true, wrong);
    return traffic_line(text, word, rest, wrong);
}
