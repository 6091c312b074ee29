# SPDX-License-Identifier: GPL-2.0-or-later
# Booting to a command and powering off: with a plugin that only looks at translations, which is QEMU's share; with
# ours and nothing counting; and with ours at work, which counts during the command and writes a trace of everything.
package Bench::Boot;
use strict;
use warnings;
use Bench;

# What counts there; and options of its own. The guest of power9 has more to do where it finds events in its flash: so
# there are none, but for the boots that count.
my %machines = (
    snbep   => { counts => 'perf stat -a -e uncore_imc_0/clockticks/' },
    power9  => { counts => 'perf stat -a -e core_imc/CPM_INST/', without => ["--flash=$scratch/flash"] },
    epyc    => { counts => 'perf record -q -a -e ibs_op/cnt_ctl=1/ -c 1000000 -o /tmp/p' },
    kunpeng => { counts => 'perf stat -a -e instructions' },
);

# What it is compared with, and how each is booted: the command pmulab, its options, the guest's command.
sub variants {
    my ($machine) = @_;
    my $m         = $machines{$machine};
    my @plain     = @{ $m->{without} // [] };
    # The same command on a clock of the kernel's own, so that perf's part is in both.
    my $software  = $m->{counts} =~ s/-e \S+/-e cpu-clock/r;
    return (
        plain    => [undef, $pmulab, [@plain, '--no-plugin'], 'true'],
        empty    => ['plain', "$build/bench/empty/pmulab", \@plain, 'true'],
        idle     => ['plain', $pmulab, \@plain, 'true'],
        software => [undef, $pmulab, ['--no-plugin'], "$software true"],
        counting => ['software', $pmulab, ["--trace=$scratch/trace"], "$m->{counts} true"],
    );
}

sub boot {
    my ($machine, $mode, $how) = @_;
    my (undef, $command, $options, $script) = @$how;
    return seconds_of($command, 'boot', $machine, @$options, @{ $modes{$mode} }, '--', "$script 2>&1");
}

sub measure_one {
    my ($rounds, $machine, $mode) = @_;
    my %variants = variants($machine);
    my %times = alternate($rounds, "boot $machine, $mode", [sort keys %variants],
        sub { boot($machine, $mode, $variants{ $_[0] }) });
    my @rows;
    for my $what (qw(wall CPU)) {
        push @rows, time_row([$machine, $mode, $what, $_], \%times, $what, $_, $variants{$_}[0]) for qw(empty idle counting);
    }
    return @rows;
}

sub title { return 'to a command and power-off, against QEMU alone: a plugin that does nothing, ours idle, and counting' }

sub measure {
    my (undef, $rounds, @which) = @_;
    open my $flash, '>', "$scratch/flash" or complain("flash: $!");
    truncate $flash, 1 << 20 or complain("flash: $!");
    boot($_, 'icount', +{ variants($_) }->{plain}) for @which;    # files into the page cache
    return in_all_modes($rounds, \&measure_one, @which);
}

1;
