/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The traffic block of a scenario, line by line, by docs/scenarios.md. */
#include "oracle/snbep/traffic.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- names ---- */

/* "s1.imc2.PMON_CTR0" */
static bool register_of(const struct oracle_variant *variant, const char *text, unsigned *socket,
    unsigned *box, unsigned *reg)
{
    const char *dot = strrchr(text, '.');
    char name[ORACLE_WORD];
    int found;

    snprintf(name, sizeof(name), "%.*s", dot ? (int)(dot - text) : 0, text);
    found = dot ? oracle_box_named(variant, name, socket) : -1;
    if (found < 0)
        return false;
    *box = (unsigned)found;
    found = oracle_register_named(variant->boxes[*box].kind, dot + 1);
    *reg = (unsigned)found;
    return found >= 0;
}

/* As oracle_register_fn. */
static bool find_register(const void *self, const char *text, unsigned *block, unsigned *reg)
{
    unsigned socket, box;

    if (!register_of(self, text, &socket, &box, reg))
        return false;
    *block = oracle_block(socket, box);
    return true;
}

/* ---- the traffic ---- */

/* The only unit in @units, or -1. */
static int single(uint32_t units)
{
    int unit = 0;

    if (!units || units & (units - 1))
        return -1;
    while (units >> (unit + 1))
        unit++;
    return unit;
}

/* "nid=1,tid=2" */
static bool marks_of(const struct oracle_kind *kind, char *text, struct oracle_marks *marks)
{
    for (char *next; text; text = next) {
        char *value = strchr(text, '=');
        unsigned *mark;

        next = strchr(text, ',');
        if (next)
            *next++ = '\0';
        if (!value || !kind->mark)
            return false;
        *value++ = '\0';
        mark = kind->mark(marks, text);
        if (!mark)
            return false;
        *mark = (unsigned)strtoul(value, NULL, 0);
    }
    return true;
}

/* Cuts ".nid=1,tid=2" off @text, and returns the text after the dot, or
 * NULL. */
static char *cut_marks(char *text)
{
    char *at = strchr(text, '=');

    while (at && at > text && *at != '.')
        at--;
    if (at)
        *at++ = '\0';
    return at;
}

/* "CAS_COUNT.RD_REG" or "TOR_INSERTS.OPCODE.opc=0x182" */
static bool event_of(const struct oracle_kind *kind, const char *word, struct oracle_entry *entry)
{
    char text[ORACLE_WORD], name[ORACLE_WORD];
    snprintf(text, sizeof(text), "%s", word);
    char *marks = cut_marks(text);
    const char *dot = strchr(text, '.');
    int index, umask, unit = 0;

    snprintf(name, sizeof(name), "%.*s", dot ? (int)(dot - text) : ORACLE_WORD, text);
    index = oracle_event_named(kind, name);
    if (index < 0 || !dot != !kind->events[index].subs)
        return false;
    if (dot) {
        umask = oracle_umask_named(&kind->events[index], dot + 1);
        unit = umask < 0 ? -1 : single(oracle_units(&kind->events[index], (uint8_t)umask));
    }
    if (unit < 0)
        return false;
    entry->event = (unsigned)index;
    entry->part.unit = (unsigned)unit;
    return marks_of(kind, marks, &entry->part.marks);
}

static const char *traffic_line(
    const struct oracle_variant *variant, struct oracle_words *w, struct oracle_entry *entry)
{
    char amount[ORACLE_REST];
    int box = oracle_box_named(variant, oracle_word(w, 0), &entry->socket);

    entry->kind = ORACLE_TRAFFIC;
    entry->box = (unsigned)box;
    if (box < 0 || !event_of(variant->boxes[box].kind, oracle_word(w, 1), entry))
        return "a box and one sub-event of an event";
    oracle_rest(w, 2, amount);
    return oracle_amount(
        amount, variant->boxes[box].kind->events[entry->event].bytes, &entry->part.amount);
}

static const char *register_line(
    const struct oracle_variant *variant, struct oracle_words *w, struct oracle_entry *entry)
{
    entry->kind = strcmp(oracle_word(w, 1), "=") ? ORACLE_JUMP : ORACLE_PRESET;
    entry->value = strtoull(oracle_word(w, 2), NULL, 0);
    if (!register_of(variant, oracle_word(w, 0), &entry->socket, &entry->box, &entry->reg))
        return "a register";
    return isdigit((unsigned char)*oracle_word(w, 2)) ? NULL : "a number";
}

static const char *entry_line(struct oracle_plan *plan, struct oracle_words *w)
{
    const struct oracle_variant *variant = oracle_plan_variant(plan);
    struct oracle_entry entry = {.kind = ORACLE_FAULT};
    const char *wrong = NULL;

    if (!strcmp(oracle_word(w, 0), "memory")) {
        entry.kind = ORACLE_MEMORY;
        entry.guest = !strcmp(oracle_word(w, 1), "guest");
    } else if (strcmp(oracle_word(w, 0), "fault")) {
        bool set = !strcmp(oracle_word(w, 1), "=") || !strcmp(oracle_word(w, 1), "+=");

        wrong = set ? register_line(variant, w, &entry) : traffic_line(variant, w, &entry);
    }
    if (!wrong)
        wrong = oracle_moments_add(&plan->moments);
    if (!wrong)
        plan->entries[plan->moments.n_entries - 1] = entry;
    return wrong;
}

const char *oracle_plan_line(struct oracle_plan *plan, const char *line)
{
    struct oracle_words w;

    oracle_words(&w, line);
    if (!w.n)
        return NULL;
    if (oracle_take(&w, "at"))
        return oracle_moments_at(&plan->moments, &w, find_register, oracle_plan_variant(plan));
    return entry_line(plan, &w);
}
