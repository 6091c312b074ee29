# SPDX-License-Identifier: GPL-2.0-or-later
# A guest that computes while the hardware is idle, counts, or samples: QEMU's
# CPU time while the loop runs, compared with QEMU alone; and the cost of one
# sample beyond counting, in turns of that loop. The loop is the worst case for
# work done at each block; a typical program is also measured.
package Bench::Loop;
use strict;
use warnings;
use Bench;
use List::Util qw(min);

# Turns of a few instructions each; and runs in each state, of which the minimum
# counts: among several short runs, one is likely undisturbed.
use constant { TURNS => 60_000_000, TIMES => 5 };

sub hot { return "pmulab-hot $_[0]" }
sub awk { return "awk \"BEGIN { for (i = 0; i < $_[0]; i++) s += i % 7 }\"" }

# The guest's programs: the name in rows; the warm-up, because all code is
# retranslated when counting begins; and the timed run.
my @programs = (
    { name => '', once => hot(1000), timed => hot(TURNS) },
    { name => 'awk, ', once => awk(1000), timed => awk(20_000) },
);

# Keeps perf from reading the names of all kernel functions at each start.
my $quiet = 'mount --bind /dev/null /proc/kallsyms';

# After a second of sleep blocks are no longer counted.
my $rest = 'sleep 1';

# The guest's runs of one program: one complete run for translation, then
# several in each state.
sub lines_of {
    my ($program, @states) = @_;
    my ($name, $once, $timed) = @$program{qw(name once timed)};
    my $lines = sub { join '; ', $once, ("echo begin $name$_[0]; $timed; echo end") x TIMES };
    return $timed, map { my ($state, $part) = @$_; $part =~ s/TIMED/$lines->($state)/er } @states;
}

sub script {
    my ($machine, $plugin) = @_;
    my @states = (['idle', 'TIMED'], $plugin ? @{ machine($machine)->{loop} } : ());
    return join "; $rest; ", "$quiet; exec 2>/dev/null", map { lines_of($_, @states) } @programs;
}

# One guest: CPU seconds by state, and samples.
sub run_guest {
    my ($machine, $mode, $plugin) = @_;
    my (%seconds, @samples);
    my @parts = timed_parts([$pmulab, 'boot', $machine, '--cpus', 1, $plugin ? () : '--no-plugin', @{ $modes{$mode} },
            '--', script($machine, $plugin)],
        sub { push @samples, $1 if $_[0] =~ /^samples (\d+)/ });
    push @{ $seconds{ $_->[0] } }, $_->[1] for @parts;
    return { samples => \@samples, map { $_ => min(@{ $seconds{$_} }) } keys %seconds };
}

sub measure_one {
    my ($rounds, $machine, $mode) = @_;
    my %times = alternate($rounds, "loop in $machine, $mode", [qw(plain plugin)],
        sub { run_guest($machine, $mode, $_[0] eq 'plugin') });
    my ($plain, $plugin) = @times{qw(plain plugin)};
    my @rows;
    for my $program (map { $_->{name} } @programs) {
        my @alone = column($plain, "${program}idle");
        push @rows, map { ratio_row([$machine, $mode, "$program$_"], [column($plugin, "$program$_")], \@alone) }
            'idle', map { $_->[0] } @{ machine($machine)->{loop} };
    }
    return (@rows, sample_rows($machine, $mode, $plugin, [column($plain, 'idle')]));
}

sub column {
    my ($rounds, $name) = @_;
    return map { $_->{$name} // complain("no figure of '$name'") } @$rounds;
}

# The cost of one sample in the loop (the first program) beyond counting,
# compared with a turn of the loop in QEMU alone. Unlike all other rows, it is
# the difference of two minimums.
sub sample_rows {
    my ($machine, $mode, $plugin, $alone) = @_;
    my @rows;
    my @states = grep { $_->[2] } @{ machine($machine)->{loop} };
    for my $i (0 .. $#states) {
        my ($name, undef, $base) = @{ $states[$i] };
        my $samples = ($plugin->[0]{samples}[$i] // 0) / TIMES || complain("$machine: no samples $name");
        my $each = (min(column($plugin, $name)) - min(column($plugin, $base))) / $samples;
        next if $each <= 0;    # the machine is too busy
        my $row = ratio_row([$machine, $mode, "a sample, $name"], [$each], [min(@$alone) / TURNS]);
        $row->{note} = sprintf 'turns; %d samples, %.0f a second of CPU time', $samples, 1 / $each;
        push @rows, $row;
    }
    return @rows;
}

sub lacks { return machine($_[1])->{loop} ? undef : 'nothing that its hardware does meanwhile' }

sub title { return 'a loop in the guest, while the hardware does something, against QEMU alone' }

sub measure {
    my (undef, $rounds, @which) = @_;
    return in_all_modes($rounds, \&measure_one, @which);
}

1;
