// SPDX-License-Identifier: GPL-2.0-or-later
/* System registers of the CPU's PMU, and the registers of the PMCUs and of the
 * uncore PMUs. */
#include <asm/sysreg.h>
#include <asm/virt.h>
#include <linux/bitfield.h>
#include <linux/io.h>
#include <linux/kernel.h>
#include <linux/of.h>
#include <linux/of_address.h>
#include <linux/perf/arm_pmuv3.h>
#include <linux/platform_device.h>
#include <registers.h>

#include "hostile.h"

const char *hostile_kinds[HOSTILE_KINDS] = {"system registers"};

/* ---- system registers ---- */

/* The register's number is part of the instruction. */
#define FUNCTIONS(number)                                                                          \
    static void write_##number(u64 value)                                                          \
    {                                                                                              \
        write_sysreg_s(value, (number << Op2_shift));                                              \
    }                                                                                              \
    static u64 read_##number(void)                                                                 \
    {                                                                                              \
        return read_sysreg_s(number << Op2_shift);                                                 \
    }
SYSTEM_REGISTERS(FUNCTIONS)

#define ROW(number) {number, write_##number, read_##number},
static const struct {
    u32 number; /* op0:op1:CRn:CRm:op2 */
    void (*write)(u64 value);
    u64 (*read)(void);
} registers[] = {SYSTEM_REGISTERS(ROW)};

/* A counter's registers: op0 to CRn equal PMEVCNTR0's; CRm and op2 contain the
 * kind and the counter's number. */
#define OF_COUNTERS(number) ((number) >> 6 == SYS_PMEVCNTRn_EL0(0) >> (Op2_shift + 6))
#define COUNTER(number)     ((number)&31)
#define PMCCFILTR           (SYS_PMCCFILTR_EL0 >> Op2_shift)
#define PMSWINC             (SYS_PMSWINC_EL0 >> Op2_shift) /* cannot be read */

static u32 counters;

/* Registers of absent counters are undefined instructions. */
static bool is_there(u32 number)
{
    return !OF_COUNTERS(number) || number == PMCCFILTR || COUNTER(number) < counters;
}

/* op1 of registers that only EL2 may access. */
static bool is_of_el2(u32 number)
{
    return (number >> (Op1_shift - Op2_shift) & Op1_mask) >= 4;
}

static bool is_allowed(u32 number)
{
    return is_there(number) && (!is_of_el2(number) || is_kernel_in_hyp_mode());
}

static void write_register(struct hostile_random *random)
{
    size_t i = hostile_below(random, ARRAY_SIZE(registers));

    if (is_allowed(registers[i].number))
        registers[i].write(hostile_value(random));
}

/* Lets the next access show the cycle counter's overflow. Unlike all writes,
 * reads of some registers do not end QEMU's block of code. */
static void overflow(struct hostile_random *random)
{
    size_t i = hostile_below(random, ARRAY_SIZE(registers));

    if (!is_allowed(registers[i].number) || registers[i].number == PMSWINC)
        return;
    write_sysreg(~0ull, pmovsclr_el0);
    write_sysreg(~0ull, pmintenset_el1);
    write_sysreg(~0ull, pmcntenset_el0);
    write_sysreg(ARMV8_PMU_INCLUDE_EL2, pmccfiltr_el0);
    write_sysreg(ARMV8_PMU_PMCR_E, pmcr_el0);
    write_sysreg(~0ull, pmccntr_el0);
    registers[i].read();
}

/* ---- PMCUs ---- */

#define MAX_UNITS 4
static u8 __iomem *units[MAX_UNITS];
static unsigned int n_units;

static const u32 offsets[] = {PMCU_REGISTERS};

/* ---- uncore PMUs: devices of a tree or of ACPI, in the space of virt that
 * QEMU leaves free ---- */

#define FREE_SPACE  0x0b000000
#define FREE_END    0x0c000000
#define UNCORE_FROM 0x0b040000 /* PMCUs are before it, with ACPI */
#define UNCORE_SIZE 0x10000
#define MAX_UNCORE  128
static u8 __iomem *uncore[MAX_UNCORE];
static unsigned int n_uncore;

static const u32 uncore_offsets[] = {UNCORE_REGISTERS};

static int add_device(struct device *dev, void *data)
{
    const struct resource *at = platform_get_resource(to_platform_device(dev), IORESOURCE_MEM, 0);
    u8 __iomem *window;

    if (!at || at->start < FREE_SPACE || at->start >= FREE_END)
        return 0;
    window = ioremap(at->start, UNCORE_SIZE);
    if (window && at->start >= UNCORE_FROM && n_uncore < MAX_UNCORE)
        uncore[n_uncore++] = window;
    else if (window && at->start < UNCORE_FROM && n_units < MAX_UNITS)
        units[n_units++] = window;
    return 0;
}

static void reach_uncore(struct hostile_random *random)
{
    u32 offset = uncore_offsets[hostile_below(random, ARRAY_SIZE(uncore_offsets))];
    u8 __iomem *at = uncore[hostile_below(random, n_uncore)];

    switch (hostile_below(random, 4)) {
    case 0:
        readl(at + offset);
        break;
    case 1:
        readq(at + (offset & ~7));
        break;
    case 2:
        writeq(hostile_value(random), at + (offset & ~7));
        break;
    default:
        writel(hostile_value(random), at + offset);
    }
}

int hostile_find(void)
{
    struct device_node *node;

    counters = FIELD_GET(ARMV8_PMU_PMCR_N, read_sysreg(pmcr_el0));
    for_each_compatible_node(node, NULL, "hisilicon,pmcu") if (n_units < MAX_UNITS)
    {
        units[n_units] = of_iomap(node, 0);
        n_units += !!units[n_units];
    }
    bus_for_each_dev(&platform_bus_type, NULL, NULL, add_device);
    hostile_kinds[1] = n_units ? "the PMCUs" : NULL;
    hostile_kinds[2] = n_uncore ? "uncore PMUs" : NULL;
    return n_units || n_uncore ? 0 : -ENODEV;
}

/* Threads write addresses by halves, so all combinations of halves must be
 * within the memory. */
static u32 pmcu_value(struct hostile_random *random, u32 offset)
{
    switch (offset) {
    case PMCU_EVENT_BASE_H:
    case PMCU_KILL_BASE_H:
    case PMCU_STORE_BASE_H:
        return upper_32_bits(hostile_memory);
    case PMCU_EVENT_BASE_L:
    case PMCU_KILL_BASE_L:
    case PMCU_STORE_BASE_L:
        return lower_32_bits(hostile_memory) + hostile_below(random, HOSTILE_MEMORY);
    }
    return hostile_value(random);
}

static void write_pmcu(struct hostile_random *random)
{
    u32 offset = offsets[hostile_below(random, ARRAY_SIZE(offsets))];

    writel(pmcu_value(random, offset), units[hostile_below(random, n_units)] + offset);
}

/* ---- both ---- */

unsigned int hostile_write(struct hostile_random *random)
{
    unsigned int kind = hostile_below(random, 4);

    if (kind == 1 && n_units) {
        write_pmcu(random);
        return 1;
    }
    if (kind == 2 && n_uncore) {
        reach_uncore(random);
        return 2;
    }
    write_register(random);
    if (!hostile_below(random, 8))
        overflow(random);
    return 0;
}

void hostile_silence(void)
{
    for (unsigned int i = 0; i < n_units; i++)
        writel(1, units[i] + PMCU_FSM_BRK);
    for (size_t i = 0; i < ARRAY_SIZE(registers); i++)
        if (is_there(registers[i].number) && !is_of_el2(registers[i].number))
            registers[i].write(0);
}
