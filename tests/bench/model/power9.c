/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The machine `power9`: SCOMs, postings of nest, cores and threads, and trace
 * mode's samples. */
#include "tests/bench/model/bench.h"
#include "tests/power9_machine.h"

#define HTM_MODE       UINT32_C(0x10012200)
#define TRACE_IMC      UINT32_C(0x20010aa9)
#define STARTED        UINT64_C(0xe800000000000000)
#define EACH_1000      UINT64_C(0x7fffff0600000000)
#define LDBAR_TRACES   UINT64_C(0x4000000000000000)
#define LDBAR_COUNTS   UINT64_C(0x8000000000000000)
#define THREADS_MEMORY UINT64_C(0x20000)

static const struct p9_config one_core = {.cpus = 1,
    .sockets = 1,
    .threads = 1,
    .availability = UINT64_C(0xffff8073f007e000),
    .generation = &generation_power9};

static struct fake_host host;
static uint64_t result;

static struct sim_access next(const struct p9 *m)
{
    return (struct sim_access){.now = m->now + 1, .pc = 0xc000000000001234};
}

static void read_scom(void *machine, uint64_t n)
{
    struct p9 *m = machine;
    uint64_t value = 0;

    while (n--) {
        struct sim_access access = next(m);
        p9_scom_read(m, &access, 0, HTM_MODE, &value);
        result += value;
    }
}

static void write_scom(struct p9 *m, uint32_t pcba, uint64_t value)
{
    struct sim_access access = next(m);

    p9_scom_write(m, &access, 0, pcba, value);
}

static void write_ldbar(struct p9 *m, uint64_t value)
{
    struct sim_access access = next(m);

    p9_ldbar_write(m, &access, value);
}

/* The next due posting: of the nest's 60 units, of the core or of the
 * thread. */
static void postings(void *machine, uint64_t n)
{
    struct p9 *m = machine;

    while (n--) {
        host.executed[0].user += 1000;
        p9_advance(m, p9_deadline(m));
    }
}

static void samples(void *machine, uint64_t n)
{
    while (n--) {
        host.executed[0].user += p9_sampling(machine, 0);
        result += p9_sample(machine, 0, 0x10001234, true, n);
    }
}

BENCH_MACHINE(power9)
{
    static struct p9 machine;

    start(&machine, &host, &one_core, "at boot\nchip0.mcs01 PM_MCS01_64B_RD_DISP_PORT01 1G/s\n");
    machine.host.trace = NULL;
    bench("SCOM read", read_scom, &machine);
    bench("posting of the nest", postings, &machine);
    write_scom(&machine, HTM_MODE, STARTED);
    write_ldbar(&machine, LDBAR_COUNTS | THREADS_MEMORY);
    bench("posting, nest and thread", postings, &machine);
    write_scom(&machine, TRACE_IMC, EACH_1000);
    write_ldbar(&machine, LDBAR_TRACES | THREADS_MEMORY);
    bench("sample of trace mode", samples, &machine);
}
