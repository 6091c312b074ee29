/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The machine `power9`: its options, and names for tools. */
#include "tests/power9_machine.h"

/* Two chips of eight cores with four threads each. */
static const struct p9_config large = {.cpus = 64,
    .sockets = 2,
    .threads = 4,
    .availability = UINT64_C(0xffff8073f007e000),
    .generation = &generation_power9};

/* ---- options ---- */

static void test_options(void)
{
    static const struct {
        const char *option, *text;
    } cases[] = {
        {"cpus=64", "cpus=64 sockets=1 threads=1 availability=0xffff8073f007e000"},
        {"sockets=2", "cpus=1 sockets=2 threads=1 availability=0xffff8073f007e000"},
        {"threads=4", "cpus=1 sockets=1 threads=4 availability=0xffff8073f007e000"},
        {"availability=0x8000000000000000",
            "cpus=1 sockets=1 threads=1 availability=0x8000000000000000"},
        {"availability=0x2000", "cpus=1 sockets=1 threads=1 availability=0x0000000000002000"},
        {"dead=0", "cpus=1 sockets=1 threads=1 availability=0xffff8073f007e000 dead=0"},
        {"dead=1", "cpus=1 sockets=1 threads=1 availability=0xffff8073f007e000 dead=1"},
    };

    for (unsigned i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        struct p9_config config = p9_defaults(&generation_power9);
        char text[CONFIG_TEXT];
        ok(!config_parse(power9_options, &config, cases[i].option), "%s", cases[i].option);
        config_print(power9_options, &config, text);
        is_str(text, cases[i].text, "... is printed again");
    }
}

#define CPUS         "cpus: expected 1 to 64"
#define SOCKETS      "sockets: expected 1 or 2"
#define THREADS      "threads: expected 1, 2 or 4"
#define AVAILABILITY "availability: expected a vector of units as 0x and up to 16 digits, not 0"
#define DEAD         "dead: expected the number of a chip, 0 or 1"

static void test_bad_options(void)
{
    static const struct {
        const char *option, *wrong;
    } cases[] = {
        {"cpus=0", CPUS},
        {"cpus=65", CPUS},
        {"cpus=2x", CPUS},
        {"cpus=", CPUS},
        {"cpus=99999999999999999999", CPUS},
        {"sockets=0", SOCKETS},
        {"sockets=3", SOCKETS},
        {"sockets=-1", SOCKETS},
        {"threads=0", THREADS},
        {"threads=3", THREADS},
        {"threads=8", THREADS},
        {"availability=0x0", AVAILABILITY},
        {"availability=1", AVAILABILITY},
        {"availability=0x", AVAILABILITY},
        {"availability=0x12345678123456789", AVAILABILITY},
        {"availability=0x1g", AVAILABILITY},
        {"dead=2", DEAD},
        {"dead=yes", DEAD},
        {"cpu=1", ""},
        {"cpus", ""},
        {"", ""},
    };
    struct p9_config config = p9_defaults(&generation_power9);
    char text[CONFIG_TEXT];

    for (unsigned i = 0; i < sizeof(cases) / sizeof(cases[0]); i++)
        is_str(config_parse(power9_options, &config, cases[i].option), cases[i].wrong,
            "refused: '%s'", cases[i].option);
    config_print(power9_options, &config, text);
    is_str(text, "cpus=1 sockets=1 threads=1 availability=0xffff8073f007e000",
        "refused options change nothing");
}

static const char *wrong_with(unsigned cpus, unsigned sockets, unsigned threads, unsigned dead)
{
    struct p9_config config = {.cpus = cpus,
        .sockets = sockets,
        .threads = threads,
        .availability = 1,
        .dead = {dead == 0, dead == 1},
        .generation = &generation_power9};

    return p9_config_wrong(&config);
}

static void test_topologies(void)
{
    static const char multiple[] =
        "cpus: expected a multiple of sockets times threads, so that all cores are alike";
    static const char cores[] =
        "cpus: expected at most 24 cores a chip: more sockets or threads make fewer of them";

    is_str(wrong_with(1, 1, 1, 9), NULL, "one CPU");
    is_str(wrong_with(64, 2, 4, 1), NULL, "64 CPUs as 2 x 8 x 4, one chip dead");
    is_str(wrong_with(48, 2, 1, 9), NULL, "48 as 2 x 24 x 1");
    is_str(wrong_with(1, 2, 1, 9), multiple, "one CPU on two chips");
    is_str(wrong_with(6, 1, 4, 9), multiple, "six in cores of four");
    is_str(wrong_with(25, 1, 1, 9), cores, "25 cores on a chip");
    is_str(wrong_with(50, 2, 1, 9), cores, "... and on each of two");
    is_str(wrong_with(1, 1, 1, 1), "dead: expected the number of a chip that there is",
        "no such chip to be dead");
    struct p9_config two;
    memset(&two, 1, sizeof(two));
    two.cpus = two.sockets = 2;
    two.threads = 1;
    two.generation = &generation_power9;
    is_str(
        p9_config_wrong(&two), NULL, "both of two chips may be dead, and later bits are not read");
    is_u64(p9_n_cores(&large), 16, "cores");
}

/* ---- names ---- */

static void test_block_names(void)
{
    static const struct {
        unsigned block;
        const char *name;
        const struct reg_bank *bank;
    } cases[] = {
        {0x0000, "chip0", &nest_bank},
        {0x0001, "chip1", &nest_bank},
        {0x1000, "core0", &core_bank},
        {0x103f, "core63", &core_bank},
        {0x2007, "cpu7", &cpu_bank},
        {0x3002, "core2.mem", NULL},
        {0x4003, "cpu3.mem", NULL},
    };
    const struct reg_bank *bank;
    char name[MACHINE_BLOCK_NAME];

    for (unsigned i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        bool found = power9_model.block(cases[i].block, name, sizeof(name), &bank);
        ok(found && bank == cases[i].bank &&
                p9_bank(&generation_power9, cases[i].block) == cases[i].bank &&
                cases[i].block < power9_model.end_block,
            "block %x", cases[i].block);
        is_str(name, cases[i].name, "... by its name");
    }
    ok(!power9_model.block(2, name, sizeof(name), &bank) &&
            !power9_model.block(0x1040, name, sizeof(name), &bank) &&
            !power9_model.block(0x5000, name, sizeof(name), &bank),
        "other names are refused");
    static const unsigned none[] = {2, 0xfff, 0x1040, 0x2040, 0x3040, 0x4040, 0x5000};
    for (unsigned i = 0; i < sizeof(none) / sizeof(none[0]); i++) {
        bank = &nest_bank;
        ok(!power9_model.block(none[i], name, sizeof(name), &bank) && !bank &&
                !p9_bank(&generation_power9, none[i]),
            "... %x is not a block, and has no registers", none[i]);
    }
}

static void test_sample_text(void)
{
    char text[MACHINE_EVENT_NAME];

    ok(power9_model.sample_text(17, 512000000, text, sizeof(text)), "a sample has words");
    is_str(text, "record 17, tb 512000000", "... its index and its time");
}

static void test_word_names(void)
{
    static const struct {
        unsigned block;
        uint32_t offset;
        const char *name;
    } cases[] = {
        {0, 0xc8, "mcs01.PM_MCS01_64B_RD_DISP_PORT01"},
        {1, 0x60, "mcs23.PM_MCS23_AMO_OP_DISP_PORT01"},
        {0, 0x80, "powerbus0.PM_PB_CYC"},
        {0, 0x108, "group 1 update count"},
        {0, 0x660, "group 7 update count"},
        {0x3000, 0x18, "CPM_PCYC"},
        {0x3001, 0x20, "CPM_INST"},
        {0x3000, 0xa0, "CPM_32MHZ_CYC"},
        {0x4000, 0x20, "CPM_INST"},
    };
    char name[MACHINE_EVENT_NAME];

    for (unsigned i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        bool found = power9_model.word_name(cases[i].block, cases[i].offset, name, sizeof(name));
        is_str(found ? name : NULL, cases[i].name, "word %x of block %x", cases[i].offset,
            cases[i].block);
    }
    ok(!power9_model.word_name(0, 0xc4, name, sizeof(name)) &&
            !power9_model.word_name(0x1000, 0xc8, name, sizeof(name)) &&
            !power9_model.word_name(0x3000, 0x19, name, sizeof(name)),
        "other places have no name");
}

static void test_value_names(void)
{
    const struct reg *status = &nest_bank.regs[NEST_STATUS],
                     *command = &nest_bank.regs[NEST_COMMAND];
    const struct reg *speed = &nest_bank.regs[NEST_SPEED], *mode = &nest_bank.regs[NEST_MODE];

    is_str(power9_model.value_name(status, 0, 0), "init", "status 0");
    is_str(power9_model.value_name(status, 0, 2), "paused", "status 2");
    is_str(power9_model.value_name(status, 0, 4), "bad_mode", "status 4");
    is_str(power9_model.value_name(status, 0, 5), NULL, "status 5");
    is_str(power9_model.value_name(command, 0, 3), "clear", "command 3");
    is_str(power9_model.value_name(speed, 0, 11), "2048ms", "speed 11");
    is_str(power9_model.value_name(mode, 0, 1), "debug1", "mode 1");
    is_str(power9_model.value_name(&nest_bank.regs[NEST_AVAILABILITY], 3, UINT64_MAX), NULL,
        "a unit's bit");
    is_str(power9_model.value_name(&core_bank.regs[0], 0, 0), NULL, "a core's register");
    is_u64((uint64_t)power9_model.value_named(status, 0, 0, "paused"), 2, "a status by its name");
    is_u64((uint64_t)power9_model.value_named(&core_bank.regs[0], 0, 0, "paused"), UINT64_MAX,
        "... not for a core's register");
    is_u64((uint64_t)power9_model.value_named(command, 0, 0, "resume"), 1, "resume");
    is_u64(
        (uint64_t)power9_model.value_named(mode, 0, 0, "MONITOR"), 0, "monitor, with case ignored");
    ok(power9_model.value_named(command, 0, 0, "stop") < 0, "no such command");
}

/* Every bit of the six words has one field, and the words are where firmware
 * and kernel expect them. */
static void test_bank(void)
{
    static const char *const names[6] = {
        "STATUS", "COMMAND", "SPEED", "AVAILABILITY", "MODE", "MODE_STATE"};
    bool whole = true;

    for (unsigned i = 0; i < 6; i++) {
        const struct reg *reg = &nest_bank.regs[i];
        uint64_t seen = 0;
        for (unsigned f = 0; f < reg->n_fields; f++) {
            whole &= !(seen & reg_field_mask(reg, &reg->fields[f]));
            seen |= reg_field_mask(reg, &reg->fields[f]);
        }
        whole &= seen == UINT64_MAX && reg->offset == 0x3fc00 + 8 * i && reg->numbering == REG_MSB0;
        is_str(reg->name, names[i], "word %u of the control block", i);
    }
    ok(whole, "each bit has one field");
}

/* Registers have 64 bits, numbered from the highest, and each bit belongs to
 * one field: facts 4.2 and 5. */
static void test_numbered_banks(void)
{
    static const struct reg_bank *const banks[] = {&core_bank, &cpu_bank};
    unsigned n = 0;

    for (unsigned b = 0; b < 2; b++)
        for (unsigned r = 0; r < banks[b]->n_regs; r++, n++) {
            const struct reg *reg = &banks[b]->regs[r];
            unsigned next = 0;
            bool whole = reg->width == 64 && reg->numbering == REG_MSB0;
            for (unsigned f = 0; f < reg->n_fields; f++) {
                whole &= reg->fields[f].first == next && reg->fields[f].last >= next;
                next = reg->fields[f].last + 1u;
            }
            ok(whole && next == 64, "%s", reg->name);
        }
    is_u64(n, 5, "four registers of a core, one of a thread");
}

static void test_events(void)
{
    struct machine_events list;
    struct machine_event event;
    unsigned n = 0, pairs = 0;
    bool found = false, trace = false;

    for (; power9_model.events(n, &list); n++) {
        pairs += list.n_events;
        for (unsigned i = 0; i < list.n_events; i++) {
            event = (struct machine_event){.prose = ""};
            power9_model.event(n, i, &event);
            found |= !strcmp(list.name, "mcs01") &&
                     !strcmp(event.name, "PM_MCS01_128B_WR_DISP_PORT23") && event.code == 0xf8 &&
                     event.number == 256 && !strcmp(event.prose, "traffic");
            trace |= !strcmp(list.name, "trace") &&
                     !strcmp(event.prose, "samples executed instructions");
        }
    }
    is_u64(n, 44, "44 PMUs");
    is_u64(pairs, 621, "621 events");
    ok(found, "one sample, with all details");
    ok(trace, "the trace PMU's event does not count, but samples");
}

/* Each list names its block. Words of cores and threads count execution or
 * traffic. */
static void test_lists(void)
{
    static const struct {
        const char *name, *prose, *code;
        unsigned code_bits;
    } rows[] = {
        {"mcs01", "a unit outside the cores; in Linux nest_NAME_imc", "offset", 16},
        {"core", "a core with all its threads; in Linux core_imc", "offset", 16},
        {"thread", "a hardware thread; in Linux thread_imc", "offset", 16},
        {"trace", "samples of a hardware thread; in Linux trace_imc", "config", 32},
    };
    static const struct {
        const char *list, *name, *text;
        uint64_t code;
        unsigned scale;
    } events[] = {
        {"core", "CPM_PCYC", "execution", 0x18, 512},
        {"core", "CPM_INST", "execution", 0x20, 512},
        {"mcs01", "PM_MCS01_64B_RD_DISP_PORT01", "traffic", 0xc8, 256},
        {"powerbus0", "PM_PB_CYC", "traffic", 0x80, 256},
    };
    struct machine_events list;
    unsigned seen = 0, right = 0;

    for (unsigned n = 0; power9_model.events(n, &list); n++) {
        is_str(list.number, "scale", "%s: scale", list.name);
        is_str(list.text, "counts", "... the counts in words");
        ok(!list.sub, "... without parts");
        for (unsigned i = 0; i < 4; i++)
            if (!strcmp(list.name, rows[i].name)) {
                seen++;
                is_str(list.prose, rows[i].prose, "... %s in words", list.name);
                is_str(list.code, rows[i].code, "... its code");
                is_u64(list.code_bits, rows[i].code_bits, "... its code's bits");
            }
        for (unsigned i = 0; i < list.n_events; i++) {
            struct machine_event event = {.prose = ""};
            power9_model.event(n, i, &event);
            for (unsigned e = 0; e < sizeof(events) / sizeof(events[0]); e++)
                right += !strcmp(list.name, events[e].list) &&
                         !strcmp(event.name, events[e].name) &&
                         !strcmp(event.prose, events[e].text) && event.code == events[e].code &&
                         event.number == events[e].scale;
        }
    }
    is_u64(seen, 4, "all four kinds");
    is_u64(right, sizeof(events) / sizeof(events[0]), "events at their offsets, with their scale");
}

int main(void)
{
    test_options();
    test_bad_options();
    test_topologies();
    test_block_names();
    test_sample_text();
    test_word_names();
    test_value_names();
    test_bank();
    test_numbered_banks();
    test_events();
    test_lists();
    return done_testing();
}
