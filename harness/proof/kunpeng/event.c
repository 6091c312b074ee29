/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Parses the names of core PMU events as Linux's arm_pmuv3 driver understands them. */
#include "harness/proof/kunpeng/event.h"

#include "harness/base/error.h"
#include "harness/truth/kunpeng/core.h"

#include <string.h>

#define PMU "armv8_pmuv3" /* "_N" may follow */

/* perf's own names: armv8_pmuv3_perf_map in drivers/perf/arm_pmuv3.c. */
static const struct {
    const char *name;
    guint16 event;
} generic[] = {
    {"cycles", 0x11},
    {"cpu-cycles", 0x11},
    {"instructions", 0x08},
    {"cache-references", 0x04},
    {"cache-misses", 0x03},
    {"branches", 0x21}, /* BR_RETIRED exists and PC_WRITE_RETIRED does not, according to PMCEID here */
    {"branch-instructions", 0x21},
    {"branch-misses", 0x10},
    {"bus-cycles", 0x1d},
    {"stalled-cycles-frontend", 0x23},
    {"idle-cycles-frontend", 0x23},
    {"stalled-cycles-backend", 0x24},
    {"idle-cycles-backend", 0x24},
};

/* State of the parser. */
struct reading {
    const char *name; /* the whole event, for messages */
    guint64 event;    /* its number */
    gboolean users, kernel;
    GError **error;
};

static gboolean refuse(struct reading *r, const char *why, const char *what)
{
    g_set_error(r->error, HARNESS_ERROR, HARNESS_ERROR_FAILED, "event '%s': %s%s", r->name, why, what);
    return FALSE;
}

/* ---- what is counted ---- */

static gboolean set_number(struct reading *r, const char *text, unsigned base)
{
    char *end = NULL;

    r->event = g_ascii_strtoull(text, &end, base);
    return (g_ascii_isxdigit(*text) && !*end && r->event <= G_MAXUINT16) ||
           refuse(r, "expected a number of 16 bits, got ", text);
}

static gboolean set_named(struct reading *r, const char *name)
{
    const struct arm_event *event = arm_event_named(name);

    if (event)
        r->event = event->number;
    return event != NULL;
}

static gboolean set_generic(struct reading *r, const char *name)
{
    for (gsize i = 0; i < G_N_ELEMENTS(generic); i++)
        if (!strcmp(generic[i].name, name)) {
            r->event = generic[i].event;
            return TRUE;
        }
    return FALSE;
}

static gboolean set_term(struct reading *r, const char *term)
{
    if (g_str_has_prefix(term, "event=") || g_str_has_prefix(term, "config="))
        return set_number(r, strchr(term, '=') + 1, 0);
    return set_named(r, term) || refuse(r, "expected event, config or an event's name, got ", term);
}

static gboolean set_terms(struct reading *r, const char *text)
{
    g_auto(GStrv) words = g_strsplit(text, ",", -1);

    for (char **word = words; *word; word++)
        if (!set_term(r, *word))
            return FALSE;
    return TRUE;
}

/* ---- of whom ---- */

/* The modifiers of an event. The kernel has VHE, or the hypervisor's EL2 does not exist: the driver counts
 * nothing there. */
static gboolean set_modifiers(struct reading *r, const char *letters)
{
    if (letters[strspn(letters, "ukhH")])
        return refuse(r, "expected modifiers u, k, h or H, got ", letters);
    if (strpbrk(letters, "ukh")) {
        r->users = strchr(letters, 'u') != NULL;
        r->kernel = strchr(letters, 'k') != NULL;
    }
    return TRUE;
}

/* ---- names ---- */

static gboolean is_pmu(const char *name)
{
    const char *rest = name + strlen(PMU);

    return g_str_has_prefix(name, PMU) && strchr("/_", *rest) && strchr(rest, '/');
}

/* "PMU/TERMS/MODIFIERS" */
static enum perf_event_kind read_pmu_event(struct reading *r)
{
    g_auto(GStrv) parts = g_strsplit(r->name, "/", 3);

    if (g_strv_length(parts) != 3)
        refuse(r, "expected PMU/TERMS/", "");
    else if (set_terms(r, parts[1]) && set_modifiers(r, parts[2] + (*parts[2] == ':')))
        return PERF_EVENT_OURS;
    return PERF_EVENT_REFUSED;
}

static gboolean is_raw(const char *name)
{
    return *name == 'r' && name[1] && !name[1 + strspn(name + 1, "0123456789abcdefABCDEF")];
}

/* "NAME:MODIFIERS" */
static enum perf_event_kind read_event(struct reading *r)
{
    g_auto(GStrv) parts = g_strsplit(r->name, ":", 2);
    gboolean known = FALSE;

    if (is_raw(parts[0]))
        known = set_number(r, parts[0] + 1, 16);
    else if (!set_generic(r, parts[0]) && !set_named(r, parts[0]))
        return PERF_EVENT_OTHER;
    else
        known = TRUE;
    return known && (!parts[1] || set_modifiers(r, parts[1])) ? PERF_EVENT_OURS : PERF_EVENT_REFUSED;
}

enum perf_event_kind perf_event_kunpeng(
    const struct kunpeng_config *config, const char *name, struct perf_event *event, GError **error)
{
    struct reading r = {.name = name, .users = TRUE, .kernel = TRUE, .error = error};
    enum perf_event_kind kind = is_pmu(name) ? read_pmu_event(&r) : read_event(&r);

    G_STATIC_ASSERT(PERF_EVENT_PLACES >= KUNPENG_MAX_CPUS);
    if (kind != PERF_EVENT_OURS)
        return kind;
    *event = (struct perf_event){.events = 1,
        .scale = 1,
        .unit = "",
        .n_places = config->cpus,
        .control = truth_core_control((guint16)r.event, r.users, r.kernel)};
    for (unsigned cpu = 0; cpu < config->cpus; cpu++)
        event->places[cpu] = (struct perf_event_place){.block = kunpeng_block(KUNPENG_CPU, cpu)};
    return kind;
}
