/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Reads the catalogue of PMUs and events, line by line, and looks names up in
 * it. */
#include "models/power9/catalogue.h"

#include <limits.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define LINE_BYTES 256
#define MAX_WORDS  16
#define BLANKS     " \t\r"
#define CB_OFFSET  0x3fc00 /* where the kernel expects the control block by default */

struct reader {
    struct p9_catalogue *catalogue;
    char *wrong;
    unsigned n_words;
    char *words[MAX_WORDS];
    const char *description; /* the text after desc=; NULL: none */
    char text[LINE_BYTES];   /* the line, split into words */
};

__attribute__((format(printf, 2, 3))) static bool fail(struct reader *r, const char *format, ...)
{
    int n = snprintf(r->wrong, P9_CATALOGUE_WRONG, "line %u: ", r->catalogue->lines);
    va_list args;

    va_start(args, format);
    vsnprintf(r->wrong + n, P9_CATALOGUE_WRONG - (size_t)n, format, args);
    va_end(args);
    return false;
}

static bool parse_number(struct reader *r, const char *word, uint32_t *number)
{
    char *end;
    bool hex = word[0] == '0' && (word[1] == 'x' || word[1] == 'X');
    const char *digits = hex ? word + 2 : word;
    unsigned long long n = strtoull(digits, &end, hex ? 16 : 10);

    if (!*digits || strspn(digits, "0123456789abcdefABCDEF") != strlen(digits) || *end ||
        n > UINT32_MAX)
        return fail(r, "'%s': expected a number of at most 32 bits", word);
    *number = (uint32_t)n;
    return true;
}

static bool copy(struct reader *r, const char *word, char *to, size_t size)
{
    size_t length = strlen(word);

    if (length >= size)
        return fail(r, "'%s': longer than %zu characters", word, size - 1);
    memcpy(to, word, length + 1);
    return true;
}

/* Returns the text after @key and '=' in @word, or NULL. */
static const char *value_of(const char *word, const char *key)
{
    size_t n = strlen(key);

    return strncmp(word, key, n) || word[n] != '=' ? NULL : word + n + 1;
}

static bool parse_type(struct reader *r, const char *word, enum p9_pmu_type *type)
{
    static const struct {
        const char *name;
        enum p9_pmu_type type;
    } types[] = {{"nest", P9_PMU_NEST}, {"core", P9_PMU_CORE}, {"thread", P9_PMU_THREAD},
        {"trace", P9_PMU_TRACE}};

    for (unsigned i = 0; i < sizeof(types) / sizeof(types[0]); i++)
        if (!strcmp(word, types[i].name)) {
            *type = types[i].type;
            return true;
        }
    return fail(r, "type '%s': expected nest, core, thread or trace", word);
}

static bool find_group(struct reader *r, const char *name, struct p9_pmu *pmu)
{
    const struct p9_catalogue *c = r->catalogue;

    for (unsigned i = 0; i < c->n_groups; i++)
        if (!strcmp(c->groups[i].name, name)) {
            pmu->group = i;
            return true;
        }
    return fail(r, "events=%s: no group of that name above", name);
}

/* One bit for each option in a PMU's line. */
enum said {
    SAID_TYPE = 1 << 0,
    SAID_BASE = 1 << 1,
    SAID_SIZE = 1 << 2,
    SAID_EVENTS = 1 << 3,
    SAID_PREFIX = 1 << 4,
    SAID_SCALE = 1 << 5,
    SAID_UNIT = 1 << 6,
    SAID_OFFSET = 1 << 7,
    SAID_CB_OFFSET = 1 << 8,
};

static const char *const pmu_keys[] = {
    "type", "base", "size", "events", "prefix", "scale", "unit", "offset", "cb_offset"};

static bool pmu_value(struct reader *r, struct p9_pmu *pmu, enum said key, const char *value)
{
    switch (key) {
    case SAID_TYPE:
        return parse_type(r, value, &pmu->type);
    case SAID_BASE:
        return parse_number(r, value, &pmu->base);
    case SAID_SIZE:
        return parse_number(r, value, &pmu->size);
    case SAID_EVENTS:
        return find_group(r, value, pmu);
    case SAID_PREFIX:
        return copy(r, value, pmu->prefix, sizeof(pmu->prefix));
    case SAID_SCALE:
        return copy(r, value, pmu->scale, sizeof(pmu->scale));
    case SAID_UNIT:
        return copy(r, value, pmu->unit, sizeof(pmu->unit));
    case SAID_OFFSET:
        pmu->has_offset = true;
        return parse_number(r, value, &pmu->offset);
    default:
        return parse_number(r, value, &pmu->cb_offset);
    }
}

static bool pmu_word(struct reader *r, struct p9_pmu *pmu, const char *word, unsigned *said)
{
    for (unsigned i = 0; i < sizeof(pmu_keys) / sizeof(pmu_keys[0]); i++) {
        const char *value = value_of(word, pmu_keys[i]);

        if (!value)
            continue;
        if (*said & 1u << i)
            return fail(r, "%s twice", pmu_keys[i]);
        *said |= 1u << i;
        return pmu_value(r, pmu, (enum said)(1u << i), value);
    }
    return fail(r,
        "'%s': expected type=, base=, size=, events=, prefix=, scale=, unit=, offset= or "
        "cb_offset=",
        word);
}

static bool pmu_complete(struct reader *r, const struct p9_pmu *pmu, unsigned said)
{
    for (unsigned i = 0; 1u << i <= SAID_EVENTS; i++)
        if (!(said & 1u << i))
            return fail(r, "pmu %s: %s= is missing", pmu->name, pmu_keys[i]);
    if (said & SAID_CB_OFFSET && !pmu->has_offset)
        return fail(r, "pmu %s: cb_offset= means nothing without offset=", pmu->name);
    return true;
}

static bool pmu_line(struct reader *r)
{
    struct p9_catalogue *c = r->catalogue;
    struct p9_pmu pmu = {.cb_offset = CB_OFFSET};
    unsigned said = 0;

    if (r->n_words < 2)
        return fail(r, "expected: pmu NAME type=TYPE base=N size=N events=GROUP");
    if (c->n_pmus == P9_MAX_PMUS)
        return fail(r, "more than %u PMUs", P9_MAX_PMUS);
    if (p9_catalogue_pmu(c, r->words[1]))
        return fail(r, "pmu %s: already defined above", r->words[1]);
    if (!copy(r, r->words[1], pmu.name, sizeof(pmu.name)))
        return false;
    for (unsigned i = 2; i < r->n_words; i++)
        if (!pmu_word(r, &pmu, r->words[i], &said))
            return false;
    if (!pmu_complete(r, &pmu, said))
        return false;
    pmu.first_event = c->groups[pmu.group].first_event;
    pmu.n_events = c->groups[pmu.group].n_events;
    c->pmus[c->n_pmus++] = pmu;
    c->in_group = false;
    return true;
}

static bool events_line(struct reader *r)
{
    struct p9_catalogue *c = r->catalogue;
    struct p9_event_group *group = &c->groups[c->n_groups];

    if (r->n_words != 2)
        return fail(r, "expected: events GROUP");
    if (c->n_groups == P9_MAX_GROUPS)
        return fail(r, "more than %u groups of events", P9_MAX_GROUPS);
    for (unsigned i = 0; i < c->n_groups; i++)
        if (!strcmp(c->groups[i].name, r->words[1]))
            return fail(r, "events %s: already defined above", r->words[1]);
    *group = (struct p9_event_group){.first_event = c->n_events};
    if (!copy(r, r->words[1], group->name, sizeof(group->name)))
        return false;
    c->n_groups++;
    c->in_group = true;
    return true;
}

static bool event_word(struct reader *r, struct p9_pmu_event *event, const char *word)
{
    const char *scale = value_of(word, "scale"), *unit = value_of(word, "unit");

    if (scale)
        return copy(r, scale, event->scale, sizeof(event->scale));
    if (unit)
        return copy(r, unit, event->unit, sizeof(event->unit));
    return fail(r, "'%s': expected scale=, unit= or desc=", word);
}

static bool event_line(struct reader *r)
{
    struct p9_catalogue *c = r->catalogue;
    struct p9_pmu_event *event = &c->events[c->n_events];

    if (!c->in_group)
        return fail(r, "an event, but no line 'events GROUP' right above");
    if (c->n_events == P9_MAX_EVENTS_LISTED)
        return fail(r, "more than %u events", P9_MAX_EVENTS_LISTED);
    if (r->n_words < 2)
        return fail(r, "expected: REG NAME [scale=TEXT] [unit=TEXT] [desc=TEXT]");
    *event = (struct p9_pmu_event){.reg = 0};
    if (!parse_number(r, r->words[0], &event->reg) ||
        !copy(r, r->words[1], event->name, sizeof(event->name)))
        return false;
    for (unsigned i = 2; i < r->n_words; i++)
        if (!event_word(r, event, r->words[i]))
            return false;
    if (r->description && !copy(r, r->description, event->desc, sizeof(event->desc)))
        return false;
    c->n_events++;
    c->groups[c->n_groups - 1].n_events++;
    return true;
}

/* Cuts off the description, which reaches to the end of the line and has
 * blanks. */
static void cut_description(struct reader *r)
{
    static const char key[] = " desc=";
    char *at = strstr(r->text, key), *end = r->text + strlen(r->text);

    r->description = NULL;
    if (!at)
        return;
    r->description = at + strlen(key);
    while (end > r->description && strchr(BLANKS, end[-1]))
        end--;
    *end = *at = '\0';
}

static bool cut_into_words(struct reader *r)
{
    char *rest = r->text;

    r->text[strcspn(r->text, "#")] = '\0';
    cut_description(r);
    r->n_words = 0;
    for (char *word; (word = strtok_r(rest, BLANKS, &rest));) {
        if (r->n_words == MAX_WORDS)
            return fail(r, "more than %u words", MAX_WORDS);
        r->words[r->n_words++] = word;
    }
    return true;
}

static bool parse_line(struct reader *r, const char *line, size_t length)
{
    if (length >= LINE_BYTES)
        return fail(r, "longer than %u characters", LINE_BYTES - 1);
    memcpy(r->text, line, length);
    r->text[length] = '\0';
    if (!cut_into_words(r))
        return false;
    if (!r->n_words)
        return true;
    if (r->description && (r->words[0][0] < '0' || r->words[0][0] > '9'))
        return fail(r, "desc=: only an event has a description");
    if (!strcmp(r->words[0], "pmu"))
        return pmu_line(r);
    if (!strcmp(r->words[0], "events"))
        return events_line(r);
    if (r->words[0][0] >= '0' && r->words[0][0] <= '9')
        return event_line(r);
    return fail(r, "'%s': expected 'events', 'pmu' or an event's number", r->words[0]);
}

void p9_catalogue_begin(struct p9_catalogue *catalogue)
{
    catalogue->n_groups = catalogue->n_pmus = catalogue->n_events = catalogue->lines = 0;
    catalogue->in_group = false;
}

bool p9_catalogue_line(
    struct p9_catalogue *catalogue, const char *line, char wrong[P9_CATALOGUE_WRONG])
{
    struct reader r = {.catalogue = catalogue, .wrong = wrong};

    catalogue->lines++;
    return parse_line(&r, line, strcspn(line, "\n"));
}

bool p9_catalogue_parse(
    struct p9_catalogue *catalogue, const char *text, char wrong[P9_CATALOGUE_WRONG])
{
    struct reader r = {.catalogue = catalogue, .wrong = wrong};

    p9_catalogue_begin(catalogue);
    while (*text) {
        size_t length = strcspn(text, "\n");

        catalogue->lines++;
        if (!parse_line(&r, text, length))
            return false;
        text += length + (text[length] == '\n');
    }
    return catalogue->n_pmus ? true : fail(&r, "the list has no PMU");
}

/* ---- the built-in lists ---- */

static struct p9_catalogue power9, power10;

static void parse_built_in(struct p9_catalogue *catalogue, const char *name, const char *list)
{
    char wrong[P9_CATALOGUE_WRONG];

    if (p9_catalogue_parse(catalogue, list, wrong))
        return;
    fprintf(stderr, "pmulab: models/power9/%s.imc: %s\n", name, wrong);
    abort();
}

static void parse_power9(void)
{
    parse_built_in(&power9, "power9", power9_catalogue_text);
}

static void parse_power10(void)
{
    parse_built_in(&power10, "power10", power10_catalogue_text);
}

const struct p9_catalogue *power9_catalogue(void)
{
    static pthread_once_t once = PTHREAD_ONCE_INIT;

    pthread_once(&once, parse_power9);
    return &power9;
}

const struct p9_catalogue *power10_catalogue(void)
{
    static pthread_once_t once = PTHREAD_ONCE_INIT;

    pthread_once(&once, parse_power10);
    return &power10;
}

/* ---- names ---- */

const struct p9_pmu *p9_catalogue_pmu(const struct p9_catalogue *catalogue, const char *name)
{
    for (unsigned i = 0; i < catalogue->n_pmus; i++)
        if (!strcmp(catalogue->pmus[i].name, name))
            return &catalogue->pmus[i];
    return NULL;
}

const struct p9_pmu *p9_catalogue_first(const struct p9_catalogue *catalogue, enum p9_pmu_type type)
{
    for (unsigned i = 0; i < catalogue->n_pmus; i++)
        if (catalogue->pmus[i].type == type)
            return &catalogue->pmus[i];
    return NULL;
}

const struct p9_pmu_event *p9_catalogue_event(
    const struct p9_catalogue *catalogue, const struct p9_pmu *pmu, const char *full_name)
{
    size_t n = strlen(pmu->prefix);

    if (strncmp(full_name, pmu->prefix, n))
        return NULL;
    for (unsigned i = 0; i < pmu->n_events; i++)
        if (!strcmp(catalogue->events[pmu->first_event + i].name, full_name + n))
            return &catalogue->events[pmu->first_event + i];
    return NULL;
}

uint32_t p9_event_offset(const struct p9_pmu *pmu, const struct p9_pmu_event *event)
{
    return pmu->base + event->reg;
}

unsigned p9_event_scale(const struct p9_pmu *pmu, const struct p9_pmu_event *event)
{
    const char *scale = *event->scale ? event->scale : pmu->scale;
    char *end;
    unsigned long n = strtoul(scale, &end, 10);

    return *end || n == 0 || n > UINT_MAX ? 1 : (unsigned)n;
}
