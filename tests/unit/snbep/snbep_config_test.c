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
        ok(!snbep_config_option(&config, cases[i].option), "%s", cases[i].option);
        snbep_config_text(&config, text);
        is_str(text, cases[i].text, "... is printed again");
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
        is_str(snbep_config_option(&config, cases[i].option), cases[i].wrong, "refused: '%s'",
            cases[i].option);
    snbep_config_text(&config, text);
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
    test_bad();
    return done_testing();
}
