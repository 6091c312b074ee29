/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Walks through a file of PMUs: its addrmaps, groups, registers and fields. */
#include "oracle/board/description.h"

#include "oracle/board/rdl.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

enum { DEPTH = 12 };

/* A component that is being walked: the bodies around it, the innermost
 * first. */
struct walk {
    struct oracle_pmu_manual *pmu;
    struct oracle_span around[DEPTH];
    unsigned n;
    const char *reg;  /* the register's instance, once in one */
    uint64_t base;    /* bytes from the PMU's beginning */
    unsigned element; /* of the innermost array */
    unsigned counter; /* of the register's first element, or ORACLE_PMU_ALL */
    char prefix[ORACLE_PMU_NAME];
    const char *wrong;
};

/* One of the instances in a statement. */
struct instance {
    char name[ORACLE_PMU_NAME];
    bool array, placed;
    uint64_t first, second; /* [FIRST] or [FIRST:SECOND] */
    uint64_t reset, address, stride;
    bool has_reset;
};

/* ---- statements ---- */

/* Reads the instance at word *@i, and moves past its comma. */
static bool next_instance(const struct oracle_rdl_words *w, unsigned *i, struct instance *in)
{
    memset(in, 0, sizeof(*in));
    if (*i >= w->n)
        return false;
    oracle_rdl_text(w, (*i)++, in->name, sizeof(in->name));
    if (oracle_rdl_is(w, *i, "[")) {
        in->array = true;
        in->first = in->second = oracle_rdl_number(w, *i + 1);
        *i += 2;
        if (oracle_rdl_is(w, *i, ":")) {
            in->second = oracle_rdl_number(w, *i + 1);
            *i += 2;
        }
        ++*i;
    }
    for (; *i < w->n && !oracle_rdl_is(w, *i, ","); *i += 2) {
        uint64_t number = oracle_rdl_number(w, *i + 1);

        if (oracle_rdl_is(w, *i, "=")) {
            in->reset = number;
            in->has_reset = true;
        } else if (oracle_rdl_is(w, *i, "@")) {
            in->address = number;
        } else if (oracle_rdl_is(w, *i, "+=")) {
            in->stride = number;
        }
    }
    ++*i;
    return true;
}

static const char *const kinds[] = {"addrmap", "regfile", "reg", "field"};
enum { ADDRMAP, REGFILE, REG, FIELD, N_KINDS };

static int kind_of(const struct oracle_rdl_words *w)
{
    for (int kind = 0; kind < N_KINDS; kind++)
        if (oracle_rdl_is(w, 0, kinds[kind]))
            return kind;
    return -1;
}

/* The definition of the component called like word 0 of @use, in the bodies
 * around. */
static bool find_definition(
    const struct walk *walk, const struct oracle_rdl_words *use, struct oracle_statement *found)
{
    char name[ORACLE_PMU_NAME];

    oracle_rdl_text(use, 0, name, sizeof(name));
    for (unsigned i = 0; i < walk->n; i++)
        for (struct oracle_span text = walk->around[i]; oracle_statement(&text, found);)
            if (found->has_body && kind_of(&found->words) >= 0 &&
                oracle_rdl_is(&found->words, 1, name))
                return true;
    return false;
}

static bool property(const struct walk *walk, struct oracle_span own, const char *instance,
    const char *name, struct oracle_rdl_words *value)
{
    return oracle_rdl_property(own, walk->reg, instance, walk->around, walk->n, name, value);
}

static void text_property(const struct walk *walk, struct oracle_span own, const char *instance,
    const char *name, char *text, size_t size)
{
    struct oracle_rdl_words value;

    *text = '\0';
    if (property(walk, own, instance, name, &value))
        oracle_rdl_text(&value, 0, text, size);
}

/* ---- fields ---- */

static void set_access(const struct walk *walk, struct oracle_span own, const struct instance *in,
    uint64_t mask, struct oracle_pmu_register *reg)
{
    char sw[8], onwrite[8], access[8];
    struct oracle_rdl_words value;

    text_property(walk, own, in->name, "sw", sw, sizeof(sw));
    text_property(walk, own, in->name, "onwrite", onwrite, sizeof(onwrite));
    text_property(walk, own, in->name, "pmulab_access", access, sizeof(access));
    bool acts = !strcmp(access, "ACTION") || property(walk, own, in->name, "singlepulse", &value);
    if (strcmp(sw, "w") != 0)
        reg->reads |= mask;
    if (acts)
        reg->acts |= mask;
    else if (!strcmp(onwrite, "woclr"))
        reg->clears |= mask;
    else if (strcmp(sw, "r") != 0)
        reg->stores |= mask;
}

/* One phrase of pmu_role. */
static void add_part(struct walk *walk, const struct oracle_pmu_part *where, char *phrase)
{
    struct oracle_pmu_part part = *where;
    char *rest = NULL, *word = strtok_r(phrase, " ", &rest);
    struct oracle_pmu_manual *pmu = walk->pmu;

    if (pmu->n_parts == ORACLE_PMU_PARTS) {
        walk->wrong = "fewer fields with a role";
        return;
    }
    snprintf(part.role, sizeof(part.role), "%s", word ? word : "");
    while ((word = strtok_r(NULL, " ", &rest))) {
        part.set |= !strcmp(word, "set");
        part.clear |= !strcmp(word, "clear");
        part.low |= !strcmp(word, "low");
        part.interrupts |= !strcmp(word, "interrupts");
        part.freezes |= !strcmp(word, "freezes");
        part.saturates |= !strcmp(word, "saturates");
        part.top |= !strcmp(word, "top");
        part.down |= !strcmp(word, "down");
        part.onehot |= !strcmp(word, "onehot");
        part.own |= !strcmp(word, "own");
        part.upper |= !strcmp(word, "high");
    }
    /* A field of several flags begins with counter 0 if it does not say. */
    bool whole = oracle_part_is(&part, "run") || oracle_part_is(&part, "freeze") ||
                 oracle_part_is(&part, "gate") || oracle_part_is(&part, "halt");
    bool single = part.high == part.lowest || whole;
    if (part.counter == ORACLE_PMU_ALL && !single)
        part.counter = 0;
    if (whole)
        part.counter = ORACLE_PMU_ALL;
    if (oracle_part_is(&part, "count") && !part.upper && part.counter >= pmu->n_counters)
        pmu->n_counters = part.counter + 1;
    pmu->parts[pmu->n_parts++] = part;
}

static void walk_field(struct walk *walk, struct oracle_span own, const struct instance *in)
{
    struct oracle_pmu_register *reg = &walk->pmu->registers[walk->pmu->n_registers - 1];
    const unsigned high = (unsigned)in->first, low = (unsigned)in->second;
    const uint64_t mask = (UINT64_MAX >> (63 - (high - low))) << low;
    struct oracle_pmu_part part = {
        .reg = walk->pmu->n_registers - 1, .high = high, .lowest = low, .counter = ORACLE_PMU_ALL};
    struct oracle_rdl_words value;
    char roles[160], *rest = NULL;
    uint64_t reset = in->reset;

    set_access(walk, own, in, mask, reg);
    if (!in->has_reset && property(walk, own, in->name, "reset", &value))
        reset = oracle_rdl_number(&value, 0);
    reg->reset |= reset << low & mask;
    text_property(walk, own, in->name, "pmu_role", roles, sizeof(roles));
    if (property(walk, own, in->name, "pmu_counter", &value))
        part.counter = (unsigned)oracle_rdl_number(&value, 0) + walk->element;
    else if (walk->counter != ORACLE_PMU_ALL)
        part.counter = walk->counter + walk->element;
    for (char *phrase = strtok_r(roles, ",", &rest); phrase; phrase = strtok_r(NULL, ",", &rest))
        add_part(walk, &part, phrase);
}

/* ---- registers and groups ---- */

static void walk_body(struct walk *walk, struct oracle_span body);

static void walk_register(struct walk *walk, struct oracle_span own, const struct instance *in)
{
    struct oracle_pmu_manual *pmu = walk->pmu;
    struct oracle_pmu_register *reg = &pmu->registers[pmu->n_registers];
    struct oracle_rdl_words value;
    char name[ORACLE_PMU_NAME], number[8] = "";

    if (pmu->n_registers == ORACLE_PMU_REGISTERS) {
        walk->wrong = "fewer registers";
        return;
    }
    pmu->n_registers++;
    text_property(walk, own, in->name, "name", name, sizeof(name));
    if (in->array)
        snprintf(number, sizeof(number), "%u", walk->element % 10000);
    snprintf(reg->name, sizeof(reg->name), "%.20s%.20s%s", walk->prefix, *name ? name : in->name,
        number);
    reg->offset = (uint32_t)walk->base;
    reg->bytes = 4;
    if (property(walk, own, in->name, "regwidth", &value))
        reg->bytes = (uint32_t)oracle_rdl_number(&value, 0) / 8;
    if (property(walk, own, in->name, "pmulab_width", &value))
        reg->bytes = (uint32_t)oracle_rdl_number(&value, 0) / 8;
    walk->counter = ORACLE_PMU_ALL;
    if (property(walk, own, in->name, "pmu_counter", &value))
        walk->counter = (unsigned)oracle_rdl_number(&value, 0);
    if (property(walk, own, in->name, "pmu_event", &value))
        reg->event = oracle_rdl_number(&value, 0);
    walk->reg = in->name;
    walk_body(walk, own);
}

static void walk_group(struct walk *walk, struct oracle_span own, const struct instance *in)
{
    char number[8] = "";

    if (in->array)
        snprintf(number, sizeof(number), "%u", walk->element % 10000);
    snprintf(walk->prefix + strlen(walk->prefix), sizeof(walk->prefix) - strlen(walk->prefix),
        "%.20s%s_", in->name, number);
    walk_body(walk, own);
}

/* All elements of @in, whose component has the body @own. */
static void walk_instance(
    struct walk *walk, int kind, struct oracle_span own, const struct instance *in)
{
    const uint64_t n = in->array && kind != FIELD ? in->first : 1;
    struct oracle_rdl_words width;
    uint64_t stride = in->stride;

    if (kind == FIELD) {
        walk_field(walk, own, in);
        return;
    }
    if (!stride)
        stride = property(walk, own, in->name, "regwidth", &width)
                     ? oracle_rdl_number(&width, 0) / 8
                     : 4;
    for (uint64_t k = 0; k < n && !walk->wrong; k++) {
        struct walk inner = *walk;

        inner.base += in->address + k * stride;
        if (in->array)
            inner.element = (unsigned)k;
        if (kind == REG)
            walk_register(&inner, own, in);
        else
            walk_group(&inner, own, in);
        walk->wrong = inner.wrong;
    }
}

static void walk_statement(struct walk *walk, const struct oracle_statement *s)
{
    const struct oracle_rdl_words *list = s->has_body ? &s->rest : &s->words;
    struct oracle_statement definition = *s;
    unsigned i = s->has_body ? 0 : 1;
    struct instance in;

    if (!s->has_body &&
        (s->words.n < 2 || oracle_rdl_is(&s->words, 1, "=") || oracle_rdl_is(&s->words, 1, "->") ||
            oracle_rdl_is(&s->words, 1, ".") || !find_definition(walk, &s->words, &definition)))
        return;
    if (kind_of(&definition.words) < 0)
        return;
    while (!walk->wrong && next_instance(list, &i, &in))
        walk_instance(walk, kind_of(&definition.words), definition.body, &in);
}

/* The components in @body, which is one level deeper. */
static void walk_body(struct walk *walk, struct oracle_span body)
{
    struct oracle_statement s;

    if (walk->n == DEPTH) {
        walk->wrong = "fewer levels";
        return;
    }
    memmove(walk->around + 1, walk->around, walk->n * sizeof(walk->around[0]));
    walk->around[0] = body;
    walk->n++;
    while (!walk->wrong && oracle_statement(&body, &s))
        walk_statement(walk, &s);
    walk->n--;
    memmove(walk->around, walk->around + 1, walk->n * sizeof(walk->around[0]));
}

/* ---- events ---- */

static const char *read_events(struct oracle_pmu_manual *pmu, const char *path)
{
    FILE *file = fopen(path, "r");
    char line[512], code[40], name[ORACLE_PMU_NAME], what[8];

    if (!file)
        return "a list of events";
    while (fgets(line, sizeof(line), file)) {
        struct oracle_pmu_event *event = &pmu->events[pmu->n_events];

        if (sscanf(line, " %39s %47s %7s", code, name, what) != 3 || *code == '#')
            continue;
        if (pmu->n_events == ORACLE_PMU_EVENTS)
            break;
        event->code = strtoull(code, NULL, 0);
        snprintf(event->name, sizeof(event->name), "%s", name);
        event->clock = !strcmp(what, "clock");
        pmu->n_events++;
    }
    const char *wrong = feof(file) ? NULL : "fewer events";
    fclose(file);
    return wrong;
}

/* ---- the file ---- */

/* Upper bits of a counter follow the fields before them. The lowest bits may
 * come later in the file. */
static void place_uppers(struct oracle_pmu_manual *pmu)
{
    for (unsigned i = 0; i < pmu->n_parts; i++)
        for (unsigned k = 0; k < pmu->n_parts && pmu->parts[i].upper; k++)
            if (oracle_part_is(&pmu->parts[k], "count") &&
                pmu->parts[k].counter == pmu->parts[i].counter && (k < i || !pmu->parts[k].upper))
                pmu->parts[i].first += pmu->parts[k].high - pmu->parts[k].lowest + 1;
}

static const char *read_pmu(struct oracle_pmu_manual *pmu, const struct oracle_statement *s,
    struct oracle_span file, const char *path)
{
    struct walk walk = {.pmu = pmu, .around = {file}, .n = 1};
    const char *slash = strrchr(path, '/');
    char list[512], beside[1024];
    struct oracle_rdl_words value;

    oracle_rdl_text(&s->words, 1, pmu->name, sizeof(pmu->name));
    text_property(&walk, s->body, pmu->name, "pmu_perf", pmu->perf, sizeof(pmu->perf));
    text_property(&walk, s->body, pmu->name, "pmu_events", list, sizeof(list));
    pmu->hz = 1000000000;
    if (property(&walk, s->body, pmu->name, "pmu_hz", &value))
        pmu->hz = (uint32_t)oracle_rdl_number(&value, 0);
    snprintf(beside, sizeof(beside), "%.*s%s", slash ? (int)(slash + 1 - path) : 0, path, list);
    walk_body(&walk, s->body);
    place_uppers(pmu);
    return walk.wrong ? walk.wrong : read_events(pmu, beside);
}

const char *oracle_board_manual(struct oracle_board_manual *m, const char *path)
{
    FILE *file = fopen(path, "r");
    char *text = NULL;
    size_t room = 0;
    const char *wrong = NULL;
    struct oracle_statement s;

    if (!file || getdelim(&text, &room, '\0', file) <= 0)
        wrong = "a file of hardware";
    if (file)
        fclose(file);
    struct oracle_span whole = {text, text ? text + strlen(text) : NULL};
    for (struct oracle_span rest = whole; !wrong && oracle_statement(&rest, &s);) {
        if (kind_of(&s.words) != ADDRMAP)
            continue;
        wrong = m->n < ORACLE_PMUS ? read_pmu(&m->pmus[m->n], &s, whole, path) : "fewer addrmaps";
        m->n++;
    }
    free(text);
    return wrong;
}

/* ---- look-ups ---- */

bool oracle_part_is(const struct oracle_pmu_part *part, const char *role)
{
    return !strcmp(part->role, role);
}

uint64_t oracle_part_field(const struct oracle_pmu_part *part, uint64_t value)
{
    return value >> part->lowest & (UINT64_MAX >> (63 - (part->high - part->lowest)));
}

uint64_t oracle_part_ones(const struct oracle_pmu_part *part)
{
    return UINT64_MAX >> (63 - (part->high - part->lowest));
}

int oracle_part_bit(const struct oracle_pmu_part *part, unsigned counter)
{
    if (part->counter == ORACLE_PMU_ALL)
        return (int)part->lowest;
    if (counter < part->counter || counter > part->counter + part->high - part->lowest)
        return -1;
    return (int)(part->lowest + counter - part->counter);
}

const struct oracle_pmu_part *oracle_pmu_part(
    const struct oracle_pmu_manual *m, const char *role, unsigned counter)
{
    for (unsigned i = 0; i < m->n_parts; i++)
        if (m->parts[i].counter == counter && !m->parts[i].upper &&
            oracle_part_is(&m->parts[i], role))
            return &m->parts[i];
    return NULL;
}

int oracle_pmu_register_named(const struct oracle_pmu_manual *m, const char *name)
{
    for (unsigned i = 0; i < m->n_registers; i++)
        if (!strcasecmp(m->registers[i].name, name))
            return (int)i;
    return -1;
}

int oracle_pmu_event_named(const struct oracle_pmu_manual *m, const char *name)
{
    for (unsigned i = 0; i < m->n_events; i++)
        if (!strcasecmp(m->events[i].name, name))
            return (int)i;
    return -1;
}

unsigned oracle_pmu_width(const struct oracle_pmu_manual *m, unsigned counter)
{
    unsigned bits = 0;

    for (unsigned i = 0; i < m->n_parts; i++)
        if (m->parts[i].counter == counter && oracle_part_is(&m->parts[i], "count"))
            bits += m->parts[i].high - m->parts[i].lowest + 1;
    return bits ? bits : 64;
}

bool oracle_pmu_lists(const struct oracle_pmu_manual *m, uint64_t code)
{
    for (unsigned i = 0; i < m->n_events; i++)
        if (m->events[i].code == code)
            return true;
    return false;
}

bool oracle_pmu_is_clock(const struct oracle_pmu_manual *m, uint64_t code)
{
    for (unsigned i = 0; i < m->n_events; i++)
        if (m->events[i].code == code)
            return m->events[i].clock;
    return false;
}
