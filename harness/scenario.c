/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Reads scenario files. Lines are first sorted into what they belong to; what refers to something else in the
 * file (traffic to steps, options to the machine) is resolved when the whole file has been seen.
 */
#include "harness/scenario.h"

#include "harness/command.h"
#include "harness/machine_plan.h"

#include <errno.h>
#include <glib/gstdio.h>
#include <string.h>
#include <unistd.h>

/* A piece of the file that waits until all of it has been seen. */
struct pending {
    unsigned line;
    char *text;
};

struct reader {
    struct scenario *scenario;
    unsigned line;
    gboolean in_traffic;
    struct scenario_step *step; /* that lines belong to, or NULL */
    GArray *options;            /* of struct pending: one NAME=VALUE each */
    GArray *traffic;            /* of struct pending: one line each */
    unsigned cpus_line, limit_line, about_line;
    GError **error;
};

G_GNUC_PRINTF(3, 4)
static gboolean fail_at(const struct reader *reader, unsigned line, const char *format, ...)
{
    g_autofree char *message = NULL;
    va_list args;

    va_start(args, format);
    message = g_strdup_vprintf(format, args);
    va_end(args);
    g_set_error(reader->error, HARNESS_ERROR, HARNESS_ERROR_USAGE, "%s:%u: %s", reader->scenario->path, line,
        message);
    return FALSE;
}

static gboolean fail_file(const char *path, const char *what, GError **error)
{
    g_set_error(error, HARNESS_ERROR, HARNESS_ERROR_USAGE, "%s: %s", path, what);
    return FALSE;
}

static void step_free(gpointer data)
{
    struct scenario_step *step = data;

    g_free(step->name);
    g_string_free(step->script, TRUE);
    g_ptr_array_unref(step->expects);
    g_free(step);
}

static void expect_destroy(gpointer data)
{
    expect_free(data);
}

static struct scenario_step *step_new(const char *name, unsigned line)
{
    struct scenario_step *step = g_new0(struct scenario_step, 1);

    step->name = g_strdup(name);
    step->line = line;
    step->script = g_string_new(NULL);
    step->expects = g_ptr_array_new_with_free_func(expect_destroy);
    return step;
}

/* The number of the step called @name, or 0. */
static unsigned step_number(const struct scenario *scenario, const char *name)
{
    for (guint i = 0; i < scenario->steps->len; i++) {
        const struct scenario_step *step = g_ptr_array_index(scenario->steps, i);

        if (!strcmp(step->name, name))
            return i + 1;
    }
    return 0;
}

static void pending_clear(gpointer data)
{
    g_free(((struct pending *)data)->text);
}

static GArray *pending_new(void)
{
    GArray *array = g_array_new(FALSE, FALSE, sizeof(struct pending));

    g_array_set_clear_func(array, pending_clear);
    return array;
}

static void pending_add(GArray *array, unsigned line, const char *text)
{
    const struct pending entry = {line, g_strdup(text)};

    g_array_append_val(array, entry);
}

/* Lines that stand once each. */
static gboolean only_once(const struct reader *reader, const char *word, unsigned earlier)
{
    return !earlier ||
           fail_at(reader, reader->line, "a second '%s'; expected one, and line %u has it", word, earlier);
}

static gboolean read_machine(struct reader *reader, const char *rest)
{
    g_autoptr(GError) wrong = NULL;

    if (reader->scenario->machine)
        return fail_at(reader, reader->line, "a second 'machine'; expected one");
    reader->scenario->machine = machine_find(rest, &wrong);
    return reader->scenario->machine || fail_at(reader, reader->line, "%s", wrong->message);
}

static gboolean read_about(struct reader *reader, const char *rest)
{
    if (!only_once(reader, "about", reader->about_line))
        return FALSE;
    reader->about_line = reader->line;
    g_free(reader->scenario->about);
    reader->scenario->about = g_strdup(rest);
    return TRUE;
}

static gboolean read_option(struct reader *reader, const char *word)
{
    const char *value = strchr(word, '=');

    if (!value || value == word || !value[1])
        return fail_at(reader, reader->line, "'%s'; expected NAME=VALUE", word);
    for (guint i = 0; i < reader->options->len; i++) {
        const struct pending *other = &g_array_index(reader->options, struct pending, i);

        if (!strncmp(other->text, word, (gsize)(value - word) + 1))
            return fail_at(reader, reader->line, "a second '%.*s'; expected one, and line %u has it",
                (int)(value - word), word, other->line);
    }
    pending_add(reader->options, reader->line, word);
    return TRUE;
}

static gboolean read_config(struct reader *reader, const char *rest)
{
    g_auto(GStrv) words = g_strsplit_set(rest, " \t", -1);

    if (!*rest)
        return fail_at(reader, reader->line, "nothing behind 'config'; expected NAME=VALUE");
    for (char **word = words; *word; word++)
        if (**word && !read_option(reader, *word))
            return FALSE;
    return TRUE;
}

static gboolean read_cpus(struct reader *reader, const char *rest)
{
    guint64 cpus;

    if (!only_once(reader, "cpus", reader->cpus_line))
        return FALSE;
    if (!g_ascii_string_to_unsigned(rest, 10, 1, SCENARIO_CPUS_MAX, &cpus, NULL))
        return fail_at(
            reader, reader->line, "cpus '%s'; expected a number from 1 to %d", rest, SCENARIO_CPUS_MAX);
    reader->cpus_line = reader->line;
    reader->scenario->cpus = (unsigned)cpus;
    return TRUE;
}

static gboolean read_limit(struct reader *reader, const char *rest)
{
    gsize n = strlen(rest);
    g_autofree char *number = g_strndup(rest, n ? n - 1 : 0);
    guint64 seconds;

    if (!only_once(reader, "limit", reader->limit_line))
        return FALSE;
    if (!g_str_has_suffix(rest, "s") ||
        !g_ascii_string_to_unsigned(number, 10, 1, SCENARIO_LIMIT_MAX_S, &seconds, NULL))
        return fail_at(
            reader, reader->line, "limit '%s'; expected seconds from 1s to %ds", rest, SCENARIO_LIMIT_MAX_S);
    reader->limit_line = reader->line;
    reader->scenario->limit_s = (unsigned)seconds;
    return TRUE;
}

static gboolean read_traffic(struct reader *reader, const char *rest)
{
    if (*rest)
        return fail_at(reader, reader->line, "'%s' behind 'traffic'; expected a line of its own", rest);
    reader->in_traffic = TRUE;
    return TRUE;
}

static gboolean is_name(const char *word)
{
    if (!g_ascii_isalpha(*word))
        return FALSE;
    for (; *word; word++)
        if (!g_ascii_isalnum(*word) && !strchr("-_", *word))
            return FALSE;
    return TRUE;
}

static gboolean read_step(struct reader *reader, const char *rest)
{
    struct scenario *scenario = reader->scenario;
    unsigned other = step_number(scenario, rest);

    if (!is_name(rest))
        return fail_at(reader, reader->line,
            "step '%s'; expected a name of letters, digits, - and _ that begins with a letter", rest);
    if (other)
        return fail_at(reader, reader->line,
            "a second step '%s'; expected names to differ, and line %u has it", rest,
            ((struct scenario_step *)g_ptr_array_index(scenario->steps, other - 1))->line);
    if (scenario->steps->len == SCENARIO_STEPS_MAX)
        return fail_at(
            reader, reader->line, "step '%s' is one too many; expected at most %d", rest, SCENARIO_STEPS_MAX);
    reader->step = step_new(rest, reader->line);
    g_ptr_array_add(scenario->steps, reader->step);
    return TRUE;
}

static gboolean read_run(struct reader *reader, const char *rest)
{
    if (!reader->step)
        return fail_at(reader, reader->line, "'run' outside a step; expected 'step NAME' before it");
    if (!*rest)
        return fail_at(reader, reader->line, "nothing behind 'run'; expected a shell command");
    g_string_append_printf(reader->step->script, "%s\n", rest);
    return TRUE;
}

static const struct expect *find_status(const struct scenario_step *step)
{
    for (guint i = 0; i < step->expects->len; i++) {
        const struct expect *expect = g_ptr_array_index(step->expects, i);

        if (expect->kind == EXPECT_STATUS)
            return expect;
    }
    return NULL;
}

static gboolean read_expect(struct reader *reader, const char *rest)
{
    g_autofree char *wrong = NULL;
    const struct expect *status;
    struct expect *expect;

    if (!reader->step)
        return fail_at(reader, reader->line, "'expect' outside a step; expected 'step NAME' before it");
    expect = expect_parse(rest, &wrong);
    if (!expect)
        return fail_at(reader, reader->line, "%s", wrong);
    expect->line = reader->line;
    status = find_status(reader->step);
    g_ptr_array_add(reader->step->expects, expect);
    return expect->kind != EXPECT_STATUS || !status ||
           fail_at(reader, reader->line, "a second status; expected one, and line %u has it", status->line);
}

/* What a line can begin with. */
static const struct {
    const char *word;
    gboolean (*read)(struct reader *reader, const char *rest);
    gboolean header;   /* must stand before the first step and ends no step */
    gboolean verbatim; /* a # in it is no comment */
} keywords[] = {
    {"machine", read_machine, TRUE, FALSE},
    {"about", read_about, TRUE, TRUE},
    {"config", read_config, TRUE, FALSE},
    {"cpus", read_cpus, TRUE, FALSE},
    {"limit", read_limit, TRUE, FALSE},
    {"traffic", read_traffic, TRUE, FALSE},
    {"step", read_step, FALSE, FALSE},
    {"run", read_run, FALSE, TRUE},
    {"expect", read_expect, FALSE, FALSE},
};

static int keyword_of(const char *line)
{
    gsize n = strcspn(line, " \t");

    for (gsize i = 0; i < G_N_ELEMENTS(keywords); i++)
        if (strlen(keywords[i].word) == n && !strncmp(line, keywords[i].word, n))
            return (int)i;
    return -1;
}

/* Ends @line before a comment: a # that follows a blank. Between the slashes of an expectation it is none. */
static void cut_comment(char *line, gboolean slashes)
{
    gboolean inside = FALSE;

    for (char *c = line + 1; *c; c++) {
        if (*c == '/' && c[-1] != '\\')
            inside = slashes && !inside;
        if (*c == '#' && !inside && (c[-1] == ' ' || c[-1] == '\t')) {
            *c = '\0';
            break;
        }
    }
    g_strchomp(line);
}

static gboolean read_keyword(struct reader *reader, int keyword, const char *line)
{
    const char *rest = line + strlen(keywords[keyword].word);

    while (*rest == ' ' || *rest == '\t')
        rest++;
    reader->in_traffic = FALSE;
    if (keywords[keyword].header && reader->step)
        return fail_at(reader, reader->line, "'%s' behind a step; expected it before the first one",
            keywords[keyword].word);
    return keywords[keyword].read(reader, rest);
}

static gboolean read_line(struct reader *reader, char *line)
{
    int keyword;

    g_strstrip(line);
    if (!*line || *line == '#')
        return TRUE;
    keyword = keyword_of(line);
    if (keyword < 0 || !keywords[keyword].verbatim)
        cut_comment(line, keyword >= 0 && keywords[keyword].read == read_expect);
    if (keyword >= 0)
        return read_keyword(reader, keyword, line);
    if (!reader->in_traffic)
        return fail_at(reader, reader->line,
            "unknown word '%.*s'; expected machine, about, config, cpus, limit, traffic, step, run or expect",
            (int)strcspn(line, " \t"), line);
    pending_add(reader->traffic, reader->line, line);
    return TRUE;
}

static gboolean read_lines(struct reader *reader)
{
    g_auto(GStrv) lines = g_strsplit(reader->scenario->text, "\n", -1);

    for (char **line = lines; *line; line++) {
        reader->line++;
        if (!read_line(reader, *line))
            return FALSE;
    }
    return TRUE;
}

static gboolean resolve_option(struct reader *reader, const struct pending *option)
{
    struct scenario *scenario = reader->scenario;
    const struct machine_plan_ops *ops = machine_plan_ops(scenario->machine);
    unsigned cpus = scenario->cpus ? scenario->cpus : scenario->machine->cpus;
    char wrong[MACHINE_PLAN_WRONG];

    if (!ops->option(scenario->hardware, option->text, wrong))
        return fail_at(reader, option->line, "%s", wrong);
    g_ptr_array_add(scenario->config, g_strdup(option->text));
    scenario->sockets = ops->sockets(scenario->hardware);
    return cpus % scenario->sockets == 0 ||
           fail_at(reader, option->line, "%u CPUs on %u sockets; expected as many on each", cpus,
               scenario->sockets);
}

/* The names of all steps, for complaints. */
static char *step_names(const struct scenario *scenario)
{
    GString *names = g_string_new(NULL);

    for (guint i = 0; i < scenario->steps->len; i++)
        g_string_append_printf(names, "%s%s", i ? ", " : "",
            ((const struct scenario_step *)g_ptr_array_index(scenario->steps, i))->name);
    return g_string_free(names, FALSE);
}

/* Puts the step's number in the place of its name, if @word follows the word "step". */
static gboolean resolve_step(const struct reader *reader, const struct pending *line, char **word)
{
    unsigned number = step_number(reader->scenario, *word);
    g_autofree char *names = NULL;

    if (!number) {
        names = step_names(reader->scenario);
        return fail_at(reader, line->line, "no step '%s'; expected one of: %s", *word, names);
    }
    g_free(*word);
    *word = g_strdup_printf("%u", number);
    return TRUE;
}

static gboolean resolve_traffic(struct reader *reader, const struct pending *line)
{
    struct scenario *scenario = reader->scenario;
    g_auto(GStrv) words = g_strsplit_set(line->text, " \t", -1);
    g_autofree char *resolved = NULL;
    gboolean is_when;
    char wrong[MACHINE_PLAN_WRONG];

    if (!strcmp(words[0], "at"))
        for (char **word = words; *word && word[1]; word++)
            if (!strcmp(*word, "step") && *word[1] && !resolve_step(reader, line, &word[1]))
                return FALSE;
    resolved = g_strjoinv(" ", words);
    if (!machine_plan_ops(scenario->machine)->line(scenario->hardware, resolved, wrong))
        return fail_at(reader, line->line, "%s", wrong);
    is_when = !strcmp(words[0], "at");
    if (!is_when)
        g_array_append_val(scenario->plan_lines, line->line);
    g_string_append_printf(scenario->plan, "%s%s\n", is_when ? "" : "    ", resolved);
    g_string_append_printf(scenario->traffic, "%s%s\n", is_when ? "" : "    ", line->text);
    return TRUE;
}

static gboolean check_steps(struct reader *reader)
{
    GPtrArray *steps = reader->scenario->steps;

    for (guint i = 0; i < steps->len; i++) {
        struct scenario_step *step = g_ptr_array_index(steps, i);

        if (!step->script->len)
            return fail_at(reader, step->line, "step '%s' runs nothing; expected a 'run' line", step->name);
        if (!find_status(step))
            g_ptr_array_insert(step->expects, 0, expect_success());
    }
    return steps->len || fail_file(reader->scenario->path, "no step; expected 'step NAME' and 'run COMMAND'",
                             reader->error);
}

static gboolean resolve(struct reader *reader)
{
    struct scenario *scenario = reader->scenario;

    if (!scenario->machine)
        return fail_file(scenario->path, "no machine; expected 'machine NAME'", reader->error);
    if (!check_steps(reader))
        return FALSE;
    scenario->hardware = machine_plan_ops(scenario->machine)->new ();
    for (guint i = 0; i < reader->options->len; i++)
        if (!resolve_option(reader, &g_array_index(reader->options, struct pending, i)))
            return FALSE;
    for (guint i = 0; i < reader->traffic->len; i++)
        if (!resolve_traffic(reader, &g_array_index(reader->traffic, struct pending, i)))
            return FALSE;
    return TRUE;
}

static gboolean check_path(const char *path, GError **error)
{
    g_autofree char *base = g_path_get_basename(path);

    if (g_access(path, R_OK))
        return fail_file(path, g_strerror(errno), error);
    if (g_file_test(path, G_FILE_TEST_IS_DIR))
        return fail_file(path, "a folder; expected a file NAME" SCENARIO_SUFFIX, error);
    if (!g_str_has_suffix(base, SCENARIO_SUFFIX) || *base == '.')
        return fail_file(path, "not called a scenario; expected a file NAME" SCENARIO_SUFFIX, error);
    return TRUE;
}

static struct scenario *scenario_new(const char *path, const char *text)
{
    struct scenario *scenario = g_new0(struct scenario, 1);

    scenario->path = g_strdup(path);
    scenario->name = g_path_get_basename(path);
    if (g_str_has_suffix(scenario->name, SCENARIO_SUFFIX))
        scenario->name[strlen(scenario->name) - strlen(SCENARIO_SUFFIX)] = '\0';
    scenario->text = g_strdup(text);
    scenario->about = g_strdup("");
    scenario->config = g_ptr_array_new_with_free_func(g_free);
    scenario->plan = g_string_new(NULL);
    scenario->traffic = g_string_new(NULL);
    scenario->plan_lines = g_array_new(FALSE, FALSE, sizeof(unsigned));
    scenario->steps = g_ptr_array_new_with_free_func(step_free);
    scenario->sockets = 1;
    scenario->limit_s = SCENARIO_LIMIT_S;
    return scenario;
}

struct scenario *scenario_parse(const char *path, const char *text, GError **error)
{
    struct reader reader = {
        .scenario = scenario_new(path, text),
        .options = pending_new(),
        .traffic = pending_new(),
        .error = error,
    };
    gboolean ok = read_lines(&reader) && resolve(&reader);

    g_array_unref(reader.options);
    g_array_unref(reader.traffic);
    if (ok)
        return reader.scenario;
    scenario_free(reader.scenario);
    return NULL;
}

struct scenario *scenario_load(const char *path, GError **error)
{
    g_autofree char *text = NULL;
    gsize length;

    if (!check_path(path, error) || !g_file_get_contents(path, &text, &length, error))
        return NULL;
    if (!g_utf8_validate(text, (gssize)length, NULL)) {
        fail_file(path, "not text; expected a scenario in UTF-8", error);
        return NULL;
    }
    return scenario_parse(path, text, error);
}

void scenario_free(struct scenario *scenario)
{
    if (!scenario)
        return;
    if (scenario->hardware)
        machine_plan_ops(scenario->machine)->free(scenario->hardware);
    g_free(scenario->path);
    g_free(scenario->name);
    g_free(scenario->text);
    g_free(scenario->about);
    g_ptr_array_unref(scenario->config);
    g_string_free(scenario->plan, TRUE);
    g_string_free(scenario->traffic, TRUE);
    g_array_unref(scenario->plan_lines);
    g_ptr_array_unref(scenario->steps);
    g_free(scenario);
}

unsigned scenario_n_expects(const struct scenario *scenario)
{
    unsigned n = 0;

    for (guint i = 0; i < scenario->steps->len; i++)
        n += ((const struct scenario_step *)g_ptr_array_index(scenario->steps, i))->expects->len;
    return n;
}
