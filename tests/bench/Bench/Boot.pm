# SPDX-License-Identifier: GPL-2.0-or-later
# Booting to a command and powering off: with a plugin that only sees
# translations, which is QEMU's share; with pmulab's plugin and nothing
# counting; and with pmulab's plugin counting during the command and tracing
# everything.
package Bench::Boot;
use strict;
use warnings;
use Bench;

# The compared variants: the command pmulab, its options, the guest's command.
sub variants {
    my ($machine) = @_;
    my $m         = machine($machine)->{boot};
    my @plain     = @{ $m->{without} // [] };
    # The same command on a software clock of the kernel, so both include perf's
    # part.
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

sub lacks { return machine($_[1])->{boot} ? undef : 'no command that counts' }

sub title { return 'to a command and power-off, against QEMU alone: a plugin that does nothing, ours idle, and counting' }

sub measure {
    my (undef, $rounds, @which) = @_;
    boot($_, 'icount', +{ variants($_) }->{plain}) for @which;    # files into the page cache
    return in_all_modes($rounds, \&measure_one, @which);
}

1;
