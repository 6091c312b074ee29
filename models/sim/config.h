/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Options of a machine, "NAME=VALUE": a table of rows describes them once, for the plugin, a scenario's
 * `config` line, the header of a trace, help and documents. What the options set is a struct of the machine's
 * own, the configuration. Rows come in the order of a trace's header.
 */
#ifndef PMULAB_SIM_CONFIG_H
#define PMULAB_SIM_CONFIG_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define CONFIG_TEXT   640 /* bytes that the text of a configuration takes at most */
#define CONFIG_NAMES  384 /* and the list of a table's names */
#define CONFIG_VALUES 64  /* and the syntax of a value */

/* Where config_print() writes. */
struct config_text {
    char *at;
    size_t left; /* bytes, with the end's zero */
    bool begun;  /* an option stands there */
};

struct config_option {
    const char *name;
    /* What a value looks like, in a form for people: "LIST", "0 to 3, busy". NULL: config_values() makes
     * it. */
    const char *values;
    const char *standard;  /* the default, as a value; NULL: it cannot be given as one */
    const char *otherwise; /* then: what holds without the option, "the variant's" */
    const char *help;      /* one line of prose, no full stop */
    const char *expected;  /* the complaint about a value: "sockets: expected 1 or 2" */
    bool qemu; /* QEMU says it: no option of the plugin or of a scenario, though a trace's header has it */
    bool topology; /* QEMU has to know it, too: `pmulab boot` has an option of its own for it */
    bool quiet;    /* config_print() leaves it out while its member is zero */

    /* Puts @value into @config; false where it is none, and then @config is as before. */
    bool (*parse)(const struct config_option *option, void *config, const char *value);
    /* Adds it to @text by config_add(). NULL: it is not printed. */
    void (*print)(const struct config_option *option, const void *config, struct config_text *text);

    /* For @parse and @print: CONFIG_MEMBER, and what goes into it. */
    size_t offset, size;
    uint64_t least, most;     /* of a number */
    const char *const *words; /* names of 0, 1, ...; ends with NULL */
};

/* The member of struct @type that a row sets: an unsigned number of 1, 2, 4 or 8 bytes, a bool or an enum. */
#define CONFIG_MEMBER(type, member) .offset = offsetof(type, member), .size = sizeof(((type *)0)->member)

/* A number from @from to @to. */
#define CONFIG_NUMBER(type, member, from, to)                                                                \
    .parse = config_parse_number, .print = config_print_number, CONFIG_MEMBER(type, member),                 \
    .least = (from), .most = (to)

/* One of several words, which stand for 0, 1, ... */
#define CONFIG_WORDS(type, member, ...)                                                                      \
    .parse = config_parse_word, .print = config_print_word, CONFIG_MEMBER(type, member),                     \
    .words = (const char *const[])                                                                           \
    {                                                                                                        \
        __VA_ARGS__, NULL                                                                                    \
    }

/*
 * Tables end with a row of zeros. Sets what @option, "NAME=VALUE", says in @config. Returns NULL; or what was
 * expected, as a static phrase; or "" where @table has no such name.
 */
const char *config_parse(const struct config_option *table, void *config, const char *option);

/* The row of "NAME=VALUE", or of "NAME" alone, or NULL. */
const struct config_option *config_find(const struct config_option *table, const char *option);

/* Writes the options that make @config, with a blank between them. */
void config_print(const struct config_option *table, const void *config, char text[CONFIG_TEXT]);

/* Writes the names that a user can give: "box-ctl, dclk or sockets", with @last before the last one. */
void config_names(const struct config_option *table, const char *last, char text[CONFIG_NAMES]);

/* Writes what a value of @option looks like: "1 to 64", "silicon, guide". */
void config_values(const struct config_option *option, char text[CONFIG_VALUES]);

/* ---- for rows ---- */

bool config_parse_number(const struct config_option *option, void *config, const char *value);
void config_print_number(const struct config_option *option, const void *config, struct config_text *text);
bool config_parse_power_of_two(const struct config_option *option, void *config, const char *value);
bool config_parse_word(const struct config_option *option, void *config, const char *value);
void config_print_word(const struct config_option *option, const void *config, struct config_text *text);

/* The member that a row sets. */
void *config_member(const struct config_option *option, void *config);
const void *config_member_of(const struct config_option *option, const void *config);

/* Adds "NAME=VALUE" to @text, with a blank before it where it is not the first. */
__attribute__((format(printf, 3, 4))) void config_add(
    struct config_text *text, const struct config_option *option, const char *format, ...);

/* Reads a number, decimal or hexadecimal after 0x, from @least to @most, that is all of @text. */
bool config_number(const char *text, uint64_t least, uint64_t most, uint64_t *value);

/* Reads one at the beginning of @text; *@end is where it ends, and may be @text. */
bool config_leading_number(
    const char *text, const char **end, uint64_t least, uint64_t most, uint64_t *value);

#endif
