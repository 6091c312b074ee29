/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The machine `snbep`: names and numbers of blocks, events, functions and
 * values. */
#include "models/snbep/snbep_config.h"
#include "tests/snbep_machine.h"

/* ---- names ---- */

static void test_blocks(void)
{
    static const char *const names[] = {"imc0", "imc1", "imc2", "imc3", "cbo0", "cbo1", "cbo2",
        "cbo3", "cbo4", "cbo5", "cbo6", "cbo7", "pcu", "ubox-msr", "ha", "qpi0", "qpi1", "r2pcie",
        "r3qpi0", "r3qpi1", "ubox", "pci", "package"};
    const unsigned n = sizeof(names) / sizeof(names[0]);
    char name[MACHINE_BLOCK_NAME], expected[MACHINE_BLOCK_NAME];
    const struct reg_bank *bank;
    unsigned found = 0;
    bool good = true;

    for (unsigned b = 0; !snbep_of_cpu(b); b = machine_block_after(&snbep_model, b)) {
        if (!snbep_model.block(b, name, sizeof(name), &bank))
            continue;
        snprintf(expected, sizeof(expected), "%s%s", found < n ? "" : "s1.", names[found % n]);
        good &= !strcmp(name, expected) && bank->n_regs;
        found++;
    }
    ok(good && found == 2 * n, "the first variant's blocks of both sockets have these names");
}

/* Traces have these numbers, so no change may move them: variant in bits 23:16,
 * socket in 15:14, kind in 13:8, index in 7:0. */
static const struct {
    unsigned block;
    const char *name, *variant, *bank;
} blocks[] = {
    {0x000003, "imc3", "snbep", "imc"},
    {0x000207, "cbo7", "snbep", "cbo"},
    {0x000300, "pcu", "snbep", "pcu"},
    {0x000400, "ubox-msr", "snbep", "ubox-msr"},
    {0x000600, "ha", "snbep", "ha"},
    {0x000701, "qpi1", "snbep", "qpi"},
    {0x000800, "r2pcie", "snbep", "r2pcie"},
    {0x004900, "s1.r3qpi0", "snbep", "r3qpi"},
    {0x002000, "ubox", "snbep", "ubox"},
    {0x006100, "s1.pci", "snbep", "pci"},
    {0x002200, "package", "snbep", "package"},
    {0x002603, "cpu3.core", "snbep", "core"},
    {0x010210, "", "", ""},
    {0x01020e, "cbo14", "ivt", "cbo-ivt"},
    {0x020501, "sbo1", "hsx", "sbo-hsx"},
    {0x030217, "cbo23", "bdx", "cbo-hsx"},
    {0x040600, "ha0", "bdx-de", "ha-hsx"},
    {0x050a1b, "cha27", "skx", "cha"},
    {0x054b01, "s1.m2m1", "skx", "m2m"},
    {0x050c02, "upi2", "skx", "upi"},
    {0x050d00, "m3upi0", "skx", "m3upi"},
    {0x050e05, "iio5", "skx", "iio"},
    {0x050f05, "irp5", "skx", "irp"},
    {0x051001, "iio-free1", "skx", "iio-free"},
    {0x051105, "iio-clock5", "skx", "iio-clock"},
    {0x052300, "caps", "skx", "caps"},
    {0x060a00, "cha0", "clx", "cha-clx"},
    {0x07000b, "imc11", "icx", "imc-icx"},
    {0x070103, "imc-free3", "icx", "imc-free"},
    {0x080103, "imc-free3", "spr", "imc-spr-free"},
    {0x084300, "s1.pcu", "spr", "pcu-spr"},
    {0x080b03, "m2m3", "spr", "m2m-spr"},
    {0x080c03, "upi3", "spr", "upi-spr"},
    {0x084f0b, "s1.irp11", "spr", "irp-spr"},
    {0x0a1227, "mdf39", "emr", "mdf-spr"},
    {0x0a1228, "", "", ""},
    {0x082400, "discovery", "spr", "discovery"},
    {0x08e500, "", "", ""},
    {0x08a500, "", "", ""},
    {0x086500, "s1.units", "spr", "units"},
    {0x08263f, "cpu63.core", "spr", "core-spr"},
    {0x082640, "", "", ""},
    {0x090b01, "m2m1", "generic", "m2m-spr"},
    {0x0a0007, "imc7", "emr", "imc-spr"},
    {0xff2701, "cpu1.apic", NULL, "apic"},
    {0x002701, "", "", ""},
    {0xffffffff, "", "", ""},
};

static void test_block_numbers(void)
{
    for (unsigned i = 0; i < sizeof(blocks) / sizeof(blocks[0]); i++) {
        char name[MACHINE_BLOCK_NAME];
        const struct reg_bank *bank;
        const char *prose;

        if (!*blocks[i].bank) {
            ok(!snbep_model.block(blocks[i].block, name, sizeof(name), &bank), "no block 0x%06x",
                blocks[i].block);
            continue;
        }
        if (!ok(snbep_model.block(blocks[i].block, name, sizeof(name), &bank), "block 0x%06x",
                blocks[i].block))
            continue;
        is_str(name, blocks[i].name, "... by name");
        is_str(bank->name, blocks[i].bank, "... its registers");
        is_str(snbep_model.variant(blocks[i].block, &prose), blocks[i].variant, "... its variant");
    }
}

/* A search meets each block once, and its number leads back to it. */
static void test_block_search(void)
{
    char name[MACHINE_BLOCK_NAME];
    const struct reg_bank *bank;
    unsigned expected = SNBEP_MAX_CPUS, found = 0, steps = 0;
    bool same = true;

    for (unsigned v = 0; v < SNBEP_N_VARIANTS; v++) {
        const struct snbep_variant *variant = snbep_variants[v];

        same &= variant->number == v;
        expected += intel_lbr_bank(variant->core) ? SNBEP_MAX_CPUS : 0;
        expected += SNBEP_MAX_CPUS + SNBEP_MAX_SOCKETS * (variant->n_boxes + 3 + !!variant->second +
                                                             2 * !!variant->discovery);
        for (unsigned box = 0; box < variant->n_boxes; box++) {
            struct snbep_block b;

            same &= snbep_block_find(snbep_box_block(variant, 1, box), &b) && b.box == box &&
                    b.variant == variant && b.socket == 1 && b.place == &variant->boxes[box];
        }
    }
    for (unsigned b = 0; b < snbep_model.end_block; b = machine_block_after(&snbep_model, b)) {
        found += snbep_model.block(b, name, sizeof(name), &bank);
        steps++;
    }
    ok(same, "each box has its own number");
    is_u64(found, expected, "a search finds all blocks");
    ok(steps < 2 * expected, "... in few steps");
}

/* A list for each variant of a channel's BOX_CTL and each other kind of box. */
static void test_lists(void)
{
    static const struct {
        const char *name;
        unsigned n; /* 0: oracle_manual_test.c has them */
    } lists[] = {{"imc", 25}, {"imc-guide", 25}, {"imc-ivt", 0}, {"imc-hsx", 0}, {"imc-skx", 0},
        {"imc-clx", 0}, {"imc-icx", 0}, {"ha", 37}, {"qpi", 41}, {"r2pcie", 14}, {"r3qpi", 22},
        {"cbo", 24}, {"pcu", 37}, {"ubox-msr", 8}, {"ha-ivt", 52}, {"qpi-ivt", 63},
        {"r2pcie-ivt", 16}, {"r3qpi-ivt", 26}, {"cbo-ivt", 24}, {"pcu-ivt", 71},
        {"ubox-msr-ivt", 7}, {"ha-hsx", 59}, {"qpi-hsx", 63}, {"r2pcie-hsx", 18}, {"r3qpi-hsx", 33},
        {"r3qpi-bdx", 33}, {"cbo-hsx", 31}, {"sbo-hsx", 18}, {"pcu-hsx", 59}, {"ubox-msr-hsx", 6},
        {"ubox-msr-bdx", 6}, {"cha", 0}, {"cha-clx", 0}, {"pcu-skx", 27}, {"ubox-msr-skx", 5},
        {"upi", 0}, {"m2m", 0}, {"m2m-clx", 0}, {"m3upi", 0}, {"iio", 16}, {"irp", 30},
        {"imc-spr", 0}, {"pcu-spr", 25}, {"m2m-spr", 38}, {"upi-spr", 38}, {"irp-spr", 28},
        {"mdf-spr", 3}};
    const unsigned n_lists = sizeof(lists) / sizeof(lists[0]);
    struct machine_events events;
    unsigned known = 0;

    for (unsigned list = 0; snbep_model.events(list, &events); list++) {
        unsigned of = 0;

        while (of < n_lists && strcmp(lists[of].name, events.name) != 0)
            of++;
        known += of < n_lists;
        is_str(events.prose, "events of general counters", "... in words");
        is_str(events.code, "ev_sel", "... coded by ev_sel");
        is_str(events.number, "max/cycle", "... each with a maximum");
        is_str(events.text, "counts", "... with the counts in words");
        bool selects = !strncmp(events.name, "pcu", 3) && strcmp(events.name, "pcu-spr");

        is_str(events.sub, selects ? "occ_sel" : "umask", "... and a umask or an equivalent");
        is_u64(events.code_bits, selects || !strncmp(events.name, "qpi", 3) ? 9 : 8,
            "... codes of 8 bits, or with an extended one");
        if (of < n_lists)
            ok(lists[of].n ? events.n_events == lists[of].n : events.n_events > 25,
                "... in the expected number");
    }
    is_u64(known, n_lists, "each of these kinds has a list");
}

/* 327043-001, table 2-67 and the next pages: codes and maximum increments. */
static void test_events(void)
{
    static const struct {
        const char *name;
        uint8_t code;
        unsigned max, n_subs;
    } rows[] = {
        {"CLOCKTICKS", 0x00, 1, 0},
        {"ACT_COUNT", 0x01, 1, 0},
        {"PRE_COUNT", 0x02, 1, 2},
        {"CAS_COUNT", 0x04, 1, 7},
        {"DRAM_REFRESH", 0x05, 1, 2},
        {"DRAM_PRE_ALL", 0x06, 1, 0},
        {"MAJOR_MODES", 0x07, 1, 4},
        {"PREEMPTION", 0x08, 1, 2},
        {"ECC_CORRECTABLE_ERRORS", 0x09, 1, 0},
        {"RPQ_INSERTS", 0x10, 1, 0},
        {"RPQ_CYCLES_NE", 0x11, 1, 0},
        {"RPQ_CYCLES_FULL", 0x12, 1, 0},
        {"WPQ_INSERTS", 0x20, 1, 0},
        {"WPQ_CYCLES_NE", 0x21, 1, 0},
        {"WPQ_CYCLES_FULL", 0x22, 1, 0},
        {"WPQ_READ_HIT", 0x23, 1, 0},
        {"WPQ_WRITE_HIT", 0x24, 1, 0},
        {"POWER_THROTTLE_CYCLES", 0x41, 1, 8},
        {"POWER_SELF_REFRESH", 0x43, 1, 0},
        {"RPQ_OCCUPANCY", 0x80, 22, 0},
        {"WPQ_OCCUPANCY", 0x81, 32, 0},
        {"POWER_CKE_CYCLES", 0x83, 16, 8},
        {"POWER_CHANNEL_DLLOFF", 0x84, 1, 0},
        {"POWER_CHANNEL_PPD", 0x85, 4, 0},
        {"POWER_CRITICAL_THROTTLE_CYCLES", 0x86, 1, 0},
    };

    for (unsigned i = 0; i < 25; i++) {
        struct machine_event event = {.code = 0xdead, .number = 0xdead, .n_subs = 0xdead};
        snbep_model.event(i % 2, i, &event);
        is_str(event.name, rows[i].name, "event %02x", rows[i].code);
        ok(event.code == rows[i].code && event.number == rows[i].max &&
                event.n_subs == rows[i].n_subs,
            "... its code, at most %u a cycle, %u sub-events and names of several", rows[i].max,
            rows[i].n_subs);
    }
}

/* Headers of all functions are one block. Each offset identifies the function.
 * */
static void test_functions(void)
{
    static const struct {
        const char *name;
        uint32_t offset, within;
    } rows[] = {{"10.0", 0x8000, 0}, {"10.5", 0x8500, 0}, {"13.5", 0x9d02, 2},
        {"08.0", 0x400e, 0x0e}, {"1f.7", 0xff3f, 0x3f}, {"00.1", 0x0100, 0}};
    uint32_t offset = 0xd8;
    char name[8];

    for (unsigned i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
        offset = rows[i].offset;
        ok(snbep_model.function(&pci_bank, &offset, name, sizeof(name)), "offset %x",
            rows[i].offset);
        is_str(name, rows[i].name, "... device and function");
        is_u64(offset, rows[i].within, "... and the rest");
    }
    offset = 0xd8;
    ok(!snbep_model.function(&imc_bank, &offset, name, sizeof(name)) && offset == 0xd8,
        "a monitor belongs to one function");
}

static void test_values(void)
{
    const struct reg *ctl = &imc_bank.regs[IMC_CTL0], *box = &imc_guide_bank.regs[IMC_BOX_CTL];
    unsigned ev_sel = (unsigned)reg_field_named(ctl, "ev_sel"),
             umask = (unsigned)reg_field_named(ctl, "umask");
    const uint64_t reads = 0x00400304;

    is_str(snbep_model.value_name(ctl, ev_sel, reads), "CAS_COUNT", "400304 is CAS_COUNT");
    is_str(snbep_model.value_name(ctl, umask, reads), "RD", "... with RD");
    is_str(snbep_model.value_name(ctl, ev_sel, 0x03), NULL, "event 3 has no name");
    is_str(snbep_model.value_name(ctl, umask, 0x0504), NULL, "nor has umask 5");
    is_str(snbep_model.value_name(ctl, (unsigned)reg_field_named(ctl, "en"), reads), NULL,
        "nor have other fields");
    is_str(snbep_model.value_name(box, 0, 0x304), NULL, "nor other registers");
    is_u64(
        (uint64_t)snbep_model.value_named(ctl, ev_sel, 0, "cas_count"), 4, "CAS_COUNT is event 4");
    is_u64((uint64_t)snbep_model.value_named(ctl, umask, 4, "WR"), 0x0c, "its WR is c");
    ok(snbep_model.value_named(ctl, umask, 0x80, "WR") == -1 &&
            snbep_model.value_named(ctl, ev_sel, 0, "X") == -1 &&
            snbep_model.value_named(box, 0, 0, "RD") == -1,
        "an unknown name is refused");
}

int main(void)
{
    test_blocks();
    test_block_numbers();
    test_block_search();
    test_lists();
    test_events();
    test_functions();
    test_values();
    return done_testing();
}
