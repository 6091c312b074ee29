/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "harness/proof/snbep/event.h"

#include "harness/base/error.h"

#include <string.h>

/* What perf sets in attr.config before it adds terms: the register's layout is the PMU's format, so that
 * config holds a control register's value. */
struct alias {
    const char *name;
    guint64 ev_sel, umask;
    double scale;
    const char *unit;
};

/* 64 bytes, in units of 2^20 bytes. */
#define LINES_TO_MIB 6.103515625e-5

/* The events that intel_uncore shows in sysfs: snbep_uncore_imc_events in
 * arch/x86/events/intel/uncore_snbep.c. */
static const struct alias aliases[] = {
    {"clockticks", 0xff, 0x00, 1, ""},
    {"cas_count_read", 0x04, 0x03, LINES_TO_MIB, "MiB"},
    {"cas_count_write", 0x04, 0x0c, LINES_TO_MIB, "MiB"},
};

/* The PMU's format: snbep_uncore_formats_attr in the same file. */
static const struct {
    const char *term;
    unsigned field;
} terms[] = {
    {"event", CTL_EV_SEL},
    {"umask", CTL_UMASK},
    {"edge", CTL_EDGE_DET},
    {"inv", CTL_INVERT},
    {"thresh", CTL_THRESH},
};

/* attr.config of the fixed counter, which is no value of a control register: UNCORE_FIXED_EVENT in uncore.h.
 */
#define FIXED_CONFIG 0xff

/* Event ff with umasks from here on asks for a free-running counter, which a memory channel has not:
 * uncore.h, is_freerunning_event(). */
#define FREE_RUNNING_UMASK 0x10

#define PMU "uncore_imc"
#define LIST_PREFIX                                                                                          \
    "unc_m_" /* of events in perf's own list, pmu-events/arch/x86/jaketown/uncore-memory.json */

/* An event that is being understood. */
struct reading {
    const char *name; /* all of it, for errors */
    const struct reg *ctl;
    struct perf_event *event;
    GError **error;
};

static enum perf_event_kind refuse(struct reading *r, const char *why)
{
    g_set_error(r->error, HARNESS_ERROR, HARNESS_ERROR_FAILED, "event '%s': %s", r->name, why);
    return PERF_EVENT_REFUSED;
}

static gboolean refuse_term(struct reading *r, const char *term, const char *why)
{
    g_set_error(
        r->error, HARNESS_ERROR, HARNESS_ERROR_FAILED, "event '%s': term '%s': %s", r->name, term, why);
    return FALSE;
}

static void set_field(struct reading *r, unsigned field, guint64 value)
{
    r->event->control = reg_set(r->ctl, field, r->event->control, value);
}

/* "cas_count.rd", as perf's list has it behind its prefix. */
static gboolean set_listed(struct reading *r, const char *name)
{
    g_auto(GStrv) parts = g_strsplit(name, ".", 2);
    int index = parts[0] ? imc_event_named(parts[0]) : -1, umask = 0;

    if (index < 0)
        return FALSE;
    if (parts[1])
        umask = imc_umask_named(&imc_events[index], parts[1]);
    else if (imc_events[index].subs)
        return FALSE;
    if (umask < 0)
        return FALSE;
    set_field(r, CTL_EV_SEL, imc_events[index].code);
    set_field(r, CTL_UMASK, (guint64)umask);
    return TRUE;
}

static gboolean set_alias(struct reading *r, const char *term)
{
    for (gsize i = 0; i < G_N_ELEMENTS(aliases); i++) {
        if (strcmp(aliases[i].name, term))
            continue;
        set_field(r, CTL_EV_SEL, aliases[i].ev_sel);
        set_field(r, CTL_UMASK, aliases[i].umask);
        r->event->scale = aliases[i].scale;
        r->event->unit = aliases[i].unit;
        return TRUE;
    }
    return !g_ascii_strncasecmp(term, LIST_PREFIX, strlen(LIST_PREFIX)) &&
           set_listed(r, term + strlen(LIST_PREFIX));
}

/* The bits of a control register that the driver passes on: SNBEP_PMON_RAW_EVENT_MASK in uncore_snbep.c. */
static guint64 passed_on(const struct reg *ctl)
{
    return reg_access_mask(ctl, REG_RW) & ~reg_field_mask(ctl, &ctl->fields[CTL_EN]);
}

static gboolean set_term(struct reading *r, const char *term, const char *value)
{
    guint64 number = 1;
    char *end = NULL;

    if (value)
        number = g_ascii_strtoull(value, &end, 0);
    if (value && (!g_ascii_isdigit(*value) || *end))
        return refuse_term(r, term, "expected a number");
    if (!strcmp(term, "config")) {
        r->event->control = number;
        return TRUE;
    }
    for (gsize i = 0; i < G_N_ELEMENTS(terms); i++) {
        if (strcmp(terms[i].term, term))
            continue;
        set_field(r, terms[i].field, number);
        return reg_get(r->ctl, terms[i].field, r->event->control) == number ||
               refuse_term(r, term, "the number does not fit the field");
    }
    return refuse_term(r, term, "expected event, umask, edge, inv, thresh, config or an event's name");
}

static gboolean read_terms(struct reading *r, const char *text)
{
    g_auto(GStrv) words = g_strsplit(text, ",", -1);

    for (char **word = words; *word; word++) {
        char *equals = strchr(*word, '=');

        if (!equals && set_alias(r, *word))
            continue;
        if (equals)
            *equals = '\0';
        if (!set_term(r, *word, equals ? equals + 1 : NULL))
            return FALSE;
    }
    return TRUE;
}

/* What the driver makes of attr.config. */
static enum perf_event_kind apply_driver(struct reading *r)
{
    if (r->event->control == FIXED_CONFIG) {
        r->event->fixed = TRUE;
        r->event->control = 0;
        return PERF_EVENT_OURS;
    }
    if (reg_get(r->ctl, CTL_EV_SEL, r->event->control) == FIXED_CONFIG &&
        reg_get(r->ctl, CTL_UMASK, r->event->control) >= FREE_RUNNING_UMASK)
        return refuse(r, "intel_uncore takes it for a free-running counter, which a memory channel has not");
    r->event->control &= passed_on(r->ctl);
    return PERF_EVENT_OURS;
}

/* The monitors of @channel, or of all channels if it is negative, on all sockets. */
static void add_places(struct reading *r, const struct snbep_config *config, int channel)
{
    for (unsigned s = 0; s < config->n_sockets; s++)
        for (unsigned c = 0; c < SNBEP_CHANNELS; c++)
            if (channel < 0 || c == (unsigned)channel)
                r->event->places[r->event->n_places++] =
                    (struct perf_event_place){s * SNBEP_N_BLOCKS + SNBEP_BLOCK_IMC0 + c, c, (int)s};
}

/* The channel in "uncore_imc_2", -1 for "uncore_imc"; FALSE for anything else. */
static gboolean channel_of(const char *pmu, int *channel)
{
    const char *rest = pmu + strlen(PMU);

    *channel = -1;
    if (!*rest)
        return TRUE;
    if (*rest != '_' || !g_ascii_isdigit(rest[1]) || rest[2])
        return FALSE;
    *channel = rest[1] - '0';
    return *channel < SNBEP_CHANNELS;
}

/* "PMU/TERMS/MODIFIERS" */
static enum perf_event_kind read_pmu_event(struct reading *r, const struct snbep_config *config)
{
    g_auto(GStrv) parts = g_strsplit(r->name, "/", 3);
    int channel;

    if (g_strv_length(parts) != 3)
        return refuse(r, "expected PMU/TERMS/");
    if (!channel_of(parts[0], &channel))
        return refuse(r, "expected one of the PMUs uncore_imc_0 to uncore_imc_3, or uncore_imc");
    if (*parts[2])
        return refuse(r, "modifiers have no meaning for counters that no CPU owns");
    add_places(r, config, channel);
    return read_terms(r, parts[1]) ? apply_driver(r) : PERF_EVENT_REFUSED;
}

static enum perf_event_kind read_listed_event(struct reading *r, const struct snbep_config *config)
{
    if (strchr(r->name, ':'))
        return refuse(r, "modifiers have no meaning for counters that no CPU owns");
    if (!set_listed(r, r->name + strlen(LIST_PREFIX)))
        return refuse(r, "no such event in the memory controller's list");
    add_places(r, config, -1);
    return apply_driver(r);
}

enum perf_event_kind perf_event_snbep(
    const struct snbep_config *config, const char *name, struct perf_event *event, GError **error)
{
    struct reading r = {
        .name = name, .ctl = &imc_bank(config->box_ctl)->regs[IMC_CTL0], .event = event, .error = error};

    *event = (struct perf_event){.events = 1, .scale = 1, .unit = ""};
    if (g_str_has_prefix(name, PMU) && (strchr("/_", name[strlen(PMU)])))
        return read_pmu_event(&r, config);
    if (!g_ascii_strncasecmp(name, LIST_PREFIX, strlen(LIST_PREFIX)))
        return read_listed_event(&r, config);
    if (g_str_has_prefix(name, "uncore_") || !g_ascii_strncasecmp(name, "unc_", strlen("unc_")))
        return refuse(&r, "nothing is counted behind this part of the uncore");
    return PERF_EVENT_OTHER;
}
