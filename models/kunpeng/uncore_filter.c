/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The filters of an uncore PMU, and the words in a traffic line that name the
 * filtered properties. */
#include "models/kunpeng/uncore_filter.h"

#include <stdlib.h>
#include <string.h>

/* Linux's driver: HISI_UC_URING_EVENT_MIN and _MAX. */
enum { URING_FIRST = 0x47, URING_LAST = 0x59 };

static uint64_t get(
    const struct uncore_type *type, const uint64_t *values, const struct uncore_field *field)
{
    return reg_get(&type->bank->regs[field->reg], field->field, values[field->reg]);
}

static bool is_enabled(
    const struct uncore_type *type, const uint64_t *values, const struct uncore_filter *filter)
{
    for (unsigned i = 0; i < filter->n_enables; i++)
        if (!get(type, values, &filter->enables[i]))
            return false;
    return true;
}

static uint32_t attribute(const struct uncore_type *type, unsigned number, uint32_t word)
{
    const struct uncore_attribute *a = &type->attributes[number];

    return word >> a->first & (uint32_t)reg_low_bits(a->bits);
}

/* Four counters share a register of sources, the first in its last field. */
static uint64_t source(const struct uncore_type *type, const uint64_t *values,
    const struct uncore_field *first, unsigned counter)
{
    const struct uncore_field field = {first->reg + counter / 4, first->field - counter % 4};

    return get(type, values, &field);
}

static bool channel_passes(uint64_t chosen, uint32_t channel, uint32_t event)
{
    if (!chosen || event < URING_FIRST || event > URING_LAST)
        return true;
    return channel == (chosen & 1 ? 1 : 2);
}

static bool passes(const struct uncore_type *type, const uint64_t *values, unsigned counter,
    uint32_t word, const struct uncore_filter *filter)
{
    const uint32_t has = attribute(type, filter->attribute, word);
    const uint64_t a = get(type, values, &filter->a), b = get(type, values, &filter->b);
    uint64_t chosen;

    switch (filter->compares) {
    case UNCORE_EQUAL:
        return has == a;
    case UNCORE_ONE_OF:
        return a >> has & 1;
    case UNCORE_MASKED:
        return !((has ^ a) & ~b);
    case UNCORE_WITHIN:
        return has >= a && has <= b;
    case UNCORE_SET:
        return has;
    case UNCORE_SOURCE:
        chosen = source(type, values, &filter->a, counter);
        return !chosen || has == chosen;
    case UNCORE_CHANNEL:
        break;
    }
    return channel_passes(a, has, word & (uint32_t)reg_low_bits(UNCORE_EVENT_BITS));
}

bool uncore_passes(
    const struct uncore_type *type, const uint64_t *values, unsigned counter, uint32_t word)
{
    for (unsigned i = 0; i < type->n_filters; i++)
        if (is_enabled(type, values, &type->filters[i]) &&
            !passes(type, values, counter, word, &type->filters[i]))
            return false;
    return true;
}

/* ---- words ---- */

static const char *read_event(const struct uncore_type *type, const char *name, uint32_t *word)
{
    const struct uncore_event *event = uncore_event_named(type->events, name);
    char *end;
    unsigned long number = strtoul(name, &end, 16);

    if (!event && (strncmp(name, "0x", 2) != 0 || end == name + 2 || *end || number > UINT8_MAX))
        return "expected a number such as 0x1c, or a name";
    *word = event ? event->code : (uint32_t)number;
    event = uncore_event_coded(type->events, *word);
    return event && event->clock ? "it counts cycles" : NULL;
}

static const struct uncore_attribute *find_attribute(
    const struct uncore_type *type, const char *name)
{
    for (unsigned i = 0; i < type->n_attributes; i++)
        if (!strcmp(type->attributes[i].name, name))
            return &type->attributes[i];
    return NULL;
}

/* "core=1" */
static bool read_attribute(const struct uncore_type *type, char *text, uint32_t *word)
{
    char *value = strchr(text, '='), *end;
    const struct uncore_attribute *a;
    unsigned long number;

    if (!value)
        return false;
    *value++ = '\0';
    a = find_attribute(type, text);
    number = strtoul(value, &end, 0);
    if (!a || end == value || *end || *value < '0' || *value > '9' ||
        number > reg_low_bits(a->bits))
        return false;
    *word = (*word & ~((uint32_t)reg_low_bits(a->bits) << a->first)) | (uint32_t)number << a->first;
    return true;
}

const char *uncore_word(const struct uncore_type *type, const char *text, uint32_t *word)
{
    char copy[96], *next;
    const char *wrong;

    if (strlen(text) >= sizeof(copy))
        return "expected a shorter word";
    memcpy(copy, text, strlen(text) + 1);
    next = strchr(copy, '.');
    if (next)
        *next++ = '\0';
    wrong = read_event(type, copy, word);
    for (char *part = next; part && !wrong; part = next) {
        next = strchr(part, ',');
        if (next)
            *next++ = '\0';
        if (!read_attribute(type, part, word))
            wrong = "expected attributes that this PMU filters by, core=1,req=4";
    }
    return wrong;
}
