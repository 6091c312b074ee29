/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The table of the options of `snbep`, and the parser for lists of monitors. */
#include "models/snbep/snbep_config.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#define LONGEST_BOX "s1.imc0+"

/* "imc1+s1.imc0", as a mask. Whether the variant has them is only known after
 * all options. */
static bool parse_boxes(const struct config_option *option, void *config, const char *value)
{
    uint16_t mask = 0;

    for (bool more = true; more; value++) {
        unsigned socket = !strncmp(value, "s1.", 3);

        value += 3 * socket;
        if (strncmp(value, "imc", 3) || value[3] < '0' || value[3] >= '0' + SNBEP_MAX_IMCS)
            return false;
        mask |= (uint16_t)(1u << (socket * SNBEP_MAX_IMCS + (unsigned)(value[3] - '0')));
        value += 4;
        more = *value == '+';
        if (*value && !more)
            return false;
    }
    *(uint16_t *)config_member(option, config) = mask;
    return true;
}

static void print_boxes(
    const struct config_option *option, const void *config, struct config_text *text)
{
    uint16_t mask = *(const uint16_t *)config_member_of(option, config);
    char boxes[SNBEP_MAX_SOCKETS * SNBEP_MAX_IMCS * sizeof(LONGEST_BOX)];
    int n = 0;

    for (unsigned i = 0; i < SNBEP_MAX_SOCKETS * SNBEP_MAX_IMCS; i++)
        if (mask >> i & 1)
            n += snprintf(boxes + n, sizeof(boxes) - (size_t)n, "%s%simc%u", n ? "+" : "",
                i < SNBEP_MAX_IMCS ? "" : "s1.", i % SNBEP_MAX_IMCS);
    if (mask)
        config_add(text, option, "%s", boxes);
}

/* The header of a trace has the frequency even if it is the variant's. */
static void print_dclk(
    const struct config_option *option, const void *config, struct config_text *text)
{
    config_add(text, option, "%" PRIu32, snbep_clock(config, BOX_DCLK));
}

/* At least enough cycles that 0.0001% is one; DDR5-6400's DCLK at most. */
#define LEAST_HZ 1000000
#define MOST_HZ  3200000000
#define CLOCK_EXPECTED                                                                             \
    "expected cycles per second, " CONFIG_LITERAL(LEAST_HZ) " to " CONFIG_LITERAL(MOST_HZ)

#define BOXES                                                                                      \
    .values = "channels, with + between", .otherwise = "none", .parse = parse_boxes,               \
    .print = print_boxes, .quiet = true

#define WORD(NAME, name, word)     word,
#define EXPECTED(NAME, name, word) " " word
static const char *const variants[] = {SNBEP_VARIANTS(WORD) NULL};

const struct config_option snbep_options[] = {
    {
        .name = "variant",
        .standard = "snbep",
        .help = "the processor, a Xeon; generic is one that Linux does not know",
        .expected = "variant: expected one of" SNBEP_VARIANTS(EXPECTED),
        .parse = config_parse_word,
        .print = config_print_word,
        CONFIG_MEMBER(struct snbep_config, variant),
        .words = variants,
    },
    {
        .name = "box-ctl",
        .standard = "silicon",
        .help = "how PMON_BOX_CTL reads back: as hardware is known to do it, or as in the manual",
        .expected = "box-ctl: expected silicon or guide",
        CONFIG_WORDS(
            struct snbep_config, box_ctl, [IMC_SILICON] = "silicon", [IMC_GUIDE] = "guide"),
    },
    {
        .name = "dclk",
        .otherwise = "by variant",
        .help = "DRAM clock in cycles a second, half the transfers",
        .expected = "dclk: " CLOCK_EXPECTED,
        CONFIG_MEMBER(struct snbep_config, dclk_hz),
        .least = LEAST_HZ,
        .most = MOST_HZ,
        .parse = config_parse_number,
        .print = print_dclk,
    },
    {
        .name = "sockets",
        .topology = true,
        .standard = "1",
        .help = "number of sockets; the channels of the second are s1.imc0 to s1.imc3, on bus ff",
        CONFIG_RANGE(
            struct snbep_config, n_sockets, "sockets: expected ", 1, " or ", SNBEP_MAX_SOCKETS, ""),
    },
    {
        .name = "ht",
        .standard = "on",
        .help = "Hyper-Threading; with off, a CPU before Ice Lake has eight general counters, not "
                "four",
        .expected = "ht: expected on or off",
        CONFIG_WORDS(struct snbep_config, ht, [SNBEP_HT_ON] = "on", [SNBEP_HT_OFF] = "off"),
        .quiet = true,
    },
    {
        .name = "absent",
        .help = "channels (imc1+s1.imc0) whose monitors do not answer; without imc0, function 0, "
                "Linux looks "
                "at no other function of the device",
        .expected = "absent: expected monitors such as imc1, or several as imc1+s1.imc0",
        CONFIG_MEMBER(struct snbep_config, absent),
        BOXES,
    },
    {
        .name = "duplicated",
        .help =
            "channels whose monitors are there a second time, as devices 0x14 (channel 0) to 0x17, "
            "function 0",
        .expected = "duplicated: expected monitors such as imc1, or several as imc1+s1.imc0",
        CONFIG_MEMBER(struct snbep_config, duplicated),
        BOXES,
    },
    {
        .name = "uclk",
        .otherwise = "1000000000",
        .help = "clock of rings, meshes, caches, home agents in cycles a second",
        .quiet = true,
        CONFIG_NUMBER(struct snbep_config, uclk_hz, LEAST_HZ, MOST_HZ),
        .expected = "uclk: " CLOCK_EXPECTED,
    },
    {
        .name = "uclkgate",
        .standard = "none",
        .help = "idle: the uncore's clock stops in a box while all traffic of the box is off",
        .expected = "uclkgate: expected none or idle",
        .quiet = true,
        CONFIG_WORDS(struct snbep_config, uclk_gate, "none", "idle"),
    },
    {
        .name = "qfclk",
        .otherwise = "by variant",
        .help = "clock of links (QPI, UPI) in cycles a second, an eighth of the transfers",
        .quiet = true,
        CONFIG_NUMBER(struct snbep_config, qfclk_hz, LEAST_HZ, MOST_HZ),
        .expected = "qfclk: " CLOCK_EXPECTED,
    },
    {
        .name = "lbr",
        .standard = "off",
        .help = "branch records of the CPUs, up to icx",
        .expected = "lbr: expected off or on",
        .quiet = true,
        CONFIG_WORDS(struct snbep_config, lbr, "off", "on"),
    },
    {
        .name = "aperf",
        .standard = "off",
        .help = "registers that count all the time: MPERF and APERF",
        .expected = "aperf: expected off or on",
        .quiet = true,
        CONFIG_WORDS(struct snbep_config, aperf, "off", "on"),
    },
    ACCESS_TIME_OPTION(struct snbep_config, access),
    {0},
};

const char *snbep_config_wrong(const struct snbep_config *config)
{
    const struct snbep_variant *v = snbep_variant_of(config);
    unsigned all = snbep_windowed(v) ? 0 : (1u << snbep_n_imcs(v)) - 1, there = 0;

    for (unsigned s = 0; s < config->n_sockets; s++)
        there |= all << s * SNBEP_MAX_IMCS;
    if (!((config->absent | config->duplicated) & ~there))
        return NULL;
    if (snbep_windowed(v))
        return "absent, duplicated: a channel of this variant is no function that can be so";
    return (config->absent | config->duplicated) & ~(all | all << SNBEP_MAX_IMCS)
               ? "absent, duplicated: there is no such channel"
               : "absent, duplicated: there is no second socket";
}
