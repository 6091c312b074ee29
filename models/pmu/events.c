/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Reads a list of events: CODE NAME count|clock PROSE in each line. */
#include "models/pmu/reading.h"

#include "models/sim/config.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_EVENTS = 1024 };

/* Cuts the next word off *@text, or returns NULL. */
static char *word(char **text)
{
    char *begin = *text + strspn(*text, " \t\r");

    *text = begin + strcspn(begin, " \t\r");
    if (**text)
        *(*text)++ = '\0';
    return *begin ? begin : NULL;
}

/* Reads @line into @event; both point into the list's text. */
static bool read_line(
    const struct hardware_reading *r, unsigned number, char *line, struct pmu_event *event)
{
    char *code = word(&line), *name = word(&line), *what = word(&line);

    if (!what || !config_number(code, 0, UINT64_MAX, &event->code))
        return hardware_complain(
            r, number, "'%.40s'; expected CODE NAME count|clock PROSE", code ? code : "");
    if (strcmp(what, "count") != 0 && strcmp(what, "clock") != 0)
        return hardware_complain(r, number, "'%.40s'; expected count or clock", what);
    event->name = name;
    event->clock = !strcmp(what, "clock");
    event->prose = line + strspn(line, " \t");
    return true;
}

static bool can_select(const struct pmu_kind *kind, unsigned counter, uint64_t code)
{
    const struct pmu_part *part = kind->event_of[counter];

    if (!part)
        return code == kind->fixed[counter];
    if (part->own)
        return pmu_event_selected(part, code & reg_low_bits(part->width)) == code;
    return part->onehot ? code && code <= part->width : !(code & ~reg_low_bits(part->width));
}

/* Whether @event differs from those in @kind's list so far, and some counter
 * can count it. */
static bool check_event(const struct hardware_reading *r, unsigned number,
    const struct pmu_kind *kind, const struct pmu_event *event)
{
    bool fits = false;

    if (pmu_event_coded(kind, event->code) || pmu_event_named(kind, event->name))
        return hardware_complain(r, number, "a second event %.40s or 0x%llx; expected one",
            event->name, (unsigned long long)event->code);
    for (unsigned i = 0; i < kind->n_counters && !fits; i++)
        fits = can_select(kind, i, event->code);
    return fits || hardware_complain(r, number,
                       "%.40s is 0x%llx; expected a code that some counter of %s can have",
                       event->name, (unsigned long long)event->code, kind->bank->name);
}

static bool read_list(const struct hardware_reading *r, char *text, struct pmu_kind *kind)
{
    struct pmu_event *list = calloc(MOST_EVENTS, sizeof(*list));
    unsigned number = 0;
    char *rest = text;

    kind->events.event = list;
    for (char *line; list && (line = strsep(&rest, "\n"));) {
        number++;
        line += strspn(line, " \t\r");
        if (!*line || *line == '#')
            continue;
        if (kind->events.n == MOST_EVENTS)
            return hardware_complain(
                r, number, "too many events; expected at most %d", MOST_EVENTS);
        if (!read_line(r, number, line, &list[kind->events.n]) ||
            !check_event(r, number, kind, &list[kind->events.n]))
            return false;
        kind->events.n++;
    }
    return kind->events.n || hardware_complain(r, number, "no event; expected one");
}

bool hardware_read_events(
    const struct hardware_reading *r, const struct rdl_mark *mark, struct pmu_kind *kind)
{
    const char *slash = strrchr(r->path, '/');
    char path[2 * READING_PATH];
    const struct hardware_reading list = {path, r->wrong};

    snprintf(path, sizeof(path), "%.*s%.*s", slash ? (int)(slash + 1 - r->path) : 0, r->path,
        READING_PATH, mark->text);
    kind->events.text = hardware_text(r, mark->line, path);
    return kind->events.text && read_list(&list, kind->events.text, kind);
}
