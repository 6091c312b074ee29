/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The traffic block of a scenario, line by line, by docs/scenarios.md. */
#include "oracle/snbep/traffic.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

/* ---- names ---- */

/* "imc2", "s1.imc2"; what stands behind it. */
static const char *channel_of(const char *text, unsigned *socket, unsigned *channel)
{
    *socket = !strncmp(text, "s1.", 3);
    text += 3 * *socket;
    if (strncmp(text, "imc", 3) || text[3] < '0' || text[3] >= '0' + ORACLE_CHANNELS)
        return NULL;
    *channel = (unsigned)(text[3] - '0');
    return text + 4;
}

static bool register_of(const char *text, unsigned *socket, unsigned *channel, enum oracle_reg *reg)
{
    const char *name = channel_of(text, socket, channel);

    for (int i = 0; name && *name == '.' && i < ORACLE_N_REGS; i++)
        if (!strcasecmp(name + 1, oracle_registers[i].name)) {
            *reg = (enum oracle_reg)i;
            return true;
        }
    return false;
}

/* As oracle_register_fn. */
static bool find_register(const void *self, const char *text, unsigned *block, unsigned *reg)
{
    unsigned socket, channel;
    enum oracle_reg found;

    (void)self;
    if (!register_of(text, &socket, &channel, &found))
        return false;
    *block = oracle_block(socket, channel);
    *reg = found;
    return true;
}

/* ---- what happens ---- */

/* "CAS_COUNT.RD_REG" */
static bool event_of(const char *text, struct oracle_entry *entry)
{
    char name[ORACLE_WORD];
    const char *dot = strchr(text, '.');
    int index, umask = 1;

    snprintf(name, sizeof(name), "%.*s", dot ? (int)(dot - text) : ORACLE_WORD, text);
    index = oracle_event_named(name);
    if (index < 0 || !dot != !oracle_events[index].subs)
        return false;
    if (dot)
        umask = oracle_umask_named(&oracle_events[index], dot + 1);
    if (umask < 1)
        return false;
    entry->event = (unsigned)index;
    while (umask >> (entry->sub + 1))
        entry->sub++;
    return umask == 1 << entry->sub;
}

static const char *traffic_line(struct oracle_words *w, struct oracle_entry *entry)
{
    char amount[ORACLE_REST];
    const char *rest = channel_of(oracle_word(w, 0), &entry->socket, &entry->channel);

    entry->kind = ORACLE_TRAFFIC;
    if (!rest || *rest || !event_of(oracle_word(w, 1), entry))
        return "a channel and one sub-event of an event";
    oracle_rest(w, 2, amount);
    return oracle_amount(amount, oracle_events[entry->event].bytes, &entry->amount);
}

static const char *register_line(struct oracle_words *w, struct oracle_entry *entry)
{
    entry->kind = strcmp(oracle_word(w, 1), "=") ? ORACLE_JUMP : ORACLE_PRESET;
    entry->value = strtoull(oracle_word(w, 2), NULL, 0);
    if (!register_of(oracle_word(w, 0), &entry->socket, &entry->channel, &entry->reg))
        return "a register";
    return isdigit((unsigned char)*oracle_word(w, 2)) ? NULL : "a number";
}

static const char *entry_line(struct oracle_plan *plan, struct oracle_words *w)
{
    struct oracle_entry entry = {.kind = ORACLE_FAULT};
    const char *wrong = NULL;

    if (strcmp(oracle_word(w, 0), "fault")) {
        bool set = !strcmp(oracle_word(w, 1), "=") || !strcmp(oracle_word(w, 1), "+=");

        wrong = set ? register_line(w, &entry) : traffic_line(w, &entry);
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
        return oracle_moments_at(&plan->moments, &w, find_register, NULL);
    return entry_line(plan, &w);
}
