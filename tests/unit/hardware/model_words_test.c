/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The models' own tables: lists of events, their codes and prose, names for
 * values of fields, and offsets of registers. Expected values are from the
 * manuals that docs/hardware/ names. */
#include "models/epyc/epyc.h"
#include "models/kunpeng/kunpeng.h"
#include "models/power9/power9.h"
#include "models/snbep/box_types.h"
#include "models/snbep/snbep.h"

#include "tests/tap.h"

#include <string.h>

/* ---- events ---- */

static const struct {
    const struct machine_model *model;
    unsigned list;
    const char *name, *prose, *code, *number, *text, *sub;
    unsigned code_bits, n_events;
} lists[] = {
    {&snbep_model, 0, "imc", "events of general counters", "ev_sel", "max/cycle", "counts", "umask",
        8, 25},
    {&snbep_model, 1, "imc-guide", "events of general counters", "ev_sel", "max/cycle", "counts",
        "umask", 8, 25},
    {&power9_model, 0, "mcs01", "a unit outside the cores; in Linux nest_NAME_imc", "offset",
        "scale", "counts", NULL, 16, 7},
    {&power9_model, 41, "core", "a core with all its threads; in Linux core_imc", "offset", "scale",
        "counts", NULL, 16, 0},
    {&power9_model, 42, "thread", "a hardware thread; in Linux thread_imc", "offset", "scale",
        "counts", NULL, 16, 0},
    {&power9_model, 43, "trace", "samples of a hardware thread; in Linux trace_imc", "config",
        "scale", "counts", NULL, 32, 1},
    {&kunpeng_model, 0, "cpu", "a core PMU; in Linux armv8_pmuv3, and hisi_pmcu_scclN for a die",
        "event", NULL, "counts", NULL, 16, 0},
};

static void test_lists(void)
{
    for (size_t i = 0; i < sizeof(lists) / sizeof(lists[0]); i++) {
        struct machine_events events = {0};

        ok(lists[i].model->events(lists[i].list, &events), "%s has list %u", lists[i].model->name,
            lists[i].list);
        is_str(events.name, lists[i].name, "... its name");
        is_str(events.prose, lists[i].prose, "... its title");
        is_str(events.code, lists[i].code, "... of codes");
        is_str(events.number, lists[i].number, "... of numbers");
        is_str(events.text, lists[i].text, "... of prose");
        is_str(events.sub, lists[i].sub, "... of sub-events");
        is_u64(events.code_bits, lists[i].code_bits, "... bits of a code");
        if (lists[i].n_events)
            is_u64(events.n_events, lists[i].n_events, "... events");
        ok(events.n_events > 0, "... at least one");
    }
    ok(!snbep_model.events(47, &(struct machine_events){0}), "snbep has 47 lists");
    ok(!power9_model.events(44, &(struct machine_events){0}), "power9 has 44");
    ok(!kunpeng_model.events(11, &(struct machine_events){0}),
        "kunpeng has 11: core, three of hip08, seven of hip09");
}

static const struct {
    const struct machine_model *model;
    const char *name, *prose;
    unsigned list, number;
    uint64_t code;
    unsigned most; /* the member `number` */
    unsigned n_subs;
} events[] = {
    {&snbep_model, "CLOCKTICKS", "DCLK cycles", 0, 0, 0x00, 1, 0},
    {&snbep_model, "ACT_COUNT", "DRAM activate commands", 0, 1, 0x01, 1, 0},
    {&snbep_model, "PRE_COUNT", "DRAM precharge commands", 1, 2, 0x02, 1, 2},
    {&snbep_model, "DRAM_REFRESH", "refreshes issued", 0, 4, 0x05, 1, 2},
    {&snbep_model, "POWER_CHANNEL_PPD", "cycles in precharge power-down, up to 4 a cycle", 1, 23,
        0x85, 4, 0},
    {&snbep_model, "POWER_CRITICAL_THROTTLE_CYCLES", "cycles throttled as too hot", 0, 24, 0x86, 1,
        0},
    {&power9_model, "PM_MCS01_64B_RD_DISP_PORT01", "traffic", 0, 0, 0xc8, 256, 0},
    {&power9_model, "CPM_PCYC", "execution", 41, 0, 0x18, 512, 0},
    {&power9_model, "CPM_MSR_TA_USER_INST", "traffic", 42, 0, 0x798, 512, 0},
    {&power9_model, "CPM_CS_PCYC_USER", "execution", 42, 2, 0x1018, 512, 0},
    {&power9_model, "trace_cycles", "samples executed instructions", 43, 0, 0x10200000, 1, 0},
    {&kunpeng_model, "SW_INCR", "writes of PMSWINC", 0, 0, 0, 0, 0},
    {&kunpeng_model, "LD_RETIRED", "loads", 0, 6, 6, 0, 0},
    {&kunpeng_model, "INST_RETIRED", "instructions", 0, 8, 8, 0, 0},
};

static void test_events(void)
{
    for (size_t i = 0; i < sizeof(events) / sizeof(events[0]); i++) {
        struct machine_event event = {.prose = "", .code = 0xdead};

        events[i].model->event(events[i].list, events[i].number, &event);
        is_str(event.name, events[i].name, "%s: event %u of list %u", events[i].model->name,
            events[i].number, events[i].list);
        is_u64(event.code, events[i].code, "... its code");
        is_u64(event.number, events[i].most, "... its number");
        is_str(event.prose, events[i].prose, "... in words");
        is_u64(event.n_subs, events[i].n_subs, "... sub-events");
    }
}

/* ---- values of fields ---- */

static const struct {
    const struct machine_model *model;
    const char *reg, *field;
    uint64_t content;
    const char *name; /* NULL: none */
} values[] = {
    {&power9_model, "STATUS", "status", 0, "init"},
    {&power9_model, "COMMAND", "command", 1, "resume"},
    {&kunpeng_model, "FSM_STATUS", "state", 0, "idle"},
    {&kunpeng_model, "FSM_STATUS", "state", 4, "break"},
    {&kunpeng_model, "FSM_STATUS", "state", 5, NULL},
    {&kunpeng_model, "PMEVTYPER0_EL0", "evtCount", 0, "SW_INCR"},
    {&kunpeng_model, "PMEVTYPER0_EL0", "evtCount", 8, "INST_RETIRED"},
    {&kunpeng_model, "PMEVTYPER0_EL0", "evtCount", 0xffff, NULL},
};

/* The model's register called @name, or NULL. */
static const struct reg *find(const struct machine_model *model, const char *name)
{
    for (const struct reg_bank *const *bank = model->banks; *bank; bank++)
        for (unsigned i = 0; i < (*bank)->n_regs; i++)
            if (!strcmp((*bank)->regs[i].name, name))
                return &(*bank)->regs[i];
    return NULL;
}

static void test_values(void)
{
    for (size_t i = 0; i < sizeof(values) / sizeof(values[0]); i++) {
        const struct reg *reg = find(values[i].model, values[i].reg);
        int field = reg ? reg_field_named(reg, values[i].field) : -1;
        uint64_t value;

        ok(field >= 0, "%s has %s.%s", values[i].model->name, values[i].reg, values[i].field);
        if (field < 0)
            continue;
        value = reg_set(reg, (unsigned)field, 0, values[i].content);
        is_str(values[i].model->value_name(reg, (unsigned)field, value), values[i].name,
            "... value %x", (unsigned)values[i].content);
        if (values[i].name)
            is_u64(
                (uint64_t)values[i].model->value_named(reg, (unsigned)field, value, values[i].name),
                values[i].content, "... and back");
    }
}

/* A field without names also has none for 0, in a register that is not 0.
 * Another field's name does not fit. */
static void test_no_names(void)
{
    static const struct {
        const char *reg, *field;
        uint64_t value;
    } nameless[] = {{"EILVT0", "vector", 0x400}, {"IBS_FETCH_CTL", "MaxCnt", UINT64_C(1) << 52},
        {"IBS_OP_DATA2", "RmtNode", 1}, {"IBS_OP_DATA3", "LdOp", 1 << 22}};
    const struct reg *op = find(&epyc_model, "IBS_OP_CTL"),
                     *data = find(&epyc_model, "IBS_OP_DATA"),
                     *cycles = find(&kunpeng_model, "PMCCFILTR_EL0");

    is_str(epyc_model.value_name(op, (unsigned)reg_field_named(op, "MaxCnt"), 1 << 19), NULL,
        "no name for MaxCnt 0");
    is_str(epyc_model.value_name(data, (unsigned)reg_field_named(data, "CompToRetCtr"), 1 << 16),
        NULL, "no name for CompToRetCtr 0");
    for (unsigned i = 0; i < sizeof(nameless) / sizeof(nameless[0]); i++) {
        const struct reg *reg = find(&epyc_model, nameless[i].reg);
        is_str(epyc_model.value_name(
                   reg, (unsigned)reg_field_named(reg, nameless[i].field), nameless[i].value),
            NULL, "no name for %s 0 in %s", nameless[i].field, nameless[i].reg);
    }
    ok(kunpeng_model.value_named(cycles, 0, 0, "INST_RETIRED") < 0, "no event in PMCCFILTR");
}

/* ---- registers ---- */

/* Each register's fields from the top: "HIGH:LOW NAME=RESET". */
static const struct {
    const struct reg_bank *bank;
    const char *reg;
    unsigned offset, width;
    const char *fields;
} registers[] = {
    /* Intel SDM volume 4, table 2-20 */
    {&snbep_package_bank, "PLATFORM_INFO", 0xce, 64,
        "63:48 rsv=0, 47:40 max_efficiency_ratio=10, 39:30 rsv=0, 29:29 tdp_limit_programmable=0, "
        "28:28 ratio_limit_programmable=0, 27:16 rsv=0, 15:8 max_non_turbo_ratio=10, 7:0 rsv=0"},
    /* Intel 327043-001, sections 2.3.3 (CBo), 2.6.3 (PCU) and 2.2 (UBox) */
    {&cbo_bank, "CTL3", 0x13, 64,
        "63:32 rsv=0, 31:24 thresh=0, 23:23 invert=0, 22:22 en=0, 21:20 rsv=0, 19:19 tid_en=0, "
        "18:18 edge_det=0, 17:16 rsv=0, 15:8 umask=0, 7:0 ev_sel=0"},
    {&cbo_bank, "CTR0", 0x16, 64, "63:44 rsv=0, 43:0 event_count=0"},
    {&cbo_bank, "CTR3", 0x19, 64, "63:44 rsv=0, 43:0 event_count=0"},
    {&ubox_msr_bank, "FIXED_CTR", 0x9, 64, "63:48 rsv=0, 47:0 event_count=0"},
    {&ubox_msr_bank, "CTR1", 0x17, 64, "63:44 rsv=0, 43:0 event_count=0"},
    /* Linux, arch/x86/events/intel/uncore_snbep.c:
     * IVBEP_CB0_MSR_PMON_BOX_FILTER_*, ivbep_uncore_* */
    {&ivt_cbo_bank, "FILTER0", 0x14, 64,
        "63:23 rsv=0, 22:17 state=0, 16:9 rsv=0, 8:5 link=0, 4:0 tid=0"},
    {&ivt_cbo_bank, "FILTER1", 0x1a, 64,
        "63:32 rsv=0, 31:31 isoc=0, 30:30 nc=0, 29:29 c6=0, 28:20 opc=0, 19:16 rsv=0, 15:0 nid=0"},
    {&ivt_cbo_bank, "CTR3", 0x19, 64, "63:44 rsv=0, 43:0 event_count=0"},
    {&ivt_pcu_bank, "CTR3", 0x19, 64, "63:48 rsv=0, 47:0 event_count=0"},
    {&ivt_ubox_bank, "CTR1", 0x17, 64, "63:44 rsv=0, 43:0 event_count=0"},
    {&ivt_ha_bank, "PMON_CTR3", 0xb8, 64, "63:48 rsv=0, 47:0 event_count=0"},
    {&ivt_qpi_bank, "PMON_CTR3", 0xb8, 64, "63:48 rsv=0, 47:0 event_count=0"},
    {&ivt_r2pcie_bank, "PMON_CTR3", 0xb8, 64, "63:44 rsv=0, 43:0 event_count=0"},
    {&ivt_r3qpi_bank, "PMON_CTR2", 0xb0, 64, "63:44 rsv=0, 43:0 event_count=0"},
    {&hsx_cbo_bank, "CTL3", 0x4, 64,
        "63:32 rsv=0, 31:24 thresh=0, 23:23 invert=0, 22:22 en=0, 21:20 rsv=0, 19:19 tid_en=0, "
        "18:18 edge_det=0, 17:16 rsv=0, 15:8 umask=0, 7:0 ev_sel=0"},
    {&hsx_cbo_bank, "CTR3", 0xb, 64, "63:48 rsv=0, 47:0 event_count=0"},
    {&hsx_sbo_bank, "CTR0", 0x6, 64, "63:44 rsv=0, 43:0 event_count=0"},
    {&hsx_pcu_bank, "CTR3", 0xa, 64, "63:48 rsv=0, 47:0 event_count=0"},
    {&hsx_ubox_bank, "CTR1", 0xa, 64, "63:44 rsv=0, 43:0 event_count=0"},
    {&bdx_ubox_bank, "CTR1", 0xa, 64, "63:48 rsv=0, 47:0 event_count=0"},
    {&hsx_r3qpi_bank, "PMON_CTR2", 0xb0, 64, "63:44 rsv=0, 43:0 event_count=0"},
    {&bdx_r3qpi_bank, "PMON_CTR2", 0xb0, 64, "63:48 rsv=0, 47:0 event_count=0"},
};

static void test_registers(void)
{
    for (size_t i = 0; i < sizeof(registers) / sizeof(registers[0]); i++) {
        const struct reg *reg = NULL;
        char text[512] = "";

        for (unsigned k = 0; k < registers[i].bank->n_regs; k++)
            if (!strcmp(registers[i].bank->regs[k].name, registers[i].reg))
                reg = &registers[i].bank->regs[k];
        ok(reg != NULL, "%s has %s", registers[i].bank->name, registers[i].reg);
        if (!reg)
            continue;
        is_u64(reg->offset, registers[i].offset, "... its place");
        is_u64(reg->width, registers[i].width, "... bits");
        for (unsigned f = 0; f < reg->n_fields; f++)
            snprintf(text + strlen(text), sizeof(text) - strlen(text), "%s%u:%u %s=%u",
                f ? ", " : "", reg->fields[f].first, reg->fields[f].last, reg->fields[f].name,
                (unsigned)reg->fields[f].reset);
        is_str(text, registers[i].fields, "... its fields");
    }
}

/* Tools find a kind of block by the model's list. */
static void test_banks(void)
{
    static const struct machine_model *const models[] = {
        &snbep_model, &power9_model, &kunpeng_model, &epyc_model};

    for (size_t i = 0; i < sizeof(models) / sizeof(models[0]); i++) {
        unsigned missing = 0;

        for (unsigned block = 0; block < models[i]->end_block;
             block = machine_block_after(models[i], block)) {
            const struct reg_bank *bank = NULL;
            const struct reg_bank *const *listed = models[i]->banks;
            char name[MACHINE_BLOCK_NAME];

            if (!models[i]->block(block, name, sizeof(name), &bank) || !bank)
                continue;
            while (*listed && *listed != bank)
                listed++;
            missing += !*listed;
        }
        is_u64(missing, 0, "%s: each block has a listed kind", models[i]->name);
    }
}

int main(void)
{
    test_banks();
    test_registers();
    test_no_names();
    test_lists();
    test_events();
    test_values();
    return done_testing();
}
