#!/usr/bin/perl
# SPDX-License-Identifier: GPL-2.0-or-later
# `pmulab run --repeat`: each machine repeats its trace to the last byte while
# the host is busy now and then and all CPUs work. For differing traces it
# reports the place. Boots ten guests.
use strict;
use warnings;
use FindBin;
use lib "$FindBin::Bin/../lib";
use BootTest;
use Test::More;
use Time::HiRes qw(sleep time);

my $pmulab = $BootTest::pmulab;

# Work for two CPUs at once, while the machine's own load runs.
my $work = 'run (i=0; while [ $i -lt 3000 ]; do i=$((i + 1)); done) &';
my %scenario = (
    snbep => <<"END",
traffic
    at step both
        imc0 CAS_COUNT.RD_REG 90M/s
step both
    $work
    run perf stat -a -e uncore_imc_0/cas_count_read/,uncore_imc_1/clockticks/ -I 10 sleep 0.1
    run wait
    run setpci -s 7f:10.0 f4.l
    expect perf exact
    lint except unfrozen Linux reads counters that count
END
    power9 => <<"END",
step both
    $work
    run perf record -q -e trace_imc/trace_cycles/ -o /tmp/t pmulab-hot 1000000
    run wait
    run perf stat -a -e core_imc/CPM_CS_INST/ -I 10 sleep 0.1
    run date
    expect perf exact
    expect output /Jan .*2025/
END
    epyc => <<"END",
step both
    $work
    run perf record -q -a -e ibs_op/cnt_ctl=1/ -c 100000 -o /tmp/t pmulab-hot 5000000
    run wait
END
    kunpeng => <<"END",
cpus 2
step both
    $work
    run echo "8 11" > /sys/devices/hisi_pmcu_sccl3/user_events
    run pmcu-record -e hisi_pmcu_sccl3/nr_sample=20,sample_period_ms=1/
    run wait
END
);
my %file = map { $_ => spew("$scratch/$_.scn", "machine $_\n$scenario{$_}") } keys %scenario;

sub repeat {
    my ($machine, @args) = @_;
    my $out = `'$pmulab' run --results '$scratch/results' @args '$file{$machine}' 2>&1`;
    return ($? >> 8, $out);
}

# Loads the host in bursts, so threads are interrupted at random points.
sub disturb {
    my $pid = fork // die "fork: $!";
    return $pid if $pid;
    while (1) {
        my $end = time + 0.003;
        1 while time < $end;
        sleep 0.004 * rand;
    }
}

my @noise = map { disturb() } 1 .. 2;
for my $machine (qw(snbep power9 epyc kunpeng)) {
    my ($status, $out) = repeat($machine, '--repeat', 2);
    is($status, 0, "$machine: passes") or diag($out);
    like($out, qr/^ok \d+ - \Q$file{$machine}\E: the same trace 2 times$/m, "$machine: one more point, which holds");
    my @prints = $out =~ /^# run \d: ([0-9a-f]{16}), \d{2,} records$/mg;
    is(scalar @prints, 2, "$machine: each run has its fingerprint");
    is($prints[0], $prints[1], "$machine: ... and they are equal");
    my $sum = `'$pmulab' trace --raw '$scratch/results/$machine/$machine/trace.pmt' | sha256sum`;
    is(substr($sum, 0, 16), $prints[0], "$machine: ... and are the kept trace's");
}
kill KILL => @noise;
waitpid $_, 0 for @noise;

my ($status, $out) = repeat('snbep', '--repeat', 2, '--no-icount');
is($status, 1, "with the host's clock: status 1");
like($out, qr/^not ok 9 - \Q$file{snbep}\E: the same trace 2 times$/m, "with the host's clock: traces differ");
like($out, qr/^#   differs from record \d+ of \d+ on:\n#     first +[\d.]+ .*\n#     here +[\d.]+ /m,
    "with the host's clock: the place is reported");
my ($print) = $out =~ /^# run 2: ([0-9a-f]{16})/m;
is(substr(`'$pmulab' trace --raw '$scratch/results/snbep/snbep/trace-other.pmt' | sha256sum`, 0, 16), $print, "with the host's clock: the other trace is also kept");

for my $n (0, 1001) {
    ($status, $out) = repeat('snbep', '--repeat', $n);
    is("$status $out", "2 pmulab: --repeat $n: expected 1 to 1000\n", "--repeat $n is refused");
}
done_testing();
