/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The machine `kunpeng`: registers of the PMCU and of core PMUs, and rounds
 * over few and many CPUs. */
#include "tests/bench/model/bench.h"
#include "tests/kunpeng_machine.h"
#include "tests/tap.h"

static const uint16_t events[6] = {0x11, 0x8, 0xb, 0x3c, 0x24, 0x23};

enum { CFG = 0x00060a06, WAIT_CNT = 0x20, ROUND_4_MS = 0x30d40, ROOM = 0x300000 };

static uint64_t result;

static void read_window(void *machine, uint64_t n)
{
    while (n--)
        result += lab_peek(machine, WAIT_CNT);
}

static void write_window(void *machine, uint64_t n)
{
    while (n--)
        lab_poke(machine, WAIT_CNT, ROUND_4_MS);
}

static void read_sysreg(void *machine, uint64_t n)
{
    struct lab *lab = machine;
    struct sim_access access = lab_by(lab, 0);
    uint64_t value = 0;

    while (n--) {
        kunpeng_sysreg_read(&lab->m, &access, arm_bank.regs[ARM_PMCCNTR].offset, &value);
        result += value;
    }
}

/* All CPUs count six events each, and the PMCU stores the counts. */
static void rounds(void *machine, uint64_t n)
{
    struct lab *lab = machine;

    while (n--) {
        if (kunpeng_deadline(&lab->m) == SIM_NEVER)
            lab_start(lab, CFG, ROUND_4_MS, OUT, OUT + ROOM);
        lab_run(lab, lab->now + 4 * MS + 10 * US);
    }
}

static struct lab *working(unsigned cpus, unsigned clusters)
{
    struct kunpeng_config config = KUNPENG_DEFAULTS;
    struct lab *lab;

    config.cpus = cpus;
    config.clusters = clusters;
    lab = lab_new(&config);
    lab->m.host.trace = NULL;
    for (unsigned cpu = 0; cpu < cpus; cpu++)
        lab->user_rate[cpu] = (struct sim_work){200 + cpu, 50, 20, 10, 0, 0};
    lab_probe(lab);
    lab_list(lab, events, 6);
    return lab;
}

BENCH_MACHINE(kunpeng)
{
    struct lab *small = working(8, 1), *large = working(48, 6);

    bench("PMCU register read", read_window, small);
    bench("PMCU register write", write_window, small);
    bench("core PMU register read", read_sysreg, small);
    bench("round of 8 CPUs", rounds, small);
    bench("round of 48 CPUs", rounds, large);
    lab_free(small);
    lab_free(large);
}
