/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Parses the subset's grammar into a tree of components. SystemRDL 2.0,
 * sections 5 to 15 and annex B. */
#include "models/rdl/token.h"

#include <assert.h>
#include <string.h>

enum {
    CONTAINERS = RDL_ADDRMAP | RDL_REGFILE | RDL_REG | RDL_FIELD,
    EVERYTHING = CONTAINERS | RDL_VALUE,
    MOST_DEPTH = 12, /* components within each other */
};

/* The language's properties that the subset reads. */
static const struct rdl_property language[] = {
    {"name", RDL_STRING, EVERYTHING, NULL, NULL},
    {"desc", RDL_STRING, EVERYTHING, NULL, NULL},
    {"bridge", RDL_BOOLEAN, RDL_ADDRMAP, NULL, NULL},
    {"msb0", RDL_BOOLEAN, RDL_ADDRMAP, NULL, NULL},
    {"lsb0", RDL_BOOLEAN, RDL_ADDRMAP, NULL, NULL},
    {"addressing", RDL_WORD, RDL_ADDRMAP, " compact regalign fullalign ", NULL},
    {"regwidth", RDL_NUMBER, RDL_REG, NULL, NULL},
    {"accesswidth", RDL_NUMBER, RDL_REG, NULL, NULL},
    {"sw", RDL_WORD, RDL_FIELD, " rw wr r w rw1 w1 na ", NULL},
    {"hw", RDL_WORD, RDL_FIELD, " rw wr r w rw1 w1 na ", NULL},
    {"onread", RDL_WORD, RDL_FIELD, " rclr rset ruser ", NULL},
    {"onwrite", RDL_WORD, RDL_FIELD, " woset woclr wot wzs wzc wzt wclr wset wuser ", NULL},
    {"singlepulse", RDL_BOOLEAN, RDL_FIELD, NULL, NULL},
    {"reset", RDL_NUMBER, RDL_FIELD, NULL, NULL},
    {"encode", RDL_ENUM, RDL_FIELD, NULL, NULL},
};

/* Our own. The file declares them, as for any compiler. */
static const struct rdl_property ours[] = {
    {"pmulab_space", RDL_STRING, RDL_ADDRMAP, NULL, NULL},
    {"pmulab_blocks", RDL_STRING, RDL_REGFILE, NULL, NULL},
    {"pmulab_variant_of", RDL_STRING, RDL_REGFILE, NULL, NULL},
    {"pmulab_number", RDL_NUMBER, RDL_REG, NULL, NULL},
    {"pmulab_width", RDL_NUMBER, RDL_REG, NULL, NULL},
    {"pmulab_numbering", RDL_STRING, RDL_REG, NULL, NULL},
    {"pmulab_source", RDL_STRING, RDL_REG, NULL, NULL},
    {"pmulab_not_modelled", RDL_STRING, RDL_REG, NULL, NULL},
    {"pmulab_reserved", RDL_STRING, RDL_REG, NULL, NULL},
    {"pmulab_bits", RDL_STRING, RDL_FIELD, NULL, NULL},
    {"pmulab_access", RDL_STRING, RDL_FIELD, NULL, NULL},
};

static const struct {
    const char *word;
    enum rdl_kind kind;
    unsigned within; /* instances that it may have */
} kinds[] = {
    {"addrmap", RDL_ADDRMAP, RDL_ADDRMAP | RDL_REGFILE | RDL_REG},
    {"regfile", RDL_REGFILE, RDL_REGFILE | RDL_REG},
    {"reg", RDL_REG, RDL_FIELD},
    {"field", RDL_FIELD, 0},
};
enum { N_KINDS = sizeof(kinds) / sizeof(kinds[0]) };

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
    const struct rdl_names *enums;
    unsigned depth;
};

/* ---- properties ---- */

const struct rdl_setting *rdl_setting(const struct rdl_setting *settings, const char *name)
{
    while (settings && strcmp(settings->property->name, name) != 0)
        settings = settings->next;
    return settings;
}

const char *rdl_kind_word(struct rdl *rdl, unsigned mask)
{
    const char *text = mask & RDL_VALUE ? "an enumerator" : NULL;

    for (unsigned i = N_KINDS; i--;)
        if (mask & kinds[i].kind)
            text = rdl_text(rdl, "%s%sa%s %s", text ? text : "", text ? " or " : "",
                kinds[i].kind == RDL_ADDRMAP ? "n" : "", kinds[i].word);
    return text;
}

static unsigned kind_of(const struct rdl_tokens *t)
{
    for (unsigned i = 0; i < N_KINDS; i++)
        if (rdl_is(t, kinds[i].word))
            return kinds[i].kind;
    return 0;
}

static const struct rdl_property *find_property(const struct parser *p, const char *name)
{
    for (size_t i = 0; i < sizeof(language) / sizeof(language[0]); i++)
        if (!strcmp(language[i].name, name))
            return &language[i];
    for (const struct rdl_property *own = p->properties; own; own = own->next)
        if (!strcmp(own->name, name))
            return own;
    return NULL;
}

static enum rdl_type parse_type(struct rdl_tokens *t)
{
    enum rdl_type type = RDL_STRING;

    if (rdl_skip(t, "boolean"))
        return RDL_BOOLEAN;
    if (rdl_skip(t, "longint")) {
        type = RDL_NUMBER;
        rdl_expect(t, "unsigned");
    } else if (!rdl_skip(t, "string")) {
        rdl_unexpected(t, "string, boolean or longint unsigned");
    }
    return type;
}

static unsigned parse_kinds(struct rdl_tokens *t)
{
    unsigned mask = 0, kind;

    do {
        kind = rdl_is(t, "all") ? CONTAINERS : kind_of(t);
        if (!kind)
            rdl_unexpected(t, "addrmap, regfile, reg, field or all");
        mask |= kind;
        rdl_advance(t);
    } while (rdl_skip(t, "|"));
    return mask;
}

/* A custom property has the type with which it is read. */
static void check_ours(const struct parser *p, const struct rdl_property *property, unsigned line)
{
    for (size_t i = 0; i < sizeof(ours) / sizeof(ours[0]); i++)
        if (!strcmp(ours[i].name, property->name) &&
            (ours[i].type != property->type || !(ours[i].kinds & property->kinds)))
            rdl_wrong(p->rdl, line, "property %s; expected a %s of %s", property->name,
                ours[i].type == RDL_STRING ? "string" : "longint unsigned",
                rdl_kind_word(p->rdl, ours[i].kinds));
}

/* property NAME { type = TYPE; component = KIND | KIND; }; */
static void parse_property(struct parser *p)
{
    struct rdl_property *property = rdl_alloc(p->rdl, 1, sizeof(*property));
    unsigned line = p->t.line;
    bool typed = false;

    rdl_expect(&p->t, "property");
    property->name = rdl_expect_name(&p->t, "a property's name");
    if (find_property(p, property->name))
        rdl_wrong(p->rdl, line, "a second property %s; expected a new name", property->name);
    rdl_expect(&p->t, "{");
    while (!rdl_skip(&p->t, "}")) {
        bool type = rdl_skip(&p->t, "type");

        if (!type && !rdl_skip(&p->t, "component"))
            rdl_unexpected(&p->t, "'type', 'component' or '}'");
        rdl_expect(&p->t, "=");
        if (type)
            property->type = parse_type(&p->t);
        else
            property->kinds = parse_kinds(&p->t);
        typed |= type;
        rdl_expect(&p->t, ";");
    }
    rdl_expect(&p->t, ";");
    if (!typed || !property->kinds)
        rdl_wrong(p->rdl, line, "property %s; expected its type and component", property->name);
    check_ours(p, property, line);
    property->next = (struct rdl_property *)(uintptr_t)p->properties;
    p->properties = property;
}

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

    *s = (struct rdl_setting){
        .property = find_property(p, name), .line = line, .number = 1, .next = settings};
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
        rdl_wrong(p->rdl, line, "a second %s; expected one (first in line %u)", name, before->line);
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
    names->next = p->enums;
    p->enums = names;
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
    for (unsigned k = 0; k < N_KINDS; k++)
        if (kinds[k].kind == in->kind && !(kinds[k].within & of->kind))
            rdl_wrong(p->rdl, p->t.line, "%s in %s; expected %s", rdl_kind_word(p->rdl, of->kind),
                rdl_kind_word(p->rdl, in->kind), rdl_kind_word(p->rdl, kinds[k].within));
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
    } else if (is_name && rdl_skip(&p->t, "->")) {
        struct rdl_instance *i = instance_named(c, name);

        if (!i)
            rdl_wrong(p->rdl, line, "no instance '%.60s'; expected one that is above", name);
        i->settings = parse_one_setting(p, property_name(p), line, i->of->kind, i->settings);
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
    p->scope.defaults = parse_setting(p, property_name(p), line, CONTAINERS, p->scope.defaults);
}

static void parse_member(struct parser *p, struct rdl_component *c)
{
    if (kind_of(&p->t))
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

    *c = (struct rdl_component){.kind = (enum rdl_kind)kind_of(&p->t),
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
    if (c->id)
        define(p, c->line, (struct named){.id = c->id, .component = c});
    return c;
}

/* A component at the top: an addrmap is its own instance, the others are only
 * defined. */
static void parse_top_component(struct parser *p, struct rdl_component *top)
{
    struct rdl_component *c = parse_component(p);
    struct rdl_instance *i = rdl_alloc(p->rdl, 1, sizeof(*i));

    if (!c->id)
        rdl_wrong(p->rdl, c->line, "a component without a name; expected one at the top");
    rdl_expect(&p->t, ";");
    if (c->kind != RDL_ADDRMAP)
        return;
    *i =
        (struct rdl_instance){.of = c, .name = c->id, .line = c->line, .has_address = true, .n = 1};
    *top->end = i;
    top->end = &i->next;
}

struct rdl_component *rdl_parse(struct rdl *rdl, const char *text, const struct rdl_names **enums)
{
    struct parser p = {.rdl = rdl, .t = {.rdl = rdl, .next = text, .next_line = 1}};
    struct rdl_component *top = rdl_alloc(rdl, 1, sizeof(*top));

    *top = (struct rdl_component){.kind = RDL_ADDRMAP, .line = 1, .end = &top->instances};
    rdl_advance(&p.t);
    while (p.t.kind != RDL_END) {
        if (rdl_is(&p.t, "property"))
            parse_property(&p);
        else if (rdl_is(&p.t, "enum"))
            parse_enum(&p);
        else if (rdl_is(&p.t, "default"))
            parse_default(&p);
        else if (kind_of(&p.t))
            parse_top_component(&p, top);
        else
            rdl_unexpected(&p.t, "property, addrmap, regfile, reg, field, enum or default");
    }
    *enums = p.enums;
    return top;
}
