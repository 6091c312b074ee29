#!/usr/bin/perl
# SPDX-License-Identifier: GPL-2.0-or-later
# Trace mode: CPMC_LOAD sets the distance between samples.
use strict;
use warnings;
no warnings "portable";    # numbers of 64 bits
use File::Temp qw(tempdir);
use List::Util qw(max);
use Test::More;

my $pmulab = $ENV{PMULAB} // 'build/pmulab';
my $dir = tempdir(CLEANUP => 1);

my $htm_mode = '10012200';
my $start = 0x0800_0000_0000_0000;    # bit 4 of it

# Runs the workload with TRACE_IMC set by firmware, or to $value. Returns the
# hardware's actions in order: [index, pc, timebase] for a sample, 'ldbar' and
# 'stop' for writes that begin and end a recording. Also returns perf's
# addresses. Without -c, perf requests a frequency; then the kernel empties the
# buffer at each tick while the hardware continues after the old records. -m
# makes room for all records of a recording.
sub record {
    my ($name, $value) = @_;
    my $traffic = $value ? "traffic\n at step go\n  core0.TRACE_IMC = $value\n" : '';
    open my $file, '>', "$dir/$name.scn" or die $!;
    print $file "machine power9\ncpus 1\n${traffic}step go\n",
        " run perf record -q -c 1 -m 4M -e trace_imc/trace_cycles/ -o /tmp/t pmulab-hot 20000000\n",
        " run perf script -i /tmp/t -F ip\n";
    close $file;
    system("$pmulab run --results $dir $dir/$name.scn >$dir/$name.tap 2>&1") == 0 or die "$name: pmulab run failed: " . `cat $dir/$name.tap`;
    my @happened;
    open my $raw, '-|', $pmulab, 'trace', '--raw', "$dir/power9/$name/trace.pmt" or die $!;
    while (<$raw>) {
        chomp;
        my (undef, undef, $pc, $kind, $block, $offset, undef, $word) = split /\t/;
        push @happened, [hex $offset, $pc, hex $word] if $kind eq 'sample';
        next if $kind ne 'write';
        push @happened, 'ldbar' if $block >> 12 == 2;
        push @happened, 'stop' if $block >> 12 == 1 && $offset eq $htm_mode && !(hex($word) & $start);
    }
    open my $out, '<', "$dir/power9/$name/1-go.out" or die $!;
    return (\@happened, [map { /(\w+)/ } <$out>]);
}

# The kernel's view of the buffer at each stop: it walks from record 0 on while
# time stamps grow, and clears the first one's (trace_imc_event_stop(),
# arch/powerpc/perf/imc-pmu.c). Returns the addresses.
sub parsed {
    my (@buffer, @addresses);
    for my $what (@{ $_[0] }) {
        $buffer[$what->[0]] = [@$what] if ref $what;
        next if $what ne 'stop';
        my $last = 0;
        for my $record (@buffer) {
            last if !$record || $record->[2] <= $last;
            push @addresses, $record->[1];
            $last = $record->[2];
        }
        $buffer[0][2] = 0 if @buffer;
    }
    return \@addresses;
}

sub samples { return grep { ref } @{ $_[0] } }

# Timebase ticks (512 MHz) between consecutive samples of user code.
sub gaps {
    my @samples = @{ $_[0] };
    my %seen;
    for my $i (1 .. $#samples) {
        my ($last, $this) = @samples[$i - 1, $i];
        next if !ref $last || !ref $this || hex($last->[1]) >> 60 || hex($this->[1]) >> 60;
        $seen{ $this->[2] - $last->[2] }++;
    }
    return \%seen;
}

my ($happened, $seen) = record('firmware');
my $gaps = gaps($happened);
my $between = 0;
# 251 increments at 32 MHz are 7843.75 ns, which is 3921 or 3922 instructions of 2 ns, 7842 or 7844 ns: 4015.1 or
# 4016.1 ticks, and as a difference of whole ticks 4015 to 4017.
my @odd = grep { $_ < 4015 || $_ > 4017 } keys %$gaps;
$between += $gaps->{$_} for keys %$gaps;
cmp_ok($between, '>', 10000, 'many consecutive samples of user code');
# An interrupt between two samples adds its instructions to the count, so all
# gaps are equal.
is_deeply(\@odd, [], 'all are 251 increments of the 32 MHz clock apart');
cmp_ok(max(map { $_->[0] } samples($happened)), '<', 4095, 'the buffer is never full');
is_deeply($seen, [map { $_->[1] } samples($happened)], 'perf has every record, in order, with its address');

# CPMC_LOAD 0xFFFFFE0A: 502 increments, twice as many: 15687.5 ns, 7843 or 7844 instructions.
my ($slower) = record('slower', '0x7fffff8282020000');
my $wide = gaps($slower);
is_deeply([grep { $_ < 8030 || $_ > 8033 } keys %$wide], [], 'twice the load, twice the distance')
    or diag(join ' ', map { "$_:$wide->{$_}" } sort keys %$wide);
cmp_ok(scalar(samples($slower)), '<', 0.51 * samples($happened), 'and half the samples');

# CPMC_LOAD 0xFFFFFFE7: 25 increments, so the 4096 records are full after 3.2
# ms, before the kernel switches tasks.
($happened, $seen) = record('full', '0x7ffffff9c2020000');
my (%laps, $after, $odd_index);
for my $what (@$happened) {
    if (!ref $what) {
        undef $after if $what eq 'ldbar';
        next;
    }
    my $next = defined $after ? ($after + 1) % 4096 : 0;
    $odd_index++ if $what->[0] != $next;
    $laps{defined $after ? 'wrapped' : 'begun'}++ if !$what->[0];
    $after = $what->[0];
}
is($odd_index, undef, 'records are consecutive from 0 on and wrap from 4095 to 0 without a write to LDBAR');
cmp_ok($laps{wrapped}, '>', 5, "the full buffer wrapped ($laps{wrapped} times)");
my $expected = parsed($happened);
is_deeply($seen, $expected, 'perf has the records from each beginning to the seam, in order');
my $lost = samples($happened) - @$seen;
is($lost % 4096, 0, "only whole laps of the buffer before each seam are lost ($lost records)");
is($lost / 4096, $laps{wrapped}, '... one for each wrap');
done_testing();
