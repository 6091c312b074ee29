/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Makes a register's description: its fields from the most significant on,
 * with the reserved bits between them. */
#include "models/rdl/fields.h"

#include <assert.h>
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

const struct rdl_setting *rdl_of(const struct rdl_instance *i, const char *name)
{
    const struct rdl_setting *s = rdl_setting(i->settings, name);

    if (!s)
        s = rdl_setting(i->of->settings, name);
    return s ? s : rdl_setting(i->of->defaults, name);
}

const char *rdl_text_of(const struct rdl_instance *i, const char *name, const char *otherwise)
{
    const struct rdl_setting *s = rdl_of(i, name);

    return s ? s->text : otherwise;
}

uint64_t rdl_number_of(const struct rdl_instance *i, const char *name, uint64_t otherwise)
{
    const struct rdl_setting *s = rdl_of(i, name);

    return s ? s->number : otherwise;
}

/* Bits of a register, a field's or reserved; counted from the least
 * significant. */
struct piece {
    uint64_t high, low;
    struct reg_field field; /* without its bits */
    const struct rdl_names *names;
    unsigned line;
};

struct maker {
    struct rdl *rdl;
    const struct rdl_instance *reg;
    struct reg made;
    struct piece *pieces;
    unsigned n;
};

/* ---- access ---- */

/* The combinations of properties that a register file has. */
static const struct {
    const char *sw, *onwrite;
    bool pulse;
    enum reg_access access;
} modes[] = {
    {"rw", "", false, REG_RW},
    {"r", "", false, REG_RO},
    {"w", "", false, REG_WO},
    {"w", "", true, REG_ACTION},
    {"rw", "woclr", false, REG_RW1C},
};

/* A field of several bits, each of which acts, cannot have singlepulse. */
static bool acts(const struct rdl_instance *i)
{
    return rdl_number_of(i, "singlepulse", false) ||
           !strcmp(rdl_text_of(i, "pmulab_access", ""), reg_access_word(REG_ACTION));
}

static enum reg_access access_of(struct rdl *rdl, const struct rdl_instance *i)
{
    const char *sw = rdl_text_of(i, "sw", "rw"), *onwrite = rdl_text_of(i, "onwrite", "");
    const char *onread = rdl_text_of(i, "onread", ""), *word;

    if (!rdl_number_of(i, "ispresent", true))
        return REG_RV;
    for (size_t m = 0; m < sizeof(modes) / sizeof(modes[0]); m++) {
        if (strcmp(sw, modes[m].sw) != 0 || strcmp(onwrite, modes[m].onwrite) != 0 || *onread ||
            modes[m].pulse != acts(i))
            continue;
        word = rdl_text_of(i, "pmulab_access", reg_access_word(modes[m].access));
        if (strcmp(word, reg_access_word(modes[m].access)) != 0)
            rdl_wrong(rdl, i->line, "%s: pmulab_access is %.20s; expected %s as its properties say",
                i->name, word, reg_access_word(modes[m].access));
        return modes[m].access;
    }
    rdl_wrong(rdl, i->line,
        "%s: no access mode for sw = %s%s%s%s%s%s; expected sw = rw, r or w, rw with "
        "onwrite = woclr, or w with singlepulse",
        i->name, sw, *onwrite ? ", onwrite = " : "", onwrite, *onread ? ", onread = " : "", onread,
        acts(i) ? ", singlepulse" : "");
}

/* ---- fields ---- */

/* Turns the manual's bits @first to @last into @piece's; or the other way
 * round. */
static void set_bits(struct maker *m, struct piece *piece, bool msb0, uint64_t first, uint64_t last)
{
    uint64_t most = m->made.width - 1u;

    if (first > most || last > most || (msb0 ? first > last : first < last))
        rdl_wrong(m->rdl, piece->line, "%s: bits %llu:%llu of %u; expected %s within %s",
            piece->field.name, (unsigned long long)first, (unsigned long long)last, m->made.width,
            msb0 ? "[LOW:HIGH], from the most significant," : "[HIGH:LOW]",
            msb0 ? rdl_text(m->rdl, "0:%llu", (unsigned long long)most)
                 : rdl_text(m->rdl, "%llu:0", (unsigned long long)most));
    piece->high = msb0 ? most - first : first;
    piece->low = msb0 ? most - last : last;
}

static void set_table_bits(struct maker *m, struct reg_field *field, const struct piece *piece)
{
    unsigned most = m->made.width - 1u;
    bool msb0 = m->made.numbering == REG_MSB0;

    field->first = (uint8_t)(msb0 ? most - piece->high : piece->high);
    field->last = (uint8_t)(msb0 ? most - piece->low : piece->low);
}

/* pmulab_bits, which is there to be read, says the same as the bits. */
static void check_bits(struct maker *m, const struct rdl_instance *i, const struct piece *piece)
{
    const char *text = rdl_text_of(i, "pmulab_bits", NULL);
    struct reg_field field;
    char bits[16];

    if (!text)
        return;
    set_table_bits(m, &field, piece);
    if (field.first == field.last)
        snprintf(bits, sizeof(bits), "%u", field.first);
    else
        snprintf(bits, sizeof(bits), "%u:%u", field.first, field.last);
    if (strcmp(text, bits) != 0)
        rdl_wrong(m->rdl, i->line, "%s: pmulab_bits is %.20s; expected %s", i->name, text, bits);
}

static void check_fits(struct maker *m, const struct rdl_instance *i, const struct piece *piece,
    const char *what, uint64_t value)
{
    unsigned bits = (unsigned)(piece->high - piece->low + 1);

    if (value & ~reg_low_bits(bits))
        rdl_wrong(m->rdl, i->line, "%s: %.60s is 0x%llx; expected at most %u bits", i->name, what,
            (unsigned long long)value, bits);
}

/* A change of the property precedes the value in the field's instance. */
static uint64_t reset_of(const struct rdl_instance *i)
{
    return i->has_reset && !rdl_setting(i->settings, "reset") ? i->reset
                                                              : rdl_number_of(i, "reset", 0);
}

static void add_field(struct maker *m, const struct rdl_instance *i)
{
    struct piece *piece = &m->pieces[m->n++];
    const struct rdl_setting *encode = rdl_of(i, "encode");

    if (!i->ranged)
        rdl_wrong(m->rdl, i->line, "field %s has no bits; expected %s[HIGH:LOW]", i->name, i->name);
    piece->line = i->line;
    piece->field = (struct reg_field){.name = rdl_text_of(i, "name", i->name),
        .access = access_of(m->rdl, i),
        .reset = reset_of(i),
        .prose = rdl_text_of(i, "desc", "")};
    set_bits(m, piece, m->reg->of->msb0, i->high, i->low);
    check_bits(m, i, piece);
    check_fits(m, i, piece, "the reset value", piece->field.reset);
    if (rdl_number_of(i, "singlepulse", 0) && (piece->high != piece->low || piece->field.reset))
        rdl_wrong(m->rdl, i->line, "%s: singlepulse; expected one bit that resets to 0", i->name);
    piece->names = encode ? encode->names : NULL;
    for (const struct reg_value *v = piece->names ? piece->names->values : NULL; v && v->name; v++)
        check_fits(m, i, piece, v->name, v->value);
}

/* ---- reserved bits ---- */

/* Reads "BITS: " or "BITS NAME: " at @text, in the manual's numbers. Returns
 * the prose after it, or NULL. */
static const char *reserved_head(
    struct rdl *rdl, const char *text, uint64_t *first, uint64_t *last, const char **name)
{
    char *end;
    size_t n;

    if (!isdigit((unsigned char)*text))
        return NULL;
    *first = *last = strtoull(text, &end, 10);
    if (*end == ':' && isdigit((unsigned char)end[1]))
        *last = strtoull(end + 1, &end, 10);
    *name = "rsv";
    if (*end == ' ') {
        n = strcspn(end + 1, ": \n");
        *name = rdl_text(rdl, "%.*s", (int)n, end + 1);
        end += 1 + n;
    }
    return **name && end[0] == ':' && end[1] == ' ' ? end + 2 : NULL;
}

/* pmulab_reserved: BITS[ NAME]: PROSE in each line. */
static void add_reserved(struct maker *m)
{
    const struct rdl_setting *s = rdl_of(m->reg, "pmulab_reserved");
    const char *text;

    if (!s)
        return;
    text = s->text;
    for (text += strspn(text, " \n"); *text; text += strspn(text, " \n")) {
        struct piece *piece = &m->pieces[m->n];
        uint64_t first, last;
        const char *name, *prose = reserved_head(m->rdl, text, &first, &last, &name);

        if (!prose)
            rdl_wrong(m->rdl, s->line, "pmulab_reserved has '%.*s'; expected BITS: PROSE",
                (int)strcspn(text, "\n"), text);
        if (++m->n > m->made.width)
            rdl_wrong(m->rdl, s->line, "pmulab_reserved; expected at most one line a bit");
        text = prose + strcspn(prose, "\n");
        piece->line = s->line;
        piece->field = (struct reg_field){.name = name,
            .access = REG_RV,
            .prose = rdl_text(m->rdl, "%.*s", (int)(text - prose), prose)};
        set_bits(m, piece, m->made.numbering == REG_MSB0, first, last);
    }
}

/* ---- the table ---- */

static int from_the_top(const void *a, const void *b)
{
    const struct piece *one = a, *two = b;

    return one->high == two->high ? 0 : one->high > two->high ? -1 : 1;
}

static void check_overlap(struct maker *m)
{
    qsort(m->pieces, m->n, sizeof(*m->pieces), from_the_top);
    for (unsigned i = 1; i < m->n; i++) {
        const struct piece *a = &m->pieces[i - 1], *b = &m->pieces[i];

        if (a->low <= b->high)
            rdl_wrong(m->rdl, a->line > b->line ? a->line : b->line,
                "%s and %s share bit %llu; expected separate bits", a->field.name, b->field.name,
                (unsigned long long)b->high);
    }
}

/* Appends @piece to the table of fields, and the names of its values. */
static void append(
    struct maker *m, struct reg_field *fields, struct reg_value **values, const struct piece *piece)
{
    const struct reg_value *v = piece->names ? piece->names->values : NULL;
    struct reg_field *field = &fields[m->made.n_fields];

    *field = piece->field;
    set_table_bits(m, field, piece);
    for (; v && v->name; v++) {
        assert(*values); /* there is room for all names of all pieces */
        *(*values)++ = (struct reg_value){m->made.n_fields, v->value, v->name};
    }
    m->made.n_fields++;
}

/* Bits that nothing describes are reserved. */
static void append_gap(struct maker *m, struct reg_field *fields, uint64_t above, uint64_t below)
{
    const struct piece gap = {.high = above - 1,
        .low = below,
        .field = {.name = "rsv", .access = REG_RV, .prose = "reserved"}};

    if (above > below)
        append(m, fields, NULL, &gap);
}

static unsigned count_values(const struct maker *m)
{
    unsigned n = 0;

    for (unsigned i = 0; i < m->n; i++)
        for (const struct reg_value *v = m->pieces[i].names ? m->pieces[i].names->values : NULL;
             v && v->name; v++)
            n++;
    return n;
}

static void make_table(struct maker *m)
{
    struct reg_field *fields = rdl_alloc(m->rdl, m->made.width, sizeof(*fields));
    unsigned n = count_values(m);
    struct reg_value *values = n ? rdl_alloc(m->rdl, n + 1u, sizeof(*values)) : NULL;
    uint64_t above = m->made.width;

    m->made.fields = fields;
    m->made.values = values;
    for (unsigned i = 0; i < m->n; i++) {
        append_gap(m, fields, above, m->pieces[i].high + 1);
        append(m, fields, &values, &m->pieces[i]);
        above = m->pieces[i].low;
    }
    append_gap(m, fields, above, 0);
}

/* ---- the register ---- */

/* The widths of the language, and whole bytes for the widths that it lacks. */
static unsigned width_of(struct rdl *rdl, const struct rdl_instance *i)
{
    const struct rdl_setting *language = rdl_of(i, "regwidth"), *own = rdl_of(i, "pmulab_width");
    uint64_t width = language ? language->number : 32;

    if (width < 8 || width > 64 || width & (width - 1))
        rdl_wrong(rdl, language->line, "%s: regwidth is %llu; expected 8, 16, 32 or 64", i->name,
            (unsigned long long)width);
    if (own && (own->number < 8 || own->number > width || own->number % 8))
        rdl_wrong(rdl, own->line, "%s: pmulab_width is %llu; expected whole bytes of regwidth",
            i->name, (unsigned long long)own->number);
    return (unsigned)(own ? own->number : width);
}

static enum reg_numbering numbering_of(struct rdl *rdl, const struct rdl_instance *i)
{
    const struct rdl_setting *s = rdl_of(i, "pmulab_numbering");

    if (s && strcmp(s->text, "msb0") != 0)
        rdl_wrong(rdl, s->line, "pmulab_numbering is %.20s; expected msb0", s->text);
    return s || i->of->msb0 ? REG_MSB0 : REG_LSB0;
}

const struct rdl_setting *rdl_field_settings(
    struct rdl *rdl, const struct rdl_instance *i, const struct rdl_instance *f)
{
    const struct rdl_change *change = i->changes;
    const struct rdl_setting *settings = f->settings;

    while (change && change->field != f)
        change = change->next;
    for (const struct rdl_setting *s = change ? change->settings : NULL; s; s = s->next) {
        struct rdl_setting *copy = rdl_alloc(rdl, 1, sizeof(*copy));

        *copy = *s;
        copy->next = settings;
        settings = copy;
    }
    return settings;
}

struct reg rdl_make_reg(struct rdl *rdl, const struct rdl_instance *i)
{
    struct maker m = {.rdl = rdl, .reg = i};
    unsigned n = 0;

    m.made.width = (uint8_t)width_of(rdl, i);
    m.made.numbering = numbering_of(rdl, i);
    m.made.prose = rdl_text_of(i, "desc", "");
    m.made.source = rdl_text_of(i, "pmulab_source", "");
    m.made.not_modelled = rdl_text_of(i, "pmulab_not_modelled", NULL);
    for (const struct rdl_instance *f = i->of->instances; f; f = f->next)
        n++;
    m.pieces = rdl_alloc(rdl, n + m.made.width + 1u, sizeof(*m.pieces));
    add_reserved(&m);
    for (const struct rdl_instance *f = i->of->instances; f; f = f->next) {
        struct rdl_instance changed = *f;

        changed.settings = rdl_field_settings(rdl, i, f);
        add_field(&m, &changed);
    }
    check_overlap(&m);
    make_table(&m);
    return m.made;
}
