# SPDX-License-Identifier: GPL-2.0-or-later
# A scenario from start to verdict, compared with a boot of QEMU alone that does nothing: with its own boot and, where
# `pmulab run` can, from a saved state.
package Bench::Scenario;
use strict;
use warnings;
use Bench;
use FindBin;

my $warm_is_possible = `$pmulab run --help` =~ /--cold\b/;

sub run_once {
    my ($machine, $how) = @_;
    return seconds_of($pmulab, 'boot', $machine, '--no-plugin', '--icount', '--', 'true') if $how eq 'boot';
    return seconds_of($pmulab, 'run', "--results=$scratch/results", $how eq 'cold' && $warm_is_possible ? '--cold' : (),
        "$FindBin::Bin/../../scenarios/@{[machine($machine)->{scenario}]}.scn");
}

sub measure_one {
    my ($rounds, $machine) = @_;
    my @ways = ('cold', $warm_is_possible ? 'warm' : ());
    run_once($machine, $_) for @ways;    # saves the guest
    my %times = alternate($rounds, "scenario of $machine", ['boot', @ways], sub { run_once($machine, $_[0]) });
    my @rows;
    for my $way (@ways) {
        push @rows, time_row([machine($machine)->{scenario}, $_, $way], \%times, $_, $way, 'boot') for qw(wall CPU);
    }
    return @rows;
}

sub lacks { return machine($_[1])->{scenario} ? undef : 'no scenario named' }

sub title { return 'from begin to verdict, against booting QEMU alone' }

sub measure {
    my (undef, $rounds, @which) = @_;
    return map { measure_one($rounds, $_) } @which;
}

1;
