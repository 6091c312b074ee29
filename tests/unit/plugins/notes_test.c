/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Notes of all machines about events that no table has, and about accesses
 * without hardware. */
#include "qemu-plugins/runtime/notes.h"

#include "models/epyc/epyc.h"
#include "models/kunpeng/kunpeng.h"
#include "models/kunpeng/kunpeng_plan.h"
#include "models/power9/power9.h"
#include "models/snbep/snbep.h"
#include "tests/fake_qemu/stderr.h"
#include "tests/tap.h"

#include <stdlib.h>
#include <string.h>

static uint32_t offset_of(const struct machine_model *model, unsigned block, const char *reg)
{
    char known[MACHINE_BLOCK_NAME];
    const struct reg_bank *bank;

    model->block(block, known, sizeof(known), &bank);
    if (reg_bank_named(bank, reg) < 0)
        abort();
    return bank->regs[reg_bank_named(bank, reg)].offset;
}

static void write_reg(const struct machine_model *model, const char *name, const char *reg,
    unsigned size, uint64_t value)
{
    unsigned block = machine_block_named(model, name);

    notes_traced(&(struct trace_record){.kind = TRACE_WRITE,
        .size = (uint8_t)size,
        .block = block,
        .offset = offset_of(model, block, reg),
        .value = value});
}

#define SAYS(block, event)                                                                         \
    NOTES_BEGIN block ": event " event " was switched on and is not modelled: it counts nothing\n"

struct write {
    const struct machine_model *model;
    const char *block, *reg;
    unsigned size;
    uint64_t value;
    const char *note; /* "": none */
};

static void is_noted(const struct write *w, notes_uncounted *uncounted)
{
    struct captured captured;

    notes_start(w->model, uncounted);
    capture_stderr(&captured);
    write_reg(w->model, w->block, w->reg, w->size, w->value);
    is_str(captured_stderr(&captured), w->note, "%s.%s.%s = 0x%" PRIx64, w->model->name, w->block,
        w->reg, w->value);
}

static void test_events(void)
{
    static const struct write writes[] = {
        {&snbep_model, "imc0", "PMON_CTL0", 4, 0x400304, ""},
        {&snbep_model, "imc0", "PMON_CTL0", 4, 0x000399, ""}, /* not enabled */
        {&snbep_model, "imc0", "PMON_CTL0", 4, 0x400399, SAYS("imc0", "0x99")},
        {&snbep_model, "imc0", "PMON_CTL0", 1, 0x99, ""}, /* a part of the register */
        {&snbep_model, "imc0", "PMON_CTL0", 4, 0x400000, ""},
        {&snbep_model, "cpu0.core", "IA32_PERFEVTSEL0", 8, 0x5300c4, ""},
        {&snbep_model, "cpu0.core", "IA32_PERFEVTSEL0", 8, 0x5303c4,
            SAYS("cpu0.core", "0xc4 with mask 0x03")},
        {&snbep_model, "cpu0.core", "IA32_PERFEVTSEL3", 8, 0x5302b2, SAYS("cpu0.core", "0xb2")},
        {&snbep_model, "cpu0.core", "IA32_PERFEVTSEL3", 8, 0x1302b2, ""},
        {&epyc_model, "cpu0.core", "PERF_CTL0", 8, 0x5300c0, ""},
        {&epyc_model, "cpu0.core", "PERF_CTL0", 8, 0x5300cb, SAYS("cpu0.core", "0xcb")},
        {&epyc_model, "cpu0.core", "PERF_CTL5", 8, 0x1005307a2, SAYS("cpu0.core", "0x1a2")},
        {&epyc_model, "cpu0.core", "PERF_CTL0", 8, 0x530160,
            SAYS("cpu0.core", "0x60 with mask 0x01")},
        {&epyc_model, "cpu0.core", "PERF_CTL0", 8, 0x538160, ""},
        {&epyc_model, "umc0", "PERF_CTL0", 8, 0x8000000a, ""},
        {&epyc_model, "umc0", "PERF_CTL0", 8, 0x8000007e, SAYS("umc0", "0x7e")},
        {&epyc_model, "umc0", "PERF_CTL0", 8, 0x7e, ""},
        {&power9_model, "core0", "TRACE_IMC", 8, 0x7fffffffc0020000 | UINT64_C(2) << 16, ""},
    };

    for (unsigned i = 0; i < sizeof(writes) / sizeof(writes[0]); i++)
        is_noted(&writes[i], NULL);
}

/* Each event is noted once, with its first block. */
static void test_once(void)
{
    struct captured captured;

    notes_start(&epyc_model, NULL);
    capture_stderr(&captured);
    write_reg(&epyc_model, "cpu0.core", "PERF_CTL0", 8, 0x5300cb);
    write_reg(&epyc_model, "cpu1.core", "PERF_CTL0", 8, 0x5300cb);
    write_reg(&epyc_model, "cpu0.core", "PERF_CTL1", 8, 0x5300d2);
    is_str(captured_stderr(&captured), SAYS("cpu0.core", "0xcb") SAYS("cpu0.core", "0xd2"),
        "each event once");
}

static struct kunpeng *of_kunpeng;

static unsigned of_this_kunpeng(unsigned block, unsigned reg, uint64_t value,
    struct machine_uncounted events[MACHINE_UNCOUNTED])
{
    return kunpeng_uncounted(of_kunpeng, block, reg, value, events);
}

static struct kunpeng *kunpeng_with(enum kunpeng_uncore uncore)
{
    struct kunpeng *m = malloc(sizeof(*m));
    struct kunpeng_config config = KUNPENG_DEFAULTS;
    struct kunpeng_plan_text text;
    char wrong[PLAN_TEXT_WRONG];

    config.cpus = 4;
    config.uncore = uncore;
    kunpeng_reset(m, &config, &(struct sim_host){.self = NULL});
    kunpeng_plan_begin(&text, m);
    kunpeng_plan_line(&text, "at step 1", wrong);
    ok(kunpeng_plan_line(&text, "cpu1 0x4 1M/s", wrong), "traffic for a core event");
    return m;
}

/* The list of events depends on the chip. */
static void is_noted_on(
    enum kunpeng_uncore uncore, const char *reg, uint64_t value, const char *note)
{
    struct captured captured;

    of_kunpeng = kunpeng_with(uncore);
    notes_start(&kunpeng_model, of_this_kunpeng);
    capture_stderr(&captured);
    write_reg(&kunpeng_model, "hha0", reg, 4, value);
    is_str(
        captured_stderr(&captured), note, "hha0.%s = 0x%" PRIx64 " on chip %d", reg, value, uncore);
    free(of_kunpeng);
}

static void test_kunpeng(void)
{
    static const struct write writes[] = {
        {&kunpeng_model, "cpu0", "PMEVTYPER0_EL0", 8, 0x8, ""},
        {&kunpeng_model, "cpu0", "PMEVTYPER0_EL0", 8, 0xc000, ""},
        {&kunpeng_model, "cpu0", "PMEVTYPER30_EL0", 8, 0x3, SAYS("cpu0", "0x03")},
        {&kunpeng_model, "cpu0", "PMEVTYPER30_EL0", 8, 0x4, ""}, /* it has traffic on CPU 1 */
    };

    is_noted_on(KUNPENG_HIP08, "EVENT_TYPE0", 0x04ff0000, "");
    is_noted_on(KUNPENG_HIP08, "EVENT_TYPE0", 0xffff00ee, SAYS("hha0", "0xee"));
    is_noted_on(KUNPENG_HIP09, "EVENT_TYPE0", 0x04ff0000, SAYS("hha0", "0x04"));
    of_kunpeng = kunpeng_with(KUNPENG_HIP08);
    for (unsigned i = 0; i < sizeof(writes) / sizeof(writes[0]); i++)
        is_noted(&writes[i], of_this_kunpeng);
    free(of_kunpeng);
}

/* A guest may write anything anywhere. Returns the registers that were asked,
 * with values that select events of each kind. */
static unsigned ask_all_registers(const struct machine_model *model)
{
    static const uint64_t values[] = {0, UINT64_MAX, 0x5300ff, 0x400399, 0x8000007e};
    struct machine_uncounted events[MACHINE_UNCOUNTED];
    char name[MACHINE_BLOCK_NAME];
    const struct reg_bank *bank;
    unsigned asked = 0;

    for (unsigned block = 0; block < model->end_block; block = machine_block_after(model, block)) {
        if (!model->block(block, name, sizeof(name), &bank) || !bank)
            continue;
        for (unsigned reg = 0; reg < bank->n_regs; reg++, asked++)
            for (unsigned v = 0; v < sizeof(values) / sizeof(values[0]); v++) {
                if (model->uncounted &&
                    model->uncounted(block, reg, values[v], events) > MACHINE_UNCOUNTED)
                    return 0;
                for (unsigned f = 0; model->value_name && f < bank->regs[reg].n_fields; f++)
                    model->value_name(&bank->regs[reg], f, values[v]);
            }
    }
    return asked;
}

static void test_all_registers(void)
{
    static const struct machine_model *const models[] = {
        &snbep_model, &epyc_model, &kunpeng_model, &power9_model, &power10_model, &power11_model};

    for (unsigned i = 0; i < sizeof(models) / sizeof(models[0]); i++)
        ok(ask_all_registers(models[i]) > 100, "%s: every register takes any value",
            models[i]->name);
}

static void read_imc(uint32_t offset)
{
    notes_traced(&(struct trace_record){.kind = TRACE_READ,
        .size = 4,
        .block = machine_block_named(&snbep_model, "imc0"),
        .offset = offset});
}

static void test_nothing(void)
{
    struct captured captured;

    notes_start(&snbep_model, NULL);
    capture_stderr(&captured);
    read_imc(0x44);
    notes_end();
    notes_begin();
    notes_end();
    read_imc(0xd8);
    notes_end();
    for (unsigned i = 0; i < 6; i++)
        read_imc(0x44 + 4 * (i / 2));
    for (unsigned i = 0; i < 6; i++)
        notes_nothing(NOTES_MSR, 0xe7 + i);
    notes_nothing(NOTES_FUNCTION, UINT64_C(0x7f) << 20 | 0x1e << 15 | 3 << 12);
    notes_nothing(NOTES_WINDOW, 0xfe000010);
    notes_nothing(NOTES_FAULT, 0xc001103d);
    notes_nothing(NOTES_FAULT, 0xc001103d);
    notes_end();
    is_str(captured_stderr(&captured),
        NOTES_BEGIN "accesses that found nothing, and read 0 or all ones: 1 of registers "
                    "(imc0+0x44)\n" NOTES_BEGIN "accesses that found nothing, and read 0 or all "
                    "ones: 6 of registers (imc0+0x44, imc0+0x48, "
                    "imc0+0x4c), 1 of PCI functions (7f:1e.3), 1 of memory (0xfe000010), 6 of MSRs "
                    "(0xe7, 0xe8, "
                    "0xe9, 0xea, ...)\n" NOTES_BEGIN
                    "accesses that the part answers with #GP: 2 of MSRs (0xc001103d)\n",
        "accesses without hardware since the guest booted");
}

/* Counts that microcode posts to the guest's memory are no registers, and are
 * there all the same. */
static void test_memory(void)
{
    struct captured captured;
    const unsigned chip = machine_block_named(&power9_model, "chip0"),
                   core = machine_block_named(&power9_model, "core0");

    notes_start(&power9_model, NULL);
    notes_begin();
    capture_stderr(&captured);
    notes_traced(
        &(struct trace_record){.kind = TRACE_READ, .size = 8, .block = chip, .offset = 0xc8});
    notes_traced(
        &(struct trace_record){.kind = TRACE_READ, .size = 8, .block = core, .offset = 0x123});
    notes_end();
    is_str(captured_stderr(&captured),
        NOTES_BEGIN
        "accesses that found nothing, and read 0 or all ones: 1 of registers (core0+0x123)\n",
        "a word of memory is found, a SCOM that is missing is not");
}

/* A plugin without a model. */
static void test_no_model(void)
{
    struct captured captured;

    notes_start(NULL, NULL);
    capture_stderr(&captured);
    notes_traced(&(struct trace_record){.kind = TRACE_WRITE, .size = 8, .value = 0x5300d1});
    notes_end();
    is_str(captured_stderr(&captured), "", "no model, no note");
}

static void test_hang(void)
{
    struct captured captured;
    const unsigned block = machine_block_named(&kunpeng_model, "hha1");

    notes_start(&kunpeng_model, of_this_kunpeng);
    capture_stderr(&captured);
    notes_hang(&(struct trace_record){.cpu = 3,
        .block = block,
        .offset = offset_of(&kunpeng_model, block, "VERSION"),
        .size = 4});
    notes_hang(&(struct trace_record){.cpu = 3, .block = 9999999, .offset = 0x44, .size = 4});
    is_str(captured_stderr(&captured),
        "pmulab: CPU 3 hangs at its read of hha1.VERSION\n"
        "pmulab: CPU 3 hangs at its read of block 9999999+0x44\n",
        "a read that never ends, and of an unknown block");
}

int main(void)
{
    test_hang();
    test_events();
    test_once();
    test_kunpeng();
    test_all_registers();
    test_nothing();
    test_memory();
    test_no_model();
    return done_testing();
}
