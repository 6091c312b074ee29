/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Reads the list of PMUs and events, and gives them the driver's names. */
#include "oracle/power9/catalogue.h"

#include "oracle/traffic/words.h"

#include <ctype.h>
#include <limits.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void copy(char to[ORACLE_P9_NAME], const char *text)
{
    snprintf(to, ORACLE_P9_NAME, "%.*s", ORACLE_P9_NAME - 1, text);
}

/* The text after "KEY=" in one of the words; NULL: none. */
static const char *value(const struct oracle_words *w, const char *key)
{
    size_t n = strlen(key);

    for (unsigned i = 0; i < w->n; i++)
        if (!strncmp(w->word[i], key, n) && w->word[i][n] == '=')
            return w->word[i] + n + 1;
    return NULL;
}

static const char *text(const struct oracle_words *w, const char *key)
{
    const char *found = value(w, key);

    return found ? found : "";
}

static const char *event_line(struct oracle_p9_catalogue *c, const struct oracle_words *w)
{
    struct oracle_p9_event *event = &c->events[c->n_events];

    if (!c->n_groups || c->n_events == ORACLE_P9_MAX_EVENTS || w->n < 2)
        return "a number and a name, below 'events GROUP'";
    event->reg = (uint32_t)strtoul(w->word[0], NULL, 0);
    copy(event->name, w->word[1]);
    copy(event->scale, text(w, "scale"));
    copy(event->unit, text(w, "unit"));
    c->n_events++;
    c->groups[c->n_groups - 1].n++;
    return NULL;
}

static const char *group_line(struct oracle_p9_catalogue *c, const struct oracle_words *w)
{
    if (c->n_groups == ORACLE_P9_MAX_GROUPS || w->n != 2)
        return "a group's name";
    copy(c->groups[c->n_groups].name, w->word[1]);
    c->groups[c->n_groups].first = c->n_events;
    c->groups[c->n_groups].n = 0;
    c->n_groups++;
    return NULL;
}

static bool type_of(const char *name, enum oracle_p9_type *type)
{
    static const char *const types[] = {"nest", "core", "thread", "trace"};

    for (unsigned i = 0; i < sizeof(types) / sizeof(types[0]); i++)
        if (!strcmp(types[i], name)) {
            *type = (enum oracle_p9_type)i;
            return true;
        }
    return false;
}

static const char *pmu_line(struct oracle_p9_catalogue *c, const struct oracle_words *w)
{
    struct oracle_p9_pmu *pmu = &c->pmus[c->n_pmus];
    unsigned group = 0;

    if (c->n_pmus == ORACLE_P9_MAX_PMUS || w->n < 2)
        return "a PMU's name";
    *pmu = (struct oracle_p9_pmu){.base = (uint32_t)strtoul(text(w, "base"), NULL, 0)};
    if (!type_of(text(w, "type"), &pmu->type))
        return "a PMU's type";
    while (group < c->n_groups && strcmp(c->groups[group].name, text(w, "events")))
        group++;
    if (group == c->n_groups)
        return "an earlier group of events";
    copy(pmu->name, w->word[1]);
    copy(pmu->prefix, text(w, "prefix"));
    copy(pmu->scale, text(w, "scale"));
    copy(pmu->unit, text(w, "unit"));
    pmu->first = c->groups[group].first;
    pmu->n = c->groups[group].n;
    c->n_pmus++;
    return NULL;
}

const char *oracle_p9_catalogue_line(struct oracle_p9_catalogue *c, const char *line)
{
    struct oracle_words w;

    oracle_words(&w, line);
    if (!w.n)
        return NULL;
    if (!strcmp(w.word[0], "pmu"))
        return pmu_line(c, &w);
    if (!strcmp(w.word[0], "events"))
        return group_line(c, &w);
    return isdigit((unsigned char)*w.word[0]) ? event_line(c, &w) : "an event, a group or a PMU";
}

const char *oracle_p9_catalogue_text(struct oracle_p9_catalogue *c, const char *list)
{
    const char *wrong = NULL;

    while (!wrong && *list) {
        wrong = oracle_p9_catalogue_line(c, list);
        list += strcspn(list, "\n");
        list += *list == '\n';
    }
    return wrong;
}

/* ---- the driver ---- */

int oracle_p9_pmu_named(const struct oracle_p9_catalogue *c, const char *name)
{
    for (unsigned i = 0; i < c->n_pmus; i++)
        if (!strcmp(c->pmus[i].name, name))
            return (int)i;
    return -1;
}

int oracle_p9_pmu_of(const struct oracle_p9_catalogue *c, enum oracle_p9_type type)
{
    for (unsigned i = 0; i < c->n_pmus; i++)
        if (c->pmus[i].type == type)
            return (int)i;
    return -1;
}

/* update_events_in_group(): "<events-prefix><event-name>" */
int oracle_p9_event_named(const struct oracle_p9_catalogue *c, unsigned pmu, const char *name)
{
    const struct oracle_p9_pmu *p = &c->pmus[pmu];

    for (unsigned i = p->first; i < p->first + p->n; i++) {
        char full[2 * ORACLE_P9_NAME];

        snprintf(full, sizeof(full), "%s%s", p->prefix, c->events[i].name);
        if (!strcmp(full, name))
            return (int)i;
    }
    return -1;
}

/* imc_parse_event(): the PMU's reg is added to the event's. */
uint32_t oracle_p9_event_config(const struct oracle_p9_catalogue *c, unsigned pmu, unsigned event)
{
    return c->pmus[pmu].base + c->events[event].reg;
}

/* imc_parse_event(): "scale" of the event's node, else of the PMU's; the
 * same for "unit". */
const char *oracle_p9_event_scale(const struct oracle_p9_catalogue *c, unsigned pmu, unsigned event)
{
    return *c->events[event].scale ? c->events[event].scale : c->pmus[pmu].scale;
}

const char *oracle_p9_event_unit(const struct oracle_p9_catalogue *c, unsigned pmu, unsigned event)
{
    return *c->events[event].unit ? c->events[event].unit : c->pmus[pmu].unit;
}

unsigned oracle_p9_event_divisor(const struct oracle_p9_catalogue *c, unsigned pmu, unsigned event)
{
    const char *scale = oracle_p9_event_scale(c, pmu, event);
    unsigned long whole = strtoul(scale, NULL, 10);

    if (!*scale || strspn(scale, "0123456789") != strlen(scale) || !whole || whole > UINT_MAX)
        return 1;
    return (unsigned)whole;
}
