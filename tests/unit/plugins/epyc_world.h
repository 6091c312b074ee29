/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The plugin of epyc with a guest's loop, for its tests. Registers: AMD64 APM
 * volume 2, sections 13.3 and 16.3 to 16.8. */
#ifndef PMULAB_TESTS_UNIT_PLUGINS_EPYC_WORLD_H
#define PMULAB_TESTS_UNIT_PLUGINS_EPYC_WORLD_H

#include "models/epyc/epyc.h"
#include "models/epyc/op_facts.h"
#include "models/sim/step.h"
#include "tests/fake_qemu/apart.h"
#include "tests/fake_qemu/files.h"
#include "tests/fake_qemu/saved.h"
#include "tests/fake_qemu/x86.h"

enum { STEP_PORT = 0x504, LOOP = 5 };
#define FETCH_CTL    0xc0011030
#define OP_CTL       0xc0011033
#define OP_RIP       0xc0011034
#define OP_DATA3     0xc0011037
#define DC_LIN       0xc0011038
#define DC_PHYS      0xc0011039
#define EN           (UINT64_C(1) << 17)
#define L3_MISS_ONLY (UINT64_C(1) << 16)
#define VAL          (UINT64_C(1) << 18)
#define OPS          (UINT64_C(1) << 19)
#define APIC         UINT64_C(0xfee00000)
#define LVT          0x500 /* the first vector of the extended space; 0x400: an NMI */
#define SVR          0xf0  /* 0x100: the APIC is enabled */
#define CODE         UINT64_C(0x300000)
#define DATA         UINT64_C(0xffff888000007000)
#define DATA_AT      UINT64_C(0x7000)
#define HANDLER      UINT64_C(0x400000)
#define NOTHING      UINT64_C(0x900000)
#define DC_MISS      (1 << 7)

static char *trace_name;
static unsigned before; /* earlier writes to QEMU's APIC */

/* QEMU's APIC: each register reads as its offset. */
static inline uint64_t qemus_apic(uint64_t address, unsigned size)
{
    return size == 4 ? 0x50000000 + address % 0x1000 : 0;
}

static inline uint64_t load_apic(unsigned cpu, unsigned offset)
{
    const struct fake_insn code[] = {{.hex = "90"},
        {.hex = "8b 07", .access = {.address = APIC + offset, .size = 4, .to = "rax"}},
        {.hex = "90", .ends = true}};

    FAKE_CODE(0x600000, code);
    fake_run(cpu, 0x600000);
    return fake_get(cpu, "rax");
}

static inline void store_apic(unsigned cpu, unsigned offset, uint32_t value)
{
    const struct fake_insn code[] = {
        {.hex = "89 07",
            .access = {.address = APIC + offset, .size = 4, .store = true, .value = value}},
        {.hex = "90", .ends = true}};

    FAKE_CODE(0x600000, code);
    fake_run(cpu, 0x600000);
}

static inline void begin(unsigned cpus, bool icount, const char *options, const char *traffic)
{
    g_autofree char *file = new_file(traffic), *all = NULL;

    trace_name = new_file("");
    fake_begin(&(struct fake_setup){.isa = FAKE_X86, .cpus = cpus, .icount = icount});
    fake_ram(0, 1 << 30);
    fake_device(APIC, 0x100000, qemus_apic);
    fake_map(DATA, DATA_AT);
    fake_map(DATA + 0x1000, DATA_AT + 0x1000);
    all = g_strdup_printf("traffic=%s trace=%s%s", file, trace_name, options);
    ok(!fake_install(all), "the plugin is installed with%s", *options ? options : "out options");
    for (unsigned cpu = 0; cpu < cpus; cpu++) {
        x86_kernel(cpu);
        store_apic(cpu, LVT, 0x400);
        store_apic(cpu, SVR, 0x1ff);
    }
    unlink(file);
    before = fake_writes();
}

static inline unsigned nmis(void)
{
    return fake_writes() - before;
}

static const struct fake_write *nmi(unsigned number)
{
    return fake_write(before + number);
}

/* Switches counting on: it begins after the first write, and continues for a
 * while. */
static inline void warm_up(void)
{
    x86_wrmsr(0, OP_CTL, EN | OPS | 0xffff);
    x86_wrmsr(0, OP_CTL, 0);
}

static inline void end(struct read_trace *trace)
{
    fake_exit();
    read_trace(trace, trace_name);
    unlink(trace_name);
    ok(trace->whole, "the trace is whole");
    ok(audit_agrees(trace), "... with each access");
}

/* ---- a loop of five instructions: plain, load, plain, store, branch ---- */

static inline uint64_t again(unsigned cpu, uint64_t next)
{
    uint64_t count = fake_get(cpu, "rcx") - 1;

    fake_set(cpu, "rcx", count);
    return count ? CODE : next + 0x1000;
}

static const unsigned offsets[LOOP] = {0, 1, 4, 6, 9};

static inline void loop(unsigned cpu, uint64_t rounds)
{
    static const struct fake_insn code[LOOP] = {{.hex = "90"},
        {.hex = "48 8b 07", .access = {.address = DATA + 8, .size = 8, .to = "rax"}},
        {.hex = "66 90"},
        {.hex = "48 89 07", .access = {.address = DATA + 16, .size = 8, .store = true}},
        {.hex = "e2 f5", .effect = again}};

    FAKE_CODE(CODE, code);
    fake_set(cpu, "rcx", rounds);
    fake_run(cpu, CODE);
}

/* The period counts ops from WRMSR's on; the op after the period is tagged. */
static inline void is_sampled(unsigned cpu, uint64_t period)
{
    unsigned expected = (unsigned)((period - 1) % LOOP), had = nmis();
    uint64_t data;

    x86_wrmsr(cpu, OP_CTL, EN | OPS | period >> 4);
    loop(cpu, period);
    is_u64(nmis() - had, 1, "period %u: one interrupt", (unsigned)period);
    is_u64(nmi(had)->cpu, cpu, "... by that CPU");
    is_u64(x86_rdmsr(cpu, OP_RIP), CODE + offsets[expected], "... of instruction %u of the loop",
        expected);
    ok(x86_rdmsr(cpu, OP_CTL) & VAL, "... a sample is valid");
    data = x86_rdmsr(cpu, OP_DATA3);
    is_u64(data & 3, expected == 1 ? 1 : expected == 3 ? 2 : 0, "... a load, a store or neither");
    if (expected == 1 || expected == 3) {
        is_u64(
            x86_rdmsr(cpu, DC_LIN), expected == 1 ? DATA + 8 : DATA + 16, "... its linear address");
        is_u64(x86_rdmsr(cpu, DC_PHYS), expected == 1 ? DATA_AT + 8 : DATA_AT + 16,
            "... and the physical one");
        is_u64(data >> 22 & 15, 4, "... of 8 bytes");
    }
}

#endif
