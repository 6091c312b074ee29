# SPDX-License-Identifier: GPL-2.0-or-later
# A guest that computes, while the hardware is idle, counts, or samples: CPU time of QEMU while the loop runs, against
# QEMU alone. And what one sample costs beyond counting, in turns of that loop. The loop is the worst there is for what is
# done at each block; another program stands beside it that is like most.
package Bench::Loop;
use strict;
use warnings;
use Bench;
use List::Util qw(min);

# Turns of a handful of instructions each; and how often in each state, of which the least is taken: whatever disturbs
# a measurement rather meets one of several short ones than none.
use constant { TURNS => 60_000_000, TIMES => 5 };

sub hot { return "pmulab-hot $_[0]" }
sub awk { return "awk \"BEGIN { for (i = 0; i < $_[0]; i++) s += i % 7 }\"" }

# What the guest runs: its name in rows; once, since all code is translated anew when counting begins; and to be timed.
my @programs = (
    { name => '', once => hot(1000), timed => hot(TURNS) },
    { name => 'awk, ', once => awk(1000), timed => awk(20_000) },
);

# perf would read the names of all of the kernel's functions each time that it starts, and the kernel would allow it
# fewer samples where it finds that they take long.
my $quiet = 'mount --bind /dev/null /proc/kallsyms; echo 0 >/proc/sys/kernel/perf_cpu_time_max_percent';

# A second of sleep, and blocks cease to be counted.
my $rest = 'sleep 1';

my $record = "perf record -q -a -e ibs_op/cnt_ctl=1/ -o /tmp/p -c";
my $nmis = q(awk '/NMI:/ { print $2 }' /proc/interrupts);
my $trace = 'perf record -q -e trace_imc/trace_cycles/ -o /tmp/p';

# IBS with a period: how many samples there were is how many interrupts.
sub sampled_ops {
    my ($period) = @_;
    return "n=\$($nmis); $record $period sh -c 'TIMED'; echo samples \$((\$($nmis) - n))";
}

# What the hardware does meanwhile, and the guest's command for it, in which TIMED stands for the program. What samples
# names what it is compared with, and says how many samples it took.
# In power9's 'written' the hardware writes records all the time and nobody reads them: an event of the CPU itself, not
# of a task, and -c lest the kernel adjust it at each tick. In 'sampled' the kernel does, and reads what there is.
my %machines = (
    snbep => [['counting', "perf stat -a -e uncore_imc_0/clockticks/ sh -c 'TIMED'"]],
    epyc  => [
        ['counting', "$record @{[1 << 40]} sh -c 'TIMED'"],
        ['each 400000 ops', sampled_ops(400_000), 'counting'],
        ['each 100000 ops', sampled_ops(100_000), 'counting'],
        ['each 25000 ops',  sampled_ops(25_000),  'counting'],
    ],
    power9 => [
        ['core counts', "perf stat -a -e core_imc/CPM_INST/ sh -c 'TIMED'"],
        ['thread counts', "perf stat -e thread_imc/CPM_CS_INST_USER/ sh -c 'TIMED'"],
        ['written', "$trace -c 1 -C 0 sh -c 'TIMED'"],
        ['sampled', "$trace sh -c 'TIMED'; echo samples \$(perf script -i /tmp/p -F ip | wc -l)", 'core counts'],
    ],
    kunpeng => [
        ['core PMU counts', "perf stat -a -e instructions sh -c 'TIMED'"],
        ['PMCU each 4 ms', "echo '11 8 b 3c 24 23' >/sys/devices/hisi_pmcu_sccl3/user_events; pmcu-record -e hisi_pmcu_sccl3/nr_sample=5000,sample_period_ms=4/ & p=\$!; sleep 0.2; TIMED; kill \$p; wait"],
    ],
);

# What the guest runs of one program: all of it, so that it is translated, then in each state some times.
sub lines_of {
    my ($program, @states) = @_;
    my ($name, $once, $timed) = @$program{qw(name once timed)};
    my $lines = sub { join '; ', $once, ("echo begin $name$_[0]; $timed; echo end") x TIMES };
    return $timed, map { my ($state, $part) = @$_; $part =~ s/TIMED/$lines->($state)/er } @states;
}

sub script {
    my ($machine, $plugin) = @_;
    my @states = (['idle', 'TIMED'], $plugin ? @{ $machines{$machine} } : ());
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
            'idle', map { $_->[0] } @{ $machines{$machine} };
    }
    return (@rows, sample_rows($machine, $mode, $plugin, [column($plain, 'idle')]));
}

sub column {
    my ($rounds, $name) = @_;
    return map { $_->{$name} // complain("no figure of '$name'") } @$rounds;
}

# What one sample takes of the loop, the first program, beyond what counting takes, against a turn of the loop of QEMU alone. A difference of two
# measurements: of the least of each, unlike all other rows.
sub sample_rows {
    my ($machine, $mode, $plugin, $alone) = @_;
    my @rows;
    my @states = grep { $_->[2] } @{ $machines{$machine} };
    for my $i (0 .. $#states) {
        my ($name, undef, $base) = @{ $states[$i] };
        my $samples = ($plugin->[0]{samples}[$i] // 0) / TIMES || complain("$machine: no samples $name");
        my $each = (min(column($plugin, $name)) - min(column($plugin, $base))) / $samples;
        next if $each <= 0;    # so restless is the machine
        my $row = ratio_row([$machine, $mode, "a sample, $name"], [$each], [min(@$alone) / TURNS]);
        $row->{note} = sprintf 'turns; %d samples, %.0f a second of CPU time', $samples, 1 / $each;
        push @rows, $row;
    }
    return @rows;
}

sub title { return 'a loop in the guest, while the hardware does something, against QEMU alone' }

sub measure {
    my (undef, $rounds, @which) = @_;
    return in_all_modes($rounds, \&measure_one, @which);
}

1;
