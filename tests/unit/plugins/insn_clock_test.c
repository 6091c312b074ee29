/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Time by instructions where the clock cannot be read, and its comparison with
 * the clock. */
#include "qemu-plugins/count/insn_clock.h"

#include "qemu-plugins/qemu/clock.h"
#include "qemu-plugins/qemu/qemu_private.h"
#include "tests/fake_qemu/apart.h"
#include "tests/fake_qemu/fake_qemu.h"
#include "tests/fake_qemu/stderr.h"

static void begin(bool icount)
{
    fake_begin(&(struct fake_setup){.isa = FAKE_X86, .cpus = 1, .icount = icount});
    qemu_private_find("test", QEMU_CLOCK, 0);
    clock_init();
    fake_start_cpus();
}

static void is_report(const char *expected, const char *what)
{
    struct captured captured;

    capture_stderr(&captured);
    insn_clock_report();
    is_str(captured_stderr(&captured), expected, "%s", what);
}

/* An instruction takes 2 ns. */
static void test_instructions(void)
{
    begin(true);
    insn_clock_take(100);
    is_u64(insn_clock_time(100), 1000, "the time of a reading");
    is_u64(insn_clock_time(150), 1100, "... and fifty instructions later");
    fake_sleep_until(1300);
    insn_clock_check(150);
    is_u64(insn_clock_time(160), 1320, "a check is also a reading");
    insn_clock_check(250);
    is_u64(insn_clock_time(250), 1300, "... also if the clock is late");
    insn_clock_check(250);
    fake_sleep_until(1307);
    insn_clock_check(250);
    is_report("pmulab: blocks: 4 readings of the clock, ahead 2 times by 207 ns, behind 1 times by "
              "200 ns\n",
        "200 and 7 ns ahead, 200 behind, and once right");
}

static void test_clock(void)
{
    begin(false);
    insn_clock_take(100);
    fake_sleep_until(5000);
    is_u64(insn_clock_time(900), 5000, "a readable clock is read");
    insn_clock_check(900);
    is_report(
        "pmulab: blocks: 0 readings of the clock, ahead 0 times by 0 ns, behind 0 times by 0 ns\n",
        "... and not compared");
}

int main(void)
{
    apart(test_instructions);
    apart(test_clock);
    return done_testing();
}
