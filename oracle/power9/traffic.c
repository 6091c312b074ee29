/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The traffic block of a scenario for POWER9, line by line. */
#include "oracle/power9/traffic.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- names ---- */

/* "chip0", "core3", "cpu12": a kind and a number; returns the text after it, or
 * NULL. */
static const char *unit_of(const char *text, struct oracle_p9_place *place)
{
    static const struct {
        const char *name;
        enum oracle_p9_kind kind;
    } kinds[] = {{"chip", ORACLE_P9_CHIP}, {"core", ORACLE_P9_CORE}, {"cpu", ORACLE_P9_CPU}};

    for (size_t i = 0; i < sizeof(kinds) / sizeof(kinds[0]); i++) {
        size_t n = strlen(kinds[i].name);
        char *end;

        if (strncmp(text, kinds[i].name, n) || !isdigit((unsigned char)text[n]))
            continue;
        *place = (struct oracle_p9_place){kinds[i].kind, (unsigned)strtoul(text + n, &end, 10), 0};
        return end;
    }
    return NULL;
}

/* The counter of @path: "chip0.mcs01" is a nest PMU, "core0" and "cpu0" have
 * only one. */
static bool counter_of(const struct oracle_p9_catalogue *c, const char *path,
    struct oracle_p9_place *place, unsigned *pmu)
{
    const char *rest = unit_of(path, place);
    int found = -1;

    if (!rest)
        return false;
    if (place->kind == ORACLE_P9_CHIP && *rest == '.')
        found = oracle_p9_pmu_named(c, rest + 1);
    else if (place->kind == ORACLE_P9_CORE && !*rest)
        found = oracle_p9_pmu_of(c, ORACLE_P9_CORES);
    else if (place->kind == ORACLE_P9_CPU && !*rest)
        found = oracle_p9_pmu_of(c, ORACLE_P9_THREADS);
    if (place->kind == ORACLE_P9_CORE)
        place->kind = ORACLE_P9_CORE_MEMORY;
    else if (place->kind == ORACLE_P9_CPU)
        place->kind = ORACLE_P9_THREAD_MEMORY;
    *pmu = (unsigned)found;
    return found >= 0;
}

static bool source_of(const struct oracle_p9_catalogue *c, const char *path, const char *name,
    struct oracle_p9_source *source)
{
    int event;

    if (!counter_of(c, path, &source->place, &source->pmu))
        return false;
    event = oracle_p9_event_named(c, source->pmu, name);
    if (event < 0)
        return false;
    source->event = (unsigned)event;
    source->place.offset = oracle_p9_event_config(c, source->pmu, source->event);
    return true;
}

/* "chip0.COMMAND", "core0.CPM_INST",
 * "chip0.mcs01.PM_MCS01_64B_RD_DISP_PORT01". */
static bool place_of(
    const struct oracle_p9_plan *plan, const char *text, struct oracle_p9_place *place)
{
    const char *dot = strrchr(text, '.'), *rest = unit_of(text, place);
    struct oracle_p9_source source;
    char path[ORACLE_WORD];

    if (!dot || !rest)
        return false;
    if (rest == dot) {
        int reg = oracle_p9_register_named(place->kind, dot + 1);

        if (reg >= 0) {
            place->offset = oracle_p9_number(plan->generation, (enum oracle_p9_reg)reg);
            return true;
        }
    }
    snprintf(path, sizeof(path), "%.*s", (int)(dot - text), text);
    if (!source_of(&plan->catalogue, path, dot + 1, &source))
        return false;
    *place = source.place;
    return true;
}

/* As oracle_register_fn. */
static bool find_register(const void *self, const char *text, unsigned *block, unsigned *reg)
{
    struct oracle_p9_place place;

    if (!place_of(self, text, &place))
        return false;
    *block = oracle_p9_block(place.kind, place.index);
    *reg = place.offset;
    return true;
}

/* ---- lines ---- */

/* Bytes that an event moves, by its name: 32B, 64B or 128B at the begin, BYTES
 * at the end. */
static unsigned bytes_of(const char *name)
{
    size_t n = strlen(name);

    if (!strncmp(name, "32B_", 4))
        return 32;
    if (!strncmp(name, "64B_", 4))
        return 64;
    if (!strncmp(name, "128B_", 5))
        return 128;
    return n > 6 && !strcmp(name + n - 6, "_BYTES");
}

static const char *amount_line(
    const struct oracle_p9_plan *plan, const struct oracle_words *w, struct oracle_p9_entry *entry)
{
    char text[ORACLE_REST];
    const char *wrong;

    entry->kind = ORACLE_P9_AMOUNT;
    if (!source_of(&plan->catalogue, oracle_word(w, 0), oracle_word(w, 1), &entry->source))
        return "a unit and one of its events";
    oracle_rest(w, 2, text);
    wrong = oracle_amount(
        text, bytes_of(plan->catalogue.events[entry->source.event].name), &entry->amount);
    return wrong || oracle_burst_fits(&entry->amount) ? wrong : "a burst that fits its period";
}

static const char *set_line(
    const struct oracle_p9_plan *plan, const struct oracle_words *w, struct oracle_p9_entry *entry)
{
    entry->kind = ORACLE_P9_SET;
    entry->value = strtoull(oracle_word(w, 2), NULL, 0);
    if (!place_of(plan, oracle_word(w, 0), &entry->source.place))
        return "a register or a word";
    return isdigit((unsigned char)*oracle_word(w, 2)) ? NULL : "a number";
}

static const char *entry_line(struct oracle_p9_plan *plan, const struct oracle_words *w)
{
    struct oracle_p9_entry entry = {.kind = ORACLE_P9_FAULT};
    const char *wrong = NULL;

    if (!strcmp(oracle_word(w, 1), "="))
        wrong = set_line(plan, w, &entry);
    else if (strcmp(oracle_word(w, 0), "fault"))
        wrong = amount_line(plan, w, &entry);
    if (!wrong)
        wrong = oracle_moments_add(&plan->moments);
    if (!wrong)
        plan->entries[plan->moments.n_entries - 1] = entry;
    return wrong;
}

/* The first such line replaces the machine's own catalogue. */
static const char *catalogue_line(struct oracle_p9_plan *plan, const char *line)
{
    if (!plan->own)
        memset(&plan->catalogue, 0, sizeof(plan->catalogue));
    plan->own = true;
    return oracle_p9_catalogue_line(&plan->catalogue, line);
}

const char *oracle_p9_plan_begin(
    struct oracle_p9_plan *plan, const struct oracle_p9_generation *generation, const char *list)
{
    memset(plan, 0, sizeof(*plan));
    plan->generation = generation;
    return oracle_p9_catalogue_text(&plan->catalogue, list);
}

const char *oracle_p9_plan_line(struct oracle_p9_plan *plan, const char *line)
{
    struct oracle_words w;

    oracle_words(&w, line);
    if (!w.n)
        return NULL;
    if (!strcmp(w.word[0], "catalogue"))
        return catalogue_line(plan, strstr(line, "catalogue") + strlen("catalogue"));
    if (oracle_take(&w, "at"))
        return oracle_moments_at(&plan->moments, &w, find_register, plan);
    return entry_line(plan, &w);
}
