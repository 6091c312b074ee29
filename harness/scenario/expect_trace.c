/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Parses and judges expectations of register values and of the order of accesses. */
#include "harness/scenario/expect_trace.h"

#include "harness/base/nearest.h"
#include "harness/trace/accesses.h"
#include "harness/truth/truth.h"

#include <string.h>

static void access_clear(gpointer data)
{
    g_free(((struct expect_access *)data)->at.path);
}

static struct expect_trace *expect_trace_new(void)
{
    struct expect_trace *expect = g_new0(struct expect_trace, 1);

    expect->accesses = g_array_new(FALSE, TRUE, sizeof(struct expect_access));
    g_array_set_clear_func(expect->accesses, access_clear);
    return expect;
}

void expect_trace_free(struct expect_trace *expect)
{
    if (!expect)
        return;
    g_array_unref(expect->accesses);
    g_free(expect);
}

static struct expect_access *access_at(const struct expect_trace *expect, guint i)
{
    return &g_array_index(expect->accesses, struct expect_access, i);
}

/* ---- reading ---- */

static gboolean parse_value(const char *word, guint64 *value)
{
    gboolean hex = g_str_has_prefix(word, "0x");

    return g_ascii_string_to_unsigned(word + 2 * hex, hex ? 16 : 10, 0, G_MAXUINT64, value, NULL);
}

/* The words of @text, without empty ones. */
static GStrv split_words(const char *text)
{
    g_auto(GStrv) raw = g_strsplit_set(text, " \t", -1);
    GStrvBuilder *words = g_strv_builder_new();
    GStrv result;

    for (char **word = raw; *word; word++)
        if (**word)
            g_strv_builder_add(words, *word);
    result = g_strv_builder_end(words);
    g_strv_builder_unref(words);
    return result;
}

struct expect_trace *expect_trace_state(const char *text, char **wrong)
{
    struct expect_trace *expect = expect_trace_new();
    struct expect_access access = {.kind = TRACE_READ};
    g_auto(GStrv) words = split_words(text);

    if (g_strv_length(words) == 3 && relation_sign_parse(words[1], &expect->sign) &&
        parse_value(words[2], &access.value)) {
        g_array_append_val(expect->accesses, access);
        access_at(expect, 0)->at.path = g_strdup(words[0]);
        return expect;
    }
    *wrong = g_strdup_printf(
        "register '%s'; expected BLOCK.REGISTER SIGN NUMBER, as in 'imc0.PMON_CTL0.ev_sel = 0x4'", text);
    expect_trace_free(expect);
    return NULL;
}

static gboolean parse_access(const char *text, struct expect_access *access)
{
    g_auto(GStrv) words = split_words(text);
    guint n = g_strv_length(words);

    *access = (struct expect_access){.kind = TRACE_READ, .any = n == 2};
    if (n != 2 && (n != 4 || strcmp(words[2], "=") || !parse_value(words[3], &access->value)))
        return FALSE;
    if (!strcmp(words[0], "write"))
        access->kind = TRACE_WRITE;
    else if (strcmp(words[0], "read"))
        return FALSE;
    access->at.path = g_strdup(words[1]);
    return TRUE;
}

#define SINCE_BOOT "since boot "

struct expect_trace *expect_trace_order(const char *text, char **wrong)
{
    struct expect_trace *expect = expect_trace_new();
    gboolean since_boot = g_str_has_prefix(text, SINCE_BOOT);
    g_auto(GStrv) parts = g_strsplit(text + (since_boot ? strlen(SINCE_BOOT) : 0), ",", -1);

    expect->since_boot = since_boot;

    for (char **part = parts; *part; part++) {
        struct expect_access access;

        if (!parse_access(*part, &access)) {
            *wrong = g_strdup_printf("access '%s'; expected 'write BLOCK.REGISTER' or 'read BLOCK.REGISTER', "
                                     "maybe with '= NUMBER' after it, and a comma before the next",
                g_strstrip(*part));
            expect_trace_free(expect);
            return NULL;
        }
        g_array_append_val(expect->accesses, access);
    }
    return expect;
}

/* ---- registers ---- */

/* Finds "REGISTER" or "REGISTER.FIELD" in @bank. */
static gboolean find_in_bank(const struct reg_bank *bank, const char *name, struct expect_register *at)
{
    const char *dot = strchr(name, '.');
    g_autofree char *stem = dot ? g_strndup(name, (gsize)(dot - name)) : g_strdup(name);
    int reg = reg_bank_named(bank, stem);

    if (reg < 0)
        return FALSE;
    at->reg = &bank->regs[reg];
    at->field = dot ? reg_field_named(at->reg, dot + 1) : -1;
    return !dot || at->field >= 0;
}

/* A block with many functions has no register that such a name could mean. */
static gboolean find_register(const struct machine_model *model, struct expect_register *at)
{
    char name[MACHINE_BLOCK_NAME], function[8];
    const struct reg_bank *bank;

    for (at->block = 0; at->block < model->end_block; at->block++) {
        guint32 offset = 0;
        gsize n;

        if (!model->block(at->block, name, sizeof(name), &bank) || !bank)
            continue;
        if (model->function && model->function(bank, &offset, function, sizeof(function)))
            continue;
        n = strlen(name);
        if (!strncmp(at->path, name, n) && at->path[n] == '.' && find_in_bank(bank, at->path + n + 1, at))
            return TRUE;
    }
    return FALSE;
}

/* The block that @path begins with, the longest name of several, with its registers; NULL: there is none. */
static const struct reg_bank *find_block(
    const struct machine_model *model, const char *path, char name[MACHINE_BLOCK_NAME])
{
    const struct reg_bank *bank, *found = NULL;
    char other[MACHINE_BLOCK_NAME];

    *name = '\0';
    for (unsigned block = 0; block < model->end_block; block++) {
        if (!model->block(block, other, sizeof(other), &bank) || !bank)
            continue;
        gsize n = strlen(other);
        if (n <= strlen(name) || strncmp(path, other, n) || path[n] != '.')
            continue;
        g_strlcpy(name, other, MACHINE_BLOCK_NAME);
        found = bank;
    }
    return found;
}

static void list_name(GString *list, const char *name)
{
    g_string_append_printf(list, "%s%s", list->len ? ", " : "", name);
}

/* What is wrong with @path: the register, or the field, and what it may have been meant to be. */
static char *describe_wrong(const struct machine *machine, const char *path)
{
    char block[MACHINE_BLOCK_NAME];
    const struct reg_bank *bank = find_block(machine->model, path, block);
    g_autoptr(GString) names = g_string_new(NULL);
    g_auto(GStrv) words = bank ? g_strsplit(path + strlen(block) + 1, ".", 2) : NULL;
    g_autofree char *hint = NULL;
    int reg;

    if (!words || !words[0])
        return g_strdup_printf("no register '%s'; expected BLOCK.REGISTER or BLOCK.REGISTER.FIELD, and "
                               "`pmulab describe %s` lists them",
            path, machine->name);
    reg = reg_bank_named(bank, words[0]);
    if (reg < 0) {
        for (unsigned i = 0; i < bank->n_regs; i++)
            list_name(names, bank->regs[i].name);
        hint = nearest_hint(words[0], names->str);
        return g_strdup_printf("%s has no register '%s'%s", block, words[0], hint);
    }
    for (unsigned i = 0; i < bank->regs[reg].n_fields; i++)
        if (bank->regs[reg].fields[i].access != REG_RV)
            list_name(names, bank->regs[reg].fields[i].name);
    hint = nearest_hint(words[1] ? words[1] : "", names->str);
    return g_strdup_printf("%s.%s has no field '%s'%s", block, words[0], words[1] ? words[1] : "", hint);
}

gboolean expect_trace_has(const struct machine *machine, const char *path, char **wrong)
{
    g_autofree char *copy = g_strdup(path);
    struct expect_register at = {.path = copy};

    if (find_register(machine->model, &at))
        return TRUE;
    *wrong = describe_wrong(machine, path);
    return FALSE;
}

gboolean expect_trace_resolve(struct expect_trace *expect, const struct machine *machine, char **wrong)
{
    for (guint i = 0; i < expect->accesses->len; i++) {
        struct expect_access *access = access_at(expect, i);

        if (find_register(machine->model, &access->at))
            continue;
        *wrong = describe_wrong(machine, access->at.path);
        return FALSE;
    }
    return TRUE;
}

/* ---- judging ---- */

/* The register in the run's generation of the block: the one with the same name. FALSE if there is none. */
static gboolean find_in_part(
    struct expect_register *at, const struct expect_register *named, const struct trace_part *part)
{
    char name[MACHINE_BLOCK_NAME];
    const struct reg_bank *bank;

    *at = *named;
    part->model->block(named->block, name, sizeof(name), &bank);
    at->block = access_block_named(part->model, part->records, part->to, name, named->block);
    part->model->block(at->block, name, sizeof(name), &bank);
    return find_in_bank(bank, at->path + strlen(name) + 1, at);
}

static char *lacks(const struct expect_register *at)
{
    return g_strdup_printf("%s: the run's hardware has no such register, or field", at->path);
}

/* The bits of the register that @record covers, or 0; and their value there. */
static guint64 covers(const struct machine_model *model, const struct trace_record *record,
    const struct expect_register *at, guint64 *value)
{
    struct access_place place;
    guint64 lanes;

    *value = 0;
    if (record->block != at->block || !access_place_find(model, record, &place) || !place.bank)
        return 0;
    lanes = access_lanes(&place, at->reg);
    if (lanes)
        *value = access_value(&place, at->reg, record->value);
    return lanes;
}

static guint64 field_of(const struct expect_register *at, guint64 value)
{
    return at->field < 0 ? value : reg_get(at->reg, (unsigned)at->field, value);
}

static guint64 bits_of(const struct expect_register *at)
{
    return at->field < 0 ? reg_low_bits(at->reg->width)
                         : reg_field_mask(at->reg, &at->reg->fields[at->field]);
}

/* A register as its accesses show it. */
struct shown {
    guint64 value, known;
};

/* Ignores writes that did not reach the register; for a masked read it takes the hardware's value. */
static void show(
    struct shown *shown, const struct trace_part *part, gsize i, const struct expect_register *at)
{
    const struct trace_record *record = &part->records[i];
    gboolean write = record->kind == TRACE_WRITE;
    guint64 value, lanes;

    if (!write && record->kind != TRACE_READ && record->kind != TRACE_MASKED)
        return;
    if (write && i + 1 < part->to && record[1].kind == TRACE_DROPPED)
        return;
    lanes = covers(part->model, record, at, &value);
    if (!lanes)
        return;
    if (write)
        value = reg_write(at->reg, shown->value, value, lanes);
    shown->value = (shown->value & ~lanes) | (value & lanes);
    shown->known |= lanes;
}

/* Compares without a sign: a register may have 64 bits. */
static gboolean compare_value(enum relation_sign sign, guint64 value, guint64 wanted)
{
    return relation_compare(sign, (value > wanted) - (value < wanted), 0);
}

static gboolean holds_value(
    const struct expect_access *access, enum relation_sign sign, guint64 value, char **why)
{
    gboolean holds = compare_value(sign, value, access->value);
    g_autofree char *expected =
        g_strdup_printf("; expected %s 0x%" G_GINT64_MODIFIER "x", relation_sign_word(sign), access->value);

    *why = g_strdup_printf("%s holds 0x%" G_GINT64_MODIFIER "x, by its last accesses%s", access->at.path,
        value, holds ? "" : expected);
    return holds;
}

gboolean expect_trace_judge_state(
    const struct expect_trace *expect, const struct trace_part *part, char **why)
{
    const struct expect_access *access = access_at(expect, 0);
    struct expect_register at;
    struct shown shown = {0, 0};
    guint64 value;

    if (!find_in_part(&at, &access->at, part)) {
        *why = lacks(&at);
        return FALSE;
    }
    for (gsize i = 0; i < part->to; i++)
        show(&shown, part, i, &at);
    if (bits_of(&at) & ~shown.known) {
        *why = g_strdup_printf("%s: no access until the step's end shows its value", at.path);
        return FALSE;
    }
    value = field_of(&at, shown.value);
    return holds_value(access, expect->sign, value, why);
}

static gboolean is_access(
    const struct expect_access *access, const struct trace_part *part, const struct trace_record *record)
{
    guint64 value, lanes;

    if (record->kind != access->kind)
        return FALSE;
    lanes = covers(part->model, record, &access->at, &value);
    if (access->any)
        return (lanes & bits_of(&access->at)) != 0;
    return !(bits_of(&access->at) & ~lanes) && field_of(&access->at, value) == access->value;
}

static void append_access(GString *text, const struct expect_access *access)
{
    g_string_append_printf(text, "%s %s", access->kind == TRACE_WRITE ? "write" : "read", access->at.path);
    if (!access->any)
        g_string_append_printf(text, " = 0x%" G_GINT64_MODIFIER "x", access->value);
}

/* The accesses with their registers as @part has them, or NULL with *@why. @expect keeps the paths. */
static struct expect_access *bind(
    const struct expect_trace *expect, const struct trace_part *part, char **why)
{
    struct expect_access *bound = g_memdup2(expect->accesses->data, sizeof(*bound) * expect->accesses->len);

    for (guint i = 0; i < expect->accesses->len; i++)
        if (!find_in_part(&bound[i].at, &access_at(expect, i)->at, part)) {
            *why = lacks(&bound[i].at);
            g_free(bound);
            return NULL;
        }
    return bound;
}

/* Most different values that a verdict lists. */
enum { VALUES_SHOWN = 4 };

/* A value that accesses had, where another was expected. */
struct other_value {
    guint64 value;
    guint n;
    const struct trace_record *last;
};

/* The values of accesses like @access in records [@from, @to) of @part; struct other_value. */
static GArray *other_values(
    const struct expect_access *access, const struct trace_part *part, gsize from, gsize to)
{
    GArray *values = g_array_new(FALSE, FALSE, sizeof(struct other_value));

    for (gsize i = from; i < to; i++) {
        const struct trace_record *record = &part->records[i];
        struct other_value fresh = {.n = 1, .last = record};
        guint k = 0;

        if (record->kind != access->kind ||
            bits_of(&access->at) & ~covers(part->model, record, &access->at, &fresh.value))
            continue;
        fresh.value = field_of(&access->at, fresh.value);
        while (k < values->len && g_array_index(values, struct other_value, k).value != fresh.value)
            k++;
        if (k == values->len) {
            g_array_append_val(values, fresh);
            continue;
        }
        g_array_index(values, struct other_value, k).n++;
        g_array_index(values, struct other_value, k).last = record;
    }
    return values;
}

/* "; it wrote 0x186a (12 times), 0x0 (13 times), the last as imc0.PMON_CTL0 <- 0x0 (1.5 s, CPU 0)". */
static void append_others(
    GString *text, const struct expect_access *access, const struct trace_part *part, gsize from, gsize to)
{
    g_autoptr(GArray) values = other_values(access, part, from, to);
    const struct trace_record *last = NULL;

    for (guint i = 0; i < values->len; i++) {
        const struct other_value *other = &g_array_index(values, struct other_value, i);

        if (!last || other->last > last)
            last = other->last;
        if (i == VALUES_SHOWN)
            g_string_append_printf(text, ", and %u more values", values->len - i);
        if (i >= VALUES_SHOWN)
            continue;
        g_string_append(text, i ? ", " : access->kind == TRACE_WRITE ? "; it wrote " : "; it read ");
        g_string_append_printf(
            text, "0x%" G_GINT64_MODIFIER "x (%u time%s)", other->value, other->n, other->n == 1 ? "" : "s");
    }
    if (!last)
        return;
    g_autofree char *access_of_last = access_text(part->model, last);
    g_string_append_printf(text, ", the last as %s", access_of_last);
}

gboolean expect_trace_judge_order(
    const struct expect_trace *expect, const struct trace_part *part, char **why)
{
    g_autofree struct expect_access *wanted = bind(expect, part, why);
    gsize begin = expect->since_boot ? 0 : part->begin, after = begin;
    GString *text;
    guint found = 0;

    if (!wanted)
        return FALSE;
    text = g_string_new(NULL);
    for (gsize i = begin; i < part->to && found < expect->accesses->len; i++) {
        const struct trace_record *record = &part->records[i];

        if (!is_access(&wanted[found], part, record))
            continue;
        g_autofree char *access = access_text(part->model, record);
        g_string_append_printf(text, "%sfound %s", found ? "; " : "", access);
        found++;
        after = i + 1;
    }
    if (found < expect->accesses->len) {
        g_string_append(text, found ? "; after that no " : "no ");
        append_access(text, access_at(expect, found));
        append_others(text, &wanted[found], part, after, part->to);
    }
    *why = g_string_free(text, FALSE);
    return found == expect->accesses->len;
}
