/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The language's, our own and a file's declared properties. SystemRDL 2.0,
 * section 15. */
#include "models/rdl/properties.h"

#include <string.h>

/* The language's properties that the subset reads. */
static const struct rdl_property language[] = {
    {"name", RDL_STRING, RDL_CONTAINERS | RDL_VALUE, NULL, NULL},
    {"desc", RDL_STRING, RDL_CONTAINERS | RDL_VALUE, NULL, NULL},
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
    {"ispresent", RDL_BOOLEAN, RDL_FIELD, NULL, NULL},
    {"reset", RDL_NUMBER, RDL_FIELD, NULL, NULL},
    {"encode", RDL_ENUM, RDL_FIELD, NULL, NULL},
};

/* Our own. The file declares them, as for any compiler. */
static const struct rdl_property ours[] = {
    {"pmulab_space", RDL_STRING, RDL_ADDRMAP, NULL, NULL},
    {"pmulab_blocks", RDL_STRING, RDL_REGFILE, NULL, NULL},
    {"pmulab_variant_of", RDL_STRING, RDL_ADDRMAP | RDL_REGFILE, NULL, NULL},
    {"pmulab_number", RDL_NUMBER, RDL_REG, NULL, NULL},
    {"pmulab_width", RDL_NUMBER, RDL_REG, NULL, NULL},
    {"pmulab_numbering", RDL_STRING, RDL_REG, NULL, NULL},
    {"pmulab_source", RDL_STRING, RDL_ADDRMAP | RDL_REGFILE | RDL_REG, NULL, NULL},
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

unsigned rdl_kind_of(const struct rdl_tokens *t)
{
    for (unsigned i = 0; i < N_KINDS; i++)
        if (rdl_is(t, kinds[i].word))
            return kinds[i].kind;
    return 0;
}

unsigned rdl_kinds_within(unsigned kind)
{
    for (unsigned i = 0; i < N_KINDS; i++)
        if (kinds[i].kind == kind)
            return kinds[i].within;
    return 0;
}

const struct rdl_property *rdl_find_property(const struct rdl_property *declared, const char *name)
{
    for (size_t i = 0; i < sizeof(language) / sizeof(language[0]); i++)
        if (!strcmp(language[i].name, name))
            return &language[i];
    for (const struct rdl_property *own = declared; own; own = own->next)
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
        kind = rdl_is(t, "all") ? RDL_CONTAINERS : rdl_kind_of(t);
        if (!kind)
            rdl_unexpected(t, "addrmap, regfile, reg, field or all");
        mask |= kind;
        rdl_advance(t);
    } while (rdl_skip(t, "|"));
    return mask;
}

/* A custom property has the type with which it is read. */
static void check_ours(struct rdl *rdl, const struct rdl_property *property, unsigned line)
{
    for (size_t i = 0; i < sizeof(ours) / sizeof(ours[0]); i++)
        if (!strcmp(ours[i].name, property->name) &&
            (ours[i].type != property->type || !(ours[i].kinds & property->kinds)))
            rdl_wrong(rdl, line, "property %s; expected a %s of %s", property->name,
                ours[i].type == RDL_STRING ? "string" : "longint unsigned",
                rdl_kind_word(rdl, ours[i].kinds));
}

/* property NAME { type = TYPE; component = KIND | KIND; }; */
const struct rdl_property *rdl_parse_property(
    struct rdl_tokens *t, const struct rdl_property *declared)
{
    struct rdl_property *property = rdl_alloc(t->rdl, 1, sizeof(*property));
    unsigned line = t->line;
    bool typed = false;

    rdl_expect(t, "property");
    property->name = rdl_expect_name(t, "a property's name");
    if (rdl_find_property(declared, property->name))
        rdl_wrong(t->rdl, line, "a second property %s; expected a new name", property->name);
    rdl_expect(t, "{");
    while (!rdl_skip(t, "}")) {
        bool type = rdl_skip(t, "type");

        if (!type && !rdl_skip(t, "component"))
            rdl_unexpected(t, "'type', 'component' or '}'");
        rdl_expect(t, "=");
        if (type)
            property->type = parse_type(t);
        else
            property->kinds = parse_kinds(t);
        typed |= type;
        rdl_expect(t, ";");
    }
    rdl_expect(t, ";");
    if (!typed || !property->kinds)
        rdl_wrong(t->rdl, line, "property %s; expected its type and component", property->name);
    check_ours(t->rdl, property, line);
    property->next = declared;
    return property;
}
