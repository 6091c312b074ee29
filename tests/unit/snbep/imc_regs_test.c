/* SPDX-License-Identifier: GPL-2.0-or-later */
/* A channel monitor's registers as software sees them. Every number is typed
 * from the manuals. */
#include "tests/imc_box.h"

struct expected {
    const char *name;
    uint32_t offset;
    unsigned bytes;
    uint64_t held; /* value read back after a write of all ones */
};

#define COUNTERS                                                                                   \
    {"PMON_CTR0", 0xa0, 8, UINT64_C(0xffffffffffff)},                                              \
        {"PMON_CTR1", 0xa8, 8, UINT64_C(0xffffffffffff)},                                          \
        {"PMON_CTR2", 0xb0, 8, UINT64_C(0xffffffffffff)},                                          \
        {"PMON_CTR3", 0xb8, 8, UINT64_C(0xffffffffffff)},                                          \
    {                                                                                              \
        "PMON_FIXED_CTR", 0xd0, 8, UINT64_C(0xffffffffffff)                                        \
    }
#define CONTROLS                                                                                   \
    {"PMON_CTL0", 0xd8, 4, 0xffc4ffff}, {"PMON_CTL1", 0xdc, 4, 0xffc4ffff},                        \
        {"PMON_CTL2", 0xe0, 4, 0xffc4ffff}, {"PMON_CTL3", 0xe4, 4, 0xffc4ffff},                    \
    {                                                                                              \
        "PMON_FIXED_CTL", 0xf0, 4, 0x00400000                                                      \
    }

static const struct expected silicon[] = {
    COUNTERS, CONTROLS, {"PMON_BOX_CTL", 0xf4, 4, 0x00030100}, {"PMON_UNIT_STATUS", 0xf8, 4, 0}};
static const struct expected guide[] = {
    COUNTERS, CONTROLS, {"PMON_BOX_CTL", 0xf4, 4, 0x00000000}, {"PMON_UNIT_STATUS", 0xf8, 4, 0}};
enum { N_REGISTERS = sizeof(silicon) / sizeof(silicon[0]) };

static const char *const mode_names[] = {"silicon", "guide"};

static void test_map(enum imc_mode mode, const struct expected *registers)
{
    const struct reg_bank *bank = mode == IMC_GUIDE ? &imc_guide_bank : &imc_bank;

    is_u64(bank->n_regs, N_REGISTERS, "%s: the manual's number of registers", mode_names[mode]);
    for (unsigned i = 0; i < N_REGISTERS; i++) {
        const struct expected *e = &registers[i];
        struct imc_box box;
        int reg = reg_bank_named(bank, e->name);
        if (!ok(reg >= 0 && bank->regs[reg].offset == e->offset &&
                    bank->regs[reg].width == 8 * e->bytes,
                "%s: %s is at %x, %u bytes", mode_names[mode], e->name, e->offset, e->bytes))
            continue;
        tap_scribble(&box, sizeof(box));
        imc_reset(&box, mode, DDR3_1600);
        imc_write(&box, 0, e->offset, e->bytes, UINT64_MAX);
        is_u64(
            imc_read(&box, 0, e->offset, e->bytes), e->held, "... which holds the expected bits");
    }
}

static void test_reset(enum imc_mode mode)
{
    struct imc_box box;
    uint64_t any = 0, beside = 0;

    tap_scribble(&box, sizeof(box));
    imc_reset(&box, mode, DDR3_1600);
    for (uint32_t at = 0; at < 0x100; at++)
        any |= imc_read(&box, 0, at, 1);
    is_u64(any, 0, "%s: everything is 0 after reset", mode_names[mode]);
    for (uint32_t at = 0; at < 0x100; at++)
        imc_write(&box, 0, at, 1, 0xff);
    for (uint32_t at = 0; at < 0x100; at++)
        if (at < 0xa0 || (at >= 0xc0 && at < 0xd0) || (at >= 0xe8 && at < 0xf0) || at >= 0xf8)
            beside |= imc_read(&box, 0, at, 1);
    is_u64(beside, 0, "%s: offsets without a register hold nothing", mode_names[mode]);
}

/* Values that real software writes to BOX_CTL, and what reads back. */
static void test_box_control(void)
{
    static const struct {
        const char *who;
        uint32_t written, silicon;
    } cases[] = {
        {"Linux, at probe", 0x10003, 0x10000},
        {"Linux, freezing", 0x10100, 0x10100},
        {"PCM, with reset", 0x10102, 0x10100},
        {"TACC", 0x00103, 0x00100},
        {"the datasheet's overflow enable", 0x20000, 0x20000},
        {"cleanup", 0, 0},
    };
    struct imc_box box[IMC_N_MODES];

    for (unsigned mode = 0; mode < IMC_N_MODES; mode++) {
        tap_scribble(&box[mode], sizeof(box[mode]));
        imc_reset(&box[mode], (enum imc_mode)mode, DDR3_1600);
    }
    for (unsigned i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        imc_write(&box[IMC_SILICON], 0, AT_BOX_CTL, 4, cases[i].written);
        imc_write(&box[IMC_GUIDE], 0, AT_BOX_CTL, 4, cases[i].written);
        is_u64(imc_read(&box[IMC_SILICON], 0, AT_BOX_CTL, 4), cases[i].silicon,
            "silicon, BOX_CTL: %s", cases[i].who);
        is_u64(imc_read(&box[IMC_GUIDE], 0, AT_BOX_CTL, 4), 0, "guide: reads as 0");
    }
}

/* ---- actions of writes ---- */

/* All counters at 5, all controls with their event and disabled. */
static void fill(struct imc_box *box, enum imc_mode mode)
{
    imc_reset(box, mode, DDR3_1600);
    for (unsigned i = 0; i < 4; i++) {
        imc_write(box, 0, AT_CTR0 + 8 * i, 8, 5);
        control(box, 0, i, 0x0304);
    }
    imc_write(box, 0, AT_FIXED_CTR, 8, 5);
}

static unsigned counters_holding(struct imc_box *box, uint64_t value)
{
    unsigned n = fixed(box, 0) == value;

    for (unsigned i = 0; i < 4; i++)
        n += counter(box, 0, i) == value;
    return n;
}

static unsigned controls_holding(struct imc_box *box, uint64_t value)
{
    unsigned n = 0;

    for (unsigned i = 0; i < 4; i++)
        n += imc_read(box, 0, AT_CTL0 + 4 * i, 4) == value;
    return n;
}

static void test_box_resets(void)
{
    struct imc_box box;

    fill(&box, IMC_SILICON);
    imc_write(&box, 0, AT_BOX_CTL, 4, 2);
    ok(counters_holding(&box, 0) == 5, "silicon: bit 1 clears all counters");
    ok(controls_holding(&box, 0x0304) == 4, "... but no control");
    fill(&box, IMC_SILICON);
    imc_write(&box, 0, AT_FIXED_CTL, 4, EN);
    imc_write(&box, 0, AT_BOX_CTL, 4, 1);
    ok(controls_holding(&box, 0) == 4 && !imc_read(&box, 0, AT_FIXED_CTL, 4),
        "silicon: bit 0 clears all controls");
    ok(counters_holding(&box, 5) == 5, "... but no counter");
    imc_write(&box, 0, AT_BOX_CTL + 1, 1, 3);
    ok(counters_holding(&box, 5) == 5, "a byte write next to the bits triggers nothing");
    fill(&box, IMC_GUIDE);
    imc_write(&box, 0, AT_BOX_CTL, 4, 3);
    ok(counters_holding(&box, 5) == 5 && controls_holding(&box, 0x0304) == 4,
        "guide: bits 1:0 do nothing");
}

static void test_fixed_reset(void)
{
    for (unsigned mode = 0; mode < IMC_N_MODES; mode++) {
        struct imc_box box;
        fill(&box, (enum imc_mode)mode);
        imc_write(&box, 1000, AT_FIXED_CTL, 4, EN | FIXED_RST);
        is_u64(fixed(&box, 1010), 8, "%s: en and rst at once: cleared, then running",
            mode_names[mode]);
        is_u64(counter(&box, 1010, 0), 5, "... the others unchanged");
        is_u64(imc_read(&box, 1010, AT_FIXED_CTL, 4), EN, "... and rst reads as 0");
        imc_write(&box, 1010, AT_FIXED_CTL, 4, FIXED_RST);
        is_u64(fixed(&box, 2000), 0, "... rst alone clears and stops");
    }
}

/* ---- enable bits ---- */

static void test_enable_bits(void)
{
    uint32_t general = 0, fixed_bits = 0;

    for (unsigned bit = 0; bit < 32; bit++) {
        struct imc_box box;
        tap_scribble(&box, sizeof(box));
        imc_reset(&box, IMC_SILICON, ONE_GHZ);
        control(&box, 0, 0, UINT32_C(1) << bit);
        imc_write(&box, 0, AT_FIXED_CTL, 4, UINT32_C(1) << bit);
        general |= counter(&box, 100, 0) ? UINT32_C(1) << bit : 0;
        fixed_bits |= fixed(&box, 100) ? UINT32_C(1) << bit : 0;
    }
    is_u64(general, 0x400000, "bit 22 alone makes a general counter count");
    is_u64(fixed_bits, 0x400000, "bit 22 alone makes the fixed counter count");
}

int main(void)
{
    test_map(IMC_SILICON, silicon);
    test_map(IMC_GUIDE, guide);
    test_reset(IMC_SILICON);
    test_reset(IMC_GUIDE);
    test_box_control();
    test_box_resets();
    test_fixed_reset();
    test_enable_bits();
    return done_testing();
}
