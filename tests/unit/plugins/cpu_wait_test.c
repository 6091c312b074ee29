/* SPDX-License-Identifier: GPL-2.0-or-later */
/* A CPU that waits in guest time: how far the clock moves, and when it does
 * not. */
#include "qemu-plugins/qemu/cpu_wait.h"

#include "qemu-plugins/qemu/clock.h"
#include "qemu-plugins/qemu/qemu_private.h"
#include "qemu-plugins/trap/access_wait.h"
#include "tests/fake_qemu/apart.h"
#include "tests/fake_qemu/state.h"
#include "tests/fake_qemu/stderr.h"

static void begin(bool icount, const char *missing)
{
    fake_begin(
        &(struct fake_setup){.isa = FAKE_X86, .cpus = 2, .icount = icount, .missing = missing});
    qemu_private_find("test", QEMU_CLOCK | QEMU_CPU_NUMBER, QEMU_WAITS);
    clock_init();
    fake_start_cpus();
}

static void prepare(void *data)
{
    (void)data;
    cpu_wait_prepare();
}

static void waits(void *ns)
{
    cpu_wait(*(uint64_t *)ns);
}

/* How far the clock moves while @cpu waits for @ns. */
static uint64_t moved(unsigned cpu, uint64_t ns)
{
    uint64_t before = fake_now();

    fake_on_cpu(cpu, waits, &ns);
    return fake_now() - before;
}

/* A slice of @low and @extra instructions, which another thread is to stop. */
static void slice(unsigned cpu, uint16_t low, int64_t extra)
{
    fake.cpus[cpu].slice.low = low;
    fake.cpus[cpu].slice.stop = UINT16_MAX;
    fake.cpus[cpu].slice.extra = extra;
    fake.cpus[cpu].slice.budget = low + extra;
}

/* An instruction takes 2 ns. */
static void test_waits(void)
{
    begin(true, NULL);
    slice(0, 1000, 100);
    slice(1, 1000, 0);
    is_u64(moved(0, 500), 0, "no CPU waits before the places are known");
    is_u64(cpu_wait_instructions(), 0, "... and nothing is added");
    fake_on_cpu(0, prepare, NULL);
    is_u64(moved(0, 500), 500, "a CPU waits");
    is_u64(cpu_wait_instructions(), 250, "... as long as 250 instructions");
    is_u64(fake.cpus[0].slice.low, 750, "... which its slice loses");
    is_u64(moved(1, 7), 8, "another one, in whole instructions");
    is_u64(fake.cpus[1].slice.low, 996, "... of its own slice");
    is_u64(moved(0, 1600), 1600, "longer than until the next refill");
    is_u64(fake.cpus[0].slice.low, 0, "... which comes at once");
    is_u64((uint64_t)fake.cpus[0].slice.extra, 50, "... and is shorter");
    is_u64(moved(0, 1000), 1000, "past the end of the slice");
    is_u64((uint64_t)fake.cpus[0].slice.extra, 0, "... of which nothing is left");
    is_u64((uint64_t)fake.cpus[0].slice.budget, 1100 + 450, "... and which was longer");
    is_u64(fake.cpus[0].slice.stop, UINT16_MAX, "another thread's request stays");
    is_u64(cpu_wait_instructions(), 250 + 4 + 800 + 500, "all CPUs' waits");
}

static void accesses(void *kind)
{
    access_wait(*(enum access_kind *)kind);
}

static void test_kinds(void)
{
    begin(true, NULL);
    slice(0, 1000, 0);
    fake_on_cpu(0, prepare, NULL);
    access_wait_time.ns[ACCESS_MSR] = 100;
    uint64_t before = fake_now();
    fake_on_cpu(0, accesses, &(enum access_kind){ACCESS_PORT});
    is_u64(fake_now(), before, "a kind that takes no time");
    fake_on_cpu(0, accesses, &(enum access_kind){ACCESS_MSR});
    is_u64(fake_now(), before + 100, "... and one that does");
}

static void expired(void *data)
{
    (void)data;
}

static void near_timer(void *data)
{
    (void)data;
    clock_set_deadline(fake_now() + 1000, expired, NULL);
}

/* The mark is cut at the timer. */
static void test_near_timer(void)
{
    begin(true, NULL);
    slice(0, 1000, 0);
    fake_on_cpu(0, near_timer, NULL);
    fake_on_cpu(0, prepare, NULL);
    is_u64(moved(0, 100), 0, "near a timer the places are not found");
    fake_sleep_until(fake_now() + 2000);
    fake_on_cpu(0, prepare, NULL);
    is_u64(moved(0, 100), 100, "... and are after it");
}

static void prepare_often(void *data)
{
    (void)data;
    for (unsigned i = 0; i < 20000; i++)
        cpu_wait_prepare();
}

static void test_never_found(void)
{
    struct captured captured;

    begin(true, NULL);
    slice(0, 1000, 0);
    fake_on_cpu(0, near_timer, NULL);
    capture_stderr(&captured);
    fake_on_cpu(0, prepare_often, NULL);
    is_str(captured_stderr(&captured),
        "pmulab: accesses to registers take no time: expected a CPU's slice in this QEMU's "
        "structure of it\n",
        "places that are never found are reported, once");
}

static void test_host_clock(void)
{
    begin(false, NULL);
    slice(0, 1000, 0);
    fake_on_cpu(0, prepare, NULL);
    fake_on_cpu(0, waits, &(uint64_t){100});
    is_u64(fake.cpus[0].slice.low, 1000, "by the host's clock no CPU waits");
}

static void test_missing(void)
{
    begin(true, " icount_prepare_for_run ");
    slice(0, 1000, 0);
    fake_on_cpu(0, prepare, NULL);
    is_u64(moved(0, 100), 0, "a QEMU without the function");
}

int main(void)
{
    apart(test_waits);
    apart(test_kinds);
    apart(test_near_timer);
    apart(test_never_found);
    apart(test_host_clock);
    apart(test_missing);
    return done_testing();
}
