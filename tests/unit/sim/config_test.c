/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The options of all machines and plugins: each row accepts its default, prints
 * it again, enforces its bounds, and describes itself. */
#include "models/epyc/epyc_config.h"
#include "models/epyc/ibs_traits.h"
#include "models/kunpeng/kunpeng_config.h"
#include "models/power9/power9_config.h"
#include "models/sim/plugin_options.h"
#include "models/snbep/snbep_config.h"
#include "tests/tap.h"

/* A configuration of any machine. */
union config {
    struct snbep_config snbep;
    struct p9_config power9;
    struct epyc_config epyc;
    struct kunpeng_config kunpeng;
    struct plugin_options plugin;
};

static const struct table {
    const char *name;
    const struct config_option *options;
    size_t size;
} tables[] = {
    {"snbep", snbep_options, sizeof(struct snbep_config)},
    {"power9", power9_options, sizeof(struct p9_config)},
    {"epyc", epyc_options, sizeof(struct epyc_config)},
    {"kunpeng", kunpeng_options, sizeof(struct kunpeng_config)},
    {"plugin", plugin_options, sizeof(struct plugin_options)},
};
enum { N_TABLES = sizeof(tables) / sizeof(tables[0]) };

static union config defaults_of(const struct table *table)
{
    union config config;

    memset(&config, 0, sizeof(config));
    if (table->options == snbep_options)
        config.snbep = SNBEP_DEFAULTS;
    else if (table->options == power9_options)
        config.power9 = p9_defaults(&generation_power9);
    else if (table->options == epyc_options)
        config.epyc = EPYC_DEFAULTS;
    else if (table->options == kunpeng_options)
        config.kunpeng = KUNPENG_DEFAULTS;
    else
        config.plugin = PLUGIN_OPTIONS_DEFAULTS;
    return config;
}

#define ACCESS_GOOD "approximate port=1 port=100000+mmio=2+msr=3+sysreg=6+scom=4+spr=5 msr=0"
#define ACCESS_BAD                                                                                 \
    "port port= port=100001 port=1+ +port=1 dram=1 port=1,msr=2 port=1msr=2 approximate+msr=1 "    \
    "none+msr=1 ports=1"

/* Values that rows with a custom parser accept and refuse, at their bounds; a
 * value, a space, the next. */
static const struct special {
    const char *machine, *name, *good, *bad;
} specials[] = {
    {"snbep", "absent",
        "imc0 s1.imc3 imc1+s1.imc0 imc0+imc1+imc2+imc3+s1.imc0+s1.imc1+s1.imc2+s1.imc3",
        "imc8 s1.imc8 s2.imc0 imc imc0+ +imc0 imc0,imc1 imc10"},
    {"snbep", "duplicated", "imc0 s1.imc3 imc1+s1.imc0", "imc8 s1.imc8 imc0+"},
    {"power9", "threads", "1 2 4", "0 3 5 8"},
    {"power9", "availability", "0x1 0x0000000000000001 0xffffffffffffffff",
        "0x0 1 0x10000000000000000 0x00000000000000001 0xg 0x"},
    {"power9", "dead", "0 1", "2 -1"},
    {"epyc", "bht", "1 2 16384", "0 3 16385 32768"},
    {"epyc", "btb", "1 2 4096", "0 3 4097 8192"},
    {"epyc", "caps", "0 0xffffffff", "0x100000000 0x -1"},
    {"epyc", "lvt", "0 3 invalid busy", "4 -1 free"},
    {"epyc", "nmi", "sound lost:1 lost:1000000", "lost:0 lost:1000001 lost: lost"},
    {"epyc", "dtlb", "1/1 128/128 128/1", "0/1 129/129 256/2 72/5 72K/8 72/0 72"},
    {"epyc", "itlb", "1/1 128/128", "0/1 129/129"},
    {"epyc", "dtlb2", "1/1 4096/4", "0/1 8192/8 4097/4097"},
    {"epyc", "itlb2", "1/1 4096/4", "0/1 8192/8 4097/4097"},
    {"epyc", "opcache", "1/1 1024/8", "0/1 2048/8 1025/1025"},
    {"epyc", "l1d", "64/1 64K/4 65536/4", "0/1 63/1 65/1 128K/8 65600/1025"},
    {"epyc", "l1i", "64/1 64K/4", "0/1 63/1 128K/8 65600/1025"},
    {"epyc", "l2", "64/1 1M/8", "0/1 2M/8"},
    {"epyc", "l3", "64/1 32M/16", "0/1 64M/16 4294967295M/16"},
    {"kunpeng", "clusters", "1 8", "0 9"},
    {"kunpeng", "sccl", "0 63", "64 -1 3x"},
    {"snbep", "access", ACCESS_GOOD, ACCESS_BAD},
    {"power9", "access", ACCESS_GOOD, ACCESS_BAD},
    {"epyc", "access", ACCESS_GOOD, ACCESS_BAD},
    {"kunpeng", "access", ACCESS_GOOD, ACCESS_BAD},
    {"plugin", "traffic", "x /a/b=c", ""},
    {"plugin", "trace", "x", ""},
    {"plugin", "cover", "x", ""},
};

static const struct special *special(const struct table *table, const struct config_option *option)
{
    for (unsigned i = 0; i < sizeof(specials) / sizeof(specials[0]); i++)
        if (!strcmp(specials[i].machine, table->name) && !strcmp(specials[i].name, option->name))
            return &specials[i];
    return NULL;
}

static const char *set(const struct table *table, union config *config,
    const struct config_option *option, const char *value)
{
    char text[160];

    snprintf(text, sizeof(text), "%s=%s", option->name, value);
    return config_parse(table->options, config, text);
}

/* Prints only @option of @config. */
static void print(
    const struct config_option *option, const union config *config, char text[CONFIG_TEXT])
{
    struct config_option alone[2] = {*option};

    config_print(alone, config, text);
}

/* Whether the printed @option of @config turns @defaults into the same. @config
 * is a changed copy of @defaults, so padding is also equal. */
static bool comes_back(const struct table *table, const struct config_option *option,
    const union config *defaults, const union config *config)
{
    union config again = *defaults;
    char text[CONFIG_TEXT], *rest;

    print(option, config, text);
    for (char *word = strtok_r(text, " ", &rest); word; word = strtok_r(NULL, " ", &rest))
        if (config_parse(table->options, &again, word))
            return false;
    return !memcmp(&again, config, table->size);
}

static void takes(const struct table *table, const struct config_option *option, const char *value)
{
    const union config defaults = defaults_of(table);
    union config config = defaults;

    is_str(set(table, &config, option, value), NULL, "%s: %s=%s", table->name, option->name, value);
    ok(!option->print || comes_back(table, option, &defaults, &config),
        "... is printed and read back");
}

static void refuses(
    const struct table *table, const struct config_option *option, const char *value)
{
    const union config before = defaults_of(table);
    union config config = before;

    is_str(set(table, &config, option, value), option->expected, "%s: %s=%s is refused",
        table->name, option->name, value);
    ok(!memcmp(&config, &before, table->size), "... and changes nothing");
}

/* Each option has exactly the configuration's default. */
static void check_default(const struct table *table, const struct config_option *option)
{
    const union config defaults = defaults_of(table);
    union config config = defaults;
    char text[CONFIG_TEXT], expected[CONFIG_TEXT] = "";

    ok(!option->standard != !option->otherwise, "%s: %s has a default, as a value or in words",
        table->name, option->name);
    print(option, &defaults, text);
    if (option->standard) {
        is_str(set(table, &config, option, option->standard), NULL, "... %s", option->standard);
        ok(!memcmp(&config, &defaults, table->size), "... which is the configuration's");
        snprintf(expected, sizeof(expected), "%s=%s", option->name, option->standard);
    }
    if (option->quiet)
        is_str(text, "", "... is not printed");
    else if (option->standard)
        is_str(text, expected, "... is printed");
}

static void check_number(const struct table *table, const struct config_option *option)
{
    char value[32];

    for (unsigned i = 0; i < 2; i++) {
        snprintf(value, sizeof(value), "%" PRIu64, i ? option->most : option->least);
        takes(table, option, value);
        ok(option->values || strstr(option->expected, value), "... '%s' names it",
            option->expected);
        snprintf(value, sizeof(value), "0x%" PRIx64, i ? option->most : option->least);
        takes(table, option, value);
    }
    if (option->least) {
        snprintf(value, sizeof(value), "%" PRIu64, option->least - 1);
        refuses(table, option, value);
    }
    snprintf(value, sizeof(value), "%" PRIu64, option->most + 1);
    refuses(table, option, option->most == UINT64_MAX ? "18446744073709551616" : value);
    snprintf(value, sizeof(value), "%" PRIu64 "x", option->least);
    refuses(table, option, value);
}

static void check_words(const struct table *table, const struct config_option *option)
{
    for (unsigned i = 0; option->words[i]; i++) {
        takes(table, option, option->words[i]);
        ok(strstr(option->expected, option->words[i]), "... '%s' names it", option->expected);
    }
    refuses(table, option, "nonsense");
}

static void check_special(const struct table *table, const struct config_option *option)
{
    const struct special *s = special(table, option);
    char copy[256], *rest;

    if (!ok(s, "%s: there are values to try for %s", table->name, option->name))
        return;
    snprintf(copy, sizeof(copy), "%s", s->good);
    for (char *word = strtok_r(copy, " ", &rest); word; word = strtok_r(NULL, " ", &rest))
        takes(table, option, word);
    snprintf(copy, sizeof(copy), "%s", s->bad);
    for (char *word = strtok_r(copy, " ", &rest); word; word = strtok_r(NULL, " ", &rest))
        refuses(table, option, word);
}

static void check_row(const struct table *table, const struct config_option *option)
{
    char values[CONFIG_VALUES];

    check_default(table, option);
    if (option->parse == config_parse_number)
        check_number(table, option);
    else if (option->parse == config_parse_word)
        check_words(table, option);
    else
        check_special(table, option);
    if (!option->values || strcmp(option->values, "FILE") != 0)
        refuses(table, option, "");
    config_values(option, values);
    ok(*values && option->help && *option->help && option->help[strlen(option->help) - 1] != '.',
        "... %s: %s", values, option->help ? option->help : "no help");
    ok(config_find(table->options, option->name) == option, "... is found by its unique name");
}

static void test_rows(void)
{
    for (unsigned t = 0; t < N_TABLES; t++)
        for (const struct config_option *option = tables[t].options; option->name; option++)
            check_row(&tables[t], option);
    for (unsigned i = 0; i < sizeof(specials) / sizeof(specials[0]); i++) {
        bool found = false;
        for (unsigned t = 0; t < N_TABLES; t++)
            found |= !strcmp(tables[t].name, specials[i].machine) &&
                     config_find(tables[t].options, specials[i].name);
        ok(found, "%s has %s", specials[i].machine, specials[i].name);
    }
}

/* The plugin accepts both tables at once. */
static void test_both(void)
{
    for (unsigned t = 0; t < N_TABLES - 1; t++)
        for (const struct config_option *option = plugin_options; option->name; option++)
            ok(!config_find(tables[t].options, option->name), "%s leaves %s to all plugins",
                tables[t].name, option->name);
}

static void test_names(void)
{
    static const struct config_option some[] = {{.name = "hidden", .qemu = true}, {.name = "one"},
        {.name = "inside", .qemu = true}, {.name = "two"}, {.name = "three"},
        {.name = "last", .qemu = true}, {0}};
    static const struct config_option none[] = {{.name = "hidden", .qemu = true}, {0}};
    char text[CONFIG_NAMES];

    config_names(some, " or ", text);
    is_str(text, "one, two or three", "names for users");
    config_names(some + 4, " or ", text);
    is_str(text, "three", "one alone");
    config_names(none, " or ", text);
    is_str(text, "", "none");
    for (unsigned t = 0; t < N_TABLES; t++) {
        config_names(tables[t].options, ", ", text);
        ok(strlen(text) < CONFIG_NAMES, "%s: %s", tables[t].name, text);
    }
    config_names(kunpeng_options, ", ", text);
    is_str(text,
        "dies, sccl, clusters, counters, hpmn, clock, blind, kernel-el, nsh, tables, uncore, "
        "trigger, access",
        "of kunpeng");
}

static void test_values(void)
{
    char text[CONFIG_VALUES];

    config_values(config_find(power9_options, "cpus"), text);
    is_str(text, "1 to 64", "a number's bounds");
    config_values(config_find(snbep_options, "sockets"), text);
    is_str(text, "1, 2", "... where the bounds are two values");
    config_values(config_find(snbep_options, "box-ctl"), text);
    is_str(text, "silicon, guide", "words");
    config_values(config_find(snbep_options, "absent=imc1"), text);
    is_str(text, "channels, with + between", "or the row's text");
    for (unsigned v = 0; v < IBS_N_VARIANTS; v++)
        is_str(config_find(epyc_options, "variant")->words[v],
            ibs_traits((enum ibs_variant)v)->name, "variant %u", v);
}

static void test_numbers(void)
{
    static const struct {
        const char *text;
        bool good;
        uint64_t value;
    } cases[] = {{"0", true, 0}, {"010", true, 10}, {"0x10", true, 16}, {"0XfF", true, 255},
        {"18446744073709551615", true, UINT64_MAX}, {"18446744073709551616", false, 0},
        {"", false, 0}, {" 1", false, 0}, {"1 ", false, 0}, {"+1", false, 0}, {"-1", false, 0},
        {"0x", false, 0}, {"0xg", false, 0}, {"1k", false, 0}};

    for (unsigned i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        uint64_t value = 0;
        bool good = config_number(cases[i].text, 0, UINT64_MAX, &value);
        ok(good == cases[i].good && (!good || value == cases[i].value), "'%s' is %s", cases[i].text,
            cases[i].good ? "a number" : "none");
    }
}

/* Sizes of tables have the bounds of the hierarchy itself. */
static void test_tables(void)
{
    static const char *const names[MEMORY_N_TABLES] = {
        "dtlb", "dtlb2", "itlb", "itlb2", "l1d", "l1i", "opcache", "l2", "l3"};

    for (unsigned t = 0; t < MEMORY_N_TABLES; t++)
        is_u64(config_find(epyc_options, names[t])->most, memory_most((enum memory_table)t), "%s",
            names[t]);
}

static void test_plugin(void)
{
    struct plugin_options options = PLUGIN_OPTIONS_DEFAULTS;

    ok(options.hold == -1 && options.save == -1 && options.resume == -1, "no descriptors");
    config_parse(plugin_options, &options, "trace=/a=b");
    config_parse(plugin_options, &options, "hold=7");
    config_parse(plugin_options, &options, "stop=on");
    is_str(options.trace, "/a=b", "a file");
    is_str(options.traffic, NULL, "no other");
    ok(options.hold == 7 && options.save == -1, "a descriptor");
    ok(options.stop && !options.check, "a switch");
    config_parse(plugin_options, &options, "stop=off");
    ok(!options.stop, "... off again");
}

int main(void)
{
    test_rows();
    test_both();
    test_names();
    test_values();
    test_numbers();
    test_tables();
    test_plugin();
    return done_testing();
}
