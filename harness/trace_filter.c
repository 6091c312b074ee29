/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "harness/trace_filter.h"

#include "harness/accesses.h"
#include "harness/command.h"
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
};

static gboolean is_access(const struct trace_record *record)
{
    return record->kind == TRACE_READ || record->kind == TRACE_WRITE;
}

static gboolean fits(const char *pattern, const char *name)
{
    g_autofree char *low_pattern = g_ascii_strdown(pattern, -1);
    g_autofree char *low_name = g_ascii_strdown(name, -1);

    return g_pattern_match_simple(low_pattern, low_name);
}

/* Whether @pattern names @block, @reg (may be NULL) of it, or either of these with the machine before it. */
static gboolean fits_register(const char *pattern, const struct machine_model *model, const char *block,
    const struct reg_bank *bank, const struct reg *reg)
{
    size_t n = strlen(model->name);
    g_autofree char *one = reg ? g_strconcat(block, ".", reg->name, NULL) : NULL;
    g_autofree char *kind = reg ? g_strconcat(bank->name, ".", reg->name, NULL) : NULL;

    if (!g_ascii_strncasecmp(pattern, model->name, n) && pattern[n] == '.')
        pattern += n + 1;
    if (fits(pattern, block) || fits(pattern, bank->name))
        return TRUE;
    return reg && (fits(pattern, one) || fits(pattern, kind) || fits(pattern, reg->name));
}

static gboolean known(const char *pattern, const struct machine_model *model)
{
    const struct reg_bank *bank;
    char block[24];

    if (strpbrk(pattern, "+ "))
        return TRUE;
    for (unsigned i = 0; model->block(i, block, sizeof(block), &bank); i++)
        for (unsigned reg = 0; reg < bank->n_regs; reg++)
            if (fits_register(pattern, model, block, bank, &bank->regs[reg]))
                return TRUE;
    return FALSE;
}

gboolean trace_filter_check_registers(
    const char *const *registers, const struct machine_model *model, GError **error)
{
    for (; *registers; registers++)
        if (!known(*registers, model)) {
            g_set_error(error, HARNESS_ERROR, HARNESS_ERROR_USAGE,
                "--register '%s' fits no register of %s: expected one such as imc0.PMON_CTR0, or a pattern "
                "with * and ?",
                *registers, model->name);
            return FALSE;
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

/* Adds the figures after the point, in units of @ns. FALSE if they reach below a nanosecond. */
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
    g_set_error(error, HARNESS_ERROR, HARNESS_ERROR_USAGE,
        "time '%s': expected a number with its unit, such as 1.5s, 300ms, 10us or 20ns", text);
    return FALSE;
}

static gboolean parse_kind(const char *name, unsigned *kinds, GError **error)
{
    for (size_t i = 0; i < G_N_ELEMENTS(kinds_known); i++)
        if (!strcmp(name, kinds_known[i].name)) {
            *kinds |= kinds_known[i].kinds;
            return TRUE;
        }
    g_set_error(error, HARNESS_ERROR, HARNESS_ERROR_USAGE,
        "--kind '%s': expected read, write, step, plan, overflow or refused", name);
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
    struct access_place place;

    if (!access_place_find(model, record, &place))
        return FALSE;
    access_append_name(name, &place);
    if (fits(pattern, name->str) || fits_register(pattern, model, place.block, place.bank, NULL))
        return TRUE;
    for (unsigned i = 0; i < place.bank->n_regs; i++)
        if (access_lanes(&place, &place.bank->regs[i]) &&
            fits_register(pattern, model, place.block, place.bank, &place.bank->regs[i]))
            return TRUE;
    return FALSE;
}

static gboolean overflow_fits(
    const char *pattern, const struct machine_model *model, const struct trace_record *record)
{
    const struct reg_bank *bank;
    char block[24];

    return model->block(record->block, block, sizeof(block), &bank) && record->offset < bank->n_regs &&
           fits_register(pattern, model, block, bank, &bank->regs[record->offset]);
}

static gboolean register_fits(
    const struct trace_filter *filter, const struct machine_model *model, const struct trace_record *record)
{
    for (const char *const *pattern = filter->registers; *pattern; pattern++)
        if (is_access(record) ? access_fits(*pattern, model, record)
                              : record->kind == TRACE_OVERFLOW && overflow_fits(*pattern, model, record))
            return TRUE;
    return FALSE;
}

static gboolean cpu_fits(const struct trace_filter *filter, const struct trace_record *record)
{
    gboolean by_cpu = is_access(record) || record->kind == TRACE_STEP_BEGIN || record->kind == TRACE_STEP_END;

    return filter->cpu < 0 || (by_cpu && record->cpu == (unsigned)filter->cpu);
}

/* Whether @record belongs to the step; the marks at both ends do. */
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

gboolean trace_filter_passes(
    struct trace_filter *filter, const struct machine_model *model, const struct trace_record *record)
{
    /* First, as it keeps count. */
    return step_fits(filter, record) && record->time >= filter->from && record->time < filter->to &&
           (filter->kinds >> record->kind & 1) && cpu_fits(filter, record) &&
           (!filter->registers || register_fits(filter, model, record));
}
