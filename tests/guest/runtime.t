#!/usr/bin/perl
# SPDX-License-Identifier: GPL-2.0-or-later
# Every run checks the plugin runtime: the trace's counts, and the guest's own
# reports about CPUs, clocks and interrupts. A step that waits forever ends by
# the guest's time. Boots five guests.
use strict;
use warnings;
use FindBin;
use lib "$FindBin::Bin/../lib";
use BootTest;
use Test::More;

# Runs a scenario of TEXT; returns its TAP.
sub tap_of {
    my ($name, $text) = @_;
    spew("$scratch/$name.scn", $text);
    my $tap = `'$pmulab' run --results '$scratch/results' '$scratch/$name.scn' 2>&1`;
    return ($? >> 8, $tap);
}

my $CPUS = 2;
my %steps = (
    snbep => 'run perf stat -a -e uncore_imc_0/clockticks/ sleep 0.1',
    epyc => "run perf record -q -a -e ibs_op/cnt_ctl=1/ -c 100000 -o /tmp/d sleep 0.1",
    kunpeng => 'run echo 8 >/sys/devices/hisi_pmcu_sccl3/user_events; pmcu-record -e hisi_pmcu_sccl3/nr_sample=2,sample_period_ms=1/; sleep 0.1',
    power9 => 'run perf stat -a -e nest_mcs01_imc/PM_MCS01_64B_RD_DISP_PORT01/ sleep 0.1',
);
my %interrupts = (epyc => ['NMI'], kunpeng => ['PMCU', 'core PMU']);

for my $machine (sort keys %steps) {
    my ($status, $tap) = tap_of($machine, "machine $machine\ncpus $CPUS\nstep s\n$steps{$machine}\n");
    is($status, 0, "$machine: passes") or diag($tap);
    like($tap, qr/^ok \d+ - \S+: trace: complete, and agrees with the guest\n# trace: [1-9]\d* accesses? of [12] CPUs?, \d+ records, none missing\n/m,
        "$machine: the trace closes with counts");
    like($tap, qr/^# CPUs: $CPUS, as the guest says$/m, "$machine: the guest reports each CPU");
    my ($guest, $trace) = $tap =~ /^# clock: guest (\d+) ns, trace (\d+) ns$/m;
    cmp_ok($guest // 0, '>', 100_000_000, "$machine: the guest's clock advances in the step");
    # Readings of either clock differ by at most a tick of 16 ns and a few instructions of 2 ns.
    cmp_ok(abs(($guest // 0) - ($trace // 0)), '<', 100, "$machine: ... as much as the trace's") or diag($tap);
    for my $name (@{$interrupts{$machine} // []}) {
        my ($sent, $taken) = $tap =~ /^# interrupts: $name: (\d+) sent, (\d+) taken$/m;
        is($taken, $sent, "$machine: $name: all sent interrupts were taken");
        cmp_ok($sent // 0, '>', 0, "... and some were sent") if $name ne 'core PMU';
    }
}

my ($status, $tap) = tap_of('waits', "machine kunpeng\ncpus $CPUS\nstep s\nrun sleep 100000\nstep t\nrun echo here\nexpect output /here/\n");
is($status, 1, 'a step that waits forever fails');
like($tap, qr/^not ok \d+ - \S+: step s: status 0\n# the script's status is 137, expected 0\n# standard error:\n# \| mark: the step has taken too long and is killed$/m,
    '... after 300 s of guest time, which take a few here');
like($tap, qr/^ok \d+ - \S+: step t: output /m, '... and the next step runs');
done_testing();
