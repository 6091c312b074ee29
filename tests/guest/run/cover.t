#!/usr/bin/perl
# SPDX-License-Identifier: GPL-2.0-or-later
# `pmulab run --cover`: the functions of the driver that a run reached, against what its trace says of them; the same from a
# saved guest and a booted one; and the guest does not notice.
use strict;
use warnings;
use FindBin;
use lib "$FindBin::Bin/../../lib";
use BootTest;
use Test::More;

# The driver's own timer fires each minute, lest a counter wraps: UNCORE_PMU_HRTIMER_INTERVAL of Linux's uncore.h.
my $scenario = <<'END';
machine snbep
lint except unfrozen Linux reads counters that count
step measure
    run perf stat -a -e uncore_imc_0/clockticks/ -I 20 sleep 0.1
END
my $short = spew("$scratch/short.scn", $scenario);
my $long = spew("$scratch/long.scn", $scenario =~ s/-I 20 sleep 0.1/sleep 61/r);

# Runs pmulab run with @args; returns [function, bytes, size] of those reached, the others, and the output.
sub cover {
    my (@args) = @_;
    my $out = join '', `'$pmulab' run --results '$scratch/results' @args 2>&1`;
    is($?, 0, "run @args") or diag($out);
    my %reached = map { /^# +(\d+) +(\d+) +\d+  (\S+)$/ ? ($3 => [$1, $2]) : () } split /\n/, $out;
    my ($others) = $out =~ /^# never reached:((?: \S+|\n#  )+)/m;
    return (\%reached, { map { $_ => 1 } grep { /\w/ } split ' ', $others // '' }, $out);
}

my ($reached, $others, $out) = cover('--cover', $short);
like($out, qr/^ok [^\n]+\n(?:#[^\n]+\n)*# coverage of snbep: \d+ of \d+ functions, \d+ of \d+ bytes\n/m, 'the table comes after the verdicts');
my %by = map { $_ => 1 } `'$pmulab' trace --raw --step 1 '$scratch/results/snbep/short/trace.pmt'` =~ /\t(\w+)\+0x\S+ \[intel_uncore\]/g;
is_deeply([sort keys %by], [map { "snbep_uncore_pci_$_" } qw(disable_box disable_event enable_box enable_event read_counter)],
    'five functions of the driver make accesses');
is_deeply([grep { !$reached->{$_} } sort keys %by], [], '... which have all been reached');
is_deeply([grep { !$reached->{"uncore_pmu_$_"} } qw(event_init event_add event_start event_stop event_del enable disable)],
    [], 'so has what perf calls for each event');
is_deeply([grep { $$_[0] < 1 || $$_[0] > $$_[1] } values %$reached], [], 'no function has more bytes than it is long');
is_deeply([grep { $others->{$_} } sort keys %$reached], [], 'none is in both lists');
my ($n, $all) = $out =~ /: (\d+) of (\d+) functions/;
is(keys(%$reached), $n, 'the head counts those that were reached');
is(keys(%$reached) + keys(%$others), $all, '... and all');
ok($others->{uncore_pmu_hrtimer}, 'the timer of a minute does not fire in a tenth of a second');
ok($others->{$_}, "$_ is another CPU's") for qw(skx_cha_hw_config nhmex_mbox_hw_config);
is((grep { /__pfx_/ } keys %$others), 0, 'what lies before functions is none');

my ($again) = cover('--cover', $short);
is_deeply($again, $reached, 'the same functions and bytes again');
my $with = slurp("$scratch/results/snbep/short/trace.pmt");
($again) = cover('--cover', '--cold', $short);
is_deeply($again, $reached, '... and in a guest that boots');
cover($short);
is(slurp("$scratch/results/snbep/short/trace.pmt"), $with, 'the trace is the same without');

my ($later, undef, $text) = cover('--cover=uncore_pmu_', $long);
ok($later->{uncore_pmu_hrtimer}, 'in 61 s the timer fires');
is((grep { !/^uncore_pmu_/ } keys %$later), 0, 'only functions that begin so');
my ($both) = cover('--cover=uncore_pmu_', $short, $long);
is_deeply([sort keys %$both], [sort keys %{ { %$later, map { $_ => 1 } grep { /^uncore_pmu_/ } keys %$reached } }], 'of two scenarios, what either reached');
my ($none, undef, $said) = cover('--cover=no_such', $short);
like($said, qr/^# coverage of snbep: no function of a driver begins with no_such$/m, 'a prefix of nothing');
$out = `'$pmulab' run --cover --kernel 6.1,6.12 '$short' 2>&1`;
is($? >> 8, 2, 'not for a table of kernels');
is($out, "pmulab: --cover: expected one kernel, not 2\n", '... and that is said');
done_testing();
