/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Reads the names of IMC events as perf does. */
#include "oracle/power9/asked.h"

#include <ctype.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define SUFFIX "_imc"
#define NEST   "nest_"

/* sysfs: format/NAME, which is "config:FIRST-LAST"; and perf's own "config". */
static const struct {
    const char *name;
    unsigned first, bits;
} formats[] = {
    {"config", 0, 64},
    {"event", 0, 62},
    {"offset", 0, 32},
    {"rvalue", 32, 1},
    {"mode", 33, 8},
};

/* An event that is being read. */
struct reading {
    const struct oracle_p9_catalogue *c;
    struct oracle_p9_asked *asked;
    uint64_t config;
    char *why;
};

__attribute__((format(printf, 2, 3))) static bool refuse(struct reading *r, const char *format, ...)
{
    va_list args;

    va_start(args, format);
    vsnprintf(r->why, ORACLE_P9_WHY, format, args);
    va_end(args);
    return false;
}

/* sysfs: events/NAME is "event=0x...", with NAME.scale and NAME.unit beside it. */
static void alias(struct reading *r, unsigned event)
{
    const char *scale = oracle_p9_event_scale(r->c, r->asked->pmu, event);

    r->config = oracle_p9_event_config(r->c, r->asked->pmu, event);
    r->asked->scale = *scale ? strtod(scale, NULL) : 1;
    r->asked->divisor = oracle_p9_event_divisor(r->c, r->asked->pmu, event);
    r->asked->unit = oracle_p9_event_unit(r->c, r->asked->pmu, event);
}

/* "offset=0x20", or "rvalue", which is "rvalue=1". */
static bool term(struct reading *r, char *text)
{
    char *equals = strchr(text, '='), *end = NULL;
    int event = equals ? -1 : oracle_p9_event_named(r->c, r->asked->pmu, text);
    uint64_t number = 1, ones;

    if (event >= 0) {
        alias(r, (unsigned)event);
        return true;
    }
    if (equals) {
        *equals = '\0';
        number = strtoull(equals + 1, &end, 0);
    }
    if (equals && (!isdigit((unsigned char)equals[1]) || *end))
        return refuse(r, "term '%.64s': expected a number", text);
    for (size_t i = 0; i < sizeof(formats) / sizeof(formats[0]); i++) {
        if (strcmp(formats[i].name, text))
            continue;
        ones = UINT64_MAX >> (64 - formats[i].bits);
        if (number > ones)
            return refuse(r, "term '%.64s': the number does not fit the field", text);
        r->config = (r->config & ~(ones << formats[i].first)) | number << formats[i].first;
        return true;
    }
    return refuse(r, "term '%.64s': expected event, offset, rvalue, mode, config or an event's name", text);
}

static bool terms(struct reading *r, const char *text, size_t n)
{
    char copy[256];

    if (n >= sizeof(copy))
        return refuse(r, "expected fewer terms");
    snprintf(copy, sizeof(copy), "%.*s", (int)n, text);
    for (char *word = copy, *next; word; word = next) {
        next = strchr(word, ',');
        if (next)
            *next++ = '\0';
        if (!term(r, word))
            return false;
    }
    return true;
}

/* imc_pmu_create(): "nest_<node>_imc" and "<node>_imc". */
static int pmu_named(const struct oracle_p9_catalogue *c, const char *name, size_t n)
{
    for (unsigned i = 0; i < c->n_pmus; i++) {
        char full[ORACLE_P9_NAME + 16];

        snprintf(full, sizeof(full), "%s%s%s", c->pmus[i].type == ORACLE_P9_NEST ? NEST : "", c->pmus[i].name,
            SUFFIX);
        if (strlen(full) == n && !strncmp(full, name, n))
            return (int)i;
    }
    return -1;
}

static enum oracle_p9_asked_kind finish(struct reading *r)
{
    if (r->c->pmus[r->asked->pmu].type == ORACLE_P9_TRACE) {
        refuse(r, "it takes samples and counts nothing");
        return ORACLE_P9_REFUSED;
    }
    r->asked->offset = (uint32_t)r->config;
    return ORACLE_P9_ASKED;
}

/* "PMU/TERMS/" */
static enum oracle_p9_asked_kind of_pmu(struct reading *r, const char *name, const char *first)
{
    const char *second = strchr(first + 1, '/');
    int pmu = pmu_named(r->c, name, (size_t)(first - name));

    if (!second)
        refuse(r, "expected PMU/TERMS/");
    else if (pmu < 0)
        refuse(r, "no such PMU in the catalogue");
    else if (second[1])
        refuse(r, "modifiers have no meaning for counters that count all privileges");
    else {
        r->asked->pmu = (unsigned)pmu;
        if (terms(r, first + 1, (size_t)(second - first - 1)))
            return finish(r);
    }
    return ORACLE_P9_REFUSED;
}

/* An event without its PMU, which must be the only one that has it. */
static enum oracle_p9_asked_kind of_list(struct reading *r, const char *name)
{
    int event = -1;

    for (unsigned i = 0; i < r->c->n_pmus; i++) {
        int found = oracle_p9_event_named(r->c, i, name);

        if (found < 0)
            continue;
        if (event >= 0) {
            refuse(r, "several PMUs have it; expected PMU/EVENT/");
            return ORACLE_P9_REFUSED;
        }
        event = found;
        r->asked->pmu = i;
    }
    if (event < 0)
        return ORACLE_P9_OTHER;
    alias(r, (unsigned)event);
    return finish(r);
}

enum oracle_p9_asked_kind oracle_p9_what_is_asked(const struct oracle_p9_catalogue *c, const char *name,
    struct oracle_p9_asked *asked, char why[ORACLE_P9_WHY])
{
    struct reading r = {.c = c, .asked = asked, .why = why};
    const char *slash = strchr(name, '/');
    size_t n = slash ? (size_t)(slash - name) : 0, suffix = strlen(SUFFIX);

    *asked = (struct oracle_p9_asked){.scale = 1, .divisor = 1, .unit = ""};
    if (!slash)
        return of_list(&r, name);
    if (n < suffix || strncmp(slash - suffix, SUFFIX, suffix))
        return ORACLE_P9_OTHER;
    return of_pmu(&r, name, slash);
}
