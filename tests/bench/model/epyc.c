/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The machine `epyc`: IBS registers, counted and shown ops, and samples. */
#include "tests/bench/model/bench.h"
#include "tests/epyc_machine.h"

enum { PERIOD = 100000 };

static uint64_t result;

static void read_msr(void *machine, uint64_t n)
{
    while (n--)
        result += guest_rdmsr(machine, 0, MSR_OP_RIP);
}

static void write_msr(void *machine, uint64_t n)
{
    while (n--)
        guest_wrmsr(machine, 0, MSR_OP_RIP, n);
}

/* A prepared loop that loads from 64 lines in turn, so only the model is
 * measured. */
enum { OPS = 64 };
static struct sim_op ops[OPS];

static void make_ops(void)
{
    for (unsigned i = 0; i < OPS; i++) {
        uint64_t pc = 0x401000 + i % 8 * 4, data = 0x10000 + i * 64;

        ops[i] = i % 8 == 7 ? branch_op(pc, SIM_JUMP, 0x401000, true) : load_op(pc, data, data, 8);
    }
}

/* Like the plugin: most ops are counted, those before the sample are shown. */
static void take_samples(void *machine, uint64_t n)
{
    struct guest *g = machine;
    uint64_t i = 0;

    while (n--) {
        guest_wrmsr(g, 0, MSR_OP_CTL, OP_CTL_EN | OP_CTL_OPS | op_period(PERIOD));
        epyc_executed(&g->m, 0, epyc_countdown(&g->m, 0));
        while (epyc_op(&g->m, 0, &ops[i % OPS]) == EPYC_WINDOW_ON)
            i++;
    }
}

/* The window never ends. */
static void show_ops(void *machine, uint64_t n)
{
    struct guest *g = machine;

    guest_wrmsr(g, 0, MSR_OP_CTL, OP_CTL_EN | OP_CTL_OPS | op_period(PERIOD));
    while (n--)
        result += epyc_op(&g->m, 0, &ops[n % OPS]);
}

BENCH_MACHINE(epyc)
{
    static struct guest guest;

    guest_start(&guest, "cpus=2 cache-log=off");
    linux_init(&guest);
    make_ops();
    bench("MSR read", read_msr, &guest);
    bench("MSR write", write_msr, &guest);
    bench("op shown", show_ops, &guest);
    bench("op sample", take_samples, &guest);
}
