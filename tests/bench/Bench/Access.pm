# SPDX-License-Identifier: GPL-2.0-or-later
# One access to a register, without an operating system: programs of inside/ run
# on the bare machine, with and without the plugin. Compares a register of the
# plugin with one that QEMU answers without the plugin. For QEMU's register,
# also compares runs with and without the plugin.
package Bench::Access;
use strict;
use warnings;
use Bench;

my @common = split ' ', '-nodefaults -no-user-config -display none -no-reboot -serial stdio -smp 1';
my %clocks = ('host clock' => [], 'icount' => ['-icount', 'shift=1,sleep=off']);

# Seconds of one access by kind: "ours config read", "qemu config read"...
# $options: the plugin's; undef: no plugin. $program replaces the machine's own.
sub accesses {
    my ($machine, $mode, $options, $program) = @_;
    my @parts = timed_parts(["$build/guest/run_qemu", split(' ', machine($machine)->{access}), @common, @{ $clocks{$mode} },
            '-kernel', "$build/bench/access/" . ($program // $machine), defined $options ? ('-plugin', "$build/pmulab-$machine.so$options") : ()]);
    return { map { my ($count, $kind) = split ' ', $_->[0], 2; ($kind => $_->[1] / $count) } @parts };
}

sub row {
    my ($what, $with, $with_kind, $without, $without_kind) = @_;
    my $row = ratio_row($what, [map { $_->{$with_kind} } @$with], [map { $_->{$without_kind} } @$without]);
    $row->{note} = sprintf '%.1f ns to %.1f ns', map { $_ * 1e9 } @$row{qw(with without)};
    return $row;
}

sub measure_program {
    my ($rounds, $machine, $mode, $program, $options) = @_;
    my %times = alternate($rounds, "access $program, $mode", [qw(plain plugin)],
        sub { accesses($machine, $mode, $_[0] eq 'plugin' ? $options : undef, $program) });
    my ($plain, $plugin) = @times{qw(plain plugin)};
    my @rows;
    for my $kind (sort map { /^qemu (.*)/ } keys %{ $plain->[0] }) {
        push @rows, row([$machine, $mode, $kind, 'ours'], $plugin, "ours $kind", $plain, "qemu $kind") if exists $plain->[0]{"ours $kind"};
        push @rows, row([$machine, $mode, $kind, "QEMU's"], $plugin, "qemu $kind", $plain, "qemu $kind");
    }
    return @rows;
}

sub measure_one {
    my ($rounds, $machine, $mode) = @_;
    my %programs = ($machine => '', %{ machine($machine)->{programs} // {} });
    return map { measure_program($rounds, $machine, $mode, $_, $programs{$_}) } sort keys %programs;
}

sub lacks { return machine($_[1])->{access} ? undef : 'no program that accesses its registers' }

sub title { return "one access: to a register of ours, against a comparable one of QEMU's own without the plugin; and to that one" }

sub measure {
    my (undef, $rounds, @which) = @_;
    return in_all_modes($rounds, \&measure_one, @which);
}

1;
