/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The plugin of a file's PMUs: their windows, the pulses of their interrupts,
 * and a saved guest. The file is hardware/hisi-hip08-ddrc.rdl, whose counters 0
 * and 1 count flux_wr and flux_rd. */
#include "models/pmu/hardware.h"
#include "tests/fake_qemu/saved.h"
#include "tests/unit/plugins/kunpeng_guest.h"

#define FILE_OF_PMU "hardware/hisi-hip08-ddrc.rdl"

enum {
    PERF_CTRL = 0x10,
    FLUX_WR = 0x380,
    FLUX_RD = 0x384,
    EVENT_CTRL = 0x6c0,
    INT_MASK = 0x6c8,
    INT_STATUS = 0x6cc,
    INT_CLEAR = 0x6d0
};

static uint64_t window;
static unsigned intid;

static void find_pmu(void)
{
    char wrong[HARDWARE_WRONG] = "";
    const struct hardware *hardware = hardware_find(FILE_OF_PMU, wrong);

    ok(hardware, "the file is read %s", wrong);
    window = hardware ? hardware->pmus[0].address : 0;
    intid = hardware ? 32 + hardware->pmus[0].interrupt : 0; /* shared ones begin at 32 */
}

/* Counts an event in 2 ns in both counters, which overflow after @left
 * events. */
static void count(uint32_t left)
{
    store(window + FLUX_WR, -left);
    store(window + FLUX_RD, -left);
    store(window + INT_MASK, 0xfc);
    store(window + EVENT_CTRL, 3);
    store(window + PERF_CTRL, 2);
}

static void is_pulse(unsigned number)
{
    is_u64(fake_write(number)->address, GICD + 0x200 + intid / 32 * 4, "... in its bank");
    is_u64(fake_write(number)->value, 1u << intid % 32, "... of its number");
}

/* The line is a level: it goes out again while an overflow is left. */
static void test_pulses(void)
{
    static struct read_trace trace;

    start(2, " hardware=" FILE_OF_PMU, "at boot\nddrc0 flux_wr 500M/s\nddrc0 flux_rd 500M/s\n");
    count(1000);
    is_u64(fake_writes(), 0, "no overflow yet");
    fake_sleep_until(fake_now() + 2000);
    is_u64(fake_writes(), 1, "two overflows are one interrupt");
    is_pulse(0);
    is_u64(load(window + INT_STATUS, 4), 3, "both are in the status");
    store(window + INT_CLEAR, 1);
    is_u64(fake_writes(), 2, "software clears one of them: another interrupt");
    is_pulse(1);
    store(window + INT_CLEAR, 2);
    is_u64(fake_writes(), 2, "... and the other: no more");
    is_u64(load(window + INT_STATUS, 4), 0, "the status is clear");
    end(&trace);
    is_u64(trace.audit[0][AUDIT_SENT], 2, "the trace has two interrupts");
}

/* ---- a saved guest ---- */

static FILE *saved;

static void test_save(void)
{
    g_autofree char *options = saving_options(saved),
                    *all = g_strconcat(" hardware=" FILE_OF_PMU, options, NULL);

    start(2, all, "");
    count(1000);
    fake_set(0, "x0", 0);
    word(0, 0xd5032fff);
    unlink(trace_name);
}

static void test_resume(void)
{
    g_autofree char *options = resuming_options(saved),
                    *all = g_strconcat("hardware=" FILE_OF_PMU, options, NULL);

    fake_begin(&(struct fake_setup){.isa = FAKE_ARM64, .cpus = 2, .icount = true});
    fake_ram(RAM, 0x40000000);
    ok(!fake_install(all), "a plugin takes a saved guest over");
    for (unsigned cpu = 0; cpu < 2; cpu++)
        fake_set(cpu, "cpsr", EL1);
    is_u64(load(window + INT_MASK, 4), 0xfc, "registers have their values");
    is_u64(load(window + EVENT_CTRL, 4), 3, "... also those that select");
    is_u64(load(window + FLUX_WR, 4), (uint32_t)-1000, "... and counts");
}

int main(void)
{
    find_pmu();
    apart(test_pulses);
    saved = tmpfile();
    apart(test_save);
    apart(test_resume);
    return done_testing();
}
