/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Reads a lab's file, and the scenario beside it. */
#include "harness/base/error.h"
#include "harness/lab/lab.h"
#include "harness/scenario/scenario_load.h"

#include <string.h>

struct reader {
    struct lab *lab;
    unsigned line;
    GString *block;       /* takes indented lines, or NULL */
    GString *text, *hint; /* blocks that are being read */
    struct lab_mistake *mistake;
    GError **error;
};

static gboolean fail_at(const struct reader *reader, unsigned line, const char *format, ...)
    G_GNUC_PRINTF(3, 4);

static gboolean fail_at(const struct reader *reader, unsigned line, const char *format, ...)
{
    g_autofree char *message = NULL;
    va_list args;

    va_start(args, format);
    message = g_strdup_vprintf(format, args);
    va_end(args);
    return error_usage(reader->error, "%s:%u: %s", reader->lab->path, line, message);
}

static void mistake_clear(gpointer data)
{
    struct lab_mistake *mistake = data;

    g_free(mistake->name);
    g_string_free(mistake->script, TRUE);
    g_free(mistake->says_text);
    if (mistake->says)
        g_regex_unref(mistake->says);
}

static struct lab *lab_new(const char *path)
{
    struct lab *lab = g_new0(struct lab, 1);

    lab->path = g_strdup(path);
    lab->hints = g_ptr_array_new_with_free_func(g_free);
    lab->mistakes = g_array_new(FALSE, TRUE, sizeof(struct lab_mistake));
    g_array_set_clear_func(lab->mistakes, mistake_clear);
    return lab;
}

void lab_free(struct lab *lab)
{
    if (!lab)
        return;
    g_free(lab->path);
    g_free(lab->name);
    g_free(lab->title);
    g_free(lab->text);
    g_ptr_array_unref(lab->hints);
    g_array_unref(lab->mistakes);
    scenario_free(lab->scenario);
    g_free(lab);
}

const struct lab_mistake *lab_mistake_at(const struct lab *lab, guint i)
{
    return &g_array_index(lab->mistakes, struct lab_mistake, i);
}

/* ---- lines ---- */

/* A block's text without blank lines around it. */
static char *block_text(GString *block)
{
    char *text = g_string_free(block, FALSE);
    const gsize leading = strspn(text, "\n");

    memmove(text, text + leading, strlen(text + leading) + 1);
    return g_strchomp(text);
}

static void end_hint(struct reader *reader)
{
    if (reader->hint)
        g_ptr_array_add(reader->lab->hints, block_text(g_steal_pointer(&reader->hint)));
}

static gboolean read_title(struct reader *reader, const char *rest)
{
    if (reader->lab->title)
        return fail_at(reader, reader->line, "a second 'title'; expected one");
    if (!*rest)
        return fail_at(reader, reader->line, "nothing after 'title'; expected a line");
    reader->lab->title = g_strdup(rest);
    return TRUE;
}

enum { NUMBER_MAX = 999 };

static gboolean read_number(struct reader *reader, const char *rest)
{
    guint64 number;

    if (reader->lab->number)
        return fail_at(reader, reader->line, "a second 'number'; expected one");
    if (!g_ascii_string_to_unsigned(rest, 10, 1, NUMBER_MAX, &number, NULL))
        return fail_at(reader, reader->line, "number '%s'; expected 1 to %d", rest, NUMBER_MAX);
    reader->lab->number = (unsigned)number;
    return TRUE;
}

static gboolean read_text(struct reader *reader, const char *rest)
{
    if (*rest)
        return fail_at(
            reader, reader->line, "'%s' after 'text'; expected indented lines below it", rest);
    if (reader->text)
        return fail_at(reader, reader->line, "a second 'text'; expected one");
    reader->block = reader->text = g_string_new(NULL);
    return TRUE;
}

static gboolean read_hint(struct reader *reader, const char *rest)
{
    if (*rest)
        return fail_at(
            reader, reader->line, "'%s' after 'hint'; expected indented lines below it", rest);
    reader->block = reader->hint = g_string_new(NULL);
    return TRUE;
}

static gboolean read_mistake(struct reader *reader, const char *rest)
{
    GArray *mistakes = reader->lab->mistakes;
    const struct lab_mistake mistake = {
        .name = g_strdup(rest), .line = reader->line, .script = g_string_new(NULL)};

    g_array_append_val(mistakes, mistake);
    reader->mistake = &g_array_index(mistakes, struct lab_mistake, mistakes->len - 1);
    return *rest ||
           fail_at(reader, reader->line, "nothing after 'mistake'; expected a name for it");
}

static const struct {
    const char *word;
    gboolean (*read)(struct reader *reader, const char *rest);
} keywords[] = {
    {"title", read_title},
    {"number", read_number},
    {"text", read_text},
    {"hint", read_hint},
    {"mistake", read_mistake},
};

/* The rest of @line after @word and blanks; NULL if @line does not begin with
 * @word. */
static const char *after(const char *line, const char *word)
{
    const gsize n = strlen(word);

    if (strncmp(line, word, n) || (line[n] && !strchr(" \t", line[n])))
        return NULL;
    return line + n + strspn(line + n, " \t");
}

static gboolean read_keyword(struct reader *reader, const char *line)
{
    end_hint(reader);
    reader->block = NULL;
    reader->mistake = NULL;
    for (gsize i = 0; i < G_N_ELEMENTS(keywords); i++) {
        const char *rest = after(line, keywords[i].word);

        if (rest)
            return keywords[i].read(reader, rest);
    }
    return fail_at(reader, reader->line,
        "unknown word '%.*s'; expected title, number, text, hint or mistake, or a blank before a "
        "block's "
        "line",
        (int)strcspn(line, " \t"), line);
}

/* A line of a mistake. */
static gboolean read_inside(struct reader *reader, const char *line)
{
    struct lab_mistake *mistake = reader->mistake;
    const char *run = after(line, "run"), *says = after(line, "says");
    g_autofree char *wrong = NULL;

    if (run) {
        g_string_append_printf(mistake->script, "%s\n", run);
        return TRUE;
    }
    if (!says || mistake->says)
        return fail_at(reader, reader->line,
            "'%s' in a mistake; expected 'run COMMAND' or one 'says /REGEX/'", line);
    mistake->says_text = g_strdup(says);
    mistake->says = expect_regex(says, &wrong);
    return mistake->says || fail_at(reader, reader->line, "%s", wrong);
}

/* Blocks of text keep indentation beyond this. */
enum { INDENT = 4 };

static gboolean read_line(struct reader *reader, char *line)
{
    const gsize blanks = strspn(line, " \t");

    g_strchomp(line);
    if (*line == '#' || (!*line && !reader->block))
        return TRUE;
    if (*line && !blanks)
        return read_keyword(reader, line);
    if (reader->block) {
        g_string_append_printf(reader->block, "%s\n", line + MIN(blanks, INDENT) * (*line != '\0'));
        return TRUE;
    }
    if (reader->mistake)
        return read_inside(reader, line + blanks);
    return fail_at(reader, reader->line, "an indented line outside of text, hint and mistake");
}

static gboolean read_lines(struct reader *reader, const char *text)
{
    g_auto(GStrv) lines = g_strsplit(text, "\n", -1);

    for (char **line = lines; *line; line++) {
        reader->line++;
        if (!read_line(reader, *line))
            return FALSE;
    }
    end_hint(reader);
    return TRUE;
}

/* ---- the whole ---- */

static gboolean check(const struct reader *reader)
{
    const struct lab *lab = reader->lab;

    if (!lab->title || !lab->text || !*lab->text)
        return error_usage(
            reader->error, "%s: no %s; expected one", lab->path, lab->title ? "text" : "title");
    for (guint i = 0; i < lab->mistakes->len; i++) {
        const struct lab_mistake *mistake = lab_mistake_at(lab, i);

        if (!mistake->script->len || !mistake->says)
            return fail_at(reader, mistake->line, "mistake '%s' has no '%s' line; expected both",
                mistake->name, mistake->says ? "run" : "says");
    }
    return TRUE;
}

/* "snbep/count-reads" */
static char *name_of(const struct lab *lab)
{
    g_autofree char *base = g_path_get_basename(lab->path);
    g_autofree char *stem = g_strndup(base, strlen(base) - strlen(LAB_SUFFIX));

    return g_strdup_printf("%s/%s", lab->scenario->machine->name, stem);
}

/* Students do not see the scenario's lines, and the lab ignores the shell's
 * status. */
static void fit_expects(struct lab *lab)
{
    for (guint i = 0; i < lab->scenario->steps->len; i++) {
        const struct scenario_step *step = g_ptr_array_index(lab->scenario->steps, i);

        for (guint k = 0; k < step->expects->len; k++)
            ((struct expect *)g_ptr_array_index(step->expects, k))->line = 0;
    }
}

static gboolean load_scenario(struct lab *lab, GError **error)
{
    g_autofree char *stem = g_strndup(lab->path, strlen(lab->path) - strlen(LAB_SUFFIX));
    g_autofree char *path = g_strconcat(stem, SCENARIO_SUFFIX, NULL);
    g_autoptr(GPtrArray) scenarios = scenario_load(path, error);

    if (!scenarios)
        return FALSE;
    lab->scenario = g_ptr_array_steal_index(scenarios, 0);
    lab->step = scenario_step_number(lab->scenario, LAB_STEP);
    if (lab->scenario->outside)
        return error_usage(error, "%s", lab->scenario->outside);
    if (!scenarios->len && lab->step) {
        lab->step--;
        return TRUE;
    }
    return error_usage(error, "%s: %s", path,
        scenarios->len ? "has parameters; expected one scenario for a lab"
                       : "no step '" LAB_STEP "'; expected one, for the student");
}

struct lab *lab_parse(const char *path, const char *text, GError **error)
{
    struct reader reader = {.lab = lab_new(path), .error = error};
    gboolean ok = read_lines(&reader, text);

    if (reader.text)
        reader.lab->text = block_text(reader.text);
    if (reader.hint)
        g_string_free(reader.hint, TRUE);
    if (ok && check(&reader) && load_scenario(reader.lab, error)) {
        reader.lab->name = name_of(reader.lab);
        fit_expects(reader.lab);
        return reader.lab;
    }
    lab_free(reader.lab);
    return NULL;
}

struct lab *lab_load(const char *path, GError **error)
{
    g_autofree char *text = NULL;
    gsize length;

    if (!g_str_has_suffix(path, LAB_SUFFIX)) {
        error_usage(error, "%s: not called a lab; expected a file NAME" LAB_SUFFIX, path);
        return NULL;
    }
    if (!g_file_get_contents(path, &text, &length, error))
        return NULL;
    if (g_utf8_validate(text, (gssize)length, NULL))
        return lab_parse(path, text, error);
    error_usage(error, "%s: not text; expected a lab in UTF-8", path);
    return NULL;
}
