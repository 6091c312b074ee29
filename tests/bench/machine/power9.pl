# SPDX-License-Identifier: GPL-2.0-or-later
# `make bench` with `power9`; Bench.pm explains the words.
use strict;
use warnings;

# Events in the flash give the guest more work, so only boots that count have
# them.
my $flash = "$Bench::scratch/flash";
open my $file, '>', $flash or Bench::complain("flash: $!");
truncate $file, 1 << 20 or Bench::complain("flash: $!");
close $file or Bench::complain("flash: $!");

# In 'written' the hardware writes records continuously and no software reads
# them: an event of the CPU, not of a task, with -c so the kernel does not
# adjust it at each tick. In 'sampled' the kernel does, and reads the records.
my $trace = 'perf record -q -e trace_imc/trace_cycles/ -o /tmp/p';
{
    access => 'qemu-system-ppc64 -M powernv9 -m 2G -device ipmi-bmc-sim,id=bmc -device isa-ipmi-bt,bmc=bmc,irq=10',
    boot   => { counts => 'perf stat -a -e core_imc/CPM_INST/', without => ["--flash=$flash"] },
    loop   => [
        ['core counts', "perf stat -a -e core_imc/CPM_INST/ sh -c 'TIMED'"],
        ['thread counts', "perf stat -e thread_imc/CPM_CS_INST_USER/ sh -c 'TIMED'"],
        ['written', "$trace -c 1 -C 0 sh -c 'TIMED'"],
        ['sampled', "$trace sh -c 'TIMED'; echo samples \$(perf script -i /tmp/p -F ip | wc -l)", 'core counts'],
    ],
    scenario => 'power9/first-light',
}
