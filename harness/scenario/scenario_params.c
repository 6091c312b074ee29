/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Parses `param` lines and inserts combinations of values into the text. */
#include "harness/scenario/scenario_params.h"

#include "harness/base/error.h"

#include <string.h>

#define PARAM "param"

struct param {
    unsigned line;
    char *name;
    char **values; /* at least one; ends with NULL */
};

struct scenario_params {
    const char *path; /* for messages while the file is read */
    char **lines;     /* in the file */
    GArray *params;   /* of struct param, in the order of the file */
    unsigned count;   /* number of combinations */
};

__attribute__((format(printf, 4, 5))) static gboolean fail(
    const struct scenario_params *params, unsigned line, GError **error, const char *format, ...)
{
    g_autofree char *what = NULL;
    va_list args;

    va_start(args, format);
    what = g_strdup_vprintf(format, args);
    va_end(args);
    return error_usage(error, "%s:%u: %s", params->path, line, what);
}

static void param_clear(gpointer data)
{
    struct param *param = data;

    g_free(param->name);
    g_strfreev(param->values);
}

static const struct param *param_at(const struct scenario_params *params, unsigned index)
{
    return &g_array_index(params->params, struct param, index);
}

static const struct param *find_param(
    const struct scenario_params *params, const char *name, gsize length)
{
    for (unsigned i = 0; i < params->params->len; i++) {
        const struct param *param = param_at(params, i);

        if (strlen(param->name) == length && !strncmp(param->name, name, length))
            return param;
    }
    return NULL;
}

/* The length of the name at @text: a letter, then letters, digits, - and _. */
static gsize name_length(const char *text)
{
    gsize n = 0;

    if (!g_ascii_isalpha(*text))
        return 0;
    while (g_ascii_isalnum(text[n]) || text[n] == '-' || text[n] == '_')
        n++;
    return n;
}

/* The text after the word `param` in @line, or NULL for another line. */
static const char *behind_param(const char *line)
{
    line += strspn(line, " \t");
    if (!g_str_has_prefix(line, PARAM) || !strchr(" \t\r", line[strlen(PARAM)]))
        return NULL;
    return line + strlen(PARAM);
}

static gboolean is_comment(const char *line)
{
    return line[strspn(line, " \t")] == '#';
}

static gboolean check_values(
    const struct scenario_params *params, unsigned line, const struct param *param, GError **error)
{
    if (!param->values[0])
        return fail(params, line, error, "param '%s' has no values; expected 'param NAME VALUE...'",
            param->name);
    for (char **value = param->values; *value; value++) {
        if (!**value)
            return fail(params, line, error, "an empty value; expected at least one character");
        for (char **other = param->values; other < value; other++)
            if (!strcmp(*other, *value))
                return fail(
                    params, line, error, "a second value '%s'; expected values to differ", *value);
    }
    return TRUE;
}

static gboolean check_param(
    const struct scenario_params *params, unsigned line, const struct param *param, GError **error)
{
    const struct param *earlier = find_param(params, param->name, strlen(param->name));

    if (!*param->name || name_length(param->name) != strlen(param->name))
        return fail(params, line, error,
            "param '%s'; expected a name of letters, digits, - and _ that begins with a letter",
            param->name);
    if (earlier)
        return fail(params, line, error,
            "a second param '%s'; expected names to differ, and line %u has it", param->name,
            earlier->line);
    if (!check_values(params, line, param, error))
        return FALSE;
    if (params->count * g_strv_length(param->values) <= SCENARIO_COMBINATIONS_MAX)
        return TRUE;
    return fail(params, line, error, "%u combinations of values; expected at most %d",
        params->count * g_strv_length(param->values), SCENARIO_COMBINATIONS_MAX);
}

/* Splits words as the shell does, so that a value may contain blanks; a comment
 * ends them. */
static gboolean read_param(
    struct scenario_params *params, unsigned line, const char *rest, GError **error)
{
    g_autofree char *stripped = g_strstrip(g_strdup(rest));
    g_auto(GStrv) words = NULL;
    g_autoptr(GError) wrong = NULL;
    struct param param = {.line = line};

    if (!g_shell_parse_argv(stripped, NULL, &words, &wrong)) {
        if (g_error_matches(wrong, G_SHELL_ERROR, G_SHELL_ERROR_EMPTY_STRING))
            return fail(
                params, line, error, "nothing after 'param'; expected 'param NAME VALUE...'");
        return fail(params, line, error,
            "a quotation mark that is not closed; expected 'param NAME VALUE...'");
    }
    param.name = g_strdup(words[0]);
    param.values = g_strdupv(words + 1);
    if (check_param(params, line, &param, error)) {
        g_array_append_val(params->params, param);
        params->count *= g_strv_length(param.values);
        return TRUE;
    }
    param_clear(&param);
    return FALSE;
}

static gboolean fail_unknown(const struct scenario_params *params, unsigned line, const char *name,
    gsize length, GError **error)
{
    g_autoptr(GString) names = g_string_new(NULL);

    for (unsigned i = 0; i < params->params->len; i++)
        g_string_append_printf(names, "%s%s", i ? ", " : "", param_at(params, i)->name);
    if (!names->len)
        return fail(params, line, error,
            "no parameter '%.*s'; expected a line 'param %.*s VALUE...', or %%%%{ for the text "
            "itself",
            (int)length, name, (int)length, name);
    return fail(params, line, error, "no parameter '%.*s'; expected one of: %s", (int)length, name,
        names->str);
}

/* The next `%{NAME}` or `%%{NAME}` in @text, or NULL; with the name and its
 * length. */
static const char *next_use(const char *text, const char **name, gsize *length)
{
    const char *use = text;

    while ((use = strstr(use, "%{"))) {
        *name = use + 2;
        *length = name_length(*name);
        if (*length && (*name)[*length] == '}')
            return use > text && use[-1] == '%' ? use - 1 : use;
        use += 2;
    }
    return NULL;
}

static gboolean read_params(struct scenario_params *params, GError **error)
{
    for (unsigned i = 0; params->lines[i]; i++) {
        const char *rest = behind_param(params->lines[i]);

        if (rest && !read_param(params, i + 1, rest, error))
            return FALSE;
    }
    for (unsigned i = 0; params->lines[i]; i++) {
        const char *text = params->lines[i], *name, *use;
        gsize length;

        if (behind_param(text) || is_comment(text))
            continue;
        for (; (use = next_use(text, &name, &length)); text = name + length)
            if (use[1] != '%' && !find_param(params, name, length))
                return fail_unknown(params, i + 1, name, length, error);
    }
    return TRUE;
}

struct scenario_params *scenario_params_parse(const char *path, const char *text, GError **error)
{
    struct scenario_params *params = g_new0(struct scenario_params, 1);

    params->path = path;
    params->lines = g_strsplit(text, "\n", -1);
    params->params = g_array_new(FALSE, FALSE, sizeof(struct param));
    g_array_set_clear_func(params->params, param_clear);
    params->count = 1;
    if (read_params(params, error))
        return params;
    scenario_params_free(params);
    return NULL;
}

void scenario_params_free(struct scenario_params *params)
{
    g_strfreev(params->lines);
    g_array_unref(params->params);
    g_free(params);
}

unsigned scenario_params_count(const struct scenario_params *params)
{
    return params->count;
}

/* The last parameter changes fastest, like the innermost of nested loops. */
static const char *value_of(
    const struct scenario_params *params, const struct param *param, unsigned index)
{
    unsigned below = 1;

    for (unsigned i = params->params->len; param_at(params, i - 1) != param; i--)
        below *= g_strv_length(param_at(params, i - 1)->values);
    return param->values[index / below % g_strv_length(param->values)];
}

char *scenario_params_words(const struct scenario_params *params, unsigned index)
{
    GString *words = g_string_new(NULL);

    for (unsigned i = 0; i < params->params->len; i++) {
        const struct param *param = param_at(params, i);

        g_string_append_printf(
            words, "%s%s=%s", i ? " " : "", param->name, value_of(params, param, index));
    }
    return g_string_free(words, FALSE);
}

char *scenario_params_suffix(const struct scenario_params *params, unsigned index)
{
    GString *suffix = g_string_new(NULL);

    for (unsigned i = 0; i < params->params->len; i++) {
        const struct param *param = param_at(params, i);
        g_autofree char *value = g_uri_escape_string(value_of(params, param, index), NULL, FALSE);

        g_string_append_printf(suffix, ",%s=%s", param->name, value);
    }
    return g_string_free(suffix, FALSE);
}

static void append_line(
    GString *text, const struct scenario_params *params, const char *line, unsigned index)
{
    const char *name, *use;
    gsize length;

    for (; (use = next_use(line, &name, &length)); line = name + length + 1) {
        g_string_append_len(text, line, use - line);
        if (use[1] == '%')
            g_string_append_printf(text, "%%{%.*s}", (int)length, name);
        else
            g_string_append(text, value_of(params, find_param(params, name, length), index));
    }
    g_string_append(text, line);
}

static void append_param(
    GString *text, const struct scenario_params *params, unsigned line, unsigned index)
{
    for (unsigned i = 0; i < params->params->len; i++) {
        const struct param *param = param_at(params, i);
        g_autofree char *value = NULL;

        if (param->line != line)
            continue;
        value = g_shell_quote(value_of(params, param, index));
        g_string_append_printf(text, PARAM " %s %s", param->name, value);
    }
}

char *scenario_params_text(const struct scenario_params *params, unsigned index)
{
    GString *text = g_string_new(NULL);

    for (unsigned i = 0; params->lines[i]; i++) {
        const char *line = params->lines[i];

        g_string_append(text, i ? "\n" : "");
        if (behind_param(line))
            append_param(text, params, i + 1, index);
        else if (is_comment(line))
            g_string_append(text, line);
        else
            append_line(text, params, line, index);
    }
    return g_string_free(text, FALSE);
}
