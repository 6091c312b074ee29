/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Reads the parts that fields play: pmu_role, of a field, is a list of phrases
 * with commas between them. A phrase is a role, and words about it: "enable",
 * "overflow clear low", "overflow interrupts freezes". pmu_counter is the
 * number of the counter, in an array that of element 0.
 */
#include "models/pmu/reading.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

static const char *const role_words[PMU_N_ROLES] = {[PMU_EVENT] = "event",
    [PMU_COUNT] = "count",
    [PMU_CLEAR] = "clear",
    [PMU_INDEX] = "index",
    [PMU_LOAD] = "load",
    [PMU_RUN] = "run",
    [PMU_FREEZE] = "freeze",
    [PMU_GATE] = "gate",
    [PMU_HALT] = "halt",
    [PMU_ENABLE] = "enable",
    [PMU_OVERFLOW] = "overflow",
    [PMU_INTERRUPT] = "interrupt",
    [PMU_TOGGLE] = "toggle"};

struct parts {
    const struct hardware_reading *r;
    const struct rdl_bank *bank;
    struct pmu_kind *kind;
    struct pmu_part *list;
    uint64_t counted; /* a bit for each counter that has a field with its value */
};

static bool role_of(const char *word, enum pmu_role *role)
{
    for (unsigned i = 0; i < PMU_N_ROLES; i++)
        if (!strcmp(word, role_words[i])) {
            *role = (enum pmu_role)i;
            return true;
        }
    return false;
}

static bool is_flag(enum pmu_role role)
{
    return role >= PMU_RUN;
}

/* The bits of the counters of @part. */
static uint64_t counters_of(const struct pmu_part *part)
{
    const unsigned n = is_flag(part->role) || part->role == PMU_CLEAR ? part->width : 1;

    return part->counter == PMU_ALL ? UINT64_MAX : reg_low_bits(n) << part->counter;
}

/* A word after the role. */
static bool read_word(
    struct parts *p, const struct rdl_mark *mark, struct pmu_part *part, const char *word)
{
    const bool flag = is_flag(part->role), overflow = part->role == PMU_OVERFLOW;
    const bool count = part->role == PMU_COUNT;

    if (!strcmp(word, "low") && (flag || part->role == PMU_CLEAR))
        part->low = true;
    else if (!strcmp(word, "onehot") && part->role == PMU_EVENT)
        part->onehot = true;
    else if (!strcmp(word, "own") && part->role == PMU_EVENT && part->width <= 8)
        part->own = true;
    else if (flag && part->role != PMU_GATE && !strcmp(word, "set"))
        part->way = PMU_SETS;
    else if (flag && part->role != PMU_GATE && !strcmp(word, "clear"))
        part->way = PMU_CLEARS;
    else if ((overflow || count) && !strcmp(word, "interrupts"))
        p->kind->interrupts |= counters_of(part);
    else if (overflow && !strcmp(word, "freezes"))
        p->kind->freezes |= counters_of(part);
    else if (count && !strcmp(word, "high"))
        part->high = true;
    else if (count && !strcmp(word, "saturates") && !(p->kind->tops & counters_of(part)))
        p->kind->saturates |= counters_of(part);
    else if (count && !strcmp(word, "top") &&
             !((p->kind->saturates | p->kind->downs) & counters_of(part)))
        p->kind->tops |= counters_of(part);
    else if (count && !strcmp(word, "down") && !(p->kind->tops & counters_of(part)))
        p->kind->downs |= counters_of(part);
    else
        return hardware_complain(p->r, mark->line, "'%.20s' after the role %s; expected %s", word,
            role_words[part->role],
            overflow                  ? "set, clear, low, interrupts or freezes"
            : part->role == PMU_GATE  ? "low"
            : flag                    ? "set, clear or low"
            : count                   ? "high, interrupts, and top, or saturates and down"
            : part->role == PMU_EVENT ? "onehot, or own in a field of at most 8 bits"
            : part->role == PMU_CLEAR ? "low"
                                      : "nothing");
    return true;
}

/* The number of the counter that @mark's field belongs to, by pmu_counter of
 * the field or its register. */
static bool read_counter(struct parts *p, const struct rdl_mark *mark, struct pmu_part *part)
{
    const struct rdl_mark *number = hardware_mark(p->bank, "pmu_counter", mark->reg, mark->field);
    const unsigned bits = is_flag(part->role) || part->role == PMU_CLEAR ? part->width : 1;

    if (!number)
        number = hardware_mark(p->bank, "pmu_counter", mark->reg, -1);
    part->counter = PMU_ALL;
    if (part->role == PMU_INDEX && number && number->number >= PMU_ALL)
        return hardware_complain(p->r, mark->line, "pmu_counter is 0x%llx; expected less than 0x%x",
            (unsigned long long)number->number, PMU_ALL);
    if (part->role == PMU_INDEX)
        part->counter = (uint8_t)(number ? number->number : 0);
    if (part->role == PMU_GATE && (part->width > 1 || p->kind->n_gates == PMU_COUNTERS))
        return hardware_complain(p->r, mark->line,
            "a gate of %u bits, number %u of %s; expected one bit, and at most %d gates",
            part->width, p->kind->n_gates + 1, p->kind->bank->name, PMU_COUNTERS);
    if (part->role == PMU_GATE)
        part->counter = (uint8_t)p->kind->n_gates++;
    if (part->role >= PMU_INDEX && part->role <= PMU_HALT)
        return true;
    if (!number && (bits == 1 && part->role > PMU_COUNT && part->role != PMU_ENABLE))
        return true;
    uint64_t first = number ? number->number + number->element : 0;
    if (!number && bits == 1)
        return hardware_complain(p->r, mark->line,
            "the role %s has no counter; expected pmu_counter in the field or its register",
            role_words[part->role]);
    if (first >= PMU_COUNTERS || first + bits > PMU_COUNTERS)
        return hardware_complain(p->r, mark->line, "counter %llu; expected at most %d",
            (unsigned long long)(first + bits - 1), PMU_COUNTERS - 1);
    part->counter = (uint8_t)first;
    return true;
}

static bool check_access(struct parts *p, const struct rdl_mark *mark, const struct pmu_part *part)
{
    if (part->role == PMU_EVENT && part->access != REG_RW && part->access != REG_WO)
        return hardware_complain(
            p->r, mark->line, "an event that software cannot select; expected sw = rw or w");
    if (part->way == PMU_IS && is_flag(part->role) && part->access == REG_ACTION)
        return hardware_complain(p->r, mark->line,
            "a flag that holds no value; expected the word set or clear after %s",
            role_words[part->role]);
    return true;
}

static void note_counter(struct parts *p, const struct pmu_part *part)
{
    struct pmu_kind *kind = p->kind;

    kind->has[part->role] = true;
    if (part->role == PMU_EVENT)
        kind->event_of[part->counter] = part;
    if (part->role == PMU_ENABLE)
        kind->always &= ~counters_of(part);
    if (part->role != PMU_COUNT || part->high)
        return;
    assert(part->counter < PMU_COUNTERS); /* read_counter() */
    p->counted |= UINT64_C(1) << part->counter;
    kind->bits[part->counter] = part->width;
    if (part->counter >= kind->n_counters)
        kind->n_counters = part->counter + 1u;
}

/* One phrase of @mark, "overflow clear low". */
static bool read_phrase(struct parts *p, const struct rdl_mark *mark, char *phrase)
{
    const struct reg *reg = &p->bank->bank.regs[mark->reg];
    const struct reg_field *field = &reg->fields[mark->field];
    struct pmu_part *part = &p->list[p->kind->n_parts];
    char *rest = NULL, *word = strtok_r(phrase, " ", &rest);

    *part = (struct pmu_part){.reg = (uint16_t)mark->reg,
        .bit = (uint8_t)reg_field_low(reg, field),
        .width = (uint8_t)reg_field_width(reg, field),
        .access = field->access,
        .line = mark->line};
    if (!word || !role_of(word, &part->role))
        return hardware_complain(p->r, mark->line,
            "the role '%.20s'; expected event, count, clear, index, load, run, freeze, gate, halt, "
            "enable, overflow, interrupt or toggle",
            word ? word : "");
    if (!read_counter(p, mark, part))
        return false;
    while ((word = strtok_r(NULL, " ", &rest)))
        if (!read_word(p, mark, part, word))
            return false;
    p->kind->n_parts++;
    note_counter(p, part);
    return check_access(p, mark, part);
}

static bool read_roles(struct parts *p, const struct rdl_mark *mark)
{
    assert(mark->text); /* the type of its property was checked */
    char *text = strdup(mark->text), *rest = NULL;
    bool ok = text;

    for (char *phrase = ok ? strtok_r(text, ",", &rest) : NULL; phrase && ok;
         phrase = strtok_r(NULL, ",", &rest))
        ok = read_phrase(p, mark, phrase);
    free(text);
    return ok;
}

/* pmu_event = CODE of the register with its value: a counter that counts only
 * this event. */
static bool read_fixed(struct parts *p, const struct pmu_part *part)
{
    const struct rdl_mark *event = hardware_mark(p->bank, "pmu_event", part->reg, -1);

    if (event)
        p->kind->fixed[part->counter] = event->number;
    return event;
}

/* The upper bits of a counter: they continue the bits of the fields before. */
static bool add_upper(struct parts *p, struct pmu_part *part)
{
    uint8_t *bits = &p->kind->bits[part->counter];

    if (*bits + part->width > 64)
        return hardware_complain(p->r, part->line,
            "counter %u of %s has %u bits; expected at most 64", part->counter, p->kind->bank->name,
            *bits + part->width);
    part->shift = *bits;
    *bits += part->width;
    return true;
}

static bool check_counters(struct parts *p)
{
    const struct pmu_kind *kind = p->kind;
    const unsigned line = p->bank->marks[0].line;

    if (!kind->n_counters)
        return hardware_complain(p->r, line,
            "%s has no counter; expected a field with the role count", kind->bank->name);
    for (unsigned i = 0; i < kind->n_counters; i++)
        if (!(p->counted >> i & 1))
            return hardware_complain(p->r, line,
                "%s has no counter %u, but has counter %u; expected them all", kind->bank->name, i,
                kind->n_counters - 1);
    for (unsigned i = 0; i < kind->n_parts; i++) {
        const struct pmu_part *part = &kind->parts[i];

        if (part->counter != PMU_ALL && part->role != PMU_INDEX && part->role != PMU_GATE &&
            counters_of(part) & ~p->counted)
            return hardware_complain(p->r, part->line,
                "%s.%s has the role %s of counter %u; expected one of the %u counters",
                kind->bank->name, kind->bank->regs[part->reg].name, role_words[part->role],
                part->counter + (is_flag(part->role) ? part->width - 1u : 0), kind->n_counters);
        if (part->high && !add_upper(p, &p->list[i]))
            return false;
        if (part->role == PMU_COUNT && !part->high && !kind->event_of[part->counter] &&
            !read_fixed(p, part))
            return hardware_complain(p->r, part->line,
                "counter %u of %s has no event; expected a field with the role event, or "
                "pmu_event in %s",
                part->counter, kind->bank->name, kind->bank->regs[part->reg].name);
    }
    return true;
}

bool hardware_read_parts(
    const struct hardware_reading *r, const struct rdl_bank *bank, struct pmu_kind *kind)
{
    struct parts p = {.r = r, .bank = bank, .kind = kind};
    unsigned most = 0;

    kind->always = UINT64_MAX;
    for (unsigned i = 0; i < bank->n_marks; i++)
        if (!strcmp(bank->marks[i].property, "pmu_role"))
            for (const char *c = bank->marks[i].text; c; c = strchr(c + 1, ','))
                most++;
    kind->parts = p.list = calloc(most + 1u, sizeof(*p.list));
    for (unsigned i = 0; p.list && i < bank->n_marks; i++)
        if (!strcmp(bank->marks[i].property, "pmu_role") && bank->marks[i].field >= 0 &&
            !read_roles(&p, &bank->marks[i]))
            return false;
    return p.list && check_counters(&p);
}
