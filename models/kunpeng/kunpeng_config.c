/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "models/kunpeng/kunpeng_config.h"

#include <ctype.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The slides' die: number 3, 48 CPUs. Eight counters, of which compatibility mode uses the last five. */
const struct kunpeng_config KUNPENG_DEFAULTS = {.cpus = 48,
    .dies = 1,
    .sccl = 3,
    .clusters = 6,
    .counters = 8,
    .clock_mhz = 2000,
    .blind_ns = 10000,
    .kernel_el = 2};

static const char *value_of(const char *option, const char *name)
{
    size_t n = strlen(name);

    return !strncmp(option, name, n) && option[n] == '=' ? option + n + 1 : NULL;
}

static bool number(const char *text, unsigned long least, unsigned long most, unsigned *value)
{
    char *end;
    unsigned long n = strtoul(text, &end, 10);

    if (!isdigit((unsigned char)*text) || *end || n < least || n > most)
        return false;
    *value = (unsigned)n;
    return true;
}

/* Options that are numbers. */
static const struct {
    const char *name;
    size_t member;
    unsigned least, most;
    const char *expected;
} numbers[] = {
    {"cpus", offsetof(struct kunpeng_config, cpus), 1, KUNPENG_MAX_CPUS, "cpus: expected 1 to 256"},
    {"dies", offsetof(struct kunpeng_config, dies), 1, KUNPENG_MAX_DIES, "dies: expected 1 to 4"},
    {"sccl", offsetof(struct kunpeng_config, sccl), 0, 63, "sccl: expected the first die's number, 0 to 63"},
    {"clusters", offsetof(struct kunpeng_config, clusters), 1, KUNPENG_MAX_CLUSTERS,
        "clusters: expected 1 to 8 of each die"},
    {"counters", offsetof(struct kunpeng_config, counters), 1, 31,
        "counters: expected 1 to 31 event counters of each CPU"},
    {"hpmn", offsetof(struct kunpeng_config, hpmn), 0, 31, "hpmn: expected 0 (all counters) to 31"},
    {"clock", offsetof(struct kunpeng_config, clock_mhz), 100, 4000, "clock: expected 100 to 4000 (MHz)"},
    {"blind", offsetof(struct kunpeng_config, blind_ns), 0, 1000000000,
        "blind: expected 0 to 1000000000 (ns); below 2000 it is 2000"},
    {"kernel-el", offsetof(struct kunpeng_config, kernel_el), 1, 2, "kernel-el: expected 1 or 2"},
};

/* Options that are one of two words, of which the first is false. */
static const struct {
    const char *name;
    size_t member;
    const char *words[2];
    const char *expected;
} choices[] = {
    {"nsh", offsetof(struct kunpeng_config, copies_filter), {"added", "copied"},
        "nsh: expected added or copied"},
    {"tables", offsetof(struct kunpeng_config, acpi), {"devicetree", "acpi"},
        "tables: expected devicetree or acpi"},
};

static bool *choice(struct kunpeng_config *config, size_t i)
{
    return (bool *)(void *)((char *)config + choices[i].member);
}

static const char *choose(struct kunpeng_config *config, size_t i, const char *value)
{
    for (unsigned word = 0; word < 2; word++)
        if (!strcmp(value, choices[i].words[word])) {
            *choice(config, i) = word;
            return NULL;
        }
    return choices[i].expected;
}

static unsigned *member(struct kunpeng_config *config, size_t i)
{
    return (unsigned *)(void *)((char *)config + numbers[i].member);
}

const char *kunpeng_config_option(struct kunpeng_config *config, const char *option)
{
    const char *value;

    for (size_t i = 0; i < sizeof(choices) / sizeof(choices[0]); i++) {
        value = value_of(option, choices[i].name);
        if (value)
            return choose(config, i, value);
    }
    for (size_t i = 0; i < sizeof(numbers) / sizeof(numbers[0]); i++) {
        value = value_of(option, numbers[i].name);
        if (value)
            return number(value, numbers[i].least, numbers[i].most, member(config, i)) ? NULL
                                                                                       : numbers[i].expected;
    }
    return "";
}

const char *kunpeng_config_wrong(const struct kunpeng_config *config)
{
    if (config->dies * kunpeng_slots(config) > KUNPENG_MAX_CPUS)
        return "clusters: expected at most 256 CPUs' room on all dies: 32 clusters";
    if (config->cpus > config->dies * kunpeng_slots(config))
        return "cpus: expected at most 8 for each cluster of each die";
    if (config->hpmn > config->counters)
        return "hpmn: expected at most as many as there are counters";
    return NULL;
}

void kunpeng_config_cpus(struct kunpeng_config *config, unsigned cpus, bool clusters_given)
{
    unsigned filled = config->dies * KUNPENG_CLUSTER; /* by a cluster of each die */

    config->cpus = cpus;
    if (!clusters_given)
        config->clusters = (cpus + filled - 1) / filled;
}

void kunpeng_config_text(const struct kunpeng_config *config, char text[KUNPENG_CONFIG_TEXT])
{
    struct kunpeng_config copy = *config;
    int n = 0;

    for (size_t i = 0; i < sizeof(numbers) / sizeof(numbers[0]); i++)
        n +=
            snprintf(text + n, KUNPENG_CONFIG_TEXT - (size_t)n, "%s=%u ", numbers[i].name, *member(&copy, i));
    for (size_t i = 0; i < sizeof(choices) / sizeof(choices[0]); i++)
        n += snprintf(text + n, KUNPENG_CONFIG_TEXT - (size_t)n, "%s%s=%s", i ? " " : "", choices[i].name,
            choices[i].words[*choice(&copy, i)]);
}
