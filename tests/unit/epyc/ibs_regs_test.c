/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The registers as software sees them, by generation. Every number is typed
 * from the manuals. */
#include "models/epyc/epyc.h"
#include "models/epyc/ext_apic.h"
#include "models/epyc/ibs_state.h"
#include "tests/ibs_cpu.h"

enum { FAM10H, ZEN1, ZEN2, ZEN3, ZEN4, ZEN5, ZEN6, N };

static const char *const names[N] = {"fam10h", "zen1", "zen2", "zen3", "zen4", "zen5", "zen6"};

/* Values read back after a write of all ones. NONE: the register does not
 * exist. */
#define NONE UINT64_C(0x6e6f6e65)
#define ALL  UINT64_MAX

static const struct {
    unsigned msr;
    uint64_t held[N];
} expected[] = {
    {MSR_FETCH_CTL, {0x02030000ffffffff, 0x02030000ffffffff, 0x02030000ffffffff, 0x02030000ffffffff,
                        0x0a030000ffffffff, 0x0a030000ffffffff, 0x0a030000ffffffff}},
    {MSR_FETCH_LIN, {0, 0, 0, 0, 0, 0, 0}},
    {MSR_FETCH_PHYS, {0, 0, 0, 0, 0, 0, 0}},
    {MSR_OP_CTL, {0x000fffff000effff, 0x07ffffff07feffff, 0x07ffffff07feffff, 0x07ffffff07feffff,
                     0x07ffffff07ffffff, 0xffffffff07ffffff, 0xffffffff07ffffff}},
    {MSR_OP_RIP, {ALL, ALL, ALL, ALL, ALL, ALL, ALL}},
    {MSR_OP_DATA, {0x3fffffffff, 0x1fcffffffff, 0x1fcffffffff, 0x1fcffffffff, 0x1fcffffffff,
                      0x1fcffffffff, 0x1fcffffffff}},
    {MSR_OP_DATA2, {0x37, 0x37, 0x37, 0x37, 0xf7, 0xf7, 0x3f7}},
    {MSR_OP_DATA3, {0x0000ffff000fffff, 0xffffffffffffe1ff, 0xffffffffffffe1ff, 0xffffffffffffe1ff,
                       0xffffffffffffe1ff, 0xfffffffffff7e1bf, 0xfffffffffff7e1bf}},
    {MSR_DC_LIN, {ALL, ALL, ALL, ALL, ALL, ALL, ALL}},
    {MSR_DC_PHYS, {0xfffffffffffff, 0xfffffffffffff, 0xfffffffffffff, 0xfffffffffffff,
                      0xfffffffffffff, 0xfffffffffffff, 0xfffffffffffff}},
    {MSR_CTL, {0x100, 0x100, 0x100, 0x100, 0x100, 0x100, 0x100}},
    {MSR_BR_TARGET, {NONE, ALL, ALL, ALL, ALL, ALL, ALL}},
    {MSR_FETCH_EXTD, {NONE, 0, 0, 0, 0, 0, 0}},
    {MSR_OP_DATA4, {NONE, NONE, NONE, NONE, NONE, NONE, NONE}},
    {MSR_OP_CTL2, {NONE, NONE, NONE, NONE, NONE, NONE, 0xf}},
    {MSR_FETCH_CTL2, {NONE, NONE, NONE, NONE, NONE, NONE, 0x7f}},
};
enum { N_EXPECTED = sizeof(expected) / sizeof(expected[0]) };

static void test_map(unsigned variant)
{
    unsigned there = 0;

    for (unsigned i = 0; i < N_EXPECTED; i++) {
        uint64_t held = expected[i].held[variant];
        struct ibs ibs;

        tap_scribble(&ibs, sizeof(ibs));
        ibs_reset(&ibs, (enum ibs_variant)variant, 1);
        if (!ok(ibs_has(&ibs, MSR(expected[i].msr)) == (held != NONE), "%s: %x is %sthere",
                names[variant], MSR(expected[i].msr), held == NONE ? "not " : "") ||
            held == NONE)
            continue;
        there++;
        is_u64(
            rd(&ibs, expected[i].msr), expected[i].msr == MSR_CTL ? 0x100 : 0, "... after reset");
        ok(!wr(&ibs, expected[i].msr, ALL), "... a write of all ones does not interrupt");
        is_u64(rd(&ibs, expected[i].msr), held, "... which holds the expected bits");
    }
    is_u64(
        ibs_bank_of((enum ibs_variant)variant)->n_regs, there, "%s has no others", names[variant]);
}

/* Each bit belongs to one field, and names are unique. */
static void test_soundness(const struct reg_bank *bank)
{
    bool whole = true, described = true;

    for (unsigned i = 0; i < bank->n_regs; i++) {
        const struct reg *reg = &bank->regs[i];
        uint64_t seen = 0;
        for (unsigned f = 0; f < reg->n_fields; f++) {
            uint64_t mask = reg_field_mask(reg, &reg->fields[f]);
            whole &= !(seen & mask);
            described &= reg->fields[f].prose && *reg->fields[f].prose;
            seen |= mask;
        }
        whole &= seen == reg_low_bits(reg->width);
        described &= reg->prose && reg->source && reg_bank_named(bank, reg->name) == (int)i;
    }
    ok(whole, "%s: every bit belongs to exactly one field", bank->name);
    ok(described, "%s: every register and field is described", bank->name);
}

static void test_traits(void)
{
    static const uint32_t caps[N] = {0x1f, 0x3ff, 0x3ff, 0x3ff, 0xbff, 0x81bff, 0x9fbff};
    static const uint32_t families[N] = {0x10, 0x17, 0x17, 0x19, 0x19, 0x1a, 0x1a};
    static const uint32_t models[N] = {0x04, 0x01, 0x31, 0x01, 0x11, 0x02, 0x50};

    for (unsigned v = 0; v < N; v++) {
        const struct ibs_traits *t = ibs_traits((enum ibs_variant)v);
        is_u64(t->caps, caps[v], "%s: capabilities", names[v]);
        is_u64((t->signature >> 8 & 15) + (t->signature >> 20 & 0xff), families[v], "%s: family",
            names[v]);
        is_u64((t->signature >> 4 & 15) | (t->signature >> 12 & 0xf0), models[v], "%s: model",
            names[v]);
        ok(!strcmp(t->name, names[v]), "%s: its name", names[v]);
        /* Facts 2.2: bits 19:4 of the count, and also 26:20 with bit 6 of the
         * capabilities. */
        is_u64(t->op_count_bits, caps[v] & 0x40 ? 27 : 20, "%s: bits of the op counter", names[v]);
        ok(!(t->caps & IBS_CAP_OPDATA4), "%s: bit 10, which Linux lacks, is not set", names[v]);
        ok(!(t->caps & IBS_CAP_BRNTRGT) ==
                !ibs_has(&(struct ibs){.variant = (enum ibs_variant)v}, MSR(MSR_BR_TARGET)),
            "%s: bit 5 and the branch target's register match", names[v]);
    }
}

/* ---- the APIC's extended space ---- */

static void test_apic(void)
{
    static const struct {
        uint32_t offset, reset, held;
    } regs[] = {
        {0x400, 0x00040007, 0x00040007},
        {0x410, 0, 7},
        {0x420, 0, 0xff},
        {0x480, 0xffffffff, 0xffffffff},
        {0x4f0, 0xffffffff, 0xffffffff},
        {0x500, 0x10000, 0x107ff},
        {0x510, 0x10000, 0x107ff},
        {0x520, 0x10000, 0x107ff},
        {0x530, 0x10000, 0x107ff},
    };
    struct ext_apic apic;
    unsigned n = 0;

    tap_scribble(&apic, sizeof(apic));
    ext_apic_reset(&apic);
    for (unsigned i = 0; i < sizeof(regs) / sizeof(regs[0]); i++) {
        is_u64(ext_apic_read(&apic, regs[i].offset), regs[i].reset, "APIC %x after reset",
            regs[i].offset);
        ext_apic_write(&apic, regs[i].offset, UINT32_MAX);
        is_u64(ext_apic_read(&apic, regs[i].offset), regs[i].held, "... after all ones");
    }
    for (uint32_t offset = 0; offset < 0x1000; offset++)
        n += ext_apic_has(offset);
    is_u64(n, 16, "as many registers as the manual has, and LVTPC");
    is_u64(ext_apic_x2apic(0x834), 0x340, "... which x2APIC calls 834");
    is_u64(ext_apic_x2apic(0x850), 0x500, "x2APIC 850 is the first extended LVT entry");
    is_u64(ext_apic_x2apic(0x853), 0x530, "... 853 the last");
    is_u64(ext_apic_x2apic(0x840), 0x400, "... 840 the first register");
    ok(!ext_apic_x2apic(0x854) && !ext_apic_x2apic(0x80f) && !ext_apic_x2apic(0x7ff) &&
            !ext_apic_x2apic(0x950),
        "... others are not the model's");
}

/* Linux's writes, and whether an NMI passes. */
static void test_gate(void)
{
    struct ext_apic apic;

    tap_scribble(&apic, sizeof(apic));
    ext_apic_reset(&apic);
    ext_apic_write(&apic, 0x500, 0x400);
    ok(!ext_apic_passes_nmi(&apic, 0), "an APIC that is off lets nothing pass");
    apic.enabled = true;
    ok(ext_apic_passes_nmi(&apic, 0), "unmasked, type NMI: it passes");
    ext_apic_write(&apic, 0x500, 0x10400);
    ok(!ext_apic_passes_nmi(&apic, 0), "masked: it does not");
    ext_apic_write(&apic, 0x500, 0x000f9);
    ok(!ext_apic_passes_nmi(&apic, 0), "a fixed vector is not an NMI");
    ext_apic_write(&apic, 0x510, 0x400);
    ok(ext_apic_passes_nmi(&apic, 1) && !ext_apic_passes_nmi(&apic, 0) &&
            !ext_apic_passes_nmi(&apic, 4),
        "entries are independent");
}

/* ---- names of values ---- */

static const char *named(enum ibs_variant variant, enum ibs_reg reg, unsigned field, uint64_t value)
{
    return epyc_model.value_name(&ibs_bank_of(variant)->regs[reg], field, value);
}

static void test_value_names(void)
{
    uint64_t valid = BIT(52);
    const struct reg *data2 = &ibs_bank_of(IBS_ZEN4)->regs[IBS_OP_DATA2];

    is_str(named(IBS_ZEN4, IBS_OP_DATA2, OP_DATA2_DATA_SRC_LO, 3), "DRAM", "DataSrc 3");
    is_str(named(IBS_ZEN3, IBS_OP_DATA2, OP_DATA2_DATA_SRC_LO, 7), "IO", "DataSrc 7 of zen3");
    is_str(named(IBS_ZEN4, IBS_OP_DATA2, OP_DATA2_DATA_SRC_LO, 0x40), "CXL",
        "DataSrc 8, of both fields");
    is_str(named(IBS_ZEN3, IBS_OP_DATA2, OP_DATA2_DATA_SRC_LO, 2), "node-cache", "Zen3, DataSrc 2");
    is_str(named(IBS_ZEN4, IBS_OP_DATA2, OP_DATA2_DATA_SRC_LO, 2), "near-CCX", "Zen4, DataSrc 2");
    is_str(named(IBS_ZEN4, IBS_OP_DATA2, OP_DATA2_DATA_SRC_LO, 5), "far-CCX", "Zen4, DataSrc 5");
    is_str(named(IBS_ZEN4, IBS_OP_DATA2, OP_DATA2_DATA_SRC_LO, 4), NULL, "Zen4, DataSrc 4");
    is_str(named(IBS_ZEN4, IBS_OP_DATA2, OP_DATA2_RMT_NODE, 0x10), NULL, "other fields have none");
    is_str(
        named(IBS_ZEN4, IBS_FETCH_CTL, FETCH_L1_TLB_PG_SZ, valid | BIT(53)), "2M", "page size 1");
    is_str(named(IBS_ZEN3, IBS_FETCH_CTL, FETCH_L1_TLB_PG_SZ, valid | BIT(53)), "16K",
        "Zen3, page size 1");
    is_str(named(IBS_ZEN3, IBS_FETCH_CTL, FETCH_L1_TLB_PG_SZ, valid | BIT(54)), "2M",
        "Zen3, page size 2");
    is_str(named(IBS_ZEN4, IBS_FETCH_CTL, FETCH_L1_TLB_PG_SZ, BIT(48)), NULL,
        "no size without a page");
    is_str(
        named(IBS_ZEN4, IBS_OP_DATA3, OP_DATA3_OP_MEM_WIDTH, 4 << 22), "8-bytes", "OpMemWidth 4");
    is_str(named(IBS_ZEN4, IBS_OP_CTL, OP_CNT_CTL, OP_CTL_OPS), "ops", "CntCtl 1");
    is_str(epyc_model.value_name(&apic_bank.regs[APIC_EILVT0], LVT_TYPE, 0x400), "NMI",
        "an entry's type");
    is_u64(
        (uint64_t)epyc_model.value_named(data2, OP_DATA2_DATA_SRC_LO, 0, "dram"), 3, "back: DRAM");
    is_u64((uint64_t)epyc_model.value_named(data2, OP_DATA2_DATA_SRC_LO, 0x40, "cxl"), 0,
        "back: CXL, with 8 known");
    ok(epyc_model.value_named(data2, OP_DATA2_DATA_SRC_LO, 0, "cxl") < 0, "... and without");
    ok(epyc_model.value_named(data2, OP_DATA2_RMT_NODE, 0, "dram") < 0, "no name in another field");
}

/* Compares the names of a field's values, one for each of @n codes. @code_at
 * shifts a code into place. */
static void are_named(const struct reg *reg, unsigned field, const char *const *known, unsigned n,
    uint64_t beside, uint64_t (*code_at)(unsigned code))
{
    for (unsigned code = 0; code < n; code++) {
        uint64_t value = beside | code_at(code);
        is_str(value ? epyc_model.value_name(reg, field, value) : NULL, known[code],
            "%s, code %u: %s", reg->name, code, known[code] ? known[code] : "none");
    }
}

/* Each name, looked up by itself, returns its code. */
static void are_numbered(
    const struct reg *reg, unsigned field, const char *const *known, unsigned n, uint64_t above)
{
    for (unsigned code = 0; code < n; code++)
        if (known[code])
            is_u64((uint64_t)epyc_model.value_named(reg, field, above, known[code]), code,
                "%s is %u", known[code], code);
}

static uint64_t source_at(unsigned code)
{
    return (code & 7) | (uint64_t)(code >> 3) << 6;
}

static uint64_t width_at(unsigned code)
{
    return (uint64_t)code << 22;
}

static uint64_t page_at(unsigned code)
{
    return (uint64_t)code << 53;
}

static uint64_t type_at(unsigned code)
{
    return 0x10000 | (uint64_t)code << 8;
}

/* Facts 1.6, tables A and B; 1.7, OpMemWidth: 2^(n - 1) bytes; 1.3, page sizes;
 * an entry's message type. */
static void test_all_names(void)
{
    static const char *const before[8] = {
        NULL, "local-L3", "node-cache", "DRAM", "remote-cache", NULL, NULL, "IO"};
    static const char *const zen4[32] = {NULL, "local-CCX", "near-CCX", "DRAM", NULL, "far-CCX",
        "PMEM", "IO", "CXL", NULL, NULL, NULL, "peer-agent"};
    static const char *const widths[16] = {
        NULL, "1-byte", "2-bytes", "4-bytes", "8-bytes", "16-bytes", "32-bytes", "64-bytes"};
    static const char *const pages[4] = {"4K", "2M", "1G", "16K"}, *const zen3[4] = {
                                                                       "4K", "16K", "2M", "1G"};
    static const char *const types[8] = {"fixed", NULL, "SMI", NULL, "NMI", NULL, NULL, "external"};
    static const char *const engines[2] = {"cycles", "ops"};
    const struct reg *a = ibs_bank_of(IBS_ZEN3)->regs, *b = ibs_bank_of(IBS_ZEN4)->regs;

    are_named(&a[IBS_OP_DATA2], OP_DATA2_DATA_SRC_LO, before, 8, 0, source_at);
    are_named(&b[IBS_OP_DATA2], OP_DATA2_DATA_SRC_LO, zen4, 32, 0, source_at);
    are_named(&b[IBS_OP_DATA3], OP_DATA3_OP_MEM_WIDTH, widths, 16, 0, width_at);
    are_named(&b[IBS_FETCH_CTL], FETCH_L1_TLB_PG_SZ, pages, 4, BIT(52), page_at);
    are_named(&a[IBS_FETCH_CTL], FETCH_L1_TLB_PG_SZ, zen3, 4, BIT(52), page_at);
    are_named(&apic_bank.regs[APIC_EILVT0 + 3], LVT_TYPE, types, 8, 0, type_at);
    is_str(named(IBS_ZEN4, IBS_OP_CTL, OP_CNT_CTL, 1), "cycles", "CntCtl 0");
    are_numbered(&a[IBS_OP_DATA2], OP_DATA2_DATA_SRC_LO, before, 8, 0);
    are_numbered(&b[IBS_OP_DATA2], OP_DATA2_DATA_SRC_LO, zen4, 8, 0);
    are_numbered(&b[IBS_OP_DATA2], OP_DATA2_DATA_SRC_LO, zen4 + 8, 8, 0x40);
    are_numbered(&b[IBS_OP_DATA3], OP_DATA3_OP_MEM_WIDTH, widths, 16, 0);
    are_numbered(&b[IBS_FETCH_CTL], FETCH_L1_TLB_PG_SZ, pages, 4, 0);
    are_numbered(&a[IBS_FETCH_CTL], FETCH_L1_TLB_PG_SZ, zen3, 4, 0);
    are_numbered(&apic_bank.regs[APIC_EILVT0], LVT_TYPE, types, 8, 0);
    are_numbered(&b[IBS_OP_CTL], OP_CNT_CTL, engines, 2, 0);
    ok(!epyc_model.value_name(&apic_bank.regs[APIC_EILVT0], LVT_MASK, 0x10000) &&
            !named(IBS_ZEN4, IBS_FETCH_CTL, FETCH_EN, BIT(52) | BIT(48)) &&
            !named(IBS_ZEN4, IBS_OP_CTL, OP_EN, OP_CTL_EN) &&
            !named(IBS_ZEN4, IBS_OP_DATA3, OP_DATA3_LD_OP, 1) &&
            !named(IBS_ZEN4, IBS_OP_DATA, OP_DATA_BRN_RET, BIT(37)),
        "other fields have no names");
}

static void test_samples(void)
{
    char text[MACHINE_EVENT_NAME];

    ok(epyc_model.sample_text(0xc0011033, 5, text, sizeof(text)), "a sample of IBS_OP_CTL");
    is_str(text, "op number 5", "... is numbered per op engine");
    ok(epyc_model.sample_text(0xc0011030, 6, text, sizeof(text)), "a sample of IBS_FETCH_CTL");
    is_str(text, "fetch number 6", "... is numbered per fetch engine");
    ok(!epyc_model.sample_text(17, 5, text, sizeof(text)), "other registers have no samples");
}

static void test_cache_text(void)
{
    char text[MACHINE_EVENT_NAME];

    /* Level in 3:0, TLB 5:4, page 7:6, store 8, fetch 9, op cache miss 10,
     * cycles 31:16. */
    ok(epyc_model.cache_text(14 << 16 | BIT(8) | 1 << 6 | 1 << 4 | 2, text, sizeof(text)),
        "a store");
    is_str(text, "store: L2, L2 TLB of 2M, 14 cycles", "... in words");
    ok(epyc_model.cache_text(360 << 16 | BIT(10) | BIT(9) | 2 << 4 | 6, text, sizeof(text)),
        "a fetch");
    is_str(text, "fetch: DRAM, page walk of 4K, op cache miss, 360 cycles", "... in words");
    ok(epyc_model.cache_text(600 << 16 | 2 << 6 | 7, text, sizeof(text)), "a load");
    is_str(text, "load: a device, L1 TLB of 1G, 600 cycles", "... in words");
    ok(!epyc_model.cache_text(9, text, sizeof(text)), "no level 9");
    ok(!epyc_model.cache_text(3 << 4 | 1, text, sizeof(text)), "... and no TLB 3");
    ok(!epyc_model.cache_text(8, text, sizeof(text)), "... nor level 8");
    ok(!epyc_model.cache_text(3 << 6 | 1, text, sizeof(text)), "... nor page 3");
    static const char *const levels[8] = {"load: no cache looked up, L1 TLB of 4K, 0 cycles",
        "load: L1, L1 TLB of 4K, 0 cycles", "load: L2, L1 TLB of 4K, 0 cycles",
        "load: L3, L1 TLB of 4K, 0 cycles", "load: another CPU's cache, L1 TLB of 4K, 0 cycles",
        "load: a cache of another socket, L1 TLB of 4K, 0 cycles",
        "load: DRAM, L1 TLB of 4K, 0 cycles", "load: a device, L1 TLB of 4K, 0 cycles"};
    for (uint32_t level = 0; level < 8; level++) {
        ok(epyc_model.cache_text(level, text, sizeof(text)), "level %u", level);
        is_str(text, levels[level], "... by name");
    }
    is_str(epyc_model.counted_text(0), "instructions", "the counts in words");
    is_str(epyc_model.counted_text(1), "instructions, and a window begins,",
        "... at a window's beginning");
    is_str(epyc_model.counted_text(2), "instructions, and a window ends,", "... at its end");
    is_str(epyc_model.counted_text(3), NULL, "... and no other offset");
}

static void test_blocks(void)
{
    const struct reg_bank *bank;
    char name[16];

    ok(epyc_model.block(3, name, sizeof(name), &bank) && bank == ibs_bank_of(IBS_ZEN4),
        "block 3 is Zen4's");
    is_str(name, "cpu3", "... by name");
    unsigned block = epyc_block(EPYC_APIC, IBS_ZEN5, 1);
    ok(epyc_model.block(block, name, sizeof(name), &bank) && bank == &apic_bank, "an APIC");
    is_str(name, "cpu1.apic", "... by name");
    for (unsigned v = 0; v < N; v++) {
        block = epyc_block(EPYC_IBS, (enum ibs_variant)v, 31);
        ok(epyc_bank(block) == ibs_bank_of((enum ibs_variant)v) && epyc_block_cpu(block) == 31,
            "%s: its blocks have its bank", names[v]);
    }
    block = epyc_block(EPYC_CORE, IBS_FAM10H, 2);
    ok(epyc_model.block(block, name, sizeof(name), &bank) && bank == &amd_core_banks[AMD_CORE_10H],
        "a core PMU");
    is_str(name, "cpu2.core", "... by name");
    ok(epyc_bank(epyc_block(EPYC_CORE, IBS_ZEN3, 0)) == &amd_core_banks[AMD_CORE_EXTENDED] &&
            epyc_bank(0x2000) == &amd_core_banks[AMD_CORE_V2],
        "... as Zen3 and Zen4 have it");
    is_u64(epyc_block(EPYC_APIC, IBS_ZEN5, 2), 0x1102, "a number in traces");
    is_u64(epyc_block(EPYC_UMC, IBS_ZEN3, 3), 0x3f03, "... of the generation before the default");
    is_u64(epyc_block(EPYC_L3, IBS_FAM10H, 0), 0x4c00, "... and of the first");
    is_u64(epyc_block(EPYC_DF, IBS_ZEN6, 1), 0x5201, "... and of the last");
    block = epyc_block(EPYC_LBR, IBS_ZEN6, 1);
    is_u64(block, 0x6201, "branch records of a CPU");
    ok(epyc_model.block(block, name, sizeof(name), &bank) && bank == &amd_lbr_bank, "... of Zen6");
    is_str(name, "cpu1.lbr", "... by name");
    ok(!epyc_bank(epyc_block(EPYC_LBR, IBS_ZEN3, 1)), "... but not of Zen3");
    ok(!epyc_bank(32) && !epyc_bank(0x700) && !epyc_bank(0x4002) && !epyc_bank(0x5002) &&
            !epyc_bank(0x7000),
        "other numbers have no block");
}

/* The first numbers of splitmix64 from the state 1234567, as commonly published
 * for its tests. */
static void test_random(void)
{
    struct ibs ibs = {.random = 1234567};

    is_u64(ibs_random(&ibs, UINT64_MAX), UINT64_C(6457827717110365317),
        "the generator's first number");
    is_u64(ibs_random(&ibs, UINT64_MAX), UINT64_C(3203168211198807973), "... and its second");
}

int main(void)
{
    for (unsigned v = 0; v < N; v++)
        test_map(v);
    for (const struct reg_bank *const *bank = epyc_model.banks; *bank; bank++)
        test_soundness(*bank);
    test_traits();
    test_apic();
    test_gate();
    test_value_names();
    test_all_names();
    test_samples();
    test_cache_text();
    test_blocks();
    test_random();
    return done_testing();
}
