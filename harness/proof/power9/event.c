/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Parses the names of IMC events as Linux's imc-pmu driver understands them. */
#include "harness/proof/power9/event.h"

#include "harness/base/error.h"
#include "harness/proof/power9/names.h"
#include "models/power9/power9_blocks.h"

#include <string.h>

#define SUFFIX "_imc" /* all PMU names end with it */

/* The PMU's format: imc_format_attrs in arch/powerpc/perf/imc-pmu.c. The driver uses the low 32 bits of the
 * result. */
static const struct {
    const char *term;
    unsigned first, width; /* bits of config */
} terms[] = {
    {"config", 0, 64},
    {"event", 0, 62},
    {"offset", 0, 32},
    {"rvalue", 32, 1},
    {"mode", 33, 8},
};

/* State of the parser. */
struct reading {
    const char *name; /* the whole event, for messages */
    const struct p9_catalogue *catalogue;
    const struct p9_pmu *pmu;
    guint64 config; /* assembled as perf does */
    struct perf_event *event;
    GError **error;
};

static gboolean refuse(struct reading *r, const char *why)
{
    g_set_error(r->error, HARNESS_ERROR, HARNESS_ERROR_FAILED, "event '%s': %s", r->name, why);
    return FALSE;
}

static gboolean refuse_term(struct reading *r, const char *term, const char *why)
{
    g_set_error(
        r->error, HARNESS_ERROR, HARNESS_ERROR_FAILED, "event '%s': term '%s': %s", r->name, term, why);
    return FALSE;
}

/* ---- what is counted ---- */

static double scale_of(const struct p9_pmu *pmu, const struct p9_pmu_event *event)
{
    const char *scale = *event->scale ? event->scale : pmu->scale;

    return *scale ? g_ascii_strtod(scale, NULL) : 1;
}

static void set_listed(struct reading *r, const struct p9_pmu_event *event)
{
    r->config = p9_event_offset(r->pmu, event);
    r->event->scale = scale_of(r->pmu, event);
    r->event->events = p9_event_scale(r->pmu, event);
    r->event->unit = *event->unit ? event->unit : r->pmu->unit;
}

static gboolean set_field(struct reading *r, const char *term, guint64 value)
{
    for (gsize i = 0; i < G_N_ELEMENTS(terms); i++) {
        guint64 ones = terms[i].width == 64 ? G_MAXUINT64 : ((guint64)1 << terms[i].width) - 1;

        if (strcmp(terms[i].term, term))
            continue;
        if (value > ones)
            return refuse_term(r, term, "the number does not fit the field");
        r->config = (r->config & ~(ones << terms[i].first)) | value << terms[i].first;
        return TRUE;
    }
    return refuse_term(r, term, "expected event, offset, rvalue, mode, config or an event's name");
}

static gboolean set_term(struct reading *r, const char *term, const char *value)
{
    guint64 number = 1;
    char *end = NULL;

    if (value)
        number = g_ascii_strtoull(value, &end, 0);
    if (value && (!g_ascii_isdigit(*value) || *end))
        return refuse_term(r, term, "expected a number");
    return set_field(r, term, number);
}

static gboolean read_terms(struct reading *r, const char *text)
{
    g_auto(GStrv) words = g_strsplit(text, ",", -1);

    for (char **word = words; *word; word++) {
        char *equals = strchr(*word, '=');
        const struct p9_pmu_event *event = equals ? NULL : p9_catalogue_event(r->catalogue, r->pmu, *word);

        if (event) {
            set_listed(r, event);
            continue;
        }
        if (equals)
            *equals = '\0';
        if (!set_term(r, *word, equals ? equals + 1 : NULL))
            return FALSE;
    }
    return TRUE;
}

/* ---- where ---- */

static void add_place(struct reading *r, enum p9_block_kind kind, unsigned index, unsigned socket)
{
    unsigned pmu = (unsigned)(r->pmu - r->catalogue->pmus);

    r->event->places[r->event->n_places++] =
        (struct perf_event_place){p9_block(kind, index), pmu, (int)socket};
}

static gboolean add_places(struct reading *r, const struct p9_config *config)
{
    unsigned n_cores = config->cpus / config->threads;

    G_STATIC_ASSERT(PERF_EVENT_PLACES >= P9_MAX_CPUS);
    switch (r->pmu->type) {
    case P9_PMU_NEST:
        for (unsigned i = 0; i < config->sockets; i++)
            add_place(r, P9_CHIP_MEMORY, i, i);
        return TRUE;
    case P9_PMU_CORE:
        for (unsigned i = 0; i < n_cores; i++)
            add_place(r, P9_CORE_MEMORY, i, i * config->sockets / n_cores);
        return TRUE;
    case P9_PMU_THREAD:
        for (unsigned i = 0; i < config->cpus; i++)
            add_place(r, P9_THREAD_MEMORY, i, i * config->sockets / config->cpus);
        return TRUE;
    case P9_PMU_TRACE:
        break;
    }
    return refuse(r, "it takes samples and counts nothing");
}

static gboolean finish(struct reading *r, const struct p9_config *config)
{
    r->event->control = (guint32)r->config;
    return add_places(r, config);
}

/* ---- names ---- */

/* "PMU/TERMS/MODIFIERS" */
static gboolean read_pmu_event(struct reading *r, const struct p9_config *config)
{
    g_auto(GStrv) parts = g_strsplit(r->name, "/", 3);

    if (g_strv_length(parts) != 3)
        return refuse(r, "expected PMU/TERMS/");
    r->pmu = p9_names_find(r->catalogue, parts[0]);
    if (!r->pmu)
        return refuse(r, "no such PMU in the catalogue");
    if (*parts[2])
        return refuse(r, "modifiers have no meaning for counters that count all privileges");
    return read_terms(r, parts[1]) && finish(r, config);
}

/* The number of PMUs that have the event @name; @event and the parser's PMU are the last one's. */
static unsigned find_event(struct reading *r, const struct p9_pmu_event **event)
{
    unsigned n = 0;

    for (unsigned i = 0; i < r->catalogue->n_pmus; i++) {
        const struct p9_pmu_event *found = p9_catalogue_event(r->catalogue, &r->catalogue->pmus[i], r->name);
        if (!found)
            continue;
        *event = found;
        r->pmu = &r->catalogue->pmus[i];
        n++;
    }
    return n;
}

/* An event without its PMU. */
static enum perf_event_kind read_event(struct reading *r, const struct p9_config *config)
{
    const struct p9_pmu_event *event = NULL;
    unsigned n = find_event(r, &event);

    if (!n)
        return PERF_EVENT_OTHER;
    if (n > 1) {
        refuse(r, "several PMUs have it; expected PMU/EVENT/");
        return PERF_EVENT_REFUSED;
    }
    set_listed(r, event);
    return finish(r, config) ? PERF_EVENT_OURS : PERF_EVENT_REFUSED;
}

enum perf_event_kind perf_event_power9(
    const struct p9 *planned, const char *name, struct perf_event *event, GError **error)
{
    const struct p9_config *config = &planned->config;
    struct reading r = {.name = name, .catalogue = p9_catalogue(planned), .event = event, .error = error};
    size_t pmu = strcspn(name, "/");
    size_t suffix = strlen(SUFFIX);

    *event = (struct perf_event){.events = 1, .scale = 1, .unit = ""};
    if (!name[pmu])
        return read_event(&r, config);
    if (pmu < suffix || strncmp(name + pmu - suffix, SUFFIX, suffix))
        return PERF_EVENT_OTHER;
    return read_pmu_event(&r, config) ? PERF_EVENT_OURS : PERF_EVENT_REFUSED;
}
