#!/usr/bin/perl
# SPDX-License-Identifier: GPL-2.0-or-later
# `pmulab run --repeat`: the same trace to the last byte beside something that keeps the host's processors busy now and
# then, on two CPUs that both work; and where traces do differ, it says where. Boots six guests.
use strict;
use warnings;
use FindBin;
use lib $FindBin::Bin;
use BootTest;
use Test::More;
use Time::HiRes qw(sleep time);

my $pmulab = $BootTest::pmulab;
my $scenario = spew("$scratch/twice.scn", <<'END');
machine snbep
traffic
    at step both
        imc0 CAS_COUNT.RD_REG 90M/s
step both
    run (i=0; while [ $i -lt 3000 ]; do i=$((i + 1)); done) &
    run perf stat -a -e uncore_imc_0/cas_count_read/,uncore_imc_1/clockticks/ -I 10 sleep 0.1
    run wait
    run setpci -s 7f:10.0 f4.l
    expect perf exact
END

sub repeat {
    my (@args) = @_;
    my $out = `'$pmulab' run --results '$scratch/results' @args '$scenario' 2>&1`;
    return ($? >> 8, $out);
}

# Comes and goes, so that threads are put off in the middle of what they do.
sub disturb {
    my $pid = fork // die "fork: $!";
    return $pid if $pid;
    while (1) {
        my $end = time + 0.003;
        1 while time < $end;
        sleep 0.004 * rand;
    }
}

my @noise = map { disturb() } 1 .. 3;
my ($status, $out) = repeat('--repeat', 4);
kill KILL => @noise;
waitpid $_, 0 for @noise;
is($status, 0, 'four runs: all is as expected') or diag($out);
like($out, qr/^1\.\.6$/m, 'it is one point more');
like($out, qr/^ok 6 - \Q$scenario\E: the same trace 4 times$/m, 'which holds');
my @prints = $out =~ /^# run \d: ([0-9a-f]{16}), \d+ records$/mg;
is(scalar @prints, 4, 'each has its fingerprint');
is(scalar(grep { $_ eq $prints[0] } @prints), 4, 'and all are one');
my $sum = `sha256sum '$scratch/results/snbep/twice/trace.pmt'`;
is(substr($sum, 0, 16), $prints[0], "which is the trace's that was kept");

($status, $out) = repeat('--repeat', 2, '--no-icount');
is($status, 1, "with the host's clock: status 1");
like($out, qr/^not ok 6 - \Q$scenario\E: the same trace 2 times$/m, "with the host's clock: they differ");
like($out, qr/^#   differs from record \d+ of \d+ on:\n#     first +[\d.]+ .*\n#     here +[\d.]+ /m,
    "with the host's clock: it says where");

for my $n (0, 1001) {
    ($status, $out) = repeat('--repeat', $n);
    is("$status $out", "2 pmulab: --repeat $n: expected 1 to 1000\n", "--repeat $n is refused");
}
chdir '/';
done_testing();
