/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "models/snbep/snbep_config.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char *const modes[IMC_N_MODES] = {[IMC_SILICON] = "silicon", [IMC_GUIDE] = "guide"};

static const char *value_of(const char *option, const char *name)
{
    size_t n = strlen(name);

    return !strncmp(option, name, n) && option[n] == '=' ? option + n + 1 : NULL;
}

static bool number(const char *text, unsigned long least, unsigned long most, unsigned long *value)
{
    char *end;

    *value = strtoul(text, &end, 10);
    return isdigit((unsigned char)*text) && !*end && *value >= least && *value <= most;
}

static const char *set_mode(struct snbep_config *config, const char *value)
{
    for (unsigned i = 0; i < IMC_N_MODES; i++)
        if (!strcmp(value, modes[i])) {
            config->box_ctl = (enum imc_mode)i;
            return NULL;
        }
    return "box-ctl: expected silicon or guide";
}

/* "imc1+s1.imc0". */
static bool boxes(const char *text, uint8_t *mask)
{
    *mask = 0;
    for (; *text; text += *text == '+' && text[1]) {
        unsigned socket = !strncmp(text, "s1.", 3);

        text += 3 * socket;
        if (strncmp(text, "imc", 3) || text[3] < '0' || text[3] >= '0' + SNBEP_CHANNELS)
            return false;
        *mask |= (uint8_t)(1u << (socket * SNBEP_CHANNELS + (unsigned)(text[3] - '0')));
        text += 4;
        if (*text && (*text != '+' || !text[1]))
            return false;
    }
    return *mask;
}

#define BOXES "expected monitors such as imc1, or several as imc1+s1.imc0"

const char *snbep_config_option(struct snbep_config *config, const char *option)
{
    unsigned long n;
    const char *value;

    if ((value = value_of(option, "box-ctl")))
        return set_mode(config, value);
    if ((value = value_of(option, "dclk"))) {
        /* At most one cycle a nanosecond, so that each has a moment of its own (DDR3-1866, the fastest that
         * such parts ever saw, has 933 MHz); and cycles enough that 0.0001% is one. */
        if (!number(value, 1000000, 1000000000, &n))
            return "dclk: expected cycles per second, 1000000 to 1000000000";
        config->dclk_hz = (uint32_t)n;
        return NULL;
    }
    if ((value = value_of(option, "sockets"))) {
        if (!number(value, 1, SNBEP_MAX_SOCKETS, &n))
            return "sockets: expected 1 or 2";
        config->n_sockets = (unsigned)n;
        return NULL;
    }
    if ((value = value_of(option, "absent")))
        return boxes(value, &config->absent) ? NULL : "absent: " BOXES;
    if ((value = value_of(option, "duplicated")))
        return boxes(value, &config->duplicated) ? NULL : "duplicated: " BOXES;
    return "";
}

/* As the option has it; nothing where @mask is 0. */
static int list_boxes(char *text, size_t size, const char *name, uint8_t mask)
{
    int n = 0;

    for (unsigned i = 0; i < SNBEP_MAX_SOCKETS * SNBEP_CHANNELS; i++)
        if (mask >> i & 1)
            n += snprintf(text + n, size - (size_t)n, "%s%s%simc%u", n ? "+" : " ", n ? "" : name,
                i < SNBEP_CHANNELS ? (n ? "" : "=") : (n ? "s1." : "=s1."), i % SNBEP_CHANNELS);
    return n;
}

void snbep_config_text(const struct snbep_config *config, char text[SNBEP_CONFIG_TEXT])
{
    int n = snprintf(text, SNBEP_CONFIG_TEXT, "box-ctl=%s dclk=%u sockets=%u", modes[config->box_ctl],
        (unsigned)config->dclk_hz, config->n_sockets);
    n += list_boxes(text + n, SNBEP_CONFIG_TEXT - (size_t)n, "absent", config->absent);
    list_boxes(text + n, SNBEP_CONFIG_TEXT - (size_t)n, "duplicated", config->duplicated);
}
