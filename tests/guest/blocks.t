#!/usr/bin/perl
# SPDX-License-Identifier: GPL-2.0-or-later
# Executed instructions are counted exactly. Firmware starts code of known
# length (inside/ppc64/blocks.S), which marks the beginning and end of its
# steps. Under -icount the clock, which advances 2 ns per instruction, verifies
# all other code.
use strict;
use warnings;
no warnings 'portable';    # hex() of 64 bits
use FindBin;
use lib "$FindBin::Bin/../lib";
use BareTest;
use Test::More;

use constant { PERIOD => 1000, NS => 2 };    # instructions between samples, and the time of one

# Instructions in a step, including its first mark, from the source. The last
# step's length is not checked.
my %length = (
    1 => 1 + 10,
    2 => 1 + 2 + 3 * 20000,
    3 => 1 + 17,
    4 => 1 + 5 + 2 * 7,
    5 => 1 + 5 + 2 * 7,
    6 => 1 + 5 + 5 * 4,
    7 => 1 + 1 + 2 + 3 * (4 + 1),
    8 => 1 + 3 * 2 + 2,
    9 => 1 + 1 + 2 + 3 * (4 + 1),
);
my %what = (
    1 => 'straight on',
    2 => 'a loop',
    3 => 'inputs and outputs in the middle of a block',
    4 => 'an input right before a loop',
    5 => 'a branch to its own middle',
    6 => 'a computed branch to its own middle',
    7 => 'exceptions in the middle of a block',
    8 => 'system calls',
    9 => 'faulting loads in the middle of a block',
);

sub run {
    my ($how, $options) = @_;
    my $out = run_bare('ppc64/blocks', $how, ",check=on$options");
    return $out =~ /^pmulab: blocks: (.*)$/m ? $1 : 'nothing';
}

# The steps' counts and times, and the times of samples, of the CPU that
# firmware chose. Also its numbers of instructions and samples before the last
# mark.
sub read_trace {
    my @records = map { [split /\t/] } trace_lines();
    my ($mine) = map { $_->[1] } grep { $_->[3] eq 'step-begin' } @records;
    my ($executed, %begin, %step, @samples, $last) = (0);
    for (grep { $_->[1] eq $mine } @records) {
        my ($ns, $cpu, $pc, $kind, $block, $offset, $size, $value) = @$_;
        $value = hex $value;
        $executed = $value if $kind eq 'executed' && hex $offset == 1;
        $begin{$value} = [$executed, $ns] if $kind eq 'step-begin';
        push @samples, $ns if $kind eq 'sample';
        next if $kind ne 'step-end';
        my ($count, $from) = @{$begin{$value}};
        $step{$value} = [$executed - $count, $ns - $from];
        $last = [$executed, scalar @samples];
    }
    return (\%step, \@samples, $last);
}

sub check {
    my ($how, $options) = @_;
    my $report = run($how, $options // '');
    my ($step, $samples, $last) = read_trace();

    is($step->{$_}[0], $length{$_}, "$how: $what{$_}") for sort keys %length;
    cmp_ok($step->{10}[0], '>', 100 * 3, "$how: interrupts");
    is($last->[1], int($last->[0] / PERIOD), "$how: a sample each @{[PERIOD]} instructions");
    return if $how !~ /icount/;
    like($report, qr/^[1-9]\d{2,} readings of the clock, ahead 0 .*, behind 0 /, "$how: the clock agrees everywhere");
    return if $how !~ /smp 1 /;    # other CPUs share the time
    is($step->{$_}[1], NS * $step->{$_}[0], "$how: the clock moves with the instructions of step $_") for 1 .. 10;
    my @odd = grep { $samples->[$_] - $samples->[$_ - 1] != NS * PERIOD } 1 .. $#$samples;
    is(@odd, 0, "$how: samples are equally spaced");
}

check("-smp 1 $icount");
check("-smp 4,threads=4 $icount", ',threads=4');
check('-smp 1');
check('-smp 2,threads=2', ',threads=2');
done_testing();
