/* SPDX-License-Identifier: GPL-2.0-or-later */
/* A kunpeng guest for plugin tests: loads, stores, system registers, firmware
 * calls, work. */
#ifndef PMULAB_TESTS_UNIT_PLUGINS_KUNPENG_GUEST_H
#define PMULAB_TESTS_UNIT_PLUGINS_KUNPENG_GUEST_H

#include "tests/fake_qemu/apart.h"
#include "tests/fake_qemu/fake_qemu.h"
#include "tests/fake_qemu/files.h"

#define RAM     UINT64_C(0x40000000)
#define RAM_END UINT64_C(0x80000000)
#define CODE    UINT64_C(0x40100000)
#define WORK    UINT64_C(0x40200000)
#define LIST    UINT64_C(0x41000000)
#define OUT     UINT64_C(0x41100000)
#define WINDOW  UINT64_C(0x0b000000) /* with ACPI */
#define TREE    UINT64_C(0x48000000)
#define GICD    UINT64_C(0x08000000)
#define GICR    UINT64_C(0x080a0000)
#define NOP     "1f 20 03 d5"
#define EL1     5

/* System registers as op0:op1:CRn:CRm:op2. */
enum {
    PMCR = 0xdce0,
    PMCNTENSET = 0xdce1,
    PMOVSCLR = 0xdce3,
    PMCCNTR = 0xdce8,
    PMEVCNTR0 = 0xdf40,
    PMEVTYPER0 = 0xdf60,
    PMINTENSET = 0xc4f1,
    PMCEID0 = 0xdce6,
    MDCR_EL2 = 0xe089,
    CONTEXTIDR_EL1 = 0xc681,
};

/* Counts EL2, the kernel's level. */
enum { NSH = 1 << 27 };

static char *trace_name;

/* Whether an interrupt would have aborted QEMU. */
static inline bool interrupted_too_early(void)
{
    for (unsigned i = 0; i < fake_writes(); i++)
        if (fake_write(i)->too_early)
            return true;
    return false;
}

/* Ends QEMU; reads the plugin's trace into @trace. */
static inline void end(struct read_trace *trace)
{
    fake_exit();
    read_trace(trace, trace_name);
    unlink(trace_name);
    ok(trace->whole, "the trace is whole");
    ok(audit_agrees(trace), "... with each access");
    ok(!interrupted_too_early(), "... and no interrupt within a block");
}

static inline void start(unsigned cpus, const char *options, const char *traffic)
{
    g_autofree char *file = new_file(traffic), *all = NULL;

    trace_name = new_file("");
    fake_begin(&(struct fake_setup){.isa = FAKE_ARM64, .cpus = cpus, .icount = true});
    fake_ram(RAM, 0x40000000);
    fake_device(GICD, 0x10000, NULL);
    fake_device(GICR, 0x20000 * cpus, NULL);
    all = g_strdup_printf("traffic=%s trace=%s%s", file, trace_name, options);
    ok(!fake_install(all), "the plugin is installed with%s", *options ? options : "out options");
    for (unsigned cpu = 0; cpu < cpus; cpu++)
        fake_set(cpu, "cpsr", EL1);
    unlink(file);
}

/* One instruction, with an access or without. */
static inline void execute(unsigned cpu, struct fake_insn insn)
{
    insn.ends = true;
    fake_code(CODE, &insn, 1);
    fake_run(cpu, CODE);
}

static inline void word(unsigned cpu, uint32_t number)
{
    char text[12];

    sprintf(text, "%02x %02x %02x %02x", number & 0xff, number >> 8 & 0xff, number >> 16 & 0xff,
        number >> 24);
    execute(cpu, (struct fake_insn){.hex = g_strdup(text)});
}

static inline void msr(unsigned cpu, unsigned reg, uint64_t value)
{
    fake_set(cpu, "x3", value);
    word(cpu, 0xd5000003 | reg << 5);
}

/* The register's value when QEMU handles the read. */
#define UNTOUCHED UINT64_C(0xdeadbeef)

static inline uint64_t mrs(unsigned cpu, unsigned reg)
{
    fake_set(cpu, "x4", UNTOUCHED);
    word(cpu, 0xd5200004 | reg << 5);
    return fake_get(cpu, "x4");
}

static inline void store(uint64_t address, uint32_t value)
{
    execute(0, (struct fake_insn){.hex = "e1 00 00 b9",
                   .access = {.address = address, .size = 4, .store = true, .value = value}});
}

static inline uint64_t load(uint64_t address, unsigned size)
{
    execute(0, (struct fake_insn){
                   .hex = "e1 00 40 b9", .access = {.address = address, .size = size, .to = "x1"}});
    return fake_get(0, "x1");
}

/* PSCI (DEN 0022): CPU_ON with an affinity, CPU_OFF. */
static inline void smc(unsigned cpu, uint32_t function, uint64_t argument)
{
    fake_set(cpu, "x0", function);
    fake_set(cpu, "x1", argument);
    word(cpu, 0xd4000003);
}

static inline uint64_t again(unsigned cpu, uint64_t next)
{
    uint64_t count = fake_get(cpu, "x9") - 1;

    fake_set(cpu, "x9", count);
    return count ? WORK : next + 0x8000;
}

/* Runs @n instructions, a multiple of 4: two plain, a load, a branch. */
static inline void work(unsigned cpu, uint64_t n)
{
    static const struct fake_insn code[] = {{.hex = NOP},
        {.hex = "e5 00 40 f9", .access = {.address = RAM + 0x800, .size = 8, .to = "x5"}},
        {.hex = NOP}, {.hex = "a1 ff ff 54", .effect = again}};

    FAKE_CODE(WORK, code);
    fake_set(cpu, "x9", n / 4);
    fake_run(cpu, WORK);
}

#endif
