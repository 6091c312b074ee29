/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The description of the machine `epyc` for tools: its banks, block names, and
 * names for values of fields. */
#include "models/epyc/epyc.h"

#include "models/epyc/op_facts.h"
#include "models/x86/core_work.h"

#include <inttypes.h>
#include <stdio.h>
#include <strings.h>

const struct reg_bank *epyc_bank(unsigned block)
{
    enum ibs_variant variant = epyc_block_variant(block);
    enum amd_uncore_kind kind;
    unsigned slots;

    if (variant >= IBS_N_VARIANTS)
        return NULL;
    if (epyc_uncore_kind(block, &kind, &slots))
        return epyc_block_cpu(block) < EPYC_MAX_SOCKETS * slots ? amd_uncore_kinds[kind].bank
                                                                : NULL;
    if (epyc_block_cpu(block) >= EPYC_MAX_CPUS)
        return NULL;
    switch (epyc_block_kind(block)) {
    case EPYC_IBS:
        return ibs_bank_of(variant);
    case EPYC_APIC:
        return &apic_bank;
    case EPYC_CORE:
        return &amd_core_banks[ibs_traits(variant)->core];
    case EPYC_LBR:
        return ibs_traits(variant)->core == AMD_CORE_V2 ? &amd_lbr_bank : NULL;
    default:
        return NULL;
    }
}

/* Suffixes of a CPU's blocks. */
static const char *const suffixes[EPYC_N_BLOCK_KINDS] = {
    [EPYC_IBS] = "", [EPYC_APIC] = ".apic", [EPYC_CORE] = ".core", [EPYC_LBR] = ".lbr"};

/* A kind with one block per socket has no number in its name. */
static void amd_uncore_named(
    enum amd_uncore_kind kind, unsigned number, unsigned slots, char *name, size_t size)
{
    static const char *const prefixes[EPYC_MAX_SOCKETS] = {"", "s1."};
    const char *prefix = prefixes[number / slots];

    if (slots > 1)
        snprintf(name, size, "%s%s%u", prefix, amd_uncore_kinds[kind].name, number % slots);
    else
        snprintf(name, size, "%s%s", prefix, amd_uncore_kinds[kind].name);
}

static bool block_named(unsigned block, char *name, size_t size, const struct reg_bank **bank)
{
    unsigned number = epyc_block_cpu(block), slots;
    enum amd_uncore_kind kind;

    *bank = epyc_bank(block);
    if (!*bank)
        return false;
    if (epyc_uncore_kind(block, &kind, &slots))
        amd_uncore_named(kind, number, slots, name, size);
    else
        snprintf(name, size, "cpu%u%s", number, suffixes[epyc_block_kind(block)]);
    return true;
}

/* Offsets of IBS, the core PMU and branch records are MSR numbers, so their
 * base is 0. */
static bool base(unsigned block, uint64_t *base)
{
    enum amd_uncore_kind kind;
    unsigned slots;

    *base = epyc_block_kind(block) == EPYC_APIC ? APIC_WINDOW : 0;
    if (epyc_uncore_kind(block, &kind, &slots))
        *base = amd_uncore_kinds[kind].msr +
                epyc_block_cpu(block) % slots *
                    (uint64_t)AMD_UNCORE_CTL(amd_uncore_kinds[kind].counters);
    return epyc_bank(block) != NULL;
}

static unsigned uncounted(unsigned block, unsigned reg, uint64_t value,
    struct machine_uncounted events[MACHINE_UNCOUNTED])
{
    enum amd_uncore_kind kind;
    unsigned slots;

    if (epyc_uncore_kind(block, &kind, &slots))
        return amd_uncore_uncounted(kind, reg, value, events);
    if (epyc_block_kind(block) != EPYC_CORE)
        return 0;
    const struct ibs_traits *traits = ibs_traits(epyc_block_variant(block));

    return amd_core_uncounted(traits->core, traits->events, reg, value, events);
}

/* ---- events of the uncore ---- */

static bool events(unsigned list, struct machine_events *events)
{
    if (list >= AMD_UNCORE_N_KINDS)
        return false;
    *events = (struct machine_events){
        .name = amd_uncore_kinds[list].bank->name,
        .prose = "events of its counters",
        .code = "event",
        .text = "counts",
        .sub = "mask",
        .code_bits = amd_uncore_kinds[list].event.n > 1 ? 12 : 8,
        .n_events = amd_uncore_n_names((enum amd_uncore_kind)list),
    };
    return true;
}

static void event(unsigned list, unsigned i, struct machine_event *event)
{
    const struct amd_uncore_event *first =
        amd_uncore_name((enum amd_uncore_kind)list, i, &event->n_subs);

    snprintf(event->name, sizeof(event->name), "%s", first->name);
    event->code = first->code;
    event->prose = first->prose;
    if (!first->sub)
        event->n_subs = 0;
}

static void sub_event(unsigned list, unsigned i, unsigned sub, struct machine_sub_event *sub_event)
{
    unsigned n;
    const struct amd_uncore_event *first = amd_uncore_name((enum amd_uncore_kind)list, i, &n);

    sub_event->name = first[sub].sub;
    sub_event->code = first[sub].mask;
}

/* Finds the kind of block that has @reg, at the same place of its pair as
 * @like. */
static bool amd_uncore_with(const struct reg *reg, unsigned like, enum amd_uncore_kind *kind)
{
    for (unsigned i = 0; i < AMD_UNCORE_N_KINDS; i++) {
        const struct reg_bank *bank = amd_uncore_kinds[i].bank;

        if (reg >= bank->regs && reg < bank->regs + bank->n_regs &&
            (reg - bank->regs) % 2 == like % 2) {
            *kind = (enum amd_uncore_kind)i;
            return true;
        }
    }
    return false;
}

static bool counter(const struct reg *reg)
{
    enum amd_uncore_kind kind;

    return amd_uncore_with(reg, AMD_UNCORE_CTR(0), &kind);
}

/* ---- names of values ---- */

static const char *const sources_before_zen4[32] = {
    [1] = "local-L3", [2] = "node-cache", [3] = "DRAM", [4] = "remote-cache", [7] = "IO"};
static const char *const sources_zen4[32] = {[1] = "local-CCX",
    [2] = "near-CCX",
    [3] = "DRAM",
    [5] = "far-CCX",
    [6] = "PMEM",
    [7] = "IO",
    [8] = "CXL",
    [12] = "peer-agent"};
static const char *const pages[4] = {"4K", "2M", "1G", "16K"};
static const char *const pages_zen3[4] = {"4K", "16K", "2M", "1G"};
static const char *const widths[16] = {[1] = "1-byte",
    [2] = "2-bytes",
    [3] = "4-bytes",
    [4] = "8-bytes",
    [5] = "16-bytes",
    [6] = "32-bytes",
    [7] = "64-bytes"};
static const char *const counted[2] = {"cycles", "ops"};
static const char *const types[8] = {[0] = "fixed", [2] = "SMI", [4] = "NMI", [7] = "external"};

/* A field's value names: entry number i, of @n, names value i, or is NULL. */
struct names {
    const char *const *names;
    unsigned n;
    uint64_t above; /* bits of i that another field holds: DataSrcHi extends DataSrcLo */
};

static bool is(const struct reg *reg, enum ibs_reg which)
{
    return reg->offset == ibs_bank_of(EPYC_DEFAULT_VARIANT)->regs[which].offset;
}

static bool is_eilvt(const struct reg *reg)
{
    return reg->fields == apic_bank.regs[APIC_EILVT0].fields;
}

/* Zen3 has its own codes, and its own bank. */
static const char *const *page_names(const struct reg *reg)
{
    return reg == &ibs_bank_of(IBS_ZEN3)->regs[IBS_FETCH_CTL] ? pages_zen3 : pages;
}

static struct names source_names(const struct reg *reg, uint64_t value)
{
    if (reg->fields[OP_DATA2_DATA_SRC_HI].access == REG_RV)
        return (struct names){sources_before_zen4, 8, 0};
    return (struct names){sources_zen4, 32, reg_get(reg, OP_DATA2_DATA_SRC_HI, value) << 3};
}

/* Names for the values of @field of @reg, which holds @value; empty if there
 * are none. */
static struct names names_of(const struct reg *reg, unsigned field, uint64_t value)
{
    if (is_eilvt(reg))
        return (struct names){types, field == LVT_TYPE ? 8 : 0, 0};
    if (is(reg, IBS_FETCH_CTL))
        return (struct names){page_names(reg), field == FETCH_L1_TLB_PG_SZ ? 4 : 0, 0};
    if (is(reg, IBS_OP_CTL))
        return (struct names){counted, field == OP_CNT_CTL ? 2 : 0, 0};
    if (is(reg, IBS_OP_DATA2) && field == OP_DATA2_DATA_SRC_LO)
        return source_names(reg, value);
    if (is(reg, IBS_OP_DATA3))
        return (struct names){widths, field == OP_DATA3_OP_MEM_WIDTH ? 16 : 0, 0};
    return (struct names){NULL, 0, 0};
}

/* Names of page sizes need a valid translation, and all names a nonzero
 * register. */
static const char *value_name(const struct reg *reg, unsigned field, uint64_t value)
{
    struct names names = names_of(reg, field, value);
    uint64_t code = names.above | reg_get(reg, field, value);
    enum amd_uncore_kind kind;

    if (amd_uncore_with(reg, AMD_UNCORE_CTL(0), &kind))
        return amd_uncore_field_name(kind, field, value);
    if (!value || code >= names.n)
        return NULL;
    if (is(reg, IBS_FETCH_CTL) && !reg_get(reg, FETCH_PHY_ADDR_VALID, value))
        return NULL;
    return names.names[code];
}

static int64_t value_named(const struct reg *reg, unsigned field, uint64_t value, const char *name)
{
    struct names names = names_of(reg, field, value);
    unsigned own = names.n > 8 && names.names == sources_zen4 ? 8 : names.n;
    enum amd_uncore_kind kind;

    if (amd_uncore_with(reg, AMD_UNCORE_CTL(0), &kind))
        return amd_uncore_field_named(kind, field, value, name);
    for (unsigned i = 0; i < own; i++) {
        const char *known = names.names[names.above + i];
        if (known && !strcasecmp(known, name))
            return i;
    }
    return -1;
}

/* ---- the machine ---- */

static const struct reg_bank *const banks[] = {
    &ibs_zen4_bank,
    &ibs_fam10h_bank,
    &ibs_zen1_bank,
    &ibs_zen3_bank,
    &ibs_zen5_bank,
    &ibs_bank,
    &apic_bank,
    &amd_core_banks[AMD_CORE_V2],
    &amd_core_banks[AMD_CORE_EXTENDED],
    &amd_core_banks[AMD_CORE_10H],
    &amd_lbr_bank,
    &umc_bank,
    &l3_bank,
    &l3_zen1_bank,
    &l3_zen3_bank,
    &df_bank,
    &df_zen1_bank,
    NULL,
};

/* The engine (by its control register), and the sample's number on this CPU. */
static bool sample_text(uint32_t offset, uint64_t value, char *text, size_t size)
{
    const struct reg *regs = ibs_bank_of(IBS_ZEN4)->regs;

    if (offset != regs[IBS_OP_CTL].offset && offset != regs[IBS_FETCH_CTL].offset)
        return false;
    snprintf(text, size, "%s number %" PRIu64, offset == regs[IBS_OP_CTL].offset ? "op" : "fetch",
        value);
    return true;
}

static const char *const answers[MEMORY_N_LEVELS] = {[MEMORY_UNKNOWN] = "no cache looked up",
    [MEMORY_L1] = "L1",
    [MEMORY_L2] = "L2",
    [MEMORY_L3] = "L3",
    [MEMORY_PEER] = "another CPU's cache",
    [MEMORY_REMOTE] = "a cache of another socket",
    [MEMORY_DRAM] = "DRAM",
    [MEMORY_IO] = "a device"};
static const char *const translations[MEMORY_N_TLBS] = {
    [MEMORY_TLB_L1] = "L1 TLB", [MEMORY_TLB_L2] = "L2 TLB", [MEMORY_TLB_WALK] = "page walk"};

static const char *access_word(uint32_t how)
{
    if (how & MEMORY_CODE_FETCH)
        return "fetch";
    return how & MEMORY_CODE_STORE ? "store" : "load";
}

static bool cache_text(uint32_t how, char *text, size_t size)
{
    struct memory_outcome outcome = memory_decoded(how);

    if (outcome.level >= MEMORY_N_LEVELS || outcome.tlb >= MEMORY_N_TLBS ||
        outcome.page > MEMORY_1G)
        return false;
    snprintf(text, size, "%s: %s, %s of %s%s, %u cycles", access_word(how), answers[outcome.level],
        translations[outcome.tlb], pages[outcome.page],
        outcome.op_cache_miss ? ", op cache miss" : "", (unsigned)outcome.cycles);
    return true;
}

static const char *counted_text(uint32_t what)
{
    static const char *const texts[EPYC_N_COUNTED] = {
        "instructions", "instructions, and a window begins,", "instructions, and a window ends,"};

    return what < EPYC_N_COUNTED ? texts[what] : x86_counted_text(what);
}

static const char *variant(unsigned block, const char **prose)
{
    enum ibs_variant number = epyc_block_variant(block);

    if (!epyc_bank(block))
        return NULL;
    *prose = ibs_traits(number)->prose;
    return ibs_traits(number)->name;
}

const struct machine_model epyc_model = {
    .name = "epyc",
    .prose = "AMD processors with instruction-based sampling: Zen1 to Zen6, and family 10h",
    .options = epyc_options,
    .banks = banks,
    .end_block = EPYC_N_BLOCK_KINDS << 12,
    .block = block_named,
    .variant = variant,
    .base = base,
    .cache_text = cache_text,
    .op_text = op_fact_text,
    .counted_text = counted_text,
    .sample_text = sample_text,
    .value_name = value_name,
    .value_named = value_named,
    .counter = counter,
    .uncounted = uncounted,
    .events = events,
    .event = event,
    .sub_event = sub_event,
};
