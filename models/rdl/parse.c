/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Parses the subset's grammar into a tree of components. SystemRDL 2.0,
 * sections 5 to 15 and annex B. */
#include "models/rdl/properties.h"

#include <assert.h>
#include <string.h>

enum { MOST_DEPTH = 12 }; /* components within each other */

/* A component or an enum that has a name. */
struct named {
    const char *id;
    struct rdl_component *component;
    const struct rdl_names *names;
    const struct named *next; /* the one before it, in this scope or around it */
};

struct scope {
    const struct named *named, *around; /* @around: of outer scopes */
    const struct rdl_setting *defaults;
    bool msb0;
};

struct parser {
    struct rdl *rdl;
    struct rdl_tokens t;
    struct scope scope;
    const struct rdl_property *properties; /* that the file declares */
    struct rdl_definitions *all;
    unsigned depth;
};

/* ---- properties ---- */

static const struct named *find_named(const struct parser *p, const char *id)
{
    const struct named *n = p->scope.named;

    while (n && strcmp(n->id, id) != 0)
        n = n->next;
    return n;
}

static void parse_word(struct parser *p, struct rdl_setting *s)
{
    const char *words = s->property->words;

    s->text = p->t.text;
    if ((p->t.kind != RDL_NAME && p->t.kind != RDL_KEYWORD) ||
        !strstr(words, rdl_text(p->rdl, " %s ", s->text)))
        rdl_unexpected(&p->t, rdl_text(p->rdl, "one of:%.*s", (int)strlen(words) - 1, words));
    rdl_advance(&p->t);
}

/* @text on one line: a line break and the spaces around it become a space. */
static const char *one_line(struct rdl *rdl, const char *text)
{
    char *line = rdl_text(rdl, "%s", text), *to = line;

    for (; *text; text++) {
        size_t space = strspn(text, " \t\r\n");

        if (memchr(text, '\n', space)) {
            text += space - 1;
            *to++ = ' ';
        } else {
            *to++ = *text;
        }
    }
    *to = '\0';
    return line;
}

static void parse_value(struct parser *p, struct rdl_setting *s)
{
    const struct named *named;

    switch (s->property->type) {
    case RDL_STRING:
        if (p->t.kind != RDL_QUOTED)
            rdl_unexpected(&p->t, rdl_text(p->rdl, "a string for %s", s->property->name));
        s->text = strcmp(s->property->name, "pmulab_reserved") != 0 ? one_line(p->rdl, p->t.text)
                                                                    : p->t.text;
        rdl_advance(&p->t);
        break;
    case RDL_NUMBER:
        s->number =
            rdl_expect_number(&p->t, rdl_text(p->rdl, "a number for %s", s->property->name));
        break;
    case RDL_BOOLEAN:
        s->number = rdl_skip(&p->t, "true");
        if (!s->number && !rdl_skip(&p->t, "false"))
            rdl_unexpected(&p->t, "true or false");
        break;
    case RDL_ENUM:
        named = p->t.kind == RDL_NAME ? find_named(p, p->t.text) : NULL;
        if (!named || !named->names)
            rdl_unexpected(&p->t, "the name of an enum above");
        s->names = named->names;
        rdl_advance(&p->t);
        break;
    case RDL_WORD:
        parse_word(p, s);
        break;
    }
}

/* [= VALUE] ; after NAME in @line. @settings are the earlier ones. */
static const struct rdl_setting *parse_setting(struct parser *p, const char *name, unsigned line,
    unsigned kind, const struct rdl_setting *settings)
{
    struct rdl_setting *s = rdl_alloc(p->rdl, 1, sizeof(*s));

    *s = (struct rdl_setting){.property = rdl_find_property(p->properties, name),
        .line = line,
        .number = 1,
        .next = settings};
    if (!s->property)
        rdl_wrong(p->rdl, line,
            "no property '%.60s'; expected one of the subset, or declared above", name);
    if (!(s->property->kinds & kind))
        rdl_wrong(p->rdl, line, "%s in %s; expected in %s", name, rdl_kind_word(p->rdl, kind),
            rdl_kind_word(p->rdl, s->property->kinds));
    if (s->property->type != RDL_BOOLEAN || rdl_is(&p->t, "=")) {
        rdl_expect(&p->t, "=");
        parse_value(p, s);
    }
    rdl_expect(&p->t, ";");
    return s;
}

/* The same, for a component that may have each property once. */
static const struct rdl_setting *parse_one_setting(struct parser *p, const char *name,
    unsigned line, unsigned kind, const struct rdl_setting *settings)
{
    const struct rdl_setting *before = rdl_setting(settings, name);

    if (before)
        rdl_wrong(p->rdl, line, "a second %s; expected one (first in line %u)", name,
            RDL_LINE_OF(before->line));
    return parse_setting(p, name, line, kind, settings);
}

/* The name of a property: some are keywords. */
static const char *property_name(struct parser *p)
{
    const char *name = p->t.text;

    if (p->t.kind != RDL_NAME && p->t.kind != RDL_KEYWORD)
        rdl_unexpected(&p->t, "a property");
    rdl_advance(&p->t);
    return name;
}

/* ---- names ---- */

static void define(struct parser *p, unsigned line, struct named named)
{
    struct named *n = rdl_alloc(p->rdl, 1, sizeof(*n));

    for (const struct named *other = p->scope.named; other != p->scope.around; other = other->next)
        if (!strcmp(other->id, named.id))
            rdl_wrong(p->rdl, line, "a second %s; expected a new name", named.id);
    *n = named;
    n->next = p->scope.named;
    p->scope.named = n;
}

/* NAME [= VALUE] [{ PROPERTY = VALUE; }] ; */
static void parse_enumerator(struct parser *p, struct reg_value *value)
{
    const struct rdl_setting *settings = NULL, *name;

    value->name = rdl_expect_name(&p->t, "the name of a value");
    if (rdl_skip(&p->t, "="))
        value->value = rdl_expect_number(&p->t, "a number");
    if (rdl_skip(&p->t, "{"))
        while (!rdl_skip(&p->t, "}")) {
            unsigned line = p->t.line;

            settings = parse_one_setting(p, property_name(p), line, RDL_VALUE, settings);
        }
    rdl_expect(&p->t, ";");
    name = rdl_setting(settings, "name");
    if (name)
        value->name = name->text;
}

static void check_new_value(
    struct parser *p, const struct reg_value *values, unsigned n, unsigned line)
{
    for (unsigned i = 0; i < n; i++) {
        assert(values[i].name && values[n].name); /* tokens have a text */
        if (values[i].value == values[n].value || !strcmp(values[i].name, values[n].name))
            rdl_wrong(p->rdl, line, "%.60s = 0x%llx; expected another value and name than %.60s's",
                values[n].name, (unsigned long long)values[n].value, values[i].name);
    }
}

/* enum NAME { ... }; */
static void parse_enum(struct parser *p)
{
    enum { MOST = 4096 };
    struct rdl_names *names = rdl_alloc(p->rdl, 1, sizeof(*names));
    struct reg_value *values = rdl_alloc(p->rdl, 8, sizeof(*values));
    unsigned line = p->t.line, n = 0, room = 8;

    rdl_expect(&p->t, "enum");
    names->line = line;
    names->id = rdl_expect_name(&p->t, "an enum's name");
    rdl_expect(&p->t, "{");
    while (!rdl_skip(&p->t, "}")) {
        unsigned value_line = p->t.line;

        if (n + 1 == room) {
            struct reg_value *more = rdl_alloc(p->rdl, 2 * room, sizeof(*more));

            memcpy(more, values, n * sizeof(*values));
            values = more;
            room *= 2;
        }
        values[n].value = n ? values[n - 1].value + 1 : 0;
        parse_enumerator(p, &values[n]);
        check_new_value(p, values, n, value_line);
        if (++n == MOST)
            rdl_wrong(p->rdl, value_line, "too many values; expected fewer than %u", MOST);
    }
    rdl_expect(&p->t, ";");
    if (!n)
        rdl_wrong(p->rdl, line, "enum %s has no value; expected one", names->id);
    names->values = values;
    names->next = p->all->enums;
    p->all->enums = names;
    define(p, line, (struct named){.id = names->id, .names = names});
}

/* ---- components ---- */

static struct rdl_instance *instance_named(const struct rdl_component *c, const char *name)
{
    struct rdl_instance *i = c->instances;

    while (i && strcmp(i->name, name) != 0)
        i = i->next;
    return i;
}

/* [HIGH:LOW] of a field, or [N] of an array. */
static void parse_range(struct parser *p, struct rdl_instance *i)
{
    bool field = i->of->kind == RDL_FIELD;

    i->n = rdl_expect_number(&p->t, field ? "bits [HIGH:LOW]" : "a number of elements");
    if (field) {
        i->high = i->n;
        i->n = 1;
        rdl_expect(&p->t, ":");
        i->low = rdl_expect_number(&p->t, "a bit");
        i->ranged = true;
    } else {
        i->is_array = true;
    }
    rdl_expect(&p->t, "]");
}

/* NAME [RANGE] [= RESET] [@ ADDRESS] [+= STRIDE] */
static void parse_instance(struct parser *p, struct rdl_component *in, struct rdl_component *of)
{
    struct rdl_instance *i = rdl_alloc(p->rdl, 1, sizeof(*i));

    *i = (struct rdl_instance){.of = of, .line = p->t.line, .n = 1};
    i->name = rdl_expect_name(&p->t, "an instance's name");
    if (of->depth >= in->depth)
        in->depth = of->depth + 1;
    if (in->depth > MOST_DEPTH)
        rdl_wrong(p->rdl, i->line, "%s is nested too deep; expected at most %u levels", i->name,
            MOST_DEPTH);
    if (instance_named(in, i->name))
        rdl_wrong(p->rdl, i->line, "a second %s; expected a new name", i->name);
    if (rdl_skip(&p->t, "["))
        parse_range(p, i);
    if (of->kind == RDL_FIELD && rdl_skip(&p->t, "=")) {
        i->has_reset = true;
        i->reset = rdl_expect_number(&p->t, "a reset value");
    }
    if (of->kind != RDL_FIELD && rdl_skip(&p->t, "@")) {
        i->has_address = true;
        i->address = rdl_expect_number(&p->t, "an address");
    }
    if (i->is_array && rdl_skip(&p->t, "+="))
        i->stride = rdl_expect_number(&p->t, "the distance of the elements");
    *in->end = i;
    in->end = &i->next;
}

static void parse_instances(struct parser *p, struct rdl_component *in, struct rdl_component *of)
{
    if (!(rdl_kinds_within(in->kind) & of->kind))
        rdl_wrong(p->rdl, p->t.line, "%s in %s; expected %s", rdl_kind_word(p->rdl, of->kind),
            rdl_kind_word(p->rdl, in->kind), rdl_kind_word(p->rdl, rdl_kinds_within(in->kind)));
    do
        parse_instance(p, in, of);
    while (rdl_skip(&p->t, ","));
    rdl_expect(&p->t, ";");
}

static struct rdl_component *parse_component(struct parser *p);

/* A component in @in with its instances, or only its definition. */
static void parse_inner_component(struct parser *p, struct rdl_component *in)
{
    struct rdl_component *c = parse_component(p);

    if (!c->id || !rdl_skip(&p->t, ";"))
        parse_instances(p, in, c);
}

/* The first bit of all registers that follow. */
static void set_msb0(struct parser *p, struct rdl_component *c)
{
    if (c->instances || p->scope.named != p->scope.around)
        rdl_wrong(p->rdl, c->settings->line, "msb0 after a component; expected it before");
    c->msb0 = p->scope.msb0 = true;
}

/* The changes of @field in the instance @reg. */
static struct rdl_change *changes_of(
    struct parser *p, struct rdl_instance *reg, const struct rdl_instance *field)
{
    struct rdl_change *change = reg->changes;

    while (change && change->field != field)
        change = change->next;
    if (!change) {
        change = rdl_alloc(p->rdl, 1, sizeof(*change));
        *change = (struct rdl_change){.field = field, .next = reg->changes};
        reg->changes = change;
    }
    return change;
}

static struct rdl_instance *expect_instance(
    struct parser *p, const struct rdl_component *c, const char *name, unsigned line)
{
    struct rdl_instance *i = instance_named(c, name);

    if (!i)
        rdl_wrong(p->rdl, line, "no instance '%.60s'; expected one that is above", name);
    return i;
}

/* INSTANCE -> PROPERTY = VALUE, or INSTANCE.FIELD -> PROPERTY = VALUE. */
static void parse_change(struct parser *p, struct rdl_instance *i, unsigned line)
{
    const struct rdl_setting **settings = &i->settings;
    unsigned kind = i->of->kind;

    if (kind == RDL_REG && rdl_skip(&p->t, ".")) {
        const char *name = rdl_expect_name(&p->t, "a field's name");

        settings = &changes_of(p, i, expect_instance(p, i->of, name, line))->settings;
        kind = RDL_FIELD;
    }
    rdl_expect(&p->t, "->");
    *settings = parse_one_setting(p, property_name(p), line, kind, *settings);
}

/* A member that begins with the name of a property, a component or an
 * instance. */
static void parse_named_member(struct parser *p, struct rdl_component *c)
{
    bool is_name = p->t.kind == RDL_NAME;
    unsigned line = p->t.line;
    const char *name = property_name(p);

    if (is_name && p->t.kind == RDL_NAME) {
        const struct named *of = find_named(p, name);

        if (!of || !of->component)
            rdl_wrong(p->rdl, line, "no component '%.60s'; expected one that is above", name);
        parse_instances(p, c, of->component);
    } else if (is_name && (rdl_is(&p->t, "->") || rdl_is(&p->t, "."))) {
        parse_change(p, expect_instance(p, c, name, line), line);
    } else {
        c->settings = parse_one_setting(p, name, line, c->kind, c->settings);
        if (!strcmp(name, "msb0") && c->settings->number)
            set_msb0(p, c);
    }
}

static void parse_default(struct parser *p)
{
    unsigned line = p->t.line;

    rdl_expect(&p->t, "default");
    p->scope.defaults = parse_setting(p, property_name(p), line, RDL_CONTAINERS, p->scope.defaults);
}

static void parse_member(struct parser *p, struct rdl_component *c)
{
    if (rdl_kind_of(&p->t))
        parse_inner_component(p, c);
    else if (rdl_is(&p->t, "enum"))
        parse_enum(p);
    else if (rdl_is(&p->t, "default"))
        parse_default(p);
    else
        parse_named_member(p, c);
}

/* KIND [NAME] { MEMBERS } */
static struct rdl_component *parse_component(struct parser *p)
{
    struct rdl_component *c = rdl_alloc(p->rdl, 1, sizeof(*c));
    struct scope outer = p->scope;

    *c = (struct rdl_component){.kind = (enum rdl_kind)rdl_kind_of(&p->t),
        .line = p->t.line,
        .msb0 = outer.msb0,
        .defaults = outer.defaults,
        .end = &c->instances};
    if (++p->depth > MOST_DEPTH)
        rdl_wrong(p->rdl, c->line, "a component is nested too deep; expected at most %u levels",
            MOST_DEPTH);
    rdl_advance(&p->t);
    if (p->t.kind == RDL_NAME)
        c->id = rdl_expect_name(&p->t, "a name");
    rdl_expect(&p->t, "{");
    p->scope.around = p->scope.named;
    while (!rdl_skip(&p->t, "}"))
        parse_member(p, c);
    p->scope = outer;
    p->depth--;
    if (c->id) {
        define(p, c->line, (struct named){.id = c->id, .component = c});
        c->next_named = p->all->named;
        p->all->named = c;
    }
    return c;
}

/* A component at the top: an addrmap is its own instance, but in an included
 * file. The others are only defined. */
static void parse_top_component(struct parser *p, struct rdl_component *top)
{
    struct rdl_component *c = parse_component(p);
    struct rdl_instance *i = rdl_alloc(p->rdl, 1, sizeof(*i));

    if (!c->id)
        rdl_wrong(p->rdl, c->line, "a component without a name; expected one at the top");
    rdl_expect(&p->t, ";");
    if (c->kind != RDL_ADDRMAP || RDL_LINE_FILE(c->line))
        return;
    *i =
        (struct rdl_instance){.of = c, .name = c->id, .line = c->line, .has_address = true, .n = 1};
    *top->end = i;
    top->end = &i->next;
}

struct rdl_component *rdl_parse(struct rdl *rdl, const char *text, struct rdl_definitions *all)
{
    struct parser p = {.rdl = rdl, .all = all, .t = {.rdl = rdl, .next = text, .next_line = 1}};
    struct rdl_component *top = rdl_alloc(rdl, 1, sizeof(*top));

    *top = (struct rdl_component){.kind = RDL_ADDRMAP, .line = 1, .end = &top->instances};
    rdl_advance(&p.t);
    while (p.t.kind != RDL_END) {
        if (rdl_is(&p.t, "property"))
            p.properties = rdl_parse_property(&p.t, p.properties);
        else if (rdl_is(&p.t, "enum"))
            parse_enum(&p);
        else if (rdl_is(&p.t, "default"))
            parse_default(&p);
        else if (rdl_kind_of(&p.t))
            parse_top_component(&p, top);
        else
            rdl_unexpected(&p.t, "property, addrmap, regfile, reg, field, enum or default");
    }
    return top;
}
