/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The options of `epyc`: their effects, their refusals, and their text, which
 * reads back. */
#include "models/epyc/epyc_config.h"
#include "tests/tap.h"

static const char *const good[] = {"variant=fam10h", "cache-log=tagged", "cache-log=off",
    "cache-log=all", "variant=zen6", "cpus=1", "cpus=32", "sockets=2", "window=1", "window=4096",
    "fetch-ops=64", "seed=0", "seed=18446744073709551615", "seed=0xff", "caps=0", "caps=0x7ff",
    "caps=4294967295", "lvt=0", "lvt=3", "lvt=invalid", "lvt=busy", "val=stuck", "val=clears",
    "nmi=sound", "nmi=lost:1", "nmi=lost:1000", "dtlb=72/72", "dtlb2=3072/24", "itlb=1/1",
    "itlb2=512/8", "l1d=32K/8", "l1d=64/1", "l1i=64K/4", "l2=1M/8", "l3=32M/16", "opcache=768/12",
    "lat-l1=1", "lat-dram=30000", "lat-io=5", "lat-walk=99", "lat-tlb2=9", "lat-peer=3",
    "lat-remote=3", "lat-l2=3", "lat-l3=3", "bht=1", "bht=16384", "btb=64", "ras=64", "umcs=1",
    "umcs=16", "umcmask=1", "umcmask=0xffff", "timing=flat", "timing=approximate", "lat-branch=20"};

static const struct {
    const char *option, *expected;
} bad[] = {
    {"variant=zen", "variant: expected fam10h, zen1, zen2, zen3, zen4, zen5 or zen6"},
    {"variant=", "variant: expected fam10h, zen1, zen2, zen3, zen4, zen5 or zen6"},
    {"cpus=0", "cpus: expected 1 to 32"},
    {"cpus=33", "cpus: expected 1 to 32"},
    {"cpus=2x", "cpus: expected 1 to 32"},
    {"cpus=-1", "cpus: expected 1 to 32"},
    {"sockets=3", "sockets: expected 1 or 2"},
    {"window=0", "window: expected ops, 1 to 4096"},
    {"window=4097", "window: expected ops, 1 to 4096"},
    {"fetch-ops=65", "fetch-ops: expected ops, 1 to 64"},
    {"seed=18446744073709551616", "seed: expected a number of 64 bits"},
    {"seed=", "seed: expected a number of 64 bits"},
    {"caps=4294967296", "caps: expected a number of 32 bits, decimal or hexadecimal after 0x"},
    {"caps=0x", "caps: expected a number of 32 bits, decimal or hexadecimal after 0x"},
    {"cache-log=", "cache-log: expected all, tagged or off"},
    {"lvt=4", "lvt: expected 0 to 3, invalid or busy"},
    {"val=", "val: expected clears or stuck"},
    {"nmi=lost", "nmi: expected sound, or lost:N, where every N-th is lost"},
    {"nmi=lost:0", "nmi: expected sound, or lost:N, where every N-th is lost"},
    {"l1d=0K/8", "l1d: expected SIZE/WAYS (32K/8), at most 64K, a power of two of sets"},
    {"dtlb=0/1", "dtlb: expected ENTRIES/WAYS, at most 128, a power of two of sets"},
    {"bht=0", "bht: expected a power of two, at most 16384"},
    {"l1d=33K/8", "l1d: expected SIZE/WAYS (32K/8), at most 64K, a power of two of sets"},
    {"l1d=128K/8", "l1d: expected SIZE/WAYS (32K/8), at most 64K, a power of two of sets"},
    {"l1d=100/1", "l1d: expected SIZE/WAYS (32K/8), at most 64K, a power of two of sets"},
    {"l1d=32K", "l1d: expected SIZE/WAYS (32K/8), at most 64K, a power of two of sets"},
    {"l3=33M/16", "l3: expected SIZE/WAYS (16M/16), at most 32M, a power of two of sets"},
    {"l3=4294967295M/16", "l3: expected SIZE/WAYS (16M/16), at most 32M, a power of two of sets"},
    {"dtlb=72/0", "dtlb: expected ENTRIES/WAYS, at most 128, a power of two of sets"},
    {"dtlb=72K/8", "dtlb: expected ENTRIES/WAYS, at most 128, a power of two of sets"},
    {"lat-l1=0", "a latency: expected core cycles, 1 to 30000"},
    {"lat-l1=30001", "a latency: expected core cycles, 1 to 30000"},
    {"nmi=lost:1000001", "nmi: expected sound, or lost:N, where every N-th is lost"},
    {"bht=3", "bht: expected a power of two, at most 16384"},
    {"btb=8192", "btb: expected a power of two, at most 4096"},
    {"ras=0", "ras: expected 1 to 64"},
    {"umcs=0", "umcs: expected 1 to 16"},
    {"umcs=17", "umcs: expected 1 to 16"},
    {"umcmask=0", "umcmask: expected a mask of 16 bits, not 0"},
    {"umcmask=0x10000", "umcmask: expected a mask of 16 bits, not 0"},
    {"box-ctl=guide", ""},
    {"variants=zen4", ""},
    {"zen4", ""},
    {"", ""},
};

static void test_good(void)
{
    for (unsigned i = 0; i < sizeof(good) / sizeof(good[0]); i++) {
        struct epyc_config config = EPYC_DEFAULTS;
        is_str(config_parse(epyc_options, &config, good[i]), NULL, "%s", good[i]);
    }
}

static void test_bad(void)
{
    for (unsigned i = 0; i < sizeof(bad) / sizeof(bad[0]); i++) {
        struct epyc_config config = EPYC_DEFAULTS;
        is_str(config_parse(epyc_options, &config, bad[i].option), bad[i].expected, "'%s'",
            bad[i].option);
        ok(!memcmp(&config, &EPYC_DEFAULTS, sizeof(config)), "... changes nothing");
    }
}

/* Sets all options of @text. */
static struct epyc_config read_back(const char *text)
{
    struct epyc_config config = EPYC_DEFAULTS;
    char option[64];

    for (; *text; text += strcspn(text, " "), text += *text == ' ') {
        snprintf(option, sizeof(option), "%.*s", (int)strcspn(text, " "), text);
        if (config_parse(epyc_options, &config, option))
            printf("# %s\n", option);
    }
    return config;
}

/* Each latency option sets its own level and keeps the variant's others. */
static void test_latencies(void)
{
    static const struct {
        const char *option;
        unsigned level; /* in cycles[]; MEMORY_N_LEVELS + i: in refill[i] */
    } cases[] = {{"lat-l1=777", MEMORY_L1}, {"lat-l2=777", MEMORY_L2}, {"lat-l3=777", MEMORY_L3},
        {"lat-peer=777", MEMORY_PEER}, {"lat-remote=777", MEMORY_REMOTE},
        {"lat-dram=777", MEMORY_DRAM}, {"lat-io=777", MEMORY_IO},
        {"lat-tlb2=777", MEMORY_N_LEVELS + MEMORY_TLB_L2},
        {"lat-walk=777", MEMORY_N_LEVELS + MEMORY_TLB_WALK}};
    const struct epyc_config plain = EPYC_DEFAULTS;
    const struct memory_config standard = epyc_config_memory(&plain);

    for (unsigned i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        struct epyc_config config = EPYC_DEFAULTS;
        struct memory_config expected = standard, got;

        is_str(config_parse(epyc_options, &config, cases[i].option), NULL, "%s", cases[i].option);
        if (cases[i].level < MEMORY_N_LEVELS)
            expected.cycles[cases[i].level] = 777;
        else
            expected.refill[cases[i].level - MEMORY_N_LEVELS] = 777;
        got = epyc_config_memory(&config);
        ok(!memcmp(got.cycles, expected.cycles, sizeof(got.cycles)), "... sets one level");
        ok(!memcmp(got.refill, expected.refill, sizeof(got.refill)), "... or one TLB");
    }
}

static void test_text(void)
{
    char text[CONFIG_TEXT], again[CONFIG_TEXT];
    struct epyc_config config = EPYC_DEFAULTS;

    config_print(epyc_options, &config, text);
    is_str(text,
        "variant=zen4 cpus=2 sockets=1 mclk=2400 fclk=1800 window=64 fetch-ops=4 seed=1 "
        "bht=4096 "
        "btb=1024 "
        "ras=32",
        "the defaults");
    for (unsigned i = 0; i < sizeof(good) / sizeof(good[0]); i++) {
        config = EPYC_DEFAULTS;
        config_parse(epyc_options, &config, good[i]);
        config_print(epyc_options, &config, text);
        config = read_back(text);
        config_print(epyc_options, &config, again);
        is_str(again, text, "the text of %s is read back", good[i]);
    }
    static const char longest[] =
        "variant=fam10h cpus=32 sockets=2 window=4096 fetch-ops=64 seed=18446744073709551615 "
        "caps=0xffffffff lvt=3 lvt=busy val=stuck nmi=lost:1000000 dtlb=128/128 dtlb2=4096/4096 "
        "itlb=128/128 itlb2=4096/4096 l1d=64K/1024 l1i=64K/1024 opcache=1024/1024 l2=1M/16384 "
        "l3=32M/32768 lat-l1=30000 lat-l2=30000 lat-l3=30000 lat-peer=30000 lat-remote=30000 "
        "lat-dram=30000 lat-io=30000 lat-tlb2=30000 lat-walk=30000 bht=16384 btb=4096 ras=64 "
        "lat-branch=30000 timing=approximate";
    char words[sizeof(longest)];
    config = read_back(longest);
    config_print(epyc_options, &config, text);
    memcpy(words, longest, sizeof(words));
    /* Except for sizes, which are printed in bytes. */
    for (const char *word = strtok(words, " "); word; word = strtok(NULL, " "))
        if (!strstr(word, "K/") && !strstr(word, "M/"))
            ok(strstr(text, word), "the longest text has %s", word);
    ok(strstr(text, "l1d=65536/1024 l1i=65536/1024 ") &&
            strstr(text, "l2=1048576/16384 l3=33554432/32768 "),
        "... and sizes");
    ok(strstr(text, "lat-walk=30000"), "... and room (%zu of %d)", strlen(text), CONFIG_TEXT);
    ok(config.lvt == EPYC_LVT_BUSY && config.lvt_entry == 3, "a busy entry has any number");
}

/* A trace's header for each option, besides the defaults: their texts are
 * above. */
static void test_header(void)
{
    static const char *const said[][2] = {{"cache-log=tagged", "cache-log=tagged"},
        {"cache-log=off", "cache-log=off"}, {"caps=0x7ff", "caps=0x7ff"}, {"caps=0", "caps=0x0"},
        {"lvt=invalid", "lvt=invalid"}, {"lvt=busy", "lvt=busy"}, {"lvt=2", "lvt=2"},
        {"val=stuck", "val=stuck"}, {"nmi=lost:3", "nmi=lost:3"}, {"dtlb=64/64", "dtlb=64/64"},
        {"dtlb2=512/8", "dtlb2=512/8"}, {"itlb=32/32", "itlb=32/32"},
        {"itlb2=256/8", "itlb2=256/8"}, {"l1d=16K/8", "l1d=16384/8"}, {"l1i=16K/8", "l1i=16384/8"},
        {"opcache=512/8", "opcache=512/8"}, {"l2=64K/8", "l2=65536/8"},
        {"l3=1M/16", "l3=1048576/16"}, {"lat-l1=1", "lat-l1=1"}, {"lat-l2=2", "lat-l2=2"},
        {"lat-l3=3", "lat-l3=3"}, {"lat-peer=4", "lat-peer=4"}, {"lat-remote=5", "lat-remote=5"},
        {"lat-dram=6", "lat-dram=6"}, {"lat-io=7", "lat-io=7"}, {"lat-tlb2=8", "lat-tlb2=8"},
        {"lat-walk=9", "lat-walk=9"}, {"umcs=12", "umcs=12"}, {"umcmask=0x249", "umcmask=585"},
        {"lat-branch=3", "lat-branch=3"}, {"timing=approximate", "timing=approximate"},
        {"access=msr=5", "access=msr=5"}, {"stale=random", "stale=random"},
        {"stale=zero", "stale=zero"}, {"umcgate=drops", "umcgate=drops"},
        {"umcgate=clears", "umcgate=clears"}, {"lbr=on", "lbr=on"}, {"aperf=on", "aperf=on"}};
    char text[CONFIG_TEXT], standard[CONFIG_TEXT];

    config_print(epyc_options, &EPYC_DEFAULTS, standard);
    for (unsigned i = 0; i < sizeof(said) / sizeof(said[0]); i++) {
        struct epyc_config config = EPYC_DEFAULTS;

        config_parse(epyc_options, &config, said[i][0]);
        config_print(epyc_options, &config, text);
        ok(!strncmp(text, standard, strlen(standard)), "the header of %s begins with the defaults",
            said[i][0]);
        is_str(text + strlen(standard) + 1, said[i][1], "the header of %s", said[i][0]);
    }
    for (const struct config_option *option = epyc_options; option->name; option++) {
        bool there = !option->quiet;

        for (unsigned i = 0; i < sizeof(said) / sizeof(said[0]); i++)
            there |= !strncmp(said[i][1], option->name, strlen(option->name)) &&
                     said[i][1][strlen(option->name)] == '=';
        ok(there, "%s is included, or not quiet", option->name);
    }
}

/* Threadripper 7960X has four memory controllers, mask 249; Genoa twelve,
 * Venice sixteen. */
static void test_umcs(void)
{
    struct epyc_config config = EPYC_DEFAULTS;

    is_u64(epyc_config_umcs(&config), 12, "Zen4 has twelve memory controllers");
    is_u64(epyc_config_umc_mask(&config), 0xfff, "... the first ones");
    config_parse(epyc_options, &config, "variant=zen6");
    is_u64(epyc_config_umcs(&config), 16, "Zen6 has sixteen");
    is_u64(epyc_config_umc_mask(&config), 0xffff, "...");
    config_parse(epyc_options, &config, "umcs=4");
    is_u64(epyc_config_umcs(&config), 4, "a number");
    is_u64(epyc_config_umc_mask(&config), 0xf, "...");
    config_parse(epyc_options, &config, "umcmask=0x249");
    ok(!epyc_config_wrong(&config), "and a mask with as many bits");
    is_u64(epyc_config_umc_mask(&config), 0x249, "... is reported");
    config_parse(epyc_options, &config, "umcs=5");
    is_str(epyc_config_wrong(&config),
        "umcs= is not the number of bits in umcmask=", "a mask with others is refused");
    config.umcs = 0;
    is_u64(epyc_config_umcs(&config), 4, "a mask is also a number");
}

static void test_meaning(void)
{
    struct epyc_config config = EPYC_DEFAULTS;

    config_parse(epyc_options, &config, "l2=512K/8");
    config_parse(epyc_options, &config, "variant=zen5");
    struct memory_config memory = epyc_config_memory(&config);
    ok(memory.tables[MEMORY_TABLE_L2].entries == 8192 && memory.tables[MEMORY_TABLE_L2].ways == 8,
        "a given size stays, in any order of options");
    ok(memory.tables[MEMORY_TABLE_L1D].entries == 768 && memory.tables[MEMORY_TABLE_L1D].ways == 12,
        "other sizes are the variant's");
    is_u64(epyc_config_caps(&config), 0x81bff, "capabilities are the variant's");
    config_parse(epyc_options, &config, "caps=0");
    is_u64(epyc_config_caps(&config), 0, "... or none");
    ok(!epyc_config_wrong(&config), "two CPUs of one socket");
    config.cpus = 3;
    config.sockets = 2;
    ok(epyc_config_wrong(&config) != NULL, "three CPUs do not divide into two sockets");
}

/* If several options set one entry of the APIC, the last one counts. */
static void test_lvt(void)
{
    static const char *const before[] = {"lvt=busy", "lvt=invalid", "lvt=0"};

    for (unsigned i = 0; i < sizeof(before) / sizeof(before[0]); i++) {
        struct epyc_config config = EPYC_DEFAULTS;

        config_parse(epyc_options, &config, before[i]);
        config_parse(epyc_options, &config, "lvt=2");
        ok(config.lvt == EPYC_LVT_FREE && config.lvt_entry == 2,
            "%s and then lvt=2: entry 2 is free", before[i]);
    }
}

int main(void)
{
    test_good();
    test_bad();
    test_latencies();
    test_text();
    test_header();
    test_umcs();
    test_meaning();
    test_lvt();
    return done_testing();
}
