/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The machine `snbep`: registers of a channel's monitor, and updates of
 * counters. */
#include "tests/bench/model/bench.h"

#include "models/sim/trace_frame.h"
#include "tests/snbep_machine.h"

enum {
    CTL0 = 0xd8,
    CTR0 = 0xa0,
    CAS_COUNT_ALL = 0x0f04,
    CAS_COUNT_RD = 0x0304,
    US = 1000,
    MS = 1000000
};

static uint64_t counted;

static void read_register(void *machine, uint64_t n)
{
    struct snbep *m = machine;

    while (n--)
        counted += pci_read(m, m->now + 1, BUS, channel_devfn(0), CTL0, 4);
}

static void write_register(void *machine, uint64_t n)
{
    struct snbep *m = machine;

    while (n--)
        pci_write(m, m->now + 1, BUS, channel_devfn(0), CTL0, 4, EN | CAS_COUNT_ALL);
}

/* Each write changes the counter's event, and so the time of its overflow. */
static void write_event(void *machine, uint64_t n)
{
    struct snbep *m = machine;

    while (n--)
        pci_write(m, m->now + 1, BUS, channel_devfn(0), CTL0, 4,
            EN | (n % 2 ? CAS_COUNT_RD : CAS_COUNT_ALL));
}

/* The count since the last read, at any distance. */
static void read_counter(struct snbep *m, uint64_t n, uint64_t ns)
{
    while (n--)
        counted += pci_read(m, m->now + ns, BUS, channel_devfn(0), CTR0, 4);
}

static void after_us(void *machine, uint64_t n)
{
    read_counter(machine, n, US);
}

static void after_ms(void *machine, uint64_t n)
{
    read_counter(machine, n, MS);
}

static void traced(void *self, const struct trace_record *record)
{
    struct trace_record *records = self;

    records[counted++ % TRACE_FRAME_RECORDS] = *record;
}

BENCH_MACHINE(snbep)
{
    static struct snbep machine;
    static struct trace_record records[TRACE_FRAME_RECORDS];

    start(&machine, NULL, &SNBEP_DEFAULTS,
        "at boot\n  imc0 CAS_COUNT.RD_REG 90M/s\n  imc0 CAS_COUNT.WR_WMM 2560 MiB/s\n");
    write_register(&machine, 1);
    bench("register read", read_register, &machine);
    bench("register write", write_register, &machine);
    bench("register write, another event", write_event, &machine);
    bench("counter read, 1 us after another", after_us, &machine);
    bench("counter read, 1 ms after another", after_ms, &machine);
    machine.host.self = records;
    machine.host.trace = traced;
    bench("register read, in the trace", read_register, &machine);
}
