/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Feeds arbitrary lists of events to their reader. The table of a valid list
 * obeys the rules of models/snbep/box_events.h; an invalid one has an error of
 * one line. */
#include "models/events/events.h"
#include "tests/fuzz/fuzz.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

struct given {
    const uint8_t *data;
    size_t size;
};

/* An events_open(): the input, and one file that it may be like. */
static char *open_input(const void *data, const char *path)
{
    const struct given *input = data;
    char *text;

    if (!strcmp(path, "base"))
        return strdup("group g A=0x01 B=0x02\nsource s\n0x10..0x13 Q{0..3} max=9 | {}\n"
                      "0x20 F subs=g watches=Q1>=9 | full\n");
    if (strcmp(path, "x.events") != 0)
        return NULL;
    text = malloc(input->size + 1);
    if (input->size)
        memcpy(text, input->data, input->size);
    text[input->size] = '\0';
    return text;
}

static void check_row(const struct events_list *list, unsigned i)
{
    const struct events_row *row = &list->rows[i];

    assert(*row->name && *row->prose);
    assert(!i || row->code > row[-1].code);
    assert(events_named(list, row->name) == (int)i);
    assert(row->file < list->n_files && row->line);
    assert(row->value[EVENTS_MAX] && row->value[EVENTS_MAX] <= UINT8_MAX);
    assert(!*row->watches || events_named(list, row->watches) >= 0);
    assert(row->group >= -1 && row->group < (int)list->n_groups);
    assert(row->group < 0 || list->groups[row->group].n);
}

static void check_wrong(const char *wrong)
{
    const char *line = strchr(wrong, ':');

    assert(strlen(wrong) < EVENTS_WRONG && !strchr(wrong, '\n') && line);
    assert(strtoul(line + 1, NULL, 10) > 0 && strstr(wrong, "; expected "));
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    const struct given input = {data, size};
    char wrong[EVENTS_WRONG] = "";
    struct events_list *list = events_read("x.events", open_input, &input, wrong);

    for (unsigned i = 0; list && i < list->n_rows; i++)
        check_row(list, i);
    if (!list)
        check_wrong(wrong);
    free(list);
    return 0;
}
