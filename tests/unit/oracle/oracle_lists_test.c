/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The lists of events of the oracle and of the model, typed separately, for
 * each variant. A difference names the line of both. */
#include "models/events/events.h"
#include "models/snbep/snbep.h"
#include "oracle/snbep/box.h"
#include "tests/snbep_blocks.h"
#include "tests/tap.h"

#include <glob.h>
#include <stdlib.h>
#include <strings.h>

enum { PLACE = 160 };

/* ---- places ---- */

static char *text_of(const void *data, const char *path)
{
    FILE *in = fopen(path, "r");
    enum { ROOM = 1 << 18 };
    char *text = in ? calloc(1, ROOM) : NULL;

    (void)data;
    if (text)
        text[fread(text, 1, ROOM - 1, in)] = '\0';
    if (in)
        fclose(in);
    return text;
}

/* The model's line of the event with @code. */
static void model_place(const struct box_events *list, unsigned code, char place[PLACE])
{
    char wrong[EVENTS_WRONG];
    struct events_list *read = events_read(list->file, text_of, NULL, wrong);

    snprintf(place, PLACE, "%s", list->file);
    for (unsigned i = 0; read && i < read->n_rows; i++)
        if (read->rows[i].code == code)
            snprintf(place, PLACE, "%s:%u", read->files[read->rows[i].file], read->rows[i].line);
    free(read);
}

/* The last line of @path with @name in quotes, before line @end unless that is
 * 0; or 0. */
static unsigned line_of(const char *path, const char *name, unsigned end)
{
    char quoted[80], *text = text_of(NULL, path);
    unsigned line = 1, last = 0;

    snprintf(quoted, sizeof(quoted), "\"%s\"", name);
    for (const char *at = text; at && *at && (!end || line < end); at++) {
        if (!strncmp(at, quoted, strlen(quoted)))
            last = line;
        line += *at == '\n';
    }
    free(text);
    return last;
}

/* The oracle's line: in the kind's own file, or in one that it shares. */
static void oracle_place(const struct oracle_kind *kind, const char *name, char place[PLACE])
{
    unsigned line = line_of(kind->file, name, kind->line);
    glob_t all;

    snprintf(place, PLACE, "%s", kind->file);
    if (line)
        snprintf(place, PLACE, "%s:%u", kind->file, line);
    if (line || glob("oracle/snbep/*.h", 0, NULL, &all) ||
        glob("oracle/snbep/*/*.[ch]", GLOB_APPEND, NULL, &all))
        return;
    for (size_t i = 0; i < all.gl_pathc && !line; i++)
        if ((line = line_of(all.gl_pathv[i], name, 0)))
            snprintf(place, PLACE, "%s:%u", all.gl_pathv[i], line);
    globfree(&all);
}

/* ---- an event in both ---- */

struct both {
    const struct oracle_kind *kind;
    const struct box_events *list;
    const struct oracle_event *oracle;
    const struct box_event *model;
};

static bool same(const struct both *b, const char *what, uint64_t oracle, uint64_t model)
{
    char here[PLACE], there[PLACE];

    if (oracle == model)
        return true;
    model_place(b->list, b->model->code, here);
    oracle_place(b->kind, b->oracle->name, there);
    printf("# %s: %s: %s is 0x%llx; %s has 0x%llx\n", here, b->model->name, what,
        (unsigned long long)model, there, (unsigned long long)oracle);
    return false;
}

static unsigned n_subs(const struct oracle_event *event)
{
    unsigned n = 0;

    while (event->subs && event->subs[n].name)
        n++;
    return n;
}

static bool same_subs(const struct both *b)
{
    const struct oracle_event *e = b->oracle;
    bool all = same(b, "the number of sub-events", n_subs(e), b->model->n_subs);

    for (unsigned i = 0; all && i < n_subs(e); i++) {
        uint8_t umask = e->subs[i].umask;

        all = same(b, e->subs[i].name, umask,
                  (uint64_t)(int64_t)box_umask_named(b->model, e->subs[i].name)) &&
              same(b, e->subs[i].name, oracle_units(e, umask), box_units_selected(b->model, umask));
    }
    return all;
}

static bool same_members(const struct both *b)
{
    const struct oracle_event *e = b->oracle;
    const struct box_event *m = b->model;

    unsigned n = 0; /* each difference is named */

    n += same(b, "max", e->max, m->max);
    n += same(b, "bytes", e->bytes, m->bytes);
    n += same(b, "the mask of counters", e->counters, m->counters);
    n += same(b, "a number as umask", e->numbered, m->units || m->unit_bits);
    return n == 4;
}

static bool same_rule(const struct both *b)
{
    const struct oracle_event *e = b->oracle;
    const struct box_event *m = b->model;

    unsigned n = 0;

    n += same(b, "clock", oracle_is_clock(e), m->clock);
    n += same(b, "halves", e->rule == ORACLE_HALVES, m->halves);
    n += same(b, "kinds", e->rule == ORACLE_PSEUDO, m->kinds != 0);
    n += same(b, "any", e->rule == ORACLE_ANY, m->any);
    n += same(b, "rest", e->rule == ORACLE_DEFAULT, m->rest == 0);
    n += same(b, "each or any", e->rule == ORACLE_ANY || e->rule == ORACLE_EACH,
        m->sharing == TRAFFIC_TOGETHER);
    return n == 6;
}

static bool same_queue(const struct both *b)
{
    const struct oracle_event *e = b->oracle;
    const struct box_event *m = b->model;

    if (!same(b, "the use of 'watches'", e->queue != 0, m->watches >= 0))
        return false;
    if (m->watches < 0)
        return true;
    return same(b, "the watched event", e->queue, b->list->rows[m->watches].code) &&
           (e->rule == ORACLE_BAND ||
               same(b, "the least level",
                   e->rule == ORACLE_FULL
                       ? b->kind->events[oracle_event_coded(b->kind, e->queue)].max
                       : 1,
                   m->at_least));
}

/* ---- lists ---- */

static void test_missing(
    const char *who, const struct oracle_kind *kind, const struct box_events *list, unsigned code)
{
    int mine = oracle_event_coded(kind, code), other = box_event_coded(list, code);
    char place[PLACE];

    ok(false, "%s: event %03x is in both lists", who, code);
    if (mine < 0) {
        model_place(list, code, place);
        printf("# %s: %s is not in %s\n", place, list->rows[other].name, kind->file);
    } else {
        oracle_place(kind, kind->events[mine].name, place);
        printf("# %s: %s is not in %s\n", place, kind->events[mine].name, list->file);
    }
}

static void test_list(
    const char *who, const struct oracle_kind *kind, const struct box_events *list)
{
    is_u64(kind->n_events, list->n, "%s: the same number of events", who);
    for (unsigned code = 0; code <= (ORACLE_EXT | UINT8_MAX); code++) {
        int mine = oracle_event_coded(kind, code), other = box_event_coded(list, code);
        struct both b = {kind, list, NULL, NULL};

        if ((mine < 0) != (other < 0))
            test_missing(who, kind, list, code);
        if (mine < 0 || other < 0)
            continue;
        b.oracle = &kind->events[mine];
        b.model = &list->rows[other];
        ok(same(&b, b.oracle->name, 0, strcasecmp(b.oracle->name, b.model->name) != 0) &&
                same_members(&b) && same_subs(&b) && same_rule(&b) && same_queue(&b),
            "%s: %s is the same in both lists", who, b.oracle->name);
    }
}

static void test_variant(const struct oracle_variant *mine, const struct snbep_variant *other)
{
    for (unsigned i = 0; i < mine->n_boxes && i < other->n_boxes; i++) {
        const struct box_type *type = other->boxes[i].type;
        char who[64];

        if (mine->boxes[i].kind->free || (i && type == other->boxes[i - 1].type))
            continue;
        snprintf(who, sizeof(who), "%s.%.*s", other->name, snbep_kind_name(other->boxes[i].name),
            other->boxes[i].name);
        test_list(who, mine->boxes[i].kind, type->events);
    }
}

int main(void)
{
    for (unsigned v = 0; v < SNBEP_N_VARIANTS; v++) {
        const struct oracle_variant *mine = oracle_variant_named(snbep_variants[v]->name);

        if (ok(mine, "%s is in both", snbep_variants[v]->name))
            test_variant(mine, snbep_variants[v]);
    }
    return done_testing();
}
