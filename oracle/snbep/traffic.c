/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The traffic block of a scenario, line by line, by docs/scenarios.md. */
#include "oracle/snbep/traffic.h"

#include <ctype.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

/* ---- amounts ---- */

static const struct {
    const char *text;
    uint64_t factor;
    bool bytes;
} rates[] = {
    {"/s", 1, false},
    {"k/s", 1000, false},
    {"M/s", 1000000, false},
    {"G/s", 1000000000, false},
    {"kB/s", 1000, true},
    {"MB/s", 1000000, true},
    {"GB/s", 1000000000, true},
    {"KiB/s", 1024, true},
    {"MiB/s", 1048576, true},
    {"GiB/s", 1073741824, true},
};

/* "%": at most four digits behind the point make millionths of the whole. */
static const char *share(uint64_t whole, const char *rest, struct oracle_amount *amount)
{
    uint64_t millionths = whole * 10000;
    unsigned digit = 1000;

    if (*rest == '.')
        for (rest++; isdigit((unsigned char)*rest); rest++, digit /= 10)
            millionths += (uint64_t)(*rest - '0') * digit;
    if (strcmp(rest, "%") || whole > 100 || millionths > 1000000)
        return "a share of at most 100%";
    *amount = (struct oracle_amount){.kind = ORACLE_SHARE, .rate = millionths};
    return NULL;
}

static const char *level(const char *text, struct oracle_amount *amount)
{
    int end = 0;

    *amount = (struct oracle_amount){.kind = ORACLE_LEVEL};
    if (sscanf(text, "level %" SCNu32 "%n", &amount->level, &end) == 1 && !text[end])
        return NULL;
    amount->kind = ORACLE_BURST;
    end = 0;
    if (sscanf(text, "level %" SCNu32 " for %" SCNu32 " of %" SCNu32 " cycles%n", &amount->level, &amount->on,
            &amount->period, &end) == 3 &&
        end && !text[end])
        return NULL;
    return "'level N' or 'level N for ON of PERIOD cycles'";
}

const char *oracle_amount(const char *text, unsigned bytes, struct oracle_amount *amount)
{
    char *rest;
    uint64_t number;

    *amount = (struct oracle_amount){.kind = ORACLE_OFF};
    if (!strcmp(text, "off"))
        return NULL;
    if (!strncmp(text, "level", 5))
        return level(text, amount);
    number = strtoull(text, &rest, 10);
    if (*rest == '%' || *rest == '.')
        return share(number, rest, amount);
    while (*rest == ' ')
        rest++;
    for (size_t i = 0; i < sizeof(rates) / sizeof(rates[0]); i++) {
        unsigned each = rates[i].bytes ? bytes : 1;

        if (strcmp(rest, rates[i].text) || !each)
            continue;
        *amount = (struct oracle_amount){.kind = ORACLE_RATE, .rate = number * rates[i].factor / each};
        return number * rates[i].factor % each ? "a whole number of cache lines" : NULL;
    }
    return "an amount";
}

/* ---- words ---- */

enum { WORDS = 16, WORD = 96 };

/* A line as words; what a comment has is left out. */
struct words {
    unsigned n, next;
    char word[WORDS][WORD];
};

static void split(struct words *w, const char *line)
{
    w->n = w->next = 0;
    while (w->n < WORDS) {
        size_t n;

        line += strspn(line, " \t");
        n = strcspn(line, " \t#\r\n");
        if (!n)
            return;
        snprintf(w->word[w->n++], WORD, "%.*s", (int)n, line);
        line += n;
    }
}

static const char *word(const struct words *w, unsigned i)
{
    return w->next + i < w->n ? w->word[w->next + i] : "";
}

static bool take(struct words *w, const char *text)
{
    bool there = !strcmp(word(w, 0), text);

    w->next += there;
    return there;
}

static bool take_number(struct words *w, unsigned *number)
{
    bool there = isdigit((unsigned char)*word(w, 0));

    *number = (unsigned)strtoul(word(w, 0), NULL, 10);
    w->next += there;
    return there;
}

/* ---- moments ---- */

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

static bool delay_of(const char *text, uint64_t *ns)
{
    static const struct {
        const char *name;
        uint64_t ns;
    } units[] = {{"ns", 1}, {"us", 1000}, {"ms", 1000000}, {"s", 1000000000}};
    char *unit;
    uint64_t number = strtoull(text, &unit, 10);

    for (size_t i = 0; i < sizeof(units) / sizeof(units[0]); i++)
        if (unit != text && !strcmp(unit, units[i].name)) {
            *ns = number * units[i].ns;
            return true;
        }
    return false;
}

/* "N of BLOCK.REGISTER [in step N]". */
static bool access_moment(struct words *w, struct oracle_anchor *anchor)
{
    if (!take_number(w, &anchor->nth) || !take(w, "of") ||
        !register_of(word(w, 0), &anchor->socket, &anchor->channel, &anchor->reg))
        return false;
    w->next++;
    return !take(w, "in") || (take(w, "step") && take_number(w, &anchor->step));
}

static bool moment(struct words *w, struct oracle_anchor *anchor)
{
    if (take(w, "boot"))
        return true;
    if (take(w, "read")) {
        anchor->kind = ORACLE_AT_READ;
        return access_moment(w, anchor);
    }
    if (take(w, "write")) {
        anchor->kind = ORACLE_AT_WRITE;
        return access_moment(w, anchor);
    }
    anchor->kind = ORACLE_AT_STEP;
    if (take(w, "end")) {
        anchor->kind = ORACLE_AT_END;
        if (!take(w, "of"))
            return false;
    }
    return take(w, "step") && take_number(w, &anchor->step);
}

static const char *at_line(struct oracle_plan *plan, struct words *w)
{
    struct oracle_anchor anchor = {.kind = ORACLE_AT_BOOT};

    if (plan->n_anchors == ORACLE_MAX_ANCHORS)
        return "fewer moments";
    if (!moment(w, &anchor))
        return "a moment";
    if (take(w, "+")) {
        if (!delay_of(word(w, 0), &anchor.delay))
            return "a delay";
        w->next++;
    }
    if (w->next < w->n)
        return "the line's end";
    plan->anchors[plan->n_anchors++] = anchor;
    return NULL;
}

/* ---- what happens ---- */

/* "CAS_COUNT.RD_REG" */
static bool event_of(const char *text, struct oracle_entry *entry)
{
    char name[WORD];
    const char *dot = strchr(text, '.');
    int index, umask = 1;

    snprintf(name, sizeof(name), "%.*s", dot ? (int)(dot - text) : WORD, text);
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

static const char *traffic_line(struct words *w, struct oracle_entry *entry)
{
    char amount[WORDS * WORD] = "";
    const char *rest = channel_of(word(w, 0), &entry->socket, &entry->channel);

    entry->kind = ORACLE_TRAFFIC;
    if (!rest || *rest || !event_of(word(w, 1), entry))
        return "a channel and one sub-event of an event";
    for (unsigned i = 2, n = 0; i < w->n; i++)
        n += (unsigned)snprintf(amount + n, sizeof(amount) - n, "%s%s", i > 2 ? " " : "", word(w, i));
    return oracle_amount(amount, oracle_events[entry->event].bytes, &entry->amount);
}

static const char *register_line(struct words *w, struct oracle_entry *entry)
{
    entry->kind = strcmp(word(w, 1), "=") ? ORACLE_JUMP : ORACLE_PRESET;
    entry->value = strtoull(word(w, 2), NULL, 0);
    if (!register_of(word(w, 0), &entry->socket, &entry->channel, &entry->reg))
        return "a register";
    return isdigit((unsigned char)*word(w, 2)) ? NULL : "a number";
}

static const char *entry_line(struct oracle_plan *plan, struct words *w)
{
    struct oracle_entry entry = {.kind = ORACLE_FAULT, .anchor = plan->n_anchors - 1};
    const char *wrong = NULL;

    if (!plan->n_anchors)
        return "a moment first";
    if (plan->n_entries == ORACLE_MAX_ENTRIES)
        return "fewer lines";
    if (strcmp(word(w, 0), "fault")) {
        bool set = !strcmp(word(w, 1), "=") || !strcmp(word(w, 1), "+=");

        wrong = set ? register_line(w, &entry) : traffic_line(w, &entry);
    }
    if (!wrong)
        plan->entries[plan->n_entries++] = entry;
    return wrong;
}

const char *oracle_plan_line(struct oracle_plan *plan, const char *line)
{
    struct words w;

    split(&w, line);
    if (!w.n)
        return NULL;
    return take(&w, "at") ? at_line(plan, &w) : entry_line(plan, &w);
}
