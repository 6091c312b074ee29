// SPDX-License-Identifier: GPL-2.0-or-later
/* LDBAR of the CPU's own thread, and SCOMs of all cores, which firmware
 * writes. */
#include <linux/cpumask.h>
#include <linux/kernel.h>

#include <asm/opal.h>
#include <asm/reg.h>
#include <asm/smp.h>
#include <registers.h>

#include "hostile.h"

const char *hostile_kinds[HOSTILE_KINDS] = {"LDBAR", "SCOMs"};

static const u32 scoms[] = {SCOMS};

#define SHORT_PERIOD_ONE_IN 256

/* Firmware uses 64-bit numbers of chiplets: a core's, or its quad's with one
 * port per core. */
#define CHIPLET       24
#define CORES_A_QUAD  4
#define OF_CORE(scom) ((scom) >> 28 == 2)

static u64 scom_of_power9(u32 scom, unsigned int core)
{
    static const u32 ports[CORES_A_QUAD] = {0, 0x100, 0x400, 0x500};

    if (OF_CORE(scom))
        return scom + ((u64)core << CHIPLET);
    return scom + ((u64)(core / CORES_A_QUAD) << CHIPLET) + ports[core % CORES_A_QUAD];
}

static u64 scom_of(u32 scom, unsigned int core)
{
    /* POWER10 selects cores by one bit of four: only the first core's is
     * set. */
    if (cpu_has_feature(CPU_FTR_ARCH_31))
        return scom;
    return scom_of_power9(scom, core);
}

/* POWER9's PIR: the thread in bits 1:0, the core in bits 6:2. */
static unsigned int core_of(unsigned int cpu)
{
    return get_hard_smp_processor_id(cpu) >> 2 & 31;
}

int hostile_find(void)
{
    return 0;
}

/* In units of 8 KiB, in the first half of the memory: trace mode's buffer needs
 * room after it. */
static u64 address(struct hostile_random *random)
{
    return hostile_memory + hostile_below(random, HOSTILE_MEMORY / 2 >> 13) * 8192ull;
}

/* Bits 0 to 7 and 51 to 63 (IBM's numbering) are not address bits. */
#define LDBAR_NO_ADDRESS 0xff00000000001fffull

static void write_ldbar(struct hostile_random *random)
{
    u64 value = hostile_value(random) & LDBAR_NO_ADDRESS;

    mtspr(SPRN_LDBAR, value | address(random));
    (void)mfspr(SPRN_LDBAR);
}

/* The first bit of CPMC_LOAD, from which trace mode counts to 2^32. The first
 * bit of BUFFERSIZE; without it a buffer has at most 2 MiB. */
#define LOAD_HALF  (1ull << 61)
#define SIZE_ABOVE (1ull << 15)

/* A sample at every instruction, impossible in silicon, makes a guest a hundred
 * times slower until the next write. So such values are rare. */
static u64 scom_value(struct hostile_random *random, u32 scom)
{
    u64 value = scom == SCOM_PDBAR ? address(random) : hostile_value(random);

    if (scom != SCOM_TRACE_IMC)
        return value;
    value &= ~SIZE_ABOVE;
    return hostile_below(random, SHORT_PERIOD_ONE_IN) ? value & ~LOAD_HALF : value;
}

static void write_scom(struct hostile_random *random)
{
    unsigned int cpu = cpumask_nth(hostile_below(random, num_online_cpus()), cpu_online_mask);
    u32 scom = scoms[hostile_below(random, ARRAY_SIZE(scoms))];

    opal_xscom_write(cpu_to_chip_id(cpu), scom_of(scom, core_of(cpu)), scom_value(random, scom));
}

unsigned int hostile_write(struct hostile_random *random)
{
    if (hostile_below(random, 2)) {
        write_ldbar(random);
        return 0;
    }
    write_scom(random);
    return 1;
}

void hostile_silence(void)
{
    mtspr(SPRN_LDBAR, 0);
}
