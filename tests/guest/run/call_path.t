#!/usr/bin/perl
# SPDX-License-Identifier: GPL-2.0-or-later
# Each of the driver's accesses has a function of its call path. User programs'
# accesses have none, while the driver is loaded and after its work. One run on
# a saved guest, or two boots.
use strict;
use warnings;
use FindBin;
use lib "$FindBin::Bin/../../lib";
use BootTest;
use Test::More;

my $file = spew("$scratch/call_path.scn", <<'END');
machine snbep
lint except unfrozen Linux reads counters that count
step driver
    run perf stat -a -e uncore_imc_0/clockticks/ -I 20 sleep 0.1
step programs
    run lspci -xxx -s 7f:10.0
    run setpci -s 7f:10.0 f4.l=00010100
    run perf stat -a -e uncore_imc_1/clockticks/ true & lspci -xxxx -s 7f:10.1; wait
step hand
    run for i in 1 2 3; do lspci -xxx -s 7f:10.4; done
END
system "'$pmulab' run --results '$scratch/results' '$file' >'$scratch/tap' 2>&1";
is($?, 0, 'the run passes') or diag(slurp("$scratch/tap"));
my $trace = "$scratch/results/snbep/call_path/trace.pmt";

# The accesses of a step: [kind, a driver's function or nothing].
sub accesses {
    my ($step) = @_;
    return map { my @f = split /\t/; $f[3] =~ /^(?:read|write)$/ ? [$f[3], $f[8] // '', $f[2]] : () }
        map { chomp; $_ } `'$pmulab' trace --raw --step $step '$trace'`;
}

my @driver = accesses(1);
ok(@driver > 10, 'the driver makes accesses');
is(scalar(grep { $_->[1] !~ /^(?:snbep|uncore)_\w+\+0x[0-9a-f]+ \[intel_uncore\]$/ } @driver),
    0, '... each with one of its functions');
my %function = map { $_->[1] =~ /^(\w+)/; $1 => 1 } grep { $_->[0] eq 'write' } @driver;
is_deeply([sort keys %function],
    [map { "snbep_uncore_pci_$_" } qw(disable_box disable_event enable_box enable_event)],
    'writes come from these four functions');
my @hand = accesses(3);
ok(@hand > 50, 'lspci makes accesses');
is(scalar(grep { $_->[1] } @hand), 0, '... without a driver\'s function');
my @both = accesses(2);
ok((grep { $_->[1] } @both) && (grep { !$_->[1] } @both), 'both concurrently');
my $text = `'$pmulab' trace --step 1 '$trace'`;
like($text, qr/W imc0\.PMON_FIXED_CTL .* en=1  by snbep_uncore_pci_enable_event\+0x[0-9a-f]+ \[intel_uncore\]$/m,
    'in text');
system "'$pmulab' trace --step 1 --perfetto '$scratch/p.json' '$trace'";
like(slurp("$scratch/p.json"), qr/"by":"snbep_uncore_pci_enable_box\+0x/, 'for Perfetto');
done_testing();
