/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Reads the line of an event: "CODE NAME WORD... | PROSE". */
#include "models/events/inside.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- the words between name and prose ---- */

enum kind { ALONE, NUMBER, COUNTERS, SUB, GROUP, WATCH };
enum { BOX = 1 << EVENTS_BOX, AMD = 1 << EVENTS_AMD, ALL = BOX | AMD | 1 << EVENTS_HISI };

/* In the order in which they are evaluated: sub-events need their group. */
static const struct word {
    const char *name;
    unsigned forms; /* that have it */
    enum kind kind;
    enum events_word value;
    unsigned most;
} words[] = {
    {"subs", BOX | AMD, GROUP, EVENTS_N_VALUES, 0},
    {"max", BOX, NUMBER, EVENTS_MAX, UINT8_MAX},
    {"bytes", BOX | AMD, NUMBER, EVENTS_BYTES, UINT16_MAX},
    {"bus", BOX | AMD, NUMBER, EVENTS_BUS, UINT8_MAX},
    {"unit-bits", BOX, NUMBER, EVENTS_UNIT_BITS, UINT8_MAX},
    {"kinds", BOX, NUMBER, EVENTS_KINDS, 7},
    {"on", BOX, COUNTERS, EVENTS_COUNTERS, 7},
    {"clock", ALL, ALONE, EVENTS_CLOCK, 0},
    {"halves", BOX, ALONE, EVENTS_HALVES, 0},
    {"each", BOX, ALONE, EVENTS_EACH, 0},
    {"any", BOX, ALONE, EVENTS_ANY, 0},
    {"occupancy", BOX, ALONE, EVENTS_OCCUPANCY, 0},
    {"band", BOX, NUMBER, EVENTS_BAND, 3},
    {"rest", BOX, SUB, EVENTS_REST, 0},
    {"reads", ALL, SUB, EVENTS_READS, 0},
    {"writes", ALL, SUB, EVENTS_WRITES, 0},
    {"watches", BOX, WATCH, EVENTS_AT_LEAST, UINT8_MAX},
    {"mask", AMD, NUMBER, EVENTS_MASK, 0xfff},
    {"everywhere", AMD, ALONE, EVENTS_EVERYWHERE, 0},
};

enum { N_WORDS = sizeof(words) / sizeof(words[0]) };

unsigned events_most_code(const struct events_list *list)
{
    static const unsigned most[] = {
        [EVENTS_BOX] = 0x1ff, [EVENTS_AMD] = 0xfff, [EVENTS_HISI] = 0xff};

    return most[list->form];
}

unsigned events_most_umask(const struct events_list *list)
{
    return list->form == EVENTS_AMD ? 0xfff : 0xff;
}

/* "'WORD'; expected " and the words of the list's form. */
static bool unknown(const struct events_file *file, const char *word)
{
    char all[200] = "";

    for (unsigned i = 0; i < N_WORDS; i++)
        if (words[i].forms >> file->reader->list->form & 1)
            snprintf(all + strlen(all), sizeof(all) - strlen(all), "%s, ", words[i].name);
    return events_wrong(file, "'%.60s'; expected %sor '|'", word, all);
}

/* "0,1": a mask. */
static bool counters(const struct events_file *file, char *text, unsigned most, unsigned *mask)
{
    for (char *next; text; text = next) {
        unsigned n;

        next = strchr(text, ',');
        if (next)
            *next++ = '\0';
        if (!events_number(file, text, "a counter", most, &n))
            return false;
        *mask |= 1u << n;
    }
    return true;
}

/* A group's name, or "NAME=UMASK,NAME=UMASK". */
static bool subs(const struct events_file *file, char *text, struct events_row *row)
{
    const struct events_list *list = file->reader->list;
    struct events_group *group = NULL;

    row->group = (int)list->n_groups;
    if (strchr(text, '=') && !(group = events_add_group(file)))
        return false;
    for (char *next; group && text; text = next) {
        next = strchr(text, ',');
        if (next)
            *next++ = '\0';
        if (!events_sub(file, group, text))
            return false;
    }
    while (!group && row->group-- > 0)
        if (!strcmp(list->groups[row->group].name, text))
            break;
    return row->group >= 0 ||
           events_wrong(file, "subs '%.60s'; expected a group above, or NAME=UMASK,...", text);
}

/* The place kinds of an event with kinds at places. */
static uint32_t kinds_at_places(unsigned n, uint8_t umask)
{
    uint32_t all = (1u << n) - 1, kinds = umask & all ? umask & all : all, units = 0;

    for (unsigned place = 0; umask >> n >> place; place++)
        if (umask >> n >> place & 1)
            units |= kinds << n * place;
    return units;
}

uint32_t events_units(const struct events_row *row, const struct events_sub *sub)
{
    unsigned unit_bits = row->value[EVENTS_UNIT_BITS], bits = sub->umask & unit_bits;

    if (sub->units)
        return sub->units;
    if (row->value[EVENTS_KINDS])
        return kinds_at_places(row->value[EVENTS_KINDS], (uint8_t)sub->umask);
    if (unit_bits)
        return bits ? bits : unit_bits;
    return sub->umask;
}

/* The unit of the sub-event @text, or without sub-events 0; plus 1. */
static bool unit(const struct events_file *file, const struct events_row *row, const char *text,
    const char *what, unsigned *value)
{
    const struct events_group *group =
        row->group < 0 ? NULL : &file->reader->list->groups[row->group];

    *value = 1;
    if (!group && !text)
        return true;
    for (unsigned i = 0; group && text && i < group->n; i++) {
        uint32_t units = file->reader->list->form == EVENTS_AMD ? UINT32_C(1) << i
                                                                : events_units(row, &group->sub[i]);

        if (strcmp(group->sub[i].name, text) != 0 || !units || units & (units - 1))
            continue;
        for (; units > 1; units >>= 1)
            ++*value;
        return true;
    }
    return events_wrong(file, "%s of '%.60s'; expected %s", what, text ? text : "",
        group ? "a sub-event with one unit" : "the word alone, as there are no sub-events");
}

/* "EVENT", or "EVENT>=LEVEL". */
static bool watch(const struct events_file *file, char *text, unsigned most, struct events_row *row)
{
    char *level = strstr(text, ">=");

    if (level) {
        *level = '\0';
        level += 2;
    }
    return events_name(file, text, "the event to watch", row->watches) &&
           (!level || events_number(file, level, "a level", most, &row->value[EVENTS_AT_LEAST]));
}

static bool evaluate(
    const struct events_file *file, const struct word *word, char *text, struct events_row *row)
{
    unsigned *value = &row->value[word->value];

    if (word->kind == SUB)
        return unit(file, row, text, word->name, value);
    if ((word->kind == ALONE) != !text)
        return events_wrong(
            file, "'%s'; expected %s", word->name, text ? "no value" : "a value after '='");
    switch (word->kind) {
    case GROUP:
        return subs(file, text, row);
    case COUNTERS:
        return counters(file, text, word->most, value);
    case WATCH:
        return watch(file, text, word->most, row);
    case NUMBER:
        if (!events_number(file, text, word->name, word->most, value))
            return false;
        *value += word->value == EVENTS_BAND;
        return true;
    default:
        *value = 1;
        return true;
    }
}

/* Takes the words of the line: the text after '=', or NULL for a word alone. */
static bool take_words(struct events_file *file, bool has[N_WORDS], char *texts[N_WORDS])
{
    for (char *text = events_word(file); text; text = events_word(file)) {
        size_t n = strcspn(text, "="), i = 0;

        while (i < N_WORDS && (strncmp(words[i].name, text, n) != 0 || words[i].name[n] ||
                                  !(words[i].forms >> file->reader->list->form & 1)))
            i++;
        if (i == N_WORDS)
            return unknown(file, text);
        if (has[i])
            return events_wrong(file, "a second '%s'; expected one", words[i].name);
        has[i] = true;
        texts[i] = text[n] ? text + n + 1 : NULL;
    }
    return true;
}

static bool check_words(const struct events_file *file, const struct events_row *row)
{
    const unsigned *v = row->value;

    if (v[EVENTS_EACH] && v[EVENTS_ANY])
        return events_wrong(file, "'each' and 'any'; expected one of them");
    if ((v[EVENTS_UNIT_BITS] || v[EVENTS_KINDS]) && row->group < 0)
        return events_wrong(file, "bits of the umask without sub-events; expected 'subs'");
    if (v[EVENTS_MASK] && row->group >= 0)
        return events_wrong(file, "'mask' and 'subs'; expected one of them");
    if (v[EVENTS_HALVES] && !v[EVENTS_CLOCK])
        return events_wrong(file, "'halves' of no clock; expected 'clock'");
    return v[EVENTS_MAX] || events_wrong(file, "a maximum of 0; expected at least 1");
}

static bool read_words(struct events_file *file, struct events_row *row)
{
    bool has[N_WORDS] = {false};
    char *texts[N_WORDS] = {NULL};

    row->group = -1;
    row->value[EVENTS_MAX] = 1;
    if (!take_words(file, has, texts))
        return false;
    for (unsigned i = 0; i < N_WORDS; i++)
        if (has[i] && !evaluate(file, &words[i], texts[i], row))
            return false;
    return check_words(file, row);
}

/* ---- one line for several events ---- */

/* A name with a number in it: STEM{FIRST..LAST}AFTER. */
struct pattern {
    const char *stem;
    const char *after; /* NULL: the stem is all of the name */
    unsigned first;
};

/* "0x1e", "0x1e..0x25" or "0x07..0xc7+0x40": @n codes from @first on, @step
 * apart. */
static bool read_codes(
    const struct events_file *file, char *text, unsigned *first, unsigned *n, unsigned *step)
{
    char *end = strstr(text, ".."), *plus = end ? strchr(end, '+') : NULL;
    unsigned last;

    if (end) {
        *end = '\0';
        end += 2;
    }
    if (plus)
        *plus++ = '\0';
    *step = 1;
    if (plus && !events_number(file, plus, "a step", events_most_code(file->reader->list), step))
        return false;
    if (!events_number(file, text, "a code", events_most_code(file->reader->list), first))
        return false;
    last = *first;
    if (end && !events_number(file, end, "a code", events_most_code(file->reader->list), &last))
        return false;
    if (last < *first)
        return events_wrong(file, "codes down to 0x%02x; expected more than 0x%02x", last, *first);
    if (!*step || (last - *first) % *step)
        return events_wrong(
            file, "a step of 0x%02x; expected one from 0x%02x to 0x%02x", *step, *first, last);
    *n = (last - *first) / *step + 1;
    return true;
}

/* Splits @name for @n codes: each has its number. */
static bool read_name(
    const struct events_file *file, char *name, unsigned n, struct pattern *pattern)
{
    char *brace = name ? strchr(name, '{') : NULL;
    unsigned last = 0;
    int used = 0;

    *pattern = (struct pattern){.stem = name ? name : ""};
    if (!brace && n == 1)
        return true;
    if (!brace || sscanf(brace, "{%3u..%3u}%n", &pattern->first, &last, &used) != 2 || !used ||
        last - pattern->first != n - 1)
        return events_wrong(file,
            "'%.60s' for %u codes; expected {FIRST..LAST} with a number for each", pattern->stem,
            n);
    *brace = '\0';
    pattern->after = brace + used;
    return true;
}

/* Copies @prose with @number in place of "{}". */
static void put_prose(char to[EVENTS_PROSE], const char *prose, unsigned number)
{
    const char *braces = strstr(prose, "{}");

    if (braces)
        snprintf(to, EVENTS_PROSE, "%.*s%u%s", (int)(braces - prose), prose, number, braces + 2);
    else
        snprintf(to, EVENTS_PROSE, "%s", prose);
}

/* Takes the prose off the line. */
static bool take_prose(struct events_file *file, const char **prose)
{
    enum { MOST = EVENTS_PROSE - 4 }; /* with room for a number */
    char *bar = strchr(file->rest, '|');
    size_t n;

    if (!bar)
        return events_wrong(file, "no prose; expected '| PROSE'");
    *bar++ = '\0';
    bar += strspn(bar, " \t");
    n = strlen(bar);
    while (n && strchr(" \t\r", bar[n - 1]))
        bar[--n] = '\0';
    *prose = bar;
    if (n && n < MOST)
        return true;
    return events_wrong(file, "a prose of %zu bytes; expected 1 to %d", n, MOST - 1);
}

/* Adds @n events, each like @like, with codes @step apart. */
static bool add_rows(const struct events_file *file, const struct events_row *like, unsigned n,
    unsigned step, const struct pattern *pattern, const char *prose)
{
    struct events_list *list = file->reader->list;

    for (unsigned i = 0; i < n; i++) {
        struct events_row *row = &list->rows[list->n_rows];
        char name[EVENTS_NAME * 2];

        if (list->n_rows == EVENTS_ROWS)
            return events_wrong(file, "too many events; expected at most %d", EVENTS_ROWS);
        *row = *like;
        row->code += i * step;
        snprintf(name, sizeof(name), "%s", pattern->stem);
        if (pattern->after)
            snprintf(
                name, sizeof(name), "%s%u%s", pattern->stem, pattern->first + i, pattern->after);
        if (!events_name(file, name, "an event", row->name))
            return false;
        put_prose(row->prose, prose, pattern->first + i);
        list->n_rows++;
    }
    return true;
}

bool events_line(struct events_file *file, char *code)
{
    struct events_row row = {.file = file->file, .line = file->line};
    struct pattern pattern;
    const char *prose = "";
    unsigned n = 0, step = 1;

    if (!file->sourced)
        return events_wrong(file, "an event without a source; expected 'source' above");
    return read_codes(file, code, &row.code, &n, &step) && take_prose(file, &prose) &&
           read_name(file, events_word(file), n, &pattern) && read_words(file, &row) &&
           add_rows(file, &row, n, step, &pattern, prose);
}
