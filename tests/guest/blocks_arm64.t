#!/usr/bin/perl
# SPDX-License-Identifier: GPL-2.0-or-later
# Instructions on arm64 are counted exactly, by kind and privilege. Code of
# known length (inside/arm64/blocks.S) marks the beginning and end of its steps;
# the expected counts here are typed from its source. Under -icount the clock,
# which advances 2 ns per instruction, verifies the same.
use strict;
use warnings;
no warnings 'portable';
use FindBin;
use lib "$FindBin::Bin/../lib";
use BareTest;
use Test::More;

use constant { NS => 2, LOOPS => 300_000, WAIT_CNT => 0x20 };

# The columns of the trace's records `counted`.
my @counts = ('user instructions', 'instructions', 'user loads', 'loads', 'user stores', 'stores', 'user branches',
    'branches', 'exceptions to users', 'exceptions', 'user returns', 'returns');

# Each includes the marks' own two instructions. Missing counts are 0.
my %users = (
    'user instructions' => 3 + 3, 'user branches' => 3, exceptions => 3, returns => 3,
    instructions => 2 + 1 + (5 + 4) + 8 + (7 + 1), branches => 2 + 3 + 4,
);
# AArch32 instructions of users are counted, but not by kind.
my %users_32 = (instructions => 2 + 1 + 2, branches => 2, exceptions => 1, returns => 1);
my %expected = (
    1  => { instructions => 2 + 10 },
    2  => { instructions => 2 + 1 + 4 * 98304, map { $_ => 98304 } qw(loads stores branches) },
    3  => { instructions => 2 + 17, loads => 6, stores => 4 },
    4  => { instructions => 2 + 4 + 3 * 7, loads => 1, stores => 7, branches => 1 + 7 },
    5  => { instructions => 2 + 4 + 3 * 7, loads => 1, stores => 7, branches => 1 + 7 },
    6  => { instructions => 2 + 5 + 4 * 4, loads => 1, stores => 4, branches => 4 },
    7  => { instructions => 2 + 1 + 3 * (2 + 5), loads => 3, stores => 3, branches => 3, exceptions => 3, returns => 3 },
    8  => { instructions => 2 + 5 + 3 * 2, loads => 1, branches => 3, exceptions => 3, returns => 3 },
    9  => { instructions => 2 + 1 + 3 * (3 + 3 * 5), loads => 6, stores => 3, branches => 9, exceptions => 9, returns => 9 },
    10 => \%users,
    17 => \%users,
    11 => { instructions => 2 + 3 * (9 + 2), loads => 3, stores => 3, branches => 9, exceptions => 3, returns => 3 },
    16 => { instructions => 2 + 16 + 7, loads => 7, stores => 9, branches => 6 },
    19 => { instructions => 2 + 10 + 2 * 7, loads => 2, stores => 3, branches => 1 + 2 * 2, exceptions => 2, returns => 2 },
    20 => { instructions => 2 + 6, loads => 1 },
    21 => { %users_32, 'user instructions' => 1 + 2 * 3 + 1 },
    22 => { %users_32, 'user instructions' => 1 + 3 * 3 + 1 },
    23 => { instructions => 2 + 10, loads => 3, stores => 2 },
);

# With N interrupts, or on the other CPU with N rounds.
my %counting = (
    12 => sub {
        my $n = shift;
        return { instructions => 2 + 5 + 3 * LOOPS + 7 * $n, loads => LOOPS, branches => LOOPS + 2 * $n, exceptions => $n, returns => $n };
    },
    13 => sub {
        my $n = shift;
        return { instructions => 2 + 3 + 4 * LOOPS + 7 * $n, stores => LOOPS, branches => 2 * LOOPS + 2 * $n, exceptions => $n, returns => $n };
    },
    14 => sub {
        my $n = shift;
        return { 'user instructions' => 2 + 2 * LOOPS, 'user branches' => LOOPS, instructions => 2 + 2 + 2 + 7 * $n,
            branches => 2 + 2 * $n, exceptions => 1 + $n, returns => 1 + $n };
    },
    18 => sub {
        my ($n, $done) = ($_[0] >> 4, ($_[0] & 15) / 4 || 3);
        return { instructions => 2 + 1 + 3 * ($n - 1) + $done + 2, stores => $n - ($done < 2), branches => 1 + $n - ($done < 3) + 2,
            exceptions => 1 };
    },
);
my %what = (
    1  => 'straight on',
    2  => 'a loop',
    3  => 'inputs and outputs in the middle of a block',
    4  => 'an input right before a loop',
    5  => 'a branch to its own middle',
    6  => 'a computed branch to its own middle',
    7  => 'exceptions in the middle of a block',
    8  => 'system calls',
    9  => 'faulting accesses in the middle of a block',
    10 => 'users',
    11 => 'returns to where nothing can be fetched',
    12 => 'interrupts of a loop of one block',
    13 => 'interrupts of a loop of two',
    14 => 'interrupts of users',
    15 => 'a branch to itself',
    16 => 'all kinds of instructions',
    17 => 'users, from another address',
    18 => 'a loop whose page another CPU takes away',
    19 => 'interrupts by a store in the middle of a block',
    20 => 'calls of firmware',
    21 => 'users in AArch32',
    22 => 'users in Thumb',
    23 => 'two overflows',
);

sub run {
    my $how = shift;
    my $out = run_bare('arm64/blocks', $how, ',check=on');
    return $out =~ /^pmulab: blocks: (.*)$/m ? $1 : 'nothing';
}

# Each step's counts, its time, and the value written after it.
sub read_trace {
    my (%total, %begin, %step, %last);
    for (trace_lines()) {
        my ($ns, $cpu, $pc, $kind, $block, $offset, $size, $value) = split /\t/;
        ($offset, $value) = (hex $offset, hex $value);
        $total{$cpu}{$counts[$offset]} = $value if $kind eq 'counted' && $offset < @counts;
        $begin{$value} = { ns => $ns, %{ $total{$cpu} // {} } } if $kind eq 'step-begin';
        $step{ $last{$cpu} }{said} //= $value if $kind eq 'write' && $offset == WAIT_CNT && $last{$cpu};
        $last{$cpu} = $kind eq 'step-end' ? $value : 0 if $kind =~ /^step-/;
        next if $kind ne 'step-end';
        my %now = (ns => $ns, %{ $total{$cpu} });
        my %more = map { $_ => $now{$_} - ($begin{$value}{$_} // 0) } keys %now;
        $step{$value} = { map { $_ => $more{$_} } grep { $more{$_} } keys %more };
    }
    return %step;
}

sub check {
    my ($how, $cpus) = @_;
    my $report = run("-smp $cpus $how");
    my %step = read_trace();
    my %got = map { my $n = $_; my %s = %{ $step{$n} }; delete @s{qw(ns said)}; ($n => \%s) } keys %step;

    is_deeply($got{$_}, $expected{$_}, "$how: $what{$_}") for sort { $a <=> $b } keys %expected;
    for (grep { $_ != 18 || $cpus > 1 } sort keys %counting) {
        my $n = $step{$_}{said} // 0;
        my $all = $counting{$_}->($n);
        delete @$all{ grep { !$all->{$_} } keys %$all };    # the host's clock may bring no interrupt
        is_deeply($got{$_}, $all, "$how: $what{$_}");
        cmp_ok($n, '>', 100, "$how: ... many times") if $how =~ /icount/ || $_ == 18;
    }
    is($step{23}{said}, 0b110, "$how: ... which keep interrupting until both are cleared");
    my $n = $got{15}{exceptions};
    is($got{15}{instructions}, 2 + 3 + $got{15}{branches} - 2 * $n + 8 * $n, "$how: $what{15}");
    return if $how !~ /icount/;
    is($n, 1, "$how: ... which one interrupt ends");
    # The clock also advances for the three `brk` of step 7, which do not
    # complete.
    like($report, qr/^[1-9]\d{2,} readings of the clock, ahead 3 times by 6 ns, behind 0 /, "$how: the clock agrees everywhere");
    return if $cpus > 1;    # other CPUs share the time
    for (sort { $a <=> $b } keys %step) {
        my $all = ($got{$_}{instructions} // 0) + ($got{$_}{'user instructions'} // 0);
        $all += 3 if $_ == 7;
        next if $_ == 3 || $_ == 23;    # these also include the rest of a block after our instruction
        is($step{$_}{ns}, NS * $all, "$how: the clock moves with the instructions of step $_");
    }
}

check($icount, 1);
check($icount, 2);
check('-accel tcg', 1);
check('-accel tcg', 2);
done_testing();
