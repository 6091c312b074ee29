/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Reads the faults of a plan, such as "fault imc0.PMON_CTR0 drops writes", and names what it expected where
 * one is wrong. */
#include "models/sim/fault_text.h"

#include "models/sim/words.h"

#include <stdio.h>
#include <string.h>

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
    [FAULT_REGISTER] = "'drops writes', 'reads VALUE', 'freezes', 'flips MASK', 'flips N bits' or 'is sound'",
    [FAULT_LINE] = "'is lost', 'is late by DELAY', 'is spurious' or 'is sound'",
    [FAULT_MEMORY] = "'stops after N bytes' or 'is sound'",
};

static bool fits_register(const struct fault *fault, uint64_t value, char *wrong)
{
    return value <= reg_low_bits(fault->reg->width) ||
           plan_text_complain(wrong, "%s has %u bits: expected a value of so many", fault->reg->name,
               (unsigned)fault->reg->width);
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
        return plan_text_complain(
            wrong, "%s has %u bits: expected 1 to so many", fault->reg->name, (unsigned)fault->reg->width);
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
    return (fault->value || plan_text_complain(wrong, "flips no bit: expected a mask other than 0")) &&
           fits_register(fault, fault->value, wrong);
}

static bool parse_argument(enum argument argument, const char **rest, struct fault *fault, char *wrong)
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
    if (!words_number(rest, &times) || !(words_have(rest, "times") || words_have(rest, "time")) || **rest)
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

static bool parse_register(const struct plan_text *text, const char *path, struct fault *fault, char *wrong)
{
    struct plan_text_register reg = {0};

    if (!plan_text_find_register(text, path, &reg, wrong))
        return false;
    if (!reg.bank)
        return plan_text_complain(
            wrong, "%s lies in memory, which software reads by itself: expected a register, or 'dma'", path);
    fault->block = reg.block;
    fault->reg = reg.described;
    fault->numbered = reg.bank->numbered;
    return true;
}

bool fault_text_parse(
    const struct plan_text *text, const char *rest, struct fault *fault, char wrong[PLAN_TEXT_WRONG])
{
    char word[PLAN_TEXT_WORD];

    *fault = (struct fault){.place = FAULT_REGISTER};
    words_take(&rest, word, sizeof(word));
    if (!strcmp(word, "dma")) {
        fault->place = FAULT_MEMORY;
    } else if (!strcmp(word, "interrupt")) {
        fault->place = FAULT_LINE;
        if (!words_have(&rest, "of"))
            return plan_text_complain(wrong, "expected 'fault interrupt of BLOCK is ...'");
        words_take(&rest, word, sizeof(word));
        if (!text->ops->find_line)
            return plan_text_complain(
                wrong, "this machine raises no interrupt: expected a register or 'dma'");
        if (!text->ops->find_line(text->machine, word, &fault->line, wrong))
            return false;
    } else if (!parse_register(text, word, fault, wrong)) {
        return false;
    }
    return parse_form(rest, fault, wrong);
}
