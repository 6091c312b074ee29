/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The traffic block of a scenario for `kunpeng`, line by line. */
#include "oracle/kunpeng/traffic.h"

#include "oracle/kunpeng/arm_manual.h"
#include "oracle/kunpeng/pmcu_manual.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* "cpu5", "pmcu0"; returns the text after it, or NULL. */
static const char *block_of(const char *text, unsigned *block)
{
    bool unit = !strncmp(text, "pmcu", 4);
    unsigned long number;
    char *end;

    if (!unit && strncmp(text, "cpu", 3) != 0)
        return NULL;
    text += unit ? 4 : 3;
    number = strtoul(text, &end, 10);
    if (!isdigit((unsigned char)*text))
        return NULL;
    *block = unit ? oracle_kunpeng_die((unsigned)number) : oracle_kunpeng_cpu((unsigned)number);
    return end;
}

/* "ddrc0", "d1.uc0_1"; returns the text after it, or NULL. */
static const char *uncore_of(const char *text, unsigned *block)
{
    unsigned die = 0;
    char *end;

    if (*text == 'd' && isdigit((unsigned char)text[1])) {
        die = (unsigned)strtoul(text + 1, &end, 10);
        text = *end == '.' ? end + 1 : "";
    }
    for (unsigned family = 0; family < ORACLE_FAMILIES; family++) {
        size_t n = strlen(oracle_families[family].name);
        unsigned index =
            (unsigned)strtoul(text + n * !strncmp(text, oracle_families[family].name, n), &end, 10);

        if (strncmp(text, oracle_families[family].name, n) || !isdigit((unsigned char)text[n]) ||
            oracle_families[family].two_numbers != (*end == '_'))
            continue;
        if (*end == '_')
            index = 2 * index + (unsigned)strtoul(end + 1, &end, 10);
        *block = oracle_kunpeng_uncore(family, die, index);
        return end;
    }
    return NULL;
}

/* "pmcu0.WAIT_CNT", "cpu5.PMCR_EL0", "ddrc0.PERF_CTRL"; as
 * oracle_register_fn. */
static bool find_register(const void *self, const char *text, unsigned *block, unsigned *reg)
{
    const char *name = block_of(text, block);
    int found;

    (void)self;
    if (!name)
        name = uncore_of(text, block);
    if (!name || *name != '.')
        return false;
    if (oracle_kunpeng_is_uncore(*block))
        found = oracle_uncore_reg(oracle_kunpeng_family(*block), name + 1);
    else
        found = *block >= oracle_kunpeng_die(0) ? oracle_pmcu_named(name + 1)
                                                : oracle_arm_named(name + 1);
    *reg = (unsigned)found;
    return found >= 0;
}

/* "L1D_CACHE_REFILL", "0x0110" */
static bool event_of(const char *text, uint16_t *event)
{
    int named = oracle_arm_event_named(text);
    char *end;
    unsigned long number = strtoul(text, &end, 16);

    if (named < 0 && (strncmp(text, "0x", 2) != 0 || *end || end == text || number > UINT16_MAX))
        return false;
    *event = (uint16_t)(named < 0 ? number : (unsigned long)named);
    return true;
}

/* "l3c_ref.core=1,req=4", "0xb8" */
static bool uncore_event_of(char *text, struct oracle_kunpeng_line *line)
{
    char *next = strchr(text, '.'), *end;
    const struct oracle_uncore_event *event;

    if (next)
        *next++ = '\0';
    event = oracle_uncore_event(oracle_kunpeng_family(line->block), 3, text);
    line->event = event ? event->code : (uint16_t)strtoul(text, &end, 16);
    if (!event && (strncmp(text, "0x", 2) != 0 || *end || line->event > UINT8_MAX))
        return false;
    for (char *part = next; part; part = next) {
        next = strchr(part, ',');
        if (next)
            *next++ = '\0';
        if (!oracle_origin_set(&line->origin, part))
            return false;
    }
    return true;
}

static const char *amount_of(const struct oracle_words *w, struct oracle_kunpeng_line *line)
{
    char amount[ORACLE_REST];
    const char *wrong;

    oracle_rest(w, 2, amount);
    wrong = oracle_amount(amount, 0, &line->amount);
    return wrong || oracle_burst_fits(&line->amount) ? wrong : "a burst that fits its period";
}

static const char *uncore_line(const struct oracle_words *w, struct oracle_kunpeng_line *line)
{
    const char *rest = uncore_of(oracle_word(w, 0), &line->block);
    char event[ORACLE_WORD];

    snprintf(event, sizeof(event), "%s", oracle_word(w, 1));
    if (!rest || *rest || !uncore_event_of(event, line))
        return "an uncore PMU and an event";
    return amount_of(w, line);
}

static const char *traffic_line(const struct oracle_words *w, struct oracle_kunpeng_line *line)
{
    const char *rest = block_of(oracle_word(w, 0), &line->block);

    line->kind = ORACLE_KUNPENG_TRAFFIC;
    if (!rest)
        return uncore_line(w, line);
    if (*rest || line->block >= oracle_kunpeng_die(0) || !event_of(oracle_word(w, 1), &line->event))
        return "a CPU and an event";
    if (oracle_arm_event(line->event) != ORACLE_COUNTS_TRAFFIC)
        return "an event that nothing in the guest causes";
    return amount_of(w, line);
}

static const char *register_line(const struct oracle_words *w, struct oracle_kunpeng_line *line)
{
    line->kind = ORACLE_KUNPENG_PRESET;
    line->value = strtoull(oracle_word(w, 2), NULL, 0);
    if (!find_register(NULL, oracle_word(w, 0), &line->block, &line->reg))
        return "a register";
    return isdigit((unsigned char)*oracle_word(w, 2)) ? NULL : "a number";
}

static const char *entry_line(struct oracle_kunpeng_plan *plan, const struct oracle_words *w)
{
    struct oracle_kunpeng_line line = {.kind = ORACLE_KUNPENG_FAULT};
    const char *wrong = NULL;

    if (!strcmp(oracle_word(w, 0), "memory")) {
        line.kind = ORACLE_KUNPENG_MEMORY;
        line.guest = !strcmp(oracle_word(w, 1), "guest");
    } else if (strcmp(oracle_word(w, 0), "fault") != 0)
        wrong = strcmp(oracle_word(w, 1), "=") ? traffic_line(w, &line) : register_line(w, &line);
    if (!wrong)
        wrong = oracle_moments_add(&plan->moments);
    if (!wrong)
        plan->lines[plan->moments.n_entries - 1] = line;
    return wrong;
}

const char *oracle_kunpeng_plan_line(struct oracle_kunpeng_plan *plan, const char *line)
{
    struct oracle_words w;

    oracle_words(&w, line);
    if (!w.n)
        return NULL;
    if (oracle_take(&w, "at"))
        return oracle_moments_at(&plan->moments, &w, find_register, NULL);
    return entry_line(plan, &w);
}
