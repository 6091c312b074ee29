#!/usr/bin/perl
# SPDX-License-Identifier: GPL-2.0-or-later
# Periods: a sample comes the requested number of instructions (MaxCnt, CurCnt)
# after the driver's write that starts the op counter. QEMU's clock counts them:
# with -icount and one busy CPU, an instruction takes 2 ns. The clock is ahead
# by the block that each window leaves at its beginning, which QEMU counts as
# executed: the loop's 4 instructions. (epyc_witness.t counts without the clock,
# and proves the sampled instruction exactly.)
use strict;
use warnings;
no warnings "portable";    # numbers of 64 bits
use File::Temp qw(tempdir);
use Test::More;

my $pmulab = $ENV{PMULAB} // 'build/pmulab';
my $dir = tempdir(CLEANUP => 1);

use constant BLOCK => 4;

# AMD64 APM volume 2, 13.3.3: MaxCnt in bits 15:0 (times 16) and 26:20, En 17, CntCtl 19, CurCnt 58:32.
my $op_ctl = 'c0011033';
my ($en, $ops) = (1 << 17, 1 << 19);

# Runs the workload. Returns [instructions by the clock, instructions requested
# by the write] for each sample.
sub record {
    my ($name, $event, $period, $traffic) = @_;
    open my $file, '>', "$dir/$name.scn" or die $!;
    print $file "machine epyc\ncpus 1\n${traffic}step go\n run mount --bind /dev/null /proc/kallsyms\n",
        " run perf record -q -a -e $event -c $period -o /tmp/p pmulab-hot 2000000\n";
    close $file;
    system("$pmulab run --results $dir $dir/$name.scn >$dir/$name.tap 2>&1") == 0 or die "$name: pmulab run failed: " . `cat $dir/$name.tap`;
    my ($start, $wanted, @found);
    open my $raw, '-|', $pmulab, 'trace', '--raw', "$dir/epyc/$name/trace.pmt" or die $!;
    while (<$raw>) {
        chomp;
        my ($time, undef, $pc, $kind, undef, $number, undef, $value) = split /\t/;
        next if $number ne $op_ctl;
        if ($kind eq 'write' && (hex($value) & $en)) {
            my $ctl = hex $value;
            my $left = (($ctl & 0xffff) << 4 | $ctl & 0x7f00000) - ($ctl >> 32 & 0x7ffffff);
            ($start, $wanted) = ($time, $ctl & $ops ? $left : $left / 4);
        }
        # Between consecutive samples of user code the CPU is never idle.
        push @found, [($time - $start) / 2, $wanted] if $kind eq 'sample' && defined $start && hex($pc) >> 60 == 0;
        undef $start if $kind eq 'sample';
    }
    return \@found;
}

# Unrelated traffic changes in the middle of periods.
my $meanwhile = join '', "traffic\n",
    map { " at write @{[20 * $_]} of cpu0.IBS_OP_CTL + 15us\n  cpu0.IBS_DC_LINADDR = $_\n" } 1 .. 15;

# Name, event, period, and the instructions per period.
my @cases = (
    ['ops', 'ibs_op/cnt_ctl=1/', 20000, 20000],
    ['cycles', 'ibs_op//', 80000, 20000],
    ['short', 'ibs_op/cnt_ctl=1/', 10016, 10016],
    ['meanwhile', 'ibs_op/cnt_ctl=1/', 20000, 20000, $meanwhile],
);
for my $case (@cases) {
    my ($name, $event, $period) = @$case;
    my $samples = record($name, $event, $period, $case->[4] // '');
    my ($clock, $asked) = (0, 0);
    $clock += $_->[0], $asked += $_->[1] for @$samples;
    cmp_ok(scalar @$samples, '>', 350, "$name: samples of user code");
    cmp_ok(abs($clock - $asked), '<', $case->[3], "$name: the sum is within one period of the executed instructions");
    my @near = grep { $_->[0] == $_->[1] + BLOCK } @$samples;
    cmp_ok(scalar @near, '>=', 0.98 * @$samples, "$name: each comes after the period, plus that block");
    note("$name: ", scalar @$samples, " samples, $clock instructions by the clock, $asked asked for");
}
done_testing();
