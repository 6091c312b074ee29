/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Options of machines: parses, prints and describes them from their tables. */
#include "models/sim/config.h"

#include <assert.h>
#include <ctype.h>
#include <errno.h>
#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- tables ---- */

const struct config_option *config_find(const struct config_option *table, const char *option)
{
    size_t n = strcspn(option, "=");

    for (; table->name; table++)
        if (strlen(table->name) == n && !strncmp(option, table->name, n))
            return table;
    return NULL;
}

const char *config_parse(const struct config_option *table, void *config, const char *option)
{
    const struct config_option *row = config_find(table, option);
    const char *value = strchr(option, '=');

    if (!row || !value)
        return "";
    return row->parse(row, config, value + 1) ? NULL : row->expected;
}

void config_print(const struct config_option *table, const void *config, char text[CONFIG_TEXT])
{
    struct config_text t = {text, CONFIG_TEXT, false};

    *text = '\0';
    for (; table->name; table++)
        if (table->print)
            table->print(table, config, &t);
}

__attribute__((format(printf, 2, 3))) static void append(
    struct config_text *text, const char *format, ...)
{
    va_list args;
    int n;

    va_start(args, format);
    n = vsnprintf(text->at, text->left, format, args);
    va_end(args);
    assert(n >= 0 && (size_t)n < text->left);
    text->at += n;
    text->left -= (size_t)n;
}

void config_names(const struct config_option *table, const char *last, char text[CONFIG_NAMES])
{
    struct config_text t = {text, CONFIG_NAMES, false};

    *text = '\0';
    while (table->name) {
        const struct config_option *row = table++;
        while (table->name && table->qemu)
            table++;
        if (row->qemu)
            continue;
        append(&t, "%s%s", !t.begun ? "" : table->name ? ", " : last, row->name);
        t.begun = true;
    }
}

void config_values(const struct config_option *option, char text[CONFIG_VALUES])
{
    struct config_text t = {text, CONFIG_VALUES, false};

    *text = '\0';
    if (option->values)
        append(&t, "%s", option->values);
    else if (!option->words)
        append(&t, "%" PRIu64 "%s%" PRIu64, option->least,
            option->most == option->least + 1 ? ", " : " to ", option->most);
    else
        for (const char *const *word = option->words; *word; word++)
            append(&t, "%s%s", word == option->words ? "" : ", ", *word);
}

/* ---- members ---- */

void *config_member(const struct config_option *option, void *config)
{
    return (char *)config + option->offset;
}

const void *config_member_of(const struct config_option *option, const void *config)
{
    return (const char *)config + option->offset;
}

/* An unsigned member of any width. */
union number {
    uint8_t of_1;
    uint16_t of_2;
    uint32_t of_4;
    uint64_t of_8;
};

static void set(const struct config_option *option, void *config, uint64_t value)
{
    union number n;

    switch (option->size) {
    case 1:
        n.of_1 = (uint8_t)value;
        break;
    case 2:
        n.of_2 = (uint16_t)value;
        break;
    case 4:
        n.of_4 = (uint32_t)value;
        break;
    default:
        assert(option->size == 8);
        n.of_8 = value;
    }
    memcpy(config_member(option, config), &n, option->size);
}

static uint64_t get(const struct config_option *option, const void *config)
{
    union number n = {0};

    assert(option->size <= sizeof(n));
    memcpy(&n, config_member_of(option, config), option->size);
    switch (option->size) {
    case 1:
        return n.of_1;
    case 2:
        return n.of_2;
    case 4:
        return n.of_4;
    default:
        return n.of_8;
    }
}

/* ---- values ---- */

bool config_leading_number(
    const char *text, const char **end, uint64_t least, uint64_t most, uint64_t *value)
{
    bool hex =
        text[0] == '0' && (text[1] == 'x' || text[1] == 'X') && isxdigit((unsigned char)text[2]);
    char *stop;

    if (!isdigit((unsigned char)*text))
        return false;
    errno = 0;
    *value = strtoull(text, &stop, hex ? 16 : 10);
    *end = stop;
    return !errno && *value >= least && *value <= most;
}

bool config_number(const char *text, uint64_t least, uint64_t most, uint64_t *value)
{
    const char *end;

    return config_leading_number(text, &end, least, most, value) && !*end;
}

bool config_parse_number(const struct config_option *option, void *config, const char *value)
{
    uint64_t n;

    if (!config_number(value, option->least, option->most, &n))
        return false;
    set(option, config, n);
    return true;
}

bool config_parse_power_of_two(const struct config_option *option, void *config, const char *value)
{
    uint64_t n;

    if (!config_number(value, option->least, option->most, &n) || !n || n & (n - 1))
        return false;
    set(option, config, n);
    return true;
}

void config_print_number(
    const struct config_option *option, const void *config, struct config_text *text)
{
    uint64_t n = get(option, config);

    if (n || !option->quiet)
        config_add(text, option, "%" PRIu64, n);
}

bool config_parse_word(const struct config_option *option, void *config, const char *value)
{
    for (unsigned i = 0; option->words[i]; i++)
        if (!strcmp(value, option->words[i])) {
            set(option, config, i);
            return true;
        }
    return false;
}

void config_print_word(
    const struct config_option *option, const void *config, struct config_text *text)
{
    uint64_t n = get(option, config);

    if (n || !option->quiet)
        config_add(text, option, "%s", option->words[n]);
}

void config_add(
    struct config_text *text, const struct config_option *option, const char *format, ...)
{
    va_list args;
    int n;

    append(text, "%s%s=", text->begun ? " " : "", option->name);
    text->begun = true;
    va_start(args, format);
    n = vsnprintf(text->at, text->left, format, args);
    va_end(args);
    assert(n >= 0 && (size_t)n < text->left);
    text->at += n;
    text->left -= (size_t)n;
}
