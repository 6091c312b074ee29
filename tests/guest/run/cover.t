#!/usr/bin/perl
# SPDX-License-Identifier: GPL-2.0-or-later
# `pmulab run --cover`: the reached functions of the driver agree with the
# trace, and are the same from a saved and a booted guest. The guest's run does
# not change.
use strict;
use warnings;
use FindBin;
use lib "$FindBin::Bin/../../lib";
use BootTest;
use Test::More;

# The driver's own timer fires each minute, before a counter wraps:
# UNCORE_PMU_HRTIMER_INTERVAL in Linux's uncore.h.
my $scenario = <<'END';
machine snbep
lint except unfrozen Linux reads counters that count
step measure
    run perf stat -a -e uncore_imc_0/clockticks/ -I 20 sleep 0.1
END
my $short = spew("$scratch/short.scn", $scenario);
my $long = spew("$scratch/long.scn", $scenario =~ s/-I 20 sleep 0.1/sleep 61/r);

# Runs pmulab run with @args; returns [function, bytes, size] of the reached
# functions, the others, and the output.
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
is_deeply([grep { !$reached->{$_} } sort keys %by], [], '... which were all reached');
is_deeply([grep { !$reached->{"uncore_pmu_$_"} } qw(event_init event_add event_start event_stop event_del enable disable)],
    [], '... as were perf\'s callbacks for each event');
is_deeply([grep { $$_[0] < 1 || $$_[0] > $$_[1] } values %$reached], [], 'no function has more reached bytes than its size');
is_deeply([grep { $others->{$_} } sort keys %$reached], [], 'no function is in both lists');
my ($n, $all) = $out =~ /: (\d+) of (\d+) functions/;
is(keys(%$reached), $n, 'the heading counts the reached functions');
is(keys(%$reached) + keys(%$others), $all, '... and all');
ok($others->{uncore_pmu_hrtimer}, 'the timer of a minute does not fire in a tenth of a second');
ok($others->{$_}, "$_ is another processor's") for qw(skx_cha_hw_config nhmex_mbox_hw_config);
is((grep { /__pfx_/ } keys %$others), 0, 'padding before functions is not listed');

my ($again) = cover('--cover', $short);
is_deeply($again, $reached, 'the same functions and bytes again');
my $with = slurp("$scratch/results/snbep/short/trace.pmt");
($again) = cover('--cover', '--cold', $short);
is_deeply($again, $reached, '... and in a booted guest');
cover($short);
is(slurp("$scratch/results/snbep/short/trace.pmt"), $with, 'the trace is the same without --cover');

my ($later, undef, $text) = cover('--cover=uncore_pmu_', $long);
ok($later->{uncore_pmu_hrtimer}, 'in 61 s the timer fires');
is((grep { !/^uncore_pmu_/ } keys %$later), 0, 'only functions with the prefix');
my ($both) = cover('--cover=uncore_pmu_', $short, $long);
is_deeply([sort keys %$both], [sort keys %{ { %$later, map { $_ => 1 } grep { /^uncore_pmu_/ } keys %$reached } }], 'two scenarios: functions reached by either');
my ($none, undef, $said) = cover('--cover=no_such', $short);
like($said, qr/^# coverage of snbep: no function of a driver begins with no_such$/m, 'a prefix without functions');
$out = `'$pmulab' run --cover --kernel 6.1,6.12 '$short' 2>&1`;
is($? >> 8, 2, 'refused for a table of kernels');
is($out, "pmulab: --cover: expected one kernel, not 2\n", '... with the reason');
done_testing();
