/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Makes banks of the tree: which registers a block has, and where the blocks
 * are. */
#include "models/rdl/fields.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

enum {
    MOST_REGISTERS = 1 << 13, /* of all blocks */
    NUMBER_BYTES = 8,         /* register number n is at byte 8 * n of its space */
};

/* The bytes of a register of a block. */
struct span {
    uint64_t begin, end;
    const char *name, *block;
    unsigned line;
};

struct maker {
    struct rdl *rdl;
    struct rdl_bank **banks;
    unsigned n_banks;
    struct span *spans; /* of the addrmap */
    unsigned n_spans, n_registers;
};

/* A bank while it fills. */
struct filling {
    struct maker *m;
    struct rdl_bank *bank;
    struct reg *regs;
    struct span *spans; /* of the block at 0 */
    const char *source; /* of registers without one */
    bool places;        /* it has places; otherwise offsets are 0 */
};

/* ---- registers ---- */

/* The address of element @k of the array @i, which begins at @base. */
static uint64_t address_of(struct rdl *rdl, const struct rdl_instance *i, uint64_t base, uint64_t k)
{
    uint64_t stride = i->stride, last;

    if (!i->has_address)
        rdl_wrong(rdl, i->line, "%s has no address; expected '@ ADDRESS'", i->name);
    if (i->is_array && !stride && i->of->kind != RDL_REG)
        rdl_wrong(rdl, i->line, "%s[] has no distance; expected '+= BYTES'", i->name);
    if (!stride)
        stride = rdl_number_of(i, "regwidth", 32) / 8;
    if (k > MOST_REGISTERS || stride > UINT64_MAX / (MOST_REGISTERS + 1))
        rdl_wrong(rdl, i->line, "%s: element %llu; expected an address of 64 bits", i->name,
            (unsigned long long)k);
    last = i->address + k * stride;
    if (last < i->address || base + last < base)
        rdl_wrong(rdl, i->line, "%s: element %llu; expected an address of 64 bits", i->name,
            (unsigned long long)k);
    return base + last;
}

/* The name of element @k of @i, which is called @name. */
static const char *element_name(
    struct rdl *rdl, const struct rdl_instance *i, const char *name, uint64_t k)
{
    return i->is_array ? rdl_text(rdl, "%s%llu", name, (unsigned long long)k) : name;
}

/* The registers in @c, all together. */
static uint64_t count(struct rdl *rdl, const struct rdl_component *c)
{
    uint64_t n = 0;

    if (!c->instances)
        rdl_wrong(
            rdl, c->line, "%s without a reg; expected one in it", rdl_kind_word(rdl, c->kind));
    for (const struct rdl_instance *i = c->instances; i; i = i->next) {
        if (!i->n || i->n > MOST_REGISTERS)
            rdl_wrong(rdl, i->line, "%s has %llu elements; expected 1 to %u", i->name,
                (unsigned long long)i->n, MOST_REGISTERS);
        n += i->n * (i->of->kind == RDL_REG ? 1 : count(rdl, i->of));
        if (n > MOST_REGISTERS)
            rdl_wrong(rdl, i->line, "too many registers; expected at most %u", MOST_REGISTERS);
    }
    return n;
}

/* The offset of a register at byte @at of its bank. */
static uint32_t offset_of(struct filling *f, const struct rdl_instance *i, uint64_t at)
{
    const struct rdl_setting *number = rdl_of(i, "pmulab_number");
    bool numbered = reg_bank_numbered(&f->bank->bank);
    uint64_t offset = numbered ? at / NUMBER_BYTES : at;

    if (!f->places)
        return 0;
    if (number && !numbered)
        rdl_wrong(f->m->rdl, number->line,
            "%s: pmulab_number; expected pmulab_space = msr, spr, "
            "scom or sysreg",
            i->name);
    if (numbered && (at % NUMBER_BYTES || (number && number->number != offset)))
        rdl_wrong(f->m->rdl, i->line, "%s @ 0x%llx; expected %u * its number%s", i->name,
            (unsigned long long)at, NUMBER_BYTES,
            number ? rdl_text(f->m->rdl, ", 0x%llx", (unsigned long long)number->number) : "");
    if (offset > UINT32_MAX - 8)
        rdl_wrong(f->m->rdl, i->line, "%s @ 0x%llx; expected an offset of 32 bits", i->name,
            (unsigned long long)at);
    return (uint32_t)offset;
}

/* The description of @i; instances of a component without properties share it
 * . */
static const struct reg *description(struct rdl *rdl, const struct rdl_instance *i)
{
    struct reg *made;

    bool plain = !i->settings && !i->changes;

    if (plain && i->of->reg)
        return i->of->reg;
    made = rdl_alloc(rdl, 1, sizeof(*made));
    *made = rdl_make_reg(rdl, i);
    if (plain)
        i->of->reg = made;
    return made;
}

/* A component whose registers are added. */
struct group {
    const char *name, *id; /* prefixes of its registers' names and identifiers */
    uint64_t base;
    const char *index; /* in its array, or NULL */
    unsigned element;  /* in the innermost array */
};

static const char *index_of(struct rdl *rdl, const struct rdl_instance *i, uint64_t k)
{
    return i->is_array ? rdl_text(rdl, "%llu", (unsigned long long)k) : NULL;
}

/* @text with @index, unless that is NULL, for each @tag. */
static const char *replaced(struct rdl *rdl, const char *text, const char *tag, const char *index)
{
    const char *at = index ? strstr(text, tag) : NULL;

    if (!at)
        return text;
    return rdl_text(rdl, "%.*s%s%s", (int)(at - text), text, index,
        replaced(rdl, at + strlen(tag), tag, index));
}

/* @text for element @k of @i: SystemRDL 2.0, annex on RDLFormatCode. */
static const char *indexed(struct rdl *rdl, const char *text, const struct rdl_instance *i,
    uint64_t k, const struct group *group)
{
    return replaced(
        rdl, replaced(rdl, text, "[index]", index_of(rdl, i, k)), "[index_parent]", group->index);
}

/* The name of element @k of the register @i. With [index] it has the number
 * there, not at the end; with [index_parent] the group's, not its name. */
static const char *name_of(
    struct rdl *rdl, const struct rdl_instance *i, uint64_t k, const struct group *group)
{
    const char *name = rdl_text_of(i, "name", i->name);
    const char *before = strstr(name, "[index_parent]") ? "" : group->name;

    if (!strstr(name, "[index]"))
        name = element_name(rdl, i, name, k);
    return rdl_text(rdl, "%s%s", before, indexed(rdl, name, i, k, group));
}

static void add_register(
    struct filling *f, const struct rdl_instance *i, uint64_t k, const struct group *group)
{
    struct rdl *rdl = f->m->rdl;
    struct reg_bank *bank = &f->bank->bank;
    struct reg *reg = &f->regs[bank->n_regs];
    uint64_t at = address_of(rdl, i, group->base, k), bytes;

    *reg = *description(rdl, i);
    reg->name = name_of(rdl, i, k, group);
    reg->prose = indexed(rdl, reg->prose, i, k, group);
    reg->source = *reg->source ? reg->source : f->source;
    reg->offset = offset_of(f, i, at);
    bytes = reg_bank_numbered(bank) ? NUMBER_BYTES : reg->width / 8u;
    f->bank->types[bank->n_regs] = i->of->id;
    f->bank->ids[bank->n_regs] = rdl_text(rdl, "%s%s", group->id, element_name(rdl, i, i->name, k));
    f->spans[bank->n_regs] =
        (struct span){.begin = at, .end = at + bytes, .name = reg->name, .line = i->line};
    bank->n_regs++;
    rdl_mark_register(rdl, f->bank, i, i->is_array ? (unsigned)k : group->element);
}

static void add_registers(
    struct filling *f, const struct rdl_component *c, const struct group *group)
{
    struct rdl *rdl = f->m->rdl;

    for (const struct rdl_instance *i = c->instances; i; i = i->next)
        for (uint64_t k = 0; k < i->n; k++) {
            const char *name = element_name(rdl, i, i->name, k);

            if (i->of->kind == RDL_REG)
                add_register(f, i, k, group);
            else
                add_registers(f, i->of,
                    &(struct group){.name = rdl_text(rdl, "%s%s_", group->name, name),
                        .id = rdl_text(rdl, "%s%s_", group->id, name),
                        .base = address_of(rdl, i, group->base, k),
                        .index = index_of(rdl, i, k),
                        .element = i->is_array ? (unsigned)k : group->element});
        }
}

static int by_name(const void *a, const void *b)
{
    const struct span *one = a, *two = b;

    return strcmp(one->name, two->name);
}

/* No two registers have one name: names in groups and arrays are put
 * together. */
static void check_names(struct rdl *rdl, const struct span *spans, unsigned n)
{
    struct span *sorted = rdl_alloc(rdl, n, sizeof(*sorted));

    memcpy(sorted, spans, n * sizeof(*sorted));
    qsort(sorted, n, sizeof(*sorted), by_name);
    for (unsigned i = 1; i < n; i++) {
        const struct span *a = &sorted[i - 1], *b = &sorted[i];

        if (!by_name(a, b))
            rdl_wrong(rdl, a->line > b->line ? a->line : b->line,
                "a second register %.60s; expected another name", a->name);
    }
}

/* ---- blocks ---- */

/* A kind of block, and the bytes of each of its registers. */
struct kind {
    struct rdl_bank bank;
    struct span *spans;
};

/* The registers of @i's component in @space. @at: an instance of it that has a
 * place; NULL: it has no offsets. */
static struct kind *make_kind(struct maker *m, const struct rdl_instance *i, enum reg_space space,
    const struct rdl_instance *at)
{
    unsigned n = (unsigned)count(m->rdl, i->of);
    struct kind *kind = rdl_alloc(m->rdl, 1, sizeof(*kind));
    struct rdl_bank *bank = &kind->bank;
    struct filling f = {.m = m, .bank = bank, .places = at != NULL};

    bank->bank.space = space;
    bank->bank.regs = f.regs = rdl_alloc(m->rdl, n, sizeof(*f.regs));
    bank->types = rdl_alloc(m->rdl, n, sizeof(*bank->types));
    bank->ids = rdl_alloc(m->rdl, n, sizeof(*bank->ids));
    f.spans = kind->spans = rdl_alloc(m->rdl, n, sizeof(*f.spans));
    f.source = rdl_text_of(i, "pmulab_source", "");
    if (at)
        rdl_mark_bank(m->rdl, bank, at);
    add_registers(&f, i->of, &(struct group){.name = "", .id = ""});
    check_names(m->rdl, f.spans, n);
    return kind;
}

/* The bank of @i in @space. Instances of a component share one, made once; but
 * one with another name is a kind for itself. */
static struct rdl_bank *bank_of(struct maker *m, const struct rdl_instance *i, enum reg_space space)
{
    bool own = rdl_setting(i->settings, "name");
    const struct rdl_instance plain = {.of = i->of, .settings = own ? i->settings : NULL};
    struct rdl_bank *bank = own ? NULL : i->of->bank;

    if (bank && bank->bank.space == space)
        return bank;
    bank = &make_kind(m, &plain, space, i)->bank;
    bank->of = i->of->kind == RDL_REGFILE ? i->of->id : NULL;
    bank->id = i->of->id && !own ? i->of->id : i->name;
    bank->bank.name = rdl_text_of(&plain, "name", bank->id);
    bank->bank.prose = rdl_text_of(&plain, "desc", "");
    bank->blocks = rdl_text_of(&plain, "pmulab_blocks", NULL);
    bank->variant_of = rdl_text_of(&plain, "pmulab_variant_of", NULL);
    if (!own)
        i->of->bank = bank;
    m->banks = rdl_grow(m->rdl, m->banks, m->n_banks, sizeof(struct rdl_bank *));
    m->banks[m->n_banks++] = bank;
    return bank;
}

/* A block at @base, whose registers are added to the addrmap's. */
static void add_place(struct maker *m, struct rdl_bank *bank, const struct rdl_instance *i,
    const char *name, uint64_t base)
{
    const struct span *spans = ((const struct kind *)(const void *)bank)->spans;
    bool numbered = reg_bank_numbered(&bank->bank);

    if (numbered && base % NUMBER_BYTES)
        rdl_wrong(m->rdl, i->line, "%s @ 0x%llx; expected %u * its first number", name,
            (unsigned long long)base, NUMBER_BYTES);
    bank->places = rdl_grow(m->rdl, bank->places, bank->n_places, sizeof(*bank->places));
    bank->places[bank->n_places++] = (struct rdl_place){
        name, numbered ? base / NUMBER_BYTES : base, rdl_text_of(i, "pmulab_blocks", NULL)};
    m->n_registers += bank->bank.n_regs;
    if (m->n_registers > MOST_REGISTERS)
        rdl_wrong(m->rdl, i->line, "too many registers; expected at most %u", MOST_REGISTERS);
    for (unsigned r = 0; r < bank->bank.n_regs; r++) {
        if (base + spans[r].end < base)
            rdl_wrong(
                m->rdl, i->line, "%s: %s; expected an address of 64 bits", name, spans[r].name);
        m->spans = rdl_grow(m->rdl, m->spans, m->n_spans, sizeof(*m->spans));
        m->spans[m->n_spans++] =
            (struct span){base + spans[r].begin, base + spans[r].end, spans[r].name, name,
                bank->n_places > 1 || spans[r].line < i->line ? i->line : spans[r].line};
    }
}

/* ---- address maps ---- */

static int by_begin(const void *a, const void *b)
{
    const struct span *one = a, *two = b;

    return one->begin == two->begin ? 0 : one->begin < two->begin ? -1 : 1;
}

static void check_overlap(struct maker *m)
{
    if (m->n_spans)
        qsort(m->spans, m->n_spans, sizeof(*m->spans), by_begin);
    for (unsigned i = 1; i < m->n_spans; i++) {
        const struct span *a = &m->spans[i - 1], *b = &m->spans[i];

        if (b->begin < a->end)
            rdl_wrong(m->rdl, a->line > b->line ? a->line : b->line,
                "%s.%s and %s.%s share byte 0x%llx; expected separate bytes", a->block, a->name,
                b->block, b->name, (unsigned long long)b->begin);
    }
}

static enum reg_space space_of(struct rdl *rdl, const struct rdl_instance *map)
{
    const struct rdl_setting *s = rdl_of(map, "pmulab_space");
    char *words = NULL;

    if (!s)
        return REG_SPACE_MMIO;
    for (unsigned space = 0; space < REG_N_SPACES; space++) {
        const char *word = reg_space_word((enum reg_space)space);

        if (!strcmp(s->text, word))
            return (enum reg_space)space;
        words = words ? rdl_text(rdl, "%s, %s", words, word) : rdl_text(rdl, "%s", word);
    }
    rdl_wrong(rdl, s->line, "pmulab_space is %.20s; expected one of %s", s->text, words);
}

/* The blocks of an addrmap at @base: its regfiles; or itself, if it has
 * registers. */
static void add_blocks(struct maker *m, const struct rdl_instance *map, uint64_t base)
{
    enum reg_space space = space_of(m->rdl, map);
    const struct rdl_instance *first = map->of->instances;

    m->n_spans = 0;
    count(m->rdl, map->of);
    assert(first);
    for (const struct rdl_instance *i = first; i; i = i->next) {
        if (i->of->kind != first->of->kind)
            rdl_wrong(m->rdl, i->line, "%s is %s; expected only %s in this addrmap", i->name,
                rdl_kind_word(m->rdl, i->of->kind), rdl_kind_word(m->rdl, first->of->kind));
        for (uint64_t k = 0; i->of->kind == RDL_REGFILE && k < i->n; k++)
            add_place(m, bank_of(m, i, space), i, element_name(m->rdl, i, i->name, k),
                address_of(m->rdl, i, base, k));
    }
    if (first->of->kind == RDL_REG)
        add_place(m, bank_of(m, map, space), map, map->name, base);
    check_overlap(m);
}

/* An addrmap, or those in a bridge: the same blocks as several buses see them,
 * or variants of them. */
static void add_map(struct maker *m, const struct rdl_instance *map, uint64_t base)
{
    bool bridge = rdl_number_of(map, "bridge", false);

    for (const struct rdl_instance *i = map->of->instances; i; i = i->next)
        if (bridge != (i->of->kind == RDL_ADDRMAP))
            rdl_wrong(m->rdl, i->line,
                bridge ? "%s in a bridge; expected only addrmaps in it"
                       : "addrmap %s in an addrmap; expected the outer one to be a bridge",
                i->name);
    if (!bridge) {
        add_blocks(m, map, base);
        return;
    }
    count(m->rdl, map->of);
    for (const struct rdl_instance *i = map->of->instances; i; i = i->next)
        add_map(m, i, address_of(m->rdl, i, base, 0));
}

/* The named regfiles of the text, the last one first from @c on. */
static void list_kinds(struct maker *m, struct rdl_component *last, struct rdl_file *file)
{
    struct rdl_bank *kinds;

    for (const struct rdl_component *c = last; c; c = c->next_named)
        file->n_kinds += c->kind == RDL_REGFILE && !RDL_LINE_FILE(c->line);
    file->kinds = kinds = rdl_alloc(m->rdl, file->n_kinds + 1u, sizeof(*kinds));
    m->n_registers = 0;
    for (unsigned i = file->n_kinds; last; last = last->next_named) {
        const struct rdl_instance plain = {.of = last};

        if (last->kind != RDL_REGFILE || RDL_LINE_FILE(last->line))
            continue;
        m->n_registers += (unsigned)count(m->rdl, last);
        if (m->n_registers > MOST_REGISTERS)
            rdl_wrong(
                m->rdl, last->line, "too many registers; expected at most %u", MOST_REGISTERS);
        kinds[--i] = make_kind(m, &plain, REG_SPACE_MMIO, NULL)->bank;
        kinds[i].id = last->id;
    }
}

void rdl_make_banks(struct rdl *rdl, const struct rdl_component *top, struct rdl_component *named,
    struct rdl_file *file)
{
    struct maker m = {.rdl = rdl};
    struct rdl_bank *banks;

    for (const struct rdl_instance *i = top->instances; i; i = i->next)
        add_map(&m, i, 0);
    file->banks = banks = rdl_alloc(rdl, m.n_banks + 1u, sizeof(*banks));
    for (unsigned i = 0; i < m.n_banks; i++)
        banks[i] = *m.banks[i];
    file->n_banks = m.n_banks;
    list_kinds(&m, named, file);
}
