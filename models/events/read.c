/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Reads the files of a list, line by line: docs/events.md. */
#include "models/events/inside.h"

#include <ctype.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char space[] = " \t\r";

/* ---- words ---- */

bool events_wrong(const struct events_file *file, const char *format, ...)
{
    char *wrong = file->reader->wrong;
    int n =
        snprintf(wrong, EVENTS_WRONG, "%s:%u: ", file->reader->list->files[file->file], file->line);
    va_list args;

    va_start(args, format);
    vsnprintf(wrong + n, EVENTS_WRONG - (size_t)n, format, args);
    va_end(args);
    /* one line, whatever the file contains */
    for (char *c = wrong; *c; c++)
        if (iscntrl((unsigned char)*c))
            *c = ' ';
    return false;
}

char *events_word(struct events_file *file)
{
    char *word = file->rest + strspn(file->rest, space);
    size_t n = strcspn(word, space);

    if (!n)
        return NULL;
    file->rest = word + n + (word[n] != '\0');
    word[n] = '\0';
    return word;
}

bool events_number(const struct events_file *file, const char *text, const char *what,
    unsigned most, unsigned *value)
{
    const struct events_list *list = file->reader->list;
    unsigned long number = 0;
    char *end = NULL;
    unsigned i = list->n_numbers;

    while (i && strcmp(list->numbers[i - 1].name, text) != 0)
        i--;
    if (i)
        number = list->numbers[i - 1].value;
    else if (isdigit((unsigned char)*text))
        number = strtoul(text, &end, strncmp(text, "0x", 2) ? 10 : 16);
    if ((!i && !end) || (end && *end) || number > most)
        return events_wrong(file, "'%.60s' as %s; expected a number up to 0x%x, or the name of one",
            text, what, most);
    *value = (unsigned)number;
    return true;
}

bool events_name(
    const struct events_file *file, const char *text, const char *what, char name[EVENTS_NAME])
{
    size_t n = 0;

    while (text && (isalnum((unsigned char)text[n]) || (text[n] && strchr("_-.", text[n]))))
        n++;
    if (!n || text[n] || n >= EVENTS_NAME)
        return events_wrong(file, "'%.60s' as %s; expected a name of letters, digits and '_'",
            text ? text : "", what);
    memcpy(name, text, n + 1);
    return true;
}

/* ---- groups of sub-events ---- */

struct events_group *events_add_group(const struct events_file *file)
{
    struct events_list *list = file->reader->list;
    struct events_group *group = &list->groups[list->n_groups];

    if (list->n_groups == EVENTS_GROUPS) {
        events_wrong(file, "too many groups; expected at most %d", EVENTS_GROUPS);
        return NULL;
    }
    list->n_groups++;
    memset(group, 0, sizeof(*group));
    group->file = file->file;
    group->line = file->line;
    return group;
}

bool events_sub(const struct events_file *file, struct events_group *group, char *text)
{
    struct events_sub *sub = &group->sub[group->n];
    char *umask = strchr(text, '='), *units = umask ? strchr(umask, ':') : NULL;
    unsigned value = 0;

    if (!umask)
        return events_wrong(file, "'%.60s' in a group; expected NAME=UMASK", text);
    if (group->n == EVENTS_SUBS)
        return events_wrong(file, "too many sub-events; expected at most %d", EVENTS_SUBS);
    *umask++ = '\0';
    if (units)
        *units++ = '\0';
    if (!events_name(file, text, "a sub-event", sub->name) ||
        !events_number(file, umask, "a umask", events_most_umask(file->reader->list), &value))
        return false;
    sub->umask = (uint16_t)value;
    if (units && !events_number(file, units, "units", UINT32_MAX, &sub->units))
        return false;
    for (unsigned i = 0; i < group->n; i++)
        if (!strcmp(group->sub[i].name, sub->name))
            return events_wrong(
                file, "a second '%s' in the group; expected another name", sub->name);
    if (group->n && group->numbered != (sub->units != 0))
        return events_wrong(
            file, "'%s' and others; expected units for all, or for none", sub->name);
    group->numbered = sub->units != 0;
    group->n++;
    return true;
}

/* ---- lines that begin with a word ---- */

/* The second word of 'list': the form of the tables, the same in all files. */
static bool read_form(struct events_file *file)
{
    static const char *const forms[] = {
        [EVENTS_BOX] = "", [EVENTS_AMD] = "amd", [EVENTS_HISI] = "hisi"};
    const char *word = events_word(file);
    unsigned form = EVENTS_HISI;

    while (form && (!word || strcmp(forms[form], word) != 0))
        form--;
    if (word && !form)
        return events_wrong(
            file, "'%.60s' after the list's name; expected 'amd', 'hisi' or nothing", word);
    if (file->file && form != file->reader->list->form)
        return events_wrong(file,
            "a list of the form '%s'; expected '%s', as the list that is like it", forms[form],
            forms[file->reader->list->form]);
    file->reader->list->form = (enum events_form)form;
    return true;
}

static bool read_list(struct events_file *file)
{
    char name[EVENTS_NAME];

    if (file->named)
        return events_wrong(file, "a second 'list'; expected one in a file");
    file->named = true;
    if (!events_name(file, events_word(file), "a list", name))
        return false;
    /* a file that others are like gives them no name */
    if (!file->file)
        memcpy(file->reader->list->name, name, sizeof(name));
    return read_form(file);
}

static bool read_source(struct events_file *file)
{
    if (!events_word(file))
        return events_wrong(file, "no source; expected a document or a list");
    file->rest += strlen(file->rest);
    file->sourced = true;
    return true;
}

static bool read_number(struct events_file *file)
{
    struct events_list *list = file->reader->list;
    struct events_number *number = &list->numbers[list->n_numbers];
    const char *value;

    if (list->n_numbers == EVENTS_NUMBERS)
        return events_wrong(file, "too many numbers; expected at most %d", EVENTS_NUMBERS);
    if (!events_name(file, events_word(file), "a number's name", number->name))
        return false;
    if (isdigit((unsigned char)*number->name))
        return events_wrong(
            file, "number '%s'; expected a name that begins with a letter", number->name);
    value = events_word(file);
    if (!events_number(file, value ? value : "", number->name, UINT16_MAX, &number->value))
        return false;
    number->file = file->file;
    number->line = file->line;
    for (unsigned i = 0; i < list->n_numbers; i++)
        if (list->numbers[i].file == file->file && !strcmp(list->numbers[i].name, number->name))
            return events_wrong(file, "a second number '%s'; expected another name than in line %u",
                number->name, list->numbers[i].line);
    list->n_numbers++;
    return true;
}

static bool read_group(struct events_file *file)
{
    struct events_list *list = file->reader->list;
    struct events_group *group = events_add_group(file);

    if (!group || !events_name(file, events_word(file), "a group", group->name))
        return false;
    for (unsigned i = 0; i + 1 < list->n_groups; i++)
        if (list->groups[i].file == file->file && !strcmp(list->groups[i].name, group->name))
            return events_wrong(file, "a second group '%s'; expected another name than in line %u",
                group->name, list->groups[i].line);
    for (char *word = events_word(file); word; word = events_word(file))
        if (!events_sub(file, group, word))
            return false;
    return group->n || events_wrong(file, "an empty group; expected NAME=UMASK ...");
}

static bool read_file(struct events_reader *reader, const char *path, struct events_file *from);

/* Removes the event @name, or all with the prefix "NAME*". Keeps the first
 * @first events. */
static bool take_out(const struct events_file *file, unsigned first, const char *name)
{
    struct events_list *list = file->reader->list;
    size_t n = strlen(name), compared = n && name[n - 1] == '*' ? n - 1 : n + 1;
    unsigned kept = first;

    for (unsigned i = first; i < list->n_rows; i++)
        if (strncmp(list->rows[i].name, name, compared) != 0)
            list->rows[kept++] = list->rows[i];
    if (kept == list->n_rows)
        return events_wrong(file, "without '%.60s'; expected an event of that file", name);
    list->n_rows = kept;
    return true;
}

static bool read_like(struct events_file *file)
{
    unsigned first = file->reader->list->n_rows;
    const char *path = events_word(file), *word;

    if (!path || !read_file(file->reader, path, file))
        return path ? false : events_wrong(file, "no file; expected its path");
    word = events_word(file);
    if (word && strcmp(word, "without") != 0)
        return events_wrong(file, "'%.60s'; expected 'without'", word);
    if (word && !(word = events_word(file)))
        return events_wrong(file, "no event after 'without'; expected names");
    for (; word; word = events_word(file))
        if (!take_out(file, first, word))
            return false;
    return true;
}

/* ---- files ---- */

static bool read_line(struct events_file *file)
{
    static const struct {
        const char *word;
        bool (*read)(struct events_file *file);
    } readers[] = {{"list", read_list}, {"source", read_source}, {"number", read_number},
        {"group", read_group}, {"like", read_like}};
    char *word = events_word(file);

    if (!word)
        return true;
    if (!file->file && !file->named && strcmp(word, "list") != 0)
        return events_wrong(file, "'%.60s' first; expected 'list NAME'", word);
    if (isdigit((unsigned char)*word))
        return events_line(file, word);
    for (size_t i = 0; i < sizeof(readers) / sizeof(readers[0]); i++) {
        if (strcmp(readers[i].word, word) != 0)
            continue;
        if (!readers[i].read(file))
            return false;
        word = events_word(file);
        return !word || events_wrong(file, "'%.60s'; expected the line's end", word);
    }
    return events_wrong(
        file, "'%.60s'; expected a code, 'list', 'like', 'source', 'number' or 'group'", word);
}

/* Ends the line at @text, and returns the next one. Lines that begin with a
 * space continue it. */
static char *end_line(char *text, unsigned *lines)
{
    for (;;) {
        text += strcspn(text, "\n");
        if (!*text)
            return text;
        ++*lines;
        if (text[1] != ' ' && text[1] != '\t')
            break;
        *text = ' ';
    }
    *text = '\0';
    return text + 1;
}

static bool read_text(struct events_file *file, char *text)
{
    unsigned lines;

    for (file->line = 1; *text; file->line += lines) {
        char *line = text;

        lines = 0;
        text = end_line(text, &lines);
        file->rest = line;
        if (*line != '#' && !read_line(file))
            return false;
    }
    return file->named || file->file || events_wrong(file, "no line 'list'; expected 'list NAME'");
}

/* Reads @path, for a line of @from, which may be NULL. */
static bool read_file(struct events_reader *reader, const char *path, struct events_file *from)
{
    struct events_list *list = reader->list;
    struct events_file file = {.reader = reader, .file = list->n_files, .line = 1};
    char *text;
    bool good;

    if (list->n_files == EVENTS_FILES || strlen(path) >= EVENTS_PATH)
        return events_wrong(from ? from : &file,
            "a long path or too many files; expected at most %d", EVENTS_FILES);
    memcpy(list->files[list->n_files++], path, strlen(path) + 1);
    text = reader->open(reader->data, path);
    if (!text)
        return events_wrong(from ? from : &file, "cannot read '%s'; expected a list's path", path);
    good = read_text(&file, text);
    free(text);
    return good;
}

/* ---- the whole list ---- */

int events_named(const struct events_list *list, const char *name)
{
    for (unsigned i = 0; i < list->n_rows; i++)
        if (!strcmp(list->rows[i].name, name))
            return (int)i;
    return -1;
}

/* Whether names and codes are unique, and watched events exist. */
static bool check_row(struct events_reader *reader, const struct events_row *row)
{
    const struct events_list *list = reader->list;
    struct events_file at = {.reader = reader, .file = row->file, .line = row->line};

    for (const struct events_row *other = list->rows; other < row; other++)
        if (!strcmp(other->name, row->name) || other->code == row->code)
            return events_wrong(&at, "0x%02x %s; expected another code and name than in %s:%u",
                row->code, row->name, list->files[other->file], other->line);
    if (*row->watches && events_named(list, row->watches) < 0)
        return events_wrong(&at, "watches '%s'; expected an event of this list", row->watches);
    return true;
}

static int by_code(const void *a, const void *b)
{
    const struct events_row *x = a, *y = b;

    return (int)x->code - (int)y->code;
}

struct events_list *events_read(
    const char *path, events_open *open, const void *data, char wrong[EVENTS_WRONG])
{
    struct events_list *list = malloc(sizeof(*list));
    struct events_reader reader = {.list = list, .wrong = wrong, .open = open, .data = data};
    bool good;

    if (!list) {
        snprintf(
            wrong, EVENTS_WRONG, "%.80s:1: out of memory; expected %zu bytes", path, sizeof(*list));
        return NULL;
    }
    *list->name = '\0';
    list->form = EVENTS_BOX;
    list->n_files = list->n_numbers = list->n_groups = list->n_rows = 0;
    good = read_file(&reader, path, NULL);
    for (unsigned i = 0; good && i < list->n_rows; i++)
        good = check_row(&reader, &list->rows[i]);
    if (!good) {
        free(list);
        return NULL;
    }
    qsort(list->rows, list->n_rows, sizeof(list->rows[0]), by_code);
    return list;
}
