# SPDX-License-Identifier: GPL-2.0-or-later
# Growth of costs. A boot by number of CPUs, compared with QEMU alone with the
# same number. Uses of a trace by size: the cost per record with 10 and 100
# million records, compared with one million. (For the number of samples see
# Loop.)
package Bench::Growth;
use strict;
use warnings;
use Bench;

# Millions of records.
my @sizes = (1, 10, 100);

my @cpus = (1, 2, 4, 8);

# The memory limit of any use, in KiB.
use constant MEMORY => 1 << 20;

# A run whose trace is larger than a frame, so no frame of a repeated trace has
# duplicates.
use constant { SCENARIO => 'scenarios/epyc/branches.scn', RUN => 'epyc/branches' };

# Uses of a trace, by its folder.
my %uses = (
    text     => sub { ('trace', "$_[0]/trace.pmt") },
    raw      => sub { ('trace', '--raw', "$_[0]/trace.pmt") },
    filter   => sub { ('trace', '--register', 'cpu0.*', "$_[0]/trace.pmt") },
    vcd      => sub { ('trace', '--vcd=/dev/null', "$_[0]/trace.pmt") },
    perfetto => sub { ('trace', '--perfetto=/dev/null', "$_[0]/trace.pmt") },
    report   => sub { ('report', '-o', "$scratch/report.html", $_[0]) },
);

sub boots {
    my ($rounds, $machine, $cpus) = @_;
    my %how = (plain => ['--no-plugin'], ours => []);
    my %times = alternate($rounds, "boot $machine, $cpus CPUs", [sort keys %how],
        sub { seconds_of($pmulab, 'boot', $machine, '--cpus', $cpus, @{ $how{ $_[0] } }, '--icount', '--', 'true') });
    return time_row([$machine, 'boot', $cpus == 1 ? '1 CPU' : "$cpus CPUs"], \%times, 'CPU', 'ours', 'plain');
}

# One run's folder per size, with different traces.
sub make_traces {
    quietly($pmulab, 'run', '--results', "$scratch/results", SCENARIO);
    my $run = "$scratch/results/@{[RUN]}";
    return map {
        my $folder = "$scratch/$_-million";
        quietly('cp', '-r', $run, $folder);
        quietly("$build/bench/trace/tile", "$run/trace.pmt", "$folder/trace.pmt", $_ * 1_000_000);
        ($_ => $folder)
    } @sizes;
}

# CPU seconds per record.
sub each_record {
    my ($millions, @command) = @_;
    my $shell = 'ulimit -v ' . MEMORY . '; exec "$0" "$@"';
    return seconds_of('sh', '-c', $shell, $pmulab, @command)->{CPU} / $millions / 1_000_000;
}

sub traces {
    my ($rounds) = @_;
    my %folders = make_traces();
    my @rows;
    for my $use (sort keys %uses) {
        my %times = alternate($rounds, "trace as $use", [@sizes], sub { each_record($_[0], $uses{$use}->($folders{ $_[0] })) });
        for my $size (@sizes[1 .. $#sizes]) {
            my $row = ratio_row(['trace', $use, "$size million records"], @times{$size, $sizes[0]});
            $row->{note} = sprintf '%.3f us a record', $row->{with} * 1e6;
            push @rows, $row;
        }
    }
    return @rows;
}

sub lacks { return undef }

sub title { return 'boots with more CPUs, against QEMU alone; and a record of a large trace against one of a million' }

sub measure {
    my (undef, $rounds, @which) = @_;
    my @rows;
    for my $machine (@which) {
        push @rows, boots($rounds, $machine, $_) for @cpus;
    }
    return (@rows, traces($rounds));
}

1;
