#!/usr/bin/perl
# SPDX-License-Identifier: GPL-2.0-or-later
# `pmulab fuzz`: the same seed draws the same cases, a correct driver has no
# fault, and a fault becomes a scenario.
use strict;
use warnings;
use FindBin;
use lib "$FindBin::Bin/../../lib";
use File::Temp qw(tempdir);
use Test::More;

my $pmulab = $ENV{PMULAB} || 'build/pmulab';
my $dir = tempdir(CLEANUP => 1);

my $news; # of the last run: what it does, at once and then each minute

sub fuzz {
    my ($arguments) = @_;
    my $out = `$pmulab fuzz $arguments -o $dir/found 2>&1`;
    my $status = $? >> 8;
    $news = join '', $out =~ /^(\d+ s: .*\n)/mg;
    return ($status, $out =~ s/^\d+ s: .*\n//mgr);
}

sub refused {
    my ($arguments, $expected) = @_;
    is_deeply([fuzz($arguments)], [2, "pmulab: $expected\n"], "refused: fuzz $arguments");
}

refused('', 'fuzz: expected one machine');
refused('snbep epyc', 'fuzz: expected one machine');
refused('snbep --time=0', 'fuzz: --time: expected 1 or more');
refused('snbep --cases=-1', 'fuzz: --cases: expected 1 or more');
refused('snbep --plans=0', 'fuzz: --plans: expected 1 to 100');
refused('snbep --plans=101', 'fuzz: --plans: expected 1 to 100');
refused('snbep --resume', 'fuzz: --resume: expected --corpus as well');
refused('snbep --driver=none.ko', 'fuzz: --driver: there is no such file; expected a module, FILE.ko');

my ($status, $first) = fuzz('snbep --cases 1 --plans 2 --seed 5');
is($status, 0, 'two plans without faults') or diag $first;
like($news, qr/^0 s: booting or resuming a guest, to list its PMUs\n/, 'a line at once');
like($first, qr/^2 plans in 1 guest, ([1-9]\d+) operations, ([1-9]\d+) figures held against the truth, in \d+ s: \d+ operations a second in guests\n[1-9]\d+ edges reached in functions of drivers, and [1-9]\d+ states of registers; 1 case reached new ones\nnothing found\n\z/, '... with the amount of work');
my ($operations) = $first =~ /(\d+ operations, \d+ figures)/;
(undef, my $again) = fuzz('snbep --cases 1 --plans 2 --seed 5');
like($again, qr/ $operations held/, 'the same seed draws the same');
(undef, my $other) = fuzz('snbep --cases 1 --plans 2 --seed 6');
unlike($other, qr/ $operations held/, '... and another seed other cases');

# The time ends in the middle of a case. Its guest is killed, which is no fault.
my $began = time;
($status, my $cut) = fuzz('snbep --time 4 --plans 100');
is($status, 0, 'a killed guest is no fault') or diag $cut;
cmp_ok(time - $began, '<', 20, '--time is kept');
like($cut, qr/, in [45] s: .*\n(?:nothing found|no plan was run: .*)\n\z/s, '... and reported');

# ctrl-C and timeout(1) leave a summary.
{
    my $pid = open my $out, '-|', "exec $pmulab fuzz snbep --time 1000 --plans 2 --seed 5 --corpus $dir/ended 2>/dev/null" or die $!;
    # When a second case is kept, the first one has ended.
    my $end = time + 300;
    sleep 1 until time > $end || (() = glob "$dir/ended/*.scn") >= 2;
    kill TERM => $pid;
    my $said = do { local $/; <$out> };
    close $out;
    is($? & 127, 15, 'a signal ends it');
    like($said, qr/^\d+ plans in \d+ guests?, .*\n0 found, with --seed=5\n\z/s, '... with a summary');
}

my ($parted, $part) = fuzz('snbep --cases 1 --plans 2 --seed 5 --shard 2/2');
is($parted, 0, 'one of several parts');
unlike($part, qr/ $operations held/, '... draws other cases with the same seed');
refused('snbep --shard=3/2', "--shard '3/2': expected K/N, part K from 1 to N of N, at most 10000");

# Cases that reach something new are kept, and others are drawn from them.
my $more = '--plans 2 --seed 5 --corpus ' . "$dir/corpus";
($status, my $kept) = fuzz("snbep --cases 4 $more --cover=uncore_pmu_event_");
is($status, 0, 'four cases with a corpus') or diag $kept;
my ($n) = $kept =~ /; (\d+) cases? reached new ones$/m;
my @files = glob "$dir/corpus/snbep-*.scn";
is(scalar @files, $n, 'each case that reached something new is a file');
like($kept, qr/^coverage of snbep: 6 of 6 functions, \d+ of \d+ bytes\n  BYTES +OF +%  FUNCTION\n(?: .*\n){6}/m, 'a table of functions');
my ($edges) = $kept =~ /^(\d+) edges/m;
(undef, my $same) = fuzz("snbep --cases 4 --plans 2 --seed 5");
is(join(' ', $same =~ /^(\d+ edges .*)/m), join(' ', $kept =~ /^(\d+ edges .*)/m), 'without a folder the result is the same');
my ($first_edges) = $first =~ /^(\d+) edges/m;
cmp_ok($edges, '>', $first_edges, '... and more than in the first case');
($status, my $resumed) = fuzz("snbep --cases $n $more --resume");
is($status, 0, 'cases resumed from their files') or diag $resumed;
like($resumed, qr/^$edges edges reached/m, '... reach the same');
is(system("$pmulab run --results $dir/results $files[0] >$dir/tap 2>&1"), 0, 'a kept file is a scenario');

for my $machine (qw(epyc kunpeng power9)) {
    my ($found, $out) = fuzz("$machine --cases 1 --plans 1");
    is($found, 0, "$machine: a plan of commands without faults") or diag $out;
    like($out, qr/^1 plan in 1 guest, [1-9]\d* operations?, [1-9]\d* figures held against the truth, in /m, '... with checked figures');
}
done_testing();
