# SPDX-License-Identifier: GPL-2.0-or-later
# How costs grow. A boot with the number of CPUs, compared with QEMU alone with as many; uses of a trace with its size, a
# record of a large one compared with one of its first eighth. (For the number of samples see Loop.)
package Bench::Growth;
use strict;
use warnings;
use Bench;
use Bench::Access;

use constant PART => 8;

my @cpus = (1, 2, 4, 8);

# Uses of a trace.
my %uses = (
    text     => '',
    raw      => '--raw',
    vcd      => "--vcd=$scratch/vcd",
    perfetto => "--perfetto=$scratch/perfetto",
);

sub boots {
    my ($rounds, $machine, $cpus) = @_;
    my %how = (plain => ['--no-plugin'], ours => []);
    my %times = alternate($rounds, "boot $machine, $cpus CPUs", [sort keys %how],
        sub { seconds_of($pmulab, 'boot', $machine, '--cpus', $cpus, @{ $how{ $_[0] } }, '--icount', '--', 'true') });
    return time_row([$machine, 'boot', $cpus == 1 ? '1 CPU' : "$cpus CPUs"], \%times, 'CPU', 'ours', 'plain');
}

# All of Access's accesses to snbep's registers, and the first part of them.
sub make_traces {
    my ($whole, $part) = ("$scratch/whole.pmt", "$scratch/part.pmt");
    Bench::Access::accesses('snbep', 'icount', ",trace=$whole");
    quietly('sh', '-c', "head -c @{[int((-s $whole) / PART)]} '$whole' >'$part'");
    return ($whole, $part);
}

# CPU seconds per record. A truncated trace is read up to its end, with a complaint.
sub each_record {
    my ($use, $trace, $records) = @_;
    return seconds_of('sh', '-c', "'$pmulab' trace $use '$trace' 2>/dev/null || :")->{CPU} / $records;
}

sub traces {
    my ($rounds) = @_;
    my %trace;
    @trace{qw(whole part)} = make_traces();
    my %records = map { $_ => scalar(() = `$pmulab trace --raw $trace{$_} 2>/dev/null` =~ /\n/g) } keys %trace;
    my @rows;
    for my $use (sort keys %uses) {
        my %times = alternate($rounds, "trace as $use", ['part', 'whole'], sub { each_record($uses{$use}, $trace{ $_[0] }, $records{ $_[0] }) });
        my $row = ratio_row(['trace', $use, "$records{whole} records"], @times{qw(whole part)});
        $row->{note} = sprintf '%.2f us a record', $row->{with} * 1e6;
        push @rows, $row;
    }
    return @rows;
}

sub lacks { return undef }

sub title { return 'boots with more CPUs, against QEMU alone; and a record of a large trace against one of an eighth of it' }

sub measure {
    my (undef, $rounds, @which) = @_;
    my @rows;
    for my $machine (@which) {
        push @rows, boots($rounds, $machine, $_) for @cpus;
    }
    return (@rows, traces($rounds));
}

1;
