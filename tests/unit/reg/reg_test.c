/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Register descriptions and the register file, and a lint of every bank of
 * snbep. */
#include "models/reg/bank.h"
#include "models/snbep/snbep.h"
#include "tests/rng.h"
#include "tests/tap.h"

/* ---- field masks ---- */

static void test_masks(void)
{
    static const struct {
        enum reg_numbering numbering;
        uint8_t width, first, last;
        uint64_t mask;
    } cases[] = {
        {REG_LSB0, 32, 31, 24, 0xff000000},
        {REG_LSB0, 32, 22, 22, 0x00400000},
        {REG_LSB0, 32, 0, 0, 0x00000001},
        {REG_LSB0, 8, 7, 0, 0xff},
        {REG_LSB0, 64, 47, 0, UINT64_C(0x0000ffffffffffff)},
        {REG_LSB0, 64, 63, 0, UINT64_MAX},
        {REG_LSB0, 64, 63, 63, UINT64_C(0x8000000000000000)},
        {REG_MSB0, 64, 0, 0, UINT64_C(0x8000000000000000)},
        {REG_MSB0, 64, 63, 63, 1},
        {REG_MSB0, 64, 0, 63, UINT64_MAX},
        {REG_MSB0, 64, 4, 7, UINT64_C(0x0f00000000000000)},
        {REG_MSB0, 32, 0, 7, 0xff000000},
        {REG_MSB0, 32, 31, 31, 1},
        {REG_MSB0, 8, 6, 7, 0x03},
    };

    for (unsigned i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        const struct reg_field field[] = {{"f", cases[i].first, cases[i].last, REG_RW, 0, ""}};
        const struct reg reg = {
            .width = cases[i].width, .numbering = cases[i].numbering, REG_TABLE(field)};
        is_u64(reg_field_mask(&reg, field), cases[i].mask, "mask of bits %u:%u of %u, %s",
            cases[i].first, cases[i].last, cases[i].width,
            cases[i].numbering == REG_LSB0 ? "LSB0" : "MSB0");
    }
}

static const struct reg_field ibm_fields[] = {
    {"low", 0, 7, REG_RW, 0x81, ""},
    {"one", 8, 8, REG_RW, 0, ""},
    {"rsv", 9, 61, REG_RV, 0, ""},
    {"tail", 62, 63, REG_RW, 2, ""},
};
static const struct reg ibm = {
    .name = "IBM", .width = 64, .numbering = REG_MSB0, REG_TABLE(ibm_fields)};

static void test_get_and_set(void)
{
    is_u64(reg_reset(&ibm), UINT64_C(0x8100000000000002), "reset values are at their IBM bits");
    is_u64(reg_get(&ibm, 0, UINT64_C(0xab80000000000000)), 0xab, "IBM bits 0:7 are the top byte");
    is_u64(reg_get(&ibm, 1, UINT64_C(0x0080000000000000)), 1, "IBM bit 8");
    is_u64(reg_set(&ibm, 3, UINT64_MAX, 0), UINT64_MAX - 3, "setting a field keeps the others");
    is_u64(reg_set(&ibm, 1, 0, 0xfe), 0, "bits beyond the field are dropped");
    is_u64(reg_access_mask(&ibm, REG_RW), UINT64_C(0xff80000000000003), "bits of one access mode");
    ok(reg_field_named(&ibm, "TAIL") == 3, "a field is found in any case");
    ok(reg_field_named(&ibm, "rsv") == -1, "a reserved field is not found by name");
    ok(reg_field_named(&ibm, "tai") == -1, "nor is part of a name");
}

/* ---- access modes ---- */

static const struct reg_field mode_fields[] = {
    {"rw", 31, 24, REG_RW, 0x5c, ""},
    {"ro", 23, 20, REG_RO, 0xa, ""},
    {"wo", 19, 16, REG_WO, 0x3, ""},
    {"action", 15, 12, REG_ACTION, 0, ""},
    {"rw1c", 11, 8, REG_RW1C, 0xf, ""},
    {"rsv", 7, 0, REG_RV, 0, ""},
};
static const struct reg modes = {
    .name = "MODES", .width = 32, .numbering = REG_LSB0, REG_TABLE(mode_fields)};

static void test_access_modes(void)
{
    const uint32_t all = UINT32_MAX;

    is_u64(reg_reset(&modes), 0x5ca30f00, "reset");
    is_u64(reg_read(&modes, 0xffffffff), 0xfff00f00, "WO, action and reserved bits read as 0");
    is_u64(reg_write(&modes, 0x5ca30f00, all, all), 0xffaf0000,
        "ones set RW and WO, clear RW1C, keep RO");
    is_u64(reg_write(&modes, 0xffaf0f00, 0, all), 0x00a00f00,
        "zeros clear RW and WO, keep RW1C and RO");
    is_u64(reg_write(&modes, 0x00000f00, 0x00000500, all), 0x00000a00, "RW1C clears bit by bit");
    is_u64(reg_write(&modes, 0, 0x00000f00, all), 0, "software cannot set RW1C");
    is_u64(reg_actions(&modes, all, all), 0x0000f000, "only action bits trigger actions");
    is_u64(reg_actions(&modes, 0x00009abc, all), 0x00009000, "only action bits written as 1");
}

static void test_lanes(void)
{
    is_u64(reg_write(&modes, 0x11a10f00, 0xffffffff, 0xff000000), 0xffa10f00,
        "a byte write to the top");
    is_u64(
        reg_write(&modes, 0x11a10f00, 0x00000000, 0x00ff0000), 0x11a00f00, "a byte write of zeros");
    is_u64(reg_write(&modes, 0x11a10f00, 0xffffffff, 0xffff0000), 0xffaf0f00,
        "a word write keeps RW1C outside of it");
    is_u64(reg_write(&modes, 0x11a10f00, 0xffffffff, 0x0000ffff), 0x11a10000,
        "a word write keeps RW outside of it");
    is_u64(reg_actions(&modes, UINT32_MAX, 0xffff0000), 0, "no action outside the lanes");
}

/* ---- banks ---- */

#define ALL_RW(name_, bits)                                                                        \
    static const struct reg_field name_[] = {{"v", (bits)-1, 0, REG_RW, 0, ""}}
ALL_RW(v8, 8);
ALL_RW(v16, 16);
ALL_RW(v24, 24);
ALL_RW(v32, 32);
static const struct reg_field v64[] = {{"rsv", 63, 48, REG_RV, 0, ""}, {"v", 47, 0, REG_RW, 0, ""}};

/* Adjacent registers, gaps and odd places: 10-13, 18-1f, 20-21, 22, 25-27. */
static const struct reg mixed_regs[] = {
    {.name = "A", .offset = 0x10, .width = 32, REG_TABLE(v32)},
    {.name = "B", .offset = 0x18, .width = 64, REG_TABLE(v64)},
    {.name = "C", .offset = 0x20, .width = 16, REG_TABLE(v16)},
    {.name = "D", .offset = 0x22, .width = 8, REG_TABLE(v8)},
    {.name = "E", .offset = 0x25, .width = 24, REG_TABLE(v24)},
};
enum { MIXED = 5 };
static const struct reg_bank mixed = {"mixed", "", REG_SPACE_PCI, REG_BANK_REGS(mixed_regs, MIXED)};

/* A bank has as many registers as it declares, whatever follows them. */
static void test_end(void)
{
    static const struct reg_bank four = {"four", "", REG_SPACE_PCI, mixed_regs, 4, NULL};
    uint64_t values[MIXED] = {1, 2, 3, 4, 0x555555};

    ok(reg_bank_named(&four, "d") == 3 && reg_bank_named(&four, "E") == -1,
        "the fifth is not found by name");
    ok(reg_bank_at(&four, 0x22) == 3 && reg_bank_at(&four, 0x25) == -1, "... nor by offset");
    is_u64(reg_bank_read(&four, values, 0x22, 8), 4, "... nor read");
    reg_bank_write(&four, values, 0x22, 8, 0, NULL, NULL);
    ok(values[3] == 0 && values[4] == 0x555555, "... nor written");
    values[3] = 4;
    reg_bank_reset(&four, values);
    ok(values[3] == 0 && values[4] == 0x555555, "... nor reset");
}

static void test_halves(void)
{
    uint64_t values[MIXED];

    reg_bank_reset(&mixed, values);
    reg_bank_write(&mixed, values, 0x18, 4, 0x89abcdef, NULL, NULL);
    reg_bank_write(&mixed, values, 0x1c, 4, 0xffff4567, NULL, NULL);
    is_u64(values[1], UINT64_C(0x456789abcdef),
        "a 64-bit register written by halves, reserved bits dropped");
    is_u64(reg_bank_read(&mixed, values, 0x18, 4), 0x89abcdef, "low half");
    is_u64(reg_bank_read(&mixed, values, 0x1c, 4), 0x4567, "high half");
    is_u64(reg_bank_read(&mixed, values, 0x1b, 2), 0x6789, "a word across both halves");
    is_u64(reg_bank_read(&mixed, values, 0x18, 8), UINT64_C(0x456789abcdef), "both at once");
}

/* To software, such a bank is an array of bytes, some of which stay 0. */
static bool holds_bytes(uint32_t at)
{
    return (at >= 0x10 && at < 0x14) || (at >= 0x18 && at < 0x1e) || (at >= 0x20 && at < 0x23) ||
           (at >= 0x25 && at < 0x28);
}

static void test_any_access(void)
{
    struct rng rng = {1};
    uint64_t values[MIXED];
    uint8_t bytes[0x40] = {0};
    bool good = true;

    reg_bank_reset(&mixed, values);
    for (unsigned i = 0; i < 20000 && good; i++) {
        uint32_t at = (uint32_t)rng_below(&rng, 0x38);
        unsigned size = 1 + (unsigned)rng_below(&rng, 8);
        uint64_t value = rng_next(&rng), expected = 0;

        if (rng_one_in(&rng, 2)) {
            reg_bank_write(&mixed, values, at, size, value, NULL, NULL);
            for (unsigned b = 0; b < size; b++)
                if (holds_bytes(at + b))
                    bytes[at + b] = (uint8_t)(value >> 8 * b);
        }
        for (unsigned b = size; b-- > 0;)
            expected = expected << 8 | bytes[at + b];
        good = reg_bank_read(&mixed, values, at, size) == expected;
        if (!good)
            printf("# step %u: %u bytes at %x\n", i, size, at);
    }
    ok(good,
        "reads and writes of 1 to 8 bytes anywhere, across registers and gaps, are those of bytes");
}

struct seen {
    unsigned n;
    unsigned reg[4];
    uint64_t held[4], actions[4];
};

static void note(void *block, unsigned reg, uint64_t held, uint64_t actions)
{
    struct seen *seen = block;

    seen->reg[seen->n] = reg;
    seen->held[seen->n] = held;
    seen->actions[seen->n++] = actions;
}

/* Registers of whole words; bytes of two registers; numbers. A copy of each
 * bank has no room for prepared data. */
static const struct reg word_regs[] = {
    {.name = "A", .offset = 0x30, .width = 32, REG_TABLE(mode_fields)},
    {.name = "B", .offset = 0x18, .width = 64, REG_TABLE(v64)},
    {.name = "C", .offset = 0x20, .width = 32, REG_TABLE(mode_fields)},
};
static const struct reg shared_regs[] = {
    {.name = "A", .offset = 0x10, .width = 32, REG_TABLE(v32)},
    {.name = "B", .offset = 0x12, .width = 32, REG_TABLE(v32)},
    {.name = "C", .offset = 0x16, .width = 16, REG_TABLE(v16)},
};
static const struct reg_bank prepared_banks[] = {
    {"words", "", REG_SPACE_PCI, REG_BANK_REGS(word_regs, 3)},
    {"mixed", "", REG_SPACE_PCI, REG_BANK_REGS(mixed_regs, MIXED)},
    {"shared", "", REG_SPACE_MMIO, REG_BANK_REGS(shared_regs, 3)},
    {"numbers", "", REG_SPACE_MSR, REG_BANK_REGS(word_regs, 3)},
};
enum { BANKS = sizeof(prepared_banks) / sizeof(prepared_banks[0]) };
static const struct reg_bank plain_banks[BANKS] = {
    {"words", "", REG_SPACE_PCI, word_regs, 3, NULL},
    {"mixed", "", REG_SPACE_PCI, mixed_regs, MIXED, NULL},
    {"shared", "", REG_SPACE_MMIO, shared_regs, 3, NULL},
    {"numbers", "", REG_SPACE_MSR, word_regs, 3, NULL},
};

static bool alike(unsigned b, uint32_t at, unsigned size, uint64_t value)
{
    const struct reg_bank *one = &prepared_banks[b], *other = &plain_banks[b];
    uint64_t values[MIXED] = {value, ~value, value * 3, value * 5, value * 7}, others[MIXED];
    struct seen seen[2] = {{0}};

    memcpy(others, values, sizeof(values));
    if (reg_bank_at(one, at) != reg_bank_at(other, at) ||
        reg_bank_read(one, values, at, size) != reg_bank_read(other, others, at, size))
        return false;
    reg_bank_write(one, values, at, size, value * 11, note, &seen[0]);
    reg_bank_write(other, others, at, size, value * 11, note, &seen[1]);
    return !memcmp(values, others, sizeof(values)) && !memcmp(&seen[0], &seen[1], sizeof(seen[0]));
}

static void test_prepared(void)
{
    struct rng rng = {1};
    uint64_t values[MIXED];

    for (unsigned b = 0; b < BANKS; b++) {
        bool good = true;

        reg_bank_reset(&prepared_banks[b], values);
        for (uint32_t at = 0; at < 0x800; at++)
            for (unsigned size = 1; size <= 8; size++)
                good &= alike(b, at, size, rng_next(&rng));
        ok(good, "a bank of %s is the same, prepared or not", prepared_banks[b].name);
    }
    ok(reg_bank_whole(&prepared_banks[0], 0x18, 8) == 1 &&
            reg_bank_whole(&prepared_banks[0], 0x1c, 4) == 1 &&
            reg_bank_whole(&prepared_banks[0], 0x32, 2) == 0,
        "the register that has all of an access");
    ok(reg_bank_whole(&prepared_banks[0], 0x1c, 8) == -1 &&
            reg_bank_whole(&prepared_banks[0], 0x14, 4) == -1 &&
            reg_bank_whole(&prepared_banks[0], 0x34, 4) == -1 &&
            reg_bank_whole(&prepared_banks[1], 0x22, 2) == -1,
        "... and none contains an access that goes further, or is elsewhere");
    ok(reg_bank_whole(&plain_banks[0], 0x18, 8) == -1, "... or if the bank is not prepared");
    is_u64((uint64_t)reg_bank_whole(&prepared_banks[3], 0x20, 8), 2,
        "a number has one register, whatever the size");
}

/* Whether one of the @size bytes from @at on is one of the bytes [@first,
 * @end). */
static bool meets(uint32_t at, unsigned size, uint32_t first, uint32_t end)
{
    for (uint32_t byte = at; byte < at + size; byte++)
        if (byte >= first && byte < end)
            return true;
    return false;
}

static void test_covering(void)
{
    static const uint32_t first[MIXED] = {0x10, 0x18, 0x20, 0x22, 0x25},
                          end[MIXED] = {0x14, 0x20, 0x22, 0x23, 0x28};
    bool good = true;

    for (unsigned reg = 0; reg < MIXED; reg++)
        for (uint32_t at = 0; at < 0x38; at++)
            for (unsigned size = 1; size <= 8; size++)
                good &=
                    reg_bank_covers(&mixed, reg, at, size) == meets(at, size, first[reg], end[reg]);
    ok(good, "an access covers a register if they share a byte");
}

static void test_written(void)
{
    static const struct reg regs[] = {
        {.name = "LOW", .offset = 0, .width = 32, REG_TABLE(mode_fields)},
        {.name = "HIGH", .offset = 4, .width = 32, REG_TABLE(mode_fields)},
        {.name = "FAR", .offset = 8, .width = 32, REG_TABLE(mode_fields)},
    };
    static const struct reg_bank bank = {"b", "", REG_SPACE_PCI, regs, 3, NULL};
    uint64_t values[3];
    struct seen seen = {0};

    reg_bank_reset(&bank, values);
    reg_bank_write(&bank, values, 0, 8, UINT64_C(0xffffffff00001000), note, &seen);
    ok(seen.n == 2 && seen.reg[0] == 0 && seen.reg[1] == 1,
        "a write reports each register, lowest first");
    ok(seen.held[0] == 0x5ca30f00 && seen.held[1] == 0x5ca30f00, "... with its old value");
    ok(seen.actions[0] == 0x1000 && seen.actions[1] == 0xf000, "... and its own actions");
    seen.n = 0;
    reg_bank_write(&bank, values, 6, 2, 0xffff, note, &seen);
    ok(seen.n == 1 && seen.reg[0] == 1 && !seen.actions[0],
        "a word write triggers no action of other lanes");
    seen.n = 0;
    reg_bank_write(&bank, values, 0x0c, 4, 1, note, &seen);
    ok(!seen.n, "a write without a register reports nothing");
}

static void test_finding(void)
{
    static const struct reg regs[] = {
        {.name = "N0", .offset = 0x10, .width = 64, REG_TABLE(v64)},
        {.name = "N1", .offset = 0x11, .width = 32, REG_TABLE(v32)},
    };
    static const struct reg_bank numbered = {"n", "", REG_SPACE_MSR, regs, 2, NULL};
    uint64_t values[2];

    ok(reg_bank_at(&mixed, 0x17) == -1 && reg_bank_at(&mixed, 0x18) == 1 &&
            reg_bank_at(&mixed, 0x1f) == 1 && reg_bank_at(&mixed, 0x20) == 2,
        "the register that covers an offset");
    ok(reg_bank_named(&mixed, "d") == 3 && reg_bank_named(&mixed, "F") == -1,
        "the register with a name");
    reg_bank_reset(&numbered, values);
    reg_bank_write(&numbered, values, 0x10, 8, UINT64_MAX, NULL, NULL);
    is_u64(values[0], UINT64_C(0xffffffffffff), "a numbered register is written whole");
    is_u64(values[1], 0, "... and its neighbour is another register");
    reg_bank_write(&numbered, values, 0x11, 8, UINT64_MAX, NULL, NULL);
    is_u64(reg_bank_read(&numbered, values, 0x11, 8), UINT32_MAX, "... with its own width");
    is_u64(reg_bank_read(&numbered, values, 0x12, 8), 0, "an unused number reads as 0");
    ok(reg_bank_covers(&numbered, 0, 0x10, 8) && !reg_bank_covers(&numbered, 1, 0x10, 8) &&
            !reg_bank_covers(&numbered, 0, 0x11, 8),
        "an access to a number covers only its register");
}

/* ---- lint of the descriptions ---- */

/* The number of fields that claim each bit, counted from bit 0 = least
 * significant. */
static bool each_bit_once(const struct reg *reg)
{
    unsigned claims[64] = {0};

    for (unsigned f = 0; f < reg->n_fields; f++)
        for (unsigned bit = 0; bit < 64; bit++) {
            const struct reg_field *field = &reg->fields[f];
            unsigned number = reg->numbering == REG_LSB0 ? bit : reg->width - 1u - bit;
            unsigned low = field->first < field->last ? field->first : field->last;
            unsigned high = field->first < field->last ? field->last : field->first;
            claims[bit] += number >= low && number <= high;
        }
    for (unsigned bit = 0; bit < 64; bit++)
        if (claims[bit] != (bit < reg->width))
            return false;
    return true;
}

static bool fields_in_order(const struct reg *reg)
{
    for (unsigned f = 0; f < reg->n_fields; f++)
        if (reg->numbering == REG_LSB0 ? reg->fields[f].first < reg->fields[f].last
                                       : reg->fields[f].first > reg->fields[f].last)
            return false;
    return true;
}

static bool field_names_unique(const struct reg *reg)
{
    for (unsigned f = 0; f < reg->n_fields; f++)
        if (reg->fields[f].access != REG_RV && reg_field_named(reg, reg->fields[f].name) != (int)f)
            return false;
    return true;
}

static bool resets_possible(const struct reg *reg)
{
    for (unsigned f = 0; f < reg->n_fields; f++) {
        const struct reg_field *field = &reg->fields[f];
        bool holds_nothing = field->access == REG_RV || field->access == REG_ACTION;
        if (reg_get(reg, f, reg_set(reg, f, 0, field->reset)) != field->reset ||
            (holds_nothing && field->reset))
            return false;
    }
    return true;
}

static bool described(const struct reg *reg)
{
    bool good = reg->prose && *reg->prose && reg->source && *reg->source;

    for (unsigned f = 0; f < reg->n_fields; f++)
        good &= reg->fields[f].prose && *reg->fields[f].prose && *reg->fields[f].name;
    return good;
}

static bool apart(const struct reg_bank *bank, const struct reg *reg)
{
    unsigned bytes = reg_bank_numbered(bank) ? 1 : reg->width / 8u;

    for (const struct reg *other = bank->regs; other < reg; other++) {
        unsigned other_bytes = reg_bank_numbered(bank) ? 1 : other->width / 8u;
        if (reg->offset < other->offset + other_bytes && other->offset < reg->offset + bytes)
            return false;
    }
    return true;
}

static bool whole_bytes(const struct reg *reg)
{
    return reg->width >= 8 && reg->width <= 64 && reg->width % 8 == 0;
}

static bool register_name_unique(const struct reg_bank *bank, const struct reg *reg)
{
    return reg_bank_named(bank, reg->name) == reg - bank->regs;
}

static bool every(const char *what, const struct reg_bank *bank, bool (*holds)(const struct reg *))
{
    for (unsigned i = 0; i < bank->n_regs; i++)
        if (!holds(&bank->regs[i])) {
            printf("# not so: %s.%s %s\n", bank->name, bank->regs[i].name, what);
            return false;
        }
    return true;
}

static bool every_beside(
    const struct reg_bank *bank, bool (*holds)(const struct reg_bank *, const struct reg *))
{
    for (unsigned i = 0; i < bank->n_regs; i++)
        if (!holds(bank, &bank->regs[i])) {
            printf("# not so: %s.%s\n", bank->name, bank->regs[i].name);
            return false;
        }
    return true;
}

static void lint(const struct reg_bank *bank)
{
    const char *name = bank->name;

    ok(every("each bit once", bank, each_bit_once), "%s: each bit belongs to exactly one field",
        name);
    ok(every("order", bank, fields_in_order),
        "%s: fields are written in the order of their numbering", name);
    ok(every("names", bank, field_names_unique), "%s: field names are unique in their register",
        name);
    ok(every("resets", bank, resets_possible), "%s: reset values fit their fields", name);
    ok(every("prose", bank, described), "%s: everything has prose, registers have a source", name);
    ok(every("width", bank, whole_bytes), "%s: registers are whole bytes wide", name);
    ok(every_beside(bank, apart), "%s: no two registers overlap", name);
    ok(every_beside(bank, register_name_unique), "%s: register names are unique", name);
}

static void test_lint(void)
{
    const struct reg_bank *const *banks = snbep_model.banks;
    bool unique = true;

    for (unsigned i = 0; banks[i]; i++) {
        lint(banks[i]);
        for (unsigned j = 0; j < i; j++)
            unique &= strcmp(banks[i]->name, banks[j]->name) != 0;
    }
    ok(unique, "banks have unique names");
}

int main(void)
{
    test_masks();
    test_get_and_set();
    test_access_modes();
    test_lanes();
    test_end();
    test_halves();
    test_any_access();
    test_prepared();
    test_covering();
    test_written();
    test_finding();
    test_lint();
    return done_testing();
}
