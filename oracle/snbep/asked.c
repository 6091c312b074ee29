/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Reads the names of events as perf does. */
#include "oracle/snbep/asked.h"

#include "oracle/snbep/box.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

/* uncore_pmu_event_init() and is_freerunning_event(): config ff is the fixed
 * counter. Event ff with a umask of 10 and above is for free-running counters,
 * which this product's monitors with such a counter lack. */
enum { FIXED = 0xff, FREE_RUNNING_UMASK = 0x10 };

/* An event that is being read. */
struct reading {
    const struct oracle_variant *variant;
    struct oracle_asked *asked;
    uint64_t config[3]; /* perf's attr.config, attr.config1 and attr.config2 */
    char *why;
};

/* Puts @value into the field @mask of *@config. */
static void set_field(uint64_t *config, uint64_t mask, uint64_t value)
{
    *config = (*config & ~mask) | (mask ? value * (mask & -mask) & mask : 0);
}

/* Cuts one of @kind's suffixes off @name, and returns the bits that it sets. */
static uint64_t cut_tail(const struct oracle_kind *kind, char *name)
{
    for (const struct oracle_filtered *t = kind->tails; t && t->name; t++) {
        size_t n = strlen(name), end = strlen(t->name);

        if (n > end && !strcasecmp(name + n - end, t->name)) {
            name[n - end] = '\0';
            return t->filter;
        }
    }
    return 0;
}

static const char *name_today(const struct oracle_kind *kind, const char *name)
{
    for (const struct oracle_former *f = kind->formers; f && f->name; f++)
        if (!strcasecmp(f->name, name))
            return f->now;
    return name;
}

/* "cas_count.rd": names are the manual's. */
static bool listed(const struct oracle_kind *kind, const char *name, uint64_t *config)
{
    char event[64];
    char *dot;
    int index, umask = 0;

    snprintf(event, sizeof(event), "%s", name);
    *config |= cut_tail(kind, event);
    dot = strchr(event, '.');
    if (dot)
        *dot = '\0';
    index = oracle_event_named(kind, name_today(kind, event));
    if (index < 0 || (!dot && kind->events[index].subs))
        return false;
    if (dot)
        umask = oracle_umask_named(&kind->events[index], dot + 1);
    if (umask < 0)
        return false;
    set_field(config, kind->fields.ev_sel, kind->events[index].code);
    set_field(config, kind->fields.ext, kind->events[index].code & ORACLE_EXT ? 1 : 0);
    set_field(config, kind->fields.umask, (uint64_t)umask);
    return true;
}

/* The text after the kind's prefix in perf's list, or NULL. */
static const char *after_list(const struct oracle_kind *kind, const char *name)
{
    const char *const lists[] = {kind->list, kind->older[0], kind->older[1]};

    for (unsigned i = 0; i < sizeof(lists) / sizeof(lists[0]); i++)
        if (lists[i] && !strncasecmp(name, lists[i], strlen(lists[i])))
            return name + strlen(lists[i]);
    return NULL;
}

/* Takes @table's entry for @name, in any case. */
static bool in_table(const struct oracle_alias *table, const char *name, struct oracle_asked *asked,
    uint64_t *config)
{
    for (const struct oracle_alias *a = table; a && a->name; a++) {
        if (strcasecmp(a->name, name))
            continue;
        *config = a->config;
        asked->scale = a->scale;
        asked->unit = a->unit;
        return true;
    }
    return false;
}

/* A name of perf's list. */
static bool in_list(const char *name, struct oracle_asked *asked, uint64_t *config)
{
    const char *rest = after_list(asked->kind, name);

    for (const struct oracle_filtered *f = asked->kind->filtered; f && f->name; f++)
        if (!strcasecmp(f->name, name))
            config[1] = f->filter;
    return in_table(asked->kind->names, name, asked, config) ||
           (rest && listed(asked->kind, rest, config));
}

/* As struct oracle_terms' named(). */
static bool alias(void *self, const char *name, uint64_t *config)
{
    const struct reading *r = self;

    return in_table(r->asked->kind->aliases, name, r->asked, config) ||
           in_list(name, r->asked, config);
}

static bool terms(struct reading *r, const char *text, size_t n)
{
    const struct oracle_terms known = {r->asked->kind->formats, r->asked->kind->n_formats,
        "event, umask, edge, inv, thresh, config or an event's name", alias, r};

    return oracle_terms(&known, text, n, r->config, r->why);
}

/* Takes the free-running counter of @kind that @config selects. */
static bool free_counter(
    struct oracle_asked *asked, const struct oracle_kind *kind, uint64_t config)
{
    for (unsigned i = 0; i < kind->general; i++) {
        if (kind->free[i].config != config)
            continue;
        asked->kind = kind;
        asked->ask = oracle_ask_of(kind->part, kind->free[i].control, 0);
        asked->control = config;
        return true;
    }
    return false;
}

/* uncore_freerunning_hw_config(): an existing counter, of any kind of monitor
 * that the PMU covers. */
static enum oracle_asked_kind free_running(struct reading *r, uint64_t config)
{
    const struct oracle_kind *asked = r->asked->kind;

    for (unsigned i = 0; i < r->variant->n_boxes; i++) {
        const struct oracle_kind *kind = r->variant->boxes[i].kind;

        if (kind->free && !strcmp(kind->pmu, asked->pmu) && free_counter(r->asked, kind, config))
            return ORACLE_ASKED;
    }
    oracle_refuse(r->why, "there is no such free-running counter");
    return ORACLE_REFUSED;
}

/* The driver's use of attr.config: it passes on the bits of the control
 * register, except the enable bit. */
static enum oracle_asked_kind drive(struct reading *r)
{
    const struct oracle_kind *kind = r->asked->kind;
    uint64_t config = r->config[0];
    struct oracle_ask ask = oracle_ask_of(kind, config, r->config[1]);

    ask.mask = r->config[2] & kind->filter;

    if (kind->free)
        return free_running(r, config);
    ask.fixed = config == FIXED && kind->fixed && !kind->fixed_hidden;
    if (config == FIXED && kind->fixed_hidden) {
        oracle_refuse(
            r->why, "intel_uncore takes it for a fixed counter, which no table of units has");
        return ORACLE_REFUSED;
    }
    if (!ask.fixed && (config & 0xff) == FIXED && (config >> 8 & 0xff) >= FREE_RUNNING_UMASK) {
        oracle_refuse(r->why,
            "intel_uncore takes it for a free-running counter, which a memory channel has not");
        return ORACLE_REFUSED;
    }
    r->asked->ask = ask;
    r->asked->control = ask.fixed ? 0 : config & oracle_selects(kind);
    return ORACLE_ASKED;
}

/* The number of monitors of @kind in a socket. */
static unsigned n_of(const struct oracle_variant *variant, const struct oracle_kind *kind)
{
    unsigned n = 0;

    for (unsigned i = 0; i < variant->n_boxes; i++)
        n += variant->boxes[i].kind == kind;
    return n;
}

/* The kind named by the @n characters at @pmu: "uncore_imc_2" is monitor 2,
 * "uncore_imc" all. */
static bool find_pmu(struct reading *r, const char *pmu, size_t n)
{
    for (unsigned i = 0; i < r->variant->n_boxes; i++) {
        const struct oracle_kind *kind = r->variant->boxes[i].kind;
        size_t stem = strlen(kind->pmu);
        char *end;

        if (n < stem || strncmp(pmu, kind->pmu, stem))
            continue;
        r->asked->kind = kind;
        r->asked->index = -1;
        if (n == stem)
            return true;
        if (pmu[stem] != '_' || (n_of(r->variant, kind) == 1 && !kind->indexed))
            continue;
        r->asked->index = (int)strtol(pmu + stem + 1, &end, 10);
        if (end == pmu + n && end > pmu + stem + 1 &&
            (unsigned)r->asked->index < n_of(r->variant, kind))
            return true;
    }
    return false;
}

/* "PMU/TERMS/" */
static enum oracle_asked_kind of_pmu(struct reading *r, const char *name)
{
    const char *first = strchr(name, '/'), *second = first ? strchr(first + 1, '/') : NULL;

    if (!second)
        oracle_refuse(r->why, "expected PMU/TERMS/");
    else if (!find_pmu(r, name, (size_t)(first - name)))
        oracle_refuse(r->why,
            "expected one of the PMUs uncore_imc_0 to uncore_imc_%u, or uncore_imc",
            n_of(r->variant, r->variant->boxes[0].kind) - 1);
    else if (second[1])
        oracle_refuse(r->why, "modifiers have no meaning for counters that no CPU owns");
    else if (terms(r, first + 1, (size_t)(second - first - 1)))
        return drive(r);
    return ORACLE_REFUSED;
}

static enum oracle_asked_kind of_list(struct reading *r, const char *name)
{
    if (strchr(name, ':'))
        oracle_refuse(r->why, "modifiers have no meaning for counters that no CPU owns");
    else if (in_list(name, r->asked, r->config))
        return drive(r);
    else
        oracle_refuse(r->why, "no such event in the monitor's list");
    return ORACLE_REFUSED;
}

/* Whether @name begins with the name of some kind's PMU. */
static bool is_pmu(const struct oracle_variant *variant, const char *name)
{
    for (unsigned i = 0; i < variant->n_boxes; i++) {
        size_t n = strlen(variant->boxes[i].kind->pmu);

        if (!strncmp(name, variant->boxes[i].kind->pmu, n) && strchr("/_", name[n]))
            return true;
    }
    return false;
}

enum oracle_asked_kind oracle_what_is_asked(const struct oracle_variant *variant, const char *name,
    struct oracle_asked *asked, char why[ORACLE_WHY])
{
    struct reading r = {.variant = variant, .asked = asked, .why = why};

    *asked = (struct oracle_asked){.index = -1, .scale = 1, .unit = ""};
    if (is_pmu(variant, name))
        return of_pmu(&r, name);
    for (unsigned i = 0; i < variant->n_boxes; i++) {
        asked->kind = variant->boxes[i].kind;
        if (in_list(name, asked, r.config))
            return of_list(&r, name);
    }
    for (unsigned i = 0; i < variant->n_boxes; i++) {
        asked->kind = variant->boxes[i].kind;
        if (after_list(asked->kind, name))
            return of_list(&r, name);
    }
    if (!strncmp(name, "uncore_", strlen("uncore_")) ||
        !strncasecmp(name, "unc_", strlen("unc_"))) {
        oracle_refuse(why, "this part of the uncore counts nothing");
        return ORACLE_REFUSED;
    }
    return ORACLE_OTHER;
}
