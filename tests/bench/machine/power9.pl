# SPDX-License-Identifier: GPL-2.0-or-later
# What `make bench` does with `power9`; Bench.pm says what the words mean.
use strict;
use warnings;

# The guest has more to do where it finds events in its flash: so there are none, but for the boots that count.
my $flash = "$Bench::scratch/flash";
open my $file, '>', $flash or Bench::complain("flash: $!");
truncate $file, 1 << 20 or Bench::complain("flash: $!");
close $file or Bench::complain("flash: $!");

# In 'written' the hardware writes records all the time and nobody reads them: an event of the CPU itself, not of a task,
# and -c lest the kernel adjust it at each tick. In 'sampled' the kernel does, and reads what there is.
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
