# SPDX-License-Identifier: GPL-2.0-or-later
# The guest's own traffic: QEMU's CPU time while the guest works and its loads
# and stores go through caches for the memory controllers (`memory guest`),
# compared with the same guest and plugin without that. One program walks
# through memory; the other mostly hits the caches.
package Bench::Lines;
use strict;
use warnings;
use Bench;
use List::Util qw(min);

use constant TIMES => 2;    # runs, of which the minimum counts

my @programs = (['a walk', 'pmulab-lines 4'], ['awk', 'awk "BEGIN { for (i = 0; i < 20000; i++) s += i % 7 }"']);

sub script {
    return join '; ', map { my ($name, $command) = @$_; $command, ("echo begin $name; $command; echo end") x TIMES } @programs;
}

# The CPU seconds of one guest, by program.
sub run_guest {
    my ($machine, $mode, $traffic) = @_;
    my %seconds;
    my @parts = timed_parts([$pmulab, 'boot', $machine, '--cpus', 1, @{ $modes{$mode} }, @$traffic, '--', script()], sub { });
    push @{ $seconds{ $_->[0] } }, $_->[1] for @parts;
    return { map { $_ => min(@{ $seconds{$_} }) } keys %seconds };
}

sub measure_one {
    my ($rounds, $machine, $mode) = @_;
    open my $file, '>', "$scratch/memory" or complain("$scratch/memory: $!");
    print $file "at boot\nmemory guest\n";
    close $file or complain("$scratch/memory: $!");
    my %times = alternate($rounds, "the guest's own traffic of $machine, $mode", [qw(off guest)],
        sub { run_guest($machine, $mode, $_[0] eq 'guest' ? ['--traffic', "$scratch/memory"] : []) });
    return map {
        my $name = $_->[0];
        ratio_row([$machine, $mode, $name], [map { $_->{$name} } @{ $times{guest} }], [map { $_->{$name} } @{ $times{off} }])
    } @programs;
}

sub lacks { return machine($_[1])->{lines} ? undef : 'no memory controllers that count it' }

sub title { return "a program in the guest while memory controllers count the guest's own traffic, against the same while they do not" }

sub measure {
    my (undef, $rounds, @which) = @_;
    return in_all_modes($rounds, \&measure_one, @which);
}

1;
