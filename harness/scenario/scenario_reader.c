/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Parses the lines of a scenario file, one by one. step_reader.c has the
 * keywords of steps. */
#include "harness/scenario/scenario_reader.h"

#include "harness/base/did_you_mean.h"
#include "harness/scenario/guest_extra.h"
#include "harness/scenario/step_reader.h"
#include "harness/setup/kernel_modules.h"
#include "harness/setup/own_kernel.h"
#include "harness/vm/guest_memory.h"

#include <string.h>

/* Checks lines that may occur only once. */
static gboolean only_once(const struct reader *reader, const char *word, unsigned earlier)
{
    return !earlier || reader_fail_at(reader, reader->line,
                           "a second '%s'; expected one, and line %u has it", word, earlier);
}

static gboolean read_machine(struct reader *reader, const char *rest)
{
    g_autoptr(GError) wrong = NULL;

    if (reader->scenario->machine)
        return reader_fail_at(reader, reader->line, "a second 'machine'; expected one");
    reader->scenario->machine = machine_find(rest, &wrong);
    return reader->scenario->machine || reader_fail_at(reader, reader->line, "%s", wrong->message);
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
        return reader_fail_at(reader, reader->line, "'%s'; expected NAME=VALUE", word);
    for (guint i = 0; i < reader->options->len; i++) {
        const struct pending *other = &g_array_index(reader->options, struct pending, i);

        if (!strncmp(other->text, word, (gsize)(value - word) + 1))
            return reader_fail_at(reader, reader->line,
                "a second '%.*s'; expected one, and line %u has it", (int)(value - word), word,
                other->line);
    }
    pending_add(reader->options, reader, word);
    return TRUE;
}

static gboolean read_config(struct reader *reader, const char *rest)
{
    g_auto(GStrv) words = g_strsplit_set(rest, " \t", -1);

    if (!*rest)
        return reader_fail_at(reader, reader->line, "nothing after 'config'; expected NAME=VALUE");
    for (char **word = words; *word; word++)
        if (**word && !read_option(reader, *word))
            return FALSE;
    return TRUE;
}

static gboolean read_kernel(struct reader *reader, const char *rest)
{
    if (!only_once(reader, "kernel", reader->kernel_line))
        return FALSE;
    reader->kernel_line = reader->line;
    reader->kernel = g_strdup(rest);
    return TRUE;
}

static gboolean read_kernel_options(struct reader *reader, const char *rest)
{
    g_auto(GStrv) words = g_strsplit_set(rest, " \t", -1);

    if (!only_once(reader, "kernel-options", reader->kernel_options_line))
        return FALSE;
    if (!*rest || strlen(rest) > SCENARIO_OPTIONS_MAX)
        return reader_fail_at(reader, reader->line,
            "%zu bytes after 'kernel-options'; expected 1 to %d, as in 'kernel-options numa=off'",
            strlen(rest), SCENARIO_OPTIONS_MAX);
    for (const char *c = rest; *c; c++)
        if (!g_ascii_isprint(*c) && *c != '\t')
            return reader_fail_at(reader, reader->line,
                "kernel-options: byte 0x%02x; expected printable ASCII", (unsigned char)*c);
    for (char **word = words; *word; word++)
        /* The guest's init reads its own words, and everything after "--". */
        if (g_str_has_prefix(*word, "pmulab.") || !strcmp(*word, "--"))
            return reader_fail_at(reader, reader->line,
                "kernel-options '%s'; expected options of the kernel, as this is for the guest's "
                "init",
                *word);
    reader->kernel_options_line = reader->line;
    reader->scenario->kernel_options = g_strdup(rest);
    return TRUE;
}

static gboolean read_bound(struct reader *reader, const char *word, const char *rest)
{
    gsize n = strcspn(rest, " \t");
    g_autofree char *version = g_strndup(rest, n);
    g_autofree char *reason = g_strstrip(g_strdup(rest + n));
    struct scenario_bound bound = {.until = !strcmp(word, "until")};

    if (!own_kernel_version_is_valid(version))
        return reader_fail_at(reader, reader->line,
            "%s '%s'; expected a kernel's version, as 6.12, and a reason", word, version);
    if (!*reason)
        return reader_fail_at(
            reader, reader->line, "%s %s; expected a reason after it", word, version);
    bound.version = g_steal_pointer(&version);
    bound.reason = g_steal_pointer(&reason);
    g_array_append_val(reader->scenario->bounds, bound);
    return TRUE;
}

static gboolean read_since(struct reader *reader, const char *rest)
{
    return read_bound(reader, "since", rest);
}

static gboolean read_until(struct reader *reader, const char *rest)
{
    return read_bound(reader, "until", rest);
}

static gboolean read_cpus(struct reader *reader, const char *rest)
{
    guint64 cpus;

    if (!only_once(reader, "cpus", reader->cpus_line))
        return FALSE;
    if (!g_ascii_string_to_unsigned(rest, 10, 1, SCENARIO_CPUS_MAX, &cpus, NULL))
        return reader_fail_at(reader, reader->line, "cpus '%s'; expected a number from 1 to %d",
            rest, SCENARIO_CPUS_MAX);
    reader->cpus_line = reader->line;
    reader->scenario->cpus = (unsigned)cpus;
    return TRUE;
}

static gboolean read_memory(struct reader *reader, const char *rest)
{
    if (reader->scenario->memory_mib)
        return reader_fail_at(reader, reader->line, "a second 'memory'; expected one");
    if (!guest_memory_parse(rest, &reader->scenario->memory_mib))
        return reader_fail_at(
            reader, reader->line, "memory '%s'; expected " GUEST_MEMORY_EXPECTED, rest);
    return TRUE;
}

char *reader_find_file(const struct reader *reader, const char *word, const char *name)
{
    g_autofree char *folder = g_path_get_dirname(reader->scenario->path);
    g_autofree char *path =
        g_path_is_absolute(name) ? g_strdup(name) : g_build_filename(folder, name, NULL);

    if (g_file_test(path, G_FILE_TEST_IS_REGULAR)) {
        reader_note_outside(reader, reader->line, word, path);
        return g_steal_pointer(&path);
    }
    reader_fail_at(reader, reader->line,
        "%s '%s'; expected a file beside the scenario, or a path from there", word, name);
    return NULL;
}

static gboolean read_flash(struct reader *reader, const char *rest)
{
    if (!only_once(reader, "flash", reader->flash_line))
        return FALSE;
    if (!*rest)
        return reader_fail_at(reader, reader->line, "nothing after 'flash'; expected a file");
    reader->flash_line = reader->line;
    reader->scenario->flash = reader_find_file(reader, "flash", rest);
    return reader->scenario->flash != NULL;
}

static gboolean read_catalogue(struct reader *reader, const char *rest)
{
    if (!only_once(reader, "catalogue", reader->catalogue_line))
        return FALSE;
    reader->catalogue_line = reader->line;
    reader->block = reader->catalogue;
    if (!*rest)
        return TRUE;
    reader->catalogue_path = reader_find_file(reader, "catalogue", rest);
    return reader->catalogue_path != NULL;
}

static gboolean read_dies(struct reader *reader, const char *rest)
{
    g_autofree char *wrong = NULL;

    if (!only_once(reader, "dies", reader->dies_line))
        return FALSE;
    reader->dies_line = reader->line;
    reader->scenario->dies_text = g_strdup(rest);
    reader->scenario->dies = expect_regex(rest, &wrong);
    return reader->scenario->dies || reader_fail_at(reader, reader->line, "%s", wrong);
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
        return reader_fail_at(reader, reader->line, "limit '%s'; expected seconds from 1s to %ds",
            rest, SCENARIO_LIMIT_MAX_S);
    reader->limit_line = reader->line;
    reader->scenario->limit_s = (unsigned)seconds;
    return TRUE;
}

static gboolean read_extra(struct reader *reader, const char *rest,
    gboolean (*read)(struct scenario *scenario, const char *text, char **wrong))
{
    g_autofree char *wrong = NULL;

    return read(reader->scenario, rest, &wrong) ||
           reader_fail_at(reader, reader->line, "%s", wrong);
}

static gboolean read_file(struct reader *reader, const char *rest)
{
    const GArray *files = reader->scenario->files;

    if (!read_extra(reader, rest, scenario_read_file))
        return FALSE;
    reader_note_outside(
        reader, reader->line, "file", g_array_index(files, struct guest_file, files->len - 1).path);
    return TRUE;
}

static gboolean read_module(struct reader *reader, const char *rest)
{
    const GPtrArray *modules = reader->scenario->modules;

    if (!read_extra(reader, rest, scenario_read_module))
        return FALSE;
    if (kernel_module_file(rest))
        reader_note_outside(
            reader, reader->line, "module", g_ptr_array_index(modules, modules->len - 1));
    return TRUE;
}

static gboolean read_package(struct reader *reader, const char *rest)
{
    return read_extra(reader, rest, scenario_read_package);
}

/* The file's own errors are for its author, so they come before the machine's.
 * It may be anywhere, because the guest never sees it. */
static gboolean read_hardware(struct reader *reader, const char *rest)
{
    g_autofree char *option = NULL;
    g_autofree char *wrong = NULL;

    if (!only_once(reader, "hardware", reader->hardware_line))
        return FALSE;
    reader->hardware_line = reader->line;
    option = scenario_read_hardware(reader->scenario, rest, &wrong);
    if (!option)
        return reader_fail_at(reader, reader->line, "%s", wrong);
    pending_add(reader->options, reader, option);
    return TRUE;
}

static gboolean read_traffic(struct reader *reader, const char *rest)
{
    if (*rest)
        return reader_fail_at(
            reader, reader->line, "'%s' after 'traffic'; expected a separate line", rest);
    reader->block = reader->traffic;
    return TRUE;
}

static gboolean read_tags(struct reader *reader, const char *rest)
{
    GPtrArray *tags = reader->scenario->tags;
    g_auto(GStrv) words = g_strsplit_set(rest, " \t", -1);

    if (tags->len)
        return reader_fail_at(
            reader, reader->line, "a second 'tags'; expected one line with all of them");
    if (!*rest)
        return reader_fail_at(reader, reader->line, "nothing after 'tags'; expected words");
    for (char **word = words; *word; word++) {
        if (!**word)
            continue;
        if (!reader_is_name(*word))
            return reader_fail_at(reader, reader->line,
                "tag '%s'; expected a word of letters, digits, - and _ that begins with a letter",
                *word);
        g_ptr_array_add(tags, g_strdup(*word));
    }
    return TRUE;
}

/* The values have been inserted already: scenario_params.h. */
static gboolean read_param(struct reader *reader, const char *rest)
{
    (void)reader;
    (void)rest;
    return TRUE;
}

/* Words that a line can begin with. */
static const struct {
    const char *word;
    gboolean (*read)(struct reader *reader, const char *rest);
    gboolean header;   /* must come before the first step, and does not end a step */
    gboolean verbatim; /* a # in it does not begin a comment */
} keywords[] = {
    {"machine", read_machine, TRUE, FALSE},
    {"about", read_about, TRUE, TRUE},
    {"tags", read_tags, TRUE, FALSE},
    {"kernel", read_kernel, TRUE, FALSE},
    {"kernel-options", read_kernel_options, TRUE, FALSE},
    {"since", read_since, TRUE, TRUE},
    {"until", read_until, TRUE, TRUE},
    {"config", read_config, TRUE, FALSE},
    {"cpus", read_cpus, TRUE, FALSE},
    {"memory", read_memory, TRUE, FALSE},
    {"flash", read_flash, TRUE, FALSE},
    {"catalogue", read_catalogue, TRUE, FALSE},
    {"file", read_file, TRUE, FALSE},
    {"module", read_module, TRUE, FALSE},
    {"package", read_package, TRUE, FALSE},
    {"hardware", read_hardware, TRUE, FALSE},
    {"dies", read_dies, TRUE, FALSE},
    {"limit", read_limit, TRUE, FALSE},
    {"param", read_param, TRUE, TRUE},
    {"traffic", read_traffic, TRUE, FALSE},
    {"step", reader_step, FALSE, FALSE},
    {"run", reader_run, FALSE, TRUE},
    {"capture", reader_capture, FALSE, FALSE},
    {"expect", reader_expect, FALSE, FALSE},
    {"xfail", reader_xfail, FALSE, TRUE},
    {"called", reader_called, FALSE, TRUE},
    {"lint", reader_lint, FALSE, TRUE},
    {"else", reader_else, FALSE, TRUE},
};

/* The keyword that @line begins with, or -1. `memory guest` is traffic: a size
 * has digits. */
static int keyword_of(const char *line)
{
    gsize n = strcspn(line, " \t");
    char next = line[n + strspn(line + n, " \t")];

    for (gsize i = 0; i < G_N_ELEMENTS(keywords); i++)
        if (strlen(keywords[i].word) == n && !strncmp(line, keywords[i].word, n))
            return keywords[i].read == read_memory && g_ascii_isalpha(next) ? -1 : (int)i;
    return -1;
}

/* Ends @line at a comment: a # after a blank, but not between the slashes of an
 * expression. */
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

static gboolean fail_unknown(const struct reader *reader, const char *line)
{
    g_autoptr(GString) known = g_string_new(keywords[0].word);
    g_autofree char *word = g_strndup(line, strcspn(line, " \t"));
    g_autofree char *meant = NULL;

    for (gsize i = 1; i < G_N_ELEMENTS(keywords); i++)
        g_string_append_printf(known, ", %s", keywords[i].word);
    meant = did_you_mean_word(word, known->str);
    if (meant)
        return reader_fail_at(
            reader, reader->line, "unknown word '%s'; did you mean %s?", word, meant);
    return reader_fail_at(
        reader, reader->line, "unknown word '%s'; expected one of %s", word, known->str);
}

static gboolean read_line(struct reader *reader, char *line)
{
    gboolean slashes; /* an expression, in which # begins no comment */
    const char *rest;
    int keyword;

    g_strstrip(line);
    if (!*line || *line == '#')
        return TRUE;
    keyword = keyword_of(line);
    if (keyword < 0) {
        /* In other lines of a catalogue, slashes belong to paths. */
        slashes = reader->block == reader->catalogue && g_str_has_prefix(line, "refused");
        cut_comment(line, slashes);
        if (!reader->block)
            return fail_unknown(reader, line);
        pending_add(reader->block, reader, line);
        return TRUE;
    }
    slashes = keywords[keyword].read == reader_expect || keywords[keyword].read == read_dies;
    if (!keywords[keyword].verbatim)
        cut_comment(line, slashes);
    rest = line + strlen(keywords[keyword].word);
    rest += strspn(rest, " \t");
    reader->block = NULL;
    if (keywords[keyword].header && reader->step)
        return reader_fail_at(reader, reader->line,
            "'%s' after a step; expected it before the first one", keywords[keyword].word);
    return keywords[keyword].read(reader, rest);
}

gboolean reader_read_lines(struct reader *reader)
{
    g_autofree char *text = g_strdup(reader->scenario->text);
    char *end = text + strlen(text);

    for (char *line = text, *next; line < end; line = next) {
        next = strchrnul(line, '\n');
        *next++ = '\0';
        reader->line++;
        if (!read_line(reader, line))
            return FALSE;
    }
    return TRUE;
}
