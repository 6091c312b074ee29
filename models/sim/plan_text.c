/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Reads a plan line by line: first the moment ("at ..."), then faults, presets
 * and traffic. Each machine's hooks resolve its names. */
#include "models/sim/plan_text.h"

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
    *text = (struct plan_text){
        .ops = ops, .machine = machine, .plan = plan, .faults = faults, .anchor = -1};
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

/* Splits "chip0.COMMAND" at its last dot and asks the machine for the
 * register. */
bool plan_text_find_register(const struct plan_text *text, const char *path,
    struct plan_text_register *reg, char wrong[PLAN_TEXT_WRONG])
{
    const char *dot = strrchr(path, '.');
    char block[PLAN_TEXT_WORD];

    if (!dot)
        return plan_text_complain(
            wrong, "'%.40s' is not a register: expected one such as %s", path, text->ops->example);
    snprintf(block, sizeof(block), "%.*s", (int)(dot - path), path);
    return text->ops->find_register(text->machine, block, dot + 1, reg, wrong);
}

static bool parse_access_anchor(const struct plan_text *text, const char **rest,
    enum plan_event event, struct plan_anchor *anchor, char *wrong)
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
               "expected 'at boot', 'at step N', 'at end of step N' (N at most %d), 'at read N of "
               "REGISTER' "
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

/* Adds an entry to the plan at the latest moment given. Returns its index, or
 * -1. */
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

/* ---- faults ---- */

#define DEFAULT_SEED 1

/* The argument that follows a fault's words. */
enum argument {
    NOTHING,
    A_VALUE, /* a value that the register can hold */
    BITS,    /* a mask, or "N bits [seed N]" */
    A_DELAY,
    BYTES, /* "N bytes" */
};

struct form {
    const char *words;
    enum fault_place place;
    enum fault_kind kind;
    enum argument argument;
    bool counted; /* may be followed by "N times" */
};

static const struct form forms[] = {
    {"drops writes", FAULT_REGISTER, FAULT_DROPS, NOTHING, true},
    {"reads", FAULT_REGISTER, FAULT_READS, A_VALUE, true},
    {"freezes", FAULT_REGISTER, FAULT_FREEZES, NOTHING, false},
    {"hangs", FAULT_REGISTER, FAULT_HANGS, NOTHING, false},
    {"flips", FAULT_REGISTER, FAULT_FLIPS, BITS, true},
    {"is sound", FAULT_REGISTER, FAULT_SOUND, NOTHING, false},
    {"is lost", FAULT_LINE, FAULT_LOST, NOTHING, true},
    {"is late by", FAULT_LINE, FAULT_LATE, A_DELAY, true},
    {"is spurious", FAULT_LINE, FAULT_SPURIOUS, NOTHING, false},
    {"is sound", FAULT_LINE, FAULT_SOUND, NOTHING, false},
    {"stops after", FAULT_MEMORY, FAULT_DMA, BYTES, false},
    {"is sound", FAULT_MEMORY, FAULT_SOUND, NOTHING, false},
};

static const char *const expected[] = {
    [FAULT_REGISTER] = ("'drops writes', 'reads VALUE', 'freezes', 'hangs', 'flips MASK', "
                        "'flips N bits' or 'is sound'"),
    [FAULT_LINE] = "'is lost', 'is late by DELAY', 'is spurious' or 'is sound'",
    [FAULT_MEMORY] = "'stops after N bytes' or 'is sound'",
};

static bool fits_register(const struct fault *fault, uint64_t value, char *wrong)
{
    return value <= reg_low_bits(fault->reg->width) ||
           plan_text_complain(wrong, "%s has %u bits: expected a value of that width",
               fault->reg->name, (unsigned)fault->reg->width);
}

static bool parse_value(const char **rest, struct fault *fault, char *wrong)
{
    if (!words_value(rest, &fault->value))
        return plan_text_complain(wrong, "reads '%.40s': expected a number", *rest);
    return fits_register(fault, fault->value, wrong);
}

static bool parse_noise(const char **rest, struct fault *fault, char *wrong)
{
    fault->kind = FAULT_NOISE;
    fault->seed = DEFAULT_SEED;
    if (fault->value < 1 || fault->value > fault->reg->width)
        return plan_text_complain(wrong, "%s has %u bits: expected 1 to that number",
            fault->reg->name, (unsigned)fault->reg->width);
    if (words_have(rest, "seed") && (!words_value(rest, &fault->seed) || !fault->seed))
        return plan_text_complain(wrong, "seed '%.40s': expected a number other than 0", *rest);
    return true;
}

static bool parse_bits(const char **rest, struct fault *fault, char *wrong)
{
    if (!words_value(rest, &fault->value))
        return plan_text_complain(wrong, "flips '%.40s': expected a mask, or 'N bits'", *rest);
    if (words_have(rest, "bits") || words_have(rest, "bit"))
        return parse_noise(rest, fault, wrong);
    return (fault->value ||
               plan_text_complain(wrong, "flips no bit: expected a mask other than 0")) &&
           fits_register(fault, fault->value, wrong);
}

static bool parse_argument(
    enum argument argument, const char **rest, struct fault *fault, char *wrong)
{
    char word[PLAN_TEXT_WORD];

    switch (argument) {
    case A_VALUE:
        return parse_value(rest, fault, wrong);
    case BITS:
        return parse_bits(rest, fault, wrong);
    case A_DELAY:
        words_take(rest, word, sizeof(word));
        return words_delay(word, &fault->value) ||
               plan_text_complain(wrong, "late by '%.40s': expected " WORDS_DELAY, word);
    case BYTES:
        return (words_value(rest, &fault->value) && words_have(rest, "bytes")) ||
               plan_text_complain(wrong, "expected 'dma stops after N bytes'");
    default:
        return true;
    }
}

static bool parse_times(const char **rest, struct fault *fault, char *wrong)
{
    unsigned times;

    if (!**rest)
        return true;
    if (!words_number(rest, &times) || !(words_have(rest, "times") || words_have(rest, "time")) ||
        **rest)
        return plan_text_complain(wrong, "'%.40s': expected the line's end or 'N times'", *rest);
    fault->times = times;
    return true;
}

static bool parse_form(const char *rest, struct fault *fault, char *wrong)
{
    for (size_t i = 0; i < sizeof(forms) / sizeof(forms[0]); i++) {
        const struct form *form = &forms[i];
        if (form->place != fault->place || !words_have(&rest, form->words))
            continue;
        fault->kind = form->kind;
        if (!parse_argument(form->argument, &rest, fault, wrong))
            return false;
        if (!form->counted && *rest)
            return plan_text_complain(wrong, "'%.40s': expected the line's end", rest);
        return parse_times(&rest, fault, wrong);
    }
    return plan_text_complain(wrong, "fault '%.40s': expected %s", rest, expected[fault->place]);
}

static bool parse_faulty_register(
    const struct plan_text *text, const char *path, struct fault *fault, char *wrong)
{
    struct plan_text_register reg = {0};

    if (!plan_text_find_register(text, path, &reg, wrong))
        return false;
    if (!reg.bank)
        return plan_text_complain(wrong,
            "%s lies in memory, which software reads by itself: expected a register, or 'dma'",
            path);
    fault->block = reg.block;
    fault->reg = reg.described;
    fault->numbered = reg_bank_numbered(reg.bank);
    return true;
}

/* Reads the rest of a line after the word `fault`. */
static bool parse_fault(
    const struct plan_text *text, const char *rest, struct fault *fault, char *wrong)
{
    char word[PLAN_TEXT_WORD];

    *fault = (struct fault){.place = FAULT_REGISTER};
    words_take(&rest, word, sizeof(word));
    if (!strcmp(word, "dma")) {
        fault->place = FAULT_MEMORY;
        if (!text->ops->writes_memory)
            return plan_text_complain(
                wrong, "this machine's hardware writes no memory: expected a register");
    } else if (!strcmp(word, "interrupt")) {
        fault->place = FAULT_LINE;
        if (!words_have(&rest, "of"))
            return plan_text_complain(wrong, "expected 'fault interrupt of BLOCK is ...'");
        words_take(&rest, word, sizeof(word));
        if (!text->ops->find_line)
            return plan_text_complain(wrong,
                "this machine raises no interrupt: expected a register%s",
                text->ops->writes_memory ? " or 'dma'" : "");
        if (!text->ops->find_line(text->machine, word, &fault->line, wrong))
            return false;
    } else if (!parse_faulty_register(text, word, fault, wrong)) {
        return false;
    }
    return parse_form(rest, fault, wrong);
}

static bool fault_line(struct plan_text *text, const char *rest, char *wrong)
{
    struct fault fault;
    int entry;

    if (!parse_fault(text, rest, &fault, wrong))
        return false;
    if (text->faults->n == FAULTS_MAX)
        return plan_text_complain(wrong, "more than %d lines begin with 'fault'", FAULTS_MAX);
    entry = add_entry(text, wrong);
    if (entry < 0)
        return false;
    fault.entry = (unsigned)entry;
    return faults_add(text->faults, &fault);
}

/* ---- presets and traffic ---- */

static bool preset_line(
    struct plan_text *text, const char *path, const char *value, bool add, char *wrong)
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
    if (reg && a.value & ~reg_access_mask(reg, REG_RW) &
                   ~(a.reg.counts ? reg_access_mask(reg, REG_RO) : 0))
        return plan_text_complain(
            wrong, "value '%.40s' has bits that %s does not hold", value, reg->name);
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

/* Reads the rest of a line after the word `memory`. */
static bool memory_line(struct plan_text *text, const char *rest, char *wrong)
{
    struct plan_text_action a = {.memory = true, .guest = !strcmp(rest, "guest")};
    const char *why = "this machine's memory controllers do not count the guest's own traffic";

    if (!a.guest && strcmp(rest, "off"))
        return plan_text_complain(
            wrong, "memory '%.40s': expected 'memory guest' or 'memory off'", rest);
    if (text->ops->guest_memory)
        why = text->ops->fits(text->machine, &a);
    return why ? plan_text_complain(wrong, "memory %s: %s", rest, why)
               : add_action(text, &a, wrong);
}

bool plan_text_line(struct plan_text *text, const char *line, char wrong[PLAN_TEXT_WRONG])
{
    char bare[256], word[PLAN_TEXT_WORD];
    const char *rest = bare;
    size_t n = strcspn(line, "#");

    if (n >= sizeof(bare))
        return plan_text_complain(
            wrong, "the line is longer than %zu characters", sizeof(bare) - 1);
    while (n && strchr(" \t\r\n", line[n - 1]))
        n--;
    snprintf(bare, sizeof(bare), "%.*s", (int)n, line);
    rest = words_skip(rest);
    if (!*rest)
        return true;
    if (words_have(&rest, "at"))
        return anchor_line(text, rest, wrong);
    if (words_have(&rest, "fault"))
        return fault_line(text, rest, wrong);
    if (words_have(&rest, "memory"))
        return memory_line(text, rest, wrong);
    words_take(&rest, word, sizeof(word));
    if (words_have(&rest, "="))
        return preset_line(text, word, rest, false, wrong);
    if (words_have(&rest, "+="))
        return preset_line(text, word, rest, true, wrong);
    return traffic_line(text, word, rest, wrong);
}
