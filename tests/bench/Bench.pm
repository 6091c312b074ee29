# SPDX-License-Identifier: GPL-2.0-or-later
# Shared by all measurements: alternating rounds, so that other load on the
# machine hits all equally; CPU time of a process, which excludes other load;
# and rows, each of which is a ratio.
package Bench;
use strict;
use warnings;
use Cwd qw(abs_path);
use Exporter qw(import);
use File::Basename qw(basename);
use File::Temp qw(tempdir);
use FindBin;
use Time::HiRes qw(clock_gettime time);

our @EXPORT = qw($pmulab $build $scratch %modes machines machine alternate in_all_modes ratio_row time_row seconds_of timed_parts complain quietly);

our $pmulab  = abs_path($ENV{PMULAB} // 'build/pmulab');
our $build   = abs_path($ENV{BUILD} // 'build');
our $scratch = tempdir('pmulab-bench-XXXXXX', TMPDIR => 1, CLEANUP => 1);

# Modes of the guest's time: the default of `pmulab boot`, and that of `pmulab
# run`.
our %modes = ('host clock' => [], 'icount' => ['--icount']);

sub complain { die "bench: $_[0]\n" }

# ---- machines ----

# Machines with a plugin.
sub machines { return map { basename($_, '.c') } sort glob "$FindBin::Bin/../../qemu-plugins/machine/*.c" }

# The contents of tests/bench/machine/NAME.pl; each section uses its own part:
#     access    QEMU's command line for the bare machine, which runs inside/NAME.c (compiled with inside/NAME.mk)
#     programs  { PROGRAM => plugin options for also running inside/PROGRAM.c }
#     boot      { counts => a counting command, without => [options of `pmulab boot` without counting] }
#     loop      [STATE, COMMAND, the state for comparison if it samples]...: the hardware's state, and the guest's
#               command for it, with TIMED for the timed program. Sampling commands print the number of samples.
#     lines     1: its memory controllers can count the traffic of the guest itself
#     scenario  MACHINE/NAME
# Sections skip a machine without the file, or without their part of it.
my %machine;

sub machine {
    my ($name) = @_;
    my $path = "$FindBin::Bin/machine/$name.pl";
    return $machine{$name} //= {} if !-e $path;
    $machine{$name} //= do $path or complain("$path: " . ($@ || $!));
    return $machine{$name};
}

sub progress {
    my ($text) = @_;
    print STDERR "\r$text\e[K" if -t STDERR;
}

# ---- statistics ----

sub sorted { return sort { $a <=> $b } @_ }

sub least { return (sorted(@_))[0] }

sub median {
    my @all  = sorted(@_);
    my $half = int(@all / 2);
    return @all % 2 ? $all[$half] : ($all[$half - 1] + $all[$half]) / 2;
}

# The median distance from the median; undef for too few values.
sub deviation {
    return undef if @_ < 3;
    my $middle = median(@_);
    return median(map { abs($_ - $middle) } @_);
}

# ---- rounds ----

# Calls $measure->(NAME) for each name in each round; the first name also
# alternates. Returns name => [its results in the order of rounds].
sub alternate {
    my ($rounds, $title, $names, $measure) = @_;
    my %all;
    for my $round (1 .. $rounds) {
        progress("$title: round $round of $rounds");
        for my $name ($round % 2 ? @$names : reverse @$names) { push @{ $all{$name} }, $measure->($name) }
    }
    progress('');
    return %all;
}

# The rows of $measure->(ROUNDS, MACHINE, MODE) for all of these machines.
sub in_all_modes {
    my ($rounds, $measure, @machines) = @_;
    my @rows;
    for my $machine (@machines) {
        push @rows, $measure->($rounds, $machine, $_) for sort keys %modes;
    }
    return @rows;
}

# A row of results: its subject, in columns; the ratio; the spread of the
# rounds; and its parts. Other load only adds time, so the minimum of the rounds
# has the least of it.
sub ratio_row {
    my ($what, $with, $without, %more) = @_;
    my $ratio  = least(@$with) / least(@$without);
    my $spread = deviation(map { $with->[$_] / $without->[$_] } 0 .. $#$with);
    return { what => $what, ratio => $ratio, noise => defined $spread ? $spread / $ratio : undef,
        with => least(@$with), without => least(@$without), %more };
}

# The same for results of seconds_of(): $of is 'wall' or 'CPU', $with and $without are names passed to alternate().
sub time_row {
    my ($what, $times, $of, $with, $without) = @_;
    my $row = ratio_row($what, map { my $all = $_; [map { $_->{$of} } @$all] } @$times{$with, $without});
    $row->{note} = sprintf '%.2f s to %.2f s', @$row{qw(with without)};
    return $row;
}

# ---- time ----

# Times of a command and all its children.
sub seconds_of {
    my @command = @_;
    my (undef, undef, @cpu) = times;
    my $begin = time;
    quietly(@command);
    my $wall = time - $begin;
    my (undef, undef, @end) = times;
    return { wall => $wall, CPU => $end[0] - $cpu[0] + $end[1] - $cpu[1] };
}

# Runs a command without its standard output.
sub quietly {
    my @command = @_;
    my $pid = fork // complain("fork: $!");
    if (!$pid) {
        open STDOUT, '>', '/dev/null';
        exec @command or exit 127;
    }
    waitpid $pid, 0;
    complain("'@command' failed") if $?;
}

# The last process in a chain of children.
sub youngest {
    my ($pid) = @_;
    my ($child) = map { my $file; open($file, '<', $_) ? split ' ', readline($file) // '' : () } glob "/proc/$pid/task/*/children";
    return defined $child ? youngest($child) : $pid;
}

# CPU seconds of all threads of a process so far: clock_getcpuclockid()'s clock.
sub cpu_time {
    my ($pid) = @_;
    return clock_gettime(~(0 + $pid) << 3 | 2);
}

# Runs a command that is or starts a QEMU whose guest writes lines "begin NAME"
# and "end". Returns each pair's name and QEMU's CPU seconds between them;
# $other gets all other lines. Ends the command at a line "over".
sub timed_parts {
    my ($command, $other) = @_;
    my ($qemu, $name, $begin, @parts);
    my $pid = open my $out, '-|', @$command or complain("$command->[0]: $!");
    my $over;
    while (!$over && defined(my $line = <$out>)) {
        $line =~ s/\s+$//;
        my $now = $line =~ /^(begin |end$)/ && cpu_time($qemu //= youngest($pid));
        if ($line =~ /^begin (.*)/) { ($name, $begin) = ($1, $now) }
        elsif ($line eq 'end') { push @parts, [$name, $now - $begin] }
        elsif ($line eq 'over') { $over = kill KILL => $pid }
        elsif ($other) { $other->($line) }
    }
    complain("'@$command' failed") if !close $out and !$over;
    return @parts;
}

1;
