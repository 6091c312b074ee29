#!/usr/bin/perl
# SPDX-License-Identifier: GPL-2.0-or-later
# Trace mode: the distance between samples is what CPMC_LOAD says.
use strict;
use warnings;
no warnings "portable";    # numbers of 64 bits
use File::Temp qw(tempdir);
use Test::More;

my $pmulab = $ENV{PMULAB} // 'build/pmulab';
my $dir = tempdir(CLEANUP => 1);

# Runs the workload with TRACE_IMC as firmware sets it, or set to $value. Returns samples as [index, pc, timebase]
# with undef for each write of LDBAR.
sub record {
    my ($name, $value) = @_;
    my $traffic = $value ? "traffic\n at step go\n  core0.TRACE_IMC = $value\n" : '';
    open my $file, '>', "$dir/$name.scn" or die $!;
    print $file "machine power9\ncpus 1\n${traffic}step go\n",
        " run perf record -q -e trace_imc/trace_cycles/ -o /tmp/t pmulab-hot 20000000\n";
    close $file;
    system("$pmulab run --results $dir $dir/$name.scn >$dir/$name.tap 2>&1") == 0 or die "$name: pmulab run failed\n";
    my @samples;
    open my $raw, '-|', $pmulab, 'trace', '--raw', "$dir/power9/$name/trace.pmt" or die $!;
    while (<$raw>) {
        chomp;
        my (undef, undef, $pc, $kind, $block, $offset, undef, $word) = split /\t/;
        push @samples, [hex $offset, hex $pc, hex $word] if $kind eq 'sample';
        push @samples, undef if $kind eq 'write' && $block >> 12 == 2;
    }
    return \@samples;
}

# Timebase ticks (512 MHz) between samples of user code that follow each other.
sub gaps {
    my @samples = @{ $_[0] };
    my %seen;
    for my $i (1 .. $#samples) {
        my ($last, $this) = @samples[$i - 1, $i];
        next if !$last || !$this || $last->[1] >> 60 || $this->[1] >> 60;
        $seen{ $this->[2] - $last->[2] }++;
    }
    return \%seen;
}

my $samples = record('firmware');
my $gaps = gaps($samples);
my $between = 0;
# 251 increments at 32 MHz are 7843.75 ns, which is 3921 or 3922 instructions of 2 ns, 7842 or 7844 ns: 4015.1 or
# 4016.1 ticks, and as a difference of whole ticks 4015 to 4017.
my @odd = grep { $_ < 4015 || $_ > 4017 } keys %$gaps;
$between += $gaps->{$_} for keys %$gaps;
cmp_ok($between, '>', 10000, 'many samples of user code follow each other');
# Where an interrupt came between two, so did its instructions, and it took none from the count: all gaps are alike.
is_deeply(\@odd, [], '251 increments of the 32 MHz clock apart, all of them');

# CPMC_LOAD 0xFFFFFE0A: 502 increments, twice as many: 15687.5 ns, 7843 or 7844 instructions.
my $slower = record('slower', '0x7fffff8282020000');
my $wide = gaps($slower);
is_deeply([grep { $_ < 8030 || $_ > 8033 } keys %$wide], [], 'twice the load, twice the distance')
    or diag(join ' ', map { "$_:$wide->{$_}" } sort keys %$wide);
cmp_ok(scalar(grep { $_ } @$slower), '<', 0.51 * grep({ $_ } @$samples), 'and half the samples');
done_testing();
