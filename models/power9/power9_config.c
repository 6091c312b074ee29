/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The tables of the options of the POWER machines, and parsers for options that
 * are not plain numbers. */
#include "models/power9/power9_config.h"

#include <inttypes.h>
#include <string.h>

struct p9_config p9_defaults(const struct p9_generation *generation)
{
    return (struct p9_config){.generation = generation,
        .cpus = 1,
        .sockets = 1,
        .threads = 1,
        .availability = generation->availability};
}

/* A vector's first digit is bit 0, so it needs its prefix. */
static bool parse_availability(const struct config_option *option, void *config, const char *value)
{
    uint64_t n;

    if (strncmp(value, "0x", 2) != 0 || strlen(value) > 2 + 16 ||
        !config_number(value, option->least, option->most, &n))
        return false;
    ((struct p9_config *)config)->availability = n;
    return true;
}

static void print_availability(
    const struct config_option *option, const void *config, struct config_text *text)
{
    config_add(text, option, "0x%016" PRIx64, ((const struct p9_config *)config)->availability);
}

/* Each use of the option kills one more chip. */
static bool parse_dead(const struct config_option *option, void *config, const char *value)
{
    uint64_t chip;

    if (!config_number(value, option->least, option->most, &chip))
        return false;
    ((struct p9_config *)config)->dead[chip] = true;
    return true;
}

static void print_dead(
    const struct config_option *option, const void *config, struct config_text *text)
{
    for (unsigned chip = 0; chip < P9_MAX_CHIPS; chip++)
        if (((const struct p9_config *)config)->dead[chip])
            config_add(text, option, "%u", chip);
}

/* The options, with a generation's own @vector. */
#define OPTIONS(vector)                                                                            \
    {                                                                                              \
        {                                                                                          \
            .name = "cpus",                                                                        \
            .standard = "1",                                                                       \
            .help = "number of hardware threads",                                                  \
            .qemu = true,                                                                          \
            CONFIG_RANGE(struct p9_config, cpus, "cpus: expected ", 1, " to ", P9_MAX_CPUS, ""),   \
        },                                                                                         \
            {                                                                                      \
                .name = "sockets",                                                                 \
                .topology = true,                                                                  \
                .standard = "1",                                                                   \
                .help = "number of chips",                                                         \
                CONFIG_RANGE(                                                                      \
                    struct p9_config, sockets, "sockets: expected ", 1, " or ", P9_MAX_CHIPS, ""), \
            },                                                                                     \
            {                                                                                      \
                .name = "threads",                                                                 \
                .topology = true,                                                                  \
                .values = "1, 2, 4",                                                               \
                .standard = "1",                                                                   \
                .help = "CPUs of a core",                                                          \
                .expected = "threads: expected 1, 2 or 4",                                         \
                CONFIG_MEMBER(struct p9_config, threads),                                          \
                .least = 1,                                                                        \
                .most = 4,                                                                         \
                .parse = config_parse_power_of_two,                                                \
                .print = config_print_number,                                                      \
            },                                                                                     \
            {                                                                                      \
                .name = "availability",                                                            \
                .values = "0x and up to 16 digits, not 0",                                         \
                .standard = (vector),                                                              \
                .help = "vector of the units that the nest microcode reports",                     \
                .expected =                                                                        \
                    "availability: expected a vector of units as 0x and up to 16 digits, not 0",   \
                .parse = parse_availability,                                                       \
                .print = print_availability,                                                       \
                .least = 1, /* 0 is replaced with the default */                                   \
                .most = UINT64_MAX,                                                                \
            },                                                                                     \
            {                                                                                      \
                .name = "dead",                                                                    \
                .values = "0, 1",                                                                  \
                .otherwise = "none",                                                               \
                .help = "the microcode of this chip never leaves its initial state",               \
                .expected = "dead: expected the number of a chip, 0 or 1",                         \
                .quiet = true,                                                                     \
                .parse = parse_dead,                                                               \
                .print = print_dead,                                                               \
                .most = P9_MAX_CHIPS - 1,                                                          \
            },                                                                                     \
            ACCESS_TIME_OPTION(struct p9_config, access), {0},                                     \
    }

const struct config_option power9_options[] = OPTIONS("0xffff8073f007e000");
const struct config_option power10_options[] = OPTIONS("0xfff6dd871fffffc0");

const char *p9_config_wrong(const struct p9_config *config)
{
    unsigned threads = config->sockets * config->threads;

    if (config->cpus % threads)
        return "cpus: expected a multiple of sockets times threads, so that all cores are alike";
    if (config->cpus / threads > config->generation->cores)
        return config->generation->crowded;
    for (unsigned chip = config->sockets; chip < P9_MAX_CHIPS; chip++)
        if (config->dead[chip])
            return "dead: expected the number of a chip that there is";
    return NULL;
}
