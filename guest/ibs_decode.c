/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Decodes raw IBS samples for ibs_sample and its tests: which registers a
 * sample has, and their meaning. */
#include "guest/ibs_decode.h"

#include <string.h>

/* Linux, asm/perf_event.h: the fetch engine has IC_IBS_EXTD_CTL. */
#define CAP_FETCH_CTL_EXTD (UINT32_C(1) << 9)

/* Only some parts of family 15h have this register, so the machine lacks it.
 * AMD 49125, MSRC001_103D. */
static const struct reg_field op_data4_fields[] = {
    {"rsv", 63, 1, REG_RV, 0, ""},
    {"LdResync", 0, 0, REG_RW, 0, ""},
};
static const struct reg op_data4 = {
    .name = "IBS_OP_DATA4", .width = 64, REG_TABLE(op_data4_fields)};
enum { OP_DATA4 = IBS_N_REGS };

/* The registers that Linux reads, in its order (perf_ibs_handle_irq()). Those
 * without a capability are always read. */
struct read {
    int reg;
    uint32_t cap;
};
static const struct read op_reads[] = {
    {IBS_OP_CTL, 0},
    {IBS_OP_RIP, 0},
    {IBS_OP_DATA, 0},
    {IBS_OP_DATA2, 0},
    {IBS_OP_DATA3, 0},
    {IBS_DC_LINADDR, 0},
    {IBS_DC_PHYSADDR, 0},
    {IBS_BR_TARGET, IBS_CAP_BRNTRGT},
    {OP_DATA4, IBS_CAP_OPDATA4},
    {-1, 0},
};
static const struct read fetch_reads[] = {
    {IBS_FETCH_CTL, 0},
    {IBS_FETCH_LINADDR, 0},
    {IBS_FETCH_PHYSADDR, 0},
    {IBS_FETCH_CTLEXTD, CAP_FETCH_CTL_EXTD},
    {-1, 0},
};

static struct ibs_part part_of(uint32_t signature)
{
    return (struct ibs_part){
        .family = (signature >> 8 & 0xf) + (signature >> 20 & 0xff),
        .model = (signature >> 12 & 0xf0) | (signature >> 4 & 0xf),
    };
}

/* A group of 16 models of a family is a generation or a variant of one. */
static bool same_group(struct ibs_part a, struct ibs_part b)
{
    return a.family == b.family && a.model / 16 == b.model / 16;
}

enum ibs_variant ibs_variant_of(uint32_t caps, struct ibs_part part)
{
    enum ibs_variant best = IBS_FAM10H;

    for (unsigned i = 0; i < IBS_N_VARIANTS; i++) {
        const struct ibs_traits *t = ibs_traits((enum ibs_variant)i);

        if (t->caps & ~caps)
            continue;
        if (t->caps != ibs_traits(best)->caps || same_group(part_of(t->signature), part))
            best = (enum ibs_variant)i;
    }
    return best;
}

/* A register that is announced by the capabilities but missing in this
 * generation is decoded as in other generations. */
static const struct reg *description(enum ibs_variant variant, int reg)
{
    const struct reg_bank *bank = ibs_bank_of(variant);

    if (reg == OP_DATA4)
        return &op_data4;
    return &((unsigned)reg < bank->n_regs ? bank : ibs_bank_of(IBS_ZEN6))->regs[reg];
}

/* Returns the number of registers in every sample, whatever the
 * capabilities. */
static unsigned lay_out(struct ibs_sample *s)
{
    unsigned always = 0;

    s->n_slots = 0;
    for (const struct read *r = s->engine == IBS_ENGINE_OP ? op_reads : fetch_reads; r->reg >= 0;
         r++) {
        always += !r->cap;
        if (!r->cap || s->caps & r->cap)
            s->slots[s->n_slots++] = (struct ibs_slot){.reg = description(s->variant, r->reg)};
    }
    return always;
}

static void fill(struct ibs_sample *s, const uint8_t *values, unsigned n)
{
    for (unsigned i = 0; i < n; i++) {
        memcpy(&s->slots[i].value, values + 8 * i, 8);
        s->slots[i].present = true;
    }
}

static bool holds_sample(const struct ibs_sample *s)
{
    if (s->engine == IBS_ENGINE_OP)
        return ibs_sample_get(s, IBS_OP_CTL, OP_EN) && ibs_sample_get(s, IBS_OP_CTL, OP_VAL);
    return ibs_sample_get(s, IBS_FETCH_CTL, FETCH_EN) &&
           ibs_sample_get(s, IBS_FETCH_CTL, FETCH_VAL);
}

const char *ibs_sample_decode(struct ibs_sample *sample, enum ibs_engine engine,
    struct ibs_part part, const void *raw, size_t size)
{
    const uint8_t *bytes = raw;
    unsigned always;

    memset(sample, 0, sizeof(*sample));
    sample->engine = engine;
    if (size < 4 || (size - 4) % 8)
        return "its size is not that of 4 bytes of capabilities and registers of 8 bytes";
    memcpy(&sample->caps, bytes, 4);
    sample->variant = ibs_variant_of(sample->caps, part);
    always = lay_out(sample);
    if ((size - 4) / 8 < always)
        return "it has fewer registers than the engine";
    if ((size - 4) / 8 > sample->n_slots)
        return "it has more registers than its capabilities announce";
    fill(sample, bytes + 4, (unsigned)((size - 4) / 8));
    return holds_sample(sample) ? NULL : "its control register lacks En or Val";
}

static const struct ibs_slot *slot_of(const struct ibs_sample *s, enum ibs_reg reg)
{
    for (unsigned i = 0; i < s->n_slots; i++)
        if (s->slots[i].reg == description(s->variant, (int)reg))
            return &s->slots[i];
    return NULL;
}

uint64_t ibs_sample_get(const struct ibs_sample *sample, enum ibs_reg reg, unsigned field)
{
    const struct ibs_slot *slot = slot_of(sample, reg);

    if (!slot || slot->reg->fields[field].access == REG_RV)
        return 0;
    return reg_get(slot->reg, field, slot->value);
}

static uint64_t data3(const struct ibs_sample *s, unsigned field)
{
    return ibs_sample_get(s, IBS_OP_DATA3, field);
}

/* Zen3, erratum 1293: these two make L2Miss and IBS_OP_DATA2 meaningless. */
static bool source_unreliable(const struct ibs_sample *s)
{
    return s->variant == IBS_ZEN3 &&
           (data3(s, OP_DATA3_SW_PF) || data3(s, OP_DATA3_MISS_NO_MAB_ALLOC));
}

/* Family 10h has no L2Miss: the status itself shows that the load missed L2. */
static bool beyond_l2(const struct ibs_sample *s)
{
    return s->variant == IBS_FAM10H || data3(s, OP_DATA3_L2_MISS);
}

static bool has_source(const struct ibs_sample *s)
{
    return data3(s, OP_DATA3_LD_OP) && data3(s, OP_DATA3_DC_MISS) && beyond_l2(s) &&
           !source_unreliable(s);
}

bool ibs_sample_valid(const struct ibs_sample *sample, unsigned slot)
{
    const struct ibs_slot *const it = &sample->slots[slot];

    if (!it->present)
        return false;
    if (it == slot_of(sample, IBS_OP_RIP))
        return !ibs_sample_get(sample, IBS_OP_DATA, OP_DATA_RIP_INVALID);
    if (it == slot_of(sample, IBS_OP_DATA2))
        return has_source(sample);
    if (it == slot_of(sample, IBS_DC_LINADDR))
        return data3(sample, OP_DATA3_LIN_ADDR_VALID);
    if (it == slot_of(sample, IBS_DC_PHYSADDR))
        return data3(sample, OP_DATA3_PHY_ADDR_VALID);
    if (it == slot_of(sample, IBS_BR_TARGET))
        return ibs_sample_get(sample, IBS_OP_DATA, OP_DATA_BRN_RET);
    if (it == slot_of(sample, IBS_FETCH_PHYSADDR))
        return ibs_sample_get(sample, IBS_FETCH_CTL, FETCH_PHY_ADDR_VALID);
    return true;
}

uint64_t ibs_sample_period(const struct ibs_sample *sample)
{
    if (sample->engine == IBS_ENGINE_FETCH)
        return ibs_sample_get(sample, IBS_FETCH_CTL, FETCH_MAX_CNT) << 4;
    return ibs_sample_get(sample, IBS_OP_CTL, OP_MAX_CNT) << 4 |
           ibs_sample_get(sample, IBS_OP_CTL, OP_MAX_CNT_EXT) << 20;
}

unsigned ibs_sample_width(const struct ibs_sample *sample)
{
    unsigned code = (unsigned)data3(sample, OP_DATA3_OP_MEM_WIDTH);

    return code ? 1u << (code - 1) : 0;
}

static const char *source_before_zen4(const struct ibs_sample *s, unsigned code)
{
    static const char *const names[] = {
        [2] = "cache of the same node",
        [3] = "DRAM",
        [4] = "cache of another node",
        [7] = "MMIO",
    };

    if (code == ibs_traits(IBS_FAM10H)->local_l3_source && s->variant == IBS_FAM10H)
        return "L3";
    return code < sizeof(names) / sizeof(names[0]) && names[code] ? names[code] : "reserved";
}

static const char *source_since_zen4(unsigned code)
{
    static const char *const names[] = {
        [1] = "L3 or cache of the same CCX",
        [2] = "cache of another CCX",
        [3] = "DRAM",
        [5] = "cache of another node",
        [6] = "persistent memory",
        [7] = "MMIO",
        [8] = "extension memory",
        [12] = "memory of another kind of processor",
    };

    return code < sizeof(names) / sizeof(names[0]) && names[code] ? names[code] : "reserved";
}

const char *ibs_sample_source(const struct ibs_sample *sample)
{
    unsigned code = (unsigned)(ibs_sample_get(sample, IBS_OP_DATA2, OP_DATA2_DATA_SRC_HI) << 3 |
                               ibs_sample_get(sample, IBS_OP_DATA2, OP_DATA2_DATA_SRC_LO));

    if (!has_source(sample) || !code)
        return NULL;
    return sample->caps & IBS_CAP_ZEN4 ? source_since_zen4(code) : source_before_zen4(sample, code);
}

static const char *page_of_hits(uint64_t hit_2m, uint64_t hit_1g)
{
    if (hit_2m && hit_1g)
        return NULL;
    return hit_1g ? "1G" : hit_2m ? "2M" : "4K";
}

static const char *data_page(const struct ibs_sample *s)
{
    /* With the capability, the bits of the first level give the page size for
     * hits and misses. */
    if (s->caps & IBS_CAP_OPDTLBPGSIZE
            ? data3(s, OP_DATA3_PHY_ADDR_VALID)
            : data3(s, OP_DATA3_LIN_ADDR_VALID) && !data3(s, OP_DATA3_DC_L1_TLB_MISS))
        return page_of_hits(
            data3(s, OP_DATA3_DC_L1_TLB_HIT_2M), data3(s, OP_DATA3_DC_L1_TLB_HIT_1G));
    if (s->caps & IBS_CAP_OPDTLBPGSIZE || !data3(s, OP_DATA3_LIN_ADDR_VALID) ||
        data3(s, OP_DATA3_DC_L2_TLB_MISS))
        return NULL;
    return page_of_hits(data3(s, OP_DATA3_DC_L2_TLB_HIT_2M), data3(s, OP_DATA3_DC_L2_TLB_HIT_1G));
}

static const char *fetch_page(const struct ibs_sample *s)
{
    const struct ibs_page_codes *codes = &ibs_traits(s->variant)->fetch_page;
    uint64_t code = ibs_sample_get(s, IBS_FETCH_CTL, FETCH_L1_TLB_PG_SZ);

    if (!ibs_sample_get(s, IBS_FETCH_CTL, FETCH_PHY_ADDR_VALID))
        return NULL;
    if (code == codes->page_4k)
        return "4K";
    if (code == codes->page_2m)
        return "2M";
    return code == codes->page_1g ? "1G" : "16K"; /* four pages of 4 KB in one TLB entry */
}

const char *ibs_sample_page(const struct ibs_sample *sample)
{
    return sample->engine == IBS_ENGINE_OP ? data_page(sample) : fetch_page(sample);
}
