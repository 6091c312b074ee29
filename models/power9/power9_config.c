/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "models/power9/power9_config.h"

#include <ctype.h>
#include <inttypes.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MAX_CORES_OF_CHIP = 24 };

/* OCC's own vector of units: gpe1_24x7.h. */
const struct p9_config P9_DEFAULTS = {
    .cpus = 1, .sockets = 1, .threads = 1, .availability = UINT64_C(0xffff8073f007e000)};

static const char *value_of(const char *option, const char *name)
{
    size_t n = strlen(name);

    return !strncmp(option, name, n) && option[n] == '=' ? option + n + 1 : NULL;
}

static bool number(const char *text, unsigned long least, unsigned long most, unsigned *value)
{
    char *end;
    unsigned long n = strtoul(text, &end, 10);

    *value = (unsigned)n;
    return isdigit((unsigned char)*text) && !*end && n >= least && n <= most;
}

static const char *set_cpus(struct p9_config *config, const char *value)
{
    unsigned n;

    if (!number(value, 1, P9_MAX_CPUS, &n))
        return "cpus: expected 1 to 64";
    config->cpus = n;
    return NULL;
}

static const char *set_sockets(struct p9_config *config, const char *value)
{
    unsigned n;

    if (!number(value, 1, P9_MAX_CHIPS, &n))
        return "sockets: expected 1 or 2";
    config->sockets = n;
    return NULL;
}

static const char *set_threads(struct p9_config *config, const char *value)
{
    unsigned n;

    if (!number(value, 1, 4, &n) || n == 3)
        return "threads: expected 1, 2 or 4";
    config->threads = n;
    return NULL;
}

static const char *set_availability(struct p9_config *config, const char *value)
{
    const char *digits = value[0] == '0' && value[1] == 'x' ? value + 2 : "";
    size_t n = strspn(digits, "0123456789abcdefABCDEF");

    /* 0 is what the microcode replaces with a vector of its own. */
    if (!n || n > 16 || digits[n] || !strtoull(digits, NULL, 16))
        return "availability: expected a vector of units as 0x and up to 16 digits, not 0";
    config->availability = strtoull(digits, NULL, 16);
    return NULL;
}

static const char *set_dead(struct p9_config *config, const char *value)
{
    unsigned n;

    if (!number(value, 0, P9_MAX_CHIPS - 1, &n))
        return "dead: expected the number of a chip, 0 or 1";
    config->dead[n] = true;
    return NULL;
}

static const struct {
    const char *name;
    const char *(*set)(struct p9_config *config, const char *value);
} options[] = {
    {"cpus", set_cpus},
    {"sockets", set_sockets},
    {"threads", set_threads},
    {"availability", set_availability},
    {"dead", set_dead},
};

const char *p9_config_option(struct p9_config *config, const char *option)
{
    for (size_t i = 0; i < sizeof(options) / sizeof(options[0]); i++) {
        const char *value = value_of(option, options[i].name);
        if (value)
            return options[i].set(config, value);
    }
    return "";
}

const char *p9_config_wrong(const struct p9_config *config)
{
    unsigned threads = config->sockets * config->threads;

    if (config->cpus % threads)
        return "cpus: expected a multiple of sockets times threads, so that all cores are alike";
    if (config->cpus / threads > MAX_CORES_OF_CHIP)
        return "cpus: expected at most 24 cores a chip: more sockets or threads make fewer of them";
    for (unsigned chip = config->sockets; chip < P9_MAX_CHIPS; chip++)
        if (config->dead[chip])
            return "dead: expected the number of a chip that there is";
    return NULL;
}

void p9_config_text(const struct p9_config *config, char text[P9_CONFIG_TEXT])
{
    int n = snprintf(text, P9_CONFIG_TEXT, "cpus=%u sockets=%u threads=%u availability=0x%016" PRIx64,
        config->cpus, config->sockets, config->threads, config->availability);

    for (unsigned chip = 0; chip < P9_MAX_CHIPS; chip++)
        if (config->dead[chip])
            n += snprintf(text + n, P9_CONFIG_TEXT - (size_t)n, " dead=%u", chip);
}
