/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Options of a machine, "NAME=VALUE". One table of rows describes them for the
 * plugin, a scenario's `config` line, the header of a trace, help and
 * documents. The options fill the machine's own struct, the configuration. Rows
 * are in the order of a trace's header.
 */
#ifndef PMULAB_MODELS_SIM_CONFIG_H
#define PMULAB_MODELS_SIM_CONFIG_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define CONFIG_TEXT   768 /* longest text of a configuration in bytes, with its NUL */
#define CONFIG_NAMES  384 /* longest list of a table's names */
#define CONFIG_VALUES 64  /* longest syntax of a value */

/* The output of config_print(). */
struct config_text {
    char *at;
    size_t left; /* bytes, with the NUL */
    bool begun;  /* an option has been printed */
};

struct config_option {
    const char *name;
    /* The form of a value, for display: "LIST", "0 to 3, busy". NULL:
     * config_values() derives it. */
    const char *values;
    const char *standard;  /* the default as a value; NULL: no value means it */
    const char *otherwise; /* if NULL: the effect without the option, "the variant's" */
    const char *help;      /* one line of prose without full stop */
    const char *expected;  /* the complaint about a value: "sockets: expected 1 or 2" */
    /* set by QEMU: an option only in a trace's header, not of the plugin or a
     * scenario */
    bool qemu;
    bool topology; /* QEMU also needs it: `pmulab boot` has its own option for it */
    bool quiet;    /* config_print() omits it while its member is zero */

    /* Sets @config from @value; returns false if that is invalid, leaving
     * @config unchanged. */
    bool (*parse)(const struct config_option *option, void *config, const char *value);
    /* Adds the value to @text with config_add(). NULL: it is not printed. */
    void (*print)(const struct config_option *option, const void *config, struct config_text *text);

    /* For @parse and @print: CONFIG_MEMBER, and its contents. */
    size_t offset, size;
    uint64_t least, most;     /* for a number */
    const char *const *words; /* names of 0, 1, ...; ends with NULL */
};

/* The member of struct @type that a row sets: an unsigned number of 1, 2, 4 or
 * 8 bytes, a bool or an enum. */
#define CONFIG_MEMBER(type, member)                                                                \
    .offset = offsetof(type, member), .size = sizeof(((type *)0)->member)

/* A number from @from to @to. */
#define CONFIG_NUMBER(type, member, from, to)                                                      \
    .parse = config_parse_number, .print = config_print_number, CONFIG_MEMBER(type, member),       \
    .least = (from), .most = (to)

/* The same, with the complaint in three parts around its limits: "sockets:
 * expected ", 1, " or ", 2, "". The limits are literals, or macros of them. */
#define CONFIG_RANGE(type, member, before, from, between, to, after)                               \
    CONFIG_NUMBER(type, member, from, to), .expected = before CONFIG_LITERAL(from)                 \
    between CONFIG_LITERAL(to) after
#define CONFIG_LITERAL(number)  CONFIG_LITERAL_(number)
#define CONFIG_LITERAL_(number) #number

/* One of several words, with the values 0, 1, ... */
#define CONFIG_WORDS(type, member, ...)                                                            \
    .parse = config_parse_word, .print = config_print_word, CONFIG_MEMBER(type, member),           \
    .words = (const char *const[])                                                                 \
    {                                                                                              \
        __VA_ARGS__, NULL                                                                          \
    }

/* Tables end with a row of zeros. Applies @option, "NAME=VALUE", to @config.
 * Returns NULL, or the expected text as a static phrase, or "" if @table has no
 * such name. */
const char *config_parse(const struct config_option *table, void *config, const char *option);

/* Returns the row for "NAME=VALUE" or "NAME", or NULL. */
const struct config_option *config_find(const struct config_option *table, const char *option);

/* Writes all options of @config, separated by blanks. */
void config_print(const struct config_option *table, const void *config, char text[CONFIG_TEXT]);

/* Writes the names that a user can set: "box-ctl, dclk or sockets", with @last
 * before the last one. */
void config_names(const struct config_option *table, const char *last, char text[CONFIG_NAMES]);

/* Writes the form of @option's values: "1 to 64", "silicon, guide". */
void config_values(const struct config_option *option, char text[CONFIG_VALUES]);

/* ---- for rows ---- */

bool config_parse_number(const struct config_option *option, void *config, const char *value);
void config_print_number(
    const struct config_option *option, const void *config, struct config_text *text);
bool config_parse_power_of_two(const struct config_option *option, void *config, const char *value);
bool config_parse_word(const struct config_option *option, void *config, const char *value);
void config_print_word(
    const struct config_option *option, const void *config, struct config_text *text);

/* Returns the member of @config that a row sets. */
void *config_member(const struct config_option *option, void *config);
const void *config_member_of(const struct config_option *option, const void *config);

/* Adds "NAME=VALUE" to @text, after a blank unless it is the first. */
__attribute__((format(printf, 3, 4))) void config_add(
    struct config_text *text, const struct config_option *option, const char *format, ...);

/* Reads a number from @least to @most, decimal or hexadecimal after 0x, that
 * fills all of @text. Returns false if it is not one. */
bool config_number(const char *text, uint64_t least, uint64_t most, uint64_t *value);

/* Reads a number at the start of @text; sets *@end to its end, which may be
 * @text. */
bool config_leading_number(
    const char *text, const char **end, uint64_t least, uint64_t most, uint64_t *value);

#endif
