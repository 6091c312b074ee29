#!/usr/bin/perl
# SPDX-License-Identifier: GPL-2.0-or-later
# Trace mode: the distance between samples is what CPMC_LOAD says.
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

# Runs the workload with TRACE_IMC as firmware sets it, or set to $value. Returns what the hardware did, in order:
# [index, pc, timebase] for a sample, 'ldbar' and 'stop' for writes that begin and end a recording; and the addresses
# that perf has. Without -c, perf asks for a frequency, and the kernel then empties the buffer at each tick while the
# hardware goes on behind what was there. -m makes room for all records of a recording.
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

# What the kernel makes of the buffer each time that it stops recording: it walks from record 0 on while time stamps
# grow, and takes away the first one's (trace_imc_event_stop(), arch/powerpc/perf/imc-pmu.c). Returns the addresses.
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

# Timebase ticks (512 MHz) between samples of user code that follow each other.
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
cmp_ok($between, '>', 10000, 'many samples of user code follow each other');
# Where an interrupt came between two, so did its instructions, and it took none from the count: all gaps are alike.
is_deeply(\@odd, [], '251 increments of the 32 MHz clock apart, all of them');
cmp_ok(max(map { $_->[0] } samples($happened)), '<', 4095, 'the buffer is never full');
is_deeply($seen, [map { $_->[1] } samples($happened)], 'perf has every record, in order, with its address');

# CPMC_LOAD 0xFFFFFE0A: 502 increments, twice as many: 15687.5 ns, 7843 or 7844 instructions.
my ($slower) = record('slower', '0x7fffff8282020000');
my $wide = gaps($slower);
is_deeply([grep { $_ < 8030 || $_ > 8033 } keys %$wide], [], 'twice the load, twice the distance')
    or diag(join ' ', map { "$_:$wide->{$_}" } sort keys %$wide);
cmp_ok(scalar(samples($slower)), '<', 0.51 * samples($happened), 'and half the samples');

# CPMC_LOAD 0xFFFFFFE7: 25 increments, so that 4096 records are full after 3.2 ms, which is sooner than the kernel has
# something else to run.
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
is($odd_index, undef, 'records follow each other from 0 on, and 0 follows 4095, without a write to LDBAR');
cmp_ok($laps{wrapped}, '>', 5, "the buffer was full, and the hardware went on at its beginning ($laps{wrapped} times)");
my $expected = parsed($happened);
is_deeply($seen, $expected, 'perf has the records from each beginning to the seam, in order');
my $lost = samples($happened) - @$seen;
is($lost % 4096, 0, "what is lost is whole laps of the buffer: those before each seam ($lost records)");
is($lost / 4096, $laps{wrapped}, '... one for each time it was full');
done_testing();
