/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The machine's options as text. */
#include "models/snbep/snbep_config.h"
#include "tests/tap.h"

static void test_good(void)
{
    static const struct {
        const char *option, *text;
    } cases[] = {
        {"box-ctl=guide", "variant=snbep box-ctl=guide dclk=800000000 sockets=1"},
        {"box-ctl=silicon", "variant=snbep box-ctl=silicon dclk=800000000 sockets=1"},
        {"dclk=666666667", "variant=snbep box-ctl=silicon dclk=666666667 sockets=1"},
        {"dclk=1000000", "variant=snbep box-ctl=silicon dclk=1000000 sockets=1"},
        {"dclk=3200000000", "variant=snbep box-ctl=silicon dclk=3200000000 sockets=1"},
        {"uclk=2400000000",
            "variant=snbep box-ctl=silicon dclk=800000000 sockets=1 uclk=2400000000"},
        {"uclkgate=idle", "variant=snbep box-ctl=silicon dclk=800000000 sockets=1 uclkgate=idle"},
        {"qfclk=1300000000",
            "variant=snbep box-ctl=silicon dclk=800000000 sockets=1 qfclk=1300000000"},
        {"sockets=1", "variant=snbep box-ctl=silicon dclk=800000000 sockets=1"},
        {"sockets=2", "variant=snbep box-ctl=silicon dclk=800000000 sockets=2"},
        {"absent=imc0", "variant=snbep box-ctl=silicon dclk=800000000 sockets=1 absent=imc0"},
        {"absent=s1.imc3", "variant=snbep box-ctl=silicon dclk=800000000 sockets=1 absent=s1.imc3"},
        {"duplicated=imc3+s1.imc0+imc1",
            "variant=snbep box-ctl=silicon dclk=800000000 sockets=1 duplicated=imc1+imc3+s1.imc0"},
        {"duplicated=imc0+imc1+imc2+imc3+s1.imc0+s1.imc1+s1.imc2+s1.imc3",
            "variant=snbep box-ctl=silicon dclk=800000000 sockets=1 "
            "duplicated=imc0+imc1+imc2+imc3+s1.imc0+s1.imc1+s1.imc2+s1.imc3"},
    };

    for (unsigned i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        struct snbep_config config = SNBEP_DEFAULTS;
        char text[CONFIG_TEXT];
        ok(!config_parse(snbep_options, &config, cases[i].option), "%s", cases[i].option);
        config_print(snbep_options, &config, text);
        is_str(text, cases[i].text, "... is printed again");
    }
}

/* Half the transfers of the fastest memory, and an eighth of a link's. */
static void test_clocks(void)
{
    static const struct {
        enum snbep_variant_number variant;
        uint32_t dclk, qfclk;
    } cases[] = {
        {VARIANT_SNBEP, 800000000, 1000000000},
        {VARIANT_IVT, 933333333, 1000000000},
        {VARIANT_HSX, 1066666667, 1200000000},
        {VARIANT_BDX, 1200000000, 1200000000},
        {VARIANT_BDX_DE, 1200000000, 0},
        {VARIANT_SKX, 1333333333, 1300000000},
        {VARIANT_CLX, 1466666667, 1300000000},
        {VARIANT_ICX, 1600000000, 0},
        {VARIANT_SPR, 2400000000, 2000000000},
        {VARIANT_EMR, 2800000000, 2500000000},
        {VARIANT_GENERIC, 2400000000, 0},
    };

    for (unsigned i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        struct snbep_config config = SNBEP_DEFAULTS;
        const char *name = snbep_variants[cases[i].variant]->name;
        config.variant = cases[i].variant;
        is_u64(snbep_clock(&config, BOX_DCLK), cases[i].dclk, "DCLK of %s", name);
        is_u64(snbep_clock(&config, BOX_UCLK), 1000000000, "... its uncore's clock");
        is_u64(snbep_clock(&config, BOX_PCLK), 800000000, "... its power control unit's");
        if (cases[i].qfclk)
            is_u64(snbep_clock(&config, BOX_QFCLK), cases[i].qfclk, "... its links'");
        config.dclk_hz = config.uclk_hz = config.qfclk_hz = 1234567890;
        is_u64(snbep_clock(&config, BOX_DCLK), 1234567890, "... set by an option");
        is_u64(snbep_clock(&config, BOX_UCLK), 1234567890, "... each");
        is_u64(snbep_clock(&config, BOX_QFCLK), 1234567890, "... of the three");
        is_u64(snbep_clock(&config, BOX_PCLK), 800000000, "... but not that one");
    }
}

#define MODES   "box-ctl: expected silicon or guide"
#define CLOCKS  "dclk: expected cycles per second, 1000000 to 3200000000"
#define SOCKETS "sockets: expected 1 or 2"
#define ABSENT  "absent: expected monitors such as imc1, or several as imc1+s1.imc0"

static void test_bad(void)
{
    static const struct {
        const char *option, *wrong;
    } cases[] = {
        {"box-ctl=", MODES},
        {"box-ctl=Guide", MODES},
        {"dclk=", CLOCKS},
        {"dclk=999999", CLOCKS},
        {"dclk=3200000001", CLOCKS},
        {"dclk=99999999999999999999", CLOCKS},
        {"dclk=800M", CLOCKS},
        {"dclk=-800000000", CLOCKS},
        {"uclk=999999", "uclk: expected cycles per second, 1000000 to 3200000000"},
        {"uclkgate=on", "uclkgate: expected none or idle"},
        {"qfclk=3200000001", "qfclk: expected cycles per second, 1000000 to 3200000000"},
        {"sockets=0", SOCKETS},
        {"sockets=3", SOCKETS},
        {"sockets=+1", SOCKETS},
        {"sockets=two", SOCKETS},
        {"absent=", ABSENT},
        {"absent=imc8", ABSENT},
        {"absent=imc/", ABSENT},
        {"absent=s1.", ABSENT},
        {"absent=s2.imc0", ABSENT},
        {"absent=s1ximc0", ABSENT},
        {"absent=s1imc0", ABSENT},
        {"absent=s1.s1.imc0", ABSENT},
        {"absent=im0", ABSENT},
        {"absent=imx0", ABSENT},
        {"absent=imc00", ABSENT},
        {"absent=imc0+", ABSENT},
        {"absent=+imc0", ABSENT},
        {"absent=imc0++imc1", ABSENT},
        {"absent=imc0imc1", ABSENT},
        {"absent=imc0,imc1", ABSENT},
        {"sockets", ""},
        {"socket=1", ""},
        {"dclk_hz=1000000", ""},
        {"", ""},
    };
    struct snbep_config config = SNBEP_DEFAULTS;
    char text[CONFIG_TEXT];

    for (unsigned i = 0; i < sizeof(cases) / sizeof(cases[0]); i++)
        is_str(config_parse(snbep_options, &config, cases[i].option), cases[i].wrong,
            "refused: '%s'", cases[i].option);
    config_print(snbep_options, &config, text);
    is_str(text, "variant=snbep box-ctl=silicon dclk=800000000 sockets=1",
        "refused options change nothing");
}

/* CAS_COUNT is the table's fourth event. */
static void test_sub_events(void)
{
    static const char *const names[] = {
        "RD_REG", "RD_UNDERFILL", "RD", "WR_WMM", "WR_RMM", "WR", "ALL"};
    static const uint64_t codes[] = {1, 2, 3, 4, 8, 12, 15};
    struct machine_event event;

    snbep_model.event(0, 3, &event);
    is_str(event.name, "CAS_COUNT", "an event");
    is_str(event.prose,
        "DRAM column commands: reads, underfill reads, writes in write and in read major mode",
        "... in words");
    is_u64(event.n_subs, 7, "... with seven sub-events");
    for (unsigned i = 0; i < 7; i++) {
        unsigned found = 0;
        for (unsigned sub = 0; sub < 7; sub++) {
            struct machine_sub_event one = {0};
            snbep_model.sub_event(0, 3, sub, &one);
            found += one.name && !strcmp(one.name, names[i]) && one.code == codes[i];
        }
        is_u64(found, 1, "... one is %s with umask %02x", names[i], (unsigned)codes[i]);
    }
}

int main(void)
{
    test_sub_events();
    test_good();
    test_clocks();
    test_bad();
    return done_testing();
}
