/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Parses the filter options of `pmulab trace` and applies them to records. */
#include "harness/trace/trace_filter.h"

#include "harness/base/error.h"
#include "harness/trace/accesses.h"
#include "harness/trace/trace_words.h"
#include "models/sim/clock.h"

#include <string.h>

#define FIGURES "0123456789"

struct kind {
    const char *name;
    unsigned kinds;
};

static const struct kind kinds_known[] = {
    {"read", 1u << TRACE_READ},
    {"write", 1u << TRACE_WRITE},
    {"step", 1u << TRACE_STEP_BEGIN | 1u << TRACE_STEP_END},
    {"plan", 1u << TRACE_PLAN},
    {"overflow", 1u << TRACE_OVERFLOW},
    {"refused", 1u << TRACE_REFUSED},
    {"post", 1u << TRACE_POST},
    {"executed", 1u << TRACE_EXECUTED},
    {"sample", 1u << TRACE_SAMPLE},
    {"latch", 1u << TRACE_LATCH},
    {"cache", 1u << TRACE_CACHE},
    {"op", 1u << TRACE_OP},
    {"counted", 1u << TRACE_COUNTED},
    {"round", 1u << TRACE_ROUND},
    {"fault", 1u << TRACE_FAULT | 1u << TRACE_MASKED | 1u << TRACE_DROPPED | 1u << TRACE_HANG},
    {"audit", 1u << TRACE_AUDIT | 1u << TRACE_CLOSED},
    {"lines", 1u << TRACE_CACHELINES},
    {"interrupt", 1u << TRACE_INTERRUPT},
    {"recount", 1u << TRACE_RECOUNT},
    {"branch", 1u << TRACE_BRANCH},
    {"witness", 1u << TRACE_WITNESS},
};

static gboolean fits(const char *pattern, const char *name)
{
    g_autofree char *low_pattern = g_ascii_strdown(pattern, -1);
    g_autofree char *low_name = g_ascii_strdown(name, -1);

    return g_pattern_match_simple(low_pattern, low_name);
}

/* @pattern without the machine's name in front. */
static const char *within(const char *pattern, const struct machine_model *model)
{
    size_t n = strlen(model->name);

    return !g_ascii_strncasecmp(pattern, model->name, n) && pattern[n] == '.' ? pattern + n + 1
                                                                              : pattern;
}

/* Whether @pattern names @block (whose @bank is NULL for memory) or its
 * register @reg (may be NULL), with or without the machine's name in front. */
static gboolean fits_register(const char *pattern, const struct machine_model *model,
    const char *block, const struct reg_bank *bank, const struct reg *reg)
{
    g_autofree char *one = reg ? g_strconcat(block, ".", reg->name, NULL) : NULL;
    g_autofree char *kind = reg && bank ? g_strconcat(bank->name, ".", reg->name, NULL) : NULL;

    pattern = within(pattern, model);
    if (fits(pattern, block) || (bank && fits(pattern, bank->name)))
        return TRUE;
    return kind && (fits(pattern, one) || fits(pattern, kind) || fits(pattern, reg->name));
}

/* Whether @pattern names @event ("PM_X", "mcs01.PM_X"), or the part after its
 * last dot, which is the event alone. */
static gboolean fits_event(
    const char *pattern, const struct machine_model *model, const char *event)
{
    const char *dot = strrchr(event, '.');

    pattern = within(pattern, model);
    return fits(pattern, event) || (dot && fits(pattern, dot + 1));
}

/* Whether @pattern names an event that counts in memory. */
static gboolean known_event(const char *pattern, const struct machine_model *model)
{
    struct machine_events events;

    for (unsigned list = 0; model->word_name && model->events(list, &events); list++)
        for (unsigned i = 0; i < events.n_events; i++) {
            struct machine_event event;
            model->event(list, i, &event);
            g_autofree char *name = g_strjoin(".", events.name, event.name, NULL);
            if (fits_event(pattern, model, name))
                return TRUE;
        }
    return FALSE;
}

static gboolean fits_block(const char *pattern, const struct machine_model *model,
    const char *block, const struct reg_bank *bank)
{
    if (fits_register(pattern, model, block, bank, NULL))
        return TRUE;
    for (unsigned i = 0; bank && i < bank->n_regs; i++)
        if (fits_register(pattern, model, block, bank, &bank->regs[i]))
            return TRUE;
    return FALSE;
}

static gboolean known(const char *pattern, const struct machine_model *model)
{
    const struct reg_bank *bank;
    char block[MACHINE_BLOCK_NAME];

    if (strpbrk(pattern, "+ "))
        return TRUE;
    for (unsigned i = 0; i < model->end_block; i = machine_block_after(model, i))
        if (model->block(i, block, sizeof(block), &bank) && fits_block(pattern, model, block, bank))
            return TRUE;
    return known_event(pattern, model);
}

/* Any register's name of @model, for error messages. */
static char *example(const struct machine_model *model)
{
    const struct reg_bank *bank;
    char block[MACHINE_BLOCK_NAME];

    for (unsigned i = 0; i < model->end_block; i = machine_block_after(model, i))
        if (model->block(i, block, sizeof(block), &bank) && bank && bank->n_regs)
            return g_strjoin(".", block, bank->regs[0].name, NULL);
    return g_strdup(model->name);
}

gboolean trace_filter_check_registers(
    const char *const *registers, const struct machine_model *model, GError **error)
{
    for (; *registers; registers++)
        if (!known(*registers, model)) {
            g_autofree char *one = example(model);
            return error_usage(error,
                "--register '%s' matches no register of %s: expected one such as %s, or a pattern "
                "with * and "
                "?",
                *registers, model->name, one);
        }
    return TRUE;
}

static guint64 unit_ns(const char *unit)
{
    static const struct {
        const char *name;
        guint64 ns;
    } units[] = {{"ns", 1}, {"us", 1000}, {"ms", 1000000}, {"s", SIM_NS_PER_S}};

    for (size_t i = 0; i < G_N_ELEMENTS(units); i++)
        if (!strcmp(unit, units[i].name))
            return units[i].ns;
    return 0;
}

/* Adds the digits after the point, in units of @ns. FALSE if they are finer
 * than a nanosecond. */
static gboolean parse_fraction(const char *digits, const char *end, guint64 ns, guint64 *result)
{
    for (; digits < end; digits++) {
        if (*digits != '0' && ns < 10)
            return FALSE;
        ns /= 10;
        *result += (guint64)(*digits - '0') * ns;
    }
    return TRUE;
}

gboolean trace_filter_parse_time(const char *text, guint64 *ns, GError **error)
{
    const char *point = text + strspn(text, FIGURES);
    const char *fraction = point + (*point == '.');
    const char *unit = fraction + (*point == '.' ? strspn(fraction, FIGURES) : 0);
    g_autofree char *whole = g_strndup(text, (gsize)(point - text));
    guint64 scale = unit_ns(unit), number;

    if (scale && g_ascii_string_to_unsigned(whole, 10, 0, G_MAXINT64 / scale, &number, NULL)) {
        *ns = number * scale;
        if (parse_fraction(fraction, unit, scale, ns))
            return TRUE;
    }
    return error_usage(error,
        "time '%s': expected a number with its unit, such as 1.5s, 300ms, 10us or 20ns", text);
}

void trace_filter_append_kinds(GString *text)
{
    for (size_t i = 0; i < G_N_ELEMENTS(kinds_known); i++) {
        const char *between = i + 1 < G_N_ELEMENTS(kinds_known) ? ", " : " or ";
        g_string_append_printf(text, "%s%s", i ? between : "", kinds_known[i].name);
    }
}

static void fail_kind(const char *name, GError **error)
{
    g_autoptr(GString) names = g_string_new(NULL);

    trace_filter_append_kinds(names);
    error_usage(error, "--kind '%s': expected %s", name, names->str);
}

static gboolean parse_kind(const char *name, unsigned *kinds, GError **error)
{
    for (size_t i = 0; i < G_N_ELEMENTS(kinds_known); i++)
        if (!strcmp(name, kinds_known[i].name)) {
            *kinds |= kinds_known[i].kinds;
            return TRUE;
        }
    fail_kind(name, error);
    return FALSE;
}

gboolean trace_filter_parse_kinds(const char *text, unsigned *kinds, GError **error)
{
    g_auto(GStrv) names = g_strsplit(text, ",", -1);

    if (!*names)
        return parse_kind("", kinds, error);
    for (char **name = names; *name; name++)
        if (!parse_kind(*name, kinds, error))
            return FALSE;
    return TRUE;
}

static gboolean access_fits(
    const char *pattern, const struct machine_model *model, const struct trace_record *record)
{
    g_autoptr(GString) name = g_string_new(NULL);
    g_autoptr(GString) event = g_string_new(NULL);
    struct access_place place;

    if (!access_place_find(model, record, &place))
        return FALSE;
    access_append_name(name, &place);
    if (fits(pattern, name->str) || fits_register(pattern, model, place.block, place.bank, NULL))
        return TRUE;
    for (unsigned i = 0; place.bank && i < place.bank->n_regs; i++)
        if (access_lanes(&place, &place.bank->regs[i]) &&
            fits_register(pattern, model, place.block, place.bank, &place.bank->regs[i]))
            return TRUE;
    return access_append_event(event, model, record) && fits_event(pattern, model, event->str);
}

/* An overflow belongs to a register; posts, rounds and samples belong to their
 * block. */
static gboolean event_fits(
    const char *pattern, const struct machine_model *model, const struct trace_record *record)
{
    const struct reg_bank *bank;
    char block[MACHINE_BLOCK_NAME];

    if (!model->block(record->block, block, sizeof(block), &bank))
        return FALSE;
    if (record->kind == TRACE_OVERFLOW)
        return bank && record->offset < bank->n_regs &&
               fits_register(pattern, model, block, bank, &bank->regs[record->offset]);
    return (record->kind == TRACE_POST || record->kind == TRACE_ROUND ||
               record->kind == TRACE_SAMPLE) &&
           fits_register(pattern, model, block, bank, NULL);
}

static gboolean any_fits(const struct trace_filter *filter, const struct machine_model *model,
    const struct trace_record *record)
{
    for (const char *const *pattern = filter->registers; *pattern; pattern++)
        if (access_is_record(record) ? access_fits(*pattern, model, record)
                                     : event_fits(*pattern, model, record))
            return TRUE;
    return FALSE;
}

/* Records of one kind at one place have the same names, so each place is
 * compared once. */
static gboolean register_fits(struct trace_filter *filter, const struct machine_model *model,
    const struct trace_record *record)
{
    /* Never 0, the value of an unused place. */
    const guint64 where = G_GUINT64_CONSTANT(1) << 63 | (guint64)record->kind << 56 |
                          (guint64)record->size << 48 | (guint64)record->block << 32 |
                          record->offset;
    struct trace_fit *fit = &filter->known[access_place_hash(record) % TRACE_FITS];

    if (fit->where != where)
        *fit = (struct trace_fit){where, any_fits(filter, model, record)};
    return fit->fits;
}

static gboolean cpu_fits(const struct trace_filter *filter, const struct trace_record *record)
{
    return filter->cpu < 0 || (trace_has_cpu(record) && record->cpu == (unsigned)filter->cpu);
}

/* Whether @record belongs to the step; so do the marks at both ends. */
static gboolean step_fits(struct trace_filter *filter, const struct trace_record *record)
{
    gboolean inside = filter->in_step;

    if (!filter->step)
        return TRUE;
    if (record->kind == TRACE_STEP_BEGIN)
        inside = filter->in_step = record->value == filter->step;
    else if (record->kind == TRACE_STEP_END && record->value == filter->step)
        filter->in_step = FALSE;
    return inside;
}

gboolean trace_filter_passes(struct trace_filter *filter, const struct machine_model *model,
    const struct trace_record *record)
{
    /* Called first, because it tracks the step. */
    return step_fits(filter, record) && record->time >= filter->from &&
           (record->time < filter->to || filter->to == G_MAXUINT64) &&
           (filter->kinds >> record->kind & 1) && cpu_fits(filter, record) &&
           (!filter->registers || register_fits(filter, model, record));
}

struct trace_wanted trace_filter_wanted(const struct trace_filter *filter)
{
    const guint32 marks = 1u << TRACE_STEP_BEGIN | 1u << TRACE_STEP_END;

    /* Step marks are needed to select later records. */
    if (filter->step)
        return (struct trace_wanted){.kinds = filter->kinds | marks, .to = G_MAXUINT64};
    return (struct trace_wanted){.kinds = filter->kinds, .from = filter->from, .to = filter->to};
}
